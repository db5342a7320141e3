"""The match at a real terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from .tools import GAME, Terminal, bare

Open = Callable[..., Terminal]
PLAY = ("play", GAME, "--german", "human", "--soviet", "recruit", "--seed", "3")


def test_the_table_is_drawn_in_colours(terminal: Open) -> None:
    table = terminal(*PLAY)
    table.until("> ")
    table.type("standard; done\n")
    shown = table.until("12 done")
    assert "\x1b[2J\x1b[H" in shown  # a new page
    assert "48;5;107m" in shown and "48;5;26m" in shown  # forests and rivers
    text = bare(shown).split("\n")
    assert any(" Turn 1, German Combat Phase | Weather: clear" in line for line in text)
    assert any(">0405<" in line for line in text)
    assert any("[24pz]" in line for line in text)
    assert any("♣ forest" in line for line in text)
    assert any("  5 attack 0405 (5:1)" in line for line in text)
    assert max(len(line.rstrip("\r")) for line in text) <= 120
    table.type("quit\n")
    table.until("Save in which file?")
    table.type("\n")
    assert table.end() == 0


def test_no_color_is_respected(terminal: Open) -> None:
    for look in ({"NO_COLOR": "1"}, {}):
        table = terminal(*PLAY, *([] if look else ["--no-color"]), **look)
        shown = table.until("> ")
        assert "38;5;" not in shown and "48;5;" not in shown
        assert "0101" in shown and "≈" in shown
        table.close()


def test_plain_at_a_terminal(terminal: Open) -> None:
    table = terminal(*PLAY, "--plain")
    shown = table.until("standard - Standard set-up")
    assert "\x1b[38" not in shown and "\x1b[2J" not in shown and "≈" not in shown
    assert "Russian units on the map, 14:" in shown


def test_a_friendly_start(terminal: Open, tmp_path: Path) -> None:
    table = terminal()
    table.until("Which game?")
    table.type("1\n")
    assert "Seven turns" in table.until("Which side do you play?")
    table.type("7\n")
    table.until("Type a number from 1 to 4.")
    table.type("2\n")
    table.until("Who is your opponent?")
    table.type("\n")
    table.until("Press Enter to continue")  # what the Germans did does not fit below the map
    table.type("\n")
    assert "You have 5 replacement steps left" in table.until(" done")
    table.type("quit\n")
    table.until("Save in which file?")
    table.type(f"{tmp_path / 'match.txt'}\n")
    table.until("Continue with: rasputitsa play --resume")
    assert table.end() == 0
    assert "player.german: recruit" in (tmp_path / "match.txt").read_text()


def test_a_small_terminal_is_told_once(terminal: Open) -> None:
    table = terminal(*PLAY, size=(80, 24))
    shown = table.until("Press Enter to continue")
    assert "This terminal has 80 columns and 24 lines" in shown and "--plain" in shown
    table.type("\n")
    table.until("> ")
    table.type("standard; done\n")
    shown = bare(table.until("12 done"))
    assert "This terminal" not in shown
    assert max(len(line.rstrip("\r")) for line in shown.split("\n")) <= 80
    assert "0405" in shown


def test_a_wide_terminal_has_a_panel_beside_the_map(terminal: Open) -> None:
    table = terminal(*PLAY, size=(180, 50))
    table.until("> ")
    table.type("standard; done\n")
    lines = bare(table.until("No attacks")).split("\n")
    beside = [line for line in lines if "attack 0405" in line]
    assert beside and beside[0].index("attack 0405") > 114


def test_what_a_question_is_about_stands_out(terminal: Open) -> None:
    table = terminal(*PLAY, "--no-color")
    table.until("> ")
    table.type("standard; done; attack 0405\n")
    assert "*0405*" in table.until("Never mind")
    table.type("46pz\n")
    shown = table.until("Never mind")
    assert "!0405!" in shown  # by the forecast
    assert "*0306*" in shown  # where the chosen attacker is
    table.type("cancel; done; 24pz\n")
    assert "*0407*" in table.until("24 stop")


def test_an_overlay_is_laid_over_the_map(terminal: Open) -> None:
    table = terminal(*PLAY, "--no-color")
    table.until("> ")
    table.type("standard; done; zones\n")
    assert "[0405)" in table.until("♣ forest")


def test_an_interrupt_ends_quietly_and_loses_nothing(terminal: Open, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    table = terminal(*PLAY, "--plain", "--record", record)
    table.until("> ")
    table.type("standard\n")
    table.until("done - Begin the game")
    table.until("> ")
    os.killpg(table.process.pid, signal.SIGINT)
    table.type("\n")  # a signal that comes just before the program begins to wait is noticed with the next line
    assert table.end() == 130
    assert b"Traceback" not in table.unread
    assert "german standard" in record.read_text()


def test_the_end_of_the_input_at_a_terminal(terminal: Open, tmp_path: Path) -> None:
    table = terminal(*PLAY, "--record", tmp_path / "match.txt")
    table.until("> ")
    table.type("\x04")
    table.until("Saved.")
    assert table.end() == 0


def test_replay_at_a_terminal(terminal: Open, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    table = terminal("play", GAME, "--german", "random", "--soviet", "random", "--seed", "1", "--record", record)
    table.until("The record is in")
    assert table.end() == 0
    table = terminal("replay", record)
    assert "\x1b[2J" not in table.until("Action 0 of")
    table.until("q] ")
    table.type("\n")
    assert "48;5;107m" in table.until("Action 1 of")
    table.until("q] ")
    table.type("q\n")
    assert table.end() == 0


def test_two_people_at_one_terminal_do_not_see_each_others_hands(terminal: Open) -> None:
    table = terminal("play", "blitzkrieg-to-moscow-2", "--german", "human", "--soviet", "human", size=(160, 80))
    table.until("> ")
    table.type("; ".join(["take G1", "take G2", "take G3", "take G4", "take G5", *["done"] * 9]) + "\n")
    handed = table.until("Soviet player: press Enter when nobody else can see the screen. ")
    assert "\x1b[2J\x1b[3J\x1b[H" in handed.split("take G5")[-1]  # the screen and what can be scrolled back to
    table.type("\x1b[A\n")  # nor can the last line be called back
    shown = bare(table.until("> "))
    assert "Soviet:" in shown and "Blitz!" not in shown
    assert "take G" not in shown
