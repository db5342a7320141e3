"""Actions: a verb and at most one object, with one text form that can be read in again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from .errors import UnreadableAction


@dataclass(frozen=True, slots=True)
class Action:
    """One answer of a player, or of chance: ``move 0406``, ``done``, ``roll 5``.

    ``number`` is the number of the object (a space, a piece, a face of the die) as the rules use it; it follows from
    the text and takes no part in comparing.
    """

    verb: str
    object: str = ""
    number: int = field(default=-1, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.verb} {self.object}" if self.object else self.verb

    @property
    def faces(self) -> tuple[int, ...]:
        """The dice of a roll, in order."""
        return tuple(int(face) for face in self.object.split())


class Vocabulary:
    """All actions that a game knows. Each exists once; a text is looked up, not built."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Action]] = {}
        self._dice: dict[str, int] = {}
        self._kinds: dict[str, str] = {}
        self._labels: dict[str, str] = {}
        self._titles: dict[str, dict[str, str]] = {}
        self._offers: dict[tuple[str, str], dict[str, str]] = {}

    def __iter__(self) -> Iterator[Action]:
        """Every action of the game; of rolls those of one die."""
        return (action for objects in self._known.values() for action in objects.values())

    def plain(self, verb: str, label: str = "") -> Action:
        """A verb that stands alone, and what a button for it says."""
        action = Action(verb)
        self._known.setdefault(verb, {})[""] = action
        self._labels[verb] = label or verb.capitalize()
        return action

    def verb(
        self, verb: str, names: Sequence[str], kind: str = "", label: str = "", titles: Sequence[str] = ()
    ) -> list[Action]:
        """A verb with an object out of a numbered list: the actions by the object's number.

        ``kind`` says what the objects are ("space", "piece"), so that a table can light them up; ``label`` is what a
        button says, with ``{}`` for the title of the object.
        """
        actions = [Action(verb, name, number) for number, name in enumerate(names)]
        self._known.setdefault(verb, {}).update({a.object: a for a in actions if a.object})
        self._kinds[verb] = kind
        self._labels[verb] = label or verb.capitalize() + " {}"
        self._titles.setdefault(verb, {}).update(zip(names, titles or names, strict=True))
        return actions

    def kind(self, action: Action) -> str:
        """What the object of an action is: "space", "piece", or "" for none."""
        return self._kinds.get(action.verb, "")

    def label(self, action: Action) -> str:
        """What a button for this action says."""
        title = self._titles.get(action.verb, {}).get(action.object, action.object)
        return self._labels[action.verb].format(title)

    def offer(self, action: Action) -> dict[str, str]:
        """What a table shows of this action wherever it is offered. Made once for each."""
        key = action.verb, action.object
        found = self._offers.get(key)
        if found is None:
            found = {
                "action": str(action),
                "label": self.label(action),
                "kind": self.kind(action),
                "object": action.object,
            }
            self._offers[key] = found
        return found

    def dice(self, verb: str, faces: int = 6) -> list[Action]:
        """A verb for rolls of any number of dice. The answer holds the rolls of one die, by face."""
        self._dice[verb] = faces
        return self.verb(verb, ["", *map(str, range(1, faces + 1))])

    def roll(self, verb: str, faces: Sequence[int]) -> Action:
        """The roll that shows these faces."""
        if len(faces) == 1:
            return self._known[verb][str(faces[0])]
        return Action(verb, " ".join(map(str, faces)))

    def read(self, text: str) -> Action:
        """The action that this text means. Raises `UnreadableAction` with a sentence that helps."""
        verb, _, rest = " ".join(text.split()).partition(" ")
        objects = self._known.get(verb)
        if objects is None:
            near = get_close_matches(verb[:40], self._known, 1)
            hint = f"Did you mean {near[0]!r}?" if near else "Known verbs: " + ", ".join(self._known) + "."
            raise UnreadableAction(f"{_short(text)} is not an action: there is no verb {_short(verb)}. {hint}")
        action = objects.get(rest)
        if action is not None:
            return action
        if verb in self._dice:
            return self._read_dice(verb, rest, text)
        if not rest:
            example = next((f", for example {str(action)!r}" for action in objects.values()), "")
            raise UnreadableAction(f"{verb!r} needs an object{example}.")
        if list(objects) == [""]:
            raise UnreadableAction(f"{verb!r} takes no object, but {_short(rest)} was given.")
        near = get_close_matches(rest[:40], objects, 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnreadableAction(f"{_short(text)} is not an action: {verb!r} knows no {_short(rest)}.{hint}")

    def _read_dice(self, verb: str, rest: str, text: str) -> Action:
        faces = self._dice[verb]
        good = {str(face) for face in range(1, faces + 1)}
        words = rest.split()
        if not words or len(words) > 100 or not good.issuperset(words):
            raise UnreadableAction(f"{_short(text)} is not a roll: give each die a face from 1 to {faces}.")
        return self.roll(verb, [int(word) for word in words])


def _short(text: str) -> str:
    """A quoted text, cut where it is long: it may be anything a client sent."""
    return repr(text if len(text) <= 40 else text[:40] + "…")
