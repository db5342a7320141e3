"""What must hold in every position of every game, whatever is played (used by the tests and by the soak)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from rasputitsa.core import CHANCE, Action, Event, Fate, Game, IllegalAction, State
from rasputitsa.core.events import LEFT, EventData, told
from rasputitsa.core.forecasts import ForecastData
from rasputitsa.core.offers import ROLES, Offers, listed
from rasputitsa.core.open_view import open_view
from rasputitsa.core.positions import to_text
from rasputitsa.core.sets import contains
from rasputitsa.core.view import Figure, View

from .battle_for_moscow.forecasts import check_aftermath
from .blitzkrieg_to_moscow_2.forecasts import check_forecast as check_combat
from .drive_on_moscow.forecasts import check_forecast as check_drive
from .tools import typing_check

GAMES = ("battle-for-moscow", "blitzkrieg-to-moscow-2", "drive-on-moscow", "moscow-41")
HIDDEN_ODDS = ("drive-on-moscow",)  # games where the dice of a combat may hang on units that a side does not see

Check = Callable[[State, Random], None]

# By game: how to try every result of a battle at its die, and compare it with what was forecast.
AFTERMATHS: dict[str, Callable[[Any], object]] = {
    "battle-for-moscow": check_aftermath,
    "blitzkrieg-to-moscow-2": check_combat,
    "drive-on-moscow": check_drive,
}


def check_question(state: State, rng: Random) -> None:
    """Somebody has more than one legal action, each listed once, in a stable order."""
    actions = state.actions()
    enough = 1 if state.stack[-1].always_ask else 2
    assert len(actions) >= enough, f"{state.question} has {len(actions)} actions"
    assert len(set(actions)) == len(actions), f"{state.question} lists an action twice"
    assert actions == state.actions()
    question = state.question
    assert question is not None and question.rule in state.game.rules
    assert not question.text[0].islower() and question.text.endswith((".", "?")), question.text
    assert state.side in (CHANCE, *(side.name for side in state.game.sides))


def check_chances(state: State, rng: Random) -> None:
    """The chances are those of CHANCE's actions and sum to 1; nobody else has any."""
    chances = state.chances()
    if state.side == CHANCE:
        assert sum(probability for _, probability in chances) == 1
        assert all(probability > 0 and state.why_not(action) is None for action, probability in chances)
    else:
        assert chances == [] and state.dice() == 0


def check_accepts_listed(state: State, rng: Random) -> None:
    """Every listed action is legal, has a text form, and leads on in a copy without touching the state."""
    before = state.position()
    for action in state.actions():
        assert state.why_not(action) is None
        assert state.game.action(str(action)) == action
        copy = state.copy()
        events = copy.take(action)
        same = state.copy()
        same.apply(Action(action.verb, action.object))  # an equal action made by a caller
        assert same.position() == copy.position()
        assert copy.outcome is not None or copy.actions()
        json.dumps([event.data() for event in events])
    assert state.position() == before


def check_refuses_unlisted(state: State, rng: Random, tries: int = 40) -> None:
    """Every unlisted action is refused with an existing rule and a sentence, and changes nothing."""
    listed = set(state.actions())
    before = state.position()
    everything = vocabulary(state.game)
    for action in rng.sample(everything, min(tries, len(everything))):
        if action in listed:
            continue
        refusal = state.why_not(action)
        assert refusal is not None, f"{action} is not listed but accepted at {state.question}"
        assert refusal.rule in state.game.rules, f"{action}: there is no rule {refusal.rule!r}"
        assert refusal.reason.endswith((".", "?"))
        assert not refusal.quotation or refusal.quotation in state.game.rules[refusal.rule].sentences()
        try:
            state.take(action)
        except IllegalAction as error:
            assert error.rule == refusal.rule
        else:
            raise AssertionError(f"{action} was refused by why_not but taken")
    assert state.position() == before


def check_conditions(state: State, rng: Random) -> None:
    """Legal is exactly what meets all conditions of its verb, those that only name a reason included."""
    if not state.stack:
        return
    step = state.stack[-1]
    listed = set(state.actions())
    met: dict[str, list[int]] = {}
    for action in vocabulary(state.game):
        if action.verb not in met:
            conditions = step.conditions(state, action.verb)
            met[action.verb] = [condition.objects(state, step) for condition in conditions]
        if met[action.verb]:
            legal = all(contains(objects, step.object_of(action)) for objects in met[action.verb])
            assert legal == (action in listed), f"{action} at {state.question}"


