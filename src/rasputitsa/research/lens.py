"""Observations: what a viewer may know of a position, as arrays, straight from the state.

A `Lens` is how one game is seen. What all games have alike is here; each game adds what its planes, vectors and figures
are, and goes by the same functions as its view does for what is hidden.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar

from ..core import CHANCE, Action, Game, Step
from ..core.phases import PhasedGame, PhasedState
from .numbering import Numbering
from .sight import INT8, INT16, UINT8, Array, Channels, Look, Sight, np

S = TypeVar("S", bound=PhasedState)
COMMON = ("viewer", "actor", "question", "turn", "phase", "active")  # the figures that every game has
KEPT = 10_000  # arrays of hands, and of figures, that are kept because they come again
Observation = dict[str, Array]


class Lens(ABC, Generic[S]):
    """How the positions of one game are seen, whichever scenario is played with whichever options.

    An observation has ``planes`` (planes by spaces), ``vectors`` (vectors by pieces), ``hand`` (what the viewer has in
    hand: spaces, then pieces) and ``figures``. Spaces have the numbers of the board, pieces those of the rules; other
    pieces (bombers) come after them.
    """

    set_planes: ClassVar[tuple[str, ...]]  # the names of the planes that are sets of spaces
    unit_planes: ClassVar[tuple[str, ...]]  # the names of those that pieces add to, which come after them
    vectors: ClassVar[tuple[str, ...]]
    widths: ClassVar[tuple[int, ...]]  # the bytes of the numbers in the channels
    own_figures: ClassVar[tuple[str, ...]]  # the figures that the game adds to `COMMON`
    own_sets: ClassVar[tuple[int, ...]] = ()  # the last of them are the members of sets, of so many things each
    same_for_both: ClassVar[bool] = False  # whether both sides see the same planes and vectors
    public_rolls: ClassVar[bool] = True  # whether both sides see in the same way what is rolled

    def __init__(
        self,
        game: PhasedGame[Any],
        pieces: Sequence[str],
        others: Sequence[str] = (),
        parts: Mapping[str, int] | None = None,
    ) -> None:
        """``others`` are pieces that the vectors do not have, ``parts`` spaces by the names of their parts."""
        self.game = game
        self.numbering = Numbering(game)
        self.sides = [side.name for side in game.sides]
        self.players: dict[str | None, int] = {side: number for number, side in enumerate(self.sides)}
        self.pieces = {name: number for number, name in enumerate([*pieces, *others])}
        self.places = {name: number for number, name in enumerate(game.board.names) if name} | dict(parts or {})
        self.piece_numbers = Numbers({name: number + 1 for name, number in self.pieces.items()})
        self.place_numbers = Numbers({name: number + 1 for name, number in self.places.items()})
        self.deeds: list[dict[int, bytes]] = [{} for _ in self.sides]  # rows of a history, by action
        self.planes = (*self.set_planes, *self.unit_planes)
        self.figures = (*COMMON, *self.own_figures)
        self.spaces = len(game.board.names)
        self.base = {name: number * self.spaces for number, name in enumerate(self.planes)}  # the first cell of a plane
        self.shapes = {
            "planes": (len(self.planes), self.spaces),
            "vectors": (len(self.vectors), len(pieces)),
            "hand": (self.spaces + len(self.pieces),),
            "figures": (len(self.figures),),
        }
        steps = game.codec.steps
        named: list[str | None] = [None, *self.sides]
        self.audiences = {
            (only, but): tuple(player for player, side in enumerate(self.sides) if only in (None, side) and but != side)
            for only in named
            for but in named
        }  # who is told of an event, by whom it is visible to and hidden from
        self.owners = {"": 0, self.sides[0]: 1, self.sides[1]: 2}
        self._actors = {None: 0, self.sides[0]: 1, self.sides[1]: 2, CHANCE: 3}
        self._steps = {steps[name]: number for number, name in enumerate(sorted(steps), 1)}
        self._holds = {
            kind: kind.selection is not Step.selection for kind in self._steps
        }  # whether one can hold things
        sights = [
            Sight(
                self.look,
                viewer,
                (len(self.planes), self.spaces),
                (len(self.vectors), len(pieces)),
                self.widths,
            )
            for viewer in range(2)
        ]
        self._sights = [sights[0], sights[0]] if self.same_for_both else sights
        self._hands: dict[object, Array] = {}
        self._figures: dict[tuple[int, ...], Array] = {}
        self._nothing = self._drawn((), ())

    # What each game provides, for the number of a side.

    @abstractmethod
    def parts(self, state: S, viewer: int) -> tuple[tuple[int, ...], Channels]:
        """The sets of spaces that are the first planes, and what the looks of the pieces follow from."""

    @abstractmethod
    def look(self, viewer: int, piece: int, channels: Channels) -> Look:
        """How a piece looks to a viewer."""

    @abstractmethod
    def own(self, state: S, viewer: int) -> tuple[int, ...]:
        """The game's own figures; `own_sets` at the end as sets."""

    # Observations.

    def observe(self, state: S, viewer: int) -> Observation:
        """What a side may know of a position. The arrays cannot be written to."""
        planes, vectors = self._sights[viewer].see(*self.parts(state, viewer))
        actor = self._actors[state.side]
        acts = actor == viewer + 1
        asked = self._steps[type(state.stack[-1])] if acts else self._asked(state)
        key = viewer, actor, asked, state.turn, state.phase, state.active, *self.own(state, viewer)
        figures = self._figures.get(key)
        return {
            "planes": planes,
            "vectors": vectors,
            "hand": self._hand(state) if acts and self._holds[type(state.stack[-1])] else self._nothing,
            "figures": self._written(key) if figures is None else figures,
        }

    def mask(self, actions: Sequence[Action]) -> Array:
        """1 for each of these actions, by their numbers, and 0 for all others. The array is the caller's own."""
        marks = bytearray(len(self.numbering))
        for number in self.numbering.of(actions):
            marks[number] = 1
        return np.ndarray(len(marks), INT8, marks)

    def _asked(self, state: S) -> int:
        """What is asked, as those may know it who need not act."""
        return self._steps[type(state.stack[-1].public_step(state))] if state.stack else 0

    def _hand(self, state: S) -> Array:
        """What the side that must act has in hand."""
        selection = state.stack[-1].selection(state)
        found = self._hands.get(selection)
        if found is None:
            found = kept(self._hands, selection, self._drawn(*selection))
        return found

    def _written(self, figures: tuple[int, ...]) -> Array:
        """Figures as an array. Those of a part of a turn come again and again, so they are kept."""
        plain = len(figures) - len(self.own_sets)
        written = array("h", figures[:plain]).tobytes() + b"".join(map(digits, figures[plain:], self.own_sets))
        return kept(self._figures, figures, np.ndarray(self.shapes["figures"], INT16, written))

    def _drawn(self, tokens: Sequence[str], spaces: Sequence[str]) -> Array:
        marks = bytearray(self.shapes["hand"][0])
        for name in spaces:
            marks[self.places[name]] = 1
        for name in tokens:
            if name in self.pieces:
                marks[self.spaces + self.pieces[name]] = 1
        return np.ndarray(self.shapes["hand"], UINT8, bytes(marks))


