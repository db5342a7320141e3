"""The client's types, made from those of the engine, table and server: ``python -m rasputitsa.devtools.client_types``.

`web/types.js` has a JSDoc typedef for each type that crosses the border between rules and screen. It is written from
the declarations in Python, so a key that only one of the two knows cannot exist; a test keeps the file current.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from dataclasses import MISSING, is_dataclass
from dataclasses import fields as dataclass_fields
from enum import StrEnum
from pathlib import Path
from textwrap import fill
from types import ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from msgspec import Struct
from msgspec.structs import fields as struct_fields

from ..core import events, forecasts, manifest, offers, view, warnings
from ..match import tutorial
from ..server import protocol as server_protocol
from ..table import changes, commands, front_page, game_facts, problems, protocol, summaries

MODULES: tuple[ModuleType, ...] = (
    events,
    view,
    offers,
    forecasts,
    warnings,
    manifest,
    changes,
    problems,
    commands,
    protocol,
    summaries,
    front_page,
    tutorial,
    game_facts,
    server_protocol,
)
TARGET = Path(__file__).parents[1] / "web" / "types.js"
PLAIN: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "any"}
LISTS, RECORDS = (list, tuple, set, frozenset), (dict,)
WIDTH = 130
HEADING = """/**
 * The shapes of what crosses the border between the rules and the screen. Only types live here.
 * Made by `make client-types` from the declarations in Python; docs/protocol.md explains them.
 */
"""


def declared(module: ModuleType) -> list[Any]:
    """The types that a module declares, in their order."""
    found = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__]
    sent = [each for each in found if is_dataclass(each)] if module is commands else []
    return [each for each in found if each in sent or is_typeddict(each) or issubclass(each, Struct | StrEnum)]


def typescript(hint: Any) -> str:
    """A type of Python as TypeScript writes it."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated and isinstance(args[1], changes.Partial):
        return f"Partial<{args[1].kind.__name__}>"
    if origin in (NotRequired, Required, Annotated):
        return typescript(args[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in args)
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(typescript, args)))
    if origin in LISTS:
        inner = typescript(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin in RECORDS:
        return f"Record<string, {typescript(args[1])}>"
    if isinstance(hint, type):
        return hint.__name__
    raise TypeError(f"{hint} has no counterpart in the client.")


def keys(kind: Any) -> Iterator[tuple[str, str, bool]]:
    """The keys of a type: name, type in TypeScript, whether it may be left out."""
    hints = get_type_hints(kind, include_extras=True)
    if is_typeddict(kind):
        for name, hint in hints.items():
            yield name, typescript(hint), get_origin(hint) is NotRequired or name in kind.__optional_keys__
        return
    if is_dataclass(kind):
        for field in dataclass_fields(kind):
            yield field.name, typescript(hints[field.name]), field.default is not MISSING and field.name != "type"
        return
    config = kind.__struct_config__
    if isinstance(config.tag, str):
        yield config.tag_field, f'"{config.tag}"', False
    for each in struct_fields(kind):
        yield each.encode_name, typescript(hints[each.name]), bool(config.omit_defaults and not each.required)


def typedef(kind: Any) -> str:
    about = inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    own = about and not about.startswith("dict(")
    if issubclass(kind, StrEnum):
        line = f"@typedef {{{' | '.join(json.dumps(each.value) for each in kind)}}} {kind.__name__}  {about}"
        return fill(line, 120, initial_indent=" * ", subsequent_indent=" *   ", break_on_hyphens=False)
    lines = [f" * @typedef {{object}} {kind.__name__}" + (f"  {about}" if own else "")]
    lines += [f" * @property {{{text}}} {f'[{name}]' if optional else name}" for name, text, optional in keys(kind)]
    return "\n".join(lines)


def written() -> str:
    """The whole file."""
    parts = ("/**\n" + "\n *\n".join(map(typedef, declared(module))) + "\n */\n" for module in MODULES)
    return "\n".join((HEADING, *parts, "export {};\n"))


if __name__ == "__main__":
    TARGET.write_text(written(), encoding="utf-8")
    print(f"{TARGET} is current.")