def check_position(state: State, rng: Random) -> None:
    """The position survives plain data and JSON, and asks the same question again."""
    data = state.position()
    again = state.game.position(json.loads(json.dumps(data)))
    assert again.position() == data
    assert again.actions() == state.actions()
    assert again.question == state.question
    assert state.game.position(to_text(data)).position() == data


def check_copy(state: State, rng: Random) -> None:
    """A copy goes its own way."""
    before = state.position()
    copy = state.copy()
    for _ in range(20):
        if copy.outcome is not None:
            break
        copy.apply(rng.choice(copy.actions()))
    assert state.position() == before


def check_fog(state: State, rng: Random) -> None:
    """Nothing that a side can see depends on what it may not know, now or later."""
    json.dumps(state.view(None))
    for side in state.game.sides:
        twin = state.guess(side.name, rng)
        if not state.game.hidden:
            assert twin.position() == state.position()
            continue
        assert state.guess(side.name, Random(1)).position() == twin.guess(side.name, Random(1)).position(), "a peek"
        check_same(state, twin, side.name, rng)
        play_twins(twin, state.guess(side.name, rng), side.name, rng, 12)


def play_twins(state: State, twin: State, side: str, rng: Random, steps: int, secret: str = "") -> int:
    """Play two states that differ only in what a side may not know side by side: to that side they look the same.

    The other side acts the same in both, except that its actions with the verb ``secret`` may differ, and that where
    pieces are hidden another piece may do it in the twin. Returns the number of actions taken.
    """
    for step in range(steps):
        check_same(state, twin, side, rng)
        if state.outcome is not None:
            return step
        hidden = hides_pieces(state, side)
        mine, theirs = state.actions(), twin.actions()
        if secret and state.side != side and mine[0].verb == secret:
            action, other = rng.choice(mine), rng.choice(theirs)
        elif hidden and state.side not in (side, CHANCE):
            action = rng.choice(POLICIES)(mine, rng)
            found = counterpart(state, twin, side, action)
            if found is None:
                return step
            other = found
        else:
            common = [action for action in mine if action in set(theirs)]
            if not common:
                return step
            action = other = rng.choice(POLICIES)(common, rng)
        events, twin_events = state.take(action), twin.take(other)
        if hidden and any(event.reveals for event in (*events, *twin_events)):
            return step  # what was hidden has come to light: from here the two may differ
        for who in (side, None):
            assert told(events, who) == told(twin_events, who), f"{action} and {other} look different to {who}"
    return steps


def hides_pieces(state: State, side: str) -> bool:
    """Whether there are pieces that this side sees only from behind."""
    return any(token["piece"] is None for token in state.view(side)["tokens"])


def counterpart(state: State, twin: State, side: str, action: Action) -> Action | None:
    """What in the twin looks to this side like the other's action: the same piece may be elsewhere there."""
    after = state.copy()
    seen = told(after.take(action), side), after.question_for(side)
    view = after.view(side)
    alike = [other for other in twin.actions() if other.verb == action.verb]
    for other in sorted(alike, key=lambda known: known != action):
        probe = twin.copy()
        if (told(probe.take(other), side), probe.question_for(side)) == seen and probe.view(side) == view:
            return other
    return None


def check_same(state: State, twin: State, side: str, rng: Random) -> None:
    """To this side, and to spectators, two states are the same."""
    assert state.side == twin.side
    assert state.outcome == twin.outcome
    for who in (side, None):
        assert state.question_for(who) == twin.question_for(who), "the question tells more than it may"
        assert json.dumps(state.view(who)) == json.dumps(twin.view(who))
        assert state.statistics(who) == twin.statistics(who)
        assert state.forecast(None, who) == twin.forecast(None, who)
        assert state.offers(who) == twin.offers(who)
        assert state.warnings(who) == twin.warnings(who)
        for overlay in state.game.overlays:
            if not overlay.needs:
                assert state.overlay(overlay.name, who) == twin.overlay(overlay.name, who)
    secret = state.game.name in HIDDEN_ODDS or (state.stack and state.stack[-1].secret_draw)
    if state.side == side or (state.side == CHANCE and not secret):
        assert state.actions() == twin.actions()
        assert state.chances() == twin.chances()
        some = rng.choice(vocabulary(state.game))
        assert twin.why_not(some) == state.why_not(some)
        assert twin.forecast(some, side) == state.forecast(some, side)


