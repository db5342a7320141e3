"""The data files: what is read, what is refused, and what the check says."""

from __future__ import annotations

from importlib.resources import files

import pytest

from rasputitsa.core import DataError
from rasputitsa.core.conditions import passing
from rasputitsa.core.data import Source
from rasputitsa.core.spaces import Board
from rasputitsa.games.moscow_41 import facts, loader, map_loader
from rasputitsa.games.moscow_41.setup import ALLOWED, SetUp

from .helpers import GAME, start

PACKAGE = "rasputitsa.games.moscow_41"


def text_of(name: str) -> str:
    return (files(PACKAGE) / name).read_text(encoding="utf-8")


def changed(name: str, old: str, new: str) -> Source:
    text = text_of(name)
    assert old in text
    return Source.parse(text.replace(old, new, 1), f"moscow_41/{name}")


def test_the_data_fit() -> None:
    assert GAME.check() == []


@pytest.mark.parametrize("scenario", ["typhoon", "gasp"])
def test_the_offered_set_ups_are_allowed(scenario: str) -> None:
    state = start(scenario)
    for side, orders in enumerate(state.setting.orders):
        for number, order in enumerate(orders):
            allowed = passing(ALLOWED, state, SetUp(side, number, 0, 0, False))
            for area in order.offer:
                assert allowed >> area & 1, f"{order.colour}: {facts.space_label(area)}"


def test_the_map_has_what_the_notes_say() -> None:
    """112 Green, 54 Yellow, 5 Victory and 4 staging areas; 39 cities; 441 borders, 131 of them with a river."""
    assert [s.bit_count() for s in (facts.GREEN, facts.YELLOW, facts.VICTORY, facts.STAGING)] == [112, 54, 5, 4]
    assert facts.CITIES.bit_count() == 39
    assert len(facts.BOARD.links.pairs) == 441
    assert len(facts.BOARD.borders["river"].pairs) == 131


def test_neighbours_share_points_of_their_outlines() -> None:
    for a, b in facts.BOARD.links.pairs:
        one, other = facts.BOARD.by_id[a], facts.BOARD.by_id[b]
        assert len(set(one.outline) & set(other.outline)) > 1, f"{one.name} and {other.name}"


def test_spread_is_the_union_of_neighbours() -> None:
    for areas in (0, 1 << 5, facts.CITIES, facts.GREEN, facts.AREAS):
        slow = 0
        for area in range(facts.SIZE):
            if areas >> area & 1:
                slow |= facts.NEAR[area]
        assert facts.spread(areas) == slow


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "5", title', 'id = "6", title', "out of order"),
        ('neighbours = "2 13 16A"', 'neighbours = "2 13"', "area 16A has the neighbour 1, but"),
        ('neighbours = "2 13 16A"', 'neighbours = "2 13 16A 99Z"', "which is not another area"),
        ('"Dnieper" = "88-4A', '"Dnieper" = "1-4A', "these areas are not adjacent"),
        ('kind = "green", centre', 'kind = "blue", centre', "it must be one of"),
        ("1 = '54,132.8", "1 = 'x,132.8", "write each as x,y"),
        ('moscow = "63"', 'moscow = "999"', "which is not a space on the map"),
    ],
)
def test_a_wrong_map_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        map_loader.read_map(changed("map.toml", old, new))
    assert said in str(caught.value) and "map.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('fire = "TTTT"', 'fire = "TTXT"', "a letter S, D or T"),
        ('id = "G-HQ4"', 'id = "G-HQ2"', "it must be new"),
        ('side = "german"', 'side = "allied"', "it must be one of"),
        ('letter = "L"', 'letter = "Q"', "it must be one of"),
    ],
)
def test_wrong_pieces_are_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        loader.read_units(changed("pieces.toml", old, new))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('{ unit = "S-HQNW", at = "28" }', '{ unit = "S-HQXX", at = "28" }', "which is not a block"),
        ('{ unit = "S-HQNW", at = "28" }', '{ unit = "S-HQNW" }', "exactly one of at, to and where"),
        ('where = "near 45"', 'where = "beside 45"', "it must be front, controlled"),
        ('turns = ["July", "December"]', 'turns = ["June", "December"]', "the months are"),
        ("strength = 2 }", "strength = 7 }", "a number from 0 to 4"),
    ],
)
def test_wrong_set_ups_are_refused(old: str, new: str, said: str) -> None:
    source = changed("setup.toml", old, new)
    with pytest.raises(DataError) as caught:
        for name in source.data:
            loader.read_scenario(source, name, facts.BOARD.ids, facts.MONTHS, facts.UNIT_NAMES)
    assert said in str(caught.value)


def test_every_value_says_how_sure_it_is() -> None:
    assert set(facts.AREA_SURE.values()) <= set(loader.CERTAINTY)
    assert all(unit.sure.get("exists") for unit in facts.UNITS)
    assert isinstance(facts.BOARD, Board)


@pytest.mark.rule("moscow-41", "2.4.4")
def test_the_staging_areas_touch_each_other_from_north_to_south() -> None:
    names = ("16A", "9A", "4A", "2A")
    touching = [name for name in names if facts.NEAR[facts.BOARD.ids["9A"]] >> facts.BOARD.ids[name] & 1]
    assert touching == ["16A", "4A"]
    assert facts.NEAR[facts.BOARD.ids["2A"]] >> facts.BOARD.ids["4A"] & 1


@pytest.mark.rule("moscow-41", "2.4")
def test_the_volokolamsk_road_is_rough() -> None:
    assert all(facts.YELLOW >> area & 1 for area in (61, 62))


@pytest.mark.rule("moscow-41", "15.0")
def test_the_icons_of_july_are_those_of_the_facts() -> None:
    orders = facts.SCENARIOS["campaign"].orders[facts.SOVIET]
    icons = {(order.colour, order.type): order.at for order in orders if order.colour and order.at}
    assert icons == {
        ("yellow", "infantry"): (2, 13),
        ("yellow", "tank"): (28,),
        ("light blue", "infantry"): (99, 112, 113, 114, 125, 126),
        ("light blue", "tank"): (112,),
        ("white", "infantry"): (40, 53, 54, 56, 68, 77, 78, 78, 79, 88, 92, 101),
        ("white", "tank"): (69, 77, 78, 79, 88, 101),
    }


def test_the_offers_of_the_last_gasp() -> None:
    orders = facts.SCENARIOS["gasp"].orders[facts.SOVIET]
    november = next(order for order in orders if order.letter == "N")
    assert november.offer == (51, 65, 98, 110, 111), "the 1st Shock Army at Zagorsk"
    assert next(order.offer for order in orders if order.lines == 6) == (49, 61, 85, 96, 121, 147)
    assert orders[-1].offer == (33, 36, 62, 75, 86, 97, 109)
