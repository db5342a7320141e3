"""What a player is warned of before a phase ends: sudden death first (4.0), then what will be lost."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import flood, members
from ...core.warnings import PlayerWarning, are, grave, listed_names, notice, them
from .enemy_reach import attackable, enemy_reach
from .facts import (
    BOARD,
    CAVALRY_LEAVES,
    CITIES,
    EAST_SOURCES,
    FIVE_CITIES,
    GERMAN,
    HEXES,
    INFANTRY_LEAVES,
    LAST_TURN,
    MOSCOW,
    SIDES,
    SOVIET,
    TITLES,
    WESTERN_PLACES,
    hex_label,
    land_spread,
)
from .replacements import Withdrawal
from .state import SET_UPS, DriveOnMoscowState
from .supply import find_line, german_net, soviet_supplied

FEW = 2  # divisions that can be withdrawn


def dangers(state: DriveOnMoscowState, side: str) -> list[PlayerWarning]:
    own = SIDES.index(side)
    if state.mode in SET_UPS:
        return [*unguarded_places(state)] if own == GERMAN else []
    reach = enemy_reach(state, 1 - own)
    if own == GERMAN:
        found = [*western_places(state, reach), *withdrawals(state), *five_cities(state, reach), *objectives(state)]
    else:
        found = [*moscow_entered(state, reach), *moscow_cut_off(state, reach), *last_judgement(state)]
    return [*found, *open_cities(state, own, reach), *out_of_supply(state, own)]


def unguarded_places(state: DriveOnMoscowState) -> Iterator[PlayerWarning]:
    """3.6, 4.4: after the German set-up there is still a whole turn to send somebody."""
    empty = WESTERN_PLACES & ~state.occupied(GERMAN) & enemy_reach(state, SOVIET)
    if empty:
        names = titles(empty)
        which = f"{listed_names(names)} {are(names)} empty, and Soviet units could reach {them(names)}"
        text = f"{which} after your first turn: you would lose at once. Leave a garrison, or send one in time."
        yield notice("4.4", text, BOARD.names_of(empty))


def titles(hexes: int) -> list[str]:
    """Each name once: Moscow has two hexes."""
    return list(dict.fromkeys(BOARD.by_id[hex].title or hex_label(hex) for hex in members(hexes)))


def lost_places(state: DriveOnMoscowState, own: int, places: int, reach: int, rule: str) -> Iterator[PlayerWarning]:
    """Places whose loss ends the game: open ones that the enemy can enter, and those that it can attack."""
    enemy = TITLES[1 - own]
    empty = places & ~state.occupied(own) & reach
    if empty:
        names = titles(empty)
        which = f"{listed_names(names)} {are(names)} empty, and {enemy} units can reach {them(names)}"
        text = f"{which}: you would lose at once."
        yield grave(rule, text, BOARD.names_of(empty))
    held = places & attackable(state, 1 - own, reach)
    if held:
        names = titles(held)
        one = "it" if len(names) == 1 else "one of them"
        text = f"{enemy} units can attack {listed_names(names)}. If {one} falls, you lose at once."
        yield notice(rule, text, BOARD.names_of(held))


def western_places(state: DriveOnMoscowState, reach: int) -> Iterator[PlayerWarning]:
    """4.4: a town or city west of the initial front line comes under Soviet control."""
    return lost_places(state, GERMAN, WESTERN_PLACES, reach, "4.4")


def moscow_entered(state: DriveOnMoscowState, reach: int) -> Iterator[PlayerWarning]:
    """4.1: a hex of Moscow comes under German control."""
    return lost_places(state, SOVIET, MOSCOW, reach, "4.1")


def moscow_cut_off(state: DriveOnMoscowState, reach: int) -> Iterator[PlayerWarning]:
    """4.2: whether Germans in every hex that they can enter would bar all supply lines of Moscow."""
    line = BOARD.names_of(find_line(state, MOSCOW))
    won = attackable(state, GERMAN, reach)
    if reach and not line_is_left(state, reach, 0):
        text = "German units can reach hexes from which every supply line of Moscow is barred: you would lose at once."
        yield grave("4.2", text, [*BOARD.names_of(MOSCOW), *line])
    elif won and not line_is_left(state, reach | won, won):
        text = "German attacks can open the ways that bar every supply line of Moscow: then you lose at once."
        yield notice("4.2", text, [*BOARD.names_of(MOSCOW), *line])


def line_is_left(state: DriveOnMoscowState, reach: int, won: int) -> bool:
    """Whether Moscow has a line with Germans everywhere within reach, and the Soviet units gone where they have won."""
    germans = state.occupied(GERMAN) | reach
    soviets = state.occupied(SOVIET) & ~won
    passable = HEXES & ~(germans | CITIES & state.control | land_spread(germans) & ~soviets)
    return bool(flood(BOARD.spread, MOSCOW, passable | MOSCOW) & passable & EAST_SOURCES & ~state.control)


def withdrawals(state: DriveOnMoscowState) -> Iterator[PlayerWarning]:
    """4.4, 9.3: who cannot withdraw a division when it is due has lost."""
    if state.turn == LAST_TURN:
        return
    for cavalry, turns in ((False, INFANTRY_LEAVES), (True, CAVALRY_LEAVES)):
        if state.turn + 1 not in turns:
            continue
        units = Withdrawal(cavalry).candidates(state)
        what = "a mechanized division" if cavalry else "an infantry division"
        if not units:
            text = f"Next turn you must withdraw {what}, and none that may go is in supply: you would lose at once."
            yield grave("9.3", text)
        elif len(units) <= FEW:
            text = f"Next turn you must withdraw {what}, and few that may go are in supply: {len(units)}."
            yield notice("9.3", text, sorted({BOARD.names[state.where[unit]] for unit in units}))


def five_cities(state: DriveOnMoscowState, reach: int) -> Iterator[PlayerWarning]:
    """4.3: on the last turn the Soviets can still take back one of the five cities."""
    if state.turn < LAST_TURN or FIVE_CITIES & ~state.control:
        return
    empty = FIVE_CITIES & ~state.occupied(GERMAN) & reach
    if empty:
        names = titles(empty)
        which = f"{listed_names(names)} {are(names)} empty, and Soviet units can reach {them(names)}"
        text = f"{which} in the last turn: you would lose."
        yield grave("4.3", text, BOARD.names_of(empty))


def objectives(state: DriveOnMoscowState) -> Iterator[PlayerWarning]:
    """4.5: after the last German phase nothing more can be taken."""
    last = "movement" if state.fight_first else "combat"
    missing = FIVE_CITIES & ~state.control
    if state.turn == LAST_TURN and state.active == GERMAN and state.mode == last and missing:
        names = titles(missing)
        text = f"{listed_names(names)} {are(names)} Soviet, and this is your last phase: you would lose."
        yield grave("4.5", text, BOARD.names_of(missing))


def open_cities(state: DriveOnMoscowState, own: int, reach: int) -> Iterator[PlayerWarning]:
    """4.3: cities of one's own that are empty and within the enemy's reach. Moscow has warnings of its own."""
    mine = CITIES & ~MOSCOW & ~WESTERN_PLACES & (state.control if own == GERMAN else ~state.control)
    empty = mine & ~state.occupied(own) & reach
    if empty and not (own == GERMAN and state.turn == LAST_TURN):
        names = titles(empty)
        text = f"{listed_names(names)} {are(names)} empty, and {TITLES[1 - own]} units can reach {them(names)}."
        yield notice("4.3", text, BOARD.names_of(empty))


def last_judgement(state: DriveOnMoscowState) -> Iterator[PlayerWarning]:
    """4.3: after the last Soviet phase nothing can be won back."""
    last = "movement" if state.fight_first else "combat"
    if state.turn == LAST_TURN and state.mode == last and not FIVE_CITIES & ~state.control:
        text = "The Germans hold all five cities besides Moscow, and the game ends with this turn: you would lose."
        yield grave("4.3", text, BOARD.names_of(FIVE_CITIES))


def out_of_supply(state: DriveOnMoscowState, own: int) -> Iterator[PlayerWarning]:
    """8.5, 8.6: who cannot trace a supply line now."""
    if own == GERMAN:
        cut_off = state.occupied(GERMAN) & ~german_net(state)
        rule, what = "8.5", "they can neither move nor attack"
    else:
        cut_off = state.occupied(SOVIET) & ~soviet_supplied(state)
        rule, what = "8.6", "in the Terminal Supply Phase they are eliminated"
    if cut_off:
        text = f"Units out of supply: {state.units_at(cut_off).bit_count()}; {what}."
        yield notice(rule, text, BOARD.names_of(cut_off))
