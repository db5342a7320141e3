"""The officer of Moscow '41: playouts keep to the rules, and decisions follow from what the side knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rasputitsa.bots import bot, challengers, decide
from rasputitsa.bots.moscow_41.fitting import examples
from rasputitsa.bots.moscow_41.officer import QUESTIONS, level, policy, settled
from rasputitsa.bots.moscow_41.planning import Planner
from rasputitsa.bots.moscow_41.playouts import TO_THE_END, play_on, start_of_play
from rasputitsa.bots.moscow_41.problems import Answers
from rasputitsa.bots.moscow_41.quick import QuickRecruit
from rasputitsa.bots.moscow_41.roadblocks import ways_to
from rasputitsa.bots.moscow_41.value import FEATURES, features, value_for
from rasputitsa.bots.moscow_41.weights import SCENARIOS, WEIGHTS, read_weights, weights_of
from rasputitsa.bots.sampling import Sample
from rasputitsa.bots.search import Found
from rasputitsa.core import CHANCE, Action, DataError
from rasputitsa.core.data import Source
from rasputitsa.core.sets import members
from rasputitsa.games.moscow_41.facts import BOARD, CHERNIGOV, GERMAN, MOSCOW, SOVIET, UNIT_IDS, UNIT_NAMES
from rasputitsa.games.moscow_41.impulse import ChooseImpulse
from rasputitsa.games.moscow_41.state import Moscow41State
from rasputitsa.match import CommittedDice

from ..moscow_41.helpers import position
from ..tools import soak

NAME = "moscow-41"


def played(scenario: str, impulses: int, seed: int = 1) -> Moscow41State:
    """A position after some impulses at first sight, where the next one is chosen."""
    state = start_of_play(scenario, seed)
    play_on(state, QuickRecruit(state.game), Sample("played", seed), impulses)
    return state


# Playouts.


@pytest.mark.parametrize("scenario", ["dnieper", "gasp"])
def test_playouts_keep_to_the_rules(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done unchecked, orders carried out as a whole included, is legal."""
    state = start_of_play(scenario, 2)
    apply = Moscow41State.apply

    def checked(self: Moscow41State, action: Action) -> None:
        assert self.stack[-1].accepts(self, action), (self.heading, str(action))
        apply(self, action)

    monkeypatch.setattr(Moscow41State, "apply", checked)
    play_on(state, QuickRecruit(state.game), Sample("legal", 2), 12)
    assert state.turn > 1 or state.impulse > 3 or state.outcome is not None


def test_a_playout_stops_before_an_impulse_and_is_repeatable() -> None:
    ends = []
    for _ in range(2):
        state = start_of_play("dnieper", 3)
        play_on(state, QuickRecruit(state.game), Sample("x", 1), 1)
        assert isinstance(state.stack[-1], ChooseImpulse)
        assert state.impulse == 2
        play_on(state, QuickRecruit(state.game), Sample("x", 2), TO_THE_END)
        assert state.outcome is not None
        ends.append((bytes(state.where), state.outcome))
    assert ends[0] == ends[1]


def test_the_value_of_a_position_is_between_lost_and_won() -> None:
    for scenario in SCENARIOS:
        state = played(scenario, 0)
        assert len(features(state)) == len(FEATURES)
        assert 0 < value_for(state, GERMAN) < 1
        assert value_for(state, GERMAN) + value_for(state, SOVIET) == pytest.approx(1)
    over = played("dnieper", TO_THE_END)
    assert {value_for(over, GERMAN), value_for(over, SOVIET)} == {0.0, 1.0}


def test_the_value_prefers_what_wins() -> None:
    """15.1: Chernigov in German hands is half of a German victory."""
    state = played("dnieper", 0)
    before = value_for(state, GERMAN)
    state.german |= 1 << CHERNIGOV
    assert value_for(state, GERMAN) > before


def test_examples_are_repeatable_and_end_with_a_result() -> None:
    found = examples(1)
    assert found == examples(1) != examples(5)
    assert len({example.result for example in found}) == 1
    assert {example.group for example in found} <= {"dnieper 1 german", "dnieper 1 soviet"}
    assert examples(1, "dnieper") == found
    assert {example.group.split()[0] for example in examples(1, "gasp")} == {"gasp"}


