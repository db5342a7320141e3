"""Keys: those of links are replaced at first use, they end when a seat changes hands, and everybody sees it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .test_play import refusal
from .tools import LINK, ME, Client, Data, Running, bot, limits, wait_for

HIDDEN = "blitzkrieg-to-moscow-2"


def notices(client: Client) -> list[str]:
    return [line["text"] for line in client.chat if line["from"] == "server"]


def join_by_link(server: Running, made: Data, keep: bool = True) -> tuple[Client, str]:
    """A guest who follows the link, and the key that the guest gets."""
    guest = Client(server.url, made["match"], [made["keys"]["soviet"]])
    while "soviet" not in guest.made["keys"]:
        message = guest.receive() if keep else receive_without_keeping(guest)
        if message["type"] == "bye":
            raise AssertionError(message)
    if keep:
        guest.ask("overlay", name="zones")
    return guest, guest.made["keys"]["soviet"]


def receive_without_keeping(guest: Client) -> Data:
    """As if the client had gone before it could store its new key."""
    import json

    from rasputitsa.server.frames import message_of

    message: Data = json.loads(message_of(guest.socket.recv(10)))
    if message["type"] == "key":
        guest.made["keys"][message["side"]] = message["key"]
    return message


def opens(server: Running, made: Data, key: str) -> bool:
    return server.get(f"/api/matches/{made['match']}", key).status_code == 200


def test_the_key_of_a_link_ends_when_the_guest_has_another(server: Running) -> None:
    made = server.create(ME, LINK)
    link = made["keys"]["soviet"]
    guest, key = join_by_link(server, made)
    with guest:
        assert key != link and opens(server, made, key) and not opens(server, made, link)
        with Client(server.url, made["match"], [link]) as creator:
            assert creator.bye()["code"] == "forbidden"
    with Client(server.url, made["match"], [key]) as again:
        assert again.seen()["you"] == ["soviet"]
        again.drain(0.2)
        assert "soviet" not in again.made["keys"], "it is not replaced again"


def test_a_guest_who_lost_the_new_key_can_use_the_link_again(run: Callable[..., Running]) -> None:
    server = run()
    made = server.create(ME, LINK)
    link = made["keys"]["soviet"]
    guest, lost = join_by_link(server, made, keep=False)
    with Client(server.url, made["match"], [link]) as other:
        assert other.bye()["code"] == "forbidden", "the first guest is connected"
    guest.close()
    live = server.internals.matches.find(made["match"])
    wait_for(lambda: live is not None and not live.connections)
    server.stop()
    server = run()
    again, key = join_by_link(server, made)
    with again:
        assert key not in (link, lost)
        assert [opens(server, made, each) for each in (link, lost, key)] == [False, False, True]
        with server.join(made, "german") as anna:
            anna.until(lambda message: message["type"] == "chat_history")
            assert notices(anna)[:2] == [
                "The link for the Russian side was used.",
                "The link for the Russian side was used again.",
            ]


def test_a_new_key_is_confirmed_by_coming_back_with_it(server: Running) -> None:
    made = server.create(ME, LINK)
    link = made["keys"]["soviet"]
    guest, key = join_by_link(server, made, keep=False)
    guest.close()
    with Client(server.url, made["match"], [key]) as guest:
        assert guest.seen()["you"] == ["soviet"]
        assert not opens(server, made, link) and opens(server, made, key)


def test_a_match_is_listed_by_a_new_key_before_it_is_confirmed(server: Running) -> None:
    made = server.create(ME, LINK)
    guest, key = join_by_link(server, made, keep=False)
    with guest:
        for each in (made["keys"]["german"], key):
            found = server.post("/api/mine", {"keys": [each]}).json()["matches"]
            assert [one["match"] for one in found] == [made["match"]]
        assert found[0]["you"] == ["soviet"]


def test_the_creator_cannot_look_into_the_guests_seat(server: Running) -> None:
    made = server.create(ME, LINK, game=HIDDEN)
    replay = f"/api/matches/{made['match']}/replay?as=soviet"
    assert server.get(replay, made["keys"]["soviet"]).status_code == 403, "nobody looks at a seat without taking it"
    link = made["keys"]["soviet"]
    guest, key = join_by_link(server, made)
    with guest:
        assert server.get(replay, link).status_code == 403
        assert server.get(replay, key).status_code == 200


def test_the_key_of_a_seat_ends_when_a_bot_takes_it(server: Running) -> None:
    made = server.create(ME, bot())
    with server.join(made, "german") as anna:
        first = anna.command("bot", side="soviet", level=None)["key"]
        anna.command("bot", side="soviet", level="random")
        assert not opens(server, made, first)
        second = anna.command("bot", side="soviet", level=None)["key"]
        assert second != first and opens(server, made, second)


def test_who_looked_into_a_bots_seat_does_not_hand_it_back_unnoticed(server: Running) -> None:
    made = server.create(ME, bot(), game=HIDDEN)
    with server.join(made) as spectator, server.join(made, "german") as anna:
        made["keys"]["soviet"] = anna.command("bot", side="soviet", level=None)["key"]
        guest, key = join_by_link(server, made)
        with guest:
            guest.command("leave", side="soviet")
        anna.command("bot", side="soviet", level="recruit")
        assert not opens(server, made, key)
        spectator.seen()
        wait = ["The bot no longer plays the Soviet side.", "The link for the Soviet side was used."]
        wait += ["The Soviet player has left the seat.", "The bot Recruit plays the Soviet side now."]
        while notices(spectator) != wait:
            spectator.receive()
    with server.join(made) as late:
        late.until(lambda message: message["type"] == "chat_history")
        assert notices(late) == wait, "they are kept"


def test_a_player_who_lets_a_bot_play_keeps_the_key(server: Running) -> None:
    made = server.create(ME, LINK)
    with server.join(made, "german") as anna:
        anna.command("bot", side="german", level="random")
    with server.join(made, "german") as anna:
        assert anna.seen()["you"] == ["german"]
        anna.command("bot", side="german", level=None)
        anna.drain(0.2)
        assert anna.state["seats"]["german"]["kind"] == "person"


def test_a_person_who_gives_a_bots_seat_back_loses_the_key(run: Callable[..., Running]) -> None:
    server = run()
    made = server.create(ME, bot(), game=HIDDEN)
    with server.join(made, "german") as anna:
        made["keys"]["soviet"] = anna.command("bot", side="soviet", level=None)["key"]
        guest, key = join_by_link(server, made)
        with guest:
            assert guest.seen()["seats"]["soviet"]["lent"]
            server.post(f"/api/matches/{made['match']}/notes", {"text": "what the bot holds"}, key)
            guest.command("webhook", side="soviet", url="https://example.org/guest")
            guest.command("bot", side="soviet", level="recruit")
            assert guest.bye()["code"] == "forbidden"
        assert not opens(server, made, key)
        anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "bot")
        assert "lent" not in anna.state["seats"]["soviet"]
    with Client(server.url, made["match"], [key]) as guest:
        assert guest.bye()["code"] == "forbidden"
    assert server.post("/api/mine", {"keys": [key]}).json() == {"matches": []}
    assert server.get(f"/api/matches/{made['match']}/replay?as=soviet", key).status_code == 403
    with server.join(made, "german") as anna:
        made["keys"]["soviet"] = anna.command("bot", side="soviet", level=None)["key"]
    live = server.internals.matches.find(made["match"])
    assert live is not None
    assert (live.seats["soviet"].webhook, live.seats["soviet"].notes) == (None, ""), "they were the guest's"
    server.stop()
    server = run()
    guest, key = join_by_link(server, made)
    with guest:
        assert guest.seen()["seats"]["soviet"]["lent"], "a restart does not forget whose seat it is"
        guest.command("bot", side="soviet", level="recruit")
    assert not opens(server, made, key)


def test_who_plays_both_sides_keeps_the_other_one(server: Running) -> None:
    made = server.create(ME, bot(), game=HIDDEN)
    with server.join(made, "german") as anna:
        made["keys"]["soviet"] = anna.command("bot", side="soviet", level=None)["key"]
    with server.join(made, "german", "soviet") as both:
        both.until(lambda message: message["type"] == "key")
        both.ask("overlay", name="zones")
        both.command("bot", side="soviet", level="recruit")
        both.until_state(lambda state: state["you"] == ["german"])
        assert refusal(both, "name", side="soviet", name="Mallory").code == "forbidden"
        both.act("concede", "german")
        following = server.post(f"/api/matches/{made['match']}/rematch", {}, made["keys"]["german"]).json()["match"]
        both.until(lambda message: message["type"] == "rematch")
        both.drain(0.2)
        told = [message for message in both.others if message["type"] == "rematch"]
        assert [message["side"] for message in told] == ["soviet"], "the seat that was given away is not among them"
    with Client(server.url, following, [made["keys"]["soviet"]]) as nobody:
        assert nobody.bye()["code"] == "forbidden"


def test_nobody_else_touches_a_bot_that_plays_for_somebody(server: Running) -> None:
    """Else the opponent could take the seat away, or let its player's time run."""
    made = server.create(ME, LINK)
    guest, key = join_by_link(server, made)
    with guest, server.join(made, "german") as anna:
        guest.command("bot", side="soviet", level="random")
        anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "bot")
        for level in (None, "random", "recruit"):
            assert refusal(anna, "bot", side="soviet", level=level).code == "forbidden"
        assert opens(server, made, key)
        guest.command("bot", side="soviet", level=None)
        guest.until_state(lambda state: state["seats"]["soviet"]["kind"] == "person")


