"""A match: the one true state of a game in play, the one log of its actions, and who may do what.

People, bots, files and the server all play by way of a `Match`::

    match = Match(game, players={"german": "Anna", "soviet": "Boris"})
    events = match.play("german", "move 0406", number=len(match.log))
    match.undo("german")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from ..core import CHANCE, DRAW, Action, Event, Game, Kind, Outcome, RasputitsaError, State
from ..core.events import told
from ..core.offers import Offers
from ..core.view import View
from .clock import TimeControl
from .dice import CommittedDice, Dice, check_match_id

CONCEDES = Action("concedes")
OFFERS = Action("offers", "a draw")
ACCEPTS = Action("accepts", "the draw")
CLAIMS = Action("claims", "the win on time")
AGREEMENTS = (CONCEDES, OFFERS, ACCEPTS, CLAIMS)

_NAME_AT_MOST = 100


class MatchError(RasputitsaError):
    """Something that this side may not do in the match now."""


class NotYourTurn(MatchError):
    """An action of a side that is not asked."""


class StaleAction(MatchError):
    """An action that was meant for an earlier position of the match."""


class MatchOver(MatchError):
    """Something that is only possible before the end."""


class CannotUndo(MatchError):
    """There is nothing that this side may take back, or take again."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of the log: the number of the position it was taken in, who took it, and what happened."""

    number: int
    side: str
    action: Action
    events: tuple[Event, ...]


