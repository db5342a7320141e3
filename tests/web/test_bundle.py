"""The scripts that the server makes of the client's modules do what the modules do."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import rasputitsa
from rasputitsa.server.bundle import FIRST, BundleError, scripts, stylesheet, without_comments
from rasputitsa.server.client_files import build
from rasputitsa.server.pages import PAGES
from rasputitsa.site.build import WORKERS

from ..tools.javascript import PLACE, command, install

WEB = Path(rasputitsa.__file__).parent / "web"
MODULES = {
    "app.js": """
        import * as tools from "./tools/tools.js";
        import { twice as double, Box } from "./tools/tools.js";
        // a line of comment
        /** What is printed. @type {number[]} */
        const found = [double(2), tools.twice(4), new Box(1).value];
        export const shown = (async () => {
          const { late, again } = await import("./late/late.js");
          console.log(JSON.stringify([...found, late, await again(), order]));
        })();
        import { order } from "./order.js";
    """,
    "order.js": "export const order = [];",
    "tools/tools.js": """
        import { order } from "../order.js";
        order.push("tools");
        const factor = 2; // a name that another module has too
        export function twice(number) { return number * factor; }
        export class Box { constructor(value) { this.value = value; } }
    """,
    "late/late.js": """
        import { order } from "../order.js";
        import { twice } from "../tools/tools.js";
        const factor = "/* no comment */ // nor this";
        order.push("late");
        export const late = [twice(10), factor];
        export async function again() { return (await import("../later_still.js")).end; }
    """,
    "later_still.js": 'import { late } from "./late/late.js";\nexport const end = late.length;',
}


def written(folder: Path, modules: dict[str, str]) -> Path:
    for name, text in modules.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(line.removeprefix(" " * 8) for line in text.strip("\n").splitlines()) + "\n")
    return folder


def printed(folder: Path) -> object:
    """What the scripts in a folder print."""
    (folder / "package.json").write_text('{"type": "module"}')
    ran = subprocess.run([command("node"), FIRST], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def test_bundles_do_what_the_modules_do(tmp_path: Path) -> None:
    sources = written(tmp_path / "sources", MODULES)
    bundles = scripts(sources)
    written(tmp_path / "bundles", {name: script.text for name, script in bundles.items()})
    expected = [4, 8, 1, [20, "/* no comment */ // nor this"], 2, ["tools", "late"]]
    assert printed(sources) == printed(tmp_path / "bundles") == expected
    needs = {name: script.needs for name, script in bundles.items()}
    assert needs == {FIRST: (), "late/late.js": (FIRST,), "later_still.js": (FIRST, "late/late.js")}


@pytest.mark.parametrize(
    ("module", "complaint"),
    [
        ("export default 3;", "web/app.js: this cannot be bundled: export default 3;"),
        ("export let count = 0;", "export let"),
        ('export { order } from "./order.js";', "export { order }"),
        ('import "./order.js";', 'import "./order.js"'),
        ('import { a } from "./app.js";', "imports itself: app.js -> app.js"),
    ],
)
def test_what_cannot_be_bundled_is_an_error(tmp_path: Path, module: str, complaint: str) -> None:
    sources = written(tmp_path, {"app.js": module, "order.js": "export const order = [];"})
    with pytest.raises(BundleError, match=r"web/app\.js") as caught:
        scripts(sources)
    assert complaint in str(caught.value)


def test_import_meta_means_the_folder_of_the_client(tmp_path: Path) -> None:
    modules = {"app.js": 'import { at } from "./deep/at.js";', "deep/at.js": "export const at = import.meta.url;"}
    with pytest.raises(BundleError, match=r"web/deep/at\.js: import\.meta"):
        scripts(written(tmp_path, modules))


# Reads pairs of texts, and prints which of them are not the same program.
SAME = """
const { parse } = require("espree");
const options = { ecmaVersion: "latest", sourceType: "module" };
const places = new Set(["start", "end", "range", "loc"]);
const program = (text) => JSON.stringify(parse(text, options), (key, value) => (places.has(key) ? undefined : value));
const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(Object.keys(pairs).filter((name) => program(pairs[name][0]) !== program(pairs[name][1]))));
"""


def test_only_comments_are_left_out() -> None:
    install()
    sources = {str(path.relative_to(WEB)): path.read_text() for path in WEB.rglob("*.js")}
    pairs = {name: [text, without_comments(text)] for name, text in sources.items()}
    environment = {**os.environ, "NODE_PATH": str(PLACE / "node_modules")}
    ran = subprocess.run(
        [command("node"), "--eval", SAME], input=json.dumps(pairs), env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == []
    assert not [name for name, (_, text) in pairs.items() if "/**" in text]


def test_every_module_is_in_one_script() -> None:
    texts = [script.text for script in scripts(WEB).values()]
    alone = {f"local/{name}" for name in (*WORKERS, "sizes.js", "service_worker.js")} - {"local/database.js"}
    unused = {"types.js", "board/types.js", "old_browser.js", *alone}  # types alone; scripts of their own
    for path in WEB.rglob("*.js"):
        name = str(path.relative_to(WEB))
        assert sum(text.count(f'modules["{name}"] = ') for text in texts) == (name not in unused), name


def test_pages_name_scripts_that_there_are() -> None:
    assert {name for wanted in PAGES.values() for name in wanted} <= scripts(WEB).keys()


def test_stylesheets_keep_their_order(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("/* first */\na {\n  color: red;\n}\n")
    (tmp_path / "b.css").write_text("b { content: '#'; }\n")
    assert stylesheet(tmp_path, ["b.css", "a.css"]) == "b { content: '#'; }\na {\ncolor: red;\n}\n"


def test_the_version_changes_with_any_file(tmp_path: Path) -> None:
    page = '<link rel="stylesheet" href="web/a.css">\n<script type="module" src="web/app.js"></script>'
    written(tmp_path, {"index.html": page, "a.css": "a {}", "app.js": "export {};", "old_browser.js": "var a;"})
    seen = {build(tmp_path).version}
    for name in ("a.css", "app.js", "old_browser.js"):
        (tmp_path / name).write_text(f"{(tmp_path / name).read_text()}\n;\n")
        seen.add(build(tmp_path).version)
    assert len(seen) == 4
    client = build(tmp_path, "/below/")
    assert f'href="/below/web/{client.version}/style.css"' in client.page()
    assert f'src="/below/web/{client.version}/app.js"' in client.page() and "a.css" not in client.page()
