"""Records: replay, verify, export."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

import rasputitsa as ra
from rasputitsa.match import NO_SEED, CommittedDice, PlayerSeed, TimeControl, read, replay
from rasputitsa.match.dice import seal_of

from .tools import GAME, Here


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from rasputitsa.cli import main

    path = tmp_path_factory.mktemp("records") / "match.txt"
    assert main(["play", GAME, "--german", "random", "--soviet", "random", "--seed", "2", "--record", str(path)]) == 0
    return path


@pytest.fixture
def battle(run: Here, tmp_path: Path) -> Path:
    """The record of a short match with one roll of the die."""
    path = tmp_path / "battle.txt"
    typed = "standard\ndone\nattack 0304\nwith 41pz\nwith 56pz\ndeclare\ndone\nconcede\n"
    run("play", GAME, "--german", "human", "--soviet", "human", "--record", path, typed=typed)
    return path


def test_what_the_players_added_to_the_dice_is_told(run: Here, tmp_path: Path) -> None:
    words = {"german": PlayerSeed(1, "ab" * 16), "soviet": NO_SEED}
    seals = {side: seal_of("m1", side, "ab" * 16) for side in words}
    match = ra.Match(ra.game(GAME), dice=CommittedDice(bytes(32), "m1", words, seals))
    match.concede("german")
    (tmp_path / "a.txt").write_text(ra.record.write(match))
    ran = run("verify", tmp_path / "a.txt")
    assert ran.status == 0
    assert ran.out.endswith("rolls and draws. The Russian player did not show the sealed seed.\n")
    data = json.loads(run("export", tmp_path / "a.txt", "--json").out)
    assert data["seals"] == seals and data["words"] == {"german": "ab" * 16, "soviet": None}


def test_a_kept_commitment_is_verified(run: Here, battle: Path) -> None:
    ran = run("verify", battle)
    assert ran.status == 0
    assert ran.out == "The commitment was kept in 1 roll or draw.\n"


def test_a_forged_die_is_found(run: Here, battle: Path) -> None:
    lines = battle.read_text().splitlines()
    (number,) = [n for n, line in enumerate(lines) if line.startswith("chance roll")]
    face = int(lines[number].split()[-1])
    lines[number] = f"chance roll {face % 6 + 1}"
    battle.write_text("\n".join(lines) + "\n")
    ran = run("verify", battle)
    assert ran.status == 1
    assert f"Line {number + 1} says" in ran.out


def test_an_unfinished_match_cannot_be_verified_and_that_is_no_failure(run: Here, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    run("play", GAME, "--german", "human", "--soviet", "human", "--record", path, typed="standard\n")
    ran = run("verify", path)
    assert ran.status == 0
    assert "the match is not over" in ran.out


def test_export_has_everything(run: Here, record: Path, tmp_path: Path) -> None:
    ran = run("export", record, "--json")
    assert ran.status == 0
    data = json.loads(ran.out)
    match = replay(read(record))
    assert data["game"] == GAME and data["players"] == {"german": "random", "soviet": "random"}
    assert data["commitment"].startswith("sha256:") and data["secret"]
    assert [(entry["side"], entry["action"]) for entry in data["actions"]] == [
        (entry.side, str(entry.action)) for entry in match.log
    ]
    assert data["actions"][3]["number"] == 3
    events = [event["text"] for entry in data["actions"] for event in entry["events"]]
    assert events == [event.text for event in match.events_for(None)]
    assert data["outcome"]["winner"] == match.outcome.winner  # type: ignore[union-attr]
    assert ra.game(GAME).position(data["position"]).position() == match.state.position()
    assert data["view"]["tokens"] == match.view(None)["tokens"]
    out = tmp_path / "match.json"
    assert run("export", record, "--json", "--out", out).out == ""
    assert json.loads(out.read_text()) == data


def test_export_for_one_side_has_what_that_side_knows(run: Here, tmp_path: Path) -> None:
    """Own actions and events that the side may know; of the enemy's hand only the number of cards."""
    path = tmp_path / "cards.txt"
    game = "blitzkrieg-to-moscow-2"
    assert run("play", game, "--german", "random", "--soviet", "random", "--seed", "4", "--record", path).status == 0
    match = replay(read(path))
    for side in ("german", "soviet"):
        data = json.loads(run("export", path, "--json", "--side", side).out)
        assert data["viewer"] == side and "position" not in data and "secret" not in data
        assert data["view"] == json.loads(json.dumps(match.view(side)))
        assert data["view"]["tokens"] and data["view"]["hands"][match.game.other(side)]["cards"] is None
        events = [event["text"] for entry in data["actions"] for event in entry["events"]]
        assert events == [event.text for event in match.events_for(side)]
        assert {entry["side"] for entry in data["actions"] if entry["action"] is not None} == {side}
    everything = json.loads(run("export", path, "--json").out)
    private = [event for entry in everything["actions"] for event in entry["events"] if "visible_to" in event]
    assert {event["visible_to"] for event in private} == {"german", "soviet"}


