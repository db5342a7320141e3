"""`rasputitsa serve`, `backup`, `restore`, `site` and `load`: the table for the browser."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import fields
from pathlib import Path
from typing import Any

from ..bots import invite
from ..core import RasputitsaError
from ..core.numbers import counted
from ..devtools.load import load
from ..games import offer_edition
from ..match.puzzles import add_folder
from ..server.backup import backup, restore
from ..server.limits import Limits
from ..server.run import serve
from ..server.webhooks import WebhookRules
from ..site import build


def run_serve(args: Namespace) -> int:
    if args.problems:
        add_folder(args.problems)
    for name in args.bot:
        invite(name)
    for game, edition in args.edition:
        offer_edition(game, edition)
    serve(
        host=args.host,
        port=args.port,
        data=args.data,
        database=args.database,
        open_browser=args.open,
        limits=limits(dict(args.limit)),
        origins=tuple(args.origin),
        proxies=tuple(args.proxy) or (("127.0.0.1", "::1") if args.behind_proxy else ()),
        allowed_hosts=tuple(args.allow_host),
        webhooks=WebhookRules(plain=args.webhook_http, private=args.webhook_private),
    )
    return 0


def limits(chosen: dict[str, str]) -> Limits:
    """The server's limits with those that the operator set."""
    kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(Limits)}
    values: dict[str, Any] = {}
    for name, text in chosen.items():
        if name not in kinds:
            raise RasputitsaError(f"There is no limit {name[:40]!r}. Available: {', '.join(kinds)}.")
        try:
            values[name] = kinds[name](text)
        except ValueError:
            raise RasputitsaError(f"The limit {name} must be a number, not {text[:40]!r}.") from None
        if not 0 < values[name] < 1e12:
            raise RasputitsaError(f"The limit {name} must be above 0, not {text[:40]!r}.")
    return Limits(**values)


def run_backup(args: Namespace) -> int:
    count = backup(Path(args.file), args.data, args.database)
    print(f"{counted(count, 'match', 'matches')} saved in {args.file}.")
    return 0


def run_restore(args: Namespace) -> int:
    count = restore(Path(args.file), args.data, args.database)
    print(f"{counted(count, 'match', 'matches')} restored.")
    return 0


def run_site(args: Namespace) -> int:
    built = build(args.folder)
    size = sum(map(len, built.files.values()))
    print(f"Version {built.version} is in {args.folder}: {counted(len(built.files), 'file')}, {size / 1e6:.1f} MB.")
    return 0


def run_load(args: Namespace) -> int:
    report = load(args.matches, args.rate, args.seconds, args.url, args.game, in_memory=args.in_memory)
    if args.p99 is not None and report.times and report.percentile(0.99) * 1000 > args.p99:
        print(f"p99 is above {args.p99:g} ms.")
        return 1
    return 0 if report.times else 1
