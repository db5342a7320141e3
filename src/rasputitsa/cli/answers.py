"""The legal answers to a question: how they are listed, and which one a typed text means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core import Mark, RasputitsaError, State
from .pieces import Scene

_NAMED_AT_MOST = 6


class Ambiguous(RasputitsaError):
    """A text that fits several answers."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One legal answer. ``about`` says in words what the action is about."""

    number: int
    action: str
    kind: str
    object: str
    about: str
    mark: Mark

    @property
    def verb(self) -> str:
        return self.action.partition(" ")[0]

    @property
    def brief(self) -> str:
        """The number, the action, and its badge."""
        return " ".join(part for part in (f"{self.number:>3} {self.action}", self.badge) if part)

    @property
    def full(self) -> str:
        """The same with words."""
        return " ".join(part for part in (f"{self.number:>3} {self.action:<12}", self.about, self.badge) if part)

    @property
    def badge(self) -> str:
        stop = "!" if self.mark.tone == "stop" else ""
        return f"({self.mark.badge}){stop}" if self.mark.badge else ""

    @property
    def told(self) -> str:
        """All there is to say, for those who cannot see the map."""
        remark = ": ".join(part for part in (self.mark.badge, self.mark.note) if part)
        words = "; ".join(part for part in (self.about, remark) if part)
        return f"{self.number} {self.action}" + (f" - {words}" if words else "")


def offers(state: State, scene: Scene) -> list[Offer]:
    """Every legal answer, numbered from 1."""
    return [
        Offer(
            number,
            data["action"],
            data["kind"],
            data["object"],
            _about(data["kind"], data["object"], data["label"], scene),
            Mark(data["badge"], data["note"], data["tone"]),
        )
        for number, data in enumerate(state.offers(), 1)
    ]


def _about(kind: str, name: str, label: str, scene: Scene) -> str:
    if kind == "piece" and name in scene.pieces:
        piece = scene.pieces[name]
        where = f" in {scene.place(piece.at)}" if scene.on_map(piece.at) else ""
        return f"{piece.title} {piece.form}".strip() + where
    if kind == "space" and name in scene.board.ids:
        title = scene.board.by_id[scene.board.ids[name]].title
        there = [f"{piece.title} {piece.form}" for piece in scene.at.get(name, ())]
        return ", ".join(part for part in (title, *there) if part)
    return label


def marks_of(found: Sequence[Offer], scene: Scene) -> dict[str, Mark]:
    """The spaces that the answers are about, with what is written on them."""
    marks: dict[str, Mark] = {}
    for offer in found:
        if offer.kind == "space":
            marks[offer.object] = offer.mark
        elif offer.kind == "piece" and offer.object in scene.pieces:
            marks.setdefault(scene.pieces[offer.object].at, offer.mark)
    return marks


def find(text: str, found: Sequence[Offer], scene: Scene) -> Offer | None:
    """The answer that a text means: its number, the action, its object, or the beginning of these.

    None if it fits none; `Ambiguous` if it fits several equally well.
    """
    text = " ".join(text.casefold().split())
    if text.isdecimal() and not text.startswith("0") and 1 <= int(text) <= len(found):
        return found[int(text) - 1]
    words = text.split()
    if not words:
        return None
    tests: tuple[Callable[[Offer], bool], ...] = (
        lambda offer: offer.action.casefold() == text,
        lambda offer: offer.object.casefold() == text,
        lambda offer: _begins(offer.action.casefold().split(), words),
        lambda offer: _begins_title(offer, words, scene),
    )
    for fits in tests:
        hits = [offer for offer in found if fits(offer)]
        if len(hits) == 1:
            return hits[0]
        if hits:
            names = [hit.action for hit in hits[:_NAMED_AT_MOST]]
            more = f" and {len(hits) - len(names)} more" if len(hits) > len(names) else ""
            raise Ambiguous(f"{text!r} could be {', '.join(names)}{more}.")
    return None


def completed(text: str, found: Sequence[Offer], scene: Scene) -> str:
    """A text that names only a space or a piece, with the verb that such things are offered with here."""
    word = text.casefold().strip()
    spaces = {name.casefold(): space.name for space in scene.board.spaces for name in (space.name, space.title) if name}
    pieces = {name.casefold(): piece.name for piece in scene.pieces.values() for name in (piece.name, piece.title)}
    for kind, names in (("space", spaces), ("piece", pieces)):
        verb = next((offer.verb for offer in found if offer.kind == kind), "")
        if verb and word in names:
            return f"{verb} {names[word]}"
    return text


def _begins(full: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether each typed word begins the word in its place."""
    return len(typed) <= len(full) and all(one.startswith(other) for one, other in zip(full, typed, strict=False))


def _begins_title(offer: Offer, typed: Sequence[str], scene: Scene) -> bool:
    """Whether the words begin the object or its title, with the verb before them or without."""
    names = [offer.object.casefold().split()] if offer.object else []
    if offer.kind == "piece" and offer.object in scene.pieces:
        names.append(scene.pieces[offer.object].title.casefold().split())
    if offer.kind == "space" and offer.object in scene.board.ids:
        names.append(scene.board.by_id[scene.board.ids[offer.object]].title.casefold().split())
    return any(name and (_begins(name, typed) or _begins([offer.verb, *name], typed)) for name in names)
