"""A game's rules in our own words, by rule number, read from its ``rules.md``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .errors import DataError, RasputitsaError

_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[^a-z])")  # not after the name of a card in mid-sentence
_HEADING = re.compile(r"#{2,4} (?P<number>\d+\.\d+(?:\.\d+)*) (?P<title>.+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: its title, its text, and its summary, the first sentence."""

    number: str
    title: str
    text: str

    @property
    def summary(self) -> str:
        return self.sentences()[0]

    def sentences(self) -> list[str]:
        """The sentences of the text, those of lists and tables included, without their markup and "Reading:"."""
        found: list[str] = []
        for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )", self.text):
            plain = " ".join(re.sub(r"^\s*[-*|] |^Reading: |[*`]", "", paragraph).split())
            found += [part for part in _SENTENCE_END.split(plain) if part]
        return found


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
            match = _HEADING.fullmatch(line)
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
                raise DataError(file, rule.number, "there are two rules of this number; keep one")
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

    def quote(self, number: str, words: str) -> str:
        """The sentence of a rule that contains these words; "" where there is none."""
        if not words or number not in self._rules:
            return ""
        return next((sentence for sentence in self._rules[number].sentences() if words in sentence), "")

    def find(self, number: str) -> Rule:
        """The rule of that number, with a helpful error where there is none."""
        rule = self._rules.get(number) or self._rules.get(number + ".0")
        if rule is None:
            raise RasputitsaError(f"There is no rule {number!r}. The numbers run {', '.join(self._rules)}.")
        return rule