class Numbers(dict[str, int]):
    """The numbers that rows have for names; 0 for names that nobody knows."""

    def __missing__(self, name: str) -> int:
        return 0


class Remembered:
    """The last value that was made of an object, as long as it is asked for the same object."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make
        self._of: object = None
        self._value: Any = None

    def __call__(self, of: object) -> Any:
        if of is not self._of:
            self._of, self._value = of, self.make(of)
        return self._value


@lru_cache(maxsize=1_000)
def digits(members: int, count: int) -> bytes:
    """A set as figures: so many zeros and ones."""
    return array("h", (members >> number & 1 for number in range(count))).tobytes()


def kept(arrays: dict[Any, Array], key: object, made: Array) -> Array:
    """An array that is kept by this key from now on. Before there are too many, all are forgotten."""
    if len(arrays) >= KEPT:
        arrays.clear()
    arrays[key] = made
    return made


def lens(game: Game) -> Lens[Any]:
    """The lens of a game. They are made once."""
    from . import battle_for_moscow, blitzkrieg_to_moscow_2, drive_on_moscow, moscow_41

    modules = (battle_for_moscow, blitzkrieg_to_moscow_2, drive_on_moscow, moscow_41)
    made: list[Lens[Any]] = [module.LENS for module in modules]
    return next(each for each in made if each.game is game)
