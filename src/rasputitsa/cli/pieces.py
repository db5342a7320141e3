"""A position as one side sees it: pieces, who holds which space, what stands beside the map.

Nothing here knows a game. All of it comes from the board, from `Game.table` and from `State.view`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..core import Board, Game, HexBoard
from ..core.sets import members

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as it is seen: ``side`` is the number of its side in the game, ``at`` the name of a space."""

    name: str
    number: str  # what its counter says
    title: str
    side: int
    at: str
    strength: str  # "" where it has no step left
    full: str
    reduced: bool
    marks: tuple[str, ...]

    @property
    def form(self) -> str:
        """Its strength in words; out of play, what it is worth at full strength."""
        if not self.strength:
            return f"(full {self.full})" if self.full else ""
        return f"{self.strength} reduced" if self.reduced else self.strength

    def __str__(self) -> str:
        return f"{self.name} {self.title} {self.form}".rstrip()


@cache
def printed(game: Game) -> Data:
    """What never changes on the table of a game."""
    return game.manifest()


@cache
def _printed_pieces(game: Game) -> dict[str, Data]:
    return {piece["id"]: piece for piece in printed(game)["pieces"]}


class Scene:
    """A position, ready to be drawn or listed."""

    def __init__(self, game: Game, view: Mapping[str, Any]) -> None:
        self.game = game
        self.view = view
        self.board: Board = game.board
        self.sides = [side.name for side in game.sides]
        self.pieces = {name: self._piece(name, seen) for name, seen in view.get("units", {}).items()}
        self.at: dict[str, list[Piece]] = {}
        for piece in self.pieces.values():
            self.at.setdefault(piece.at, []).append(piece)
        control = view.get("control", {})
        self.holders = {space: self.sides.index(side) for space, side in control.items() if side in self.sides}

    def _piece(self, name: str, seen: Data) -> Piece:
        facts = _printed_pieces(self.game).get(name, {})
        faces = facts.get("faces", [])
        index = seen.get("face", 0)
        face = (faces[index] if 0 <= index < len(faces) else None) or {}
        side = seen.get("side") or facts.get("side")
        return Piece(
            name=name,
            number=str(facts.get("number", name)),
            title=str(facts.get("title", name)),
            side=self.sides.index(side) if side in self.sides else 0,
            at=str(seen.get("at", "")),
            strength=_strength(face),
            full=_strength(faces[-1]) if faces and faces[-1] else "",
            reduced=bool(face.get("reduced")),
            marks=tuple(seen.get("marks", ())),
        )

    @property
    def heading(self) -> str:
        return str(self.view.get("heading", self.game.title))

    @property
    def status(self) -> list[str]:
        """What stands beside the map: weather, replacements and the like."""
        return [f"{fact['label']}: {fact['value']}" for fact in self.view.get("status", ())]

    @property
    def battles(self) -> dict[str, list[str]]:
        """The battles in hand: where, and the pieces that attack."""
        return {battle["space"]: list(battle["attackers"]) for battle in self.view.get("battles", ())}

    def place(self, name: str) -> str:
        """A space for people: its name and its title."""
        title = self.board.by_id[self.board.ids[name]].title if name in self.board.ids else ""
        return f"{name} {title}" if title and title != name else name

    def on_map(self, name: str) -> bool:
        """Whether a space is part of the map and no box beside it."""
        return name in self.board.ids and self.board.by_id[self.board.ids[name]].kind != "box"

    def is_drawn(self, name: str) -> bool:
        """Whether a space has its place in the drawing of the map; of a hex map, hexes only."""
        kinds = ("hex",) if isinstance(self.board, HexBoard) else ("hex", "area")
        return name in self.board.ids and self.board.by_id[self.board.ids[name]].kind in kinds

    @property
    def hands(self) -> list[str]:
        """The cards of each side, as far as they may be seen."""
        titles = {card["id"]: card.get("name", "") for card in printed(self.game).get("cards", ())}
        lines = []
        for side in self.game.sides:
            hand = self.view.get("hands", {}).get(side.name)
            if hand and (hand["cards"] or hand["count"]):
                cards = [f"{card} {titles.get(card, '')}".strip() for card in hand["cards"] or ()]
                lines.append(f"{side.title} cards: {', '.join(cards) or hand['count']}")
        return lines

    def features(self, name: str) -> list[str]:
        """What is printed in a space."""
        number = self.board.ids[name]
        return [feature.replace("_", " ") for feature, spaces in self.board.features.items() if spaces >> number & 1]

    def neighbours(self, name: str) -> list[str]:
        return self.board.names_of(self.board.adjacent[self.board.ids[name]])

    def borders(self, name: str) -> dict[str, list[str]]:
        """What runs along the borders of a space or across them, and to which neighbours."""
        number = self.board.ids[name]
        found = {feature: links.of[number] for feature, links in self.board.borders.items()}
        return {feature: [self.board.names[other] for other in members(spaces)] for feature, spaces in found.items()}

    def contacts(self, piece: Piece) -> list[Piece]:
        """The enemy pieces next to a piece."""
        if not self.on_map(piece.at):
            return []
        near = [other for space in self.neighbours(piece.at) for other in self.at.get(space, ())]
        return [other for other in near if other.side != piece.side]

    def notes(self, name: str) -> list[str]:
        """Remarks on a space, each with its rule."""
        for space in printed(self.game)["board"]["spaces"]:
            if space["name"] == name:
                return [f"{note['text']} [{note['rule']}]" for note in space["notes"]]
        return []


def _strength(face: Data) -> str:
    """Strength and movement as counters have them: 12-6."""
    return "-".join(str(face[key]) for key in ("strength", "movement") if key in face)