def test_the_key_of_a_link_does_not_outlive_a_guest_who_lets_a_bot_play(server: Running) -> None:
    made = server.create(ME, LINK, game=HIDDEN)
    link = made["keys"]["soviet"]
    guest, key = join_by_link(server, made, keep=False)
    with guest:
        guest.command("bot", side="soviet", level="random")
    assert opens(server, made, key) and not opens(server, made, link)
    with Client(server.url, made["match"], [link]) as creator:
        assert creator.bye()["code"] == "forbidden"
    with Client(server.url, made["match"], [key]) as guest:
        guest.command("bot", side="soviet", level=None)
        guest.until_state(lambda state: state["seats"]["soviet"]["kind"] == "person")


def test_a_link_that_is_used_again_brings_no_webhook_of_the_first_guest(server: Running) -> None:
    made = server.create(ME, LINK)
    guest, _ = join_by_link(server, made, keep=False)
    with guest:
        guest.command("webhook", side="soviet", url="https://example.org/first")
    live = server.internals.matches.find(made["match"])
    assert live is not None and live.seats["soviet"].webhook
    wait_for(lambda: not live.connections)
    again, _ = join_by_link(server, made)
    with again:
        assert live.seats["soviet"].webhook is None


def test_a_rematch_is_opened_by_the_new_key(server: Running) -> None:
    made = server.create(ME, LINK)
    guest, key = join_by_link(server, made)
    with guest, server.join(made, "german") as anna:
        anna.act("concede", "german")
        following = server.post(f"/api/matches/{made['match']}/rematch", {}, made["keys"]["german"]).json()["match"]
        message = guest.until(lambda message: message["type"] == "rematch")
        assert message["key"] == key
        with Client(server.url, following, [key]) as player:
            assert player.seen()["you"] == ["german"]
            player.play_any(Random(1))


def test_seats_do_not_change_hands_for_ever(run: Callable[..., Running]) -> None:
    server = run(limits=limits(seat_changes_per_match=4))
    made = server.create(ME, LINK)
    with server.join(made, "german") as anna:
        for _ in range(2):
            anna.command("bot", side="soviet", level="random")
            anna.command("bot", side="soviet", level=None)
        assert refusal(anna, "bot", side="soviet", level="random").code == "too-many"
        assert anna.play("standard")["number"] == 1
