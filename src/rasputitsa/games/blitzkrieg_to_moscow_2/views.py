"""What players are shown: the view, overlays, figures, and the manifest."""

from __future__ import annotations

from functools import lru_cache

from ...core import Mark, Overlay, RasputitsaError
from ...core.manifest import (
    BoardData,
    CardData,
    ChartData,
    FaceData,
    GameManifest,
    NoteData,
    PieceData,
    SpaceData,
    Styles,
    board_data,
    chart,
    face,
    note,
)
from ...core.numbers import signed
from ...core.sets import members
from ...core.view import BattleShown, Fact, Figure, GameView, Hand, Marker, Token
from .battle import Battle, column, column_name
from .blocked import hexes
from .breakthrough import FightAttacks, TankAction
from .cards import ChooseFunction, HitlerOrder, card_ids
from .certainty import certainty
from .combat import Combat, NameAttackers, adjacent_units
from .facts import (
    AREAS_OF,
    BOARD,
    CARD_IDS,
    CARD_NAMES,
    CARDS,
    CARDS_OF,
    CITIES,
    COLUMNS,
    CRT,
    FIRST_HEX,
    FRESH,
    FUNCTIONS,
    GERMAN,
    OF_SIDE,
    QUOTA,
    SIDE,
    SIDES,
    SOVIET,
    SPENT,
    STRENGTH,
    TERRAIN,
    TITLES,
    TRACK,
    TURNS,
    UNIT_IDS,
    UNIT_NAMES,
    UNITS,
    turn_box,
    unit_names,
)
from .logistics import Logistics
from .movement import Movement, allowance, reach_by_cost, stops_for
from .net import fortresses, hexes_by_distance, lines, open_hexes, supply_net
from .notes import space_notes
from .score import TO_WIN, score, still_open, verdict
from .state import BlitzkriegState
from .step_checks import IN_BATTLE
from .zones import zone_of

ZONES = (("german", "German zone of control"), ("soviet", "Soviet zone of control"), ("both", "both"))
SUPPLY = (
    ("good", "S: supply source"),
    ("stop", "×: no supply line passes here"),
    ("bad", "!: cut off; –: a city without supply"),
)
CONTROL = (("german", "controlled by the Germans"), ("soviet", "controlled by the Soviets"))
THREATS = (("german", "odds of a German attack"), ("soviet", "odds of a Soviet attack"))
REACH = (("", "within reach, with the movement points it takes"), ("stop", "the move ends there"))
OVERLAYS = (
    Overlay("zones", "Zones of control", "9.0", legend=ZONES),
    Overlay("german-supply", "German supply", "13.2", legend=(("german", "in German supply"), *SUPPLY)),
    Overlay("soviet-supply", "Soviet supply", "13.2", legend=(("soviet", "in Soviet supply"), *SUPPLY)),
    Overlay("control", "Control of cities", "4.2", legend=CONTROL),
    Overlay("threats", "Odds if all adjacent enemies attack", "11.0", legend=THREATS),
    Overlay("reach", "Reach of a unit", "10.0", needs="token", legend=REACH),
)


# The view.


def view(state: BlitzkriegState, viewer: str | None) -> GameView:
    """What this game adds to `PhasedGame.common_view`: everything on the table, and the viewer's own hand."""
    items = score(state)
    points = sum(item.points for item in items)
    return {
        "tokens": tokens(state),
        "control": {
            BOARD.names[city]: SIDES[GERMAN] if state.german_cities >> city & 1 else SIDES[SOVIET]
            for city in members(CITIES)
        },
        "hero": {"city": BOARD.names[state.hero], "stands": state.hero_stands} if state.hero else None,
        "markers": markers(state),
        "status": status(state, points),
        "score": [item.data() for item in items],
        "total": points,
        "sheet": {
            "title": "German score",
            "rule": "4.1",
            "goal": TO_WIN,
            "verdict": verdict(points),
            "open": [item.data() for item in still_open(state)],
        },
        "battles": battles(state),
        "hands": {SIDES[owner]: hand(state, owner, SIDES[owner] == viewer) for owner in (GERMAN, SOVIET)},
    }


def markers(state: BlitzkriegState) -> list[Marker]:
    """14.0: the Hero City, while it stands."""
    if not state.hero_stands:
        return []
    return [{"space": BOARD.names[state.hero], "sign": "★", "title": "Hero City", "side": SIDES[SOVIET]}]


def hand(state: BlitzkriegState, side: int, own: bool) -> Hand:
    """How many cards a side holds, which it has played, which of these is at work; and, for itself, which it holds and
    whether it asked not to be asked again."""
    cards = state.hand(side)
    at_work = [CARD_NAMES[step.card] for step in state.stack if isinstance(step, ChooseFunction | HitlerOrder)]
    return {
        "count": cards.bit_count(),
        "cards": card_ids(cards) if own else None,
        "played": card_ids(state.played & CARDS_OF[side]),
        "at_work": [card for card in at_work if CARD_IDS[card] in members(CARDS_OF[side])],
        "quiet": bool(state.is_quiet(side)) if own else None,
    }


