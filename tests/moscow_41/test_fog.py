"""1.5: what a side sees, is told and is asked does not depend on what is hidden from it."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from rasputitsa import Match
from rasputitsa.core import CHANCE, Event, Fate, Kind
from rasputitsa.core.events import told as told_to
from rasputitsa.games.moscow_41.facts import (
    ALL_OF,
    BOARD,
    COMBAT,
    FAST,
    HAND,
    LEADERS,
    PANZER_GROUP_4,
    POOL,
    ROAD_SET,
    SIDES,
    UNITS,
    unit_label,
)
from rasputitsa.games.moscow_41.reinforcements import Entering
from rasputitsa.games.moscow_41.sight import known_blocks
from rasputitsa.games.moscow_41.state import Moscow41State
from rasputitsa.games.moscow_41.words import WORDS

from .. import properties
from ..tools import soak
from .helpers import GAME, holds, play, position, start


def hidden_from(state: Moscow41State, side: int) -> list[int]:
    known = known_blocks(state, side)
    return [unit for unit in range(120) if ALL_OF[1 - side] & ~known & ~LEADERS & 1 << unit]


def names_in(text: str, units: list[int]) -> list[str]:
    """Blocks of which the text gives the name or, as the full name in a sentence, the title."""
    return [
        UNITS[unit].name
        for unit in units
        if f'"{UNITS[unit].name}"' in text or re.search(rf"[Tt]he {re.escape(unit_label(unit))}(?! HQ| Corps)\b", text)
    ]


def random_game(seed: int, steps: int) -> list[tuple[Moscow41State, list[Event]]]:
    rng = Random(seed)
    state = GAME.start(
        GAME.scenarios[seed % 4].name, {option.name: rng.choice(option.choices) for option in GAME.options}
    )
    assert isinstance(state, Moscow41State)
    found: list[tuple[Moscow41State, list[Event]]] = []
    for _ in range(steps):
        if state.outcome is not None:
            break
        actions = state.actions()
        action = rng.choice([a for a in actions if a.verb != "pass"] or actions)
        events = list(state.take(action))
        found.append((state.copy(), events))
    return found


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.parametrize(("seed", "steps"), [(0, 120), *(soak.left((seed, 400)) for seed in range(8))])
def test_nothing_hidden_is_named_in_views_questions_and_events(seed: int, steps: int) -> None:
    for number, (state, events) in enumerate(random_game(seed, steps)):
        for side in (0, 1):
            hidden = hidden_from(state, side)
            shown = {Fate.REVEALED, Fate.REDUCED, Fate.ELIMINATED, Fate.SURRENDERED, Fate.TOOK_PART, Fate.MOVED}
            quiet = [
                event
                for event in told_to(events, SIDES[side])
                if not event.reveals and not any(fate.token and fate.fate in shown for fate in event.tokens)
            ]
            text = json.dumps([event.data() for event in quiet])
            assert not names_in(text, hidden), text
            if number % 5 == 0:
                view = json.dumps(state.view(SIDES[side]))
                assert not names_in(view, hidden)


@pytest.mark.rule("moscow-41", "1.5")
def test_a_move_is_a_block_that_goes_from_here_to_there() -> None:
    state = position("command", "G-HQ2P 89, G-2Pg-24 90, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-2Pg-24")
    assert "24th" not in str(state.question_for("soviet")) and "24th" in str(state.question_for("german"))
    events = play(state, "move 91")
    public = [event.text for event in events if event.visible_to is None]
    own = [event.text for event in events if event.visible_to == "german"]
    assert public[0] == "A German block moves from 90 Smolensk to 91 Yelnia."
    assert own == ["The 24th Panzer Corps moves from 90 Smolensk to 91 Yelnia."]


@pytest.mark.rule("moscow-41", "1.5.1")
@pytest.mark.rule("moscow-41", "14.8")
def test_blocks_stand_up_again_where_the_luftwaffe_has_left() -> None:
    state = position("impulse", "G-LW2 91, S-WH-2R 91, G-HQ2P 89, S-STALIN 63", german="91", month="November", passes=1,
                     weather="snow", options="crusader", revealed=["S-WH-2R"])  # fmt: skip
    play(state, "pass", "done")
    assert state.position()["revealed"] == [] and state.position()["isolated"] == []


@pytest.mark.rule("moscow-41", "5.0")
def test_draws_are_seen_by_their_owner_alone() -> None:
    state = position("impulse", "G-HITLER rastenburg 2, G-9A-5 pool, G-W-28 pool, G-HQ2P 89, S-HQC 63")
    events = play(state, "reinforce", "call 2", "draw G-9A-5")
    assert not [event for event in events if event.visible_to is None and "5th Army Corps" in event.text]
    assert [event.text for event in events if event.visible_to == "german"][-2:] == [
        "The 5th Army Corps is drawn from the pool.",
        "The 28th Army Corps is drawn from the pool.",
    ]


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.parametrize("seed", soak.first(1, range(12)))
def test_twins_look_the_same(seed: int) -> None:
    """Positions that differ only in what a side does not know, played side by side."""
    rng = Random(seed)
    walk = random_game(seed, 250)
    played = 0
    for state, _ in rng.sample(walk, min(12, len(walk))):
        if state.outcome is not None:
            continue
        for side in SIDES:
            twin = state.guess(side, rng)
            assert state.guess(side, Random(3)).position() == twin.guess(side, Random(3)).position()
            played += properties.play_twins(state.copy(), twin, side, rng, 15)
    assert played > 20


# Swapped worlds: two concealed blocks exchanged.


def exchangeable(state: Moscow41State, side: int) -> list[tuple[int, int]]:
    """Pairs of concealed enemy blocks in different places that carry the same cubes and could be each other."""
    held = {getattr(step, "unit", -1) for step in state.stack}
    seen = state.isolated, state.acted, state.crossed, state.blitzed, COMBAT, FAST
    bound = ROAD_SET | 1 << HAND
    free = [
        unit
        for unit in hidden_from(state, side)
        if unit not in held and not PANZER_GROUP_4 >> unit & 1 and not bound >> state.where[unit] & 1
        and state.where[unit] <= POOL
    ]  # fmt: skip
    return [
        (one, other)
        for one in free
        for other in free
        if one < other
        and state.where[one] != state.where[other]
        and all(flag >> one & 1 == flag >> other & 1 for flag in seen)
    ]


def exchanged(state: Moscow41State, one: int, other: int) -> Moscow41State:
    """The same world, but for two blocks that have changed places."""
    twin = state.copy()
    here, there = state.where[one], state.where[other]
    twin.place(one, there)
    twin.place(other, here)
    return twin


def everything_shown(state: Moscow41State, viewer: str | None) -> list[object]:
    """All that a viewer can ask for: view, question, offers, refusals, forecasts, overlays, figures."""
    names = [token["name"] for token in state.view(viewer)["tokens"] if token["piece"] is not None]
    overlays = [
        state.overlay(overlay.name, viewer, name if overlay.needs else None)
        for overlay in GAME.overlays
        for name in (names[:6] if overlay.needs else [""])
    ]
    found: list[object] = [state.view(viewer), state.question_for(viewer), state.offers(viewer)]
    found += [state.statistics(viewer), overlays, state.forecast(None, viewer)]
    if state.side == viewer:
        actions = state.actions()
        found += [actions, [state.forecast(action, viewer) for action in actions[:30]]]
        found += [[state.why_not(action) for action in WORDS if action.verb in ASKED]]
    return found


ASKED = ("unit", "move", "activate", "build", "rail", "support", "battle", "at", "tactical", "reinforce")


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.parametrize(("seed", "steps"), [(0, 120), *(soak.left((seed, 300)) for seed in range(8))])
def test_swapped_worlds_are_the_same_to_the_enemy_and_to_spectators(seed: int, steps: int) -> None:
    rng = Random(seed)
    walk = random_game(seed, steps)
    compared = 0
    for state, _ in rng.sample(walk, min(14, len(walk))):
        for side in (0, 1):
            pairs = exchangeable(state, side)
            if state.outcome is not None or not state.phase or not pairs:
                continue
            twin = exchanged(state, *rng.choice(pairs))
            assert twin.position() != state.position()
            for viewer in (SIDES[side], None):
                assert everything_shown(state, viewer) == everything_shown(twin, viewer)
            compared += 1
            if state.side == SIDES[side]:
                action = rng.choice(state.actions())
                events, others = state.copy().take(action), twin.take(action)
                if not any(event.reveals for event in (*events, *others)):
                    for viewer in (SIDES[side], None):
                        assert told_to(events, viewer) == told_to(others, viewer)
    assert compared > 5


def test_a_guess_keeps_what_is_known() -> None:
    state = start()
    for side in SIDES:
        guess = state.guess(side, Random(5))
        assert guess.view(side) == state.view(side) and guess.actions() == state.actions()
        assert guess.position() != state.position()
    assert state.side != CHANCE


@pytest.mark.rule("moscow-41", "15.0")
def test_the_log_of_the_set_up_is_one_part_and_names_leaders_as_people_do() -> None:
    events = Match(GAME).events_for("german")
    placed = [event for event in events if event.rule == "15.0"]
    assert placed and {event.kind for event in placed} == {"set-up"}
    assert "Hitler is placed in Rastenburg." in [event.text for event in placed]
    assert any(event.text.startswith("The 3rd Panzer Group HQ (Hoth) is placed") for event in placed)
    assert "1 German block not yet available." in [event.text for event in placed]
    aside = [event.text for event in Match(GAME, "typhoon").events_for("german") if " to be drawn " in event.text]
    assert aside[0] == "5 Soviet blocks to be drawn from the Reinforcement Pool."


def told(events: list[Event], side: str | None) -> list[str]:
    return [event.text for event in told_to(events, side)]


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.rule("moscow-41", "9.3")
def test_the_order_of_attrition_does_not_tell_who_is_where() -> None:
    """The same strengths in the same areas, but other corps: the enemy hears of them in the same order."""
    heard = []
    for first, second, third, fourth in (("28", "38", "42", "50"), ("50", "42", "38", "28"), ("42", "28", "50", "38")):
        units = f"G-W-{first} 45 2, G-W-{second} 44 2, G-W-{third} 45 3, G-W-{fourth} 44 1, S-HQC 63, G-HQ2P 89"
        isolated = [f"G-W-{name}" for name in (first, second, third, fourth)]
        events = play(position("command", units, kind="pass", isolated=isolated), "done")
        heard.append([text for text in told(events, "soviet") if "surrenders" not in text])
        assert [event.spaces[0] for event in events if "surrenders" in event.text] == ["44"]
    assert heard[0][:3] == [
        "A German block in 44 Olenino is reduced by attrition.",
        "A German block in 45 Rzhev is reduced by attrition.",
        "A German block in 45 Rzhev is reduced by attrition.",
    ]
    assert heard[0] == heard[1] == heard[2]


@pytest.mark.rule("moscow-41", "9.3")
def test_a_concealed_block_that_surrenders_is_a_loss_and_comes_to_light() -> None:
    units = "G-W-50 44 1, G-W-38 89, S-HQC 63, G-HQ2P 89, G-HITLER rastenburg, S-STALIN 63"
    match = Match(GAME, position=position("command", units, kind="pass", isolated=["G-W-50"]).position())
    match.play("german", "done")
    (event,) = (event for event in match.log[0].events if "surrenders" in event.text)
    assert event.kind == Kind.ATTRITION and event.tokens[0].fate == Fate.SURRENDERED and event.reveals
    assert not match.can_undo("german"), "what was seen cannot be unseen"


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.rule("moscow-41", "7.2.2")
def test_the_enemy_sees_where_blocks_recover_but_not_which_are_hqs() -> None:
    """An HQ in 89 and a corps in 90 recover, or a corps in 89 and an HQ in 90: to the enemy it is the same."""
    seen = []
    for hq, corps in (("89", "90"), ("90", "89")):
        units = f"G-HITLER rastenburg, G-HQ2P {hq} 3, G-W-28 {corps} 2, S-STALIN 63, S-HQC 70"
        state = position("logistics", units, month="August")
        play(state, "pause", "leader")
        shown = []
        for action in ("restore G-HQ2P", "done", "replace G-W-28", "done"):
            question = state.question_for("soviet")
            assert question is not None and question == state.question_for(None)
            shown.append((question, told(play(state, action), "soviet")))
        assert [heard for _, heard in shown[:3]] == [[], [], []]
        assert len({question for question, _ in shown}) == 1, "nobody else sees when the HQs are done"
        assert state.position()["acted"] == []
        seen.append(shown)
    assert seen[0] == seen[1]
    assert seen[0][3][1][0] == "German blocks recover strength: 89 Gorki, 90 Smolensk."


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.rule("moscow-41", "10.1")
def test_a_block_in_hand_is_seen_only_once_it_has_moved() -> None:
    state = position("activation", "G-HQ2P 89, G-HQ3P 67, S-HQC 63", german="90 100")
    before = {viewer: (state.question_for(viewer), state.view(viewer)) for viewer in ("soviet", None)}
    play(state, "activate G-HQ2P")
    for viewer in ("soviet", None):
        assert (state.question_for(viewer), state.view(viewer)) == before[viewer], "he may still choose another HQ"
    assert state.guess("soviet", Random(1)).stack[-1] == state.stack[0]
    play(state, "waypoint", "move 90")
    assert "activates an HQ in 90 Smolensk" in str(state.question_for("soviet"))
    lines = "G1 G2 G13 G14 G27 G28 G29 G40 G41 G42"
    state = position("command", "G-HQ2P 90, G-W-28 91, G-W-38 90, S-HQC 63", lines=lines, activated=["G-HQ2P"])
    asked = state.question_for("soviet")
    for action in ("unit G-W-28", "build"):
        play(state, action)
        assert state.question_for("soviet") == asked != state.question_for("german")
        assert state.guess("soviet", Random(1)).question_for("soviet") == asked


@pytest.mark.rule("moscow-41", "4.1")
@pytest.mark.rule("moscow-41", "10.15")
def test_blocks_stand_up_again_where_the_enemy_disbands_his_line() -> None:
    lines = "G1 G2 G13 G14 G27 G28 G29 G40 G41 G91"
    state = position("command", "G-HQ2P 90, G-W-28 90, S-WH-2R 91, S-HQC 63", lines=lines, german="91",
                     activated=["G-HQ2P"], revealed=["S-WH-2R"])  # fmt: skip
    play(state, "unit G-W-28", "build", "disband 91")
    assert state.position()["revealed"] == [] and holds(state, "91") == "soviet"


@pytest.mark.rule("moscow-41", "14.2")
def test_only_the_fourth_panzer_group_is_guessed_on_the_road() -> None:
    """Also while an HQ is being moved that could be Hoepner, who may be on the map now."""
    units = "G-HQ4P pskov, G-4Pg-41 pskov, G-HQ2P 90, G-2Pg-24 90, S-HQC 63"
    state = position("impulse", units, german="89 90 pskov", options="zhukov-hoepner")
    play(state, "tactical", "activate G-HQ2P", "waypoint", "move 89")
    for seed in range(20):
        guessed = state.guess("soviet", Random(seed))
        assert guessed.at[BOARD.ids["pskov"]] == state.at[BOARD.ids["pskov"]]


@pytest.mark.rule("moscow-41", "5.0")
def test_a_block_that_is_asked_about_is_not_guessed_to_belong_on_the_road() -> None:
    """A block of the 4th Panzer Group enters where Hoepner is, without a question."""
    units = "G-HQ4P pskov, G-W-28 pool, G-4Pg-41 pool, G-HQ2P 90, S-HQC 63"
    state = position("impulse", units, german="89 90 pskov")
    play(state, "reinforce", "call 2")
    while state.side == CHANCE:
        state.apply(state.actions()[0])
    play(state, "unit G-W-28")
    for seed in range(20):
        guessed = state.guess("soviet", Random(seed))
        assert all(str(action) == "cancel" or action.object for action in guessed.actions())


@pytest.mark.rule("moscow-41", "10.8")
def test_a_block_in_hand_is_guessed_to_be_fast_enough_to_go_on() -> None:
    """In a full area nobody can stop: what has two points left and must go on is no slow block."""
    units = "G-HQ2P 90, G-2Pg-24 90, G-W-28 100, G-W-38 89, G-W-42 89, G-W-50 89, G-W-48 89, S-HQC 63"
    state = position("command", units, kind="pass", german="88 89 90 100 99", month="November", weather="snow")
    play(state, "unit G-2Pg-24", "waypoint", "move 89")
    for seed in range(20):
        guessed = state.guess("soviet", Random(seed))
        assert guessed.actions()


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.rule("moscow-41", "5.0")
@pytest.mark.rule("moscow-41", "14.2")
def test_the_block_that_enters_is_guessed_among_those_that_could() -> None:
    """One block was drawn; it is not one of the 4th Panzer Group, for it is asked where it enters."""
    units = "G-HITLER rastenburg 0, G-HQ4P pskov 0, G-W-28 pool, G-W-38 pool, G-4Pg-41 pool, G-HQ2P 90 0, S-HQC 63"
    state = position("impulse", units, german="89 90 pskov", options="zhukov-hoepner")
    play(state, "reinforce", "call 1", "draw G-W-28", "unit G-W-28")
    for seed in range(20):
        guessed = state.guess("soviet", Random(seed))
        step = guessed.stack[-1]
        assert isinstance(step, Entering) and guessed.where[step.unit] == HAND
