"""`rasputitsa arena` and `rasputitsa bench`: many matches between bots, and how fast the games are."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from ..arena import check_path, progress_bar, run, text, write
from ..core import RasputitsaError
from ..games import games


def run_arena(args: Namespace) -> int:
    out = Path(args.out) if args.out else None
    if out:
        check_path(out)
        if not out.absolute().parent.is_dir():
            raise RasputitsaError(f"There is no folder {str(out.parent)!r} to write {out.name!r} in.")
    result = run(
        args.game,
        {"german": args.german, "soviet": args.soviet},
        args.matches,
        args.seed,
        args.jobs,
        swap=not args.no_swap,
        scenario=args.scenario,
        options=dict(args.option),
        edition=args.edition,
        progress=progress_bar(sys.stderr),
    )
    print(text(result))
    if out:
        write(result, out)
    return 0


def run_bench(args: Namespace) -> int:
    from ..devtools import play_bench  # an arena needs no server
    from ..devtools.server_bench import click_cost, match_memory

    names = args.games or games()
    print(play_bench.text(play_bench.measure(args.seconds, names=names)))
    for name in names:
        cost = click_cost(name, clicks=2_000)
        print(
            f"server, {name}: {cost.median:.0f} us a click without the disk (mean {cost.mean:.0f}, "
            f"99 of 100 below {cost.p99:.0f}; {cost.bytes:.0f} bytes sent)"
        )
        memory = match_memory(name)
        size = f"{memory.played:.1f} MB, with its replay {memory.replayed:.1f} MB"
        print(f"  in memory, a match of {memory.actions} actions: {size}")
    return 0
