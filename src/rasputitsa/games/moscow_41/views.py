"""What a player sees of the game: the view with its tokens, overlays, charts and figures.

A concealed enemy block is a token without a piece, named by its place: nobody can tell which of two it is, and it
carries nothing from one place to the next (1.5).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ...core import RasputitsaError
from ...core.sets import SpaceSet, members, union
from ...core.view import BattleShown, Fact, Figure, GameView, Marker, ScoreLine, Sheet, SheetLine, Token
from .battle import Battle
from .facts import (
    ABORTED,
    ALL_OF,
    AREAS,
    BOARD,
    BOMBER_NAMES,
    BOMBERS,
    COUNT,
    DESTROYED,
    EDGES,
    FACES,
    GERMAN,
    LEADERS,
    LINES,
    POOL,
    READY,
    REMOVED,
    ROLLED,
    SIDE,
    SIDES,
    SNOW,
    SOVIET,
    STAGING,
    TITLES,
    TRACK_END,
    UNIT_IDS,
    UNIT_NAMES,
    UNITS,
    VICTORY_PLACES,
    WEATHERS,
)
from .impulse import ChooseImpulse, is_disc_used
from .logistics_value import Term, is_halved, terms, total
from .sight import is_known, known_blocks
from .state import Moscow41State
from .supply import sources
from .victory import RULES, aim, victory_points

RED_BORDER = union(EDGES.values())  # 2.1
WEATHER_STYLES = ("", "mud", "snow", "snow")  # by weather: how it is drawn
SPAN = tuple((min(members(own)), max(members(own)) + 1) for own in ALL_OF)  # the numbers of each side's blocks
REMEMBERED = 1_000  # lists of tokens, markers and facts

Figures = tuple[int, int]  # by side
Fire = tuple[int, int]  # an HQ and the area that its artillery fires into


def view(state: Moscow41State, viewer: str | None) -> GameView:
    """What this game adds to `PhasedGame.common_view`: all blocks, with their faces where the viewer may see them, and
    the viewer's own Logistics Value."""
    side = SIDES.index(viewer) if viewer in SIDES else None
    logistics = None if side is None else sheet(state, side)
    return {
        "control": control(state),
        "markers": markers(state),
        "weather": WEATHER_STYLES[state.weather],
        "score": score(state.german & VICTORY_PLACES),
        "total": victory_points(state, GERMAN),
        "battles": battles(state),
        "tokens": tokens(state, side),
        "status": status(state, logistics),
        "logistics": logistics,
    }


# Tokens.


def tokens(state: Moscow41State, viewer: int | None) -> list[Token]:
    """Concealed blocks by their places, known ones above them; then the bombers."""
    known = known_blocks(state, viewer)
    lying = known_blocks(state, None)
    on_table = ~state.at[REMOVED]
    found = list(hidden_tokens(state, viewer, on_table & ~known))
    for side in (GERMAN, SOVIET):
        found += open_tokens(blocks_of(state, side), ALL_OF[side] & on_table & known, lying & ALL_OF[side])
    found += [bomber_token(bomber, place) for bomber, place in enumerate(state.air)]
    return found


def hidden_tokens(state: Moscow41State, viewer: int | None, hidden: SpaceSet) -> list[Token]:
    """Concealed blocks: all that is seen is whose they are and which carry a cube."""
    first, end = (0, COUNT) if viewer is None else SPAN[1 - viewer]
    hidden &= (1 << end) - (1 << first)
    return concealed_tokens(
        hidden, first, bytes(state.where[first:end]), state.isolated & hidden, state.crossed & hidden
    )


@lru_cache(maxsize=REMEMBERED)
def concealed_tokens(hidden: SpaceSet, first: int, places: bytes, isolated: SpaceSet, crossed: SpaceSet) -> list[Token]:
    """The same by what it follows from. ``places`` begins with that of the block number ``first``."""
    stacks: dict[tuple[int, int], list[tuple[str, ...]]] = {}
    for unit in members(hidden):
        stacks.setdefault((places[unit - first], SIDE[unit]), []).append(cubes(unit, isolated, crossed))
    found: list[Token] = []
    count: dict[int, int] = {}
    for place, side in sorted(stacks):
        for marks in sorted(stacks[place, side]):
            count[place] = count.get(place, 0) + 1
            found.append(hidden_token(place, side, count[place], marks))
    return found


