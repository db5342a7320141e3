"""A match at the terminal: bots move by themselves, people are asked, commands are obeyed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote

from ..bots import Bot, bot, bots, decide
from ..core import CHANCE, Event, Forecast, RasputitsaError, UnreadableAction
from ..match import Match
from . import listing
from .answers import Offer, completed, find, offers
from .pieces import Scene
from .saves import SaveError, Saver, new_file
from .screens import Frame, Screen, complete_with
from .texts import markdown, wrap_all

HELP = """\
Answer with the number of an answer, with its text (move 0406), or with as much of it as is clear (m 0406, 0406,
moscow, done). Several go on one line with ; between them (24pz; 0607). Besides:
  undo [N], redo        take back what nobody has answered yet, and take it again
  forecast [ACTION]     the odds of the battle in hand, or of what ACTION would make of it
  why ACTION            why an action is not allowed
  hint                  what the computer would do
  map [SPACE]           the position again, around a space if the map is too large for the screen
  units [SIDE]          the units in words
  look SPACE            all about a space
  OVERLAYS
  rules [NUMBER], charts    the rules; the tables of the game
  log [N]               what happened lately
  save FILE             write the match into a file
  draw                  offer a draw, or accept one
  concede, quit, help   give up; leave; this text"""


class Session:
    """One match, its seats (None for a person), the screen it is shown on, and the file it is saved in."""

    def __init__(self, match: Match, seats: Mapping[str, Bot | None], screen: Screen, saver: Saver | None) -> None:
        self.match, self.seats, self.screen, self.saver = match, seats, screen, saver
        self.told = {who: len(match.log) for who in (None, *seats)}  # by viewer, the entries of the log that were told
        self.seated: str | None = None  # the person at the screen, where a game hides things from the other
        self.stale = True  # the position has changed since it was shown
        self.heading = ""
        self.focus = ""  # the space that a map too large for the screen is drawn around
        self.waiting: list[str] = []  # what has been typed and not been done yet
        self.left = False
        self.commands: dict[str, Callable[[str, str], None]] = {
            "undo": self.undo,
            "redo": self.redo,
            "save": self.save,
            "forecast": self.forecast,
            "rules": self.rules,
            "map": self.map,
            "log": self.log,
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
            self.saver.save(self.match)  # a file that cannot be written is better known now
        while not self.match.outcome and not self.left:
            side = self.match.side
            assert side is not None
            player = self.seats.get(side)
            if player is None:
                self.turn_of_person(side)
            else:
                self.turn_of_bot(side, player)
        if self.match.outcome:
            self.finish()

    @property
    def people(self) -> list[str]:
        return [side for side, player in self.seats.items() if player is None]

    @property
    def viewer(self) -> str | None:
        """Whose eyes the screen shows the match with: the one person's, the asked one's of two, or a spectator's."""
        if len(self.people) == 1:
            return self.people[0]
        side = self.match.side
        return side if self.people and side != CHANCE else None

    def turn_of_bot(self, side: str, player: Bot) -> None:
        self.waiting.clear()  # what was typed did not reckon with an answer
        self.play(side, str(decide(player, self.match.state, len(self.match.log))))
        if not self.people:
            self.tell()

    def turn_of_person(self, side: str) -> None:
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
                self.obey(side, self.waiting.pop(0))
            except RasputitsaError as error:
                self.waiting.clear()  # what was typed after it was meant for another position
                if self.stale and not self.match.outcome:
                    self.show()  # now, or it would wipe the error away
                self.screen.say(*wrap_all([str(error)], self.screen.width))

    @property
    def shared(self) -> bool:
        """Whether two people at one screen must not see each other's side of the match."""
        return self.match.game.hidden and len(self.people) > 1

    def hand_over(self, side: str) -> None:
        """Wipe the screen for the other person, and wait until they sit there."""
        before, self.seated = self.seated, side
        if self.shared and before not in (None, side) and self.screen.interactive:
            self.waiting.clear()
            self.stale, self.heading = True, ""
            self.screen.wipe()
            self.screen.read(f"Now the {self.match.game.side(side).title} player. Press Enter when nobody else looks. ")

    def obey(self, side: str, text: str) -> None:
        """Do what was typed: an answer in full, a command, an abbreviated answer, an abbreviated command."""
        word, _, rest = text.strip().partition(" ")
        word, rest = word.casefold(), rest.strip()
        found = self.offers()
        if not word:
            return
        if word in self.commands and not any(offer.action == text for offer in found):
            self.commands[word](side, rest)
        elif word in self.overlays():
            self.overlay(word, rest)
        elif offer := find(text, found, self.scene()):
            self.play(side, offer.action)
        elif len(near := [name for name in self.commands if name.startswith(word)]) == 1:
            self.commands[near[0]](side, rest)
        else:
            self.refuse(text)

    def refuse(self, text: str) -> None:
        """Say why a text is no answer."""
        text = completed(text, self.offers(), self.scene())
        verbs = {action.verb for action in self.match.game.words}
        if text.split()[0] not in verbs:
            raise UnreadableAction(f"{text[:40]!r} is no answer here and no command. Type 'map' or 'help'.")
        refusal = self.match.state.why_not(text)
        raise RasputitsaError(refusal.reason if refusal else f"{text!r} is allowed.")

    def play(self, side: str, action: str) -> None:
        self.match.play(side, action, len(self.match.log))
        self.keep()
        self.stale = True

    def keep(self) -> None:
        """Save. A match goes on though its file cannot be written any more."""
        try:
            if self.saver:
                self.saver.save(self.match)
        except SaveError as error:
            self.screen.say(str(error))

    def finish(self) -> None:
        assert self.match.outcome is not None
        scene = self.scene()
        self.tell()
        self.screen.position(Frame(scene))
        self.screen.say(listing.outcome(scene, self.match.outcome))
        if self.saver:
            self.screen.say(f"The record is in {self.saver.path}.")

    def leave(self) -> None:
        self.left = True
        self.keep()
        if self.saver:
            self.screen.say(f"Saved. Go on with: rasputitsa play --resume {quote(str(self.saver.path))}")

    # What is shown.

    def scene(self) -> Scene:
        return Scene(self.match.game, self.match.view(self.viewer))

    def offers(self) -> list[Offer]:
        return offers(self.match.state, self.scene())

    def overlays(self) -> list[str]:
        return [overlay.name for overlay in self.match.game.overlays]

    def words(self) -> list[str]:
        """What the tab key can complete."""
        return [*(offer.action for offer in self.offers()), *self.commands, *self.overlays()]

    def news(self) -> list[Event]:
        """What happened since this was asked last."""
        viewer = self.viewer
        events = self.match.events_for(viewer, self.told[viewer])
        told = [viewer] if self.shared else list(self.told)
        self.told.update(dict.fromkeys(told, len(self.match.log)))
        return events

    def tell(self) -> None:
        self.screen.tell(self.news())

    def show(self) -> None:
        scene, side = self.scene(), self.match.side
        assert side is not None
        frame = Frame(
            scene,
            self.news(),
            self.match.game.side(side).title,
            self.match.state.question,
            self.offers(),
            self.match.state.forecast(),
            new_phase=scene.heading != self.heading,
            focus=self.focus,
            subject=self.subject(scene),
        )
        self.heading, self.stale = scene.heading, False
        self.screen.show(frame)

    def subject(self, scene: Scene) -> str:
        """The space of the unit or place that the asked side named last."""
        if not self.match.log or self.match.log[-1].side != self.match.side:
            return ""
        name = self.match.log[-1].action.object
        return scene.pieces[name].at if name in scene.pieces else name

    # Commands. Each gets the side that is asked and what follows its name.

    def undo(self, side: str, rest: str) -> None:
        for _ in range(_number(rest, 1)):
            entry = self.match.undo(side)
            self.screen.say(f"Taken back: {entry.action}")
        self._went_back()

    def redo(self, side: str, rest: str) -> None:
        self.match.redo(side)
        self._went_back()

    def _went_back(self) -> None:
        self.told = {who: min(told, len(self.match.log)) for who, told in self.told.items()}
        self.stale = True
        self.keep()

    def save(self, side: str, rest: str) -> None:
        if not rest:
            raise RasputitsaError("Say which file to save in: save FILE.")
        path = Path(rest).expanduser()
        if not (self.saver and self.saver.path == path):
            self.saver = Saver(new_file(path))
        self.keep()
        self.screen.say(f"The match is saved in {path}, and will be after every action from now on.")

    def forecast(self, side: str, rest: str) -> None:
        found = self._forecast(rest)
        self.screen.say(*(listing.forecast(found) if found else ["There is no battle to forecast here."]))

    def _forecast(self, rest: str) -> Forecast | None:
        if not rest:
            return self.match.state.forecast()
        offer = find(rest, self.offers(), self.scene())
        return self.match.state.forecast(offer.action if offer else rest)

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

    def log(self, side: str, rest: str) -> None:
        events = self.match.events_for(self.viewer)[-_number(rest, 30) :]
        self.screen.tell(events)
        if not events:
            self.screen.say("Nothing has happened yet.")

    def units(self, side: str, rest: str) -> None:
        scene = self.scene()
        for number, one in enumerate(self.match.game.sides):
            if rest.casefold() in ("", one.name.casefold(), one.title.casefold()):
                self.screen.say(*listing.units(scene, number))

    def look(self, side: str, rest: str) -> None:
        self.screen.say(*wrap_all(listing.space(self.scene(), self._space(rest)), self.screen.width, "    "))

    def _space(self, text: str) -> str:
        """The name of the space that a text names, by number or title."""
        for space in self.match.game.board.spaces:
            if text and text.casefold() in (space.name.casefold(), space.title.casefold()):
                return space.name
        raise RasputitsaError(f"There is no space {text[:40]!r} on this map.")

    def charts(self, side: str, rest: str) -> None:
        self.screen.say(*listing.charts(self.scene()))

    def overlay(self, name: str, rest: str) -> None:
        marks = self.match.state.overlay(name, rest or None)
        self.screen.position(Frame(self.scene(), overlay=marks))
        if not marks:
            self.screen.say("Nothing to show.")

    def why(self, side: str, rest: str) -> None:
        if not rest:
            raise RasputitsaError("Say which action: why ACTION.")
        offer = find(rest, self.offers(), self.scene())
        if offer is None:
            self.refuse(rest)
        else:
            self.screen.say(f"{offer.action!r} is allowed.")

    def hint(self, side: str, rest: str) -> None:
        game = self.match.game.name
        adviser = bot(bots(game)[-1], game)
        action = decide(adviser, self.match.state, len(self.match.log))
        offer = next((offer for offer in self.offers() if offer.action == str(action)), None)
        about = f" ({offer.about})" if offer and offer.about else ""
        self.screen.say(f"{adviser.name} would say: {action}{about}. {adviser.explain()}".rstrip())

    def draw(self, side: str, rest: str) -> None:
        if self.match.draw_offer == self.match.game.other(side):
            self.match.accept_draw(side)
        else:
            self.match.offer_draw(side)
            self.screen.say("A draw is offered. It stands until the other side plays on.")
        self.keep()

    def concede(self, side: str, rest: str) -> None:
        self.match.concede(side)
        self.keep()

    def help(self, side: str, rest: str) -> None:
        shown = [f"{one.name}{' PIECE' if one.needs else ''}" for one in self.match.game.overlays]
        self.screen.say(HELP.replace("OVERLAYS", f"{', '.join(shown)}    laid over the map" if shown else ""))

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
        raise RasputitsaError(f"{text[:40]!r} is no number from 1 up.")
    return int(text)
