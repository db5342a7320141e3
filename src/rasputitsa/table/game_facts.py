"""What never changes about a game, as clients ask for it: the list of games, manifests, rules, tutorials, pictures."""

from __future__ import annotations

from typing import Any, TypedDict, cast

from ..bots import bots
from ..core import Game
from ..core.manifest import Manifest, OptionData, OverlayData, ScenarioData, SideData
from ..core.view import View
from ..games import game as find_game
from ..games import game_of, games, offered
from ..match import puzzles, replay, tutorial, ways
from ..match.tutorial import LessonStep
from .problems import Problem


class GameLine(TypedDict):
    """A game in short."""

    name: str
    title: str
    about: str
    sources: str
    hidden: bool
    sides: list[SideData]
    scenarios: list[ScenarioData]
    options: list[OptionData]
    overlays: list[OverlayData]
    bots: list[str]
    tutorial: bool
    lessons: list[LessonLine]


class RuleData(TypedDict):
    number: str
    title: str
    text: str
    summary: str


class LessonLine(TypedDict):
    """A lesson in short."""

    name: str
    title: str
    about: str
    side: str
    headings: list[str]
    steps: int


class PuzzleLine(TypedDict):
    """A problem as it is listed and told."""

    name: str
    title: str
    say: str
    side: str
    dice: int


class Judgement(TypedDict):
    """Whether a problem is solved; null as long as that is open."""

    solved: bool | None


class Lesson(TypedDict):
    name: str
    title: str
    about: str
    side: str
    steps: list[LessonStep]


def game_lines() -> list[GameLine]:
    """The games in short."""
    shown = ("name", "title", "about", "sources", "sides", "scenarios", "options", "overlays", "hidden")
    lines = []
    for name in games():
        game = offered(name)
        lessons = lesson_lines(game)
        line: dict[str, Any] = {key: part for key, part in game.manifest().items() if key in shown}
        if game.edition:
            line["about"] += f" It is played in the edition {game.edition!r} here."
        lines.append(cast(GameLine, {**line, "bots": bots(name), "tutorial": bool(lessons), "lessons": lessons}))
    return lines


def lesson_lines(game: Game) -> list[LessonLine]:
    found = []
    for name in tutorial.names(game):
        one = tutorial.load(game, name)
        assert one is not None
        line: LessonLine = {
            "name": name,
            "title": one.title,
            "about": one.about,
            "side": one.side,
            "headings": one.headings,
            "steps": len(one.steps),
        }
        found.append(line)
    return found


def manifest(name: str, edition: str = "") -> Manifest:
    return game_of(name, edition).manifest()


def rules(name: str) -> list[RuleData]:
    return [
        {"number": rule.number, "title": rule.title, "text": rule.text, "summary": rule.summary}
        for rule in find_game(name).rules.values()
    ]


def lesson(name: str, wanted: str = tutorial.FIRST) -> Lesson:
    """A lesson of a game; else `Problem`."""
    found = known_lesson(offered(name), wanted)
    steps = ways.steps_with_ways(found)
    return {"name": wanted, "title": found.title, "about": found.about, "side": found.side, "steps": steps}


def known_lesson(game: Game, name: str) -> tutorial.Tutorial:
    found = tutorial.load(game, name)
    if found is None:
        what = "no tutorial" if name == tutorial.FIRST else f"no lesson {name[:40]!r}"
        raise Problem("unknown", f"{game.title} has {what}.")
    return found


def problem_lines(name: str) -> list[PuzzleLine]:
    """The problems of a game."""
    return [
        {"name": one.name, "title": one.title, "say": one.say, "side": one.side, "dice": one.dice}
        for one in puzzles.puzzles(offered(name)).values()
    ]


def known_puzzle(game: Game, name: str) -> puzzles.Puzzle:
    found = puzzles.puzzles(game).get(name)
    if found is None:
        raise Problem("unknown", f"{game.title} has no problem {name[:40]!r}.")
    return found


def picture(name: str) -> View:
    """The public view of a position with something to look at: the end of the tutorial, or else the start."""
    game = find_game(name)
    found = tutorial.load(game)
    state = replay(found.record).state if found else game.start()
    return state.view(None)
