"""Serves the board's development page: ``python tests/web/board_page.py [PORT]``, then /?data=battle-for-moscow.

Other data: ``big`` (1,800 hexes, 350 counters), ``areas`` (areas with polygons and boxes), ``pointed`` (hexes with
pointed tops and every kind of terrain).
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Sequence
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import rasputitsa as ra
from rasputitsa.core import State
from rasputitsa.core.manifest import board_data, face
from rasputitsa.core.offers import listed
from rasputitsa.core.sets import set_of
from rasputitsa.core.spaces import HexBoard, HexGrid, HexNumbering, Space, area_board

HERE = Path(__file__).parent
WEB = Path(ra.__file__).parent / "web"
Data = dict[str, Any]

SIDES = [
    {"name": "german", "title": "German", "colours": "grey"},
    {"name": "soviet", "title": "Russian", "colours": "red"},
]
STYLES = {
    "spaces": {
        **{name: name for name in ("forest", "marsh", "mountain", "sea", "lake", "rough", "city", "town")},
        "major_city": "major",
        "fortification": "fort",
        "yellow": "field",
        "oddity": "sign",
    },
    "borders": {"river": "river", "rail": "rail", "front": "dashed"},
}


def battle_for_moscow() -> Data:
    game = ra.game("battle-for-moscow")
    state = game.start()
    state.take("standard")
    state.take("done")
    return shown(state)


def shown(state: State) -> Data:
    """A position as the side that is asked sees it."""
    offers = [{**offer._asdict(), **offer.mark._asdict()} for offer in listed(state, state.side)]
    return {"manifest": state.game.manifest(), "view": state.view(state.side), "offers": offers}


def midgame(moves: int = 230) -> Data:
    """Some way into a game played at random: reduced units, battles, a pool."""
    game = ra.game("battle-for-moscow")
    rng = random.Random(1941)
    state = game.start()
    state.take("standard")
    for _ in range(moves):
        if state.outcome:
            break
        actions = state.actions()
        lively = [action for action in actions if action.verb not in ("done", "cancel", "drop", "back")]
        state.take(rng.choice(lively if lively and rng.random() < 0.8 else actions))
    while not state.outcome and not any(offer.kind for offer in listed(state, state.side)):
        state.take(rng.choice(state.actions()))
    return shown(state)


def pieces(count: int, rng: random.Random) -> list[Data]:
    kinds = {
        "german": (("infantry", "division"), ("panzer", "division"), ("motorized", "division"), ("cavalry", "brigade")),
        "soviet": (("infantry", "army"), ("tank", "brigade"), ("cavalry", "division"), ("guards", "division")),
    }
    found = []
    for number in range(count):
        side = "german" if number % 3 == 0 else "soviet"
        kind, size = rng.choice(kinds[side])
        strength = rng.randint(2, 12)
        movement = rng.randint(4, 12)
        faces = [
            None,
            face(f"{strength // 2}-4", str(strength // 2), f"strength {strength // 2}, movement 4", "reduced", True),
            face(f"{strength}-{movement}", str(strength), f"strength {strength}, movement {movement}"),
        ]
        found.append(
            {
                "id": f"u{number}",
                "side": side,
                "title": f"{number} {kind.title()}",
                "number": str(number),
                "size": size,
                "type": kind,
                "faces": faces,
            }
        )
    return found


def manifest(name: str, board: Any, counters: list[Data]) -> Data:
    return {
        "name": name,
        "title": name.title(),
        "sides": SIDES,
        "board": board_data(board, {}),
        "styles": STYLES,
        "pieces": counters,
        "backs": {"block": {"title": "Unknown block", "type": "unknown"}},
    }


def token(piece: Data, at: str, face: int, marks: Sequence[str] = ()) -> Data:
    named = {"name": piece["id"], "piece": piece["id"], "at": at, "owner": piece["side"]}
    return {**named, "face": face, "marks": list(marks)}


def place(counters: list[Data], spaces: list[str], rng: random.Random, stack: int) -> list[Data]:
    tokens: list[Data] = []
    free = [space for space in spaces for _ in range(stack)]
    rng.shuffle(free)
    taken: dict[str, str] = {}
    for counter in counters:
        space = next(s for s in free if taken.setdefault(s, counter["side"]) == counter["side"])
        free.remove(space)
        marks = [mark for mark in ("moved", "out of supply") if rng.random() < 0.08]
        tokens.append(token(counter, space, rng.choice((1, 2, 2)), marks))
    return tokens


def hex_board(columns: int, rows: int, rng: random.Random, lines: str = "columns") -> HexBoard:
    grid = HexGrid([rows] * columns, HexNumbering(lines=lines))
    boxes = [Space(1, "reserve", "box", "Reserve"), Space(2, "eliminated", "box", "Eliminated")]
    empty = HexBoard(grid, boxes=boxes)
    hexes = [grid.id(*place) for place in grid.places()]

    def patch(seeds: int, size: int) -> int:
        found = 0
        for seed in rng.sample(hexes, seeds):
            found |= empty.within(seed, rng.randint(0, size)) & empty.hexes
        return found

    cities = rng.sample(hexes, max(4, len(hexes) // 60))
    sea = empty.within(hexes[-1], max(3, columns // 5)) & empty.hexes
    lake = patch(2, 1) & ~sea
    water = sea | lake
    mountain = patch(3, 1) & ~water
    marsh = patch(max(2, len(hexes) // 200), 1) & ~water & ~mountain
    forest = patch(max(6, len(hexes) // 45), 2) & ~water & ~mountain & ~marsh
    majors = set_of(cities[:2])
    features = {
        "forest": forest,
        "marsh": marsh,
        "mountain": mountain,
        "sea": sea,
        "lake": lake,
        "rough": patch(3, 1) & ~water & ~forest & ~marsh,
        "city": set_of(cities),
        "major_city": majors,
        "town": set_of(rng.sample(hexes, len(hexes) // 50)),
        "fortification": set_of(rng.sample(hexes, len(hexes) // 40)),
        "oddity": set_of(rng.sample(hexes, 2)),
    }
    rivers, rails = set(), set()
    for _ in range(max(3, columns // 5)):
        rivers |= river(empty, rng)
    for one, other in pairwise(cities):
        rails |= way(empty, one, other)
    titles = {empty.names[city]: f"Gorod {number}" for number, city in enumerate(cities)}
    return HexBoard(grid, titles, boxes, features=features, border_features={"river": rivers, "rail": rails})


def river(board: HexBoard, rng: random.Random) -> set[tuple[int, int]]:
    """The sides between two parts of the map: those nearer to one hex, and the rest."""
    hexes = [space.id for space in board.spaces if space.kind == "hex"]
    centre, radius = rng.choice(hexes), rng.randint(4, 9)
    part = board.within(centre, radius) & board.hexes
    sides = [(a, b) for a, b in board.links.pairs if (part >> a & 1) != (part >> b & 1)]
    return set(sides[: int(len(sides) * 0.6)])


def way(board: HexBoard, start: int, goal: int) -> set[tuple[int, int]]:
    found, here = set(), start
    while here != goal:
        far = {
            next_: math.dist(board.by_id[next_].centre, board.by_id[goal].centre) for next_ in board.neighbours(here)
        }
        step = min(far, key=lambda space: far[space])
        found.add((min(here, step), max(here, step)))
        here = step
    return found


def big() -> Data:
    rng = random.Random(1941)
    board = hex_board(40, 45, rng)
    counters = pieces(350, rng)
    wet = board.features["sea"] | board.features["lake"]
    spaces = [space.name for space in board.spaces if space.kind == "hex" and not wet >> space.id & 1]
    tokens = place(counters[:330], spaces, rng, 3)
    tokens += [token(counter, "eliminated", 1) for counter in counters[330:]]
    return {
        "manifest": manifest("big", board, counters),
        "view": {"tokens": tokens, "control": {}, "battles": []},
        "offers": [offer("move", space, str(number % 9)) for number, space in enumerate(spaces[:700])],
    }


def offer(verb: str, object: str, badge: str = "", tone: str = "", kind: str = "space") -> Data:
    action = {"action": f"{verb} {object}", "label": f"{verb.title()} {object}", "kind": kind, "object": object}
    return {**action, "badge": badge, "note": "", "tone": tone}


def pointed() -> Data:
    rng = random.Random(7)
    board = hex_board(12, 16, rng, "rows")
    counters = pieces(40, rng)
    spaces = [space.name for space in board.spaces if space.kind == "hex"]
    tokens = place(counters, spaces, rng, 3)
    control = {
        board.names[city]: rng.choice(("german", "soviet"))
        for city in range(len(board.names))
        if board.features["city"] >> city & 1
    }
    return {
        "manifest": manifest("pointed", board, counters),
        "view": {"tokens": tokens, "control": control, "battles": []},
        "offers": [],
    }


def areas() -> Data:
    """Made-up areas: a warped grid whose neighbours share their corners and the bends between them."""
    rng = random.Random(41)
    columns, rows, size = 5, 4, 60.0
    corner = {
        (i, j): (i * size + rng.uniform(-14, 14) * (0 < i < columns), j * size + rng.uniform(-14, 14) * (0 < j < rows))
        for i in range(columns + 1)
        for j in range(rows + 1)
    }
    middles: dict[tuple[tuple[int, int], tuple[int, int]], tuple[float, float]] = {}

    def line(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[float, float]]:
        """From a towards b with a bend in the middle, the same seen from both sides."""
        one, other = min(a, b), max(a, b)
        bend = middles.setdefault(
            (one, other),
            (
                (corner[one][0] + corner[other][0]) / 2 + rng.uniform(-6, 6),
                (corner[one][1] + corner[other][1]) / 2 + rng.uniform(-6, 6),
            ),
        )
        return [corner[a], bend]

    spaces, ids = [], {}
    names = ["Rzhev", "Klin", "Dmitrov", "Zagorsk", "Pereslavl", "Vyazma", "Mozhaisk", "Moskva", "Noginsk", "Vladimir"]
    names += ["Roslavl", "Kaluga", "Tula", "Kolomna", "Ryazan", "Bryansk", "Orel", "Yefremov", "Skopin", "Ryazhsk"]
    for j in range(rows):
        for i in range(columns):
            ring = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            outline = [point for k in range(4) for point in line(ring[k], ring[(k + 1) % 4])]
            number = j * columns + i
            ids[i, j] = number
            x = sum(point[0] for point in outline) / len(outline)
            y = sum(point[1] for point in outline) / len(outline)
            spaces.append(Space(number, str(number + 1), "area", names[number], (x, y), tuple(outline)))
    boxes = [
        (100, "off-map", "Staging area"),
        (101, "air", "Air units"),
        (102, "dead", "Eliminated"),
        (103, "t1", "Turn 5"),
    ]
    spaces += [Space(number, name, "box", title) for number, name, title in boxes]
    frame = ((-70.0, 60.0), (-12.0, 60.0), (-12.0, 180.0), (-70.0, 180.0))
    spaces.append(Space(104, "west", "box", "Western staging", (-41.0, 120.0), frame))
    borders = [(ids[i, j], ids[i + 1, j]) for i in range(columns - 1) for j in range(rows)]
    borders += [(ids[i, j], ids[i, j + 1]) for i in range(columns) for j in range(rows - 1)]
    rivers = [(ids[i, 1], ids[i, 2]) for i in range(columns)] + [(ids[2, j], ids[3, j]) for j in range(2)]
    features = {
        "forest": set_of([0, 1, 5, 9]),
        "marsh": set_of([16, 17]),
        "lake": set_of([4]),
        "city": set_of([7, 10, 14, 15]),
        "major_city": set_of([7]),
        "fortification": set_of([6, 11]),
        "yellow": set_of([2, 3, 8, 12, 13, 18, 19]),
    }
    board = area_board(
        spaces, borders, features, {"river": rivers, "front": [(5, 6), (10, 11)], "rail": [(6, 7), (7, 8), (7, 12)]}
    )
    counters = pieces(26, rng)
    tokens = place(counters[:20], [str(n + 1) for n in range(20) if n != 4], rng, 3)
    for counter, box in zip(counters[20:], ("off-map", "air", "dead", "dead", "t1", "west"), strict=False):
        tokens.append(token(counter, box, 2))
    named = {token["name"]: token for token in tokens}
    named["u1"]["at"] = named["u0"]["at"]
    for name in ("u5", "u7", "u8"):  # a stack of three
        named[name]["at"] = "19"
    hidden: Data = {"name": "20.1", "piece": None, "at": "20", "owner": "soviet", "face": None}
    hidden |= {"marks": [], "back": "block"}
    control = {str(n + 1): ("german" if n % 5 < 2 else "soviet") for n in range(20)}
    tones = {8: "", 9: "stop", 13: "good", 12: "bad"}
    return {
        "manifest": manifest("areas", board, counters),
        "view": {"tokens": [*tokens, hidden], "control": control, "battles": []},
        "offers": [offer("move", str(n), str(n), tone) for n, tone in tones.items()],
    }


MAKERS = {
    "battle-for-moscow": battle_for_moscow,
    "midgame": midgame,
    "big": big,
    "pointed": pointed,
    "areas": areas,
}


@cache
def data(name: str) -> bytes:
    return json.dumps(MAKERS[name]()).encode()


class Page(SimpleHTTPRequestHandler):
    """The page, the board's files and the data, and nothing else."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}  # noqa: RUF012

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path.startswith("/data/"):
            body = data(path.removeprefix("/data/").removesuffix(".json"))
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        super().do_GET()

    def translate_path(self, path: str) -> str:
        name = path.split("?")[0].lstrip("/") or "board.html"
        for folder in (HERE, WEB):
            found = (folder / name).resolve()
            if found.is_relative_to(folder) and found.is_file():
                return str(found)
        return str(HERE / "none")

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def serve(port: int = 0) -> ThreadingHTTPServer:
    return ThreadingHTTPServer(("127.0.0.1", port), Page)


if __name__ == "__main__":
    server = serve(int(sys.argv[1]) if len(sys.argv) > 1 else 8141)
    print(f"http://127.0.0.1:{server.server_address[1]}/")
    server.serve_forever()
