"""A table: a `Match` in play, its seats and chat, who sits there, and what has to be stored of every change.

Nothing here waits, sends, stores or looks at a clock: `now` is passed in, and what a change means for the storage is
returned as values (`rows`). `handling` carries commands out; `state_messages` says what each client is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from hashlib import sha256
from typing import Any, Self

from ..core import CHANCE, Game, RasputitsaError
from ..core.forecasts import ForecastData
from ..games import game_of
from ..match import Exchange, Match, StaleAction, TableDice
from .client import Client, Now
from .dice import MatchDice, PendingRoll, is_analysis, pending_roll
from .limits import TableLimits
from .problems import Problem
from .rows import (
    BOT,
    EMPTY,
    ChatLine,
    ClockSaved,
    ExchangeSaved,
    Header,
    LoggedCommand,
    Progress,
    Seat,
    SeatSaved,
    Stored,
)
from .shown_views import ShownViews
from .state_messages import StateMessages
from .texts import lines

LOGGED: dict[str, Callable[[Match, str, str], object]] = {
    "play": lambda match, side, action: match.play(side, action),
    "undo": lambda match, side, action: match.undo(side),
    "redo": lambda match, side, action: match.redo(side),
    "concede": lambda match, side, action: match.concede(side),
    "offer_draw": lambda match, side, action: match.offer_draw(side),
    "accept_draw": lambda match, side, action: match.accept_draw(side),
    "decline_draw": lambda match, side, action: None,
    "claim_win": lambda match, side, action: match.claim_win(side),
}
SERVER = "server"  # who writes the lines of the chat that nobody sent


def normalized(action: str) -> str:
    return " ".join(action.split())


def _exchange(header: Header, sides: list[str]) -> Exchange | None:
    return None if header.seals is None else Exchange(header.dice_id, sides, header.seals, header.words)


class Table:
    """A match in play. Whoever changes it stores the change before anybody is shown it."""

    def __init__(self, header: Header, seats: dict[str, Seat], match: Match, limits: TableLimits | None = None) -> None:
        self.header = header
        self.limits = limits or TableLimits()
        self.seats = seats
        self.match = match
        self.game: Game = match.game
        match.undoes_all = is_analysis(header.script)
        self.exchange = _exchange(header, list(seats))
        self.dice = MatchDice(header, self.exchange)
        self.rolls: set[int] = set()  # the numbers of the log entries in which dice were rolled
        self.forecasts: dict[int, ForecastData] = {}  # by the number of the roll they were made for
        self.chat: list[ChatLine] = []
        self.notices = 0  # lines of the chat that the server wrote
        self.commands = 0  # logged so far
        self.undos = 0
        self.clients: set[Client] = set()
        self.levels: Sequence[str] = ()  # of the bots that can play, weakest first
        self.shown_views = ShownViews()
        self._messages: StateMessages | None = None  # of the match as it is now
        self._handled: set[int] = set()  # the hashes of the commands: a match can have thousands
        self._chat_handled: set[tuple[str, str, str]] = set()
        self._offer_open = False
        self._exchange_stored = self._exchange_now()

    # Questions about it.

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
        """The number of the position in which the side that is asked now was first asked."""
        return self.header.since

    @property
    def bot_to_move(self) -> str | None:
        """The side that is asked, if a bot plays it."""
        asked = self.match.side
        return asked if asked in self.seats and self.seats[asked].kind == BOT else None

    @property
    def draw_offer(self) -> str | None:
        """The side whose offer of a draw is open: made, neither declined nor outdated."""
        offer = self.match.draw_offer if self._offer_open else None
        self._offer_open = offer is not None
        return offer

    @property
    def is_open(self) -> bool:
        """Whether everybody may know all of it."""
        return not self.game.hidden or self.match.outcome is not None

    @property
    def messages(self) -> StateMessages:
        """The state messages of the match as it is now."""
        if self._messages is None:
            self._messages = StateMessages(self)
        return self._messages

    def secret(self) -> str | None:
        """The secret of the dice, once the match is over."""
        dice = self.match.dice
        return dice.secret.hex() if self.match.outcome and dice.commitment and dice.secret else None

    def snapshot(self) -> Match:
        """The match as it is now, whatever is played in the meantime."""
        snapshot = copy(self.match)
        snapshot.log, snapshot.players = list(self.match.log), dict(self.match.players)
        return snapshot

    def is_connected(self, side: str) -> bool:
        return any(side in client.sides for client in self.clients)

    def viewer_of(self, sides: Sequence[str]) -> str | None:
        """For whom a client that plays these sides is shown the match: the side that is asked, or else its first.

        While the first roll waits nobody knows which of two players looks at the screen.
        """
        if self.asked in sides:
            return self.asked
        return None if not sides or (self.awaited and len(sides) > 1) else sides[0]

    def bot_seed(self, side: str) -> int:
        """The seed of a bot that plays this side: the same after a restart, known to nobody."""
        secret = self.header.secret or self.header.spectators
        return int.from_bytes(sha256(secret + f" bot {side}".encode()).digest()[:6], "big")

    # Changes.

    def was_handled(self, side: str, command_id: str, command: str, number: int, action: str) -> bool:
        """Whether this very command was already carried out."""
        return hash((side, command_id, command, number, normalized(action))) in self._handled

    def perform(self, command: str, side: str, action: str, number: int, now: Now, command_id: str = "") -> Progress:
        """Carry out a command, or raise. Returns what has to be stored."""
        before = self.number
        if number != before:
            raise StaleAction(f"This command was meant for position {number}, but the match is at {before}.")
        if command == "claim_win":
            self._check_claim(side, now.clock)
        action = normalized(action)
        self._carry_out(command, side, action, command_id)
        row = LoggedCommand(self.commands - 1, command, side, action, command_id, now.date)
        if command not in ("play", "redo"):
            return self._progress([row], now, undone=command == "undo")
        self._roll_if_due()
        return self._progress([row, *self._rolled(before + 1, now)], now)

    def _rolled(self, since: int, now: Now) -> list[LoggedCommand]:
        """The actions of chance from position ``since`` on, as they have to be stored."""
        rolls = self.match.log[since:]
        for roll, pending in zip(rolls, self.dice.take_pending(), strict=False):
            self._note_roll(roll.number, pending)
        first, self.commands = self.commands, self.commands + len(rolls)
        actions = [str(roll.action) for roll in rolls]
        return [LoggedCommand(first + n, "play", CHANCE, action, "", now.date) for n, action in enumerate(actions)]

    def _note_roll(self, number: int, pending: PendingRoll) -> None:
        """Remember what was known before the roll in the position of that number."""
        if pending.dice:
            self.rolls.add(number)
        if pending.forecast is not None:
            self.forecasts[number] = pending.forecast.data()

    def _carry_out(self, command: str, side: str, action: str, command_id: str) -> None:
        """One command, in the same way whether it comes in now or is replayed."""
        before = self.number
        if command in ("accept_draw", "decline_draw") and self.draw_offer != self.game.other(side):
            raise Problem("forbidden", "There is no offer of a draw to answer.")
        if command == "offer_draw" and self.match.draw_offer == side and not self._offer_open:
            raise Problem("forbidden", "Your offer was declined. Play on before you offer a draw again.")
        if side == CHANCE:
            self._note_roll(before, pending_roll(self.match.state))
        LOGGED[command](self.match, side, action)
        self.commands += 1
        if command_id:
            self._handled.add(hash((side, command_id, command, before, action)))
        if command == "undo":
            self.undos += 1
            self.rolls = {number for number in self.rolls if number < self.number}
        if command in ("offer_draw", "decline_draw"):
            self._offer_open = command == "offer_draw"

    def _progress(self, rows: list[LoggedCommand], now: Now, undone: bool = False) -> Progress:
        """What has to be stored after these commands. As long as a roll waits, the turn of who was asked goes on."""
        header, outcome = self.header, self.match.outcome
        header.number = len(self.match.log)
        if header.clock is not None:
            self._turn_clock(undone, now.clock)
        if self.match.side not in (header.asked, CHANCE):
            header.asked, header.since = self.match.side, header.number
        header.outcome = outcome._asdict() if outcome else None
        self._messages = None
        where = (header.number, header.asked, header.outcome, header.since, header.clock)
        return Progress(header.id, tuple(rows), *where, self._exchange_saved())

    # The exchange of words, before the first roll.

    @property
    def awaited(self) -> list[str]:
        """The sides whose words the first roll waits for; none if no roll is due."""
        return self.exchange.missing if self.exchange is not None and self.match.side == CHANCE else []

    def seal_word(self, side: str, seal: str, now: Now) -> Progress | None:
        """Take the seal of a player's word. Returns what has to be stored; None if it is known."""
        exchange = self._open_exchange()
        if exchange.seals.get(side) == seal:
            return None
        if self.seats[side].kind == BOT:
            raise Problem("forbidden", "A bot plays this side.")
        exchange.seal(side, seal)
        return self.roll_if_due(now)

    def show_word(self, side: str, text: str, now: Now) -> Progress | None:
        """Take a player's word. Returns what has to be stored; None if it is known."""
        known = self.header.words.get(side)
        if known is not None and known.text == text:
            return None
        self._open_exchange().show(side, text)
        return self.roll_if_due(now)

    def go_without_words(self, sides: Iterable[str], now: Now) -> Progress:
        """Wait no longer for the words of these sides. Returns what has to be stored."""
        exchange = self._open_exchange()
        for side in sides:
            exchange.go_without(side)
        return self.roll_if_due(now)

    def roll_if_due(self, now: Now) -> Progress:
        """Let chance act if it only waited for a word. Returns what has to be stored."""
        before = self.number
        self._roll_if_due()
        return self._progress(self._rolled(before, now), now)

    def _roll_if_due(self) -> None:
        if self.exchange is None or self.match.side != CHANCE:
            return
        for side, seat in self.seats.items():
            if seat.kind == BOT and side not in self.exchange.seals:
                self.exchange.go_without(side)
        self.match.resolve_chance()

    def _open_exchange(self) -> Exchange:
        if self.exchange is None or self.match.outcome:
            raise Problem("forbidden", "This match's dice accept no player seeds.")
        return self.exchange

    def _exchange_saved(self) -> ExchangeSaved | None:
        """The exchange, if it has changed since it was last stored."""
        now = self._exchange_now()
        if now == self._exchange_stored:
            return None
        self._exchange_stored = now
        return now

    def _exchange_now(self) -> ExchangeSaved | None:
        if self.exchange is None:
            return None
        return ExchangeSaved(self.id, dict(self.exchange.seals), dict(self.exchange.player_seeds))

    # Its clock.

    @property
    def timed(self) -> str | None:
        """The side whose time runs while it is asked: bots take what time they need."""
        asked = self.match.side
        return asked if asked in self.seats and self.seats[asked].kind != BOT else None

    def start_clock(self, now: float) -> list[ClockSaved]:
        """Start the clock if it is time to: both seats are taken and, in live play, both players are there."""
        clock = self.header.clock
        if clock is None or clock.started or not any(self.is_connected(side) for side in self.seats):
            return []
        for side, seat in self.seats.items():
            away = clock.control.kind == "live" and seat.kind != BOT and not self.is_connected(side)
            if seat.kind == EMPTY or away:
                return []
        self.header.clock = clock.start(self.timed, now)
        return [ClockSaved(self.id, self.header.clock)]

    def reseat_clock(self, now: float) -> list[ClockSaved]:
        """A bot may have taken or left a seat: start or stop the time of the side that is asked."""
        clock = self.header.clock
        if clock is None or not clock.started or clock.side == self.timed:
            return []
        self.header.clock = clock.run(self.timed, now)
        return [ClockSaved(self.id, self.header.clock)]

    def _turn_clock(self, undone: bool, now: float) -> None:
        """After a command: another side's turn begins, unless by an undo, which gives and takes no time."""
        clock = self.header.clock
        assert clock is not None
        begins = self.match.side not in (self.header.asked, CHANCE) and not undone
        self.header.clock = clock.turn(self.timed, now) if begins else clock.run(self.timed, now)

    def _check_claim(self, side: str, now: float) -> None:
        clock, other = self.header.clock, self.game.other(side)
        if clock is None:
            raise Problem("forbidden", "This match has no clock.")
        if not clock.has_run_out(other, now):
            if self.seats[other].kind == BOT:
                raise Problem("forbidden", "A bot does not lose on time.")
            raise Problem("forbidden", "Your opponent's time has not run out.")
        if clock.has_run_out(side, now):
            raise Problem("forbidden", "Your own time has run out too, so nobody wins on time.")

    # Its seats and chat.

    def change_seat(self, side: str, **changes: Any) -> Seat:
        """Change a seat. Returns it as it has to be stored."""
        seat = replace(self.seats[side], **changes)
        self.seats[side] = seat
        self.match.players[side] = seat.name
        self.seats_changed()
        return seat

    def seats_changed(self) -> None:
        """Somebody took or left a seat, connected or disconnected."""
        self._messages = None

    def keep_notes(self, side: str, text: str) -> SeatSaved:
        """Keep a player's own notes. Returns what has to be stored."""
        return SeatSaved(self.id, self.change_seat(side, notes=lines(text, self.limits.notes_characters, "Notes")))

    def chat_was_handled(self, sender: str, text: str, command_id: str) -> bool:
        """Whether this very message was already taken."""
        return (sender, text, command_id) in self._chat_handled

    def add_notice(self, text: str, now: Now) -> ChatLine:
        """Something that all should know about the seats, as a line of the chat."""
        return self.add_chat(SERVER, text, "", now)

    def add_chat(self, sender: str, text: str, command_id: str, now: Now) -> ChatLine:
        line = ChatLine(len(self.chat), sender, text, command_id, now.date)
        self._keep_chat(line)
        return line

    def _keep_chat(self, line: ChatLine) -> None:
        self.chat.append(line)
        self.notices += line.sender == SERVER
        self._chat_handled.add((line.sender, line.text, line.command_id))

    # Loading.

    @classmethod
    def rebuild(cls, stored: Stored, limits: TableLimits | None = None) -> Iterator[Self]:
        """The table of a stored match, by replay. Yields it unfinished after every command, and finished at the end."""
        header = stored.header
        game = game_of(header.game, header.edition, header.rules, header.data)
        seats = {side.name: seat for side in game.sides for seat in stored.seats if seat.side == side.name}
        names = {side: seat.name for side, seat in seats.items()}
        dice = TableDice(header.dice_id)
        rules = game.playable_rules(header.rules)  # those that the match began with, where they can still be played
        older = {} if rules == game.rules_version else {"rules": rules}
        position = header.position and {**older, **header.position}
        control = header.clock.control if header.clock else None
        match = Match(game, header.scenario, header.options, names, dice, None, position, rules, control)
        table = cls(header, seats, match, limits)
        for row in stored.commands:
            table._carry_out(row.command, row.side, row.action, row.command_id)
            yield table
        for line in stored.chat:
            table._keep_chat(line)
        match.dice = table.dice
        match.resolve_chance()
        if table.number != header.number:
            raise RasputitsaError("The stored commands do not lead to the stored position.")
        yield table