@cache
def hidden_token(place: int, side: int, number: int, marks: tuple[str, ...]) -> Token:
    return {
        "name": f"{BOARD.names[place]}.{number}",
        "piece": None,
        "at": BOARD.names[place],
        "owner": SIDES[side],
        "face": None,
        "marks": list(marks),
        "back": SIDES[side],
    }


def cubes(unit: int, isolated: SpaceSet, crossed: SpaceSet) -> tuple[str, ...]:
    """The cubes on a block, which everybody sees."""
    if not (isolated | crossed) >> unit & 1:
        return ()
    return (("isolated",) if isolated >> unit & 1 else ()) + (("river",) if crossed >> unit & 1 else ())


class Blocks(NamedTuple):
    """All that tokens of a side's blocks are made of, in one value that can be remembered."""

    side: int
    where: bytes
    strength: bytes
    target: bytes
    isolated: SpaceSet
    crossed: SpaceSet
    activated: SpaceSet
    revealed: SpaceSet
    acted: SpaceSet


def blocks_of(state: Moscow41State, side: int) -> Blocks:
    first, end = SPAN[side]
    own = ALL_OF[side]
    return Blocks(
        side,
        bytes(state.where[first:end]),
        bytes(state.strength[first:end]),
        bytes(state.target[first:end]),
        state.isolated & own,
        state.crossed & own,
        state.activated & own,
        state.revealed & own,
        state.acted & own,
    )


@lru_cache(maxsize=REMEMBERED)
def open_tokens(blocks: Blocks, seen: SpaceSet, lying: SpaceSet) -> list[Token]:
    """Those of a side's blocks whose faces are seen; some lie face up."""
    first, where, strength = SPAN[blocks.side][0], blocks.where, blocks.strength
    marked = blocks.isolated | blocks.crossed | blocks.activated | blocks.revealed | blocks.acted
    return [
        block_token(
            unit,
            where[unit - first],
            strength[unit - first],
            open_marks(blocks, unit) if marked >> unit & 1 else (),
            bool(lying >> unit & 1),
        )
        for unit in members(seen)
    ]


def open_marks(blocks: Blocks, unit: int) -> tuple[str, ...]:
    """What is known of a block whose face is seen."""
    marks = [*cubes(unit, blocks.isolated, blocks.crossed)]
    if blocks.activated >> unit & 1:
        marks.append("activated")
    else:
        marks += ["revealed"] if blocks.revealed >> unit & 1 else []
        marks += ["acted"] if blocks.acted >> unit & 1 else []
    target = blocks.target[unit - SPAN[blocks.side][0]]
    if target:
        marks.append(f"fires into {BOARD.names[target]}")
    return tuple(marks)


@lru_cache(maxsize=20_000)
def block_token(unit: int, place: int, strength: int, marks: tuple[str, ...], lies: bool) -> Token:
    """A block whose face the viewer sees; 1.5.1: one that everybody sees lies face up."""
    found: Token = {
        "name": UNIT_NAMES[unit],
        "piece": UNIT_NAMES[unit],
        "at": BOARD.names[place],
        "owner": SIDES[SIDE[unit]],
        "face": FACES[unit][strength],
        "marks": list(marks),
    }
    if lies:
        found["lies"] = True
    return found


@cache
def bomber_token(bomber: int, place: int) -> Token:
    name = BOMBER_NAMES[bomber]
    return {"name": name, "piece": name, "at": BOARD.names[place], "owner": SIDES[GERMAN], "face": 0, "marks": []}


def block_named(state: Moscow41State, name: str | None, viewer: str | None) -> int:
    """The block that a token names, if the viewer may know it."""
    unit = UNIT_IDS.get(name or "")
    side = SIDES.index(viewer) if viewer in SIDES else None
    if unit is None or not is_known(state, unit, side):
        raise RasputitsaError(f"You see no block named {str(name)[:40]!r}; choose one whose face you see.")
    return unit


# The rest of the view.


def control(state: Moscow41State) -> dict[str, str]:
    return control_of(state.german)


