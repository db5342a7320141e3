"""A match at the terminal: bots play by themselves, people are asked, and commands are carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote

from ..bots import Bot, adviser, bot, decide
from ..core import CHANCE, Event, Forecast, IllegalAction, RasputitsaError, UnreadableAction
from ..match import Match
from . import listing
from .areamap import front
from .choices import Choice, choices, completed, find
from .saves import SaveError, Saver, new_file
from .scene import Scene
from .screens import Frame, Screen, complete_with
from .texts import markdown, wrap_all

HELP = """\
Type the number of a choice, its action (move 0406), or as much of it as is clear (m 0406, 0406, moscow, done).
Several choices can go on one line with ; between them (24pz; 0607). Commands:
  undo [N], redo        undo your last actions, and redo them
  forecast [ACTION]     the odds of the battle in hand, or of the battle once ACTION is taken
  why ACTION            why an action is not allowed
  hint                  what the computer would do
  map [SPACE]           show the position again, around a space if the map is larger than the screen
  front                 where the sides meet, sector by sector
  units [SIDE]          list the units
  look SPACE            show everything about a space
  OVERLAYS
  sequence              the phases of this turn
  rules [NUMBER]        the rules, or one rule
  charts                the tables of the game
  log [N]               the last N events
  save FILE             save the match in a file, now and after every action
  draw                  offer a draw, or accept one
  concede               give up the match
  quit                  leave the match
  help                  show this text"""


class Session:
    """One match, its seats (None for a person), the screen it is shown on, and the file it is saved in."""

    def __init__(self, match: Match, seats: Mapping[str, Bot | None], screen: Screen, saver: Saver | None) -> None:
        self.match, self.seats, self.screen, self.saver = match, seats, screen, saver
        self.shown = {viewer: len(match.log) for viewer in (None, *seats)}  # by viewer, how much of the log was shown
        self.seated: str | None = None  # the person at the screen, where a game hides things from the other
        self.stale = True  # the position has changed since it was shown
        self.heading = ""
        self.focus = ""  # the space that a map too large for the screen is drawn around
        self.waiting: list[str] = []  # what has been typed and not been carried out yet
        self.left = False
        self.commands: dict[str, Callable[[str, str], None]] = {
            "undo": self.undo,
            "redo": self.redo,
            "save": self.save,
            "forecast": self.forecast,
            "rules": self.rules,
            "map": self.map,
            "sequence": self.sequence,
            "log": self.log,
            "front": self.front,
            "units": self.units,
            "look": self.look,
            "charts": self.charts,
            "why": self.why,
            "hint": self.hint,
            "draw": self.draw,
            "concede": self.concede,
            "help": self.help,
            "quit": self.quit,
        }

    # The course of the match.

    def run(self) -> None:
        """Play until the match is over or left."""
        complete_with(self.words)
        if self.saver and not self.match.outcome:
            self.saver.save(self.match)  # if the file cannot be written, say so now
        while not self.match.outcome and not self.left:
            side = self.match.side
            assert side is not None
            player = self.seats.get(side)
            if player is None:
                self.ask_person(side)
            else:
                self.ask_bot(side, player)
        if self.match.outcome:
            self.finish()

    @property
    def people(self) -> list[str]:
        return [side for side, player in self.seats.items() if player is None]

    @property
    def viewer(self) -> str | None:
        """For whom the match is shown: the only person, the one of two who must act, or a spectator."""
        if len(self.people) == 1:
            return self.people[0]
        side = self.match.side
        return side if self.people and side != CHANCE else None

    def ask_bot(self, side: str, player: Bot) -> None:
        self.waiting.clear()  # it was typed before the bot's action was known
        self.play(side, str(decide(player, self.match.state, len(self.match.log))))
        if not self.people:
            self.show_news()

    def ask_person(self, side: str) -> None:
        self.hand_over(side)
        if not self.waiting:
            if self.stale:
                self.show()
            text = self.screen.read()
            if text is None:
                self.leave()
                return
            self.waiting = [part.strip() for part in text.split(";") if part.strip()]
        if self.waiting:
            try:
                self.carry_out(side, self.waiting.pop(0))
            except RasputitsaError as error:
                self.waiting.clear()  # the rest was typed for another position
                if self.stale and not self.match.outcome:
                    self.show()  # now, or it would wipe the error away
                lines = listing.refusal(error) if isinstance(error, IllegalAction) else [str(error)]
                self.screen.say(*wrap_all(lines, self.screen.width))

    @property
    def shared(self) -> bool:
        """Whether two people at one screen must not see each other's side of the match."""
        return self.match.game.hidden and len(self.people) > 1

    def hand_over(self, side: str) -> None:
        """Clear the screen for the other person, and wait until they are there."""
        before, self.seated = self.seated, side
        if self.shared and before not in (None, side) and self.screen.interactive:
            self.waiting.clear()
            self.stale, self.heading = True, ""
            self.screen.wipe()
            self.screen.read(
                f"{self.match.game.side(side).title} player: press Enter when nobody else can see the screen. "
            )

    def carry_out(self, side: str, text: str) -> None:
        """Do what was typed: an action in full, a command, a shortened action, a shortened command."""
        word, _, rest = text.strip().partition(" ")
        word, rest = word.casefold(), rest.strip()
        found = self.choices()
        if not word:
            return
        if word in self.commands and not any(choice.action == text for choice in found):
            self.commands[word](side, rest)
        elif word in self.overlays():
            self.overlay(word, rest)
        elif choice := find(text, found, self.scene()):
            self.play(side, choice.action)
        elif len(near := [name for name in self.commands if name.startswith(word)]) == 1:
            self.commands[near[0]](side, rest)
        else:
            self.refuse(text)

    def refuse(self, text: str) -> None:
        """Say why a text is not an action that is allowed now."""
        text = completed(text, self.choices(), self.scene())
        verbs = {action.verb for action in self.match.game.words}
        if text.split()[0] not in verbs:
            raise UnreadableAction(f"{text[:40]!r} is neither an action nor a command. Type 'help' for help.")
        refusal = self.match.state.why_not(text)
        if refusal is None:
            raise RasputitsaError(f"{text!r} is allowed.")
        raise IllegalAction(*refusal)

    def play(self, side: str, action: str) -> None:
        self.match.play(side, action, len(self.match.log))
        self.keep()
        self.stale = True

    def keep(self) -> None:
        """Save. If the file cannot be written any more, the match goes on without it."""
        try:
            if self.saver:
                self.saver.save(self.match)
        except SaveError as error:
            self.screen.say(str(error))

    def finish(self) -> None:
        assert self.match.outcome is not None
        scene = self.scene()
        self.show_news()
        self.screen.position(Frame(scene))
        self.screen.say(listing.outcome(scene, self.match.outcome))
        if self.saver:
            self.screen.say(f"The record is in {self.saver.path}.")

    def leave(self) -> None:
        self.left = True
        self.keep()
        if self.saver:
            self.screen.say(f"Saved. Continue with: rasputitsa play --resume {quote(str(self.saver.path))}")

    # What is shown.

    def scene(self) -> Scene:
        return Scene(self.match.game, self.match.view(self.viewer))

    def choices(self) -> list[Choice]:
        return choices(self.match.state, self.scene())

    def overlays(self) -> list[str]:
        return [overlay.name for overlay in self.match.game.overlays]

    def words(self) -> list[str]:
        """What the tab key can complete."""
        return [*(choice.action for choice in self.choices()), *self.commands, *self.overlays()]

    def news(self) -> list[Event]:
        """What has happened since the last call."""
        viewer = self.viewer
        events = self.match.events_for(viewer, self.shown[viewer])
        viewers = [viewer] if self.shared else list(self.shown)
        self.shown.update(dict.fromkeys(viewers, len(self.match.log)))
        return events

    def show_news(self) -> None:
        self.screen.show_events(self.news())

    def show(self) -> None:
        scene, side = self.scene(), self.match.side
        assert side is not None
        frame = Frame(
            scene,
            self.news(),
            self.match.game.side(side).title,
            self.match.state.question_for(self.viewer),
            self.choices(),
            self.match.state.forecast(viewer=self.viewer),
            self.match.state.warnings(self.match.side, self.match.actions()) if self.viewer == side else (),
            new_phase=scene.heading != self.heading,
            focus=self.focus,
            selected=self.selected(scene),
        )
        self.heading, self.stale = scene.heading, False
        self.screen.show(frame)

    def selected(self, scene: Scene) -> list[str]:
        """The spaces of what the player has in hand."""
        offers = self.match.offers(self.match.side)
        return scene.spaces_of(offers["selection"]) if offers else []

    # Commands. Each gets the side that must act and what follows the command's name.

    def undo(self, side: str, rest: str) -> None:
        for _ in range(_number(rest, 1)):
            entry = self.match.undo(side)
            self.screen.say(f"Undone: {entry.action}")
        self._position_changed()

    def redo(self, side: str, rest: str) -> None:
        self.match.redo(side)
        self._position_changed()

    def _position_changed(self) -> None:
        self.shown = {viewer: min(shown, len(self.match.log)) for viewer, shown in self.shown.items()}
        self.stale = True
        self.keep()

    def save(self, side: str, rest: str) -> None:
        if not rest:
            raise RasputitsaError("Name the file to save in: save FILE.")
        path = Path(rest).expanduser()
        if not (self.saver and self.saver.path == path):
            self.saver = Saver(new_file(path))
        self.keep()
        self.screen.say(f"The match is saved in {path}, now and after every action.")

    def forecast(self, side: str, rest: str) -> None:
        found = self._forecast(rest)
        self.screen.say(*(listing.forecast(found) if found else ["There is no battle to forecast."]))

    def _forecast(self, rest: str) -> Forecast | None:
        if not rest:
            return self.match.state.forecast(viewer=self.viewer)
        choice = find(rest, self.choices(), self.scene())
        return self.match.state.forecast(choice.action if choice else rest, self.viewer)

    def rules(self, side: str, rest: str) -> None:
        rules = self.match.game.rules
        if not rest:
            self.screen.say(*[f"{number:<7} {rule.title}" for number, rule in rules.items()])
            return
        rule = rules.find(rest)
        self.screen.say(f"{rule.number} {rule.title}", "", *markdown(rule.text, self.screen.width))

    def map(self, side: str, rest: str) -> None:
        self.focus = self._space(rest) if rest else ""
        self.stale = True
        self.heading = ""

    def sequence(self, side: str, rest: str) -> None:
        self.screen.say(*listing.sequence(self.scene()))

    def log(self, side: str, rest: str) -> None:
        events = self.match.events_for(self.viewer)[-_number(rest, 30) :]
        self.screen.show_events(events)
        if not events:
            self.screen.say("Nothing has happened yet.")

    def front(self, side: str, rest: str) -> None:
        self.screen.say(*wrap_all(front(self.scene()), self.screen.width, "    "))

    def units(self, side: str, rest: str) -> None:
        scene = self.scene()
        for number, one in enumerate(self.match.game.sides):
            if rest.casefold() in ("", one.name.casefold(), one.title.casefold()):
                self.screen.say(*listing.units(scene, number))

    def look(self, side: str, rest: str) -> None:
        if not rest:
            raise RasputitsaError("Name the space: look SPACE.")
        self.screen.say(*wrap_all(listing.space(self.scene(), self._space(rest)), self.screen.width, "    "))

    def _space(self, text: str) -> str:
        """The name of the space that a text means, by its number or title."""
        for space in self.match.game.board.spaces:
            if text.casefold() in (space.name.casefold(), space.title.casefold()):
                return space.name
        raise RasputitsaError(f"There is no space {text[:40]!r} on this map.")

    def charts(self, side: str, rest: str) -> None:
        self.screen.say(*listing.charts(self.scene()))

    def overlay(self, name: str, rest: str) -> None:
        if not rest and any(one.needs for one in self.match.game.overlays if one.name == name):
            raise RasputitsaError(f"Name the unit: {name} UNIT.")
        marks = self.match.state.overlay(name, self.viewer, rest or None)
        self.screen.position(Frame(self.scene(), overlay=marks))
        if not marks:
            self.screen.say("Nothing to show.")

    def why(self, side: str, rest: str) -> None:
        if not rest:
            raise RasputitsaError("Name the action: why ACTION.")
        choice = find(rest, self.choices(), self.scene())
        if choice is None:
            self.refuse(rest)
        else:
            self.screen.say(f"{choice.action!r} is allowed.")

    def hint(self, side: str, rest: str) -> None:
        game = self.match.game
        helper = bot(adviser(game.name), game)
        action = decide(helper, self.match.state, len(self.match.log))
        about = next((choice.about for choice in self.choices() if choice.action == str(action)), "")
        self.screen.say(f"The {helper.name} would play: {action}{f' ({about})' if about else ''}. {helper.explain()}")

    def draw(self, side: str, rest: str) -> None:
        if self.match.draw_offer == self.match.game.other(side):
            self.match.accept_draw(side)
        else:
            self.match.offer_draw(side)
            self.screen.say("You offer a draw. The offer stands until the other side plays on.")
        self.keep()

    def concede(self, side: str, rest: str) -> None:
        self.match.concede(side)
        self.keep()

    def help(self, side: str, rest: str) -> None:
        overlays = [f"{one.name}{' UNIT' if one.needs else ''}" for one in self.match.game.overlays]
        self.screen.say(HELP.replace("OVERLAYS", f"{', '.join(overlays)}    draw this over the map"))

    def quit(self, side: str, rest: str) -> None:
        if self.screen.interactive and not self.saver and self.match.log:
            name = (self.screen.read("Save in which file? (Enter: do not save) ") or "").strip()
            if name:
                self.save(side, name)
        self.leave()


def _number(text: str, default: int) -> int:
    if not text:
        return default
    if not text.isdecimal() or not 0 < int(text) < 10**6:
        raise RasputitsaError(f"{text[:40]!r} is not a number from 1 up.")
    return int(text)
