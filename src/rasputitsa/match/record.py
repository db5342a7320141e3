"""Records: a match as a text file that people can read, compare, cut short, edit and replay.

::

    rasputitsa record 1
    game: battle-for-moscow
    edition: ...                       if the data were not those of the game itself
    data: 522634a3943eed75             the fingerprint of the data
    rules: 1
    scenario: ...
    option.NAME: value                 only those that are not the usual ones
    player.SIDE: name
    match: 7c9e2f
    commitment: sha256:...
    clock: 3 days a turn               if there was one (see `clock`)
    seal.SIDE: sha256:...              what a player promised of a seed before any was shown (see `exchange`)
    word.SIDE: 1 9f86d081...           what a player added to the dice, and the first roll that it counts for, or "none"
    position.KEY: value                where the match began with a position (see `core.positions`)

    ## a heading, written for the reader and ignored when read
    # a note, kept with its position
    german move 0406
    chance roll 5
    soviet concedes
    secret: 8d0b...

``game`` and ``rules`` must be there. A record of older rules without ``edition`` has the data of its time. A blank line
follows the header; more of them, and notes, may be anywhere. Each line ends with a line break, so that a file which was
cut within a line shows it. The secret is written once the match is over. What the players do about the match itself has
lines too: ``concedes``, ``offers a draw``, ``accepts the draw``, ``claims the win on time``; the game's rules know
nothing of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..core.positions import text_lines
from .match import AGREEMENTS, Match
from .record_format import FORMAT, IN_HEADER, NONE
from .record_format import Record as Record
from .record_format import RecordError as RecordError
from .record_format import Verification as Verification
from .record_reader import read as read
from .record_replay import replay as replay
from .record_replay import resume as resume
from .record_replay import verify as verify


def write(match: Match, notes: Mapping[int, Sequence[str]] | None = None) -> str:
    """The record of a match so far; with its secret once it is over. ``notes`` are lines of text by position."""
    lines = [f"rasputitsa record {FORMAT}", *(f"{key}: {value}" for key, value in _header(match) if value), ""]
    state = match.start()
    heading = ""
    for entry in match.log:
        if state.heading != heading:
            heading = state.heading
            lines.append(f"## {heading}")
        lines += _comments(notes, entry.number)
        lines.append(f"{entry.side} {entry.action}")
        if entry.action not in AGREEMENTS:
            state.apply(entry.action)
    lines += _comments(notes, len(match.log))
    if match.outcome and match.dice.secret:
        lines.append(f"secret: {match.dice.secret.hex()}")
    return "\n".join(lines) + "\n"


def _header(match: Match) -> Iterator[tuple[str, str]]:
    yield "game", match.game.name
    yield "edition", match.game.edition
    yield "data", match.game.fingerprint
    yield "rules", str(match.rules_version)
    yield "scenario", match.scenario
    usual = match.game.check_options({})
    yield from ((f"option.{name}", value) for name, value in match.options.items() if value != usual[name])
    yield from ((f"player.{side}", name) for side, name in match.players.items())
    yield "match", match.id
    yield "commitment", match.dice.commitment
    yield "clock", str(match.clock or "")
    for side in match.players:
        yield f"seal.{side}", match.dice.seals.get(side, "")
        if side in match.dice.player_seeds:
            seed = match.dice.player_seeds[side]
            yield f"word.{side}", f"{seed.since} {seed.text}" if seed.text else NONE
    if match.position is not None:
        facts = {key: value for key, value in match.position.items() if key not in IN_HEADER}
        yield from ((f"position.{key}", value) for key, value in text_lines(facts))


def _comments(notes: Mapping[int, Sequence[str]] | None, number: int) -> list[str]:
    return [f"# {line}".rstrip() for line in (notes or {}).get(number, ())]
