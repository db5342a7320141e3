"""A position, a space, a forecast in words: for people who do not see the map, and for questions about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core import Chance, Forecast, IllegalAction, Mark, Outcome
from ..core.numbers import chance as in_words
from .scene import Scene, Token, manifest
from .texts import grid

NAMED_AT_MOST = 30  # units of a box


def position(scene: Scene) -> list[str]:
    """The whole position as lists by side."""
    lines = [f"{scene.heading}. {', '.join(scene.status)}."]
    for side in range(len(scene.sides)):
        lines += units(scene, side)
    return lines + control(scene) + battles(scene) + [f"{hand}." for hand in scene.hands]


def units(scene: Scene, side: int) -> list[str]:
    """The units of a side: those on the map one a line, with the enemies adjacent to them; then those in boxes."""
    own = [token for token in scene.tokens.values() if token.side == side]
    on_map = sorted((token for token in own if scene.on_map(token.at)), key=lambda token: token.at)
    title = scene.game.sides[side].title
    lines = [f"{title} units on the map, {len(on_map)}:"]
    lines += [f"  {unit_line(scene, token)}" for token in on_map]
    for box in dict.fromkeys(token.at for token in own if not scene.on_map(token.at)):
        inside = ", ".join(counted([token for token in own if token.at == box]))
        lines.append(f"{title} units in the box {scene.title(box) or box}: {inside}.")
    return lines


def counted(tokens: Sequence[Token]) -> list[str]:
    """Units in words; several that have neither number nor factors are alike: "53 Untried Rifle Division"."""
    alike: dict[str, list[Token]] = {}
    for token in tokens:
        plain = not token.number.strip("?") and token.form in ("", "?")
        alike.setdefault(token.title if plain else str(token), []).append(token)
    return [f"{len(same)} {what}" if len(same) > 1 else str(same[0]) for what, same in alike.items()]


def unit_line(scene: Scene, token: Token) -> str:
    contacts = [f"{other.name} {other.form} in {other.at}" for other in scene.contacts(token)]
    terrain = ", ".join(scene.features(token.at)) if scene.on_map(token.at) else ""
    where = f"{scene.label(token.at)} ({terrain})" if terrain else scene.label(token.at)
    parts = [f"{token} in {where}", *token.marks]
    return ", ".join(parts) + (f"; adjacent to {', '.join(contacts)}" if contacts else "")


def control(scene: Scene) -> list[str]:
    lines = []
    for number, side in enumerate(scene.game.sides):
        controlled = [scene.label(space) for space, controller in scene.controllers.items() if controller == number]
        if controlled:
            lines.append(f"{side.title} control: {', '.join(controlled)}.")
    return lines


def battles(scene: Scene) -> list[str]:
    return [f"Battle at {scene.label(space)} with {', '.join(units)}." for space, units in scene.battles.items()]


def sequence(scene: Scene) -> list[str]:
    """The phases of this turn: done, now, or to come."""
    lines = [scene.heading]
    for phase in scene.view.get("sequence", ()):
        sign = {"done": "x", "now": ">"}.get(phase["status"], " ")
        lines.append(f"  {sign} {phase['title']} ({phase['status']})")
    return lines


def space(scene: Scene, name: str) -> list[str]:
    """Everything about one space."""
    features = ", ".join(scene.features(name)) or "clear"
    lines = [f"{scene.label(name)}: {features}."]
    if name in scene.controllers:
        lines.append(f"Controlled by: {scene.game.sides[scene.controllers[name]].title}.")
    lines += [f"Here: {unit_line(scene, token)}." for token in scene.at.get(name, ())]
    for border, others in scene.borders(name).items():
        if others:
            lines.append(f"{border.capitalize()} to {', '.join(scene.label(other) for other in others)}.")
    lines += [_neighbour(scene, other) for other in scene.neighbours(name)]
    return lines + scene.notes(name)


def _neighbour(scene: Scene, name: str) -> str:
    features = ", ".join(scene.features(name)) or "clear"
    there = ", ".join(str(token) for token in scene.at.get(name, ())) or "empty"
    return f"  adjacent to {scene.label(name)}: {features}; {there}"


def forecast(found: Forecast) -> list[str]:
    """How the odds of a combat are calculated, and the chances of every result."""
    lines = [f"{found.title}:"]
    lines += [f"  {line.text}: {line.effect} [{line.rule}]" for line in found.modifiers]
    lines.append(f"  fought at {found.headline}")
    lines += [_chance(chance) for chance in found.chances]
    return lines + [f"  {note.text} [{note.rule}]" for note in found.notes]


def forecast_line(found: Forecast) -> str:
    """The same in one line."""
    chances = ", ".join(f"{chance.result} {chance.percent}" for chance in found.chances)
    return f"Forecast: {found.headline}; {chances}."


def _chance(chance: Chance) -> str:
    meaning = f": {chance.meaning}" if chance.meaning else ""
    share = in_words(chance.probability) if chance.highest is None else chance.percent
    return f"  {share} {chance.result}{meaning}"


def refusal(error: IllegalAction) -> list[str]:
    """Why an action is not allowed; then, on a line of its own, the rule and what it says."""
    if not error.rule:
        return [error.reason]
    return [error.reason, f"  Rule {error.rule}: {error.quotation}" if error.quotation else f"  Rule {error.rule}"]


def overlay(scene: Scene, marks: Mapping[str, Mark]) -> list[str]:
    """What an overlay says, spaces with the same mark together."""
    groups: dict[str, list[str]] = {}
    for name, mark in marks.items():
        text = ": ".join(part for part in (mark.badge, mark.note) if part) or mark.tone
        groups.setdefault(text, []).append(scene.label(name))
    return [f"{text}: {', '.join(sorted(names))}." for text, names in groups.items()] or ["Nothing to show."]


def charts(scene: Scene) -> list[str]:
    lines: list[str] = []
    for chart in manifest(scene.game)["charts"]:
        lines += [f"{chart['title']} [{chart['rule']}]", *grid([chart["head"], *chart["rows"]])]
        lines += [chart["note"], ""] if chart["note"] else [""]
    return lines[:-1] or ["This game has no charts."]


def outcome(scene: Scene, ended: Outcome) -> str:
    rule = f" [{ended.rule}]" if ended.rule else ""
    for side in scene.game.sides:
        if side.name == ended.winner:
            return f"The {side.title} player wins. {ended.reason}{rule}"
    return f"The match is drawn. {ended.reason}{rule}"


def names_of(tokens: Sequence[Token]) -> list[str]:
    """Units by their names; where there are very many, how many there are."""
    return [token.name for token in tokens] if len(tokens) <= NAMED_AT_MOST else [f"{len(tokens)} units"]


def off_map(scene: Scene) -> list[str]:
    """What has no place in the drawing, one line for each side: units in boxes, and cards."""
    lines = []
    for number, side in enumerate(scene.game.sides):
        boxes: dict[str, list[Token]] = {}
        for token in scene.tokens.values():
            if token.side == number and not scene.is_drawn(token.at):
                boxes.setdefault(token.at, []).append(token)
        if boxes:
            inside = "; ".join(f"{box} {', '.join(names_of(tokens))}" for box, tokens in boxes.items())
            lines.append(f"{side.title} units off the map: {inside}")
    return lines + scene.hands
