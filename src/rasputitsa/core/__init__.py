"""The engine: spaces, sets of spaces, walks over them; games, states, steps and actions; data files."""

from .actions import Action, Vocabulary
from .errors import (
    BadOption,
    BadPosition,
    DataError,
    IllegalAction,
    RasputitsaError,
    UnknownEdition,
    UnknownGame,
    UnreadableAction,
)
from .events import Event, Fate, Kind, TokenFate, fate_of, unnamed
from .forecasts import Chance, Forecast, Modifier, Note
from .game import Game
from .options import Option
from .rulebook import Rule, Rulebook
from .spaces import Board, HexBoard, HexGrid, HexNumbering, Links, Space, area_board
from .state import State, derived, state_class, written
from .step import Step
from .values import (
    CHANCE,
    DRAW,
    Mark,
    Outcome,
    Overlay,
    Phase,
    Question,
    Refusal,
    Scenario,
    Selection,
    Side,
    Turn,
)
from .warnings import PlayerWarning

__all__ = [
    "CHANCE",
    "DRAW",
    "Action",
    "BadOption",
    "BadPosition",
    "Board",
    "Chance",
    "DataError",
    "Event",
    "Fate",
    "Forecast",
    "Game",
    "HexBoard",
    "HexGrid",
    "HexNumbering",
    "IllegalAction",
    "Kind",
    "Links",
    "Mark",
    "Modifier",
    "Note",
    "Option",
    "Outcome",
    "Overlay",
    "Phase",
    "PlayerWarning",
    "Question",
    "RasputitsaError",
    "Refusal",
    "Rule",
    "Rulebook",
    "Scenario",
    "Selection",
    "Side",
    "Space",
    "State",
    "Step",
    "TokenFate",
    "Turn",
    "UnknownEdition",
    "UnknownGame",
    "UnreadableAction",
    "Vocabulary",
    "area_board",
    "derived",
    "fate_of",
    "state_class",
    "unnamed",
    "written",
]
