"""The HTTP API: games, records, replay, report, rematch, tutorials, pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rasputitsa
from rasputitsa.bots import bots
from rasputitsa.match import CommittedDice, Match, read, tutorial, verify, write
from rasputitsa.match import replay as replayed
from rasputitsa.server import static_answers
from rasputitsa.server.protocol import encode

from .test_play import refusal
from .tools import GAME, LINK, ME, Client, Data, Running, arranged, bot, limits


def finished(seed: int = 1) -> Match:
    match = Match(rasputitsa.game(GAME), dice=CommittedDice.seeded(seed, "theirs"))
    rng = Random(seed)
    while match.side is not None:
        match.play(match.side, rng.choice(match.state.actions()))
    return match


FINISHED = finished()
RECORD = write(FINISHED)


def imported(server: Running, record: str, **more: Any) -> Data:
    return server.create(ME, ME, game=None, record=record, **more)


# Games.


def test_games(server: Running) -> None:
    game, *others = server.get("/api/games").json()
    assert [game["name"], *(other["name"] for other in others)] == rasputitsa.games()
    assert game["name"] == GAME and game["title"] == "Battle for Moscow" and game["about"]
    assert game["bots"] == bots(GAME) and game["hidden"] is False and game["tutorial"] is True
    assert [side["name"] for side in game["sides"]] == ["german", "soviet"]
    assert game["scenarios"] and game["options"] and game["overlays"]


def test_the_manifest_never_changes(server: Running) -> None:
    answer = server.get(f"/api/games/{GAME}")
    assert {"board", "pieces", "backs", "styles", "scenarios", "charts", "hidden"} <= set(answer.json())
    tag = answer.headers["etag"]
    again = server.http.get(f"/api/games/{GAME}", headers={"If-None-Match": tag})
    assert again.status_code == 304 and not again.content and again.headers["etag"] == tag


@pytest.mark.parametrize("path", ["", *(f"/{name}{part}" for name in rasputitsa.games() for part in ("", "/rules"))])
def test_answers_that_never_change_are_compressed_once(server: Running, path: str) -> None:
    plain = server.http.get(f"/api/games{path}", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.headers["vary"] == "Accept-Encoding"
    small = server.http.get(f"/api/games{path}", headers={"Accept-Encoding": "br, gzip"})
    assert small.headers["content-encoding"] == "gzip" and small.json() == plain.json()
    size = int(small.headers["content-length"])
    assert size < len(plain.content) / 2 and size < 120_000
    assert small.headers["etag"] == plain.headers["etag"]
    made = len(static_answers._known)
    server.http.get(f"/api/games{path}")
    assert len(static_answers._known) == made


@pytest.mark.parametrize(
    ("accepted", "readable"),
    [("gzip", True), ("deflate, GZIP;q=0.5", True), ("*", True), ("", False), ("br", False), ("gzip; q=0", False)],
)
def test_who_can_read_gzip(accepted: str, readable: bool) -> None:
    assert static_answers.accepts_gzip(accepted) is readable


def test_rules(server: Running) -> None:
    rules = server.get(f"/api/games/{GAME}/rules").json()
    assert [rule["number"] for rule in rules] == list(rasputitsa.game(GAME).rules)
    assert all(rule["title"] and rule["text"] and rule["summary"] for rule in rules)


@pytest.mark.parametrize("name", rasputitsa.games())
def test_a_picture_is_a_public_position_with_something_to_see(server: Running, name: str) -> None:
    game = rasputitsa.game(name)
    lesson = tutorial.load(game)
    state = replayed(lesson.record).state if lesson else game.start()
    answer = server.get(f"/api/games/{name}/picture")
    assert answer.status_code == 200
    assert answer.content == encode(state.view(None))
    assert len({token["at"] for token in answer.json()["tokens"]}) >= 10


@pytest.mark.parametrize("path", ["", "/rules", "/tutorial", "/picture"])
def test_unknown_games(server: Running, path: str) -> None:
    answer = server.get(f"/api/games/chess{path}")
    assert answer.status_code == 404 and answer.json()["error"]["code"] == "unknown"


# Tutorials.


def test_a_tutorial_is_played_with_its_own_dice(run: Callable[..., Running]) -> None:
    server = run()
    lesson = server.get(f"/api/games/{GAME}/tutorial").json()
    assert lesson["title"] and lesson["about"] and lesson["side"] in ("german", "soviet")
    assert "dice" not in lesson
    answer = server.post("/api/matches", {"game": GAME, "tutorial": True})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert set(made["keys"]) == {"german", "soviet"}
    loaded = tutorial.load(rasputitsa.game(GAME))
    assert loaded is not None
    actions = [action for step in lesson["steps"] for action in step.get("do", [])]
    with server.join(made, "german", "soviet") as both:
        assert both.seen()["commitment"] == ""
        for action in actions[: len(actions) // 2]:
            both.play(action)
    server.stop()
    again = run()  # the script is not forgotten
    with again.join(made, "german", "soviet") as both:
        both.seen()
        for action in actions[len(actions) // 2 :]:
            both.play(action)
        rolls = [entry["action"] for entry in both.log if entry["side"] == "chance"]
        assert rolls == loaded.dice and len(rolls) > 2
        rng = Random(1)
        for _ in range(40):  # then the dice are fair
            both.play_any(rng)
        both.act("concede", "german")
        both.until_state(lambda state: state["outcome"])
        assert both.state["secret"] is None


def test_what_is_drawn_before_a_tutorial_begins_is_drawn_as_it_says(server: Running) -> None:
    made = server.post("/api/matches", {"game": "moscow-41", "tutorial": True}).json()
    loaded = tutorial.load(rasputitsa.game("moscow-41"))
    assert loaded
    state = rasputitsa.game("moscow-41").start()
    for outcome in loaded.dice:
        if state.side != rasputitsa.CHANCE:
            break
        state.take(outcome)
    with server.join(made, "german") as learner:
        assert learner.seen()["view"]["tokens"] == arranged(state.view("german"))["tokens"]


def test_a_game_without_a_tutorial(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutorial, "load", lambda game, name="": None)
    monkeypatch.setattr(static_answers, "_known", {})
    assert server.get(f"/api/games/{GAME}/tutorial").status_code == 404
    assert server.post("/api/matches", {"game": GAME, "tutorial": True}).status_code == 404


# Records.


def test_a_finished_record_keeps_its_proof(server: Running) -> None:
    made = imported(server, RECORD)
    summary = server.summary(made)
    assert summary["outcome"] == FINISHED.outcome._asdict() and summary["number"] == len(FINISHED.log)  # type: ignore[union-attr]
    assert verify(read(server.record(made))).fair
    report = server.get(f"/api/matches/{made['match']}/report", made["spectators"]).json()
    assert report["dice"]["fair"] and report["commitment"] == FINISHED.dice.commitment


def test_a_record_with_a_wrong_secret_proves_nothing(server: Running) -> None:
    assert FINISHED.dice.secret is not None
    made = imported(server, RECORD.replace(FINISHED.dice.secret.hex(), "00" * 32))
    record = read(server.record(made))
    assert record.commitment == "" and record.secret is None
    report = server.get(f"/api/matches/{made['match']}/report", made["spectators"]).json()
    assert report["dice"]["fair"] is None and report["commitment"] == "" and report["secret"] is None


def test_a_forged_record_goes_on_without_a_promise(server: Running) -> None:
    lines = RECORD.splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith("chance"))
    forged = [line for line in lines if not line.startswith("secret")]
    face = int(forged[last].split()[-1])
    forged[last] = f"chance roll {face % 6 + 1}"
    cut = "\n".join(forged[: last + 1]) + "\n"
    made = imported(server, cut)
    assert server.get(f"/api/matches/{made['match']}", made["spectators"]).json()["number"] > 0
    with server.join(made, "german", "soviet") as both:
        assert both.seen()["commitment"] == ""


def test_a_match_goes_on_from_a_record(run: Callable[..., Running]) -> None:
    server = run()
    lines = RECORD.splitlines(keepends=True)
    body = [number for number, line in enumerate(lines) if line.split(" ")[0] in ("german", "soviet", "chance")]
    cut = "".join(lines[: body[200] + 1]).replace("game:", "player.german: Ännchen\ngame:", 1)
    made = imported(server, cut, seats={"german": ME, "soviet": {"kind": "me", "name": "Boris"}})
    with server.join(made, "german", "soviet") as both:
        state = both.seen()
        assert state["number"] >= 201 and state["commitment"] == "" and state["outcome"] is None
        assert [f"{entry['side']} {entry['action']}" for entry in both.log[:201]] == [
            lines[number].strip() for number in body[:201]
        ]
        assert state["seats"]["german"]["name"] == "Ännchen" and state["seats"]["soviet"]["name"] == "Boris"
        rng = Random(4)
        for _ in range(20):
            both.play_any(rng)
        before = both.state["view"]
    server.stop()
    again = run()
    with again.join(made, "german", "soviet") as both:
        assert both.seen()["view"] == before
        both.act("concede", both.state["asked"])
        both.until_state(lambda state: state["outcome"])
        assert both.state["secret"] is None
    record = read(again.record(made))
    assert record.commitment == "" and record.secret is None
    replayed(record)


def test_records_with_agreements_come_in(server: Running) -> None:
    match = Match(rasputitsa.game(GAME))
    match.play("german", "standard")
    match.offer_draw("german")
    offered = write(match)
    match.accept_draw("soviet")
    made = imported(server, offered)
    with server.join(made, "german", "soviet") as both:
        assert both.seen()["draw_offer"] == "german"
        both.act("accept_draw", "soviet")
        both.until_state(lambda state: state["outcome"])
    made = imported(server, write(match))
    assert server.summary(made)["outcome"]["winner"] == "draw"


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("", "no record"),
        (RECORD.replace("battle-for-moscow", "chess"), "chess"),
        (RECORD[:-10], "cut off"),
        (RECORD.replace("german standard", "german move 0101", 1) + "german fly\n", ""),
        ("rasputitsa record 1\ngame: battle-for-moscow\nrules: 1\n\ngerman move 0101\n", "Line 5"),
    ],
)
def test_broken_records_are_refused_with_the_line(server: Running, record: str, says: str) -> None:
    answer = server.post("/api/matches", {"seats": {"german": ME, "soviet": ME}, "record": record})
    assert answer.status_code == 400 and says in answer.json()["error"]["text"], answer.text
    assert server.get("/api/health").json()["matches"] == 0


def test_a_record_of_another_game_is_refused(server: Running) -> None:
    answer = server.post("/api/matches", {"game": "chess", "seats": {"german": ME, "soviet": ME}, "record": RECORD})
    assert answer.status_code == 400


def test_a_record_is_a_file_to_download(server: Running) -> None:
    made = server.create()
    answer = server.get(f"/api/matches/{made['match']}/record", made["keys"]["german"])
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"] == f'attachment; filename="{GAME}-{made["match"]}.txt"'
    assert read(answer.text).match_id == made["match"]


# Replay and report.


def test_replay_shows_every_position(server: Running) -> None:
    made = imported(server, RECORD)
    count = len(FINISHED.log)
    key = made["spectators"]

    def position(query: str) -> Data:
        found: Data = server.get(f"/api/matches/{made['match']}/replay{query}", key).json()
        return found

    for number in (0, 1, count // 2, count):
        shown = position(f"?at={number}")
        match = replayed(read(RECORD), number)
        assert shown["number"] == number and shown["count"] == count
        assert shown["view"] == match.state.view(None)
        if number:
            entry = match.log[-1]
            assert (shown["entry"]["side"], shown["entry"]["action"]) == (entry.side, str(entry.action))
            assert shown["entry"]["events"] == [event.data() for event in entry.events]
        else:
            assert shown["entry"] is None
    assert position("")["number"] == count
    assert position("?at=3&as=soviet")["view"] == position("?at=3")["view"]
    for query in (f"?at={count + 1}", "?at=-1", "?at=x", "?at=1e3", "?at=²", "?at=" + "9" * 30, "?as=chance"):
        answer = server.get(f"/api/matches/{made['match']}/replay{query}", key)
        assert answer.status_code == 400, query


def test_replay_follows_undo(server: Running) -> None:
    made = server.create()
    path = f"/api/matches/{made['match']}/replay?at=1"
    with server.join(made, "german") as anna:
        one, other = anna.offered()[:2]
        anna.play(one)
        assert server.get(path, made["spectators"]).json()["entry"]["action"] == one
        anna.act("undo", "german")
        anna.until_state(lambda state: state["number"] == 0)
        assert server.get(path, made["spectators"]).status_code == 400
        anna.play(other)
        assert server.get(path, made["spectators"]).json()["entry"]["action"] == other
        assert arranged(server.get(path, made["spectators"]).json()["view"]) == anna.state["view"]


def test_the_report(server: Running) -> None:
    made = imported(server, RECORD)
    report = server.get(f"/api/matches/{made['match']}/report", made["keys"]["german"]).json()
    assert report["turns"] == [1, 2, 3, 4, 5, 6, 7]
    steps = next(figure for figure in report["figures"] if figure["name"] == "steps")
    assert {side: len(values) for side, values in steps["values"].items()} == {"german": 7, "soviet": 7}
    last = {line["name"]: line["values"] for line in FINISHED.state.statistics()}
    assert {side: values[-1] for side, values in steps["values"].items()} == last["steps"]
    rolls = sum(len(luck["rolls"]) for luck in report["luck"].values())
    assert rolls == FINISHED.rolls == report["dice"]["checked"]
    for luck in report["luck"].values():
        assert luck["total"] == pytest.approx(sum(roll["value"] for roll in luck["rolls"]), abs=0.01)
    assert report["outcome"] == FINISHED.outcome._asdict()  # type: ignore[union-attr]
    assert report["secret"] == FINISHED.dice.secret.hex()  # type: ignore[union-attr]


def test_what_a_bot_would_have_done(run: Callable[..., Running]) -> None:
    server = run(limits=limits(bot_seconds=0.1))
    made = imported(server, RECORD)
    path, key = f"/api/matches/{made['match']}/advice", made["spectators"]
    found = server.get(f"{path}?at=1", key).json()
    assert (found["level"], found["side"]) == ("marshal", "german")
    assert found["label"] and (found["kind"], found["object"]) != (None, None)
    state = FINISHED.start()
    state.apply(FINISHED.log[0].action)
    assert found["action"] in map(str, state.actions())
    assert server.get(f"{path}?at={len(FINISHED.log)}", key).json()["error"]["code"] == "malformed"
    assert server.get(f"{path}?at=999999", key).status_code == 400
    assert server.get(path, "nobody's").status_code in (403, 404)


def test_nobody_is_advised_before_the_end(server: Running) -> None:
    made = server.create()
    answer = server.get(f"/api/matches/{made['match']}/advice?at=0", made["keys"]["german"])
    assert answer.status_code == 403 and answer.json()["error"]["code"] == "forbidden"


def test_no_report_before_the_end(server: Running) -> None:
    made = server.create()
    answer = server.get(f"/api/matches/{made['match']}/report", made["keys"]["german"])
    assert answer.status_code == 403


# Mine and rematches.


def test_my_matches(server: Running) -> None:
    first, second, third = server.create(), server.create(ME, bot()), server.create()
    keys = [first["keys"]["soviet"], second["keys"]["german"], third["spectators"], "wrong"]
    found = server.post("/api/mine", {"keys": keys}).json()["matches"]
    assert [one["match"] for one in found] == [third["match"], second["match"], first["match"]]
    assert [one["you"] for one in found] == [[], ["german"], ["soviet"]]
    assert [one["spectator"] for one in found] == [True, False, False]
    assert found[1]["asked"] == "german" and found[1]["seats"]["soviet"]["level"] == "random"
    assert server.post("/api/mine", {"keys": []}).json() == {"matches": []}
    assert "secret" not in found[0]


def test_a_rematch_swaps_the_sides(run: Callable[..., Running]) -> None:
    server = run()
    made = server.create(
        {"kind": "me", "name": "Anna"}, {"kind": "link", "name": "Boris"}, options={"soviet-replacements": "4"}
    )
    path = f"/api/matches/{made['match']}/rematch"
    german, soviet = made["keys"]["german"], made["keys"]["soviet"]
    assert server.post(path, {}, german).status_code == 403  # not over
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        anna.act("concede", "german")
        assert server.post(path, {}, made["spectators"]).status_code == 403
        answer = server.post(path, {}, german)
        assert answer.status_code == 201
        following = answer.json()["match"]
        assert answer.json()["keys"] == {"soviet": german}
        assert server.post(path, {}, soviet).json()["match"] == following  # there is one rematch
        told = boris.until(lambda message: message["type"] == "rematch")
        assert told == {"type": "rematch", "match": following, "key": soviet, "side": "german"}
        assert anna.until(lambda message: message["type"] == "rematch")["key"] == german
    assert server.get("/api/health").json()["matches"] == 2
    server.stop()
    again = run()
    assert again.summary(made)["next"] == following
    with again.join(made, "soviet") as late:
        assert late.until(lambda message: message["type"] == "rematch")["match"] == following
    with again.join(made) as spectator:
        spectator.seen()
        spectator.drain(0.2)
        assert spectator.others == []
    with Client(again.url, following, [german]) as anna, Client(again.url, following, [soviet]) as boris:
        assert anna.seen()["you"] == ["soviet"] and boris.seen()["you"] == ["german"]
        assert anna.state["seats"]["soviet"]["name"] == "Anna" and anna.state["seats"]["german"]["name"] == "Boris"
        assert boris.play("standard")["number"] == 1
    assert again.get(f"/api/matches/{following}", made["spectators"]).json()["options"]["soviet-replacements"] == "4"


def test_a_rematch_with_a_bot(server: Running) -> None:
    made = server.create(ME, bot())
    with server.join(made, "german") as anna:
        anna.act("concede", "german")
    following = server.post(f"/api/matches/{made['match']}/rematch", {}, made["keys"]["german"]).json()
    with Client(server.url, following["match"], [made["keys"]["german"]]) as anna:
        anna.until_state(lambda state: state["asked"] == "soviet")
        assert anna.state["you"] == ["soviet"] and anna.log


# Pages.


@pytest.fixture
def web(tmp_path: Path) -> Path:
    made = tmp_path / "web"
    (made / "icons").mkdir(parents=True)
    (made / "index.html").write_text('<!doctype html><title>The table</title><script src="web/app.js">')
    (made / "app.js").write_text("export {};")
    (made / "icons" / "icon.svg").write_text("<svg/>")
    return made


def test_pages(run: Callable[..., Running], web: Path, tmp_path: Path) -> None:
    server = run(tmp_path / "data", web=web)
    for path in ("/", "/new", "/learn", "/match/x", "/match/x/replay", f"/rules/{GAME}"):
        answer = server.get(path)
        assert answer.status_code == 200 and "The table" in answer.text, path
        assert answer.headers["content-type"].startswith("text/html")
    script = server.get("/web/app.js")
    assert script.text == "export {};" and script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-cache"
    assert server.http.get("/web/app.js", headers={"If-None-Match": script.headers["etag"]}).status_code == 304
    assert server.get("/favicon.ico").text == "<svg/>"
    (web / "app.js").write_text("export {};\n" * 500)  # the operator has changed it
    plain = server.http.get("/web/app.js", headers={"Accept-Encoding": "identity"})
    small = server.http.get("/web/app.js", headers={"Accept-Encoding": "gzip"})
    assert small.text == plain.text == "export {};\n" * 500 and small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < 200 and "content-encoding" not in plain.headers
    assert server.http.get("/web/app.js", headers={"If-None-Match": small.headers["etag"]}).status_code == 304
    bundled = re.search(r'src="(/web/[0-9a-f]{16}/app.js)"', server.get("/").text)
    assert bundled and server.get(bundled[1]).headers["cache-control"].endswith("immutable")
    for path in (
        "/nothing",
        "/web/nothing.js",
        "/web/0123456789abcdef/app.js",
        "/api/nothing",
        "/web/",
        "/match/",
        "/match/x/y",
    ):
        answer = server.get(path)
        assert answer.status_code == 404 and answer.json()["error"]["code"] == "unknown", path


def test_without_the_client(run: Callable[..., Running], tmp_path: Path) -> None:
    server = run(web=tmp_path / "nothing")
    assert server.get("/").status_code == 404 and server.get("/api/health").json()["ok"]


def test_a_match_that_no_longer_fits_its_rules_says_so(run: Callable[..., Running]) -> None:
    server = run()
    made, good = server.create(ME, LINK), server.create()
    with server.join(made, "german") as anna:
        anna.play("standard")
    server.stop()
    broken = run()
    storage = broken.internals.store._writing
    storage.execute("UPDATE commands SET action = 'move 0101' WHERE match = ?", (made["match"],))
    with broken.join(made, "german") as anna:
        assert anna.bye()["code"] == "broken"
    answer = broken.get(f"/api/matches/{made['match']}", made["keys"]["german"])
    assert answer.status_code == 409 and answer.json()["error"]["code"] == "broken"
    assert [one["match"] for one in broken.post("/api/mine", {"keys": [made["keys"]["german"]]}).json()["matches"]]
    with broken.join(good, "german") as anna:
        assert refusal(anna, "undo", side="german", number=0).code == "no-undo"


@pytest.mark.parametrize(
    ("name", "rules", "says"),
    [
        (GAME, 2, "its log does not fit version 2 of the rules of Battle for Moscow."),
        (GAME, 1, "its log does not fit version 1 of the rules of Battle for Moscow."),
        (
            "blitzkrieg-to-moscow-2",
            1,
            "its log does not fit version 2 of the rules of Blitzkrieg to Moscow 2, and it was begun under version 1.",
        ),
    ],
)
def test_a_match_that_cannot_be_replayed_names_the_version(
    run: Callable[..., Running], name: str, rules: int, says: str
) -> None:
    server = run()
    made = server.create(ME, ME, game=name)
    with server.join(made, "german", "soviet") as both:
        both.play(both.offered()[0])
    storage = server.internals.store._writing
    storage.execute("UPDATE matches SET rules = ? WHERE id = ?", (rules, made["match"]))
    storage.execute("UPDATE commands SET action = 'fly 9' WHERE match = ?", (made["match"],))
    server.stop()
    with run().join(made, "german") as anna:
        bye = anna.bye()
    assert bye["code"] == "broken" and bye["text"] == f"This match cannot be continued: {says}"


def test_a_match_of_older_rules_is_shown_with_its_own_data(server: Running) -> None:
    """The map and the charts are those of the edition that it is played in."""
    older = Path(__file__).parents[1] / "golden" / "moscow-41.2.v2.record"
    begun = "".join(older.read_text(encoding="utf-8").splitlines(keepends=True)[:40])
    made = imported(server, begun)
    summary = server.get(f"/api/matches/{made['match']}", made["keys"]["german"]).json()
    assert (summary["game"], summary["edition"]) == ("moscow-41", "level")
    plain, level = (server.get(f"/api/games/moscow-41{query}").json() for query in ("", "?edition=level"))
    assert plain == rasputitsa.game("moscow-41").manifest() != level == rasputitsa.game("moscow-41", "level").manifest()
    unknown = server.get("/api/games/moscow-41?edition=..")
    assert unknown.status_code == 404 and "has no edition '..'" in unknown.json()["error"]["text"]