def tokens(state: BlitzkriegState) -> list[Token]:
    """Every unit, the strongest of a stack on top."""
    moved = attacked = 0
    for step in state.stack:
        if isinstance(step, Movement):
            moved = step.moved
        elif isinstance(step, Combat):
            attacked = step.attacked
        elif isinstance(step, TankAction):
            moved = step.acted
    cut_off = [state.occupied[side] & ~supply_net(state, side)[1] for side in (GERMAN, SOVIET)]
    return [*token_list(tuple(state.where), state.fresh, bytes(state.due), moved, attacked, *cut_off)]


@lru_cache(maxsize=500)
def token_list(where: tuple[int, ...], fresh: int, due: bytes, moved: int, attacked: int, *cut_off: int) -> list[Token]:
    """The tokens by what they follow from. Remembered: many actions change none."""
    found = []
    for unit in BY_STRENGTH[fresh]:
        space = where[unit]
        out = bool(cut_off[SIDE[unit]] >> space & 1)
        turn = due[unit] if space == TRACK else 0
        found.append(token(unit, space, fresh >> unit & 1, turn, moved >> unit & 1, attacked >> unit & 1, out))
    return found


@lru_cache(maxsize=20_000)
def token(unit: int, space: int, fresh: int, due: int, moved: int, attacked: int, cut_off: bool) -> Token:
    name = UNIT_NAMES[unit]
    marks = ["moved"] if moved else []
    marks += ["attacked"] if attacked else []
    marks += ["out of supply"] if cut_off else []
    found: Token = {
        "name": name,
        "piece": name,
        "at": turn_box(due) if space == TRACK else BOARD.names[space],
        "owner": SIDES[SIDE[unit]],
        "face": fresh,
        "marks": marks,
    }
    if space == TRACK:
        found["due"] = due
    return found


class StackingOrder(dict[int, list[int]]):
    """The units from weak to strong, by the set of those that are fresh. Remembered: it changes seldom."""

    def __missing__(self, fresh: int) -> list[int]:
        if len(self) > 500:
            self.clear()
        order = sorted(range(len(UNITS)), key=lambda unit: STRENGTH[unit][fresh >> unit & 1])
        self[fresh] = order
        return order


BY_STRENGTH = StackingOrder()


def status(state: BlitzkriegState, points: int) -> list[Fact]:
    """The small facts beside the map."""
    facts: list[Fact] = [{"label": "Weather", "value": state.weather, "rule": "10.3"}]
    for side in (GERMAN, SOVIET):
        cards = f"{state.hand(side).bit_count()} (takes {QUOTA[state.turn][side]} this turn)"
        facts.append({"label": f"{TITLES[side]} cards", "value": cards, "rule": "6.1"})
    facts.append({"label": "German score", "value": f"{points} of {TO_WIN}", "rule": "4.0"})
    if state.hero:
        where = BOARD.by_id[state.hero].title + ("" if state.hero_stands else " (fallen)")
        facts.append({"label": "Hero City", "value": where, "rule": "14.0"})
    step = state.stack[0] if state.stack else None
    if isinstance(step, Logistics) and state.active == SOVIET:
        facts.append({"label": "Free rail move", "value": "available" if step.free_rail else "used", "rule": "6.3"})
    return facts


def battles(state: BlitzkriegState) -> list[BattleShown]:
    """The combats that are named, prepared or fought."""
    found: list[BattleShown] = []
    fought: Battle | None = None
    for step in state.stack:
        if isinstance(step, TankAction | FightAttacks):
            found += [battle_data(battle) for battle in step.attacks]
        elif isinstance(step, NameAttackers):
            found.append({"space": BOARD.names[step.hex], "attackers": unit_names(step.units)})
        elif isinstance(step, IN_BATTLE):
            fought = step.battle  # the same all the way up
    return [*found, battle_data(fought)] if fought else found


def battle_data(battle: Battle) -> BattleShown:
    return {
        "space": BOARD.names[battle.hex],
        "attackers": unit_names(battle.attackers),
        "defenders": unit_names(battle.defenders),
        "active": unit_names(battle.active),
    }


# Overlays and figures.


