"""From one view to the next: what has changed, so that only that need be sent.

Tokens are compared one by one, all other parts of a view as a whole. `applied` is what a client does with the changes
(`web/changes.js`); whatever two views they lead from one to the other, which the tests check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress, count, filterfalse
from operator import is_not, itemgetter
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict, cast

from ..core.view import Token, View

TOKENS = "tokens"
MISSING = object()


class Partial(NamedTuple):
    """Any of the keys of a type, which Python cannot say otherwise."""

    kind: type


class TokenChanges(TypedDict):
    """Tokens that came or changed, the names of those that went, and of spaces the order from bottom to top.

    A token that changes where it is keeps its place in the list, one that comes to a space is put at the end and so on
    top there. The order is told of the spaces where that would not give it. The order of the spaces in the list means
    nothing, and a client may have another one.
    """

    put: NotRequired[list[Token]]
    gone: NotRequired[list[str]]
    order: NotRequired[dict[str, list[str]]]


class Changes(TypedDict):
    """What differs between two views: parts that are new or other, names of parts that are gone, and tokens."""

    parts: NotRequired[Annotated[dict[str, Any], Partial(View)]]
    gone: NotRequired[list[str]]
    tokens: NotRequired[TokenChanges]


def changes(before: View, after: View) -> Changes:
    """What leads from one view to the other."""
    old, new = cast(Mapping[str, Any], before), cast(Mapping[str, Any], after)
    found: Changes = {}
    parts = {name: part for name, part in new.items() if name != TOKENS and _differs(part, old.get(name, MISSING))}
    gone = [name for name in old if name not in new]
    tokens = _token_changes(old.get(TOKENS, []), new.get(TOKENS, []))
    if parts:
        found["parts"] = parts
    if gone:
        found["gone"] = gone
    if tokens:
        found["tokens"] = tokens
    return found


def _differs(part: Any, before: Any) -> bool:
    return part is not before and bool(part != before)  # games remember large parts that have not changed


def applied(before: View, changed: Changes) -> View:
    """The view after the changes."""
    gone = changed.get("gone", ())
    kept = {name: part for name, part in before.items() if name not in gone}
    after: dict[str, Any] = {**kept, **changed.get("parts", {})}
    if "tokens" in changed:
        after[TOKENS] = _tokens(before["tokens"], by_name(before["tokens"]), changed["tokens"])
    return cast(View, after)


def by_space(tokens: Iterable[Token]) -> dict[str, list[Token]]:
    """The tokens of each space from bottom to top; those that are nowhere are in ""."""
    found: dict[str, list[Token]] = {}
    for token in tokens:
        found.setdefault(token["at"] or "", []).append(token)
    return found


def by_name(tokens: Iterable[Token]) -> dict[str, Token]:
    return {token["name"]: token for token in tokens}


def _token_changes(before: list[Token], after: list[Token]) -> TokenChanges:
    if before == after:
        return {}
    before, after = _in_changed_spaces(before, after)
    old = by_name(before)
    names = {token["name"] for token in after}
    found: TokenChanges = {}
    put = [token for token in after if (known := old.get(token["name"])) is not token and known != token]
    gone = [name for name in old if name not in names]
    if put:
        found["put"] = put
    if gone:
        found["gone"] = gone
    order = _misplaced(by_space(_tokens(before, old, found)), by_space(after))
    if order:
        found["order"] = order
    return found


def _in_changed_spaces(before: list[Token], after: list[Token]) -> tuple[list[Token], list[Token]]:
    """The tokens of the spaces where something changed: games show what is unchanged by the very same tokens."""
    first, end = _in_common(before, after)
    old = {id(token): token for token in before[first : len(before) - end]}
    new = {id(token): token for token in after[first : len(after) - end]}
    gone, come = old.keys() - new.keys(), new.keys() - old.keys()
    if list(filterfalse(gone.__contains__, old)) != list(filterfalse(come.__contains__, new)):
        return before, after
    spaces = {old[each]["at"] for each in gone} | {new[each]["at"] for each in come}
    return _in_spaces(before, spaces), _in_spaces(after, spaces)


def _in_spaces(tokens: list[Token], spaces: set[str | None]) -> list[Token]:
    return list(compress(tokens, map(spaces.__contains__, map(itemgetter("at"), tokens))))


def _in_common(before: list[Token], after: list[Token]) -> tuple[int, int]:
    """How many tokens are the very same at the beginning of both lists, and at their end."""
    shorter = min(len(before), len(after))
    first = next(compress(count(), map(is_not, before, after)), shorter)
    end = next(compress(count(), map(is_not, reversed(before), reversed(after))), shorter)
    return first, min(end, shorter - first)


def _misplaced(made: dict[str, list[Token]], wanted: dict[str, list[Token]]) -> dict[str, list[str]]:
    """The order of the spaces where the changes alone would lead to another one."""
    found = {}
    for space, stack in wanted.items():
        if len(stack) > 1:
            names = [token["name"] for token in stack]
            if names != [token["name"] for token in made[space]]:
                found[space] = names
    return found


def _tokens(before: list[Token], old: Mapping[str, Token], changed: TokenChanges) -> list[Token]:
    """The tokens after the changes; ``old`` are those before by their names."""
    put = by_name(changed.get("put", ()))
    left = {name for name, token in put.items() if name in old and old[name]["at"] != token["at"]}
    left.update(changed.get("gone", ()))
    found = [put.pop(token["name"], token) for token in before if token["name"] not in left]
    found += put.values()
    for space, names in changed.get("order", {}).items():
        places = [place for place, token in enumerate(found) if (token["at"] or "") == space]
        known = {found[place]["name"]: found[place] for place in places}
        for place, name in zip(places, names, strict=True):
            found[place] = known[name]
    return found
