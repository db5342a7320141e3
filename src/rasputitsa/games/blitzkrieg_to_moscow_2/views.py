"""What players are shown: the view, and figures for charts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from ...core import Step
from ...core.sets import contains, members
from ...core.view import BattleShown, Fact, Figure, GameView, Hand, Marker, ScoreLine, Token, fact_of_both
from .battle import Battle
from .breakthrough import FightAttacks, TankAction
from .cards import ChooseFunction, HitlerOrder, card_ids
from .combat import Combat, NameAttackers
from .facts import (
    ALL_OF,
    BOARD,
    CARD_IDS,
    CARD_NAMES,
    CARDS_OF,
    CITIES,
    FIRST_HEX,
    GERMAN,
    OF_SIDE,
    POOL,
    QUOTA,
    SIDE,
    SIDES,
    SOVIET,
    STRENGTH,
    SURRENDERED,
    TITLES,
    TRACK,
    UNIT_NAMES,
    UNITS,
    WEATHER_OF,
    turn_box,
    unit_names,
)
from .logistics import Logistics
from .movement import Movement
from .net import supply_net
from .state import BlitzkriegState
from .step_checks import IN_BATTLE
from .victory import TO_WIN, Item, score, still_open, verdict

PREPARED = (TankAction, FightAttacks)  # steps that hold combats to come

# The view.


Figures = tuple[int, int]  # of the Germans and the Soviets
of_both = partial(fact_of_both, SIDES, TITLES)


def view(state: BlitzkriegState, viewer: str | None) -> GameView:
    """What this game adds to `PhasedGame.common_view`: everything on the table, and the viewer's own hand."""
    items = score(state)
    points = sum(item.points for item in items)
    return {
        "tokens": tokens(state),
        "control": control(state.german_cities),
        "hero": {"city": BOARD.names[state.hero], "stands": state.hero_stands} if state.hero else None,
        "markers": markers(state),
        "status": status(state, points),
        "score": score_lines(tuple(items)),
        "total": points,
        "sheet": {
            "title": "German score",
            "rule": "4.1",
            "goal": TO_WIN,
            "verdict": verdict(points),
            "open": score_lines(tuple(still_open(state))),
        },
        "battles": battles(state),
        "hands": {SIDES[owner]: hand(state, owner, SIDES[owner] == viewer) for owner in (GERMAN, SOVIET)},
    }


@lru_cache(maxsize=100)
def control(german: int) -> dict[str, str]:
    """4.1: who controls the cities, by those that are German."""
    return {BOARD.names[city]: SIDES[GERMAN] if contains(german, city) else SIDES[SOVIET] for city in members(CITIES)}


@lru_cache(maxsize=500)
def score_lines(items: tuple[Item, ...]) -> list[ScoreLine]:
    """The items as plain data. Remembered: most actions change none."""
    return [item.data() for item in items]


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
        "at_work": [card for card in at_work if contains(CARDS_OF[side], CARD_IDS[card])],
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
    hands = state.hand(GERMAN).bit_count(), state.hand(SOVIET).bit_count()
    cities = state.cities_of(GERMAN).bit_count(), state.cities_of(SOVIET).bit_count()
    away = state.at[POOL] | state.at[SURRENDERED]
    lost = (away & ALL_OF[GERMAN]).bit_count(), (away & ALL_OF[SOVIET]).bit_count()
    facts = status_facts(state.turn, points, hands, cities, lost, state.hero, state.hero_stands)
    step = state.stack[0] if state.stack else None
    if isinstance(step, Logistics) and state.active == SOVIET:
        rail = "available" if step.free_rail else "used"
        return [*facts, {"label": "Free rail move", "value": rail, "rule": "6.3"}]
    return facts


@lru_cache(maxsize=1_000)
def status_facts(
    turn: int, points: int, hands: Figures, cities: Figures, lost: Figures, hero: int, hero_stands: bool
) -> list[Fact]:
    """The facts by what they follow from. Remembered: most actions change none."""
    words = ", ".join(
        f"{TITLES[side]} {count} (takes {QUOTA[turn][side]} this turn)" for side, count in enumerate(hands)
    )
    facts: list[Fact] = [
        {"label": "Weather", "value": WEATHER_OF[turn], "rule": "10.3", "short": "Weather"},
        {
            "label": "German score",
            "value": f"{points} of {TO_WIN}",
            "rule": "4.0",
            "short": "Score",
            "side": SIDES[GERMAN],
        },
        {**of_both("Cards in hand", hands, "6.1", "Cards"), "value": words},
        of_both("Cities", cities, "4.1", "Cities"),
        of_both("Units off the map that can come back", lost, "6.2", "Eliminated"),
    ]
    if hero:
        where = BOARD.by_id[hero].title + ("" if hero_stands else " (fallen)")
        facts.append({"label": "Hero City", "value": where, "rule": "14.0"})
    return facts


def combats(stack: Sequence[Step[BlitzkriegState]]) -> list[Battle | NameAttackers]:
    """The combats that are named, prepared or fought."""
    found: list[Battle | NameAttackers] = []
    fought: Battle | None = None
    for step in stack:
        if isinstance(step, PREPARED):
            found += step.attacks
        elif isinstance(step, NameAttackers):
            found.append(step)
        elif isinstance(step, IN_BATTLE):
            fought = step.battle  # the same all the way up
    return [*found, fought] if fought else found


def battles(state: BlitzkriegState) -> list[BattleShown]:
    """The combats that are named, prepared or fought."""
    return [battle_data(combat) for combat in combats(state.stack)]


def battle_data(battle: Battle | NameAttackers) -> BattleShown:
    if isinstance(battle, NameAttackers):
        return {"space": BOARD.names[battle.hex], "attackers": unit_names(battle.units)}
    return {
        "space": BOARD.names[battle.hex],
        "attackers": unit_names(battle.attackers),
        "defenders": unit_names(battle.defenders),
        "active": unit_names(battle.active),
    }


# Overlays and figures.


def statistics(state: BlitzkriegState, viewer: str | None) -> list[Figure]:
    """Strength on the map, cities held, and the German score."""
    strength = {
        SIDES[side]: sum(
            STRENGTH[unit][contains(state.fresh, unit)] for unit in OF_SIDE[side] if state.where[unit] >= FIRST_HEX
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
