"""What the bots of all games share: plans that can be cut short, memory, attacks, expectations, phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from random import Random
from time import monotonic

import pytest

import rasputitsa as ra
from rasputitsa.bots import Bot, after, bot, decide, never
from rasputitsa.bots.attacks import Assault, Choice, Group, best_choice
from rasputitsa.bots.distances import distances
from rasputitsa.bots.explanations import phrase
from rasputitsa.bots.guesses import guesses, sequential_halving
from rasputitsa.bots.odds import expectation, expected_value, result_chances
from rasputitsa.bots.planning import Cache, Plan, StandingPlanner, best_so_far, place_in_turn
from rasputitsa.core import CHANCE, Action, State
from rasputitsa.match import CommittedDice

from ..tools import soak
from .positions import position


def at_once() -> bool:
    return True


def stop_after(calls: int) -> Callable[[], bool]:
    """Says stop from a certain call on."""
    left = iter(range(calls))
    return lambda: next(left, None) is None


# Being cut short.


def test_all_versions_are_made_if_there_is_time() -> None:
    assert best_so_far(["poor", "fair", "good"], never) == ("good", True)


def test_the_version_at_hand_is_taken_when_time_is_up() -> None:
    assert best_so_far(["poor", "fair", "good"], at_once) == ("poor", False)
    assert best_so_far(["poor", "fair", "good"], stop_after(1)) == ("fair", False)


def test_a_useless_version_is_not_taken_even_then() -> None:
    assert best_so_far(["", "", "fair", "good"], at_once) == ("fair", False)
    assert best_so_far(["", ""], at_once) == ("", True)


def test_no_more_versions_are_made_than_needed() -> None:
    made: list[int] = []

    def versions() -> Iterator[int]:
        for number in (1, 2, 3):
            made.append(number)
            yield number

    assert best_so_far(versions(), stop_after(1)) == (2, False)
    assert made == [1, 2]


def test_a_deadline() -> None:
    stop = after(0.02)
    assert not stop()
    while not stop():
        assert monotonic() < float("inf")
    assert after(0)()


# Recruits that are never given time.


@pytest.mark.parametrize("side", soak.first(1, ["german", "soviet"]))
@pytest.mark.parametrize("game", soak.first(1, ["battle-for-moscow", "blitzkrieg-to-moscow-2"]))
def test_a_recruit_without_time_still_beats_random(game: str, side: str) -> None:
    """It answers with what it has, never at random, comes to an end, and still knows what it is doing."""
    players = {"german": bot("random", game, 1), "soviet": bot("random", game, 1), side: bot("recruit", game, 1)}
    dice = CommittedDice.seeded(3)
    state = ra.game(game).start()
    number = rolls = 0
    while (actor := state.side) is not None:
        if actor == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
            continue
        state.take(decide(players[actor], state, number, at_once))
        number += 1
        assert number < 5000
    assert state.outcome is not None
    assert state.outcome.winner == side


@pytest.mark.parametrize(
    ("game", "seed"), soak.first(1, [("battle-for-moscow", 0), ("battle-for-moscow", 1), ("blitzkrieg-to-moscow-2", 0)])
)
def test_recruits_without_time_come_to_an_end(game: str, seed: int) -> None:
    """No unit is sent where it has to be taken back, again and again."""
    player = bot("recruit", game, seed)
    dice = CommittedDice.seeded(seed)
    state = ra.game(game).start()
    number = rolls = 0
    while state.side is not None:
        if state.side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
            continue
        state.apply(decide(player, state, number, at_once))
        number += 1
        assert number < 2000


def test_a_plan_that_was_cut_short_is_forgotten() -> None:
    """After an interruption the bot plans with all its time again."""
    state = position("panzer-movement", "24pz 0505, 41pz 0506, 57pz 0405, 3a- 0707, 5a 1103")
    hurried, calm = bot("recruit", "battle-for-moscow"), bot("recruit", "battle-for-moscow")
    decide(hurried, state, 0, at_once)
    assert decide(hurried, state, 0) == decide(calm, state, 0)


def test_an_interrupted_bot_moves_a_unit_and_does_not_end_the_phase() -> None:
    state = position("panzer-movement", "24pz 0505, 41pz 0506, 57pz 0405, 3a- 0707, 5a 1103")
    assert decide(bot("recruit", "battle-for-moscow"), state, 0, at_once).verb == "unit"


def test_an_interrupted_bot_looks_no_further_and_what_it_does_is_legal() -> None:
    """Whatever it has begun by plans that were cut short here and there: it does not search on for one that agrees."""
    rng, player = Random(0), bot("officer", "battle-for-moscow", 5)
    dice = CommittedDice.seeded(1)
    state = ra.game("battle-for-moscow").start()
    rolls = 0
    for number in range(110):
        if state.side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
            continue
        looks, most = 0, rng.choice((1, 1, 1, 1, 30))

        def stop() -> bool:
            nonlocal looks
            looks += 1
            return looks >= most  # noqa: B023

        state.take(decide(player, state, number, stop))
        assert looks < most + 60


def test_the_stop_is_handed_to_the_bot() -> None:
    seen: list[Callable[[], bool]] = []

    class Spy(Bot):
        def choose(self, state: State, rng: Random, stop: Callable[[], bool] = never) -> Action:
            seen.append(stop)
            return state.actions()[0]

    game = ra.game("battle-for-moscow")
    decide(Spy(game), game.start(), 0, at_once)
    decide(Spy(game), game.start(), 0)
    assert seen == [at_once, never]


# Memory.


def test_the_last_positions_are_remembered() -> None:
    memory: Cache[int] = Cache(2)
    values = iter(range(9))
    assert [memory.get_or_compute(key, lambda: next(values)) for key in "abacba"] == [0, 1, 0, 2, 1, 3]
    assert list(memory) == ["c", "a"]  # the oldest was forgotten first


# Places.


def test_units_take_their_places_in_turn() -> None:
    """Unit 3 wants place 12, the others 10: in the second round unit 1 gets the place that unit 3 has left."""
    places = {1: 3, 2: 9, 3: 10}

    def best_place(unit: int) -> int:
        taken = {place for other, place in places.items() if other != unit}
        wanted = 12 if unit == 3 else 10
        return min((place for place in range(20) if place not in taken), key=lambda place: abs(place - wanted))

    seen = [dict(places) for _ in place_in_turn(places, [1, 2, 3], best_place, 2)]
    assert seen[:3] == [{1: 11, 2: 9, 3: 10}, {1: 11, 2: 9, 3: 10}, {1: 11, 2: 9, 3: 12}]
    assert seen[3:] == [{1: 10, 2: 9, 3: 12}] * 3


# Attacks.


class Toy(Assault[Group]):
    """Two targets; unit 1 is worth 5 against either, unit 2 is worth 3 against the second."""

    def targets(self) -> Iterable[int]:
        return [10, 20]

    def best_at(self, hex: int) -> Group | None:
        values = {10: {1: 5.0}, 20: {1: 5.5, 2: 3.0}}[hex]
        able = {unit: value for unit, value in values.items() if not self.busy >> unit & 1}
        if not able:
            return None
        unit = max(able, key=lambda unit: able[unit])
        return Group(hex, {unit: hex + 1}, able[unit])

    def place(self, group: Group) -> None:
        pass


def test_the_most_rewarding_attack_comes_first() -> None:
    toy = Toy({1: 0, 2: 0})
    assert len(list(toy.run())) == 1
    assert [(group.hex, group.places) for group in toy.groups] == [(20, {1: 21})]
    assert toy.busy == 1 << 1


def test_the_best_choice_of_attacks_shares_no_attacker() -> None:
    options = [
        [Choice(5.0, 0b011, "a with 0, 1"), Choice(4.0, 0b001, "a with 0")],
        [Choice(3.0, 0b010, "b with 1")],
        [Choice(1.0, 0b100, "c with 2")],
    ]
    assert sorted(best_choice(options)) == ["a with 0", "b with 1", "c with 2"]
    assert best_choice([]) == []
    assert best_choice([[], [Choice(1.0, 1, "d")]]) == ["d"]


# Expectations.


def test_chances_of_a_column() -> None:
    assert result_chances(["DR", "DR", "EX", "NE", "NE", "NE"]) == [("DR", 2 / 6), ("EX", 1 / 6), ("NE", 3 / 6)]
    assert result_chances(["DR", "NE"], ["NE", "EX", "DR"]) == [("NE", 0.5), ("DR", 0.5)]
    assert expectation([("DR", 0.25), ("NE", 0.75)], {"DR": 8.0, "NE": 0.0}.__getitem__) == 2.0


def test_the_expected_value_is_exact() -> None:
    """9.0: the mean over the six faces of the die, by the state's own chances."""
    state = position("german-combat", "24pz 0606, 23ak 0706, 3a- 0707, 5a 1103")
    assert expected_value(state, lambda state: 7.0) == 7.0  # chance has no part yet
    for action in ("attack 0707", "with 24pz", "with 23ak", "declare", "done"):
        state.take(action)
    while state.side != CHANCE:
        state.take(state.actions()[0])
    chances = state.chances()
    survives = Fraction(0)
    for roll, probability in chances:
        after_roll = state.copy()
        after_roll.apply(roll)
        survives += probability * ("3a" in after_roll.position()["units"])

    def alive(state: State) -> float:
        return float("3a" in state.position()["units"])

    assert expected_value(state, alive) == pytest.approx(float(survives))
    assert 0 < survives < 1


