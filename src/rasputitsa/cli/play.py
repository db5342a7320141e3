"""`rasputitsa play`: a match between people and bots at the terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from secrets import randbelow

from ..bots import Bot, bot, bots, first_opponent
from ..core import Game, RasputitsaError
from ..games import add_edition, games
from ..games import game as find_game
from ..match import CommittedDice, Match
from .positions import read_position
from .saves import Saver, new_file, resumed
from .scene import manifest
from .screens import Screen, screen_for
from .session import Session
from .texts import wrap

HUMAN = "human"


def run(args: Namespace) -> int:
    if args.resume and args.position:
        raise RasputitsaError("A resumed match has its own position: use either --resume or --position.")
    screen = screen_for(args.plain, args.no_color)
    session = _resumed(args, screen) if args.resume else _begun(args, screen)
    session.run()
    return 0


def _begun(args: Namespace, screen: Screen) -> Session:
    """A new match, from the start of a scenario or from a position."""
    saver = Saver(new_file(Path(args.record))) if args.record else None
    dice = CommittedDice.seeded(args.seed) if args.seed is not None else None
    if args.position:
        game, position = read_position(Path(args.position), args.game, args.edition)
        if args.scenario or args.option:
            raise RasputitsaError("A position has its own scenario and options: leave out --scenario and --option.")
        seats = _seats(game, args, screen)
        match = Match(game, players=seats, dice=dice, position=position)
    else:
        game = find_game(args.game or _ask_game(screen), args.edition)
        options, scenario = game.check_options(dict(args.option)), game.check_scenario(args.scenario)
        seats = _seats(game, args, screen)
        match = Match(game, scenario, options, seats, dice)
    return Session(match, _players(game, seats, args.seed), screen, saver)


def _resumed(args: Namespace, screen: Screen) -> Session:
    """The match of a record; it is saved in that record again unless another file is named."""
    if args.scenario or args.option:
        raise RasputitsaError("A resumed match has its own scenario and options: leave out --scenario and --option.")
    add_edition(args.edition)
    path = Path(args.resume)
    record, match, remark = resumed(path, args.seed)
    if args.game not in (None, match.game.name):
        raise RasputitsaError(f"{args.resume!r} is a match of {match.game.name}, not of {args.game}.")
    saver = Saver(new_file(Path(args.record)) if args.record else path, record.notes)
    if remark:
        screen.say(remark)
    elif not args.record:
        saver.adopt(match)
    seats = _seats_again(match.game, record.players, args)
    return Session(match, _players(match.game, seats, args.seed), screen, saver)


def _players(game: Game, seats: Mapping[str, str], seed: int | None) -> dict[str, Bot | None]:
    """The bots by side; None for a person."""
    first = randbelow(2**31) if seed is None else seed
    return {
        side: None if name == HUMAN else bot(name, game, first + number)
        for number, (side, name) in enumerate(seats.items())
    }


def _seats(game: Game, args: Namespace, screen: Screen) -> dict[str, str]:
    """Who plays which side. Where that is not given, it is asked at a terminal; else a person plays a bot."""
    given = {side.name: getattr(args, side.name) for side in game.sides}
    if not any(given.values()):
        if screen.interactive and sys.stdin.isatty():
            return _ask_seats(game, screen)
        return {game.sides[0].name: HUMAN, game.sides[1].name: first_opponent(game.name)}
    if HUMAN in given.values():
        return {side: name or first_opponent(game.name) for side, name in given.items()}
    return {side: name or HUMAN for side, name in given.items()}


def _seats_again(game: Game, players: Mapping[str, str], args: Namespace) -> dict[str, str]:
    """The seats of a resumed match: as given now, else as they were."""
    known = bots(game.name)
    before = {side.name: players.get(side.name, "") for side in game.sides}
    return {side: getattr(args, side) or (name if name in known else HUMAN) for side, name in before.items()}


# Asking how to begin.


def _ask_game(screen: Screen) -> str:
    names = games()
    if len(names) == 1 or not sys.stdin.isatty():
        return names[0]
    return names[_choose(screen, "Which game?", [find_game(name).title for name in names])]


def _ask_seats(game: Game, screen: Screen) -> dict[str, str]:
    screen.say(game.title, "", *wrap(str(manifest(game)["about"]), screen.width), "")
    german, soviet = game.sides
    sides = [f"the {german.title} side", f"the {soviet.title} side", "both sides", "neither: watch two bots"]
    side = _choose(screen, "Which side do you play?", sides)
    if side == 2:
        return {german.name: HUMAN, soviet.name: HUMAN}
    usual = first_opponent(game.name)
    known = [usual, *(name for name in bots(game.name) if name != usual)]
    if side == 3:
        return {german.name: known[0], soviet.name: known[0]}
    rival = known[_choose(screen, "Who is your opponent?", known)]
    own, other = (german, soviet) if side == 0 else (soviet, german)
    chosen = {own.name: HUMAN, other.name: rival}
    return {german.name: chosen[german.name], soviet.name: chosen[soviet.name]}


def _choose(screen: Screen, question: str, choices: list[str]) -> int:
    """The number of the choice, from 0; just Enter takes the first."""
    screen.say(question, *[f"  {number} {choice}" for number, choice in enumerate(choices, 1)])
    while True:
        text = screen.read(f"[1-{len(choices)}, Enter: 1] ")
        if text is None or not text.strip():
            return 0
        if text.strip().isdecimal() and 1 <= int(text) <= len(choices):
            return int(text) - 1
        screen.say(f"Type a number from 1 to {len(choices)}.")
