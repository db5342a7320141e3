"""What an operator meets: damaged data, backups that are cut off, closed streams, Ctrl-C, dead ports."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rasputitsa import games
from rasputitsa.devtools.load import LoadError, load
from rasputitsa.server import static_answers
from rasputitsa.server.backup import BackupError, backup, restore
from rasputitsa.server.run import CannotServe, MatchServer, serve
from rasputitsa.server.storage.sqlite import FILE

from ..tools import soak
from .tools import ME, Running

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
COMMAND = [sys.executable, "-m", "rasputitsa"]


def filled(run: Callable[..., Running], data: Path, matches: int = 20) -> None:
    server = run(data)
    for _ in range(matches):
        with server.join(server.create(ME, ME), "german") as anna:
            anna.play("standard")
    server.stop()


def test_a_server_that_says_it_is_ready_has_loaded_its_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Else the first client would wait for that."""
    known: dict[object, object] = {}
    made: list[int] = []
    monkeypatch.setattr(static_answers, "_known", known)
    monkeypatch.setattr("rasputitsa.server.run.tune_garbage_collector", lambda: made.append(len(known)))
    monkeypatch.setattr(MatchServer, "run", lambda self, sockets: sockets[0].close())
    serve(port=0, data=tmp_path)
    assert made == [1 + 3 * len(games())]  # the list of the games; of each its manifest, rules and picture


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_backup_that_is_cut_off_is_refused_as_a_whole(
    run: Callable[..., Running], tmp_path: Path, lines: int
) -> None:
    filled(run, tmp_path / "old", 3)
    whole = tmp_path / "whole.jsonl"
    assert backup(whole, tmp_path / "old") == 3
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[: lines + 1]))
    with pytest.raises(BackupError, match="cut off or damaged"):
        restore(cut, tmp_path / "new")
    assert restore(whole, tmp_path / "new") == 3, "nothing was restored before"


def test_a_changed_backup_is_refused(run: Callable[..., Running], tmp_path: Path) -> None:
    filled(run, tmp_path / "old", 2)
    backup(tmp_path / "a.jsonl", tmp_path / "old")
    text = (tmp_path / "a.jsonl").read_text()
    (tmp_path / "b.jsonl").write_text(text.replace('"standard"', '"standarx"', 1))
    with pytest.raises(BackupError, match="cut off or damaged"):
        restore(tmp_path / "b.jsonl", tmp_path / "new")


def test_a_backup_of_the_first_format_is_restored(tmp_path: Path, run: Callable[..., Running]) -> None:
    old = tmp_path / "old.jsonl"
    old.write_text(
        "rasputitsa backup 1\n"
        '{"header":{"id":"m1","game":"battle-for-moscow","rules":1,"scenario":"typhoon","options":{},"dice_id":"m1",'
        '"commitment":"","secret":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=","spectators":"AAAA","created":1.0,'
        '"number":1,"asked":"german","outcome":null,"since":0,"next":null,"script":null},"seats":[{"side":"german",'
        '"name":"Anna","kind":"person","level":null,"key":"AAAA","webhook":null,"told":-1,"used":true},{"side":"soviet",'
        '"name":"Boris","kind":"person","level":null,"key":"AAAA","webhook":null,"told":-1,"used":true}],"deeds":'
        '[{"seq":0,"deed":"play","side":"german","action":"standard","wish":"w","at":1.0}],"chat":[{"seq":0,"sender":'
        '"german","text":"Hello","wish":"w2","at":1.0}]}\n'
    )
    assert restore(old, tmp_path / "new") == 1
    server = run(tmp_path / "new")
    assert server.internals.matches.count == 1
    assert server.internals.store._reading.execute("SELECT command, command_id FROM commands") == [("play", "w")]