def test_players_reply_in_between() -> None:
    """The mean goes on through the questions that a result asks, to where the battle is over."""
    state = position("german-combat", "24pz 0606, 23ak 0706, 3a- 0707, 5a 1103")
    for action in ("attack 0707", "with 24pz", "with 23ak", "declare", "done"):
        state.take(action)
    depth = len(state.stack)

    def first_choice(state: State) -> Action | None:
        return state.actions()[0] if len(state.stack) >= depth else None

    def survivors(state: State) -> float:
        return float(sum(facts["at"] == "0707" for facts in state.position()["units"].values()))

    total = 0.0
    for roll, probability in state.chances():
        after_roll = state.copy()
        after_roll.apply(roll)
        while len(after_roll.stack) >= depth:
            after_roll.apply(after_roll.actions()[0])
        total += float(probability) * survivors(after_roll)
    assert expected_value(state, survivors, first_choice) == pytest.approx(total)


# Fog.


def test_guesses_agree_with_what_the_side_knows() -> None:
    """All of them look the same to the side that must act, and they are not all the same."""
    state = ra.game("blitzkrieg-to-moscow-2").start()
    for card in ("G1", "G2", "G3", "G4", "G5"):
        state.take(f"take {card}")
    while state.side == "german":
        state.take("done")
    found = guesses(state.guess("soviet", Random(1)), Random(2), 20)
    assert len(found) == 20
    assert all(guess.view("soviet") == state.view("soviet") for guess in found)
    assert len({str(guess.position()["hands"]) for guess in found}) > 1


