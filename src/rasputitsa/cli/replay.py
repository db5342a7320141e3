"""`rasputitsa replay` and `rasputitsa map`: go through a record action by action; draw the map."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from ..core import Event, HexBoard, State
from ..core.events import told
from ..core.positions import to_text
from ..games import add_edition
from ..games import game as find_game
from ..match import Match, read, replay
from . import listing
from .hexmap import HexMap
from .records import check_side
from .scene import Scene
from .screens import Frame, MapScreen, Screen, screen_for
from .theme import style_for

HELP = "Enter: next action, b: back, n: next phase, a number: go to it, p: the position in words, q: quit"


def run(args: Namespace) -> int:
    add_edition(args.edition)
    match = replay(read(Path(args.file)))
    tape = Tape(match, check_side(match.game, args.side))
    screen = screen_for(args.plain, args.no_color)
    if args.to is not None:
        tape.go(args.to)
    if args.position:
        sys.stdout.write(to_text(tape.states[tape.at if args.to is not None else tape.last].position()))
        return 0
    if args.step or (args.to is None and screen.interactive and sys.stdout.isatty()):
        walk(tape, screen)
        return 0
    if args.to is None:  # not at a terminal: show all of it
        screen.show_events(match.events_for(tape.viewer))
        tape.go(tape.last)
    show(tape, screen if args.plain else MapScreen(style_for(sys.stdout, args.no_color)))
    return 0


def run_map(args: Namespace) -> int:
    """Draw the map at the start of a game, on a terminal or into a file."""
    game = find_game(args.game, args.edition)
    scene = Scene(game, game.start().view(None))
    if args.plain or not isinstance(game.board, HexBoard):
        print("\n".join(listing.position(scene)))
        return 0
    drawing = HexMap(scene, style_for(sys.stdout, args.no_color), (999, 999))
    print("\n".join([*drawing.lines(), drawing.legend()]))
    return 0


class Tape:
    """All positions of a match, and the one that is shown, as a viewer may see it."""

    def __init__(self, match: Match, viewer: str | None = None) -> None:
        self.match = match
        self.viewer = viewer
        self.at = 0
        state = match.start()
        self.states: list[State] = [state]
        for entry in match.log:
            if state.stack and entry.action in state.actions():
                state = state.copy()
                state.apply(entry.action)
            self.states.append(state)

    @property
    def last(self) -> int:
        return len(self.match.log)

    @property
    def scene(self) -> Scene:
        return Scene(self.match.game, self.states[self.at].view(self.viewer))

    def go(self, number: int) -> None:
        self.at = max(0, min(number, self.last))

    def next_phase(self) -> None:
        def now() -> tuple[int, str]:
            view = self.states[self.at].view(None)
            return view["turn"], view["phase"]

        before = now()
        while self.at < self.last and now() == before:
            self.at += 1

    @property
    def title(self) -> str:
        """The last action and its number."""
        if not self.at:
            return f"Action 0 of {self.last}: the start"
        entry = self.match.log[self.at - 1]
        hidden = self.viewer not in (None, entry.side) and self.match.game.hidden
        return f"Action {self.at} of {self.last}: {entry.side}{'' if hidden else f' {entry.action}'}"

    @property
    def events(self) -> Sequence[Event]:
        found = self.match.log[self.at - 1].events if self.at else ()
        return told(found, self.viewer)


def show(tape: Tape, screen: Screen) -> None:
    """The position, what led to it, and the result at the end."""
    screen.position(Frame(tape.scene))
    screen.say(tape.title)
    screen.show_events(tape.events)
    if tape.at == tape.last and tape.match.outcome:
        screen.say(listing.outcome(tape.scene, tape.match.outcome))


def walk(tape: Tape, screen: Screen) -> None:
    """Step through the match as the person types."""
    screen.say(HELP)
    show(tape, screen)
    while (text := screen.read("[Enter b n NUMBER p q] ")) is not None:
        word = text.strip().casefold()
        if word == "q":
            return
        if word == "p":
            screen.say(*listing.position(tape.scene))
            continue
        if not _move(tape, word):
            screen.say(HELP)
            continue
        screen.clear()
        show(tape, screen)


def _move(tape: Tape, word: str) -> bool:
    if not word:
        tape.go(tape.at + 1)
    elif word == "b":
        tape.go(tape.at - 1)
    elif word == "n":
        tape.next_phase()
    elif word.isdecimal():
        tape.go(int(word[:9]))
    else:
        return False
    return True
