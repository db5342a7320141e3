"""A game's rules in our own words, by rule number, read from its ``rules.md``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .errors import DataError, RasputitsaError

_HEADING = re.compile(r"^#{2,4} (?P<number>\d+\.\d+(?:\.\d+)*) (?P<title>.+)$")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: its title, its text, and its summary, the first sentence, which refusals quote."""

    number: str
    title: str
    text: str

    @property
    def summary(self) -> str:
        paragraph = " ".join(self.text.split("\n\n")[0].split())
        match = re.match(r".*?[.!?](?= [^a-z]|$)", paragraph)  # not after the name of a card in mid-sentence
        return match.group() if match else paragraph


class Rulebook(Mapping[str, Rule]):
    """The rules of a game in their order; a mapping from number to `Rule`."""

    def __init__(self, rules: list[Rule], preface: str = "") -> None:
        self._rules = {rule.number: rule for rule in rules}
        self.preface = preface

    @classmethod
    def read(cls, text: str, file: str = "rules.md") -> Rulebook:
        rules: list[Rule] = []
        preface: list[str] = []
        lines = preface
        heading: tuple[str, str] | None = None
        for line in text.splitlines():
            match = _HEADING.match(line)
            if match:
                if heading:
                    rules.append(Rule(*heading, "\n".join(lines).strip()))
                heading, lines = (match["number"], match["title"]), []
            else:
                lines.append(line)
        if heading:
            rules.append(Rule(*heading, "\n".join(lines).strip()))
        seen: set[str] = set()
        for rule in rules:
            if rule.number in seen:
                raise DataError(file, rule.number, "this rule stands there twice; keep one")
            if not rule.text:
                raise DataError(file, rule.number, "this rule has a heading but no text")
            seen.add(rule.number)
        return cls(rules, "\n".join(preface).strip())

    def __getitem__(self, number: str) -> Rule:
        return self._rules[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def find(self, number: str) -> Rule:
        """The rule of that number, with a helpful error where there is none."""
        rule = self._rules.get(number) or self._rules.get(number + ".0")
        if rule is None:
            raise RasputitsaError(f"There is no rule {number!r}. The numbers run {', '.join(self._rules)}.")
        return rule
