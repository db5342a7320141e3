"""`rasputitsa arena`, `study`, `fit`, `tune` and `bench`: many matches between bots, and how fast the games are."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..arena import Sprt, check_path, pool_text, progress_bar, run, run_pool, text, write
from ..core import BadOption, RasputitsaError
from ..games import game as find_game
from ..games import games


def run_arena(args: Namespace) -> int:
    out = _writable(args.out)
    if out:
        check_path(out)
    keep = _writable(args.keep)
    common: dict[str, Any] = {
        "scenario": args.scenario,
        "options": dict(args.option),
        "edition": args.edition,
        "progress": progress_bar(sys.stderr),
    }
    with _workers(args) as executor:
        if args.pool:
            if args.german or args.soviet or args.sprt or out or args.no_swap:
                raise RasputitsaError(
                    "A pool goes with -n, --seed, --jobs, --edition, --scenario, --option and --keep only."
                )
            pool = run_pool(
                args.game, args.pool, args.matches, args.seed, args.jobs, executor=executor, keep=keep, **common
            )
            print(pool_text(pool))
            return 0
        if not args.german or not args.soviet:
            raise BadOption("Name the bots: --german, --soviet, or --pool.")
        result = run(
            args.game,
            {"german": args.german, "soviet": args.soviet},
            args.matches,
            args.seed,
            args.jobs,
            swap=not args.no_swap,
            executor=executor,
            sprt=Sprt(*args.sprt) if args.sprt else None,
            keep=keep,
            **common,
        )
    print(text(result))
    if out:
        write(result, out)
    return 0


def run_study(args: Namespace) -> int:
    from .. import plots
    from ..arena import study, study_markdown, study_tables

    path = Path(args.file)
    described = study.read(path, args.bot)
    out = args.out or Path(path.stem)
    if args.into:
        study_markdown.parts(args.into, path.name)  # what is wrong with it is told before anything is played
    with _workers(args) as executor:
        result = study.play(described, out, args.jobs, executor, progress_bar(sys.stderr))
    print(study_tables.text(result))
    print()
    written = [*study_tables.write(result, out), *plots.write_parquet(result, out)]
    if args.into:
        study_markdown.put_into(args.into, path.name, result)
        written.append(args.into)
    try:
        written.append(plots.write_page(result, out))
    except plots.NoPlots as problem:
        print(problem)
    print(f"Written: {', '.join(map(str, written))}.")
    return 0


def run_fit(args: Namespace) -> int:
    from ..arena.fit import collect, file_text

    out = _writable(args.out)
    assert out is not None
    command = f"rasputitsa fit {args.game} -n {args.matches} --seed {args.seed}"
    scenario = _one_scenario(args.game, args.scenario)
    if scenario:
        command += f" --scenario {scenario}"
    with _workers(args, start=True) as executor:
        groups = collect(args.game, args.matches, args.seed, executor, scenario)
    out.write_text(file_text(args.game, groups, command, print), encoding="utf-8")
    return 0


def run_tune(args: Namespace) -> int:
    from ..arena.tune import tune

    out = _writable(args.out)
    assert out is not None
    names = args.weights.split(",")
    with _workers(args, start=True) as executor:
        tuned = tune(args.game, args.side, names, args.matches, args.matches_each, args.seed, executor, print)
    out.write_text(tuned, encoding="utf-8")
    return 0


def _one_scenario(game_name: str, wanted: str | None) -> str:
    """The scenario that alone is wanted; "" where all are, or where there is no other."""
    game = find_game(game_name)
    name = game.check_scenario(wanted)
    return name if wanted and len(game.scenarios) > 1 else ""


def _writable(name: str | None) -> Path | None:
    """The path of a file whose folder exists."""
    if not name:
        return None
    path = Path(name)
    if not path.absolute().parent.is_dir():
        raise RasputitsaError(f"There is no folder {str(path.parent)!r} to write {path.name!r} in.")
    return path


@contextmanager
def _workers(args: Namespace, start: bool = False) -> Iterator[Executor | None]:
    """Where matches are played: on a cluster, in processes that are started here, or None."""
    if args.cluster:
        from ..arena.clusters import cluster

        with cluster(args.cluster) as executor:
            yield executor
    elif start and args.jobs > 1:
        with ProcessPoolExecutor(args.jobs) as pool:
            yield pool
    else:
        yield None


def run_bench(args: Namespace) -> int:
    from ..devtools import play_bench  # an arena needs no server
    from ..devtools.server_bench import click_cost, match_memory

    names = args.games or games()
    if args.research:
        from ..devtools import research_bench  # needs an extra

        print(research_bench.text(research_bench.measure(args.seconds, names=names)))
        return 0
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