def overlay(state: BlitzkriegState, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
    if name == "zones":
        return state.game.marks_by_side(zone_of(state, GERMAN), zone_of(state, SOVIET), "zone of control")
    if name == "german-supply":
        return supply_marks(state, GERMAN)
    if name == "soviet-supply":
        return supply_marks(state, SOVIET)
    if name == "control":
        return state.game.marks_by_side(state.cities_of(GERMAN), state.cities_of(SOVIET), "control")
    if name == "threats":
        return threats(state)
    return reach_of(state, token)


def supply_marks(state: BlitzkriegState, side: int) -> dict[str, Mark]:
    """13.2: the net of a side: sources, distances, where lines are cut, and who is cut off."""
    tone = SIDES[side]
    sources, supplied = supply_net(state, side)
    passable = open_hexes(state, side)
    found: dict[str, Mark] = {}
    for distance, ring in enumerate(hexes_by_distance(state, side)):
        for name in BOARD.names_of(ring):
            found[name] = Mark("", f"{hexes(distance)} from a supply source", tone)
    for hex in members(sources):
        found[BOARD.names[hex]] = Mark("S", "supply source", "good")
    for hex in members(state.cities_of(side) & ~sources):
        safe = side == SOVIET and fortresses(state) >> hex & 1
        text = "a fortress without supply: its units do not surrender" if safe else "a city without supply"
        found[BOARD.names[hex]] = Mark("–", text, "bad")
    for hex in members(supplied & ~passable & ~sources & ~state.occupied[1 - side]):
        what = "an enemy city" if state.cities_of(1 - side) >> hex & 1 else "an enemy zone of control"
        found[BOARD.names[hex]] = Mark("×", f"no supply line can pass: {what}", "stop")
    for hex in members(state.occupied[side] & ~supplied):
        safe = side == SOVIET and fortresses(state) >> hex & 1
        text = "cut off, but in a fortress city" if safe else "cut off: surrenders in its Supply Phase"
        found[BOARD.names[hex]] = Mark("!", text, "bad")
    for area in AREAS_OF[side]:
        found[BOARD.names[area]] = Mark("S", "supply source", "good")
    for hex, next_space in lines(state, side).items():
        mark = found.get(BOARD.names[hex], Mark("", "", tone))
        found[BOARD.names[hex]] = mark._replace(toward=BOARD.names[next_space])
    return found


def threats(state: BlitzkriegState) -> dict[str, Mark]:
    """11.0: the odds each stack would face if every enemy next to it attacked now and it defended actively."""
    found = {}
    for side in (GERMAN, SOVIET):
        everybody = state.in_play(1 - side)
        for hex in members(state.occupied[side]):
            attackers = adjacent_units(state, everybody, hex)
            if attackers:
                battle = Battle(hex, attackers, state.at[hex], state.at[hex] & state.fresh, 0)
                odds = column_name(column(state, battle))
                found[BOARD.names[hex]] = Mark(
                    odds, "odds if all adjacent enemies attack an active defence", SIDES[1 - side]
                )
    return found


def reach_of(state: BlitzkriegState, token: str | None) -> dict[str, Mark]:
    """10.0: how far a unit could move in a movement phase of its own, with the cost."""
    unit = UNIT_IDS.get(token or "")
    if unit is None:
        raise RasputitsaError(f"There is no unit {str(token)[:40]!r} to show the reach of.")
    if not state.in_play(SIDE[unit]) >> unit & 1:
        return {}
    stops = stops_for(state, unit)
    found = {}
    for cost, spaces in enumerate(reach_by_cost(state, unit, allowance(state, unit), True)):
        for space in members(spaces) if cost else []:
            stop = stops >> space & 1
            found[BOARD.names[space]] = Mark(str(cost), "must stop" if stop else "", "stop" if stop else "")
    return found


def statistics(state: BlitzkriegState, viewer: str | None) -> list[Figure]:
    """Strength on the map, cities held, and the German score."""
    strength = {
        SIDES[side]: sum(
            STRENGTH[unit][state.fresh >> unit & 1] for unit in OF_SIDE[side] if state.where[unit] >= FIRST_HEX
        )
        for side in (GERMAN, SOVIET)
    }
    cities = {SIDES[side]: state.cities_of(side).bit_count() for side in (GERMAN, SOVIET)}
    points = sum(item.points for item in score(state))
    return [
        {"name": "strength", "title": "Strength on the map", "values": strength},
        {"name": "cities", "title": "Cities held", "values": cities},
        {"name": "score", "title": "German score", "values": {SIDES[GERMAN]: points}},
    ]


# The manifest.

STYLES: Styles = {
    "spaces": {
        "forest": "forest",
        "marsh": "marsh",
        "mountain": "mountain",
        "sea": "sea",
        "city": "city",
        "fortress": "major",
    },
    "borders": {"river": "river", "lake": "lake", "strait": "lake"},
    "notes": {"mud": "mud", "snow": "snow", "thaw": "thaw"},
}


def drawing() -> GameManifest:
    """How the game is drawn."""
    return {
        "about": ABOUT,
        "sources": SOURCES,
        "board": board(),
        "styles": STYLES,
        "pieces": pieces(),
        "backs": {},
        "cards": cards(),
        "charts": charts(),
    }


ABOUT = (
    "Six turns of two months each, June 1941 to April 1942: the Germans need nine points for cities in supply and "
    "fresh tank armies, less what they lose. Each side fights with a secret hand of logistics cards. Designed by "
    "Yasushi Nakaguro. Map, counters and cards are a reconstruction."
)
SOURCES = (
    "The rules are those of the printed game; its map, counters, cards, combat table and turn track were not "
    "available. What you see of these is a reconstruction that fits every rule and every published remark, and not the "
    "printed values. The last chart says what is certain and what is reconstructed."
)


def board() -> BoardData:
    data = board_data(BOARD, space_notes())
    track = next(space for space in data["spaces"] if space["name"] == BOARD.names[TRACK])
    boxes: list[SpaceData] = [
        {
            **track,
            "name": turn_box(number),
            "label": f"turn {number}",
            "title": f"{number}: {turn.label}",
            "notes": turn_notes(number),
        }
        for number, turn in enumerate(TURNS, 1)
    ]
    at = data["spaces"].index(track)
    return {**data, "spaces": [*data["spaces"][:at], *boxes, *data["spaces"][at + 1 :]]}


def turn_notes(turn: int) -> list[NoteData]:
    german, soviet = QUOTA[turn]
    return [
        note(f"Weather: {TURNS[turn - 1].weather}", "10.3"),
        note(f"Cards: German {german}, Soviet {soviet}", "6.1"),
        note("Units here arrive in their side's Logistics Phase of this turn", "6.2"),
    ]


def pieces() -> list[PieceData]:
    return [
        {
            "id": unit.name,
            "side": SIDES[unit.side],
            "title": unit.title,
            "number": unit.number,
            "size": "corps" if unit.kind == "corps" else "army",
            "type": unit.type,
            "kind": unit.kind,
            "zoc": unit.zoc,
            "faces": [
                None if unit.spent is None else side_of(number, SPENT),
                side_of(number, FRESH),
            ],
            "certainty": unit.sure,
        }
        for number, unit in enumerate(UNITS)
    ]


def side_of(unit: int, side_up: int) -> FaceData:
    """The fresh or the spent side of a counter."""
    facts = UNITS[unit]
    strength = STRENGTH[unit][side_up]
    words = f"strength {strength}, movement {facts.movement}"
    passive = ""
    if side_up == FRESH:
        passive = f"({facts.passive})"
        words = f"strength {strength}, passive defence {facts.passive}, movement {facts.movement}"
    title = "fresh" if side_up == FRESH else "spent"
    return face(f"{strength}{passive}-{facts.movement}", str(strength), words, title, side_up == SPENT)


def cards() -> list[CardData]:
    return [
        {
            "id": card.name,
            "side": SIDES[card.side],
            "name": card.title,
            "functions": [
                {
                    "name": function,
                    "title": FUNCTIONS[function][0],
                    "note": FUNCTIONS[function][1],
                    "rule": FUNCTIONS[function][2],
                    "certainty": sure,
                }
                for function, sure in zip(card.functions, card.sure, strict=True)
            ],
            "certainty": "REBUILT" if "REBUILT" in card.sure else "RULE",
        }
        for card in CARDS
    ]


def charts() -> list[ChartData]:
    return [
        chart(
            "Combat results",
            "11.3.6",
            ["Die", *COLUMNS],
            [[str(die), *(CRT[odds][die] for odds in range(1, len(COLUMNS) + 1))] for die in range(1, 7)],
            "– no effect; DR retreat; DL spent and retreat; DE eliminated. 1:2 or less: the attack fails. "
            "It is certain that 7:1 is all DE and that every result from 4:1 up is at least DR; the rest is "
            "reconstructed.",
        ),
        chart(
            "Terrain",
            "10.2",
            ["Terrain", "Who stops", "Columns", "Remark"],
            [[name, terrain.stops, signed(terrain.shift), terrain.remark] for name, terrain in TERRAIN.items()],
            "The effects are from the rulebook; where the terrain is on the map is reconstructed.",
        ),
        chart(
            "Turns",
            "2.1.4",
            ["Turn", "Months", "Weather", "German cards", "Soviet cards", "Reinforcements"],
            [
                [str(number), turn.label, turn.weather, *map(str, turn.cards), arrivals(number)]
                for number, turn in enumerate(TURNS, 1)
            ],
            "The weather is certain; the numbers of cards and the Soviet reinforcements are reconstructed.",
        ),
        certainty(),
    ]


def arrivals(turn: int) -> str:
    return ", ".join(unit.title for unit in UNITS if unit.turn == turn) or "none"
