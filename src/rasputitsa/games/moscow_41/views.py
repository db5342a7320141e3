"""What a player sees of the game: the view, charts and figures."""

from __future__ import annotations

from functools import cache, lru_cache, partial

from ...core.sets import SpaceSet, contains, members, union
from ...core.view import BattleShown, Fact, Figure, GameView, Marker, ScoreLine, Sheet, SheetLine, fact_of_both
from .battle import Battle
from .facts import (
    ABORTED,
    ALL_OF,
    AREAS,
    BOARD,
    BOMBERS,
    DESTROYED,
    EDGES,
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
    UNIT_NAMES,
    UNITS,
    VICTORY_PLACES,
    WEATHERS,
)
from .impulse import ChooseImpulse, is_disc_used
from .logistics_value import Term, is_halved, terms, total
from .state import Moscow41State
from .supply import sources
from .tokens import tokens
from .victory import RULES, aim, victory_points

of_both = partial(fact_of_both, SIDES, TITLES)

RED_BORDER = union(EDGES.values())  # 2.1
WEATHER_STYLES = ("", "mud", "snow", "snow")  # by weather: how it is drawn
REMEMBERED = 1_000  # lists of markers and facts

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


def control(state: Moscow41State) -> dict[str, str]:
    return control_of(state.german)


@lru_cache(maxsize=1_000)
def control_of(german: SpaceSet) -> dict[str, str]:
    """2.5: the side that controls each area, Kiev and Leningrad."""
    places = [*members(AREAS), *members(VICTORY_PLACES & ~AREAS)]
    return {BOARD.names[place]: SIDES[GERMAN] if contains(german, place) else SIDES[SOVIET] for place in places}


@cache
def score(german: SpaceSet) -> list[ScoreLine]:
    """1.7: who holds the Victory Areas, Kiev and Leningrad, by those that are German."""
    return [
        {
            "text": BOARD.by_id[place].title,
            "points": 1,
            "rule": "1.7",
            "side": SIDES[GERMAN] if contains(german, place) else SIDES[SOVIET],
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
            title = f"{TITLES[side]} defensive line{' (isolated)' if contains(cut_off, area) else ''}"
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
