"""What a player is warned of before a phase ends: the loss of the game first (5.0), then of cities."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import contains, members
from ...core.warnings import PlayerWarning, are, grave, listed_names, notice, them
from .enemy_reach import enemy_reach
from .facts import BOARD, CITIES, GERMAN, LAST_TURN, MOSCOW, SIDES, SOVIET, TITLES
from .state import BattleForMoscowState
from .victory import judge
from .zones import in_communication


def dangers(state: BattleForMoscowState, side: str) -> list[PlayerWarning]:
    if not state.phase:
        return []
    own = SIDES.index(side)
    return [*last_judgement(state, own), *open_cities(state, own), *cut_off(state, own)]


def last_judgement(state: BattleForMoscowState, own: int) -> Iterator[PlayerWarning]:
    """5.0: the Movement Phases of the last turn are the last ones."""
    if state.turn != LAST_TURN or state.mode != "movement":
        return
    outcome = judge(state)
    if own == GERMAN:
        if outcome.winner != SIDES[GERMAN]:
            text = "This is your last phase, and the Russians control Moscow: you would not win."
            yield grave("5.0", text, [BOARD.names[MOSCOW]])
    else:
        if outcome.winner == SIDES[GERMAN]:
            yield grave("5.0", "The game ends with this phase, and the Germans control Moscow.", [BOARD.names[MOSCOW]])
        elif outcome.winner != SIDES[SOVIET]:
            yield grave("5.0", "The game ends with this phase, and you control no city but Moscow: a draw.")


def open_cities(state: BattleForMoscowState, own: int) -> Iterator[PlayerWarning]:
    """5.0: cities of one's own that are empty and within the enemy's reach. In the end Moscow decides the game."""
    mine = state.cities_of(own) & CITIES & ~state.occupied[own]
    if not mine:
        return
    mine &= enemy_reach(state, 1 - own)
    last = state.turn == LAST_TURN or (own == SOVIET and state.turn == LAST_TURN - 1)
    enemy = TITLES[1 - own]
    if contains(mine, MOSCOW):
        text = f"Moscow is empty, and {enemy} units can reach it"
        name = [BOARD.names[MOSCOW]]
        if own == GERMAN and last:
            yield grave("5.0", f"{text} in the last turn: you would not win.", name)
        elif own == SOVIET:
            yield grave("5.0", f"{text}: whoever holds it in the end decides the game.", name)
        else:
            yield notice("5.0", f"{text}.", name)
    others = mine & ~(1 << MOSCOW)
    if others:
        names = [BOARD.by_id[hex].title for hex in members(others)]
        text = f"{listed_names(names)} {are(names)} empty, and {enemy} units can reach {them(names)}."
        yield notice("5.0", text, BOARD.names_of(others))


def cut_off(state: BattleForMoscowState, own: int) -> Iterator[PlayerWarning]:
    """10.0: units that cannot be replaced where they are."""
    isolated = state.occupied[own] & ~in_communication(state, own)
    if isolated:
        text = f"Units out of communication: {isolated.bit_count()}; they cannot be given replacements."
        yield notice("10.0", text, BOARD.names_of(isolated))
