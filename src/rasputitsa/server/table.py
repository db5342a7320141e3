"""A live match: the `Match` itself, its seats and chat, who is looking, and what has to be stored of every change.

Nothing here waits. `tables` loads and stores; `states` says what a client is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from time import time
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from ..core import CHANCE, Game, RasputitsaError
from ..games import game as find_game
from ..match import Match, StaleAction, TableDice
from .dice import PlayedDice, Promise, promise
from .problems import Problem
from .protocol import encode
from .storage import BOT, ChatLine, Deed, Header, Progress, Seat, Stored

if TYPE_CHECKING:
    from .connection import Connection
    from .states import States

DEEDS: dict[str, Callable[[Match, str, str], object]] = {
    "play": lambda match, side, action: match.play(side, action),
    "undo": lambda match, side, action: match.undo(side),
    "redo": lambda match, side, action: match.redo(side),
    "concede": lambda match, side, action: match.concede(side),
    "offer_draw": lambda match, side, action: match.offer_draw(side),
    "accept_draw": lambda match, side, action: match.accept_draw(side),
    "decline_draw": lambda match, side, action: None,
}
STEPS_AT_ONCE = 50  # deeds replayed before others get a turn


def plain(action: str) -> str:
    return " ".join(action.split())


class Table:
    """A live match. Whoever changes it holds its ``lock`` until the change is stored and shown."""

    def __init__(self, header: Header, seats: dict[str, Seat], match: Match) -> None:
        self.header = header
        self.seats = seats
        self.match = match
        self.game: Game = match.game
        self.dice = PlayedDice(header)
        self.rolls: set[int] = set()  # the numbers of the entries in which dice fell
        self.forecasts: dict[int, Raw] = {}  # by the number of the roll they were made for
        self.chat: list[ChatLine] = []
        self.deeds = 0
        self.undos = 0
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.arriving = 0  # clients that are about to be among them
        self.bot_task: asyncio.Task[None] | None = None
        self.thought: asyncio.Future[None] | None = None  # settled to interrupt a thinking bot
        self.gone = False  # dropped from memory: whoever holds it must ask for it again
        self.shown: States | None = None
        self.seats_shown: Raw | None = None
        self._taken: set[tuple[str, str, str, int, str]] = set()
        self._chatted: set[tuple[str, str, str]] = set()
        self._offered = False

    # What is asked about it.

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def number(self) -> int:
        return len(self.match.log)

    @property
    def asked(self) -> str | None:
        return self.match.side

    @property
    def since(self) -> int:
        """The number of the position in which the present side was first asked."""
        return self.header.since

    @property
    def thinking(self) -> str | None:
        """The side whose bot has the move."""
        asked = self.match.side
        return asked if asked in self.seats and self.seats[asked].kind == BOT else None

    @property
    def draw_offer(self) -> str | None:
        """The side whose offer of a draw stands and was not declined."""
        offer = self.match.draw_offer if self._offered else None
        self._offered = offer is not None
        return offer

    def secret(self) -> str | None:
        """The secret of the dice, once the match is over."""
        dice = self.match.dice
        return dice.secret.hex() if self.match.outcome and dice.commitment and dice.secret else None

    def here(self, side: str) -> bool:
        return any(side in connection.sides for connection in self.connections)

    def seed(self, side: str) -> int:
        """What a bot at this side draws its chances from: stable over restarts, known to nobody."""
        secret = self.header.secret or self.header.spectators
        return int.from_bytes(sha256(secret + f" bot {side}".encode()).digest()[:6], "big")

    # What changes it.

    def taken(self, side: str, wish: str, deed: str, number: int, action: str) -> bool:
        """Whether this very wish was fulfilled already."""
        return (side, wish, deed, number, plain(action)) in self._taken

    def perform(self, deed: str, side: str, action: str, number: int, wish: str = "") -> Progress:
        """Do it in the match, or raise. The answer is what has to be stored of it."""
        before = self.number
        if number != before:
            raise StaleAction(f"This was meant for position {number}, but the match is at {before}.")
        action = plain(action)
        self._act(deed, side, action, wish)
        now = time()
        first = self.deeds - 1
        rows = [Deed(first, deed, side, action, wish, now)]
        if deed == "play":
            rolls = self.match.log[before + 1 :]
            rows += [Deed(first + n, "play", CHANCE, str(roll.action), "", now) for n, roll in enumerate(rolls, 1)]
            self.deeds += len(rolls)
            for roll, promised in zip(rolls, self.dice.take_promises(), strict=False):
                self._note_promise(roll.number, promised)
        return self._progress(rows)

    def _note_promise(self, number: int, promised: Promise) -> None:
        """Keep what was promised before chance answered in the position of that number."""
        if promised.dice:
            self.rolls.add(number)
        if promised.forecast is not None:
            self.forecasts[number] = Raw(encode(promised.forecast.data()))

    def _act(self, deed: str, side: str, action: str, wish: str) -> None:
        """One deed, alike whether it happens now or is replayed."""
        before = self.number
        if deed in ("accept_draw", "decline_draw") and self.draw_offer != self.game.other(side):
            raise Problem("forbidden", "There is no offer of a draw to answer.")
        if deed == "offer_draw" and self.match.draw_offer == side and not self._offered:
            raise Problem("forbidden", "The offer was declined. Play on before you offer again.")
        if side == CHANCE:
            self._note_promise(before, promise(self.match.state))
        DEEDS[deed](self.match, side, action)
        self.deeds += 1
        if wish:
            self._taken.add((side, wish, deed, before, action))
        if deed == "undo":
            self.undos += 1
        if deed == "offer_draw":
            self._offered = True
        elif deed == "decline_draw":
            self._offered = False

    def _progress(self, rows: list[Deed]) -> Progress:
        header, outcome = self.header, self.match.outcome
        header.number = len(self.match.log)
        asked = self.match.side
        if asked != header.asked:
            header.asked, header.since = asked, header.number
        header.outcome = outcome._asdict() if outcome else None
        self.shown = None
        return Progress(header.id, tuple(rows), header.number, asked, header.outcome, header.since)

    def seat(self, side: str, **changes: Any) -> Seat:
        """Change a seat; the answer is to be stored."""
        seat = replace(self.seats[side], **changes)
        self.seats[side] = seat
        self.match.players[side] = seat.name
        self.seats_changed()
        return seat

    def seats_changed(self) -> None:
        """Somebody sat down, left, came or went."""
        self.shown = self.seats_shown = None

    def chatted(self, sender: str, text: str, wish: str) -> bool:
        """Whether this very message was heard already."""
        return (sender, text, wish) in self._chatted

    def say(self, sender: str, text: str, wish: str) -> ChatLine:
        line = ChatLine(len(self.chat), sender, text, wish, time())
        self._hear(line)
        return line

    def _hear(self, line: ChatLine) -> None:
        self.chat.append(line)
        self._chatted.add((line.sender, line.text, line.wish))

    # Replay.

    @classmethod
    def rebuild(cls, stored: Stored) -> Iterator[Table]:
        """The table that was stored, by replay. Yields it unfinished now and then, and at last finished."""
        header = stored.header
        game = find_game(header.game)
        seats = {side.name: seat for side in game.sides for seat in stored.seats if seat.side == side.name}
        names = {side: seat.name for side, seat in seats.items()}
        match = Match(game, header.scenario, header.options, names, TableDice(header.dice_id))
        table = cls(header, seats, match)
        for count, deed in enumerate(stored.deeds, 1):
            table._act(deed.deed, deed.side, deed.action, deed.wish)
            if not count % STEPS_AT_ONCE:
                yield table
        for line in stored.chat:
            table._hear(line)
        match.dice = table.dice
        match.resolve_chance()
        if table.number != header.number:
            raise RasputitsaError("The log of the match does not fit its rules.")
        yield table