def test_export_for_one_side_of_an_open_game_has_all_actions(run: Here, record: Path) -> None:
    data = json.loads(run("export", record, "--json", "--side", "german").out)
    assert None not in [entry["action"] for entry in data["actions"]]


@pytest.mark.parametrize("command", [["export", "--json"], ["replay"]])
def test_a_side_that_does_not_exist(run: Here, record: Path, command: list[str]) -> None:
    ran = run(*command, record, "--side", "finnish")
    assert ran.status == 2
    assert "Battle for Moscow has no side 'finnish'. It has: german, soviet." in ran.err


def test_replay_for_one_side_keeps_the_others_hand_hidden(run: Here, tmp_path: Path) -> None:
    path = tmp_path / "cards.txt"
    game = "blitzkrieg-to-moscow-2"
    typed = "take G1; take G2; take G3; take G4; take G5\nconcede\n"
    run("play", game, "--german", "human", "--soviet", "human", "--record", path, typed=typed)
    own = run("replay", path, "--to", "2", "--side", "german", "--plain").out
    assert "German cards: G1 Blitz!, G2" in own and "german take G2" in own
    other = run("replay", path, "--to", "2", "--side", "soviet", "--plain").out
    assert "German cards: 2" in other and "G2" not in other


def test_export_into_nowhere(run: Here, record: Path) -> None:
    ran = run("export", record, "--json", "--out", "/no/such/folder/x.json")
    assert ran.status == 2
    assert "cannot be written" in ran.err


def test_replay_to_an_action_shows_map_and_events(run: Here, record: Path) -> None:
    match = replay(read(record), 40)
    ran = run("replay", record, "--to", "40")
    assert ran.status == 0
    total = len(read(record).lines)
    assert f"Action 40 of {total}: {match.log[-1].side} {match.log[-1].action}" in ran.lines
    drawn = set(re.findall(r"[(\[] ?(\w+) *[)\]]", ran.out))
    places = defaultdict(set)
    for token in match.view(None)["tokens"]:
        places[token["at"]].add(token["name"])
    for place, names in places.items():  # a unit that moves may pause on another one: the map shows one of them
        assert len(names & drawn) == (place or "").isdecimal(), place
    assert "\x1b" not in ran.out and " 0101 " in ran.out
    plain = run("replay", record, "--to", "40", "--plain")
    assert any(line.startswith("German units on the map, ") for line in plain.lines)
    assert "≈" not in plain.out


def test_replay_beyond_the_end_is_the_end(run: Here, record: Path) -> None:
    last = run("replay", record, "--to", "99999")
    outcome = replay(read(record)).outcome
    assert outcome is not None
    assert outcome.reason in last.lines[-1]
    assert run("replay", record, "--to", "0").lines[-1].endswith("the start")


def test_replay_into_a_pipe_shows_everything(run: Here, record: Path) -> None:
    ran = run("replay", record)
    told = [event.text for event in replay(read(record)).events_for(None)]
    assert ran.lines[: len(told)] == told
    assert "wins." in ran.lines[-1] or "drawn" in ran.lines[-1]


def test_replay_step_by_step(run: Here, record: Path) -> None:
    typed = "\n\nb\n100\nn\np\nnonsense\nq\n\n"
    ran = run("replay", record, "--step", typed=typed)
    assert ran.status == 0
    shown = [int(line.split()[1]) for line in ran.lines if line.startswith("Action ")]
    assert shown[:5] == [0, 1, 2, 1, 100]
    assert len(shown) == 6 and shown[5] > 100  # the next phase; nothing after q
    match = replay(read(record), shown[5])
    before = replay(read(record), shown[5] - 1)
    assert (
        match.view(None)["heading"] != before.view(None)["heading"] == replay(read(record), 100).view(None)["heading"]
    )
    assert ran.out.count("Enter: next action") == 2


def test_replay_from_an_action_on(run: Here, record: Path) -> None:
    ran = run("replay", record, "--to", "50", "--step", typed="\n")
    assert [int(line.split()[1]) for line in ran.lines if line.startswith("Action ")] == [50, 51]


def test_a_conceded_match_can_be_replayed(run: Here, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    run("play", GAME, "--german", "human", "--soviet", "human", "--record", path, typed="standard\nconcede\n")
    ran = run("replay", path, "--to", "2")
    assert ran.status == 0
    assert ran.lines[-1] == "The Russian player wins. The German player concedes."


def test_a_win_on_time_is_replayed_verified_and_exported(run: Here, tmp_path: Path) -> None:
    match = ra.Match(ra.game(GAME), clock=TimeControl.read("45 minutes a side + 20 seconds a turn"))
    match.play("german", "standard")
    match.claim_win("soviet")
    path = tmp_path / "match.txt"
    path.write_text(ra.record.write(match))
    ran = run("replay", path, "--to", "2")
    assert ran.lines[-1] == "The Russian player wins. The German player's time ran out."
    assert run("verify", path).status == 0
    data = json.loads(run("export", path, "--json").out)
    assert data["clock"] == "45 minutes a side + 20 seconds a turn"
    assert data["outcome"]["winner"] == "soviet" and data["actions"][-1]["action"] == "claims the win on time"