class Match:
    """A game in play.

    ``state`` is the whole truth, to be looked at; only the methods of the match change it. ``log`` holds every action
    so far, those of CHANCE too; its length is the number of the present position. Without ``dice`` a match gets fresh
    committed ones. With a ``position`` (plain data or text) it begins there, with that position's scenario and options.
    ``rules`` is the version of the rules, where it is not the present one and can still be played. ``clock`` says how
    much time the players have; a match does not keep time itself.
    """

    def __init__(
        self,
        game: Game,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        players: Mapping[str, str] | None = None,
        dice: Dice | None = None,
        match_id: str | None = None,
        position: Mapping[str, Any] | str | None = None,
        rules: int | None = None,
        clock: TimeControl | None = None,
    ) -> None:
        self.game = game
        self.clock = clock
        self.rules_version = game.playable_rules(rules)
        self.position = None if position is None else game.position(position).position()  # type: ignore[arg-type]
        if self.position is None:
            self.scenario = game.check_scenario(scenario)
            self.options = game.check_options(options or {})
        else:
            self.scenario, self.options = self.position["scenario"], self.position["options"]
            self.rules_version = self.position.get("rules", game.rules_version)
        self.players = {side.name: "" for side in game.sides}
        for name, player in (players or {}).items():
            self._title(name)
            self.players[name] = check_player(player)
        self.id = match_id or (dice.match_id if dice else token_hex(8))
        self.dice = dice or CommittedDice.fresh(self.id)
        if self.dice.match_id not in ("", self.id):
            raise ValueError(f"The dice belong to match {self.dice.match_id}, not to {self.id}.")
        if self.id:
            check_match_id(self.id)
        self.state: State = self.start()
        self.log: list[Entry] = []
        self.rolls = 0
        self._agreed: Outcome | None = None
        self._past = _Past()  # the positions that may be gone back to
        self._undone: list[Entry] = []
        self.undoes_all = False  # in an analysis dice and reveals are taken back, too
        self._listed: tuple[State, list[Action]] | None = None  # a position and its legal actions
        self.resolve_chance()

    def start(self) -> State:
        """The state that the match began with."""
        if self.position is not None:
            return self.game.position(self.position)
        return self.game.start(self.scenario, self.options, self.rules_version)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules of the game or by agreement; None while it goes on."""
        return self._agreed or self.state.outcome

    @property
    def side(self) -> str | None:
        """Who must act; None when the match is over."""
        return None if self.outcome else self.state.side

    def actions(self) -> list[Action]:
        """Every legal action of the side that must act. They are listed once for each position."""
        if self._listed is None or self._listed[0] is not self.state:
            self._listed = self.state, self.state.actions()
        return self._listed[1]

    def offers(self, viewer: str | None) -> Offers | None:
        """The legal actions as this side is shown them; None unless it must act."""
        return self.state.offers(viewer, self.actions()) if viewer == self.state.side else None

    def view(self, viewer: str | None) -> View:
        """All that this side may know of the position; None is a spectator."""
        return self.state.view(viewer)

    def events_for(self, viewer: str | None, since: int = 0) -> list[Event]:
        """What this side may know of all that happened from position ``since`` on; None is a spectator."""
        return told((event for entry in self.log[since:] for event in entry.events), viewer)

    def play(self, side: str, action: Action | str, number: int | None = None) -> tuple[Event, ...]:
        """Take an action of this side, let chance act as it demands, and return all that happened.

        ``number`` is the number of the position that the action was meant for. An action that is refused, for whatever
        reason, changes nothing; a side that is not asked learns nothing about the action it tried.
        """
        self._refuse_out_of_turn(side)
        if number is not None and number != len(self.log):
            raise StaleAction(f"The action was meant for position {number}, but the match is at {len(self.log)}.")
        action = self.game.action(action)
        state = self.state.copy()
        happened = state.take(action, self.actions())
        entries = [Entry(len(self.log), side, action, happened)]
        self._resolve_chance(state, entries)
        if self.log and self.log[-1].side != side:
            self._past.clear()
        self._past.append(self.state)
        self._go_on(state, entries)
        if state.outcome or any(_reveals(entry) for entry in entries):
            self._past.clear()
        return tuple(event for entry in entries for event in entry.events)

    def resolve_chance(self) -> None:
        """Let chance act until a player must. Only needed after the dice were exchanged."""
        state = self.state.copy()
        entries: list[Entry] = []
        self._resolve_chance(state, entries)
        if entries:
            self._go_on(state, entries)
            self._past.clear()

    def can_undo(self, side: str) -> bool:
        """Whether this side may take its last action back: nobody has learned anything new since."""
        if self.undoes_all:
            return next((entry.side for entry in reversed(self.log) if entry.side != CHANCE), None) == side
        return bool(self._past) and self.log[-1].side == side

    def undo(self, side: str) -> Entry:
        """Take back this side's last action, which vanishes from the log. Returns what was taken back."""
        if not self.can_undo(side):
            raise CannotUndo(
                f"There is nothing for the {self._title(side)} player to undo: dice, draws, reveals, draw offers "
                "and the other side's actions cannot be undone."
            )
        if self.undoes_all:
            return self._take_back()
        entry = self.log.pop()
        self._undone.append(entry)
        self.state = self._past.pop(self.log)
        return entry

    def _take_back(self) -> Entry:
        """Go back to before the last action of a player and all that chance did after it, and forget them."""
        last = max(number for number, entry in enumerate(self.log) if entry.side != CHANCE)
        entry = self.log[last]
        del self.log[last:]
        self.state = self.start()
        for before in self.log:
            if before.action not in AGREEMENTS:
                self.state.apply(before.action)
        self.rolls, self._agreed = _rolls(self.log), None
        self._past.clear()
        self._undone.clear()
        return entry

    def can_redo(self, side: str) -> bool:
        """Whether this side took back an action and has done nothing else since."""
        return bool(self._undone) and self._undone[-1].side == side

    def redo(self, side: str) -> tuple[Event, ...]:
        """Take the action again that was taken back last."""
        if not self.can_redo(side):
            raise CannotUndo(f"There is nothing that the {self._title(side)} player took back last.")
        entry = self._undone.pop()
        self._past.append(self.state)
        self.state = self.state.copy()
        self.state.apply(entry.action)
        self.log.append(entry)
        return entry.events

    def concede(self, side: str) -> tuple[Event, ...]:
        """Give the match up, at any time."""
        event = Event(Kind.AGREEMENT, f"The {self._title(side)} player concedes.", side=side)
        return self._agree(side, CONCEDES, event, Outcome(self.game.other(side), event.text, ""))

    @property
    def draw_offer(self) -> str | None:
        """The side that has offered a draw. The offer is open until the other side accepts it or plays on."""
        last = None
        for entry in reversed(self.log):
            if entry.side == CHANCE:
                continue
            if last not in (None, entry.side):
                break
            last = entry.side
            if entry.action == OFFERS:
                return last
        return None

    def offer_draw(self, side: str) -> tuple[Event, ...]:
        """Offer a draw, in one's own turn."""
        self._refuse_out_of_turn(side)
        if self.draw_offer == side:
            raise MatchError(f"The {self._title(side)} player has already offered a draw.")
        event = Event(Kind.AGREEMENT, f"The {self._title(side)} player offers a draw.", side=side)
        return self._agree(side, OFFERS, event, None)

    def accept_draw(self, side: str) -> tuple[Event, ...]:
        """Accept the other side's offer of a draw."""
        self._refuse_when_over()
        if self.draw_offer != self.game.other(side):
            raise MatchError(f"There is no offer of a draw for the {self._title(side)} player to accept.")
        event = Event(Kind.AGREEMENT, f"The {self._title(side)} player accepts the draw.", side=side)
        return self._agree(side, ACCEPTS, event, Outcome(DRAW, "Draw by agreement.", ""))

    def claim_win(self, side: str) -> tuple[Event, ...]:
        """Claim the win because the other side's time has run out; whoever keeps the time has checked that."""
        self._refuse_when_over()
        if self.clock is None:
            raise MatchError("This match has no clock, so nobody can win it on time.")
        loser = self.game.other(side)
        event = Event(Kind.AGREEMENT, f"The {self._title(side)} player claims the win on time.", side=side)
        return self._agree(side, CLAIMS, event, Outcome(side, f"The {self._title(loser)} player's time ran out.", ""))

    def _agree(self, side: str, action: Action, event: Event, outcome: Outcome | None) -> tuple[Event, ...]:
        """Log what the players agree on. It cannot be undone."""
        self._refuse_when_over()
        self._agreed = outcome
        self._go_on(self.state, [Entry(len(self.log), side, action, (event,))])
        self._past.clear()
        return (event,)

    def _resolve_chance(self, state: State, entries: list[Entry]) -> None:
        """Add the actions of chance, as long as it must act in this state and the dice know the outcome."""
        while state.side == CHANCE:
            action = self.dice.resolve(state, self.rolls + _rolls(entries) + 1)
            if action is None:
                break
            entries.append(Entry(len(self.log) + len(entries), CHANCE, action, state.take(action)))

    def _go_on(self, state: State, entries: Sequence[Entry]) -> None:
        self.state = state
        self.log += entries
        self.rolls += _rolls(entries)
        self._undone.clear()

    def _refuse_when_over(self) -> None:
        if self.outcome:
            raise MatchOver(f"The match is over: {self.outcome.reason}")

    def _refuse_out_of_turn(self, side: str) -> None:
        self._refuse_when_over()
        if side != self.state.side:
            who = CHANCE if side == CHANCE else f"the {self._title(side)} player"
            raise NotYourTurn(f"It is not {who}'s turn.")

    def _title(self, side: str) -> str:
        """What people call this side, which must be one of the two."""
        for known in self.game.sides:
            if known.name == side:
                return known.title
        raise MatchError(f"{self.game.title} has no side {str(side)[:40]!r}.")


