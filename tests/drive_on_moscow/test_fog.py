"""11.6, 2.13, 9.4: what a side is shown, told, offered and refused does not depend on what it may not see."""

from __future__ import annotations

import json
from random import Random

import pytest

from rasputitsa import Match
from rasputitsa.bots import bot, bots, decide
from rasputitsa.core import CHANCE
from rasputitsa.core.events import told
from rasputitsa.core.sets import members
from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.facts import ALL_OF, GERMAN, MECH, SIDES, SOVIET, UNIT_IDS, UNIT_NAMES
from rasputitsa.games.drive_on_moscow.fog import hidden_places, rename
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState
from rasputitsa.match import CommittedDice

from .. import properties
from ..tools import soak
from .helpers import after, legal, play, position, random_positions, refused, stack, start

OTHER = {"german": "soviet", "soviet": "german"}
GERMANS = {"1019": "inf-5 pz-1 inf-6", "1018": "pz-2 inf-87 inf-8", "0101": "inf-7"}
SOVIETS = {"1120": "GRD RD 2-3:RD", "1121": "TB RB CD", "3030": "RD GCD"}


def swapped(state: DriveOnMoscowState, one: str, other: str) -> DriveOnMoscowState:
    """The same position with two units in each other's place."""
    twin = state.copy()
    first, second = UNIT_IDS[one], UNIT_IDS[other]
    rename(twin, {first: second, second: first})
    twin.nets, twin.zone, twin.lifeline = [-1, -1], -1, -1
    return twin


def hidden_units(state: DriveOnMoscowState, side: int) -> list[str]:
    """The units that a side may not look at."""
    return [UNIT_NAMES[state.stacks[hex][level]] for hex, level in hidden_places(state, side)]


def hidden_pair(state: DriveOnMoscowState, side: int, rng: Random) -> tuple[str, str] | None:
    """Two units that a side may not look at, in different hexes, neither of which is in marsh."""
    names = [name for name in hidden_units(state, side) if state.position()["units"][name]["at"] not in MARSHES]
    rng.shuffle(names)
    for other in names[1:]:
        if state.where[UNIT_IDS[names[0]]] != state.where[UNIT_IDS[other]]:
            return names[0], other
    return None


MARSHES = set(GAME.board.names_of(GAME.board.features["marsh"]))

# Two worlds that differ in hidden units alone


@pytest.mark.rule("drive-on-moscow", "11.6")
@pytest.mark.parametrize("phase", ["german-movement", "german-combat", "soviet-movement", "soviet-combat"])
@pytest.mark.parametrize("seeds", soak.less(1, 10))
def test_swapped_worlds_look_the_same(seeds: int, phase: str) -> None:
    """Views, questions, offers, refusals, forecasts, overlays and figures, for the enemy and for spectators."""
    state = position(GERMANS, SOVIETS, phase=phase)
    for side, one, other in (("soviet", "inf-5", "pz-2"), ("soviet", "pz-1", "inf-87"), ("german", "grd-1G", "tb-1")):
        twin = swapped(state, one, other)
        assert stack(twin, "1019") != stack(state, "1019") or stack(twin, "1120") != stack(state, "1120")
        assert twin.view(OTHER[side]) != state.view(OTHER[side])
        for seed in range(seeds):
            properties.check_same(state, twin, side, Random(seed))


@pytest.mark.rule("drive-on-moscow", "11.6")
@pytest.mark.rule("drive-on-moscow", "2.13")
@pytest.mark.parametrize("seed", soak.first(1, range(3)))
@pytest.mark.parametrize("every", soak.less(150, 25))
def test_swapped_worlds_look_the_same_in_random_games(every: int, seed: int) -> None:
    rng = Random(seed)
    compared = 0
    for state in random_positions(seed, every=every):
        for side in (GERMAN, SOVIET):
            pair = hidden_pair(state, side, rng)
            if pair:
                properties.check_same(state, swapped(state, *pair), SIDES[side], rng)
                compared += 1
    assert compared > 900 // every


