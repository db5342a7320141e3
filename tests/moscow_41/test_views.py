"""Views, tokens, forecasts, overlays, statistics and the manifest."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rasputitsa.core import Kind, RasputitsaError
from rasputitsa.games.moscow_41.facts import CERTAINTY
from rasputitsa.match import Match, ScriptedDice, tutorial

from ..tools.states import tokens
from .helpers import GAME, at, legal, play, position, problems_of, start


def test_the_owner_sees_faces_and_strengths() -> None:
    state = position("command", "G-HQ2P 89 2, G-2Pg-24 89 3, S-WH-2R 91 1, S-HQC 63", activated=["G-HQ2P"],
                     revealed=["G-HQ2P"])  # fmt: skip
    own = tokens(state.view("german"))
    assert (own["G-HQ2P"]["face"], own["G-2Pg-24"]["face"]) == (2, 1)
    assert own["G-HQ2P"]["marks"] == ["activated"]
    face = next(piece["faces"][1] for piece in GAME.manifest()["pieces"] if piece["id"] == "G-2Pg-24")
    assert face is not None and face["print"] == "●●●" and face["words"] == "strength 3, Triple Fire, fast"
    seen = tokens(state.view("soviet"))
    assert seen["G-HQ2P"]["piece"] == "G-HQ2P" and seen["89.1"]["piece"] is None
    assert seen["89.1"]["face"] is None and seen["89.1"]["back"] in GAME.manifest()["backs"]


def test_the_logistics_sheet_is_its_owners() -> None:
    state = start()
    german, soviet = state.view("german")["logistics"], state.view("soviet")["logistics"]
    assert german is not None and german["total"] == 8
    assert soviet is not None and soviet["total"] == 12
    assert state.view(None)["logistics"] is None
    assert [(line["text"], line["points"]) for line in german["lines"]] == [
        ("Strength of Hitler", 4),
        ("HQs in play, exhausted ones not counted", 3),
        ("Victory Points", 1),
        ("Soviet blocks lost for good: 0, a point for every 10", 0),
    ]


def test_a_forecast_before_the_battle_is_the_attackers() -> None:
    units = "G-HQ2P 90 3, G-W-28 91, S-WH-2R 91 1, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P"], german="89")
    play(state, "support G-HQ2P", "at 91")
    forecast = state.forecast("battle 91", "german")
    assert forecast is not None and forecast.headline == "7 dice against 1 absorbed"
    assert [line.effect for line in forecast.modifiers] == ["3 dice at 5+", "4 dice at 5+"]
    assert [chance.result for chance in forecast.chances] == ["cleared", "not cleared"], "who defends is not known"
    assert forecast.chances[0].probability + (forecast.chances[1].highest or 0) == 1
    assert "Rifle" not in json.dumps(forecast.data())
    assert state.forecast("battle 91", "soviet") is None and state.forecast("battle 91") is None
    play(state, "battle 91")
    public = state.forecast()
    assert public is not None and public.headline == "3 dice" and sum(c.probability for c in public.chances) == 1


def test_overlays_are_for_what_the_viewer_sees() -> None:
    state = position("command", "G-HQ2P 89, G-2Pg-24 89, S-HQC 91 2, S-STALIN 63", activated=["G-HQ2P"],
                     revealed=["G-HQ2P"], german="90")  # fmt: skip
    assert state.overlay("reach", "german", "G-2Pg-24")["91"].note == "engages"
    assert "90" in state.overlay("range", "soviet", "G-HQ2P"), "a revealed HQ shows its range"
    for viewer, token in (("soviet", "G-2Pg-24"), ("german", "S-HQC"), (None, "G-2Pg-24"), ("german", "nobody")):
        with pytest.raises(RasputitsaError):
            state.overlay("range", viewer, token)
    assert state.overlay("control")["90"].tone == "german"
    assert state.overlay("german-supply")["4A"].badge == "S"


@pytest.mark.rule("moscow-41", "9.2")
def test_a_line_of_communication_is_drawn_area_by_area() -> None:
    state = position("command", "G-HQ2P 89, G-2Pg-24 90, S-WH-2R 101, S-HQC 63", german="90")
    line = state.overlay("line", "german", "G-2Pg-24")
    at, way = "90", []
    while line[at].toward:
        way.append(at)
        at = line[at].toward
    assert len(way) >= 1 and line[at].badge == "S" and set(line) == {*way, at}
    hidden = next(token for token in state.view("german")["tokens"] if token["at"] == "101")
    assert state.overlay("line", "german", hidden["name"])["101"].toward, "where it is, is open"
    with pytest.raises(RasputitsaError):
        state.overlay("line", "german", "S-WH-2R")


@pytest.mark.rule("moscow-41", "10.10")
def test_ranges_of_headquarters() -> None:
    state = position("command", "G-HQ2P 89, G-LW2 90, G-2Pg-24 90, S-WH-2R 101, S-HQC 63", activated=["G-HQ2P"],
                     revealed=["G-HQ2P"], german="90")  # fmt: skip
    assert state.overlay("range", "german", "G-HQ2P")["90"].tone == "stop", "there is a block that it commands"
    assert state.overlay("range", "soviet", "G-HQ2P")["90"].tone == "good", "which the enemy does not know"
    assert "101" in state.overlay("air", "german", "G-LW2")
    assert state.overlay("air", "german", "G-HQ2P")["89"].note == "not a Luftwaffe HQ"
    assert state.overlay("range", "german", "G-LW2")["90"].note == "not a Tactical HQ"


@pytest.mark.rule("moscow-41", "10.3")
@pytest.mark.rule("moscow-41", "10.10")
def test_the_range_of_an_hq_is_shown_from_anywhere_in_its_stack() -> None:
    """As far as the viewer knows who is in it."""
    units = "G-HQ2P 89 2, G-LW2 89 4, G-2Pg-24 89, S-HQC 63"
    state = position("command", units, activated=["G-HQ2P"], revealed=["G-HQ2P", "G-2Pg-24"], german="90")
    for overlay, hq, viewer in (
        ("range", "G-HQ2P", "german"),
        ("air", "G-LW2", "german"),
        ("range", "G-HQ2P", "soviet"),
    ):
        assert state.overlay(overlay, viewer, "G-2Pg-24") == state.overlay(overlay, viewer, hq)
    assert state.overlay("air", "soviet", "G-2Pg-24")["89"].note == "not a Luftwaffe HQ"


def test_marks_say_what_a_move_costs() -> None:
    state = position("command", "G-HQ2P 89, G-2Pg-24 90, S-WH-2R 101, S-HQC 63", activated=["G-HQ2P"])
    play(state, "unit G-2Pg-24")
    offers = state.offers("german")
    assert offers is not None and offers["selection"] == {"tokens": ["G-2Pg-24"], "spaces": ["90"]}
    moves = next(group for group in offers["groups"] if group["verb"] == "move")
    assert moves["marks"]["101"] == {"badge": "1", "note": "engages across a river: one die", "tone": "stop"}
    roles = {group["verb"]: group["role"] for group in offers["groups"]}
    assert roles["cancel"] == "cancel" and roles["build"] == "aside", "nobody builds a line by mistake"


@pytest.mark.rule("moscow-41", "9.3")
@pytest.mark.rule("moscow-41", "10.16")
def test_the_tutorial_blitzes_and_reaps_a_pocket() -> None:
    lesson = tutorial.load(GAME)
    assert lesson is not None
    match = Match(GAME, dice=ScriptedDice(lesson.dice))
    told: list[str] = []
    for action in (action for step in lesson.steps for action in step.get("do", [])):
        assert match.side is not None
        told += [event.text for event in match.play(match.side, action)]
    assert [at(match.state, name) for name in ("G-2Pg-47", "G-3Pg-57")] == ["80", "68"]  # type: ignore[arg-type]
    assert sum("surrenders" in text for text in told) == 3


def test_statistics_and_status_are_open() -> None:
    state = start()
    assert state.statistics("german") == state.statistics(None)
    points = next(row for row in state.statistics() if row["name"] == "points")
    assert points["values"] == {"german": 1, "soviet": 6}
    labels = [fact["label"] for fact in state.view(None)["status"]]
    assert "Your Logistics Value" not in labels and "Blocks in the pool" in labels


@pytest.mark.rule("moscow-41", "9.2")
def test_borders_that_are_lost_are_marked() -> None:
    state = position("impulse", "G-HQ2P 89, S-HQC 70, S-STALIN 63", german="kiev", month="August")
    lost = [marker["space"] for marker in state.view(None)["markers"] if marker["sign"] == "✕"]
    assert lost == ["164", "165", "166", "167", "168", "169", "170"], "the southern border"


@pytest.mark.rule("moscow-41", "7.2.1")
def test_what_is_always_in_sight() -> None:
    state = start()
    facts = {fact["short"]: fact for fact in state.view("german")["status"] if "short" in fact}
    assert list(facts) == [
        "Weather",
        "Initiative",
        "Impulse",
        "Passes",
        "Points",
        "Pool",
        "Lost",
        "Lines",
        "Bombers",
        "Logistics",
    ]
    assert facts["Points"]["sides"] == {"german": 1, "soviet": 6} and facts["Bombers"]["value"] == "8 ready"
    sheet = state.view("german")["logistics"]
    assert facts["Logistics"]["sheet"] == "logistics"
    assert sheet is not None and facts["Logistics"]["value"] == str(sheet["total"])


@pytest.mark.rule("moscow-41", "15.1")
@pytest.mark.rule("moscow-41", "15.3")
def test_a_disc_that_its_holder_has_used_is_shown_as_used() -> None:
    for scenario, month, used, value in (
        ("campaign", "July", ["german"], "German"),
        ("dnieper", "July", ["german"], "German (used)"),
        ("dnieper", "July", ["soviet"], "German"),
        ("gasp", "November", ["german"], "German (used)"),
    ):
        state = position("impulse", "G-HQ2P 89, S-STALIN 63", scenario=scenario, month=month, disc_used=used)
        assert {fact["label"]: fact["value"] for fact in state.view(None)["status"]}["Initiative Disc"] == value


@pytest.mark.rule("moscow-41", "1.7")
@pytest.mark.rule("moscow-41", "15.1")
def test_the_status_says_how_the_scenario_is_won() -> None:
    aims = {
        "campaign": ("All 7 Victory Points win at once; in the end the side with more", "15.4"),
        "dnieper": (
            "The Germans win at once by lines in Yartsevo and Yelnia, or by control of Chernigov and Romny; "
            "else the Soviets win",
            "15.1",
        ),
        "typhoon": ("The Germans win at once by control of Moscow; else the Soviets win", "15.2"),
    }
    for scenario, wanted in aims.items():
        fact = next(fact for fact in GAME.start(scenario).view(None)["status"] if fact["label"] == "To win")
        assert (fact["value"], fact["rule"]) == wanted


def test_the_manifest_describes_everything_that_is_drawn() -> None:
    manifest = GAME.manifest()
    json.dumps(manifest)
    assert len(manifest["pieces"]) == 128
    spaces = {space["name"]: space for space in manifest["board"]["spaces"]}
    assert spaces["90"]["label"] == "90 Smolensk" and "victory" in spaces["90"]["features"]
    assert len(spaces["90"]["outline"]) > 20 and spaces["ilmen"]["features"] == ["lake"]
    rivers = manifest["board"]["borders"]["river"]
    assert len(rivers) == 131 and all(len(border["line"]) > 1 for border in rivers)
    assert [len(scenario["turns"]) for scenario in manifest["scenarios"]] == [6, 1, 3, 2]


@pytest.mark.rule("moscow-41", "2.1")
@pytest.mark.rule("moscow-41", "2.4.5")
def test_areas_say_what_hangs_on_them() -> None:
    spaces = {space["name"]: [note["text"] for note in space["notes"]] for space in GAME.manifest()["board"]["spaces"]}
    assert "Soviet Supply Source until Shlisselburg falls" in spaces["3"]
    assert "Soviet Supply Source until Kiev falls" in spaces["164"]
    assert [text for text in spaces["12"] if "Source" in text] == ["Soviet Supply Source"], "on the eastern edge too"
    assert all(any("Kiev" in text for text in spaces[name]) for name in ("151", "166"))
    assert spaces["kiev"] == ["Falls in the Final Phase if the Germans control Chernigov and Romny"]


def test_wrong_positions_are_named() -> None:
    base = {"turn": 1, "phase": "impulse"}
    cases = {
        "unit G-HITLER cannot be in 63 Moscow: Hitler stays in Rastenburg (4.2.4)": {"G-HITLER": {"at": "63"}},
        "unit S-WH-2R cannot be in 4A: Soviets never enter a staging area (2.4.4)": {"S-WH-2R": {"at": "4A"}},
        "unit G-2Pg-24 has strength 9; it can have 1, 2, 3, 4": {"G-2Pg-24": {"at": "90", "strength": 9}},
        "unit G-W-28 cannot be in Luga: only the 4th Panzer Group goes there (2.2)": {"G-W-28": {"at": "luga"}},
        "there is no unit 'G-XX'": {"G-XX": {"at": "90"}},
        "bomber He-1 cannot be in pool": {"He-1": {"at": "pool"}},
    }
    for problem, units in cases.items():
        assert problem in problems_of(GAME, {**base, "units": units}), problem
    crowd = {name: {"at": "92"} for name in ("G-W-28", "G-W-38", "G-W-42")}
    assert "too many German blocks are in 92 Spas-Demensk (2.7)" in problems_of(GAME, {**base, "units": crowd})


def test_texts_of_an_impulse() -> None:
    state = start()
    assert state.heading == "July, German impulse: choice of impulse"
    play(state, "tactical")
    assert legal(state, "activate") == ["G-HQ2P", "G-HQ3P", "G-HQ4P"]


@pytest.mark.rule("moscow-41", "10.10")
def test_a_bomber_that_is_committed_is_not_ready() -> None:
    state = position("combat", "G-HQ2P 90, G-LW2 90, G-W-28 91, S-WH-32R 91", activated=["G-LW2"], german="89")
    play(state, "commit He-1", "at 91", "commit He-2", "at 91")
    facts = {fact["label"]: fact["value"] for fact in state.view(None)["status"]}
    assert facts["Bombers"] == "6 ready, 2 committed"


@pytest.mark.rule("moscow-41", "10.12.3")
@pytest.mark.rule("moscow-41", "10.14.1")
def test_questions_within_a_battle_say_in_which_step_they_are_asked() -> None:
    units = "G-HQ2P 90 0, G-LW2 90 2, G-W-28 91, G-2Pg-24 91, S-WH-32R 91, S-WH-5T 91, S-HQC 63"
    state = position("combat", units, activated=["G-HQ2P", "G-LW2"], german="89")
    play(state, "commit He-1", "at 91", "commit He-2", "at 91", "battle 91", "roll 5 6")
    forecast = state.forecast(viewer="soviet")
    assert forecast is not None and forecast.title == "Bombers over 91 Yelnia" and forecast.headline == "2 hits"
    assert [(line.text, line.effect) for line in forecast.modifiers] == [("He-111", "2 dice at 5+")] * 2
    assert forecast.steps[forecast.step].text == "Anti-Air Fire" and len(forecast.notes) == 3
    assert "unless" not in str(forecast), "the anti-air fire is over"
    play(state, "destroy He-1", "roll 1 1", "roll 6 6 6 1 1 1")
    forecast = state.forecast()
    assert forecast is not None and forecast.title == "German losses in 91 Yelnia" and forecast.headline == "3 hits"
    assert forecast.steps[forecast.step].text == "Ground Combat"
    assert [line.effect for line in forecast.modifiers] == ["4: among the strongest"] * 2


@pytest.mark.rule("moscow-41", "10.12.5.2")
def test_the_forecast_says_whether_tanks_fire_first() -> None:
    def notes(units: str, **more: object) -> list[str]:
        state = position("combat", units, **more)  # type: ignore[arg-type]
        forecast = state.forecast("battle 80", "german")
        assert forecast is not None
        return [note.text for note in forecast.notes if note.rule == "10.12.5.2"]

    tanks = "G-2Pg-24 80, S-WH-32R 80, S-HQC 63"
    assert notes(tanks) == ["Tank Attack: you fire first, unless the defender has a tank"]
    assert notes(tanks.replace("S-WH-32R", "S-WH-5T")) == notes(tanks), "who defends is hidden"
    assert notes(tanks, german="80", revealed=["S-WH-32R"]) == ["Tank Attack: you fire first"]
    assert notes("G-2Pg-24 80, S-WH-5T 80, S-HQC 63", german="80", revealed=["S-WH-5T"]) == []
    assert notes(tanks, lines="80") == notes("G-W-28 80, S-WH-32R 80, S-HQC 63") == []


@pytest.mark.rule("moscow-41", "10.12")
def test_rare_results_are_forecast_together_and_one_die_is_a_die() -> None:
    units = "G-2Pg-24 91, G-2Pg-46 91, G-2Pg-47 91, S-WH-32R 91, S-HQC 63"
    state = position("combat", units)
    play(state, "battle 91", "roll 1 1 1")
    forecast = state.forecast()
    assert forecast is not None and forecast.headline == "12 dice"
    assert [chance.result for chance in forecast.chances] == [
        "0–1 hits", *(f"{count} hits" for count in range(2, 11)), "11+ hits",
    ]  # fmt: skip
    assert sum(chance.probability for chance in forecast.chances) == 1
    forecast = position("combat", "G-W-28 91 1, S-WH-32R 91, S-HQC 63").forecast("battle 91", "german")
    assert forecast is not None and forecast.headline == "1 die against 1 absorbed"


@pytest.mark.rule("moscow-41", "8.1")
@pytest.mark.rule("moscow-41", "10.9")
@pytest.mark.rule("moscow-41", "14.2")
def test_the_rolls_for_the_weather_and_on_the_road_are_forecast() -> None:
    state = position("impulse", "G-HQ2P 89, S-HQC 70, S-STALIN 63", month="October", german_impulses=2, track=1)
    play(state, "pass")
    forecast = state.forecast()
    assert forecast is not None and forecast.headline == "rain on 1 to 2"
    assert [(chance.result, chance.probability) for chance in forecast.chances] == [
        ("rain", Fraction(1, 3)), ("sunny", Fraction(2, 3)),
    ]  # fmt: skip
    units = "G-HQ4P novgorod, G-4Pg-TT novgorod, S-ZHUKOV leningrad, S-STALIN 63"
    state = position("combat", units, weather="snow", month="November", activated=["G-HQ4P"], options="zhukov-hoepner")
    forecast = state.forecast()
    assert forecast is not None and forecast.headline == "2 dice"
    assert [(line.text, line.effect, line.rule) for line in forecast.modifiers] == [
        ("Hoepner, 4 stars", "2 dice at 6", "8.0")
    ]
    assert [(chance.result, chance.probability) for chance in forecast.chances] == [
        ("0 boxes", Fraction(25, 36)), ("1 box", Fraction(11, 36)),
    ]  # fmt: skip
    assert [note.rule for note in forecast.notes] == ["10.9", "14.2"]


@pytest.mark.rule("moscow-41", "6.0")
@pytest.mark.rule("moscow-41", "8.1")
def test_the_impulse_and_the_weather_track_are_in_sight() -> None:
    def facts(state: object) -> dict[str, object]:
        return {fact["label"]: fact for fact in state.view(None)["status"]}  # type: ignore[attr-defined]

    state = start()
    assert facts(state)["Impulse"]["value"] == "1", "the one that is being chosen"  # type: ignore[index]
    play(state, "tactical")
    assert facts(state)["Impulse"]["value"] == "1"  # type: ignore[index]
    assert "track" not in facts(state)["Weather"]  # type: ignore[operator]
    state = start("typhoon")
    assert facts(state)["Impulse"]["value"] == "–" and facts(state)["Weather"]["track"] == [0, 6]  # type: ignore[index]
    assert "track" not in facts(start("gasp"))["Weather"], "in snow nobody rolls"  # type: ignore[operator]


@pytest.mark.rule("moscow-41", "9.1")
def test_a_line_without_blocks_is_not_called_units_out_of_supply() -> None:
    units = "G-HQ2P 89, G-2Pg-24 93, S-WH-2R 79, S-HQC 63"
    state = position("impulse", units, lines="G97")
    told = [event.text for event in play(state, "pass") if event.kind == Kind.SUPPLY]
    assert told == ["German blocks out of supply: 93 Yukhnov.", "German defensive lines out of supply: 97 Venev."]
    marks = state.overlay("german-supply", "german")
    assert marks["97"].note == "the defensive line here is cut off" and marks["93"].note == "units here are cut off"


@pytest.mark.rule("moscow-41", "10.10.1")
def test_committed_bombers_are_not_ready() -> None:
    units = "G-HQ2P 90 0, G-LW2 90 2, G-W-28 91, S-WH-32R 91, S-HQC 63, He-5 destroyed"
    state = position("combat", units, activated=["G-HQ2P", "G-LW2"], german="89")
    play(state, "commit He-1", "at 91")
    facts = {fact["label"]: fact["value"] for fact in state.view(None)["status"]}
    assert facts["Bombers"] == "6 ready, 1 committed, 1 destroyed"


def test_no_code_of_the_data_files_is_shown() -> None:
    manifest = GAME.manifest()
    shown = json.dumps([manifest["about"], manifest["sources"], manifest["board"]["spaces"], manifest["charts"]])
    assert not [code for code in CERTAINTY if f" {code}" in shown or f": {code}" in shown]
    notes = [note["text"] for space in manifest["board"]["spaces"] for note in space["notes"]]
    assert "Name and kind: follows from the rulebook" in notes and "Name and kind: reconstructed" in notes


@pytest.mark.rule("moscow-41", "11.0")
def test_the_log_says_what_a_strategic_impulse_is_for() -> None:
    for action, text in (("strategic", "move and fight"), ("reinforce", "reinforcements")):
        events = play(position("impulse", "G-HQ2P 89, S-HQC 63"), action)
        assert events[0].text == f"German impulse: Strategic Impulse, {text}."
