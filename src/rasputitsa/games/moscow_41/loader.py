"""The data files, read and checked: what the game cannot be played with is refused here, with file, key and value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...core.data import Source
from ...core.sets import SpaceSet, set_of

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
CERTAINTY = ("RULE", "INFERRED", "FOUND", "REBUILT", "PRINTED")
KINDS = ("green", "yellow", "victory", "staging")
COMBAT_TYPES = ("infantry", "motorized", "cavalry", "tank")
TYPES = ("leader", "hq", "air", *COMBAT_TYPES)
COLOURS = ("white", "yellow", "light blue", "pink", "brown", "red", "green", "blue")
TRAYS = ("pool", "eliminated", "waiting", "removed", "hand", "airfield", "aborted", "destroyed")
TRAY_TITLES = (
    "Reinforcement Pool",
    "Lost for good",
    "Not yet available",
    "Out of the game",
    "To be placed",
    "Bombers available",
    "Bombers aborted",
    "Bombers destroyed",
)
NUMBERED = 171


@dataclass(frozen=True, slots=True)
class Unit:
    """A block as printed. ``fire`` is the letter of each step from strength 1 up."""

    name: str
    number: str
    title: str
    commander: str
    side: int
    colour: str
    type: str
    size: str
    fire: str
    speed: str
    letter: str
    remnant: bool
    blitz: bool
    sure: Mapping[str, str]

    @property
    def full(self) -> int:
        """4.2.3: the strength of the block when nothing has been lost."""
        return len(self.fire) or 4


@dataclass(frozen=True, slots=True)
class Bomber:
    """10.10.1"""

    name: str
    title: str
    type: str
    hq: str


@dataclass(frozen=True, slots=True)
class Order:
    """One line of a set-up: whom it is about and what is done with them."""

    units: tuple[str, ...] = ()
    colour: str = ""
    type: str = ""
    size: str = ""
    letter: str | None = None
    draw: int = 0
    at: tuple[int, ...] = ()
    to: str = ""
    where: str = ""
    near: int = 0
    each: int = 0
    chosen: bool = False
    strength: int | str = "full"
    strengths: tuple[tuple[str, int], ...] = ()
    revealed: bool = False
    lines: int = 0
    offer: tuple[int, ...] = ()

    def fits(self, unit: Unit) -> bool:
        """Whether the order is about this block."""
        if self.units:
            return unit.name in self.units
        return (
            self.colour in ("", unit.colour)
            and self.type in ("", unit.type)
            and self.size in ("", unit.size)
            and self.letter in (None, unit.letter)
        )


@dataclass(frozen=True, slots=True)
class Goal:
    """One way in which the Germans win a scenario at once: lines in all these areas, or control of all of them."""

    lines: SpaceSet
    controls: SpaceSet


@dataclass(frozen=True, slots=True)
class ScenarioFacts:
    """How a scenario begins, how long it lasts, and its special rules."""

    name: str
    title: str
    first: int
    last: int
    logistics: bool
    weather: str
    initiative: int
    german: SpaceSet
    contested: SpaceSet
    road: bool
    disc: str
    goals: tuple[Goal, ...]
    orders: tuple[tuple[Order, ...], tuple[Order, ...]]


def words(source: Source, key: str, default: str | None = None) -> list[str]:
    return source.get(key, str, default).split()


def area_set(source: Source, key: str, ids: Mapping[str, int], default: str | None = None) -> SpaceSet:
    """Areas written one after the other in a text."""
    return set_of(area_list(source, key, ids, default))


def area_list(source: Source, key: str, ids: Mapping[str, int], default: str | None = None) -> list[int]:
    names = words(source, key, default)
    for name in names:
        if name not in ids:
            raise source.error(key, f"names {name!r}, which is not a space on the map")
    return [ids[name] for name in names]


# The pieces.


def read_units(source: Source) -> list[Unit]:
    found: list[Unit] = []
    names: set[str] = set()
    for row in source.tables("units"):
        row.only(
            "id", "number", "title", "commander", "side", "colour", "type", "size", "fire", "speed", "letter",
            "remnant", "blitz", "sure",
        )  # fmt: skip
        unit = read_unit(row)
        if unit.name in names or not unit.name or " " in unit.name:
            raise row.error("id", f"is {unit.name!r}; it must be new and without blanks")
        names.add(unit.name)
        found.append(unit)
    order = [unit.side for unit in found]
    if order != sorted(order):
        raise source.error("units", "mixes the sides; list all German blocks before the Soviet ones")
    return found


def read_unit(row: Source) -> Unit:
    kind = row.choice("type", TYPES)
    combat = kind in COMBAT_TYPES
    fire = row.get("fire", str) if combat else ""
    if not set("SDT").issuperset(fire) or not (1 <= len(fire) <= 4 or not combat):
        raise row.error("fire", f"is {fire!r}; it gives each of one to four steps a letter S, D or T")
    sure = row.table("sure")
    sure.only("exists", "fire")
    return Unit(
        name=row.get("id", str),
        number=row.get("number", str),
        title=row.get("title", str),
        commander=row.get("commander", str, ""),
        side=SIDES.index(row.choice("side", SIDES)),
        colour=row.choice("colour", ("", *COLOURS), "" if not combat else None),
        type=kind,
        size=row.choice("size", ("army", "corps", "division", "brigade", "regiment")) if combat else "",
        fire=fire[::-1],
        speed=row.choice("speed", ("fast", "slow")) if kind != "leader" else "",
        letter=row.choice("letter", ("", "N", "L", "K"), ""),
        remnant=row.get("remnant", bool, False),
        blitz=row.get("blitz", bool, False),
        sure={key: sure.choice(key, CERTAINTY) for key in sure.data},
    )


def read_bombers(source: Source) -> list[Bomber]:
    return [
        Bomber(row.get("id", str), row.get("title", str), row.choice("type", ("He-111", "Ju-87")), row.get("hq", str))
        for row in source.tables("bombers")
    ]


# The set-up.


def read_order(row: Source, ids: Mapping[str, int], names: Iterable[str]) -> Order:
    row.only(
        "unit", "colour", "type", "size", "letter", "draw", "at", "to", "where", "each", "chosen", "strength",
        "strengths", "revealed", "lines", "offer",
    )  # fmt: skip
    units = tuple(words(row, "unit", ""))
    strengths = row.get("strengths", dict, {})
    for name in (*units, *strengths):
        if name not in names:
            raise row.error("unit", f"names {name!r}, which is not a block")
    where, near = read_where(row, ids)
    strength = row.data.get("strength", "full")
    if strength not in ("full", "minimum", 0, 1, 2, 3, 4):
        raise row.error("strength", f"is {strength!r}; it must be full, minimum, or a number from 0 to 4")
    to = row.choice("to", ("", *TRAYS), "")
    at = tuple(area_list(row, "at", ids, ""))
    if bool(to) + bool(at) + bool(where) != 1:
        raise row.error("", "needs exactly one of at, to and where")
    return Order(
        units=units,
        colour=row.choice("colour", ("", *COLOURS), ""),
        type=row.choice("type", ("", *TYPES), ""),
        size=row.get("size", str, ""),
        letter=row.choice("letter", ("", "N", "L", "K")) if "letter" in row.data else None,
        draw=row.get("draw", int, 0),
        at=at,
        to=to,
        where=where,
        near=near,
        each=row.get("each", int, 0),
        chosen=row.get("chosen", bool, False),
        strength=strength,
        strengths=tuple(strengths.items()),
        revealed=row.get("revealed", bool, False),
        lines=row.get("lines", int, 0),
        offer=tuple(area_list(row, "offer", ids, "")),
    )


def read_where(row: Source, ids: Mapping[str, int]) -> tuple[str, int]:
    """Where an owner may place: a kind of place, and the area it is about."""
    text = row.get("where", str, "")
    if text in ("", "front", "controlled"):
        return text, 0
    kind, _, name = text.rpartition(" ")
    if kind not in ("near", "at or near") or name not in ids:
        raise row.error("where", f"is {text!r}; it must be front, controlled, near N or at or near N")
    return kind, ids[name]


def read_scenario(
    source: Source, name: str, ids: Mapping[str, int], months: list[str], names: Iterable[str]
) -> ScenarioFacts:
    own = source.table(name)
    own.only(
        "title", "turns", "logistics", "weather", "initiative", "german_areas", "german_boxes", "contested", "road",
        "disc", "german_wins", "setup", "soviet", "german",
    )  # fmt: skip
    base = source.table(own.get("setup", str)) if "setup" in own.data else own
    first, last = (month_of(own, month, months) for month in own.texts("turns"))
    staging = set_of(ids[name] for name in ("16A", "9A", "4A", "2A"))
    boxes = set_of(ids[box] for box in base.texts("german_boxes"))
    goals = tuple(
        Goal(area_set(goal, "lines", ids, ""), area_set(goal, "controls", ids, ""))
        for goal in (own.tables("german_wins") if "german_wins" in own.data else [])
    )
    orders = tuple(tuple(read_order(row, ids, names) for row in base.tables(side)) for side in SIDES)
    return ScenarioFacts(
        name=name,
        title=own.get("title", str),
        first=first,
        last=last,
        logistics=base.get("logistics", bool),
        weather=base.choice("weather", ("sunny", "rain", "snow")),
        initiative=SIDES.index(base.choice("initiative", SIDES)),
        german=area_set(base, "german_areas", ids) | staging | boxes,
        contested=area_set(base, "contested", ids, ""),
        road=base.get("road", bool),
        disc=own.choice("disc", ("free", "once", "monthly"), "free"),
        goals=goals,
        orders=(orders[0], orders[1]),
    )


def month_of(source: Source, month: str, months: list[str]) -> int:
    if month not in months:
        raise source.error("turns", f"names {month!r}; the months are {', '.join(months)}")
    return months.index(month) + 1