@pytest.mark.rule("drive-on-moscow", "11.6")
@pytest.mark.parametrize(
    ("phase", "side", "actions"),
    soak.first(
        1,
        [
            ("german-combat", "german", ["attack 1120"]),
            ("soviet-movement", "soviet", ["unit rd-2"]),
            ("soviet-combat", "soviet", ["attack 1019"]),
            ("german-movement", "german", ["unit pz-1"]),
        ],
    ),
)
def test_every_refusal_is_the_same_in_swapped_worlds(phase: str, side: str, actions: list[str]) -> None:
    """Whatever the side that acts tries, it is told nothing of the stacks of the other."""
    state = position(GERMANS, SOVIETS, phase=phase)
    pairs = [("inf-5", "pz-2"), ("inf-87", "pz-1")] if side == "soviet" else [("grd-1G", "tb-1"), ("rd-1", "rb-1")]
    for pair in pairs:
        one, other = after(state.copy(), *actions), after(swapped(state, *pair), *actions)
        assert one.side == other.side == side and one.actions() == other.actions()
        for action in GAME.words:
            assert one.why_not(action) == other.why_not(action), f"{action} with {pair} swapped"
            assert one.forecast(action, side) == other.forecast(action, side)


@pytest.mark.rule("drive-on-moscow", "11.6")
def test_enemy_units_are_refused_alike_wherever_they_are() -> None:
    state = position(GERMANS, SOVIETS, phase="german-movement")
    said = {refused(state, f"unit {name}") for name in ("rd-1", "grd-1G", "tb-1", "rd-135")}
    assert len(said) == 1


@pytest.mark.rule("drive-on-moscow", "11.6")
@pytest.mark.parametrize("actions", [["unit inf-5", "move 0919"], ["unit inf-5", "all", "move 0919"], ["arrange"]])
def test_the_log_of_a_move_tells_the_enemy_what_he_sees(actions: list[str]) -> None:
    """A unit from under the top one moves: the enemy is told of it, as it is on top where it arrives, not before."""
    state = position(GERMANS, SOVIETS)
    twin = swapped(state, "pz-1", "inf-87")
    events, others = play(state, *actions), play(twin, *actions)
    for viewer in ("soviet", None):
        assert told(events, viewer) == told(others, viewer)
        assert state.view(viewer) == twin.view(viewer)
        for event in told(events, viewer):
            assert not any(fate.token in ("pz-1", "inf-87") for fate in event.tokens)


@pytest.mark.rule("drive-on-moscow", "11.6")
@pytest.mark.parametrize("games", soak.less(1, 2))
def test_hidden_names_stand_nowhere_in_a_view(games: int) -> None:
    for seed in range(games):
        for state in random_positions(seed, every=40):
            for side in (GERMAN, SOVIET):
                text = json.dumps(state.view(SIDES[side]))
                assert not any(f'"{name}"' in text for name in hidden_units(state, side))


# Untried units


@pytest.mark.rule("drive-on-moscow", "2.13")
def test_untried_units_of_a_type_are_alike_even_on_top() -> None:
    state = position({"1019": "inf-5"}, {"1120": "RD", "1121": "RD RD", "3030": "RD"}, phase="german-combat")
    twin = swapped(state, "rd-1", "rd-4")
    for viewer in ("german", None):
        assert state.view(viewer) == twin.view(viewer)
    properties.check_same(state, twin, "german", Random(1))


@pytest.mark.rule("drive-on-moscow", "2.13")
def test_nobody_knows_an_untried_unit_before_it_is_turned_over() -> None:
    """Not even its owner: it is drawn in battle, and the position has no counter for it before."""
    state = position({"1019": "inf-5"}, {"1120": "RD", "3030": "RD"}, phase="german-combat")
    assert "counter" not in state.position()["units"]["rd-1"] and not state.drawn
    (token,) = [token for token in state.view("soviet")["tokens"] if token["name"] == "rd-1"]
    assert token["face"] == 0 and "print" not in token
    play(state, "attack 1120", "all", "fight")
    assert state.side == CHANCE and len(state.chances()) > 1


# Conversions


@pytest.mark.rule("drive-on-moscow", "9.4")
def test_where_guards_enter_is_the_soviet_players_secret() -> None:
    soviet = {"3030": "2-3:RD 1-2:RD RD", "3131": "3-5:RD RD", "4010": "RD"}
    state = position({"0101": "inf-5"}, soviet, phase="guards-conversion")
    play(state, "guards GRD")
    worlds = []
    for name in ("rd-1", "rd-2", "rd-4"):
        world = state.copy()
        worlds.append((play(world, f"convert {name}"), world))
    events, world = worlds[0]
    for viewer in ("german", None):
        assert any(event.text.endswith("enters play.") for event in told(events, viewer)), "they see the guards leave"
    for others, other in worlds[1:]:
        for viewer in ("german", None):
            assert told(events, viewer) == told(others, viewer)
            assert world.view(viewer) == other.view(viewer)
        assert world.view("soviet") != other.view("soviet")


# Matches, bots and guesses


