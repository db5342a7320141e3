"""A step: one question to a player, or to chance."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from .actions import Action, is_among
from .conditions import Condition, first_failing
from .forecasts import Forecast
from .values import Mark, Refusal, Selection
from .warnings import PlayerWarning

if TYPE_CHECKING:
    from .state import State

S = TypeVar("S", bound="State")
NOTHING_SELECTED = Selection()
BOTTOM = ""  # in `Step.lies_on`: the bottom of the stack


class Step(Generic[S]):
    """A question: who acts, what is legal, what an action does.

    Steps are small frozen dataclasses on the state's stack. `take` leaves the stack as the action demands: it finishes
    the step, replaces it, or pushes others above it. A step that finishes hands its result to the step below, which
    resumes with it; what a step needs to know of the one below it carries in its own fields.

    It is no `ABC`: that would make `isinstance`, with which steps are told apart all the time, several times as slow.

    Text, marks, refusals and selection are made for the actor and may tell what only the actor knows; everybody else
    reads the `public_text` of its `public_step`.
    """

    __slots__ = ()
    rule: ClassVar[str] = ""
    labels: ClassVar[Mapping[str, str]] = {}  # what buttons say here, by verb, where it differs from elsewhere
    short_labels: ClassVar[Mapping[str, str]] = {}  # what they say beside the name of their object
    roles: ClassVar[Mapping[str, str]] = {}  # the roles of verbs, where they differ from elsewhere
    together: ClassVar[frozenset[str]] = frozenset()  # verbs whose objects can be taken in hand together, one by one
    always_ask: ClassVar[bool] = False  # asked even with one legal action: going on would tell what the actor holds
    lies_on: ClassVar[tuple[str, ...]] = (BOTTOM,)  # the names of the steps that can be directly below, or BOTTOM
    conditions_of: ClassVar[Mapping[str, Sequence[Condition[Any, Any]]]] = {}  # by verb: what its objects must meet
    secret_draw: ClassVar[bool] = False  # for CHANCE: what can be drawn, and what is, only one side may see

    def label(self, verb: str) -> str:
        """What the buttons of a verb say here; empty where they say the same as elsewhere."""
        return self.labels.get(verb, "")

    def role(self, state: S, verb: str) -> str:
        """The role of a verb here; empty where it is the same as elsewhere."""
        return self.roles.get(verb, "")

    @abstractmethod
    def actor(self, state: S) -> str:
        """The side that must act, or CHANCE."""

    @abstractmethod
    def text(self, state: S) -> str:
        """The question as a sentence, for the actor."""

    def public_text(self, state: S) -> str:
        """The question as everybody else may read it."""
        return self.text(state)

    def public_step(self, state: S) -> Step[S]:
        """The step whose question everybody else reads: another one where this one would tell what the actor holds."""
        return self

    @abstractmethod
    def actions(self, state: S) -> list[Action]:
        """Every legal action, in a stable order, none twice."""

    @abstractmethod
    def take(self, state: S, action: Action) -> None:
        """Do what the action says. It is one of `actions`."""

    def resume(self, state: S, result: Any) -> None:
        """Go on with the result of the step above, which has just finished."""
        raise TypeError(f"{type(self).__name__} does not expect the result {result!r}.")

    def auto_advance(self, state: S) -> bool:
        """Go on without asking where nothing is left to choose; True if that was done.

        A choice with one outcome is not asked. What is decided so must follow from public knowledge alone.
        """
        return False

    def accepts(self, state: S, action: Action) -> bool:
        """Whether this action is legal. Rolls of many dice accept more than `actions` lists."""
        return is_among(action, self.actions(state))

    def why_refused(self, state: S, action: Action) -> Refusal:
        """Why an action that is not accepted is not: by the conditions of its verb, where it has some."""
        conditions = self.conditions(state, action.verb)
        if not conditions:
            return self.refusal(state, action)
        return first_failing(conditions, state, self, self.object_of(action))

    def conditions(self, state: S, verb: str) -> Sequence[Condition[Any, Any]]:
        """What the object of an action with this verb must meet; empty where `refusal` names the reason."""
        return self.conditions_of.get(verb, ())

    def object_of(self, action: Action) -> int:
        """The number that the conditions judge."""
        return action.number

    def refusal(self, state: S, action: Action) -> Refusal:
        """Why an action is not accepted whose verb has no `conditions`."""
        return Refusal(self.rule, f"You cannot play {str(action)!r} now: {self.text(state)}")

    def selection(self, state: S) -> Selection:
        """What the actor has in hand."""
        return NOTHING_SELECTED

    def chances(self, state: S) -> list[tuple[Action, Fraction]]:
        """For CHANCE: every outcome that differs in effect, with its exact probability."""
        actions = self.actions(state)
        return [(action, Fraction(1, len(actions))) for action in actions]

    def dice(self, state: S) -> int:
        """For CHANCE: how many dice fall at once, or 0 where something is drawn from `chances`."""
        return 0

    def forecast(self, state: S, action: Action | None, viewer: str | None) -> Forecast | None:
        """What to expect of the combat in hand, now or once ``action`` is taken, from what the viewer knows."""
        return None

    def brushes(self, state: S) -> Mapping[str, str]:
        """The verbs that may be used again and again in one stroke over the map, with what each of them paints now."""
        return {}

    def marks(self, state: S) -> Mapping[Action, Mark]:
        """Short notes on the actions: what a move costs, which odds an attack has."""
        return {}

    def remarks(self, state: S) -> Mapping[Action, str]:
        """What a large choice costs and brings, in a line, by action; it is written on the button."""
        return {}

    def unused(self, state: S, actions: Sequence[Action]) -> Iterable[PlayerWarning]:
        """What would be left undone if the actor ended this now: points, units that could still act."""
        return ()

    def luck(self, state: S, action: Action) -> tuple[str, float] | None:
        """For CHANCE: which side an outcome concerns, and by how much it beats what that side could expect."""
        return None
