"""The games as games of OpenSpiel: chance nodes, information states, serialization, tensors.

    import pyspiel
    import rasputitsa.research.openspiel  # registers them

    game = pyspiel.load_game("rasputitsa_moscow_41(scenario=gasp)")
    state = game.new_initial_state()

Parameters of every game: ``scenario``, ``max_actions`` (of the players; then the game is broken off as a draw) and
``memory`` (rows of history in the tensors); and its optional rules by name, with ``_`` for ``-``.
"""

from __future__ import annotations

from typing import Any

from ..core import Game
from ..games import game as find_game
from ..games import games
from .extras import needed
from .lens import lens
from .play import BYTES, MEMORY, NotLegal, Play, shapes
from .sight import Array, np

pyspiel = needed("pyspiel", "openspiel")
MAX_ACTIONS = 20_000
PLAYERS = 2


def short_name(name: str) -> str:
    """What OpenSpiel calls a game."""
    return f"rasputitsa_{name.replace('-', '_')}"


def game_type(game: Game) -> Any:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if game.hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "scenario": game.scenarios[0].name,
            "max_actions": MAX_ACTIONS,
            "memory": MEMORY,
            **{option.name.replace("-", "_"): option.default_choice for option in game.options},
        },
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """A game of Rasputitsa. `games` has one such class for each."""

    rules: Game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**self.kind.parameter_specification, **(params or {})}
        self.scenario = self.rules.check_scenario(str(chosen["scenario"]))
        self.options = self.rules.check_options(
            {option.name: str(chosen[option.name.replace("-", "_")]) for option in self.rules.options}
        )
        self.max_actions, self.memory = int(chosen["max_actions"]), int(chosen["memory"])
        self.lens = lens(self.rules)
        self.first = Play(self.rules.start(self.scenario, self.options), self.memory, lines=True)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.lens.numbering),
            max_chance_outcomes=len(list(self.rules.words)),
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_actions,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A position with all that both sides have been told. A chance outcome is numbered by its place in `State.chances`.

    OpenSpiel copies and stores what is in ``__dict__``; see `Play`.
    """

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.max_actions = game.max_actions
        self.play = game.first.copy()

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        actor = self.play.actor
        return int(pyspiel.PlayerId.CHANCE) if actor is None else actor

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.play.lens.numbering.legal(self.play.state)) if player == self.play.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, float(chance)) for number, (_, chance) in enumerate(self.play.state.chances())]

    def _apply_action(self, action: int) -> None:
        play = self.play
        if play.actor is not None:
            play.act(action)
            return
        chances = play.state.chances()
        if not 0 <= action < len(chances):
            raise NotLegal(f"The outcomes have the numbers 0 to {len(chances) - 1}.")
        play.happen(chances[action][0])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            chances = self.play.state.chances()
            return str(chances[action][0]) if action < len(chances) else f"outcome {action}"
        return str(self.play.lens.numbering.actions[action])

    def is_terminal(self) -> bool:
        return self.play.state.outcome is not None or self.play.number >= self.max_actions

    def returns(self) -> list[float]:
        return self.play.returns()

    def __str__(self) -> str:
        return self.play.state.to_text()


class Observer:
    """What a player may know, as OpenSpiel asks for it. With perfect recall the tensor ends with a digest of all that
    the player has done, seen and been told, and the string has all of it."""

    def __init__(self, game: OpenSpielGame, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"An observer takes no parameters, not {', '.join(params)}.")
        self.recalls = bool(kind.perfect_recall)
        parts = shapes(game.lens, game.memory)
        if self.recalls:
            parts = {**parts, "digest": (BYTES,)}
        sizes = [int(np.prod(shape)) for shape in parts.values()]
        self.tensor: Array = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, Array] = {}
        begin = 0
        for (name, shape), size in zip(parts.items(), sizes, strict=True):
            self.dict[name] = self.tensor[begin : begin + size].reshape(shape)
            begin += size

    def set_from(self, state: OpenSpielState, player: int) -> None:
        for name, array in state.play.observe(player).items():
            self.dict[name][...] = array
        if self.recalls:
            self.dict["digest"][...] = state.play.digest(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        play = state.play
        if self.recalls:
            return play.knowledge(player)
        return f"{play.lens.sides[player]}\n{play.state.heading}\n[{play.sight(player)}]"


def register() -> None:
    """Make the games known to OpenSpiel."""
    for name in games():
        rules = find_game(name)
        kind = game_type(rules)
        made = type(f"OpenSpiel{type(rules).__name__}", (OpenSpielGame,), {"rules": rules, "kind": kind})
        pyspiel.register_game(kind, made)


register()
