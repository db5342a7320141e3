"""The dice of live matches: words are sealed, shown, stored and proved by the record; the first roll waits for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

import rasputitsa
from rasputitsa.match import CommittedDice, Match, PlayerSeed, TableDice, read, verify, write
from rasputitsa.match.dice import seal_of
from rasputitsa.server.storage import connect

from .databases import Databases
from .test_clocks import Time
from .test_hidden import toy_is_known  # noqa: F401
from .test_play import refusal
from .tools import GAME, LINK, ME, Client, Data, Running, bot, limits, wait_for

ONE, OTHER = "ab" * 16, "cd" * 24
AT_ONCE = "moscow-41"  # begins with draws and rolls
PATIENT = limits(word_seconds=60)
HASTY = limits(word_seconds=1.5)


@pytest.fixture
def patient(run: Callable[..., Running]) -> Running:
    return run(limits=PATIENT)


def join(server: Running, made: Data, *sides: str) -> Client:
    """A client that exchanges no words by itself."""
    client = server.join(made, *sides)
    client.exchanges = False
    return client


class Pair:
    """Both players of a match, who exchange words only as the test says."""

    def __init__(self, server: Running, made: Data) -> None:
        self.clients = [join(server, made, side) for side in ("german", "soviet")]

    def __enter__(self) -> list[Client]:
        self.clients[1].until(lambda message: message["type"] == "chat_history" or message["type"] == "state")
        return self.clients

    def __exit__(self, *_: object) -> None:
        for client in self.clients:
            client.close()


def seal(client: Client, side: str, word: str) -> None:
    client.command("seal", side=side, seal=seal_of(client.match, side, word))


def show(client: Client, side: str, word: str) -> None:
    client.command("word", side=side, word=word)


def toy(server: Running, blue: Data = ME, **more: Any) -> Data:
    """A match of the toy game, in which every attack needs a roll."""
    body = {"game": "toy", "scenario": "plain", "seats": {"red": ME, "blue": blue}, **more}
    answer = server.post("/api/matches", body)
    assert answer.status_code == 201, answer.text
    made: Data = answer.json()
    return made


def until_rolled(client: Client) -> None:
    client.until_state(lambda state: state["number"] > 0 and not state["awaited"])


def finish(server: Running, made: Data, client: Client, side: str = "german") -> str:
    """End the match; its record."""
    client.act("concede", side)
    client.until_state(lambda state: state["outcome"] is not None)
    return server.record(made)


# The exchange.


def test_two_players_exchange_words_before_the_first_roll(patient: Running) -> None:
    made = patient.create(ME, LINK, game=AT_ONCE)
    with Pair(patient, made) as (anna, boris):
        assert anna.seen()["seals"] == {} and anna.state["words"] == {} and anna.state["number"] == 0
        seal(anna, "german", ONE)
        boris.until_state(lambda state: set(state["seals"]) == {"german"} and state["awaited"] == ["soviet"])
        assert refusal(anna, "word", side="german", word=ONE).text == "No seed is shown before all are sealed."
        seal(boris, "soviet", OTHER)
        boris.until_state(lambda state: state["awaited"] == ["german", "soviet"])
        show(boris, "soviet", OTHER)
        anna.until_state(lambda state: state["awaited"] == ["german"] and state["number"] == 0)
        show(anna, "german", ONE)
        words = {"german": {"from": 1, "word": ONE}, "soviet": {"from": 1, "word": OTHER}}
        for client in (anna, boris):
            until_rolled(client)
            assert client.state["words"] == words and client.state["asked"] in ("german", "soviet")
        record = read(finish(patient, made, anna))
    assert record.player_seeds == {"german": PlayerSeed(1, ONE), "soviet": PlayerSeed(1, OTHER)}
    match = made["match"]
    assert record.seals == {"german": seal_of(match, "german", ONE), "soviet": seal_of(match, "soviet", OTHER)}
    found = verify(record)
    assert found.fair and found.checked > 1 and found.text.endswith("rolls and draws.")
    report = patient.get(f"/api/matches/{match}/report", made["spectators"]).json()
    assert report["dice"]["fair"] and report["words"] == {"german": ONE, "soviet": OTHER}
    assert report["seals"] == record.seals
    again = patient.create(ME, ME, game=None, record=patient.record(made))
    assert patient.record(again) == patient.record(made), "an imported record keeps its seals and words"


def test_the_host_who_reads_the_secret_cannot_choose_a_word(patient: Running) -> None:
    """Five sixes took a fraction of a second when the last word could be chosen."""
    made = patient.create(ME, LINK)
    live = patient.internals.matches.find(made["match"])
    assert live is not None and live.header.secret is not None
    with Pair(patient, made) as (host, guest):
        seal(host, "german", ONE)
        seal(guest, "soviet", OTHER)
        show(guest, "soviet", OTHER)
        wanted = next(
            word for word in (f"{n:032x}" for n in count()) if sixes(live.header.secret, host.match, word) == 3
        )
        assert refusal(host, "word", side="german", word=wanted).text == "This is not the seed that was sealed."
        error = refusal(host, "seal", side="german", seal=seal_of(host.match, "german", wanted))
        assert "no seal can be changed" in error.text
        assert refusal(host, "seal", side="soviet", seal=seal_of(host.match, "soviet", wanted)).code == "forbidden"
        # Nor by way of the seats: with a bot that plays for the host, or after the host has left.
        host.command("bot", side="german", level="random")
        host.command("bot", side="german", level=None)
        assert refusal(host, "seal", side="german", seal=seal_of(host.match, "german", wanted)).code == "forbidden"
        show(host, "german", ONE)
        assert live.header.words == {"german": PlayerSeed(1, ONE), "soviet": PlayerSeed(1, OTHER)}


def sixes(secret: bytes, match: str, word: str) -> int:
    """How many of the first three rolls would be sixes."""
    dice = CommittedDice(secret, match, {"german": PlayerSeed(1, word), "soviet": PlayerSeed(1, OTHER)})
    return sum(byte % 8 == 5 for number in (1, 2, 3) for byte in [next(dice._stream(number, ["german", "soviet"]))])


def test_who_takes_a_bots_seat_before_the_first_roll_knows_no_word(patient: Running) -> None:
    """Against a bot a word is shown only when the first roll is due, so that the seat may still change hands."""
    made = patient.create(ME, bot())
    with join(patient, made, "german") as anna:
        seal(anna, "german", ONE)
        assert "before all are sealed" in refusal(anna, "word", side="german", word=ONE).text
        made["keys"]["soviet"] = anna.command("bot", side="soviet", level=None)["key"]
        with join(patient, made, "soviet") as boris:
            seal(boris, "soviet", OTHER)
            show(anna, "german", ONE)
            show(boris, "soviet", OTHER)
            boris.until_state(lambda state: len(state["words"]) == 2)


def test_who_joins_with_another_browser_seals_another_word_while_none_is_shown(patient: Running) -> None:
    made = patient.create(ME, LINK)
    with Pair(patient, made) as (anna, boris):
        seal(anna, "german", OTHER)  # which is lost with that browser
        with join(patient, made, "german") as again:
            seal(again, "german", ONE)
            seal(boris, "soviet", OTHER)
            show(again, "german", ONE)
            show(boris, "soviet", OTHER)
            again.until_state(lambda state: len(state["words"]) == 2)


def test_a_repeated_seal_or_word_is_done_again(patient: Running) -> None:
    made = patient.create(ME, ME)
    with join(patient, made, "german", "soviet") as both:
        for _ in range(2):
            seal(both, "german", ONE)
        seal(both, "soviet", OTHER)
        for _ in range(2):
            seal(both, "german", ONE)
            show(both, "german", ONE)
        show(both, "soviet", OTHER)
        for word in (ONE, OTHER):
            show(both, "german" if word == ONE else "soviet", word)
        assert refusal(both, "word", side="german", word=OTHER).code == "forbidden"


def test_what_is_no_seal_or_no_word_or_not_ones_own(patient: Running) -> None:
    made = patient.create(ME, LINK)
    good = seal_of(made["match"], "soviet", OTHER)
    with join(patient, made, "german") as anna, join(patient, made) as spectator:
        for word in ("", "xyz", "AB" * 16, "ab" * 15, "ab" * 33, ONE + "\n"):
            assert refusal(anna, "word", side="german", word=word).code == "malformed"
        for wrong in ("", good[7:], good + "\n", good.upper(), "sha256:"):
            assert refusal(anna, "seal", side="german", seal=wrong).code == "malformed"
        for client, side in ((anna, "soviet"), (spectator, "german"), (spectator, "chance")):
            assert refusal(client, "seal", side=side, seal=good).code == "forbidden"
            assert refusal(client, "word", side=side, word=OTHER).code == "forbidden"
        anna.drain(0.1)
        assert anna.state["seals"] == {} and anna.state["words"] == {}


@pytest.mark.parametrize("how", ["over", "tutorial", "record", "rolled"])
def test_where_nothing_is_exchanged_words_are_refused(patient: Running, how: str) -> None:
    more: dict[str, Data] = {"tutorial": {"tutorial": True}, "record": {"record": unfinished(), "game": None}}
    made = patient.create(ME, ME, **({"game": AT_ONCE} | more.get(how, {})))
    with patient.join(made, "german", "soviet") as both:
        both.seen()
        if how == "over":
            both.exchanges = False
            both.act("concede", "german")
        elif how == "rolled":
            until_rolled(both)
        else:
            assert both.state["seals"] is None and both.state["awaited"] == [] and both.state["asked"] != "chance"
            assert both.state["number"] > 0
        both.exchanges = False
        assert refusal(both, "seal", side="german", seal=seal_of(made["match"], "german", ONE)).code == "forbidden"
        assert refusal(both, "word", side="german", word=ONE).code == "forbidden"


def unfinished() -> str:
    """A record that stops where a roll is due."""
    return write(Match(rasputitsa.game(AT_ONCE), dice=TableDice("m1")))


# The first roll waits.


def test_set_up_draws_come_after_the_words(patient: Running) -> None:
    made = patient.create(ME, ME, game=AT_ONCE)
    assert patient.summary(made)["asked"] == "chance" and patient.summary(made)["number"] == 0
    with patient.join(made, "german", "soviet") as both:
        assert both.seen()["number"] == 0 and both.state["asked"] == "chance"
        assert both.state["awaited"] == ["german", "soviet"] and both.state["offers"] is None
        until_rolled(both)
        assert both.log[0]["side"] == "chance" and patient.summary(made)["asked"] == both.state["asked"]
        assert verify(read(finish(patient, made, both))).fair


def test_the_first_roll_waits_for_a_seat_that_nobody_has_taken(run: Callable[..., Running]) -> None:
    server = run(limits=limits(word_seconds=5, word_hours_away=0.1 / 3600))
    made = server.create(ME, LINK, game=AT_ONCE)
    with server.join(made, "german") as anna:
        anna.until_state(lambda state: state["seals"] and state["awaited"] == ["soviet"])
        anna.drain(0.8)
        assert anna.state["number"] == 0 and anna.state["awaited"] == ["soviet"]
        with server.join(made, "soviet") as boris:
            boris.until_state(lambda state: len(state["seals"]) == 2)
            until_rolled(anna)
            until_rolled(boris)
            assert all(boris.state["words"].values()) and boris.state["asked"] != "chance"


def test_who_plays_on_while_the_roll_waits_may_undo(patient: Running) -> None:
    made = toy(patient, LINK)
    with patient.join(made, "red") as red:
        red.play("attack")
        assert red.state["awaited"] == ["blue"] and red.state["asked"] == "chance" and red.state["number"] == 1
        assert red.state["can_undo"] and red.state["offers"] is None
        assert refusal(red, "play", side="red", number=1, action="done").code == "not-your-turn"
        assert refusal(red, "play", side="chance", number=1, action="roll 6").code == "forbidden"
        red.act("undo", "red")
        red.until_state(lambda state: state["number"] == 0 and state["awaited"] == [])
        with patient.join(made, "blue") as blue:
            blue.until_state(lambda state: len(state["seals"]) == 2)
            red.until_state(lambda state: "red" in state["words"])
            blue.until_state(lambda state: "blue" in state["words"])
            red.act("redo", "red")  # now nothing is waited for
            red.until_state(lambda state: state["number"] == 2)
            assert red.log[1]["side"] == "chance" and not red.state["can_undo"]
        assert verify(read(finish(patient, made, red, "red"))).fair


@pytest.mark.parametrize("sealed", [False, True])
def test_who_does_not_answer_goes_without_a_word_and_the_record_says_so(
    run: Callable[..., Running], sealed: bool
) -> None:
    server = run(limits=HASTY)
    made = server.create(ME, LINK, game=AT_ONCE)
    with server.join(made, "german") as anna, join(server, made, "soviet") as silent:
        silent.seen()
        if sealed:
            seal(silent, "soviet", OTHER)
        until_rolled(anna)
        anna.drain(0.2)
        assert anna.state["words"]["soviet"] is None and anna.state["words"]["german"]["from"] == 1
        notice = "The dice go without a word of the Soviet player, whose browser did not answer."
        assert notice in [line["text"] for line in anna.chat]
        assert refusal(silent, "word", side="soviet", word=OTHER).code == "forbidden"
        record = finish(server, made, anna)
    assert "\nword.soviet: none\n" in record and ("\nseal.soviet: " in record) == sealed
    found = verify(read(record))
    assert found.fair and found.checked
    assert found.text.endswith("did not show the sealed seed." if sealed else "The Soviet player added no seed.")


@pytest.mark.parametrize("back", [True, False])
def test_who_is_away_is_waited_for_longer(run: Callable[..., Running], back: bool) -> None:
    server = run(limits=limits(word_seconds=1, word_hours_away=(60 if back else 4) / 3600))
    made = toy(server, LINK)
    with server.join(made, "blue") as blue:
        blue.until_state(lambda state: "blue" in state["seals"])
    words = blue.words
    with server.join(made, "red") as red:
        red.play("attack")
        red.until_state(lambda state: state["awaited"] == ["blue"])
        began = monotonic()
        if not back:
            until_rolled(red)
            assert monotonic() - began > 2, "a connected player would have been given up"
            assert red.state["words"]["blue"] is None
            return
        red.drain(2)
        assert red.state["awaited"] == ["blue"]
        with server.join(made, "blue") as blue:
            blue.words = words
            blue.until_state(lambda state: "blue" in state["words"])
            assert blue.state["words"]["blue"]["word"] == words["blue"]


# Bots, rematches, positions.


def test_a_player_against_a_bot(patient: Running) -> None:
    made = patient.create(ME, bot(), game=AT_ONCE)
    with patient.join(made, "german") as anna:
        until_rolled(anna)
        assert anna.state["words"] == {"german": {"from": 1, "word": anna.words["german"]}, "soviet": None}
        anna.drain(0.2)
        assert verify(read(finish(patient, made, anna))).fair


def test_a_bot_waits_for_its_opponents_browser(patient: Running) -> None:
    made = patient.create(bot(), ME, game=AT_ONCE)
    live = patient.internals.matches.find(made["match"])
    assert live is not None
    wait_for(lambda: live.awaited == ["soviet"])
    assert live.number == 0
    with patient.join(made, "soviet") as boris:
        until_rolled(boris)
        assert boris.state["words"]["german"] is None
        wait_for(lambda: any(entry.side == "german" for entry in live.match.log))


@pytest.mark.parametrize("game", [GAME, AT_ONCE])
def test_bots_alone_wait_for_nobody(patient: Running, game: str) -> None:
    made = patient.create(bot(), bot(), game=game)
    with patient.join(made) as spectator:
        spectator.until_state(lambda state: any(entry["side"] == "chance" for entry in spectator.log))
        assert spectator.state["words"] == {"german": None, "soviet": None} and spectator.state["awaited"] == []


def test_a_bot_that_is_seated_while_the_roll_waits_ends_the_wait(patient: Running) -> None:
    made = patient.create(ME, LINK, game=AT_ONCE)
    with patient.join(made, "german") as anna:
        anna.until_state(lambda state: state["awaited"] == ["soviet"])
        anna.command("bot", side="soviet", level="random")
        anna.until_state(lambda state: state["number"] > 0)
        assert anna.state["words"]["soviet"] is None and anna.state["words"]["german"]


def test_a_bot_that_plays_for_somebody_keeps_nobody_waiting(patient: Running) -> None:
    made = patient.create(ME, LINK, game=AT_ONCE)
    with patient.join(made, "soviet") as boris:
        boris.until_state(lambda state: "soviet" in state["seals"])
        boris.command("bot", side="soviet", level="random")
    with patient.join(made, "german") as anna:
        until_rolled(anna)
        assert anna.state["words"]["soviet"] is None and "soviet" in anna.state["seals"]


def test_a_rematch_has_words_of_its_own(patient: Running) -> None:
    made = patient.create(ME, ME, game=AT_ONCE)
    with patient.join(made, "german", "soviet") as both:
        both.until_state(lambda state: state["number"] > 0)
        before = both.state
        finish(patient, made, both)
    key = made["keys"]["german"]
    following = patient.post(f"/api/matches/{made['match']}/rematch", {}, key).json()["match"]
    assert patient.get(f"/api/matches/{following}", key).json()["number"] == 0, "nothing is drawn before the words"
    with Client(patient.url, following, list(made["keys"].values())) as both:
        both.until_state(lambda state: state["number"] > 0)
        assert set(both.state["seals"].values()).isdisjoint(before["seals"].values())
        assert len(both.state["words"]) == 2


def test_a_match_from_a_position_has_words(patient: Running) -> None:
    state = rasputitsa.game(AT_ONCE).start()
    assert state.side == "chance"
    made = patient.create(ME, ME, game=AT_ONCE, position=state.position())
    with patient.join(made, "german", "soviet") as both:
        assert both.seen()["awaited"] == ["german", "soviet"]
        both.until_state(lambda state: state["number"] > 0)
        assert verify(read(finish(patient, made, both))).fair


# Clocks, restarts.


@pytest.mark.parametrize("kind", ["live", "correspondence"])
def test_no_clock_runs_while_the_first_roll_waits(run: Callable[..., Running], kind: str) -> None:
    time = Time()
    server = run(limits=PATIENT, monotonic=time)
    clock = {"kind": kind, **({"days": 1} if kind == "correspondence" else {"minutes": 10, "increment": 20})}
    made = toy(server, clock=clock)
    with join(server, made, "red", "blue") as both:
        assert both.until_clock()["running"] == "red"
        time.passes(30)
        both.play("attack")
        before = both.until_clock(lambda clock: clock["running"] is None)["left"]
        time.passes(100)
        for side in ("red", "blue"):
            seal(both, side, ONE)
        for side in ("red", "blue"):
            show(both, side, ONE)
        after = both.until_clock(lambda clock: clock["running"] == "red")["left"]
        assert after == before, "the turn goes on, with no time more and none less"
        both.drain(0.2)
        assert both.state["asked"] == "red" and both.state["number"] == 2


def test_a_clock_starts_with_the_first_question_after_the_first_rolls(run: Callable[..., Running]) -> None:
    time = Time()
    server = run(limits=PATIENT, monotonic=time)
    made = server.create(ME, ME, game=AT_ONCE, clock={"kind": "live", "minutes": 10, "increment": 20})
    with join(server, made, "german", "soviet") as both:
        assert both.until_clock()["running"] is None and both.clock["started"]
        time.passes(50)
        both.exchanges = True
        both.exchange(both.seen())
        both.until_state(lambda state: state["number"] > 0)
        asked = both.state["asked"]
        assert both.until_clock(lambda clock: clock["running"] == asked)["left"][asked] == 620.0


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_an_exchange_survives_restarts(run: Callable[..., Running], database: str, databases: Databases) -> None:
    more: dict[str, Any] = {"limits": PATIENT}
    if database == "postgresql":
        more["database"] = databases.new()
    server = run(**more)
    made = server.create(ME, ME, game=AT_ONCE)
    steps: list[Callable[[Client], None]] = [
        lambda both: seal(both, "german", ONE),
        lambda both: seal(both, "soviet", OTHER),
        lambda both: show(both, "soviet", OTHER),
        lambda both: show(both, "german", ONE),
    ]
    shown: list[Data] = []
    for step in steps:
        with join(server, made, "german", "soviet") as both:
            both.seen()
            assert not shown or {key: both.state[key] for key in shown[-1]} == shown[-1]
            step(both)
            both.drain(0.3)
            shown.append({key: both.state[key] for key in ("seals", "words", "awaited", "number", "asked", "log")})
        server.stop()
        server = run(**more)
    assert shown[2]["number"] == 0 and shown[3]["number"] > 0
    with join(server, made, "german", "soviet") as both:
        assert both.seen()["log"] == both.log and both.state["number"] == shown[3]["number"]
        assert verify(read(finish(server, made, both))).fair


def test_a_match_from_before_there_were_seals_goes_on_as_it_began(run: Callable[..., Running], tmp_path: Path) -> None:
    server = run()
    made = toy(server)
    with server.join(made, "red", "blue") as both:
        both.play("attack")
    server.stop()
    storage = connect(tmp_path, None)
    with storage.transaction():
        words = json.dumps({"red": [2, ONE]})
        storage.execute("UPDATE matches SET words = ?, seals = NULL", (words,))
    storage.close()
    server = run(limits=PATIENT)
    with server.join(made, "red", "blue") as both:
        assert both.seen()["seals"] is None and both.state["words"] == {"red": {"from": 2, "word": ONE}}
        both.play("attack")
        both.play("attack")
        record = finish(server, made, both, "red")
    assert "seal." not in record and f"\nword.red: 2 {ONE}\n" in record
    found = verify(read(record))
    assert found.fair and found.checked == 3 and "not sealed" in found.text


def test_words_can_be_switched_off(run: Callable[..., Running]) -> None:
    server = run(limits=limits(word_seconds=0))
    made = server.create(ME, LINK, game=AT_ONCE)
    with server.join(made, "german") as anna:
        assert anna.seen()["seals"] is None and anna.state["number"] > 0 and anna.state["words"] == {}
        assert verify(read(finish(server, made, anna))).fair
