"""Editions at a server: its host chooses the one that new matches of a game are played in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

import rasputitsa
from rasputitsa.core import DataError, UnknownEdition, UnknownGame
from rasputitsa.games import editions, offer_edition, offered, offered_editions
from rasputitsa.server.hosting import words

from .tools import ME, Running, bot

NAME = "moscow-41"


@pytest.fixture(autouse=True)
def _nothing_offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(import_module("rasputitsa.games"), "_offered", {})
    monkeypatch.setattr(import_module("rasputitsa.games.editions"), "OWN", {})
    monkeypatch.setattr(import_module("rasputitsa.server.static_answers"), "_known", {})
    yield


@pytest.fixture(scope="session")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An edition in which an area near Moscow is open ground."""
    folder = tmp_path_factory.mktemp("editions") / "hosted"
    folder.mkdir()
    (folder / "map.toml").write_text('[areas.61]\nkind = "green"\n', encoding="utf-8")
    return str(folder)


def test_new_matches_are_played_in_the_edition_of_the_host(run: Callable[..., Running], hosted: str) -> None:
    plain = run()
    before = plain.create(bot(), ME, game=NAME, scenario="dnieper")
    assert plain.summary(before, "soviet")["edition"] == ""
    plain.stop()
    offer_edition(NAME, hosted)
    server = run()
    made = server.create(bot(), ME, game=NAME, scenario="dnieper")
    assert server.summary(made, "soviet")["edition"] == "hosted"
    assert server.summary(before, "soviet")["edition"] == ""  # what was begun goes on with its own data
    with server.join(made, "soviet") as anna:  # the bot's process knows the edition too
        anna.until_state(lambda state: state["asked"] == "soviet")
        assert anna.state["number"] > 0


def test_what_is_drawn_and_offered_is_of_the_edition(run: Callable[..., Running], hosted: str) -> None:
    offer_edition(NAME, hosted)
    server = run()
    line = next(line for line in server.get("/api/games").json() if line["name"] == NAME)
    assert line["lessons"] == [] and line["tutorial"] is False
    assert line["about"].endswith("It is played in the edition 'hosted' here.")
    assert server.get(f"/api/games/{NAME}/problems").json() == []
    assert server.get(f"/api/games/{NAME}/tutorial").status_code == 404
    kinds = []
    for query in ("", "?edition=hosted"):
        spaces = server.get(f"/api/games/{NAME}{query}").json()["board"]["spaces"]
        kinds.append(next(space["features"] for space in spaces if space["name"] == "61"))
    assert kinds[0] != kinds[1]
    refused = server.post("/api/matches", {"game": NAME, "tutorial": True, "seats": {"german": ME, "soviet": ME}})
    assert refused.status_code == 404
    assert server.get(f"/api/games/{NAME}?edition=..").status_code == 404


def test_other_games_keep_their_lessons(hosted: str) -> None:
    offer_edition(NAME, hosted)
    assert all(offered(name).edition == ("hosted" if name == NAME else "") for name in rasputitsa.games())
    assert rasputitsa.game(NAME).edition == ""
    assert offered_editions() == {NAME: hosted} and "hosted" not in editions(NAME)


def test_an_edition_of_the_package_is_offered_by_name() -> None:
    offer_edition(NAME, "level")
    assert offered(NAME).edition == "level" and offered_editions() == {NAME: "level"}


def test_the_processes_of_a_server_are_told(hosted: str) -> None:
    offer_edition(NAME, hosted)
    code = (
        "import sys; from rasputitsa.server.hosting import let_in; from rasputitsa.games import game_of\n"
        f"let_in(sys.argv[1:]); print(game_of({NAME!r}, 'hosted').fingerprint)"
    )
    ran = subprocess.run([sys.executable, "-c", code, *words()], capture_output=True, text=True, check=True, cwd="/")
    assert ran.stdout.strip() == offered(NAME).fingerprint


@pytest.mark.parametrize(
    ("name", "edition", "error"),
    [("chess", "level", UnknownGame), (NAME, "nowhere", UnknownEdition), (NAME, "wrong", DataError)],
)
def test_what_cannot_be_offered(
    name: str, edition: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "map.toml").write_text('[areas.61]\nkind = "purple"\n', encoding="utf-8")
    with pytest.raises(error):
        offer_edition(name, edition)
    assert offered_editions() == {}
