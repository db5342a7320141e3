"""A position as one viewer sees it: tokens, who controls which space, the facts beside the map.

Nothing here knows a game. All of it comes from the board, from `Game.manifest` and from `State.view`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..core import Board, Game, HexBoard
from ..core.manifest import BackData, FaceData, Manifest, PieceData, face
from ..core.sets import contains, members
from ..core.view import Token as SeenToken
from ..core.view import View

BLANK = face("", "", "")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece as the viewer sees it: ``side`` is the number of its owner in the game, ``at`` the name of a space.

    Where its identity is hidden it has only its owner, its place and what its back shows.
    """

    name: str
    number: str  # the designation on the counter
    title: str
    side: int
    at: str
    print: str = ""  # strength and movement as printed; "" where the counter shows none
    big: str = ""  # the one figure that counts most
    state: str = ""  # "reduced", "spent" and the like
    striped: bool = False  # drawn as reduced
    full: str = ""  # what is printed on its best face
    marks: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """What is printed on it, in words; out of play, what is printed on its best face."""
        if not self.print:
            return f"(full {self.full})" if self.full else ""
        return f"{self.print} {self.state}" if self.striped and self.state else self.print

    def __str__(self) -> str:
        return f"{self.name} {self.title} {self.form}".rstrip()


@cache
def manifest(game: Game) -> Manifest:
    """Everything about a game that never changes."""
    return game.manifest()


@cache
def _pieces(game: Game) -> dict[str, PieceData]:
    return {piece["id"]: piece for piece in manifest(game)["pieces"]}


class Scene:
    """A position, ready to be drawn or listed."""

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.view = view
        self.board: Board = game.board
        self.styles = manifest(game)["styles"]
        self.sides = [side.name for side in game.sides]
        self.tokens = {seen["name"]: self._token(seen) for seen in view.get("tokens", ())}
        self.at: dict[str, list[Token]] = {}  # by space, the top of the stack last
        for token in self.tokens.values():
            self.at.setdefault(token.at, []).append(token)
        control = view.get("control", {})
        self.controllers = {space: self.sides.index(side) for space, side in control.items() if side in self.sides}

    def _token(self, seen: SeenToken) -> Token:
        side, at, marks = self.sides.index(seen["owner"]), str(seen["at"]), tuple(seen.get("marks", ()))
        if seen["piece"] is None:
            back: BackData = manifest(self.game)["backs"].get(seen.get("back", ""), {"title": "unknown unit"})
            title = back["title"]
            return Token(seen["name"], "?", title, side, at, seen.get("print", ""), seen.get("big", "?"), marks=marks)
        piece = _pieces(self.game)[seen["piece"]]
        face = self._face(piece, seen["face"])
        return Token(
            name=seen["name"],
            number=str(seen.get("number", piece["number"])),
            title=str(seen.get("title", piece["title"])),
            side=side,
            at=at,
            print=str(seen.get("print", face["print"])),
            big=str(seen.get("big", face["big"])),
            state=face["title"],
            striped=face["striped"],
            full=self._face(piece, -1)["print"],
            marks=marks,
        )

    @staticmethod
    def _face(piece: PieceData, index: int | None) -> FaceData:
        faces = piece["faces"]
        shown = faces[index] if index is not None and faces else None
        return shown or BLANK

    @property
    def striped_states(self) -> list[str]:
        """What striped counters are called in this game: "reduced", "spent"."""
        faces = [face for piece in manifest(self.game)["pieces"] for face in piece["faces"] if face]
        return list(dict.fromkeys(face["title"] for face in faces if face["striped"] and face["title"]))

    @property
    def heading(self) -> str:
        return str(self.view.get("heading", self.game.title))

    @property
    def status(self) -> list[str]:
        """The facts beside the map: weather, replacements and the like."""
        return [f"{fact['label']}: {fact['value']}" for fact in self.view.get("status", ())]

    @property
    def battles(self) -> dict[str, list[str]]:
        """The battles in hand: where, and the tokens that attack."""
        return {battle["space"]: list(battle["attackers"]) for battle in self.view.get("battles", ())}

    def label(self, name: str) -> str:
        """What people call a space: its name and its title."""
        return self.board.by_id[self.board.ids[name]].label if name in self.board.ids else name

    def title(self, name: str) -> str:
        return self.board.by_id[self.board.ids[name]].title if name in self.board.ids else ""

    def on_map(self, name: str) -> bool:
        """Whether a space is part of the map and not a box beside it."""
        return name in self.board.ids and self.board.by_id[self.board.ids[name]].kind != "box"

    def is_drawn(self, name: str) -> bool:
        """Whether a space has its place in the drawing of the map; on a hex map only hexes have."""
        kinds = ("hex",) if isinstance(self.board, HexBoard) else ("hex", "area")
        return name in self.board.ids and self.board.by_id[self.board.ids[name]].kind in kinds

    def spaces_of(self, selection: Mapping[str, Any]) -> list[str]:
        """The spaces of a selection, those of its tokens included."""
        tokens = [self.tokens[name].at for name in selection["tokens"] if name in self.tokens]
        return list(dict.fromkeys([*selection["spaces"], *tokens]))

    @property
    def hands(self) -> list[str]:
        """The cards of each side, as far as the viewer may see them."""
        titles = {card["id"]: card.get("name", "") for card in manifest(self.game).get("cards", ())}
        lines = []
        for side in self.game.sides:
            hand = self.view.get("hands", {}).get(side.name)
            if hand and (hand["cards"] or hand["count"]):
                cards = [f"{card} {titles.get(card, '')}".strip() for card in hand["cards"] or ()]
                lines.append(f"{side.title} cards: {', '.join(cards) or hand['count']}")
        return lines

    def features(self, name: str) -> list[str]:
        """What is printed in a space, in words."""
        return [feature.replace("_", " ") for feature in self.raw_features(name)]

    def raw_features(self, name: str) -> list[str]:
        number = self.board.ids[name]
        return [feature for feature, spaces in self.board.features.items() if contains(spaces, number)]

    def neighbours(self, name: str) -> list[str]:
        return self.board.names_of(self.board.adjacent[self.board.ids[name]])

    def borders(self, name: str) -> dict[str, list[str]]:
        """What runs along the borders of a space or across them, and to which neighbours."""
        number = self.board.ids[name]
        found = {feature: links.of[number] for feature, links in self.board.borders.items()}
        return {feature: [self.board.names[other] for other in members(spaces)] for feature, spaces in found.items()}

    def contacts(self, token: Token) -> list[Token]:
        """The enemy tokens adjacent to a token."""
        if not self.on_map(token.at):
            return []
        near = [other for space in self.neighbours(token.at) for other in self.at.get(space, ())]
        return [other for other in near if other.side != token.side]

    def notes(self, name: str) -> list[str]:
        """Remarks on a space, each with its rule."""
        for space in manifest(self.game)["board"]["spaces"]:
            if space["name"] == name:
                return [f"{note['text']} [{note['rule']}]" for note in space["notes"]]
        return []