# Plans.


def test_every_answer_is_tried_and_the_policys_first() -> None:
    state = played("dnieper", 1)
    assert state.side is not None
    outlook = level("officer").outlook(state.side, "dnieper")
    first = policy(state, outlook.policy)
    problem = Answers(state, outlook, first)
    found = [action for action, _ in problem.candidates(Random(1))]
    assert found[0] == first
    assert set(found) == set(state.actions())
    before = state.position()
    assert 0 <= problem.value(first, Sample("try", 1)) == problem.value(first, Sample("try", 1)) <= 1
    assert state.position() == before


def test_a_search_ends_when_the_policy_still_leads_after_half_of_it() -> None:
    one, other = Action("pass"), Action("tactical")
    versions = [Found(plan, playouts=number) for number, plan in enumerate([one, one, other, other, one, other])]
    assert list(settled(iter(versions), 2)) == versions[:5]
    assert list(settled(iter(versions), 9)) == versions


# Roadblocks.


def test_ways_by_which_the_enemy_could_walk_in_and_what_bars_them() -> None:
    """15.1: with Chernigov taken, whoever walks into Romny wins."""
    state = start_of_play("dnieper", 1)
    chernigov, romny = 1 << CHERNIGOV, BOARD.ids["166"]
    state.put(UNIT_IDS["G-2Pg-47"], CHERNIGOV)
    assert state.german & chernigov

    def ways() -> list[int]:
        return members(ways_to(state, GERMAN, 1 << romny, state.units[SOVIET]))

    assert {153, 165, romny} <= set(ways())
    state.put(UNIT_IDS["S-C-25T"], 165)
    assert 165 not in ways()
    assert romny in ways()
    state.put(UNIT_IDS["S-WH-23T"], 153)
    assert ways() == []


def test_the_officers_soviets_bar_ways_to_romny() -> None:
    state = start_of_play("dnieper", 1)
    state.put(UNIT_IDS["G-2Pg-47"], CHERNIGOV)
    for text in ("pass", "done"):
        state.apply(state.game.action(text))
    assert state.side == "soviet"
    ways = ways_to(state, GERMAN, 1 << BOARD.ids["166"], state.units[SOVIET])
    assert ways and not ways & state.units[SOVIET]
    weights = weights_of("officer")
    player = QuickRecruit(state.game, 0, weights["german"]["dnieper"], weights["soviet"]["dnieper"])
    play_on(state, player, Sample("bar", 2), 0)
    assert ways & state.units[SOVIET]


# The bot.


def questions(scenario: str, count: int) -> Iterator[tuple[Moscow41State, int]]:
    """Questions that are searched, in a match of recruits."""
    state, dice = start_of_play(scenario, 4), CommittedDice.seeded(4, "questions")
    player, number, rolls = bot("recruit", NAME, 4), 0, 0
    while count and state.stack:
        if state.side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
            continue
        if type(state.stack[-1]) in QUESTIONS:
            yield state, number
            count -= 1
        state.apply(decide(player, state, number))
        number += 1


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize("name", soak.first(1, ["marshal", "officer"]))
def test_decisions_follow_from_what_a_side_knows(name: str) -> None:
    """Worlds that differ only in what is hidden, a used bot and a new one: the same decision."""
    used = bot(name, NAME, 5)
    for state, number in questions("dnieper", 4):
        assert state.side is not None
        action = decide(used, state, number)
        assert action in state.actions()
        swapped = state.guess(state.side, Random(f"other {number}"))
        assert decide(bot(name, NAME, 5), swapped, number) == action


def test_it_moves_now_if_it_must() -> None:
    """With no time at all it does what its policy would do."""
    state = played("gasp", 0)
    assert state.side is not None
    action = decide(bot("marshal", NAME), state, 0, lambda: True)
    assert action == policy(state, weights_of("officer")[state.side]["gasp"])


@pytest.mark.usefixtures("small_budgets")
def test_it_says_how_sure_it_is() -> None:
    player = bot("officer", NAME)
    decide(player, played("dnieper", 0), 0)
    assert "imagined futures" in player.explain()
    assert player.explain().endswith(".")


