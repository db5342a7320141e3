"""From one view to the next: what has changed, so that only that need be sent.

Tokens are compared one by one, all other parts of a view as a whole. `applied` is what a client does with the changes
(`web/changes.js`); whatever two views they lead from one to the other, which the tests check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NotRequired, TypedDict, cast

from ..core.view import Token, View

TOKENS = "tokens"


class TokenChanges(TypedDict):
    """Tokens that came or changed, the names of those that went, and of spaces the order from bottom to top.

    A token that changes keeps its place in the list, one that comes is put at the end. The order is told of the spaces
    where that would not give it.
    """

    put: NotRequired[list[Token]]
    gone: NotRequired[list[str]]
    order: NotRequired[dict[str, list[str]]]


class Changes(TypedDict):
    """What differs between two views: parts that are new or other, names of parts that are gone, and tokens."""

    parts: NotRequired[dict[str, Any]]
    gone: NotRequired[list[str]]
    tokens: NotRequired[TokenChanges]


def changes(before: View, after: View) -> Changes:
    """What leads from one view to the other."""
    old, new = cast(Mapping[str, Any], before), cast(Mapping[str, Any], after)
    found: Changes = {}
    parts = {name: part for name, part in new.items() if name != TOKENS and (name not in old or old[name] != part)}
    gone = [name for name in old if name not in new]
    tokens = _token_changes(old.get(TOKENS, []), new.get(TOKENS, []))
    if parts:
        found["parts"] = parts
    if gone:
        found["gone"] = gone
    if tokens:
        found["tokens"] = tokens
    return found


def applied(before: View, changed: Changes) -> View:
    """The view after the changes."""
    gone = changed.get("gone", ())
    kept = {name: part for name, part in before.items() if name not in gone}
    after: dict[str, Any] = {**kept, **changed.get("parts", {})}
    if "tokens" in changed:
        after[TOKENS] = _tokens(before["tokens"], changed["tokens"])
    return cast(View, after)


def by_space(tokens: Iterable[Token]) -> dict[str, list[Token]]:
    """The tokens of each space from bottom to top; those that are nowhere are in ""."""
    found: dict[str, list[Token]] = {}
    for token in tokens:
        found.setdefault(token["at"] or "", []).append(token)
    return found


def _token_changes(before: list[Token], after: list[Token]) -> TokenChanges:
    if before == after:
        return {}
    old = {token["name"]: token for token in before}
    names = {token["name"] for token in after}
    found: TokenChanges = {}
    put = [token for token in after if (known := old.get(token["name"])) is not token and known != token]
    gone = [name for name in old if name not in names]
    if put:
        found["put"] = put
    if gone:
        found["gone"] = gone
    order = _misplaced(_tokens(before, found), after, {token["name"] for token in put})
    if order:
        found["order"] = order
    return found


def _misplaced(made: list[Token], wanted: list[Token], put: set[str]) -> dict[str, list[str]]:
    """The order of the spaces where the changes alone would lead to another one.

    Where the tokens that have not changed keep their order, only the spaces with others can be concerned.
    """
    if [token for token in made if token["name"] not in put] == [token for token in wanted if token["name"] not in put]:
        spaces = {token["at"] for token in wanted if token["name"] in put}
        made, wanted = ([token for token in tokens if token["at"] in spaces] for tokens in (made, wanted))
    there = by_space(made)
    found = {}
    for space, stack in by_space(wanted).items():
        names = [token["name"] for token in stack]
        if names != [token["name"] for token in there[space]]:
            found[space] = names
    return found


def _tokens(before: list[Token], changed: TokenChanges) -> list[Token]:
    """The tokens after the changes."""
    put = {token["name"]: token for token in changed.get("put", ())}
    gone = set(changed.get("gone", ()))
    found = [put.pop(token["name"], token) for token in before if token["name"] not in gone]
    found += put.values()
    for space, names in changed.get("order", {}).items():
        places = [place for place, token in enumerate(found) if (token["at"] or "") == space]
        known = {found[place]["name"]: found[place] for place in places}
        for place, name in zip(places, names, strict=True):
            found[place] = known[name]
    return found
