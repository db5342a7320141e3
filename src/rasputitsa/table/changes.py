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

    A token that changes in its space keeps its place there, one that comes is laid on top. The order is told only
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
    tokens = _token_changes(before["tokens"], after["tokens"])
    if parts:
        found["parts"] = parts
    if gone:
        found["gone"] = gone
    if tokens:
        found["tokens"] = tokens
    return found


def applied(before: View, changed: Changes) -> View:
    """The view after the changes; its tokens are in the order of their spaces."""
    gone = changed.get("gone", ())
    kept = {name: part for name, part in before.items() if name not in gone}
    stacks = _stacks(before["tokens"], changed.get("tokens", {})).values()
    tokens = [token for stack in stacks for token in stack]
    return cast(View, {**kept, **changed.get("parts", {}), TOKENS: tokens})


def by_space(tokens: Iterable[Token]) -> dict[str, list[Token]]:
    """The tokens of each space from bottom to top; those that are nowhere are in ""."""
    found: dict[str, list[Token]] = {}
    for token in tokens:
        found.setdefault(token["at"] or "", []).append(token)
    return found


def _token_changes(before: list[Token], after: list[Token]) -> TokenChanges:
    old = {token["name"]: token for token in before}
    names = {token["name"] for token in after}
    found: TokenChanges = {}
    put = [token for token in after if (known := old.get(token["name"])) is not token and known != token]
    gone = [name for name in old if name not in names]
    if put:
        found["put"] = put
    if gone:
        found["gone"] = gone
    order = _misplaced(_stacks(before, found), by_space(after)) if put or gone or before != after else {}
    if order:
        found["order"] = order
    return found


def _misplaced(made: dict[str, list[Token]], wanted: dict[str, list[Token]]) -> dict[str, list[str]]:
    """The order of the spaces where the changes alone would lead to another one."""
    found = {}
    for space, stack in wanted.items():
        names = [token["name"] for token in stack]
        if names != [token["name"] for token in made.get(space, ())]:
            found[space] = names
    return found


def _stacks(before: list[Token], changed: TokenChanges) -> dict[str, list[Token]]:
    """The tokens by space after the changes."""
    put = {token["name"]: token for token in changed.get("put", ())}
    gone = set(changed.get("gone", ()))
    found: dict[str, list[Token]] = {}
    for token in before:
        name = token["name"]
        new = put.get(name)
        if new is None:
            if name not in gone:
                found.setdefault(token["at"] or "", []).append(token)
        elif new["at"] == token["at"]:
            found.setdefault(new["at"] or "", []).append(put.pop(name))
    for token in put.values():
        found.setdefault(token["at"] or "", []).append(token)
    for space, names in changed.get("order", {}).items():
        known = {token["name"]: token for token in found[space]}
        found[space] = [known[name] for name in names]
    return found
