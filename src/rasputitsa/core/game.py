"""The contract: games and states.

A *game* never changes; a *state* does. A state is a pure state machine without clock, files or random numbers: it asks
a question (a `Step`, the top of its stack), lists every legal action, and an action leads to the next question. Dice
and draws are actions too, of the player CHANCE. So a list of actions is a whole game.

What a user of the library needs::

    game = rasputitsa.game("battle-for-moscow")
    state = game.start()
    while state.outcome is None:
        action = choose(state.actions())      # every legal action of state.side
        events = state.take(action)           # checked; refused actions raise IllegalAction and change nothing
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import ClassVar

from .actions import Action, Vocabulary
from .corrections import FOLDERS
from .errors import BadOption
from .manifest import (
    CommonManifest,
    GameManifest,
    Manifest,
    Styles,
    board_data,
    option_data,
    overlay_data,
    scenario_data,
)
from .options import Option
from .rulebook import Rulebook
from .spaces import Board
from .state import State
from .values import Data, Overlay, Scenario, Side


def _installed(package: str, folder: str = "") -> Game:
    if folder:
        FOLDERS.setdefault(package, Path(folder))
    game: Game = import_module(package).GAME
    return game


class Game(ABC):
    """What never changes about a game: its board, pieces, rules, scenarios and options."""

    name: str
    title: str
    rules_version: int
    oldest_rules: int = 0  # the oldest version that can still be played; 0 where only the present one can
    older_editions: ClassVar[Mapping[int, str]] = {}  # by older version: the edition with its data
    fingerprint: str = ""  # a short hash of the data
    sides: tuple[Side, Side]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    overlays: tuple[Overlay, ...] = ()
    hidden: bool = True  # whether a side may know things that the other may not
    public_forecasts: bool = False  # whether a forecast says the same to all viewers
    board: Board
    rules: Rulebook
    words: Vocabulary

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[str, str]]:
        """A game is pickled by its name: what never changes is not copied."""
        package = type(self).__module__
        return _installed, (package, str(FOLDERS.get(package, "")))

    @property
    def edition(self) -> str:
        """The edition that this is; "" for the game with the data of its package."""
        return type(self).__module__.partition("@")[2]

    @abstractmethod
    def begin(self, scenario: str, options: Mapping[str, str]) -> State:
        """The first state, for a scenario and options that have been checked."""

    @abstractmethod
    def position(self, data: Data | str) -> State:
        """The state that this data or text describes, hand-written or from `State.position`; else `BadPosition`."""

    def manifest(self) -> Manifest:
        """All that is needed to draw the game and never changes."""
        common: CommonManifest = {
            "name": self.name,
            "title": self.title,
            "hidden": self.hidden,
            "sides": [{"name": side.name, "title": side.title, "colours": side.colours} for side in self.sides],
            "scenarios": [scenario_data(self, scenario) for scenario in self.scenarios],
            "options": [option_data(option) for option in self.options],
            "overlays": [overlay_data(overlay) for overlay in self.overlays],
        }
        return {**common, **self.drawing()}

    def drawing(self) -> GameManifest:
        """How this game is drawn: its map, pieces, styles and charts."""
        styles: Styles = {"spaces": {}, "borders": {}}
        board = board_data(self.board, {})
        return {"about": "", "sources": "", "board": board, "styles": styles, "pieces": [], "backs": {}, "charts": []}

    def check(self) -> list[str]:
        """What does not fit in the data files though it can be played with, each problem with file, key and value.

        What it cannot be played with is refused when the game is loaded.
        """
        return []

    def start(
        self, scenario: str | None = None, options: Mapping[str, str] | None = None, rules: int | None = None
    ) -> State:
        """A new game. Raises `BadOption` for a scenario or an option that does not exist.

        A match that began under an older version of the ``rules`` is played on by it where that is still possible.
        """
        state = self.begin(self.check_scenario(scenario), self.check_options(options or {}))
        state.rules_version = self.playable_rules(rules)
        return state

    def playable_rules(self, rules: int | None) -> int:
        """The version that a match of this version is played by: its own if that can still be played."""
        if rules is None or not 0 < self.oldest_rules <= rules <= self.rules_version:
            return self.rules_version
        return rules if self.older_editions.get(rules, self.edition) == self.edition else self.rules_version

    def action(self, text: Action | str) -> Action:
        """The action that this text means; else `UnreadableAction`.

        An action is looked up by its text too: one that a caller made may lack the number that the rules use.
        """
        return self.words.read(str(text))

    def scenario(self, name: str) -> Scenario:
        return next(scenario for scenario in self.scenarios if scenario.name == name)

    def check_scenario(self, scenario: str | None) -> str:
        names = [known.name for known in self.scenarios]
        if scenario is None:
            return names[0]
        if scenario not in names:
            raise BadOption(f"{self.title} has no scenario {str(scenario)[:40]!r}. It has: {', '.join(names)}.")
        return scenario

    def check_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """Every option of the game with the value chosen or its default."""
        chosen = {option.name: option.default_choice for option in self.options}
        for name, value in options.items():
            option = next((known for known in self.options if known.name == name), None)
            if option is None:
                names = ", ".join(chosen) or "none"
                raise BadOption(f"{self.title} has no option {str(name)[:40]!r}. It has: {names}.")
            if value not in option.choices:
                choices = ", ".join(option.choices)
                raise BadOption(f"Option {name} cannot be {str(value)[:40]!r}. It can be: {choices}.")
            chosen[name] = value
        return chosen

    def side(self, name: str) -> Side:
        return next(side for side in self.sides if side.name == name)

    def other(self, side: str) -> str:
        return self.sides[1].name if side == self.sides[0].name else self.sides[0].name
