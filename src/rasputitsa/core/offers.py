"""The legal actions as a player is shown them: grouped by verb, with labels, roles and marks, and what is in hand.

``State.offers`` returns `Offers`, whose groups say which objects a verb may have now.

``short``, ``titles``, ``marks``, ``remarks``, ``brush`` and ``together`` are left out where there are none. The text of
an action is the verb and, after a space, its object; ``{}`` in the label stands for the title of the object: its entry
in ``titles``, or what people call the space, piece or card (``kind``). The roles:

- main: the objects to choose from
- toggle: puts something into the selection or takes it out again, or switches something on or off
- cancel: the way back
- end: ends a phase or the like
- aside: something else than what is asked for, never to be done by mistake
- plain: everything else

A group with ``brush`` may be painted: a stroke over the map takes one action after another, as long as what it paints
stays the same. The objects of a group with ``together`` can be taken in hand one after another, as those of a toggle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NotRequired, TypedDict, TypeVar, cast, get_args

from .values import Mark

if TYPE_CHECKING:
    from .actions import Action
    from .state import State
    from .step import Step

T = TypeVar("T")
Role = Literal["main", "toggle", "cancel", "end", "aside", "plain"]
ROLES: tuple[Role, ...] = get_args(Role)


class MarkData(TypedDict):
    """A `Mark` as plain data, without what is empty."""

    badge: NotRequired[str]
    note: NotRequired[str]
    tone: NotRequired[str]
    toward: NotRequired[str]


class SelectionData(TypedDict):
    """What the player has in hand."""

    tokens: list[str]
    spaces: list[str]


class OfferGroup(TypedDict):
    """The objects that a verb may have now."""

    verb: str
    role: Role
    kind: str  # what the objects are: "space", "piece", "card", or anything else
    label: str
    objects: list[str]
    short: NotRequired[str]  # what a button says beside the name of its object
    titles: NotRequired[dict[str, str]]
    marks: NotRequired[dict[str, MarkData]]
    remarks: NotRequired[dict[str, str]]  # by object: what the choice costs and brings, in a line
    brush: NotRequired[str]  # what the verb paints
    together: NotRequired[bool]  # all of them may be chosen at once


class Offers(TypedDict):
    selection: SelectionData
    groups: list[OfferGroup]


class Offer(NamedTuple):
    """One legal action as a player is shown it."""

    action: str
    label: str
    role: str
    kind: str
    object: str
    mark: Mark
    remark: str = ""


def grouped(state: State, step: Step[Any], legal: Sequence[Action]) -> Offers:
    marks = _by_verb((action, mark_data(mark)) for action, mark in step.marks(state).items())
    remarks = _by_verb(step.remarks(state).items())
    brushes = step.brushes(state)
    groups: dict[str, OfferGroup] = {}
    for verb, run in groupby(legal, attrgetter("verb")):
        objects = [action.object for action in run]
        group = groups.get(verb)
        if group is None:
            group = groups[verb] = _empty_group(state, step, verb)
            if verb in brushes:
                group["brush"] = brushes[verb]
        group["objects"] += objects
        own = state.game.words.own_titles(verb)
        titles = {name: own[name] for name in objects if own.get(name)} if own else {}
        if group["kind"] == "piece":
            titles |= {name: title for name in objects if (title := state.piece_title(name))}
        if titles:
            group.setdefault("titles", {}).update(titles)
        if verb in marks and (noted := _among(objects, marks[verb])):
            group.setdefault("marks", {}).update(noted)
        if verb in remarks and (said := _among(objects, remarks[verb])):
            group.setdefault("remarks", {}).update(said)
    tokens, spaces = step.selection(state)
    return {"selection": {"tokens": list(tokens), "spaces": list(spaces)}, "groups": list(groups.values())}


def can_end(made: Offers) -> bool:
    """Whether one of the actions ends a phase or the like."""
    return "end" in [group["role"] for group in made["groups"]]


def _by_verb(values: Iterable[tuple[Action, T]]) -> dict[str, dict[str, T]]:
    """What actions are marked with, by verb and object. There are often fewer of them than actions."""
    found: dict[str, dict[str, T]] = {}
    for action, value in values:
        found.setdefault(action.verb, {})[action.object] = value
    return found


def _among(objects: Sequence[str], values: Mapping[str, T]) -> dict[str, T]:
    return {name: values[name] for name in objects if name in values}


def _empty_group(state: State, step: Step[Any], verb: str) -> OfferGroup:
    words = state.game.words
    group: OfferGroup = {
        "verb": verb,
        "role": cast(Role, step.role(state, verb) or words.role(verb)),
        "kind": words.kind(verb),
        "label": step.label(verb) or words.pattern(verb),
        "objects": [],
    }
    if verb in step.short_labels:
        group["short"] = step.short_labels[verb]
    if verb in step.together:
        group["together"] = True
    return group


@lru_cache(maxsize=4_096)
def mark_data(mark: Mark) -> MarkData:
    """A mark as plain data, without what is empty. Many spaces have the same mark."""
    return cast(MarkData, {name: value for name, value in zip(mark._fields, mark, strict=True) if value})


def listed(state: State, viewer: str | None) -> list[Offer]:
    """The same, one by one."""
    found = state.offers(viewer)
    return list(_flat(state, found)) if found else []


def _flat(state: State, found: Offers) -> Iterator[Offer]:
    words = state.game.words
    for group in found["groups"]:
        marks, titles, remarks = group.get("marks", {}), group.get("titles", {}), group.get("remarks", {})
        for name in group["objects"]:
            verb = group["verb"]
            label = group["label"].replace("{}", titles.get(name) or words.title(verb, name))
            mark = Mark(**{"badge": "", **marks.get(name, {})})  # type: ignore[arg-type]
            text = f"{verb} {name}" if name else verb
            yield Offer(text, label, group["role"], group["kind"], name, mark, remarks.get(name, ""))
