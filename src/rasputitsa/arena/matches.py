"""One match between two bots: what is played, and its result."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from shlex import quote
from time import perf_counter
from typing import Any

from ..bots import Bot, bot, decide
from ..core import CHANCE, DRAW, Action, IllegalAction, RasputitsaError, State
from ..core.events import Event
from ..games import game as find_game
from ..match import CommittedDice
from .tally import Tally, turns_of

ACTIONS_AT_MOST = 1_000_000


class ArenaError(RasputitsaError):
    """A match that failed. ``seed`` plays it again, ``details`` say where in the program it happened."""

    def __init__(self, text: str, seed: int, details: str = "") -> None:
        super().__init__(text, seed, details)
        self.seed = seed
        self.details = details

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match to be played. ``players`` names the bot of each side; dice and bots follow from the seed.

    ``tallied`` says whether its events are counted, too.
    """

    number: int
    game: str
    players: Mapping[str, str]
    seed: int
    scenario: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    edition: str | None = None
    tallied: bool = False

    @property
    def command(self) -> str:
        """How to play this match again."""
        players = " ".join(f"--{side} {name}" for side, name in self.players.items())
        options = played_with(self.scenario, self.options, self.edition)
        return f"rasputitsa arena {self.game} {players} -n 1 --seed {self.seed} --jobs 1{options}"


def played_with(scenario: str | None, options: Mapping[str, str], edition: str | None) -> str:
    """What a command says of the scenario, the options and the edition."""
    chosen = f" --scenario {scenario}" if scenario else ""
    chosen += "".join(f" --option {name}={value}" for name, value in options.items())
    return chosen + (f" --edition {quote(edition)}" if edition else "")


@dataclass(frozen=True, slots=True)
class Row:
    """A match that was played. ``winner`` is a side or "draw"; ``rolls`` counts the actions of chance.

    ``figures`` are the statistics at the end, by title and side; ``tally`` is what a study counts (see `arena.tally`).
    """

    number: int
    seed: int
    players: Mapping[str, str]
    winner: str
    reason: str
    actions: int
    rolls: int
    turns: int
    seconds: float
    figures: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    tally: Mapping[str, Any] = field(default_factory=dict)

    @property
    def winning_side(self) -> str | None:
        return None if self.winner == DRAW else self.winner

    @property
    def winning_bot(self) -> str | None:
        return self.players.get(self.winner)


@dataclass(frozen=True, slots=True)
class Failure:
    """A match that failed: how, and where."""

    pairing: Pairing
    problem: str
    details: str

    def error(self) -> ArenaError:
        names = " against ".join(f"{name} ({side})" for side, name in self.pairing.players.items())
        text = f"The match with seed {self.pairing.seed}, {names}, failed: {self.problem}"
        text += f" To repeat it: {self.pairing.command}"
        return ArenaError(text, self.pairing.seed, self.details)


def play(pairing: Pairing) -> Row:
    """Play a match to its end. Every decision of a bot is checked."""
    game = find_game(pairing.game, pairing.edition)
    return play_between(pairing, {side: bot(name, game, pairing.seed) for side, name in pairing.players.items()})


def play_between(pairing: Pairing, players: Mapping[str, Bot]) -> Row:
    """The same between players that were made already."""
    game = find_game(pairing.game, pairing.edition)
    state = game.start(pairing.scenario, pairing.options)
    dice = CommittedDice.seeded(pairing.seed, "arena")
    tally = Tally(state) if pairing.tallied else None
    actions = rolls = 0
    began = perf_counter()
    while (side := state.side) is not None:
        if side == CHANCE:
            rolls += 1
            _apply(state, dice.resolve(state, rolls), tally)
            continue
        action = decide(players[side], state, actions + rolls)
        if action not in state.actions():
            raise IllegalAction(*state.why_not(action) or ("", f"{action} is not a legal action."))
        _apply(state, action, tally)
        actions += 1
        if actions > ACTIONS_AT_MOST:
            raise RuntimeError(f"no end after {ACTIONS_AT_MOST} actions")
    seconds = perf_counter() - began
    assert state.outcome is not None
    winner, reason, _ = state.outcome
    return Row(
        pairing.number,
        pairing.seed,
        dict(pairing.players),
        winner,
        reason,
        actions,
        rolls,
        turns_of(state),
        seconds,
        {figure["title"]: figure["values"] for figure in state.statistics()},
        tally.data(state) if tally else {},
    )


def _apply(state: State, action: Action, tally: Tally | None) -> None:
    """Take a legal action; events are made only where somebody counts them."""
    if tally is None:
        state.apply(action)
        return
    state.events = events = list[Event]()
    state.apply(action)
    state.events = None
    tally.add(state, events)


def attempt(pairing: Pairing) -> Row | Failure:
    """Play a match. An error is returned as a value, so that it can be passed between processes."""
    try:
        return play(pairing)
    except Exception as error:  # any mistake of a bot belongs to its match
        return Failure(pairing, f"{type(error).__name__}: {error}", traceback.format_exc())


def attempt_all(pairings: list[Pairing]) -> list[Row | Failure]:
    """Play some matches, up to the first that fails."""
    found: list[Row | Failure] = []
    for pairing in pairings:
        found.append(attempt(pairing))
        if isinstance(found[-1], Failure):
            break
    return found