def test_halving_finds_the_best_option_with_less_work() -> None:
    worth = [3.0, 1.0, 5.0, 4.0, 2.0, 0.0, 1.5, 2.5]
    tried: list[int] = []

    def value(option: int, sample: int) -> float:
        tried.append(option)
        return worth[option] + (sample % 2) * (1 if option % 2 else -1)  # noise that evens out

    assert sequential_halving(range(8), value, 28) == 2
    assert tried.count(2) == 28 and tried.count(5) == 4
    assert len(tried) == 8 * 4 + 4 * 8 + 2 * 16


def test_halving_with_little_to_choose_or_to_try() -> None:
    assert sequential_halving(["only"], lambda option, sample: 1 / 0, 9) == "only"
    assert sequential_halving("ab", lambda option, sample: float(option == "b"), 1) == "b"
    assert sequential_halving("ab", lambda option, sample: 0.0, 8) == "a"


def test_halving_that_is_cut_short_takes_the_leader() -> None:
    tried: list[str] = []

    def value(option: str, sample: int) -> float:
        tried.append(option)
        return float(option == "c")

    assert sequential_halving("abcd", value, 100, at_once) == "c"
    assert tried == ["a", "b", "c", "d"]


# Standing plans.


class Walk(StandingPlanner[State]):
    """Moves units on a number line; each plan is given. A place that is taken cannot be entered."""

    def __init__(self, *given: dict[int, int]) -> None:
        super().__init__()
        self.given = list(given)
        self.where = {1: 10, 2: 20, 3: 30}

    def phase_key(self, state: State) -> str:
        return "movement"

    def plans(self, state: State) -> Iterator[Plan]:
        places: dict[int, int] = {}
        for unit, place in (self.given.pop(0) if self.given else {}).items():
            places[unit] = place
            yield Plan(dict(places))
        yield Plan(places)

    def next_action(self, state: State, plan: Plan) -> Action | None:
        for unit, place in plan.places.items():
            if self.where[unit] != place and place not in self.where.values():
                return Action("move", f"{unit} {place}")
        return None

    def play(self, stop: Callable[[], bool] = never) -> str:
        action = self.choose(ra.game("battle-for-moscow").start(), stop)
        if action is None:
            return "done"
        unit, place = map(int, action.object.split())
        self.where[unit] = place
        return action.object


def test_a_plan_is_kept_while_it_has_something_to_do() -> None:
    walk = Walk({1: 11, 2: 21}, {3: 31})
    assert [walk.play() for _ in range(4)] == ["1 11", "2 21", "3 31", "done"]
    assert not walk.given


def test_a_plan_that_somebody_blocks_goes_on_where_it_can() -> None:
    walk = Walk({1: 20, 2: 21}, {})
    assert [walk.play() for _ in range(3)] == ["2 21", "1 20", "done"]


def test_a_standing_plan_that_was_cut_short_is_followed_by_another() -> None:
    walk = Walk({1: 11, 2: 21}, {2: 22})
    assert [walk.play(at_once), walk.play(), walk.play()] == ["1 11", "2 22", "done"]


# Distances.


def test_distances_go_round_what_cannot_be_entered() -> None:
    """Spaces 0 to 5 in a ring, 6 apart from them."""

    def spread(spaces: int) -> int:
        return sum(1 << space for space in range(6) if spaces >> (space + 1) % 6 & 1 or spaces >> (space - 1) % 6 & 1)

    assert distances(spread, 0b1, 7, far=99) == [0, 1, 2, 3, 2, 1, 99]
    assert distances(spread, 0b1001, 6) == [0, 1, 1, 0, 1, 1]


# Phrases.


def test_phrases_name_the_object_where_they_have_a_place_for_it() -> None:
    game = ra.game("battle-for-moscow")
    phrases = {"move": "The unit is needed in {}.", "unit": "The {} is needed elsewhere.", "done": "Enough."}
    assert phrase(phrases, game.action("move 1103"), game) == "The unit is needed in 1103 Moscow."
    assert phrase(phrases, game.action("unit 24pz"), game) == "The 24th Panzer Corps is needed elsewhere."
    assert phrase(phrases, game.action("done"), game) == "Enough."
    assert phrase(phrases, game.action("roll 3"), game) == ""