def check_forecast(state: State, rng: Random) -> None:
    """Where there are dice, their chances sum to 1, or could; every line of a forecast names an existing rule."""
    for action in (None, *rng.sample(state.actions(), min(3, len(state.actions())))):
        forecast = state.forecast(action, state.side)
        if forecast is not None:
            low = sum(chance.probability for chance in forecast.chances)
            high = sum(chance.probability if chance.highest is None else chance.highest for chance in forecast.chances)
            exact = all(chance.highest is None for chance in forecast.chances)
            assert not forecast.chances or (low == 1 if exact else low <= 1 <= high)
            lines: list[Any] = [*forecast.modifiers, *forecast.chances, *forecast.notes]
            assert all(line.rule in state.game.rules for line in lines)
            json.dumps(forecast.data())


def check_forecast_comes_true(state: State, rng: Random) -> None:
    """At a die: what the forecast says of each result is what can happen, whatever the players then choose."""
    check = AFTERMATHS.get(state.game.name)
    if check is not None and state.side == CHANCE and state.forecast() is not None:
        check(state)


def check_offers(state: State, rng: Random) -> None:
    """Only the side that must act is offered something: every legal action once, each with a role and a label."""
    for viewer in (None, *(side.name for side in state.game.sides)):
        offers = state.offers(viewer)
        assert (offers is not None) == (viewer is not None and viewer == state.side)
        if offers is not None:
            json.dumps(offers)
            shown = listed(state, viewer)
            assert {offer.action for offer in shown} == {str(action) for action in state.actions()}
            assert len(shown) == len(state.actions())
            assert all(offer.role in ROLES and offer.label and "{}" not in offer.label for offer in shown)
            names = {token["name"] for token in state.view(viewer)["tokens"]}
            assert set(offers["selection"]["tokens"]) <= names


def check_tokens(state: State, rng: Random) -> None:
    """Every token of a view has a name of its own; the sequence of play says what is now."""
    for viewer in (None, *(side.name for side in state.game.sides)):
        view = state.view(viewer)
        names = [token["name"] for token in view["tokens"]]
        assert len(set(names)) == len(names)
        for token in view["tokens"]:
            assert token["piece"] in (None, token["name"])
        now = [phase["name"] for phase in view["sequence"] if phase["status"] == "now"]
        assert now == [view["phase"]]


def check_types(state: State, rng: Random) -> None:
    """What crosses the border has the keys that its declared type has, and no others."""
    for viewer in viewers(state.game):
        typing_check.check(state.view(viewer), View)
        typing_check.check(state.statistics(viewer), list[Figure])
        if offers := state.offers(viewer):
            typing_check.check(offers, Offers)
        if forecast := state.forecast(None, viewer):
            typing_check.check(forecast.data(), ForecastData)
    typing_check.check(open_view(state), View)
    for action in rng.sample(state.actions(), min(2, len(state.actions()))):
        if forecast := state.forecast(action, state.side):
            typing_check.check(forecast.data(), ForecastData)
        typing_check.check([event.data() for event in state.copy().take(action)], list[EventData])


def check_warnings(state: State, rng: Random) -> None:
    """Only the side that must act is warned, where something can be ended, with rules and spaces that exist."""
    for viewer in (None, *(side.name for side in state.game.sides)):
        found = state.warnings(viewer)
        ends = any(offer.role == "end" for offer in listed(state, viewer))
        assert ends or not found
        for warning in found:
            assert warning.rule in state.game.rules, warning
            assert warning.text.endswith(".") and set(warning.spaces) <= set(state.game.board.names), warning
            json.dumps(warning.data())


CHECKS: tuple[Check, ...] = (
    check_types,
    check_warnings,
    check_offers,
    check_tokens,
    check_chances,
    check_accepts_listed,
    check_refuses_unlisted,
    check_conditions,
    check_position,
    check_copy,
    check_fog,
    check_forecast,
    check_forecast_comes_true,
)


