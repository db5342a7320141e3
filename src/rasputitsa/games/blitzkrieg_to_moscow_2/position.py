"""Positions as plain data, both ways, hand-written ones included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.game import Data
from ...core.positions import PositionReader
from ...core.sets import members, set_of
from ...core.step_codec import StepCodec
from .cards import card_ids
from .facts import (
    AREAS,
    BOARD,
    CARD_IDS,
    CARD_NAMES,
    CARDS_OF,
    CITIES,
    CORPS,
    GERMAN,
    HOMES,
    LAST_TURN,
    POOL,
    SEA,
    SIDES,
    SOVIET,
    SURRENDERED,
    TRACK,
    UNIT_IDS,
    UNIT_NAMES,
    UNITS,
    space_label,
)
from .retreat import Retreat
from .stack import STEPS, stack_problems
from .state import BlitzkriegState

CODEC = StepCodec(
    UNIT_NAMES, BOARD.names, list(dict.fromkeys(step for steps in STEPS.values() for step in steps)), CARD_NAMES
)
KEYS = (
    "game", "options", "turn", "phase", "units", "german_cities", "hands", "played", "hero", "hero_stands",
    "moscow_fell", "quiet", "stack", "outcome",
)  # fmt: skip


def write(state: BlitzkriegState) -> Data:
    """The whole position as plain data. Units that are not listed are eliminated."""
    return {
        "game": state.game.name,
        "options": dict(state.options),
        "turn": state.turn,
        "phase": state.game.phases[state.phase].name,
        "units": {UNIT_NAMES[unit]: write_unit(state, unit) for unit, space in enumerate(state.where) if space != POOL},
        "german_cities": BOARD.names_of(state.german_cities),
        "hands": {SIDES[side]: card_ids(state.hand(side)) for side in (GERMAN, SOVIET)},
        "played": {SIDES[side]: card_ids(state.played & CARDS_OF[side]) for side in (GERMAN, SOVIET)},
        "hero": BOARD.names[state.hero] if state.hero else None,
        "hero_stands": state.hero_stands,
        "moscow_fell": state.moscow_fell,
        "quiet": [SIDES[side] for side in (GERMAN, SOVIET) if state.is_quiet(side)],
        "stack": [CODEC.write_step(step) for step in state.stack],
        "outcome": list(state.outcome) if state.outcome else None,
    }


def write_unit(state: BlitzkriegState, unit: int) -> Data:
    data: Data = {"at": BOARD.names[state.where[unit]]}
    if state.where[unit] == TRACK:
        data["due"] = state.due[unit]
    elif state.where[unit] != SURRENDERED:
        data["side"] = "fresh" if state.fresh >> unit & 1 else "spent"
    return data


class Reader(PositionReader[BlitzkriegState]):
    """Reads one position and gathers all that is wrong with it."""

    keys, codec, steps, winners = KEYS, CODEC, STEPS, SIDES

    def facts(self, state: BlitzkriegState, data: Mapping[str, Any]) -> None:
        self.units(state, data.get("units"))
        self.cities(state, data.get("german_cities"))
        state.hands = self.cards(data.get("hands"), "hands")
        state.played = self.cards(data.get("played"), "played")
        if state.hands & state.played:
            self.problems.append(f"{card_ids(state.hands & state.played)[0]} is both in a hand and played")
        self.hero(state, data)
        state.moscow_fell = self.flag(data, "moscow_fell")
        self.quiet(state, data.get("quiet"))

    def units(self, state: BlitzkriegState, data: object) -> None:
        if not isinstance(data, Mapping):
            self.problems.append("units must be a table of units, each with 'at' and 'side'")
            return
        for name, facts in data.items():
            self.unit(state, name, facts)
        for hex in members(state.occupied[0] & state.occupied[1]):
            self.problems.append(f"units of both sides stand in {space_label(hex)}")

    def unit(self, state: BlitzkriegState, name: object, facts: object) -> None:
        unit = UNIT_IDS.get(name) if isinstance(name, str) else None
        if unit is None:
            self.problems.append(f"there is no unit {str(name)[:40]!r}")
            return
        if not isinstance(facts, Mapping) or set(facts) - {"at", "side", "due"} or "at" not in facts:
            self.problems.append(f"unit {name} needs 'at', may have 'side' and 'due', and nothing else")
            return
        space = BOARD.ids.get(facts["at"]) if isinstance(facts["at"], str) else None
        if space is None:
            self.problems.append(f"unit {name} is at {str(facts['at'])[:40]!r}, which is no space of the map")
        elif SEA >> space & 1:
            self.problems.append(f"unit {name} is at {facts['at']}, in the sea")
        elif space in AREAS and space not in HOMES[unit]:
            self.problems.append(f"unit {name} cannot be in the rear area {facts['at']} (10.4)")
        else:
            self.unit_side(state, unit, space, facts)

    def unit_side(self, state: BlitzkriegState, unit: int, space: int, facts: Mapping[str, Any]) -> None:
        name = UNITS[unit].name
        side, due = facts.get("side", "fresh"), facts.get("due")
        if side not in ("fresh", "spent"):
            self.problems.append(f"unit {name} has side {str(side)[:40]!r}; it must be fresh or spent")
        elif side == "spent" and CORPS >> unit & 1:
            self.problems.append(f"unit {name} cannot be spent: it has no such side (2.2.6)")
        elif side == "spent" and space in (POOL, SURRENDERED, TRACK):
            self.problems.append(f"unit {name} cannot be spent in {facts['at']}")
        elif (space == TRACK) != (due is not None):
            self.problems.append(f"unit {name} has 'due' exactly if it is on the track")
        elif due is not None and (type(due) is not int or not 1 <= due <= LAST_TURN + 1):
            self.problems.append(f"unit {name} is due on turn {str(due)[:40]!r}; turns are 1 to {LAST_TURN + 1}")
        else:
            state.put(unit, space)
            state.due[unit] = due or 0
            if side == "spent":
                state.fresh &= ~(1 << unit)

    def cities(self, state: BlitzkriegState, data: object) -> None:
        """4.2: who stands in a city controls it. Without a list all others are Soviet."""
        if data is None:
            state.german_cities = CITIES & state.occupied[GERMAN]
            return
        if isinstance(data, str) or not isinstance(data, Sequence):
            self.problems.append("german_cities must be a list of hexes")
            return
        wrong = [name for name in data if not isinstance(name, str) or not CITIES >> BOARD.ids.get(name, 0) & 1]
        if wrong:
            self.problems.append(f"german_cities names {str(wrong[0])[:40]!r}, which is no city")
            return
        state.german_cities = set_of(BOARD.ids[name] for name in data)
        if len(set(data)) != len(data):
            self.problems.append("german_cities names a city twice")
        for city in members(state.german_cities & state.occupied[SOVIET]):
            self.problems.append(f"german_cities names {space_label(city)}, where a Soviet unit stands")
        for city in members(CITIES & ~state.german_cities & state.occupied[GERMAN]):
            self.problems.append(f"german_cities lacks {space_label(city)}, where a German unit stands")

    def cards(self, data: object, key: str) -> int:
        """Cards by side."""
        if data is None:
            return 0
        if not isinstance(data, Mapping) or set(data) - set(SIDES):
            self.problems.append(f"{key} must be a table with the keys german and soviet")
            return 0
        found = 0
        for side, names in data.items():
            mine = CARDS_OF[SIDES.index(side)]
            if isinstance(names, str) or not isinstance(names, Sequence):
                self.problems.append(f"{key}.{side} must be a list of cards")
                continue
            for name in names:
                card = CARD_IDS.get(name) if isinstance(name, str) else None
                if card is None or not mine >> card & 1:
                    self.problems.append(f"{key}.{side} names {str(name)[:40]!r}, which is no card of that side")
                elif found >> card & 1:
                    self.problems.append(f"{key}.{side} names {name} twice")
                else:
                    found |= 1 << card
        return found

    def hero(self, state: BlitzkriegState, data: Mapping[str, Any]) -> None:
        name = data.get("hero")
        city = BOARD.ids.get(name, 0) if isinstance(name, str) else 0
        if name is not None and not CITIES >> city & 1:
            self.problems.append(f"hero is {str(name)[:40]!r}, which is no city")
            return
        state.hero = city
        state.hero_stands = self.flag(data, "hero_stands")
        if state.hero_stands and not city:
            self.problems.append("hero_stands, but there is no Hero City")

    def flag(self, data: Mapping[str, Any], key: str) -> bool:
        value = data.get(key, False)
        if not isinstance(value, bool):
            self.problems.append(f"{key} must be true or false")
            return False
        return value

    def quiet(self, state: BlitzkriegState, data: object) -> None:
        if data is None:
            return
        if isinstance(data, str) or not isinstance(data, Sequence) or not all(side in SIDES for side in data):
            self.problems.append("quiet must be a list of sides")
            return
        state.quiet = set_of(SIDES.index(side) for side in data)

    def open_problems(self, state: BlitzkriegState) -> list[str]:
        return stack_problems(state)

    def check_stacking(self, state: BlitzkriegState) -> None:
        """8.3: too many units may stand together until the end of the Movement Phase, and during a retreat."""
        allowed = 0
        if self.game.phases[state.phase].mode in ("logistics", "movement"):
            allowed = state.occupied[state.active]
        top = state.stack[-1] if state.stack else None
        if isinstance(top, Retreat):
            allowed |= 1 << state.where[top.unit]
        for hex in members(state.overstacked & ~allowed):
            self.problems.append(f"too many units stand in {space_label(hex)} (8.0)")
