"""What a table is given: hands, the score sheet, places, supply lines."""

from __future__ import annotations

from rasputitsa.games.blitzkrieg_to_moscow_2.facts import AREAS_OF, BESIDE, BOARD, FIRST_HEX, GERMAN, LAND, SOVIET
from rasputitsa.games.blitzkrieg_to_moscow_2.net import lines, supply_net

from .helpers import (
    CITIES,
    GAME,
    GERMANS,
    MINSK,
    MOSCOW,
    SMOLENSK,
    attack,
    legal,
    logistics,
    open_step,
    play,
    position,
    start,
    tokens,
)

TABLE = GAME.manifest()
SPACES = {space["name"]: space for space in TABLE["board"]["spaces"]}


def test_every_unit_is_at_a_place_of_the_table() -> None:
    view = start().view(None)
    assert {token["at"] for token in view["tokens"]} <= set(SPACES)
    assert tokens(view)["G-2A"]["at"] == "turn-2"
    turns = TABLE["scenarios"][0]["turns"]
    assert [turn["space"] for turn in turns] == [name for name in SPACES if name.startswith("turn-")]


def test_rear_areas_have_a_place_beside_the_hexes() -> None:
    for area in (*AREAS_OF[GERMAN], *AREAS_OF[SOVIET]):
        space = SPACES[BOARD.names[area]]
        corners = [tuple(point) for point in space["outline"]]
        beside = [SPACES[name]["outline"] for name in BOARD.names_of(BESIDE[area])]
        for outline in beside:  # every hex that it touches has a side on its outline
            assert any(abs(x - a) < 0.5 and abs(y - b) < 0.6 for x, y in outline for a, b in corners)


def test_a_hand_is_for_its_owner() -> None:
    state = logistics("german", "G-2PzA- 1304", "G5 G6 S1 S6")
    hands = {side: state.view(side)["hands"] for side in ("german", "soviet")}
    assert hands["german"]["german"]["cards"] == ["G5", "G6"]
    assert hands["german"]["soviet"]["cards"] is None and hands["german"]["soviet"]["count"] == 2
    assert hands["soviet"]["soviet"]["cards"] == ["S1", "S6"] and hands["soviet"]["german"]["cards"] is None
    assert all(hand["cards"] is None for hand in state.view(None)["hands"].values())


def test_a_card_at_work_is_on_the_table() -> None:
    state = logistics("german", "G-2PzA- 1304, G-3PzA center", "G5 S6")
    play(state, "card G5")
    hand = state.view("soviet")["hands"]["german"]
    assert (hand["count"], hand["at_work"], hand["played"]) == (0, ["G5"], ["G5"])
    play(state, "as activation")  # Hitler Order! may answer
    assert state.view(None)["hands"]["german"]["at_work"] == ["G5"]
    play(state, "pass")
    assert state.view(None)["hands"]["german"]["at_work"] == []


def test_who_asked_for_quiet_can_take_it_back() -> None:
    units = "G-2PzA 1303, G-3PzA 1404, S-3A 1304, S-4A 1405"
    state = position("german-combat", units, hands="G1 G3 S3 S5")
    attack(state, MINSK, "G-2PzA", passive="S-3A")
    play(state, "quiet")
    assert state.view("german")["hands"]["german"]["quiet"] is True
    assert state.view("soviet")["hands"]["german"]["quiet"] is None
    play(state, "quiet", "roll 1")  # the Soviet player too: nobody is asked for a re-roll
    play(state, "stay")
    assert open_step(state) == "Combat" and "ask" in legal(state)
    play(state, "ask")
    assert state.view("german")["hands"]["german"]["quiet"] is False and "ask" not in legal(state)
    play(state, "attack 1405", "with G-3PzA", "fight")
    assert legal(state) == ["active S-4A", "passive S-4A", "ask"]
    play(state, "ask", "passive S-4A")
    assert open_step(state) == "ShiftCard" and state.side == "german"
    play(state, "pass")
    assert open_step(state) == "ShiftCard" and state.side == "soviet"


def test_the_score_sheet_says_what_counts_and_what_is_open() -> None:
    view = position("german-movement", f"G-2PzA {MINSK}, G-3PzA 1305").view(None)
    assert view["total"] == sum(line["points"] for line in view["score"])
    assert view["sheet"]["goal"] == 9 and "the Soviets would win" in view["sheet"]["verdict"]
    open_ = {line["text"]: line["points"] for line in view["sheet"]["open"]}
    assert len(open_) == len(CITIES) - 1 and open_["Moscow, a fortress city"] == 2 and open_["Smolensk"] == 1
    everybody = ", ".join(f"{unit} track3" for unit in GERMANS)
    won = position("german-movement", everybody, german=" ".join(CITIES)).view(None)
    assert "the Germans would win" in won["sheet"]["verdict"] and won["sheet"]["open"] == []


def test_supply_lines_lead_to_sources() -> None:
    units = "G-2PzA 1308, G-16A 1703, S-3A 1410, S-4A 1110, S-5A 2006"
    state = position("german-movement", units, german=f"{MINSK} {SMOLENSK}")
    for side in (GERMAN, SOVIET):
        ways = lines(state, side)
        supplied = supply_net(state, side)[1]
        for hex, step in ways.items():
            assert (step in AREAS_OF[side] and BESIDE[step] >> hex & 1) or LAND.of[hex] >> step & 1
        for hex in (space.id for space in BOARD.spaces if space.id >= FIRST_HEX):
            wanted = (state.occupied[side] | state.cities_of(side)) >> hex & 1
            assert (hex in ways) >= bool(wanted and supplied >> hex & 1)
            steps = 0
            while hex in ways and wanted:
                hex, steps = ways[hex], steps + 1
                assert steps <= 40  # it ends
            if wanted and steps:
                assert hex in AREAS_OF[side]


def test_the_overlay_draws_the_lines_and_the_breaks() -> None:
    state = position("german-movement", "G-2PzA 1308, S-3A 1307, S-4A 1410, S-3MC 1305, S-4MC 1306")
    marks = state.overlay("german-supply")
    assert marks["1308"].badge == "!" and not marks["1308"].toward
    soviet = state.overlay("soviet-supply")
    assert soviet["1410"].toward and soviet[MOSCOW].badge == "S"
    assert soviet["soviet"].badge == "S"


def test_the_table_says_what_is_reconstructed() -> None:
    chart = next(chart for chart in TABLE["charts"] if "reconstructed" in chart["title"])
    assert chart["head"] == ["", "in the rulebook", "from other sources", "reconstructed"]
    strengths = next(row for row in chart["rows"] if row[0] == "Units: combat strength")
    assert sum(int(number or 0) for number in strengths[1:]) == len(TABLE["pieces"])
    assert "reconstruction" in TABLE["about"] and "reconstruction" in TABLE["sources"]