@pytest.mark.rule("drive-on-moscow", "3.6")
@pytest.mark.rule("drive-on-moscow", "11.6")
def test_two_set_ups_with_the_same_top_units_read_the_same() -> None:
    """The German player sets up two stacks, in two orders of the units that lie beneath."""
    matches = []
    for first, second in (("inf-6", "inf-7"), ("inf-7", "inf-6")):
        match = Match(GAME, dice=CommittedDice.seeded(1, "fog"))
        for action in ("offer deep", "done", "offer deep", "done"):
            match.play("soviet", action)
        for unit, hex in ((first, "0612"), ("inf-5", "0612"), (second, "0614"), ("inf-8", "0614")):
            if f"unit {unit}" in [str(action) for action in match.actions()]:
                match.play("german", f"unit {unit}")
            match.play("german", f"place {hex}")
        matches.append(match)
    one, other = matches
    for side in ("soviet", None):
        assert one.view(side) == other.view(side)
        assert one.events_for(side) == other.events_for(side)
    assert one.view("german") != other.view("german")


@pytest.mark.rule("drive-on-moscow", "11.6")
def test_bots_decide_the_same_whatever_is_hidden() -> None:
    for phase, side, pair in (
        ("german-movement", "german", ("grd-1G", "tb-1")),
        ("soviet-movement", "soviet", ("inf-5", "pz-2")),
        ("german-combat", "german", ("grd-1G", "tb-1")),
        ("soviet-combat", "soviet", ("inf-5", "pz-2")),
    ):
        state = position(GERMANS, SOVIETS, phase=phase)
        assert state.side == side
        twin = swapped(state, *pair)
        for name in set(bots(GAME.name)) - {"officer", "marshal"}:  # see tests/bots
            player = bot(name, GAME.name, seed=3)
            assert decide(player, state, 1) == decide(player, twin, 1)


@pytest.mark.rule("drive-on-moscow", "11.6")
def test_a_guess_never_peeks_and_is_a_position() -> None:
    for state in random_positions(5, every=120):
        for side in (GERMAN, SOVIET):
            pair = hidden_pair(state, side, Random(1))
            guess = state.guess(SIDES[side], Random(7))
            if pair:
                assert guess.position() == swapped(state, *pair).guess(SIDES[side], Random(7)).position()
            assert guess.view(SIDES[side]) == state.view(SIDES[side])
            if state.side == SIDES[side]:  # a bot in another process reads it
                assert GAME.position(guess.position()).position() == guess.position()
            assert members(guess.units_in(1 - side)) == members(state.units_in(1 - side))


@pytest.mark.rule("drive-on-moscow", "3.3")
@pytest.mark.parametrize("offer", ["historical", "forward", "deep"])
def test_a_guess_has_rifle_divisions_along_the_front(offer: str) -> None:
    """While the Germans set up: a bot in another process reads it."""
    state = start()
    play(state, f"offer {offer}", "done", f"offer {offer}", "done")
    assert state.side == "german"
    pair = hidden_pair(state, GERMAN, Random(1))
    for seed in range(5):
        guess = state.guess("german", Random(seed))
        assert GAME.position(guess.position()).position() == guess.position()
        assert guess.view("german") == state.view("german")
        if pair:
            assert guess.position() == swapped(state, *pair).guess("german", Random(seed)).position()


@pytest.mark.rule("drive-on-moscow", "5.3")
@pytest.mark.rule("drive-on-moscow", "10.1")
def test_a_guess_fits_what_units_can_have_done() -> None:
    """Infantry that changes places with a panzer division has neither its points nor the Guderian effect."""
    german = {"1440": "pz-3 pz-4", "1439": "inf-5 inf-6 inf-7", "0101": "inf-17"}
    mech = ALL_OF[GERMAN] & MECH
    state = position(german, {"3030": "RD"}, turn=1, south=mech)
    play(state, "unit pz-3", "all", "move 2740", "stop")
    assert state.spent[UNIT_IDS["pz-3"]] > 10
    for seed in range(12):
        guess = state.guess("soviet", Random(seed))
        assert GAME.position(guess.position()).position() == guess.position()
        assert not (guess.far | guess.south) & ~mech


@pytest.mark.rule("drive-on-moscow", "3.3")
def test_a_set_up_is_seen_by_its_stacks_alone() -> None:
    state = start()
    play(state, "offer deep", "done", "offer deep")
    for viewer in ("german", None):
        shown = [
            token for token in state.view(viewer)["tokens"] if token["owner"] == "soviet" and token["at"] != "pool"
        ]
        assert all(token["piece"] is None or token["piece"].startswith("g") for token in shown)
    assert legal(state, "type")