def test_a_damaged_database_is_not_served(run: Callable[..., Running], tmp_path: Path) -> None:
    filled(run, tmp_path)
    data = bytearray((tmp_path / FILE).read_bytes())
    for place in range(len(data) // 2, len(data) // 2 + 8192):
        data[place] = 0xAA
    (tmp_path / FILE).write_bytes(data)
    with pytest.raises(CannotServe, match=r"damaged|malformed|disk image"):
        serve(port=0, data=tmp_path)


def test_the_data_are_for_their_owner_only(run: Callable[..., Running], tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = run(data)
    server.create()
    assert oct(data.stat().st_mode)[-3:] == "700"
    assert {path.name: oct(path.stat().st_mode)[-3:] for path in data.iterdir()} == {
        path.name: "600" for path in data.iterdir()
    }
    for name in ("copy.sqlite3", "copy.jsonl"):
        backup(tmp_path / name, data)
        assert oct((tmp_path / name).stat().st_mode)[-3:] == "600"


def test_data_that_others_could_read_are_closed_to_them(run: Callable[..., Running], tmp_path: Path) -> None:
    filled(run, tmp_path, 1)
    (tmp_path / FILE).chmod(0o644)
    run(tmp_path)
    assert oct((tmp_path / FILE).stat().st_mode)[-3:] == "600"


def test_a_backup_into_a_missing_folder_says_so(run: Callable[..., Running], tmp_path: Path) -> None:
    filled(run, tmp_path / "data", 1)
    (tmp_path / "file").write_text("")
    for target in ("nodir/x", "nodir/x.jsonl", "file/x", "file/x.jsonl"):
        with pytest.raises(BackupError, match="could not be made"):
            backup(tmp_path / target, tmp_path / "data")


def test_a_load_test_of_a_port_where_nobody_listens() -> None:
    with pytest.raises(LoadError, match="does not respond"):
        load(url="http://127.0.0.1:9", matches=2, say=lambda line: None)


@pytest.mark.parametrize("closed", soak.first(1, ["<&- >&- 2>&-", "<&-", ">&-", "2>&-"]))
def test_closed_streams_do_no_harm(closed: str, tmp_path: Path) -> None:
    script = f'"$0" -m rasputitsa rules battle-for-moscow 8.0 {closed}; echo "status $?" > {tmp_path}/status'
    done = subprocess.run(["sh", "-c", script, sys.executable], env=ENVIRONMENT, capture_output=True, timeout=60)
    assert (tmp_path / "status").read_text() == "status 0\n"
    assert b"Traceback" not in done.stderr + done.stdout


INTERRUPT_WHILE_LOADING = """
import builtins, os, signal, sys
sys.argv = ["rasputitsa", "games"]
real = builtins.__import__
def interrupting(name, *rest, **more):
    if name.endswith({name!r}):
        os.kill(os.getpid(), signal.SIGINT)
    return real(name, *rest, **more)
builtins.__import__ = interrupting
from rasputitsa.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize("name", ["_interrupt", "core", "games", "command", "run", "rulebook"])
def test_an_early_interrupt_ends_quietly(name: str) -> None:
    code = INTERRUPT_WHILE_LOADING.format(name=name)
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, timeout=60)
    assert done.returncode == 130 and done.stderr == b"", done.stderr.decode()


def test_an_interrupted_server_ends_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--data", str(tmp_path)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and b"http://" in process.stdout.readline()
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130 and b"Traceback" not in errors and time.monotonic() - began < 10


@pytest.mark.soak
def test_the_garbage_collector_makes_no_long_pauses() -> None:
    """With many matches in memory no collection takes long, in the processor's time."""
    code = """
import gc, time
from rasputitsa.server.run import tune_garbage_collector
matches = [[{"entry": [number]} for number in range(2_000)] for _ in range(200)]
tune_garbage_collector()
pauses, began = [0.0], [0.0]
def watch(phase, info):
    if phase == "start":
        began[0] = time.thread_time()
    else:
        pauses.append(time.thread_time() - began[0])
gc.callbacks.append(watch)
more = [[{"entry": [number]} for number in range(2_000)] for _ in range(200)]
print(max(pauses))
"""
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, timeout=60)
    assert 0 < float(done.stdout) < 0.05, done
