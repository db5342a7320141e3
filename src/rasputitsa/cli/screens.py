"""Where a match is shown and commands are read: a drawn map on terminals, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from shutil import get_terminal_size

from ..core import Event, Forecast, HexBoard, Kind, Mark, Question
from ..core.warnings import PlayerWarning
from . import listing
from .areamap import AreaMap, boxes, front
from .choices import Choice, lines_of, marks_of
from .hexmap import HexMap, Marks
from .scene import Scene
from .texts import beside, in_columns, width_of, wrap, wrap_all
from .theme import HEADING, QUIET, STRONG, Style, style_for

PANEL_AT_LEAST = 44
WIDEST_PLAN = 136  # columns of a plan of areas


@dataclass(frozen=True, slots=True)
class Frame:
    """What is to be shown at a question: the position, what has happened since the last one, who is asked what."""

    scene: Scene
    events: Sequence[Event] = ()
    asked: str = ""
    question: Question | None = None
    choices: Sequence[Choice] = ()
    forecast: Forecast | None = None
    warnings: Sequence[PlayerWarning] = ()
    overlay: Mapping[str, Mark] = field(default_factory=dict)
    new_phase: bool = True
    focus: str = ""  # the space that the map is drawn around where there is no room for all of it
    selected: Sequence[str] = ()  # the spaces of what the player has in hand

    @property
    def prompt(self) -> str:
        """The question with the side that is asked and the rule."""
        if self.question is None:
            return ""
        rule = f" [{self.question.rule}]" if self.question.rule else ""
        return f"{self.asked}: {self.question.text}{rule}"

    @property
    def odds(self) -> str:
        """The forecast in one line."""
        return listing.forecast_line(self.forecast) if self.forecast else ""


def warning_lines(warnings: Sequence[PlayerWarning], width: int) -> list[str]:
    """What to know before a phase ends."""
    signs = {"grave": "!! Danger: ", "costly": "!! ", "notice": "!  "}
    found = [f"{signs[warning.gravity]}{warning.text} [{warning.rule}]" for warning in warnings]
    return [line for text in found for line in wrap(text, width)]


class Screen(ABC):
    """A place to show and to ask."""

    def __init__(self, style: Style, echo: bool = False) -> None:
        self.style = style
        self._echo = echo

    @abstractmethod
    def show(self, frame: Frame) -> None:
        """The whole frame."""

    @abstractmethod
    def position(self, frame: Frame) -> None:
        """The position alone, with an overlay if the frame has one."""

    @property
    def width(self) -> int:
        return 100

    @property
    def interactive(self) -> bool:
        """Whether a person is typing who can be asked again."""
        return not self._echo

    @abstractmethod
    def clear(self) -> None:
        """Begin a new page, where there are pages."""

    def wipe(self) -> None:
        """Leave nothing of what was shown and typed, on the screen or in the history."""
        if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            print("\x1b[2J\x1b[3J\x1b[H", end="")
        else:
            self.say(*[""] * 60)
        with suppress(ImportError):
            import readline

            readline.clear_history()

    def show_events(self, events: Sequence[Event]) -> None:
        """What happened, as sentences."""
        self.say(*[event.text for event in events])

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line)
        sys.stdout.flush()

    def read(self, prompt: str = "> ") -> str | None:
        """The next line that is typed; None at the end of the input."""
        try:
            if not self._echo:
                return input(prompt)
            line = sys.stdin.readline()
        except EOFError:
            return None
        if not line:
            return None
        text = "".join(char if char.isprintable() else " " for char in line).strip()
        self.say(f"{prompt}{text}")
        return text


class PlainScreen(Screen):
    """Lines of plain text, in an order that makes sense when it is read aloud."""

    def clear(self) -> None:
        self.say("")

    def show(self, frame: Frame) -> None:
        self.show_events(frame.events)
        if frame.new_phase:
            self.position(frame)
        self.say(*[line for line in (frame.prompt, frame.odds) if line])
        self.say(*lines_of(frame.choices, lambda choice: choice.sentence))

    def position(self, frame: Frame) -> None:
        scene = frame.scene
        if frame.overlay:
            self.say(*listing.overlay(scene, frame.overlay))
        else:
            self.say(*(listing.position(scene) if isinstance(scene.board, HexBoard) else front(scene)))


class MapScreen(Screen):
    """The drawn map with everything beside or below it; the screen is cleared for each frame."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self._warned = False

    @property
    def size(self) -> tuple[int, int]:
        columns, rows = get_terminal_size((120, 60))
        return max(columns, 40), max(rows, 12)

    @property
    def width(self) -> int:
        return min(self.size[0] - 1, 116)

    def show(self, frame: Frame) -> None:
        map_lines = self.map(frame)
        wide = max(map(width_of, map_lines))
        if self.size[0] >= wide + 2 + PANEL_AT_LEAST:
            lines = [*self.heading(frame), *beside(map_lines, self.panel(frame, self.size[0] - wide - 3), wide)]
        else:
            below = [*self.boxes(frame, self.width), *self.question(frame, self.width, 10)]
            room = self.size[1] - len(map_lines) - len(below) - 3
            events = self.few_events(frame, room)
            lines = [*self.heading(frame), *map_lines, *events, *below]
        self.clear()
        if isinstance(frame.scene.board, HexBoard):
            self.warn(len(lines) + 1)
        self.say(*lines)

    def position(self, frame: Frame) -> None:
        self.say(*self.heading(frame), *self.map(frame))

    def clear(self) -> None:
        if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            print("\x1b[2J\x1b[H", end="")

    def warn(self, needed: int) -> None:
        """Say once that the terminal is too small."""
        columns, rows = self.size
        if not self._warned and (columns < 116 or rows < needed):
            self._warned = True
            self.say(
                f"This terminal has {columns} columns and {rows} lines; the map needs 116 and {max(needed, 58)}.",
                "Enlarge it, choose a smaller font, or play without the map: --plain.",
            )
            self.pause()

    def pause(self) -> None:
        with suppress(EOFError):
            input("Press Enter to continue ")

    def heading(self, frame: Frame) -> list[str]:
        """A bar across the top: game, phase, and the facts beside the map."""
        scene = frame.scene
        wide = self.size[0] - 1
        lines = [f" {scene.game.title} | {scene.heading}"]
        for fact in scene.status:
            if len(lines[-1]) + len(fact) + 3 > wide:
                lines.append(f" {fact}")
            else:
                lines[-1] += f" | {fact}"
        return [self.style.paint(line[:wide].ljust(wide), HEADING) for line in lines]

    def map(self, frame: Frame) -> list[str]:
        scene, board = frame.scene, frame.scene.board
        attacked = [*scene.battles, *(frame.forecast.spaces if frame.forecast else ())]
        marks = Marks(marks_of(frame.choices, scene), attacked, frame.selected, frame.overlay)
        focus = next(
            (name for name in [frame.focus, *frame.selected, *marks.offered, *attacked] if scene.is_drawn(name)), None
        )
        drawing: HexMap | AreaMap
        if isinstance(board, HexBoard):
            drawing = HexMap(scene, self.style, (self.size[0], 60), focus)
        else:
            room = self.size[1] - len(self.question(frame, self.width, 10)) - 8
            drawing = AreaMap(scene, self.style, (min(self.size[0], WIDEST_PLAN), room), focus)
        legend = drawing.legend()
        if isinstance(drawing, AreaMap):
            return drawing.lines(marks) + wrap(legend, self.size[0] - 1)
        return drawing.lines(marks) + ([legend] if width_of(legend) <= self.size[0] else [])

    def boxes(self, frame: Frame, width: int) -> list[str]:
        """What is off the map."""
        scene = frame.scene
        found = listing.off_map(scene) if isinstance(scene.board, HexBoard) else boxes(scene)
        return [self.style.paint(line, QUIET) for line in wrap_all(found, width)]

    def question(self, frame: Frame, width: int, room: int) -> list[str]:
        prompt = [self.style.paint(line, STRONG) for line in wrap(frame.prompt, width)] if frame.prompt else []
        odds = wrap(frame.odds, width) if frame.odds else []
        actions = in_columns(lines_of(frame.choices, lambda choice: choice.full), width)
        if len(actions) > room:
            actions = in_columns(lines_of(frame.choices, lambda choice: choice.brief), width)
        stops = dict.fromkeys(choice.mark.note for choice in frame.choices if choice.mark.tone == "stop")
        actions += [f"    ! {note}" for note in stops if note]
        actions += wrap_all([choice.remark for choice in frame.choices if choice.remark], width)
        return [*prompt, *odds, *warning_lines(frame.warnings, width), *actions]

    def few_events(self, frame: Frame, room: int) -> list[str]:
        """The events, if there is room for them; else they are shown first, on a page of their own."""
        lines = self.sentences(frame.events, self.width)
        if len(lines) <= max(room, 3):
            return lines
        self.page(lines)
        return []

    def page(self, lines: Sequence[str]) -> None:
        self.clear()
        self.say(*lines)
        self.pause()

    def show_events(self, events: Sequence[Event]) -> None:
        self.say(*self.sentences(events, self.width))

    def sentences(self, events: Sequence[Event], width: int) -> list[str]:
        """Events in lines; phases stand out."""
        return [
            self.style.paint(line, STRONG) if event.kind is Kind.PHASE else line
            for event in events
            for line in wrap(f"== {event.text} ==" if event.kind is Kind.PHASE else event.text, width, "  ")
        ]

    def panel(self, frame: Frame, width: int) -> list[str]:
        """Everything beside the map: units off the map, what happened, and the question."""
        boxes = self.boxes(frame, width)
        question = self.question(frame, width, 24)
        events = self.sentences(frame.events, width)
        room = max(5, 44 - len(boxes) - len(question))
        if len(events) > room:
            self.page(self.sentences(frame.events, self.width))
            events = ["...", *events[1 - room :]]
        return [*boxes, "", *events, "", *question]


def screen_for(plain: bool, no_colour: bool) -> Screen:
    """The drawn map on a terminal, else plain lines."""
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if plain or not on_terminal:
        return PlainScreen(Style(colour=False), echo=not sys.stdin.isatty())
    return MapScreen(style_for(sys.stdout, no_colour))


def complete_with(words: Callable[[], Sequence[str]]) -> None:
    """Let the tab key complete what is typed, where the terminal library can."""
    try:
        import readline
    except ImportError:
        return

    def completer(text: str, number: int) -> str | None:
        fitting = [word for word in words() if word.startswith(text)]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer_delims("")
    readline.set_completer(completer)
    readline.parse_and_bind("tab: complete")
