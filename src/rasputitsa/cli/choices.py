"""The legal actions as numbered choices: how they are listed, and which one a typed text means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core import Mark, RasputitsaError, State
from ..core.offers import Offer, listed
from .scene import Scene

_NAMED_AT_MOST = 6
_MANY = 60  # choices: where there are more, those that are not on the map come first
_SOME = 12  # of a verb with many choices so many are listed


class Ambiguous(RasputitsaError):
    """A text that fits several choices."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action. ``about`` says in words what it is about."""

    number: int
    offer: Offer
    about: str

    @property
    def action(self) -> str:
        return self.offer.action

    @property
    def verb(self) -> str:
        return self.offer.action.partition(" ")[0]

    @property
    def kind(self) -> str:
        return self.offer.kind

    @property
    def object(self) -> str:
        return self.offer.object

    @property
    def mark(self) -> Mark:
        return self.offer.mark

    @property
    def on_map(self) -> bool:
        """Whether its object is one of those to choose from on the map."""
        return self.offer.role in ("main", "toggle")

    @property
    def brief(self) -> str:
        """The number, the action, and its badge."""
        return " ".join(part for part in (f"{self.number:>3} {self.action}", self.badge) if part)

    @property
    def full(self) -> str:
        """The same with words."""
        return " ".join(part for part in (f"{self.number:>3} {self.action:<12}", self.about, self.badge) if part)

    @property
    def remark(self) -> str:
        """What it costs and brings, where that is worth a line."""
        return f"    {self.action}: {self.offer.remark}" if self.offer.remark else ""

    @property
    def badge(self) -> str:
        stop = "!" if self.mark.tone == "stop" else ""
        return f"({self.mark.badge}){stop}" if self.mark.badge else ""

    @property
    def sentence(self) -> str:
        """Everything about it, for people who do not see the map."""
        remark = ": ".join(part for part in (self.mark.badge, self.mark.note) if part)
        words = "; ".join(part for part in (self.about, remark, self.offer.remark) if part)
        return f"{self.number} {self.action}" + (f" - {words}" if words else "")


def choices(state: State, scene: Scene) -> list[Choice]:
    """Every legal action of the side that must act, numbered from 1.

    Where there are very many, what is not on the map comes first: hundreds of places would hide it.
    """
    offers = listed(state, state.side)
    if len(offers) > _MANY:
        offers.sort(key=lambda offer: offer.kind in ("space", "piece"))
    return [Choice(number, offer, _about(offer, scene)) for number, offer in enumerate(offers, 1)]


def lines_of(found: Sequence[Choice], line: Callable[[Choice], str]) -> list[str]:
    """The choices one a line; of a verb with very many of them only the first, and what to type for the others."""
    lines: list[str] = []
    for verb in dict.fromkeys(choice.verb for choice in found):
        alike = [choice for choice in found if choice.verb == verb]
        if len(alike) <= _MANY:
            lines += map(line, alike)
            continue
        lines += map(line, alike[:_SOME])
        what = {"space": "SPACE", "piece": "UNIT"}.get(alike[0].kind, "NAME")
        lines.append(f"    {verb} {what}: {len(alike) - _SOME} more, to {alike[-1].object} ({alike[-1].number})")
    return lines


def _about(offer: Offer, scene: Scene) -> str:
    if offer.kind == "piece" and offer.object in scene.tokens:
        token = scene.tokens[offer.object]
        where = f" in {scene.label(token.at)}" if scene.on_map(token.at) else ""
        return f"{token.title} {token.form}".strip() + where
    if offer.kind == "space" and offer.object in scene.board.ids:
        there = [f"{token.title} {token.form}".strip() for token in scene.at.get(offer.object, ())]
        return ", ".join(part for part in (scene.title(offer.object), *there) if part)
    return offer.label


def marks_of(found: Sequence[Choice], scene: Scene) -> dict[str, Mark]:
    """The spaces that can be chosen on the map, by themselves or by what is in them, with what is written on them."""
    marks: dict[str, Mark] = {}
    for choice in found:
        if choice.kind == "space" and choice.on_map:
            marks[choice.object] = choice.mark
        elif choice.kind == "piece" and choice.on_map and choice.object in scene.tokens:
            marks.setdefault(scene.tokens[choice.object].at, choice.mark)
    return marks


def find(text: str, found: Sequence[Choice], scene: Scene) -> Choice | None:
    """The choice that a text means: its number, the action, its object, or the beginning of these.

    None if it fits none; `Ambiguous` if it fits several equally well.
    """
    text = " ".join(text.casefold().split())
    if text.isdecimal() and not text.startswith("0") and 1 <= int(text) <= len(found):
        return found[int(text) - 1]
    words = text.split()
    if not words:
        return None
    tests: tuple[Callable[[Choice], bool], ...] = (
        lambda choice: choice.action.casefold() == text,
        lambda choice: choice.object.casefold() == text,
        lambda choice: _begins(choice.action.casefold().split(), words),
        lambda choice: _begins_title(choice, words, scene),
    )
    for fits in tests:
        hits = [choice for choice in found if fits(choice)]
        if len(hits) == 1:
            return hits[0]
        if hits:
            names = [hit.action for hit in hits[:_NAMED_AT_MOST]]
            more = f" and {len(hits) - len(names)} more" if len(hits) > len(names) else ""
            raise Ambiguous(f"{text!r} could mean {', '.join(names)}{more}.")
    return None


def completed(text: str, found: Sequence[Choice], scene: Scene) -> str:
    """A text that names only a space or a piece, with the verb that such objects are chosen with here."""
    word = text.casefold().strip()
    spaces = {name.casefold(): space.name for space in scene.board.spaces for name in (space.name, space.title) if name}
    pieces = {name.casefold(): token.name for token in scene.tokens.values() for name in (token.name, token.title)}
    for kind, names in (("space", spaces), ("piece", pieces)):
        verb = next((choice.verb for choice in found if choice.kind == kind and choice.on_map), "")
        if verb and word in names:
            return f"{verb} {names[word]}"
    return text


def _begins(full: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether each typed word begins the word in its place."""
    return len(typed) <= len(full) and all(one.startswith(other) for one, other in zip(full, typed, strict=False))


def _begins_title(choice: Choice, typed: Sequence[str], scene: Scene) -> bool:
    """Whether the words begin the object or its title, with the verb before them or without."""
    names = [choice.object.casefold().split()] if choice.object else []
    if choice.kind == "piece" and choice.object in scene.tokens:
        names.append(scene.tokens[choice.object].title.casefold().split())
    if choice.kind == "space":
        names.append(scene.title(choice.object).casefold().split())
    return any(name and (_begins(name, typed) or _begins([choice.verb, *name], typed)) for name in names)
