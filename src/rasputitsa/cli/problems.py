"""`rasputitsa problems`: small positions with something to reach, at the terminal."""

from __future__ import annotations

from argparse import Namespace

from ..bots import bot, first_opponent
from ..core import Game, RasputitsaError
from ..games import game as find_game
from ..games import games
from ..match import Match
from ..match.dice import EqualDice
from ..match.puzzles import Puzzle, add_folder, is_solved, puzzles
from .screens import Screen, complete_with, screen_for
from .session import Session
from .texts import wrap


def run(args: Namespace) -> int:
    if args.folder:
        add_folder(args.folder)
    screen = screen_for(args.plain, args.no_color)
    if args.name is None:
        for name in [args.game] if args.game else games():
            _list(find_game(name), screen)
        return 0
    game = find_game(args.game)
    known = puzzles(game)
    if args.name not in known:
        raise RasputitsaError(f"{game.title} has no problem {args.name[:40]!r}. Available: {', '.join(known)}.")
    return 0 if _play(game, known[args.name], screen) else 1


def _list(game: Game, screen: Screen) -> None:
    screen.say(game.title)
    for name, puzzle in puzzles(game).items():
        screen.say(f"  {name}: {puzzle.title}", *(f"    {line}" for line in wrap(puzzle.say, screen.width - 4)))


def _play(game: Game, puzzle: Puzzle, screen: Screen) -> bool:
    seats = {side.name: "human" if side.name == puzzle.side else first_opponent(game.name) for side in game.sides}
    match = Match(game, players=seats, dice=EqualDice(puzzle.dice), position=puzzle.position)
    screen.say(puzzle.title, *wrap(puzzle.say, screen.width), f"Every die shows {puzzle.dice}.", "")
    session = PuzzleSession(match, puzzle, screen)
    session.run()
    solved = is_solved(puzzle, match.state)
    screen.say("Solved." if solved else "Not solved: try again." if solved is False else "Left unsolved.")
    return bool(solved)


class PuzzleSession(Session):
    """A match that ends when its problem is solved or failed."""

    def __init__(self, match: Match, puzzle: Puzzle, screen: Screen) -> None:
        enemy = bot(first_opponent(match.game.name), match.game, seed=1)
        seats = {side.name: None if side.name == puzzle.side else enemy for side in match.game.sides}
        super().__init__(match, seats, screen, None)
        self.puzzle = puzzle

    def run(self) -> None:
        complete_with(self.words)
        while is_solved(self.puzzle, self.match.state) is None and not self.match.outcome and not self.left:
            side = self.match.side
            assert side is not None
            player = self.seats[side]
            if player is None:
                self.ask_person(side)
            else:
                self.ask_bot(side, player)
        self.show_news()
