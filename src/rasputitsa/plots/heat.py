"""Where units die: a map for each side, in which the spaces with losses glow."""

from __future__ import annotations

from collections import Counter
from typing import Any

from matplotlib.cm import ScalarMappable
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize

from ..arena.study import Series
from ..arena.study_tables import lost_at
from ..arena.tournament import Result
from ..core.manifest import bounding_box
from .charts import WIDTH, panels, svg

NAMED = 3  # spaces with the most losses that are named
HEAT = LinearSegmentedColormap.from_list("heat", ["#fff3d6", "#f2a33a", "#b3261e", "#3d0613"])


def heat(series: Series, played: Result) -> str:
    """Losses a match in every space with an outline. What died elsewhere is told in the title."""
    _, _, width, height = bounding_box(series.known_game.board)
    each = WIDTH / 2
    figure, every = panels(1, 2, min(8.0, each * height / width + 0.9))
    for axes, (side, counts) in zip(every, lost_at(played).items(), strict=True):
        _draw(axes, series, side, counts, len(played.rows))
    return svg(figure)


def _draw(axes: Any, series: Series, side: str, counts: Counter[str], matches: int) -> None:
    spaces = [space for space in series.known_game.board.spaces if space.outline]
    drawn = {space.name: counts[space.name] / matches for space in spaces}
    most = max([*drawn.values(), 1 / matches])
    norm = Normalize(0, most)
    empty = [space.outline for space in spaces if not drawn[space.name]]
    axes.add_collection(PolyCollection(empty, facecolors="#f7f7f4", edgecolors="#dddddd", linewidths=0.2))
    hot = [space for space in spaces if drawn[space.name]]
    colours = [HEAT(norm(drawn[space.name])) for space in hot]
    outlines = [space.outline for space in hot]
    axes.add_collection(PolyCollection(outlines, facecolors=colours, edgecolors="#bbbbbb", linewidths=0.2))
    axes.autoscale_view()
    axes.set_aspect("equal")
    axes.invert_yaxis()
    axes.axis("off")
    elsewhere = (sum(counts.values()) - sum(counts[name] for name in drawn)) / matches
    also = f", {elsewhere:.1f} off the map" if elsewhere else ""
    worst = [f"{space.label} {drawn[space.name]:.1f}" for space in sorted(hot, key=lambda it: -drawn[it.name])[:NAMED]]
    title = f"{side}: {sum(counts.values()) / matches:.1f} lost a match{also}"
    axes.set_title("\n".join([title, ", ".join(worst)]), fontsize=8)
    bar = axes.figure.colorbar(ScalarMappable(norm, HEAT), ax=axes, orientation="horizontal", fraction=0.04, pad=0.02)
    bar.ax.tick_params(labelsize=7)
