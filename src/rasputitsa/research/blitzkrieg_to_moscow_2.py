"""Blitzkrieg to Moscow 2 as arrays. Only the other side's cards are hidden, and whether it asked not to be asked."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ..core import Step
from ..games.blitzkrieg_to_moscow_2 import GAME
from ..games.blitzkrieg_to_moscow_2.breakthrough import TankAction
from ..games.blitzkrieg_to_moscow_2.cards import ChooseFunction, HitlerOrder
from ..games.blitzkrieg_to_moscow_2.combat import Combat, NameAttackers
from ..games.blitzkrieg_to_moscow_2.facts import (
    CARD_IDS,
    CARD_NAMES,
    GERMAN,
    SIDES,
    SOVIET,
    STRENGTH,
    TRACK,
    UNIT_NAMES,
    UNITS,
    WEATHER_OF,
    turn_box,
)
from ..games.blitzkrieg_to_moscow_2.logistics import Logistics
from ..games.blitzkrieg_to_moscow_2.movement import Movement, Moving
from ..games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ..games.blitzkrieg_to_moscow_2.views import combats
from .lens import Lens, Remembered
from .sight import Channels, Look

CLASSES = tuple(dict.fromkeys((unit.kind, unit.type) for unit in UNITS))
CARDS = len(CARD_NAMES)
CARDS_AT_WORK = (ChooseFunction, HitlerOrder)
WEATHERS = sorted(set(WEATHER_OF))
WEATHER_NUMBERS = [WEATHERS.index(weather) for weather in WEATHER_OF]  # by turn


class BlitzkriegLens(Lens[BlitzkriegState]):
    """Units by class and strength by side; cities, the Hero City and combats; cards."""

    set_planes = ("german cities", "hero city", "battles")
    unit_planes = (*(f"{kind} {type}" for kind, type in CLASSES), "german strength", "soviet strength")
    vectors = ("space", "fresh", "turn due", "moved", "attacked", "attacks", "defends")
    widths = (2, 1)
    own_figures = (
        *("weather", "german hand", "soviet hand", "quiet", "free rail", "hero designated"),
        *(f"holds {card}" for card in CARD_NAMES),
        *(f"played {card}" for card in CARD_NAMES),
        *(f"at work {card}" for card in CARD_NAMES),
    )
    own_sets = (CARDS, CARDS, CARDS)
    same_for_both = True

    def __init__(self) -> None:
        super().__init__(GAME, UNIT_NAMES, parts={turn_box(turn): TRACK for turn in range(len(WEATHER_OF) + 1)})
        self._asked_about = Remembered(asked_about)
        self._where: list[int] = []
        self._places = b""
        self.bases = [
            (self.base[f"{unit.kind} {unit.type}"], self.base[f"{SIDES[unit.side]} strength"]) for unit in UNITS
        ]

    def parts(self, state: BlitzkriegState, viewer: int) -> tuple[tuple[int, ...], Channels]:
        fought, doings, _, _ = self._asked_about(state.stack)
        hero = 1 << state.hero if state.hero_stands else 0
        if state.where != self._where:
            self._where = state.where[:]
            self._places = array("H", self._where).tobytes()
        numbers = self._places, bytes(state.due)
        return (state.german_cities, hero, fought), (numbers, (state.fresh, *doings))

    def look(self, viewer: int, piece: int, channels: Channels) -> Look:
        (places, due), (fresh, moved, attacked, attackers, defenders) = channels
        space = places[2 * piece] | places[2 * piece + 1] << 8
        ready = fresh >> piece & 1
        kind, side = self.bases[piece]
        column = (
            space + 1,
            ready,
            due[piece] if space == TRACK else 0,
            moved >> piece & 1,
            attacked >> piece & 1,
            attackers >> piece & 1,
            defenders >> piece & 1,
        )
        return ((kind + space, 1), (side + space, STRENGTH[piece][ready])), column

    def own(self, state: BlitzkriegState, viewer: int) -> tuple[int, ...]:
        _, _, free_rail, at_work = self._asked_about(state.stack)
        hands = state.hand(GERMAN), state.hand(SOVIET)
        return (
            *(WEATHER_NUMBERS[state.turn], hands[GERMAN].bit_count(), hands[SOVIET].bit_count()),
            *(state.is_quiet(viewer), free_rail and state.active == SOVIET, state.hero + 1 if state.hero else 0),
            *(hands[viewer], state.played, at_work),
        )


def asked_about(stack: Sequence[Step[BlitzkriegState]]) -> tuple[int, tuple[int, int, int, int], bool, int]:
    """What the steps tell: where there is combat; who has moved, attacked, attacks and defends; whether rail movement
    is free; and the cards at work."""
    moved = attacked = fought = attackers = defenders = at_work = 0
    free_rail, peaceful = False, True
    for step in stack:
        if isinstance(step, Movement):
            moved = step.moved
        elif isinstance(step, Logistics):
            free_rail = step.free_rail
        elif isinstance(step, CARDS_AT_WORK):
            at_work |= 1 << CARD_IDS[CARD_NAMES[step.card]]
        elif not isinstance(step, Moving):
            peaceful = False
            if isinstance(step, Combat):
                attacked = step.attacked
            elif isinstance(step, TankAction):
                moved = step.acted
    for combat in () if peaceful else combats(stack):
        fought |= 1 << combat.hex
        if isinstance(combat, NameAttackers):
            attackers |= combat.units
        else:
            attackers |= combat.attackers
            defenders |= combat.defenders
    return fought, (moved, attacked, attackers, defenders), free_rail, at_work


LENS = BlitzkriegLens()