class _Past:
    """The positions before the last actions of the log, one an action, back to the last that may be undone.

    A turn can have thousands of actions, so only the latest positions are all kept, and of older ones every 64th; those
    between are recomputed.
    """

    RECENT = EVERY = 64

    def __init__(self) -> None:
        self._states: list[State | None] = []

    def __len__(self) -> int:
        return len(self._states)

    @property
    def kept(self) -> int:
        """How many states are held."""
        return sum(state is not None for state in self._states)

    def append(self, state: State) -> None:
        self._states.append(state)
        old = len(self._states) - 1 - self.RECENT
        if old > 0 and old % self.EVERY:
            self._states[old] = None

    def pop(self, log: Sequence[Entry]) -> State:
        """The last of these positions; ``log`` ends with the action before it."""
        number = len(self._states) - 1
        state = self._states.pop()
        if state is not None:
            return state
        known = next(index for index in range(number - 1, -1, -1) if self._states[index] is not None)
        found = self._states[known]
        assert found is not None
        state = found.copy()
        for entry in log[len(log) - (number - known) :]:
            state.apply(entry.action)
        return state

    def clear(self) -> None:
        self._states.clear()


def _rolls(entries: Sequence[Entry]) -> int:
    return sum(entry.side == CHANCE for entry in entries)


def _reveals(entry: Entry) -> bool:
    """Whether somebody learned something by this action that cannot be unlearned."""
    return entry.side == CHANCE or any(event.reveals for event in entry.events)


def check_player(text: str) -> str:
    """A player's name must fit into a line of a record."""
    name = " ".join(text.split())
    if len(name) > _NAME_AT_MOST or not name.isprintable():
        raise MatchError(f"A player's name is one line of at most {_NAME_AT_MOST} characters, not {name[:40]!r}.")
    return name