@lru_cache(maxsize=1_000)
def control_of(german: SpaceSet) -> dict[str, str]:
    """2.5: the side that controls each area, Kiev and Leningrad."""
    places = [*members(AREAS), *members(VICTORY_PLACES & ~AREAS)]
    return {BOARD.names[place]: SIDES[GERMAN] if german >> place & 1 else SIDES[SOVIET] for place in places}


@cache
def score(german: SpaceSet) -> list[ScoreLine]:
    """1.7: who holds the Victory Areas, Kiev and Leningrad, by those that are German."""
    return [
        {
            "text": BOARD.by_id[place].title,
            "points": 1,
            "rule": "1.7",
            "side": SIDES[GERMAN] if german >> place & 1 else SIDES[SOVIET],
        }
        for place in members(VICTORY_PLACES)
    ]


def markers(state: Moscow41State) -> list[Marker]:
    """Defensive lines, artillery markers, contested areas, and parts of the red border that are lost (9.2)."""
    lines = state.german_lines, state.soviet_lines
    fire = tuple((hq, state.target[hq]) for hq in members(state.activated) if state.target[hq])
    return markers_of(lines, state.isolated_lines, state.contested, fire, RED_BORDER & ~sources(state, SOVIET))


@lru_cache(maxsize=REMEMBERED)
def markers_of(
    lines: tuple[SpaceSet, SpaceSet], cut_off: SpaceSet, contested: SpaceSet, fire: tuple[Fire, ...], lost: SpaceSet
) -> list[Marker]:
    found: list[Marker] = []
    for side in (GERMAN, SOVIET):
        for area in members(lines[side]):
            title = f"{TITLES[side]} defensive line{' (isolated)' if cut_off >> area & 1 else ''}"
            found.append({"space": BOARD.names[area], "sign": "▬", "title": title, "side": SIDES[side]})
    found += [{"space": name, "sign": "⚔", "title": "Contested"} for name in BOARD.names_of(contested)]
    for hq, area in fire:
        title = f"Artillery fire of the {UNITS[hq].title}"
        found.append({"space": BOARD.names[area], "sign": "✹", "title": title, "side": SIDES[SIDE[hq]]})
    found += [
        {"space": name, "sign": "✕", "title": "Supply Source lost to the Soviets"} for name in BOARD.names_of(lost)
    ]
    return found


def status(state: Moscow41State, logistics: Sheet | None) -> list[Fact]:
    """The small facts beside the map; those with a short name are always in sight."""
    at = state.at
    return facts_of(
        (state.weather, state.track, ROLLED[state.month]),
        (state.initiative, disc_words(state)),
        (impulse_number(state), state.passes),
        (victory_points(state, GERMAN), victory_points(state, SOVIET)),
        ((at[POOL] & ALL_OF[GERMAN]).bit_count(), (at[POOL] & ALL_OF[SOVIET]).bit_count()),
        (state.lost(GERMAN), state.lost(SOVIET)),
        (LINES[GERMAN] - state.german_lines.bit_count(), LINES[SOVIET] - state.soviet_lines.bit_count()),
        tuple(map(state.air.count, (READY, ABORTED, DESTROYED, REMOVED))),
        (aim(state.setting), RULES[state.setting.name]),
        None if logistics is None else logistics["total"],
    )


def impulse_number(state: Moscow41State) -> str:
    """6.0: the impulse of this turn that is being played, or chosen."""
    to_come = bool(state.stack) and isinstance(state.stack[0], ChooseImpulse)
    return str(state.impulse + to_come or "–")


@lru_cache(maxsize=REMEMBERED)
def facts_of(
    weather: tuple[int, int, bool],
    disc: tuple[int, str],
    impulse: tuple[str, int],
    points: Figures,
    pools: Figures,
    lost: Figures,
    lines: Figures,
    bombers: tuple[int, ...],
    to_win: tuple[str, str],
    logistics: int | None,
) -> list[Fact]:
    facts: list[Fact] = [
        weather_fact(*weather),
        {**fact("Initiative Disc", disc[1], "3.2.1", "Initiative"), "side": SIDES[disc[0]]},
        fact("Impulse", impulse[0], "6.0", "Impulse"),
        fact("Passes in a row", str(impulse[1]), "12.0", "Passes"),
        {**of_both("Victory Points", points, "1.7", "Points"), "sheet": "score"},
        of_both("Blocks in the pool", pools, "5.0", "Pool"),
        of_both("Blocks lost for good", lost, "9.3", "Lost"),
        of_both("Defensive lines left", lines, "4.1", "Lines"),
        bomber_fact(*bombers),
        {"label": "To win", "value": to_win[0], "rule": to_win[1]},
    ]
    if logistics is not None:
        value = fact("Your Logistics Value", str(logistics), "7.2.1", "Logistics")
        facts.append({**value, "sheet": "logistics"})
    return facts


