"""Actions: a verb and at most one object, with one text form that can be read in again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import repeat
from operator import is_

from .errors import UnreadableAction


@dataclass(frozen=True, slots=True)
class Action:
    """What a player does, or chance: ``move 0406``, ``done``, ``roll 5``.

    Actions are equal if verb and object are. ``number`` is the number of the object (a space, a piece, a face of the
    die) as the rules use it; only a `Vocabulary` knows it, so it is -1 in an action that a caller made.
    """

    verb: str
    object: str = ""
    number: int = field(default=-1, init=False, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.verb} {self.object}" if self.object else self.verb

    def __hash__(self) -> int:
        return hash(self.object)  # which a text remembers; few actions differ in the verb alone

    def __reduce__(self) -> tuple[type[Action], tuple[str, str]]:
        """A copy, or an action from another process, has no number: it is looked up like one that a caller made."""
        return Action, (self.verb, self.object)

    @property
    def faces(self) -> tuple[int, ...]:
        """The dice of a roll, in order."""
        return tuple(int(face) for face in self.object.split())


def is_among(action: Action, actions: Sequence[Action]) -> bool:
    """Whether an action is one of these. Nearly always it is the very same object, which is quick to see."""
    return any(map(is_, actions, repeat(action))) or action in actions


def _numbered(verb: str, name: str, number: int) -> Action:
    action = Action(verb, name)
    object.__setattr__(action, "number", number)
    return action


class Vocabulary:
    """All actions that a game knows. Each exists once; a text is looked up, not built."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Action]] = {}
        self._by_text: dict[str, Action] = {}
        self._dice: dict[str, int] = {}
        self._kinds: dict[str, str] = {}
        self._labels: dict[str, str] = {}
        self._roles: dict[str, str] = {}
        self._titles: dict[str, dict[str, str]] = {}
        self._own_titles: dict[str, dict[str, str]] = {}

    def __iter__(self) -> Iterator[Action]:
        """Every action of the game; of rolls those of one die."""
        return (action for objects in self._known.values() for action in objects.values())

    def plain(self, verb: str, label: str = "", role: str = "plain") -> Action:
        """A verb without an object, what a button for it says, and its role (see `core.offers`)."""
        action = _numbered(verb, "", 0)
        self._known.setdefault(verb, {})[""] = self._by_text[verb] = action
        self._labels[verb] = label or verb.capitalize()
        self._roles[verb] = role
        return action

    def verb(
        self,
        verb: str,
        names: Sequence[str],
        kind: str = "",
        label: str = "",
        titles: Sequence[str] = (),
        role: str = "main",
    ) -> list[Action]:
        """A verb with an object out of a numbered list: the actions by the object's number.

        ``kind`` says what the objects are ("space", "piece", "card"), so that they can be lit up on the table;
        ``label`` is what a button says, with ``{}`` for the title of the object.
        """
        actions = [_numbered(verb, name, number) for number, name in enumerate(names)]
        self._known.setdefault(verb, {}).update({a.object: a for a in actions if a.object})
        self._by_text.update({str(a): a for a in actions if a.object})
        self._kinds[verb] = kind
        self._labels[verb] = label or verb.capitalize() + " {}"
        self._roles[verb] = role
        called = dict(zip(names, titles or names, strict=True))
        self._titles.setdefault(verb, {}).update(called)
        if not kind and titles:
            self._own_titles.setdefault(verb, {}).update(called)
        return actions

    def kind(self, verb: str) -> str:
        """What the objects of a verb are: "space", "piece", "card", or "" for something else or none."""
        return self._kinds.get(verb, "")

    def role(self, verb: str) -> str:
        return self._roles[verb]

    def pattern(self, verb: str) -> str:
        """What a button for this verb says, with ``{}`` for the title of the object."""
        return self._labels[verb]

    def title(self, verb: str, name: str) -> str:
        """What people call the object of an action."""
        return self._titles.get(verb, {}).get(name, name)

    def own_titles(self, verb: str) -> Mapping[str, str]:
        """The titles of objects that only the vocabulary knows, by object; none for spaces, pieces and cards."""
        return self._own_titles.get(verb, {})

    def label(self, action: Action) -> str:
        """What a button for this action says."""
        return self._labels[action.verb].replace("{}", self.title(action.verb, action.object))

    def dice(self, verb: str, faces: int = 6) -> list[Action]:
        """A verb for rolls of any number of dice. Returns the rolls of one die, by face."""
        self._dice[verb] = faces
        return self.verb(verb, ["", *map(str, range(1, faces + 1))])

    def roll(self, verb: str, faces: Sequence[int]) -> Action:
        """The roll that shows these faces."""
        if len(faces) == 1:
            return self._known[verb][str(faces[0])]
        return _numbered(verb, " ".join(map(str, faces)), 0)

    def read(self, text: str) -> Action:
        """The action that this text means. Raises `UnreadableAction` with a sentence that helps."""
        action = self._by_text.get(text)
        if action is not None:
            return action
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