@pytest.mark.soak
@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_plays_whole_matches(scenario: str) -> None:
    state, dice = start_of_play(scenario, 6), CommittedDice.seeded(6, "whole")
    players = {"german": bot("officer", NAME, 1), "soviet": bot("marshal", NAME, 1)}
    number = rolls = 0
    while (side := state.side) is not None:
        if side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
        else:
            state.take(decide(players[side], state, number))
            number += 1
    assert state.outcome is not None


# Weights and challengers.


def test_a_file_of_weights_says_what_is_different() -> None:
    moscow = weights_of("moscow")
    assert moscow["german"]["campaign"].goals == {"moscow": 8.0}
    assert moscow["german"]["campaign"].guard == 0.2 != WEIGHTS["german"]["campaign"].guard
    assert moscow["german"]["campaign"].cut == WEIGHTS["german"]["campaign"].cut
    recruit = Source.read("rasputitsa.bots.moscow_41", "weights/recruit.toml")
    with pytest.raises(DataError, match=r"german\.gasp\.gaurd"):
        read_weights(Source.parse('like = "recruit"\n[german.gasp]\ngaurd = 1.0', "x.toml"), recruit)
    assert read_weights(Source.parse("[both]\nguards = 4", "x.toml"), recruit)["soviet"]["gasp"].guards == 4


@pytest.mark.parametrize("name", soak.first(1, challengers(NAME)))
def test_challengers_play(name: str) -> None:
    state = played("dnieper", 0)
    assert decide(bot(name, NAME), state, 0) in state.actions()


# The assault on Moscow.

BEFORE_MOSCOW = "G-HQ3P 49, G-3Pg-39 49, G-HQ4 48, G-HQ16 48, G-HQ2 46, G-4A-7 48, S-STALIN 63, S-W-5A 63 2, S-HQB 137"
NORTH_WEST = "16 27 28 29 30 40 41 42 43 44 45 46 47 48 49 50 58 59 60 61 62 66 67 68 69 70 71"


def before_moscow(units: str = BEFORE_MOSCOW, phase: str = "impulse") -> Moscow41State:
    return position(phase, units, scenario="typhoon", month="October", german=NORTH_WEST)


@pytest.mark.rule("moscow-41", "10.4")
def test_all_who_can_support_the_assault_on_moscow_join_in_it() -> None:
    assault = Planner(before_moscow(), GERMAN, weights_of("officer")["german"]["typhoon"]).assault
    assert assault is not None and assault.chance > 0.5
    assert [UNIT_NAMES[unit] for unit in assault.units] == ["G-3Pg-39"]  # of an army corps no way leads there in time
    places = {UNIT_NAMES[hq]: BOARD.names[place] for hq, place in assault.places.items()}
    assert set(places) == {"G-HQ3P", "G-HQ4", "G-HQ16", "G-HQ2"}
    assert set(places.values()) <= {"50", "62"}
    assert all(list(places.values()).count(area) <= 2 for area in ("50", "62"))  # 2.7


@pytest.mark.rule("moscow-41", "10.2")
def test_nobody_storms_moscow_who_is_not_commanded() -> None:
    """The HQ of another army commands the panzer corps in its own area only, and artillery does not attack alone."""
    units = BEFORE_MOSCOW.replace("G-HQ3P 49, ", "")
    assault = Planner(before_moscow(units), GERMAN, weights_of("officer")["german"]["typhoon"]).assault
    assert assault is not None and [BOARD.names[place] for place in assault.places.values()].count("49") == 1
    units = "G-HQ4 50, G-HQ16 50, G-3Pg-39 62, G-4Pg-41 62, S-STALIN 63, S-W-5A 63 2, S-HQB 137"  # 62 is full
    assert Planner(before_moscow(units), GERMAN, weights_of("officer")["german"]["typhoon"]).assault is None


@pytest.mark.rule("moscow-41", "10.1")
def test_the_assault_is_carried_out_as_it_was_planned() -> None:
    state = before_moscow()
    player = bot("tuned", NAME, 1)
    number = 0
    while state.side == "german" and state.phase < 5:
        state.apply(decide(player, state, number))
        number += 1
    assert state.activated.bit_count() >= 4
    assert state.blocks(GERMAN, MOSCOW) == 1 << UNIT_IDS["G-3Pg-39"]
