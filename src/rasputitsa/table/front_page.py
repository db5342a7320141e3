"""What the first page tells of the games: a small picture of each map, and what kind of evening it is."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypedDict, cast

from ..core.manifest import Manifest, SpaceData
from ..games import games
from .game_facts import manifest

WIDTH = 120  # of a picture, in its own units
DOTS = ("sea", "lake", "meadow", "wild", "forest", "marsh", "mountain", "city", "major")
LINES = ("river", "major-river", "lake", "front")


class MapLayer(TypedDict):
    """What is drawn in one style: dots or lines, as the data of an SVG path."""

    style: str
    path: str


class MapPicture(TypedDict):
    """A map in little, made from the manifest: its size, that of a space, and its layers from the bottom up."""

    width: int
    height: int
    dot: float
    layers: list[MapLayer]


class Evening(TypedDict):
    """What to expect: how long, how large, how hard, and how the sides stand."""

    time: str
    size: str
    difficulty: str
    balance: str


class FrontPage(TypedDict):
    maps: dict[str, MapPicture]
    evenings: dict[str, Evening]
    levels: dict[str, str]
    measured: str


def front_page() -> FrontPage:
    data = tomllib.loads((files(__package__) / "evenings.toml").read_text())
    maps = {name: map_picture(manifest(name)) for name in games()}
    evenings = {name: cast(Evening, data["games"][name]) for name in games()}
    return {"maps": maps, "evenings": evenings, "levels": data["levels"], "measured": data["measured"]}


def map_picture(data: Manifest) -> MapPicture:
    spaces = [space for space in data["board"]["spaces"] if space["outline"]]
    left, top, right, bottom = _box(spaces)
    scale = WIDTH / (right - left)

    def point(x: float, y: float) -> str:
        return f"{(x - left) * scale:.0f} {(y - top) * scale:.0f}"

    layers: list[MapLayer] = []
    styles = data["styles"]
    for style in DOTS:
        named = {feature for feature, drawn in styles["spaces"].items() if drawn == style}
        dots = [space["centre"] for space in spaces if named.intersection(space["features"])]
        layers.append({"style": style, "path": "".join(f"M{point(x, y)}h0" for x, y in dots)})
    for style in LINES:
        named = {feature for feature, drawn in styles["borders"].items() if drawn == style}
        borders = [border for feature in named for border in data["board"]["borders"].get(feature, [])]
        ends = [(border["line"][0], border["line"][-1]) for border in borders]
        layers.append({"style": style, "path": "".join(f"M{point(*one)}L{point(*other)}" for one, other in ends)})
    dot = scale * ((right - left) * (bottom - top) / len(spaces)) ** 0.5
    drawn = [layer for layer in layers if layer["path"]]
    return {"width": WIDTH, "height": round((bottom - top) * scale), "dot": round(dot, 1), "layers": drawn}


def _box(spaces: list[SpaceData]) -> tuple[float, float, float, float]:
    points = [point for space in spaces for point in space["outline"]]
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)