def fact(label: str, value: str, rule: str, short: str) -> Fact:
    return {"label": label, "value": value, "rule": rule, "short": short}


def of_both(label: str, figures: Figures, rule: str, short: str) -> Fact:
    """A fact with a figure for each side."""
    words = ", ".join(f"{title} {figure}" for title, figure in zip(TITLES, figures, strict=True))
    return {**fact(label, words, rule, short), "sides": dict(zip(SIDES, figures, strict=True))}


def weather_fact(weather: int, track: int, rolled: bool) -> Fact:
    """8.1: the weather and, as long as it is rolled for, the weather track."""
    words = f"{WEATHERS[weather]}, track at {track}" if track else WEATHERS[weather]
    found = fact("Weather", words, "8.0", "Weather")
    return {**found, "track": [track, TRACK_END]} if rolled and weather < SNOW else found


def disc_words(state: Moscow41State) -> str:
    """3.2.1, 15.1, 15.3: who holds the Initiative Disc, and whether he may not use it again."""
    holder = TITLES[state.initiative]
    return f"{holder} (used)" if is_disc_used(state) else holder


def bomber_fact(ready: int, aborted: int, destroyed: int, withdrawn: int) -> Fact:
    """10.10.1: how many bombers can still be committed, and what became of the others."""
    committed = len(BOMBERS) - ready - aborted - destroyed - withdrawn
    counts = {"committed": committed, "aborted": aborted, "destroyed": destroyed, "withdrawn": withdrawn}
    words = ", ".join([f"{ready} ready", *(f"{count} {what}" for what, count in counts.items() if count)])
    return fact("Bombers", words, "10.10.1", "Bombers")


def sheet(state: Moscow41State, viewer: int) -> Sheet:
    """7.2.1: the viewer's own Logistics Value, term by term. The other's would tell of concealed HQs."""
    summands = terms(state, viewer)
    return sheet_of(viewer, tuple(summands), is_halved(state, viewer), total(state, viewer, summands))


@lru_cache(maxsize=REMEMBERED)
def sheet_of(viewer: int, summands: tuple[Term, ...], halved: bool, total: int) -> Sheet:
    lines: list[SheetLine] = [{"text": text, "points": points, "rule": rule} for text, points, rule in summands]
    if halved:
        lines.append({"text": "Halved by the weather", "points": None, "rule": "7.2.1.1"})
    return {"title": f"{TITLES[viewer]} Logistics Value", "rule": "7.2.1", "lines": lines, "total": total}


def battles(state: Moscow41State) -> list[BattleShown]:
    """The battle being fought: its blocks lie face up."""
    for step in state.stack:
        if isinstance(step, Battle):
            area = step.area
            return [
                {
                    "space": BOARD.names[area],
                    "attackers": [UNIT_NAMES[unit] for unit in members(state.blocks(state.active, area))],
                    "defenders": [UNIT_NAMES[unit] for unit in members(state.blocks(1 - state.active, area))],
                    "absorb": step.absorb,
                }
            ]
    return []


def statistics(state: Moscow41State, viewer: str | None) -> list[Figure]:
    """Figures worth a chart, all of them open."""
    both = (GERMAN, SOVIET)
    on_map = {SIDES[side]: (state.on_map(side) & ~LEADERS).bit_count() for side in both}
    areas = {SIDES[side]: (state.controlled(side) & ~STAGING).bit_count() for side in both}
    return [
        {"name": "points", "title": "Victory Points", "values": {SIDES[s]: victory_points(state, s) for s in both}},
        {"name": "blocks", "title": "Blocks on the map", "values": on_map},
        {"name": "areas", "title": "Areas controlled", "values": areas},
        {"name": "lost", "title": "Blocks lost for good", "values": {SIDES[s]: state.lost(s) for s in both}},
    ]
