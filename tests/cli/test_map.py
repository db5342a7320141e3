"""The drawing of hex boards."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, cast

import pytest

import rasputitsa as ra
from rasputitsa.cli import listing
from rasputitsa.cli.canvas import Canvas, Ink
from rasputitsa.cli.hexmap import HexMap, Marks
from rasputitsa.cli.scene import Scene
from rasputitsa.cli.theme import LIVERIES, Style, look
from rasputitsa.core import Game, HexBoard, HexGrid, HexNumbering, Mark, State
from rasputitsa.core.sets import members
from rasputitsa.core.view import View

from .tools import GAME, bare

TEXT, COLOURS, ASCII = Style(), Style(colour=True), Style(signs=False)


@pytest.fixture
def state() -> State:
    state = ra.game(GAME).start()
    state.take("standard")
    state.take("done")
    return state


@pytest.fixture
def scene(state: State) -> Scene:
    return Scene(state.game, state.view("german"))


def drawn(scene: Scene, style: Style = TEXT, marks: Marks | None = None, **window: object) -> list[str]:
    return HexMap(scene, style, **window).lines(marks)  # type: ignore[arg-type]


def at(lines: list[str], text: str) -> tuple[int, int]:
    """Where a text begins: column and line."""
    (found,) = [(line.index(text), number) for number, line in enumerate(lines) if text in line]
    return found


def test_the_whole_board_fits_a_terminal(scene: Scene) -> None:
    lines = drawn(scene)
    assert len(lines) == 45
    assert max(map(len, lines)) == 114


def test_every_hex_number_is_there_once(scene: Scene) -> None:
    text = "\n".join(drawn(scene))
    names = scene.board.names_of(scene.board.hexes)  # type: ignore[attr-defined]
    assert len(names) == 147
    assert [name for name in names if len(re.findall(rf"(?<!\d){name}(?!\d)", text)) != 1] == []


def test_hexes_lie_where_their_numbers_say(scene: Scene) -> None:
    """Columns are eight cells apart, rows four lines, and even columns lie two lines lower."""
    lines = drawn(scene)
    x, y = at(lines, " 0101 ")
    assert at(lines, " 0102 ") == (x, y + 4)
    assert at(lines, " 0301 ") == (x + 16, y)
    assert at(lines, " 0201 ") == (x + 8, y + 2)
    assert at(lines, " 1410 ") == (x + 8 * 13, y + 2 + 9 * 4)


def test_every_unit_is_below_the_number_of_its_hex(scene: Scene) -> None:
    lines = drawn(scene)
    on_map = [token for token in scene.tokens.values() if scene.on_map(token.at)]
    assert len(on_map) == 36
    for token in on_map:
        x, y = next((line.index(token.at), n) for n, line in enumerate(lines) if re.search(rf"\D{token.at}\D", line))
        livery = LIVERIES[token.side]
        name, strength = lines[y + 1][x - 1 : x + 5], lines[y + 2][x - 1 : x + 5]
        assert name == f"{livery.open}{token.name:^4}{livery.close}"
        assert strength.strip(" []()") == ("½" if token.striped else "") + token.print


def test_sides_and_steps_are_clear_without_colour(scene: Scene) -> None:
    text = "\n".join(drawn(scene))
    assert "[24pz]" in text and "[12-6]" in text  # German and full
    assert "(10a )" in text and "(½4-4)" in text  # Russian and reduced
    assert "½" not in "\n".join(line for line in drawn(scene) if "[12-6]" in line and "(" not in line)


def test_cities_show_name_and_controller(state: State, scene: Scene) -> None:
    lines = drawn(scene)
    x, y = at(lines, " 1103 ")
    assert lines[y + 1][x : x + 6].strip("─ ") == "(●)"
    assert lines[y + 2][x : x + 6] == "Moscow"
    taken = Scene(state.game, {**state.view(None), "control": {"1103": "german"}})
    assert drawn(taken)[y + 1][x : x + 6].strip("─ ") == "[●]"


def test_an_occupied_city_keeps_its_name(scene: Scene) -> None:
    lines = drawn(scene)
    x, y = at(lines, " 0509 ")
    assert lines[y + 3][x : x + 6] == "Bryans"


def test_rivers_run_along_their_hexsides_and_nowhere_else(scene: Scene) -> None:
    """Count the cells: a level side has six, a slanting one two, less where a rail crosses or a name stands."""
    text = "\n".join(drawn(scene))
    board = scene.board
    level = sum(abs(a - b) == 1 for a, b in board.borders["river"].pairs)
    slanting = len(board.borders["river"].pairs) - level
    bridges = sum(pair in board.borders["rail"].pairs for pair in board.borders["river"].pairs)
    smolensk = len("Smol") - 1  # it stands on a side, over the bridge as well
    assert text.count("≈") == 6 * level + 2 * slanting - bridges - smolensk
    lines = drawn(scene)
    x, y = at(lines, " 0505 ")
    assert lines[y + 3][x : x + 6] == "≈≈≈≈≈≈"  # 0505-0506
    x, y = at(lines, " 0605 ")
    assert lines[y + 3][x : x + 6] == "______"


def test_rails_cross_their_hexsides(scene: Scene) -> None:
    board = scene.board
    bare_board = replace_features(board, borders={"rail": board.borders["rail"].pairs})
    lines = HexMap(empty_scene(bare_board), ASCII).lines()
    assert "".join(lines).count("+") == len(board.borders["rail"].pairs) == 70


def test_forests_and_forts_have_their_signs(scene: Scene) -> None:
    lines = drawn(scene)
    x, y = at(lines, " 0207 ")
    assert "♣" in lines[y + 1][x - 1 : x + 7] and "♣" in lines[y + 2][x - 1 : x + 7]
    x, y = at(lines, " 0505 ")
    assert lines[y + 1][x - 1 : x + 7] == "#      #"
    x, y = at(lines, " 0503 ")
    assert lines[y + 1][x - 1 : x + 7] == "#(19a )#"
    x, y = at(lines, " 0301 ")
    assert lines[y + 2][x - 1 : x + 7] == "♣(½4-4)♣"
    x, y = at(lines, " 0410 ")
    assert "♣" not in lines[y + 1][x - 1 : x + 7] + lines[y + 2][x - 1 : x + 7]


def test_the_edges_of_the_map_have_the_colours_of_their_sides(scene: Scene) -> None:
    edges = {"west_edge": "edge german", "red_edge": "edge soviet"}
    scene.styles = {**scene.styles, "spaces": {**scene.styles["spaces"], **edges}}
    lines = drawn(scene)
    assert all(line.startswith((" g", "g", "  g")) for line in lines)
    assert lines[20].endswith("s")
    coloured = drawn(scene, COLOURS)
    assert "48;5;124" in coloured[20] and bare(coloured[20]).rstrip()[-1] in "/\\"
    assert "s red edge" in HexMap(scene, TEXT).legend()


def test_ascii_needs_nothing_else(scene: Scene) -> None:
    text = "\n".join([*drawn(scene, ASCII), HexMap(scene, ASCII).legend()])
    assert text.isascii()
    assert "('4-4)" in text and "~~~~~~" in text and "f" in text


def test_colours_change_nothing_but_colours(scene: Scene) -> None:
    coloured = drawn(scene, COLOURS)
    assert all("\x1b[" in line for line in coloured)
    plain = drawn(scene)
    assert [bare(line)[20:80].rstrip() for line in coloured[2:40]] == [line[20:80].rstrip() for line in plain[2:40]]


def test_sides_have_their_colours(scene: Scene) -> None:
    text = "\n".join(drawn(scene, COLOURS))
    assert "\x1b[1;38;5;231;48;5;236m[24pz]" in text
    assert "\x1b[38;5;231;48;5;167m(½4-4)" in text


def test_offers_attacks_and_badges_stand_out(scene: Scene) -> None:
    marks = Marks(offered={"0405": Mark("5:1"), "0707": Mark("")}, attacked={"0507"}, selected={"0404"})
    lines = drawn(scene, marks=marks)
    x, y = at(lines, ">0405<")
    assert lines[y + 3][x : x + 6].strip("_") == " 5:1 "
    assert ">0707<" in "\n".join(lines)
    assert "!0507!" in "\n".join(lines) and "*0404*" in "\n".join(lines)
    assert len(re.findall(r"[>!*]\d{4}", "\n".join(lines))) == 4


def test_zones_are_shown_by_the_brackets_of_the_sides(state: State, scene: Scene) -> None:
    text = "\n".join(drawn(scene, marks=Marks(overlay=state.overlay("zones"))))
    assert "[0101 " in text  # German zone only
    assert " 0502)" in text  # Russian zone only
    assert "[0405)" in text  # both
    assert " 0707 " in text  # none


def test_a_stack_shows_how_many_more_there_are(state: State) -> None:
    view = state.view(None)
    next(token for token in view["tokens"] if token["name"] == "40pz")["at"] = "0407"
    lines = drawn(Scene(state.game, view))
    x, y = at(lines, " 0407 ")
    assert "8+1" in lines[y + 2][x : x + 8] or "12+1" in lines[y + 2][x : x + 8]


def test_the_legend_explains_the_signs(scene: Scene) -> None:
    legend = HexMap(scene, TEXT).legend()
    for part in ("♣ forest", "# fortification", "≈ river", "+ rail", "[12-6] German", "(12-6) Russian", "½ reduced"):
        assert part in legend
    assert len(legend) <= 120


# Other boards.


def replace_features(
    board: object,
    borders: dict[str, object] | None = None,
    features: dict[str, int] | None = None,
) -> HexBoard:
    assert isinstance(board, HexBoard)
    return HexBoard(board.grid, features=features or {}, border_features=borders or {})  # type: ignore[arg-type]


def small(lines: str, **numbering: object) -> HexBoard:
    grid = HexGrid([3, 3, 3], HexNumbering(lines=lines, **numbering))  # type: ignore[arg-type]
    first, second = grid.id(1, 1), grid.id(1, 2)
    return HexBoard(
        grid,
        {"0101": "Alpha"},
        features={"swamp": 1 << grid.id(2, 2), "oasis": 1 << grid.id(3, 3)},
        border_features={"river": [(first, second)]},
    )


def scene_of(game: Game, view: dict[str, Any]) -> Scene:
    """What is drawn of a view, or of a part of one."""
    return Scene(game, cast(View, view))


def empty_scene(board: HexBoard) -> Scene:
    scene = scene_of(ra.game(GAME), {})
    scene.board = board
    scene.styles = {
        "spaces": {"swamp": "swamp", "oasis": "oasis"},
        "borders": {"river": "river", "rail": "rail"},
    }
    return scene


@pytest.mark.parametrize("shifted", ["odd", "even"])
@pytest.mark.parametrize("lines", ["columns", "rows"])
def test_any_grid_is_drawn(lines: str, shifted: str) -> None:
    board = small(lines, shifted=shifted)
    text = "\n".join(HexMap(empty_scene(board), TEXT).lines())
    assert [name for name in board.names_of(board.hexes) if text.count(name) != 1] == []
    assert "≡" in text and "Alpha" in text and "≈" in text
    assert text.count("O") == 2  # a feature nobody has seen before: its first letter, twice


def test_pointed_tops_are_bricks() -> None:
    """Rows lie above each other, and a shifted row half a hex to the right."""
    board = small("rows")
    lines = HexMap(empty_scene(board), TEXT).lines()
    x, y = at(lines, "0101")
    assert at(lines, "0102") == (x + 8, y)
    assert at(lines, "0201") == (x + 4, y + 4)


def test_upward_rows_count_from_the_bottom() -> None:
    board = small("rows", upward=True)
    lines = HexMap(empty_scene(board), TEXT).lines()
    assert at(lines, "0101")[1] > at(lines, "0301")[1]


@pytest.mark.parametrize("around", ["0101", "1410", "0706", "1401", "0111"])
def test_a_large_board_is_shown_in_part_around_a_hex(scene: Scene, around: str) -> None:
    board = scene.board
    assert isinstance(board, HexBoard)
    part = HexMap(scene, TEXT, (60, 24), around)
    lines = part.lines()
    assert max(map(len, lines)) <= 60 and len(lines) <= 24
    assert not part.whole
    assert around in "\n".join(lines)
    shown = set(re.findall(r"(?<!\d)\d{4}(?!\d)", "\n".join(lines)))
    assert shown == {space.name for space in part.shown}
    assert len(members(board.hexes)) > len(shown) > 10


def test_unknown_styles_get_a_letter() -> None:
    assert look("quarry").sign == "Q"
    assert look("forest").sign == "♣"


def test_features_without_a_style_are_not_drawn() -> None:
    board = small("columns")
    scene = empty_scene(board)
    scene.styles = {"spaces": {}, "borders": {}}
    text = "\n".join(HexMap(scene, TEXT).lines())
    assert "≡" not in text and "O" not in text and "≈" not in text


def view_with(*units: str, board: HexBoard, **more: object) -> Scene:
    """Some units of the game in the first hex of another board."""
    game = ra.game(GAME)
    first = board.names_of(board.hexes)[0]
    tokens = [{"name": name, "piece": name, "at": first, "owner": "german", "face": 2, "marks": []} for name in units]
    scene = scene_of(game, {"tokens": tokens, **more})
    scene.board = board
    return scene


@pytest.mark.parametrize(("lines", "label"), [("columns", "[long-6]"), ("rows", "[12345]")])
def test_a_counter_takes_the_room_it_needs(lines: str, label: str) -> None:
    """A name that does not fit gives way to the number that the counter bears."""
    board = small(lines)
    scene = view_with("24pz", board=board)
    scene.at["0101"] = [replace(scene.tokens["24pz"], name="long-6", number="12345")]
    text = "\n".join(HexMap(scene, TEXT).lines())
    assert label in text and ("[ 12-6 ]" in text or "[12-6 ]" in text)


def test_what_is_not_drawn_is_listed_with_the_cards(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    table = {**state.game.manifest(), "cards": [{"id": "G1", "name": "Blitz!"}]}
    monkeypatch.setattr("rasputitsa.cli.scene.manifest", lambda game: table)
    hands = {"german": {"count": 2, "cards": ["G1", "G7"]}, "soviet": {"count": 3, "cards": None}}
    scene = scene_of(state.game, {**state.view(None), "hands": hands})
    assert listing.off_map(scene) == [
        "Russian units off the map: pool 49a, 50a; track 1sh",
        "German cards: G1 Blitz!, G7",
        "Russian cards: 3",
    ]
    assert listing.position(scene)[-1] == "Russian cards: 3."
    assert not scene.is_drawn("pool") and scene.is_drawn("0101") and not scene.is_drawn("nowhere")


# Tokens.


def test_a_hidden_token_shows_its_owner_and_its_back(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    backs = {"block": {"title": "Soviet block"}}
    monkeypatch.setattr("rasputitsa.cli.scene.manifest", lambda game: {**game.manifest(), "backs": backs})
    hidden: dict[str, Any] = {
        "name": "0801.2",
        "piece": None,
        "at": "0801",
        "owner": "soviet",
        "face": None,
        "marks": [],
    }
    view = {**state.view(None), "tokens": [{**hidden, "name": "0801.1"}, {**hidden, "back": "block"}]}
    scene = scene_of(state.game, view)
    assert [str(token) for token in scene.at["0801"]] == ["0801.1 unknown unit", "0801.2 Soviet block"]
    lines = drawn(scene)
    x, y = at(lines, " 0801 ")
    assert lines[y + 1][x - 1 : x + 7].strip("♣ ") == "(0801.2)"
    assert "?+1" in lines[y + 2][x - 1 : x + 7]


def test_the_top_of_a_stack_is_the_last_token(state: State) -> None:
    tokens = {token["name"]: {**token, "at": "0707"} for token in state.view(None)["tokens"]}
    scene = scene_of(state.game, {"tokens": [tokens["24pz"], tokens["40pz"]]})
    text = "\n".join(drawn(scene))
    assert "40pz" in text and "24pz" not in text


def test_what_changes_in_play_is_shown_instead_of_what_is_printed(state: State) -> None:
    token = next(token for token in state.view(None)["tokens"] if token["name"] == "24pz")
    scene = scene_of(state.game, {"tokens": [{**token, "print": "9-9", "big": "9"}]})
    assert str(scene.tokens["24pz"]) == "24pz 24th Panzer Corps 9-9"


def test_what_does_not_fit_a_counter_is_left_out() -> None:
    """A Soviet army alone in its hex: 2(1)-4 has no room in a brick, so its strength is shown."""
    state = ra.game("blitzkrieg-to-moscow-2").start()
    drawing = HexMap(Scene(state.game, state.view(None)), TEXT, (999, 999))
    lines = drawing.lines()
    x, y = next((line.index("(S-18A)"), number) for number, line in enumerate(lines) if "(S-18A)" in line)
    assert lines[y + 1][x : x + 7] == "(  2  )"
    assert drawing.legend().endswith("½ spent")


def test_a_selection_has_the_spaces_of_its_tokens(scene: Scene) -> None:
    assert scene.spaces_of({"tokens": ["24pz", "16a"], "spaces": ["0405"]}) == ["0405", "0407"]


# The canvas.


def test_a_canvas_ignores_what_lies_outside() -> None:
    canvas = Canvas(3, 1)
    canvas.put(-1, 0, "abcdef")
    canvas.put(0, 5, "x")
    assert canvas.text() == ["bcd"]


def test_ink_keeps_the_ground_it_is_put_on() -> None:
    canvas = Canvas(2, 1)
    canvas.put(0, 0, "  ", Ink(bg=107))
    canvas.put(1, 0, "x", Ink(28))
    assert canvas.ansi() == ["\x1b[48;5;107m \x1b[0m\x1b[38;5;28;48;5;107mx\x1b[0m"]
    assert replace(Ink(1, 2), bold=True).code == "\x1b[1;38;5;1;48;5;2m"
