"""A position, a space, a forecast in words: for people who do not see the map, and for questions about it."""

from __future__ import annotations

from fractions import Fraction

from ..core import Forecast, Mark, Outcome
from .pieces import Piece, Scene, printed
from .texts import grid


def position(scene: Scene) -> list[str]:
    """The whole position as lists by side."""
    lines = [f"{scene.heading}. {', '.join(scene.status)}."]
    for side in range(len(scene.sides)):
        lines += units(scene, side)
    return lines + holders(scene) + battles(scene) + [f"{hand}." for hand in scene.hands]


def units(scene: Scene, side: int) -> list[str]:
    """The pieces of a side: on the map one a line, with the enemies next to them; then those in boxes."""
    own = [piece for piece in scene.pieces.values() if piece.side == side]
    on_map = sorted((piece for piece in own if scene.on_map(piece.at)), key=lambda piece: piece.at)
    title = scene.game.sides[side].title
    lines = [f"{title} units on the map, {len(on_map)}:"]
    lines += [f"  {unit_line(scene, piece)}" for piece in on_map]
    boxes = dict.fromkeys(piece.at for piece in own if not scene.on_map(piece.at))
    for box in boxes:
        inside = ", ".join(str(piece) for piece in own if piece.at == box)
        name = scene.board.by_id[scene.board.ids[box]].title if box in scene.board.ids else box
        lines.append(f"{title} units in the box {name}: {inside}.")
    return lines


def unit_line(scene: Scene, piece: Piece) -> str:
    contacts = [f"{other.name} {other.form} in {other.at}" for other in scene.contacts(piece)]
    ground = ", ".join(scene.features(piece.at)) if scene.on_map(piece.at) else ""
    where = f"{scene.place(piece.at)} ({ground})" if ground else scene.place(piece.at)
    parts = [f"{piece} in {where}", *piece.marks]
    return ", ".join(parts) + (f"; next to {', '.join(contacts)}" if contacts else "")


def holders(scene: Scene) -> list[str]:
    lines = []
    for number, side in enumerate(scene.game.sides):
        held = [scene.place(space) for space, holder in scene.holders.items() if holder == number]
        if held:
            lines.append(f"{side.title} control: {', '.join(held)}.")
    return lines


def battles(scene: Scene) -> list[str]:
    return [f"Battle at {scene.place(space)} with {', '.join(units)}." for space, units in scene.battles.items()]


def space(scene: Scene, name: str) -> list[str]:
    """All about one space."""
    features = ", ".join(scene.features(name)) or "clear"
    lines = [f"{scene.place(name)}: {features}."]
    if name in scene.holders:
        lines.append(f"Held by: {scene.game.sides[scene.holders[name]].title}.")
    lines += [f"Here: {unit_line(scene, piece)}." for piece in scene.at.get(name, ())]
    for border, others in scene.borders(name).items():
        if others:
            lines.append(f"{border.capitalize()} to {', '.join(scene.place(other) for other in others)}.")
    lines += [_neighbour(scene, other) for other in scene.neighbours(name)]
    return lines + scene.notes(name)


def _neighbour(scene: Scene, name: str) -> str:
    features = ", ".join(scene.features(name)) or "clear"
    there = ", ".join(str(piece) for piece in scene.at.get(name, ())) or "empty"
    return f"  next to {scene.place(name)}: {features}; {there}"


def forecast(found: Forecast) -> list[str]:
    """How the odds of a combat come about, and what the dice can bring."""
    lines = [f"{found.title}:"]
    lines += [f"  {line.text}: {line.effect} [{line.rule}]" for line in found.modifiers]
    lines.append(f"  fought at {found.column}")
    lines += [f"  {percent(chance.probability)} {chance.result}: {chance.meaning}" for chance in found.chances]
    return lines


def percent(probability: Fraction) -> str:
    return f"{round(100 * probability)}% ({probability})"


def overlay(scene: Scene, marks: dict[str, Mark]) -> list[str]:
    """What an overlay says, spaces with the same mark together."""
    groups: dict[str, list[str]] = {}
    for name, mark in marks.items():
        text = ": ".join(part for part in (mark.badge, mark.note) if part) or mark.tone
        groups.setdefault(text, []).append(scene.place(name))
    return [f"{text}: {', '.join(sorted(names))}." for text, names in groups.items()] or ["Nothing to show."]


def charts(scene: Scene) -> list[str]:
    lines: list[str] = []
    for chart in printed(scene.game)["charts"]:
        lines += [f"{chart['title']} [{chart['rule']}]", *grid([chart["head"], *chart["rows"]])]
        lines += [chart["note"], ""] if chart["note"] else [""]
    return lines[:-1] or ["This game has no charts."]


def outcome(scene: Scene, ended: Outcome) -> str:
    rule = f" [{ended.rule}]" if ended.rule else ""
    for side in scene.game.sides:
        if side.name == ended.winner:
            return f"The {side.title} player wins. {ended.reason}{rule}"
    return f"The match is drawn. {ended.reason}{rule}"


def off_map(scene: Scene) -> list[str]:
    """What has no place in the drawing, a line a side: pieces in boxes, and cards."""
    lines = []
    for number, side in enumerate(scene.game.sides):
        boxes: dict[str, list[str]] = {}
        for piece in scene.pieces.values():
            if piece.side == number and not scene.is_drawn(piece.at):
                boxes.setdefault(piece.at, []).append(piece.name)
        if boxes:
            inside = "; ".join(f"{box} {', '.join(names)}" for box, names in boxes.items())
            lines.append(f"{side.title} units off the map: {inside}")
    return lines + scene.hands