def viewers(game: Game) -> list[str | None]:
    return [None, *(side.name for side in game.sides)]


def take_and_compare(state: State, action: Action) -> None:
    """Take an action: what the events tell each viewer is the difference between its view before and after."""
    actor = state.side
    if state.view(None)["phase"] in UNTOLD.get(state.game.name, ()):
        state.take(action)
        return
    before = {viewer: state.view(viewer) for viewer in viewers(state.game)}
    events = state.take(action)
    for event in events:
        assert event.side in ("", *(side.name for side in state.game.sides)), event
        own = all(fate.side == event.visible_to for fate in event.tokens)  # what a side is told of its own units
        assert event.visible_to in (None, actor) or own or actor == CHANCE or event.reveals, f"not undoable: {event}"
    for viewer, view in before.items():
        check_difference(view, state.view(viewer), told(events, viewer), f"{action}, seen by {viewer}")


def check_difference(before: Any, after: Any, events: Sequence[Event], what: str) -> None:
    """The fates of tokens in these events lead from one view to the other."""
    fates = [fate for event in events for fate in event.tokens]
    places = token_places(before)
    for fate in fates:
        places[fate.origin, fate.side] -= 1
        places[fate.place, fate.side] += 1
    found = token_places(after)
    shown = {place for place in {*places, *found} if place[0]}  # what is nowhere is out of the game
    wrong = {place: (places[place], found[place]) for place in shown if places[place] != found[place]}
    assert not wrong, f"{what}: told and seen {wrong}"
    old, new = token_faces(before), token_faces(after)
    changed = {name for name in old.keys() & new.keys() if old[name] != new[name]}
    turned = {fate.token for fate in fates if fate.fate in TURNED}
    passed = {fate.token for fate in fates if fate.fate in PASSED}
    assert changed <= turned | passed, f"{what}: nobody told of {changed - turned}"


UNTOLD = {  # set-ups that are not told unit by unit
    "drive-on-moscow": ("soviet-reserve", "soviet-forward", "german-set-up"),
    "moscow-41": ("set-up",),
}
TURNED = {Fate.REDUCED, Fate.SPENT, Fate.RESTORED, Fate.REVEALED}
PASSED = {Fate.ARRIVED, *LEFT}  # off the map faces count for nothing


def token_places(view: Any) -> Counter[tuple[str, str]]:
    return Counter((token["at"] or "", token["owner"]) for token in view["tokens"])


def token_faces(view: Any) -> dict[str, Any]:
    return {token["piece"]: token.get("face") for token in view["tokens"] if token["piece"]}


def vocabulary(game: Game) -> list[Action]:
    return list(game.words)


def play_random(game: Game, rng: Random, share: float) -> tuple[State, list[str]]:
    """Play a random game to its end. `check_question` is checked everywhere; at a share of the questions one further
    property, chosen at random, is checked too. Returns the last state and the actions as text."""
    options = {option.name: rng.choice(option.choices) for option in game.options}
    state = game.start(rng.choice(game.scenarios).name, options)
    policy = rng.choice(POLICIES)
    log: list[str] = []
    while state.outcome is None:
        check_question(state, rng)
        if state.side == CHANCE and rng.random() < 10 * share:
            check_forecast_comes_true(state, rng)
        elif rng.random() < share:
            rng.choice(CHECKS)(state, rng)
        action = policy(state.actions(), rng)
        log.append(str(action))
        if rng.random() < 10 * share:
            take_and_compare(state, action)
        else:
            state.apply(action)
        assert len(log) < 100_000, "the game does not end"
    assert state.side is None and state.actions() == [] and state.question is None
    return state, log


# How random players choose: anything; seldom the end of a phase; first what kind of thing to do.


def anything(actions: list[Action], rng: Random) -> Action:
    return rng.choice(actions)


def eager(actions: list[Action], rng: Random) -> Action:
    busy = [action for action in actions if action.object] if rng.random() < 0.9 else []
    return rng.choice(busy or actions)


def by_verb(actions: list[Action], rng: Random) -> Action:
    verb = rng.choice(sorted({action.verb for action in actions}))
    return rng.choice([action for action in actions if action.verb == verb])


POLICIES = (anything, eager, by_verb)
