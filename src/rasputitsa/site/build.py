"""Writing the folder: the client, our package, Python, what never changes about the games, and the service worker."""

from __future__ import annotations

import gzip
import json
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ..core import RasputitsaError
from ..games import editions, game, games
from ..match import tutorial
from ..server.client_files import PAGE
from ..server.client_files import build as build_client
from ..table import game_facts
from ..table.front_page import front_page
from .archives import archives
from .bytecode import with_bytecode
from .runtime import runtime_files

WEB = Path(__file__).parents[1] / "web"
WORKERS = ("worker.js", "bot_worker.js", "bots.js", "database.js", "python.js")
SERVICE_WORKER = "service_worker.js"
RUNTIME, PYTHON = "runtime/", "python/"
MARK = "rasputitsa-site.json"  # in a folder that we wrote, and may write again
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)


class Built(NamedTuple):
    """The version of a site, and its files by their paths."""

    version: str
    files: dict[str, bytes]

    def compressed(self, *prefixes: str) -> int:
        """Bytes of these files (all without prefixes) as a host sends them with gzip."""
        chosen = [data for path, data in self.files.items() if path.startswith(prefixes or "")]
        return sum(min(len(data), len(gzip.compress(data, 6))) for data in chosen)


def build(folder: Path, cache: Path | None = None) -> Built:
    """Write the site into the folder, which is new, empty or an older site."""
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise RasputitsaError(f"The folder {folder} has other files in it. Choose an empty one.")
    built = site(cache)
    for old in ("web", PAGE, SERVICE_WORKER):
        if (folder / old).is_dir():
            shutil.rmtree(folder / old)
    for path, data in built.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    (folder / MARK).write_text(json.dumps({"version": built.version}) + "\n")
    return built


def site(cache: Path | None = None) -> Built:
    """All files of the site."""
    client = build_client(WEB, root="")
    files = {**client.files, **_workers(), **_facts(), **_python(cache)}
    sizes = {path: len(data) for path, data in files.items() if path.startswith((RUNTIME, PYTHON))}
    files["local/sizes.js"] = f"export const SIZES = {json.dumps(sizes)};\n".encode()
    version = sha256(b"".join(f"{name} {_hash(data)}\n".encode() for name, data in files.items())).hexdigest()[:16]
    client = client._replace(version=version)
    found = {f"web/{version}/{name}": data for name, data in files.items()}
    found[PAGE] = _page(client.page())
    found[SERVICE_WORKER] = _service_worker(version, found)
    return Built(version, found)


def _workers() -> dict[str, bytes]:
    return {f"local/{name}": (WEB / "local" / name).read_bytes() for name in WORKERS}


def _facts() -> dict[str, bytes]:
    """What the screens ask for, as files: it is there before Python is."""
    facts: dict[str, Any] = {"games": game_facts.game_lines(), "front": front_page()}
    for name in games():
        facts[name] = game_facts.manifest(name)
        facts[f"{name}.rules"] = game_facts.rules(name)
        facts[f"{name}.tutorial"] = game_facts.lesson(name)
        for lesson in tutorial.names(game(name)):
            facts[f"{name}.tutorial.{lesson}"] = game_facts.lesson(name, lesson)
        facts[f"{name}.problems"] = game_facts.problem_lines(name)
        facts[f"{name}.picture"] = game_facts.picture(name)
        for edition in editions(name):
            facts[f"{name}@{edition}"] = game_facts.manifest(name, edition)
    return {f"facts/{name}.json": json.dumps(data, separators=(",", ":")).encode() for name, data in facts.items()}


def _python(cache: Path | None) -> dict[str, bytes]:
    runtime = runtime_files(cache)
    ours = with_bytecode(archives(), runtime)
    return {f"{PYTHON}{name}.zip": data for name, data in ours.items()} | {
        f"{RUNTIME}{_served(name)}": data for name, data in runtime.items()
    }


def _served(name: str) -> str:
    """The name of a file on the host: many know no type for ``.mjs``, and browsers refuse a module without one."""
    return name.replace(".mjs", ".js")


def _page(page: str) -> bytes:
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = page.replace("<html ", '<html data-table="here" ', 1)
    return page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n    {policy}', 1).encode()


def _service_worker(version: str, files: dict[str, bytes]) -> bytes:
    """The service worker, with the hash of every file that it may keep."""
    hashes = {path: f"sha256-{b64encode(sha256(data).digest()).decode()}" for path, data in files.items()}
    shell = [path for path in files if not path.startswith((f"web/{version}/{RUNTIME}", f"web/{version}/{PYTHON}"))]
    facts = {"VERSION": version, "SHELL": shell, "FILES": hashes, "POLICY": POLICY}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in facts.items())
    return head.encode() + (WEB / "local" / SERVICE_WORKER).read_bytes()


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()
