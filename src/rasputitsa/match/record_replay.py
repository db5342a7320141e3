"""Playing a record again: the match it describes, and whether its dice were fair."""

from __future__ import annotations

from ..core import CHANCE, IllegalAction, RasputitsaError
from .dice import NO_SEED, CommittedDice, TableDice, commitment_to, seal_of
from .match import ACCEPTS, CLAIMS, CONCEDES, OFFERS, Match, NotYourTurn
from .record_format import (
    Line,
    Record,
    RecordError,
    Verification,
    short,
)


def replay(record: Record, upto: int | None = None) -> Match:
    """The match of the record, or its first ``upto`` actions, with the rolls and draws of the record.

    In this match nobody rolls: should chance be asked at its end, what falls can be played for CHANCE. `resume` goes on
    with the dice that the match began with.
    """
    dice = TableDice(record.match_id, record.commitment, record.secret, record.player_seeds, record.seals)
    position = record.position or None
    match = Match(
        record.game,
        record.scenario,
        record.options,
        record.players,
        dice,
        position=position,
        rules=record.rules,
        clock=record.clock,
    )
    for line in record.lines[:upto]:
        _replay_line(record, match, line)
    return match


def resume(record: Record, secret: bytes) -> Match:
    """The match of the record, ready to be played on with its own dice."""
    if commitment_to(secret) != record.commitment:
        raise RecordError(0, "", "The secret does not match the record's commitment.")
    match = replay(record)
    match.dice = CommittedDice(secret, match.id, record.player_seeds, record.seals)
    match.resolve_chance()
    return match


def verify(record: Record) -> Verification:
    """Check the secret against the commitment, the seeds against their seals, and every roll and draw against both."""
    if not record.commitment:
        replay(record)
        return Verification(None, 0, 0, "The record has no commitment, so its dice cannot be verified.")
    if record.secret is None:
        match = replay(record)
        rolls = _rolls(match.rolls)
        if match.outcome:
            text = f"The match is over, but the secret is not shown, so {rolls} cannot be checked."
            return Verification(False, 0, 0, text)
        text = f"The secret is not shown, because the match is not over, so {rolls} cannot be checked."
        return Verification(None, 0, 0, text)
    if commitment_to(record.secret) != record.commitment:
        return Verification(False, 0, 0, "The secret does not match the commitment.")
    for side, seal in record.seals.items():
        seed = record.player_seeds.get(side, NO_SEED)
        if seed.text and (seed.since != 1 or seal != seal_of(record.match_id, side, seed.text)):
            return Verification(
                False, 0, 0, f"The seed of the {record.game.side(side).title} player is not the sealed one."
            )
    dice = CommittedDice(record.secret, record.match_id, record.player_seeds)
    match = replay(record, 0)
    for line in record.lines:
        if line.side == match.state.side == CHANCE:
            promised = str(dice.resolve(match.state, match.rolls + 1))
            if _plain(line.action) != promised:
                text = f"Line {line.number} says {short(line.action)}, but the secret gives {promised!r}."
                return Verification(False, match.rolls, line.number, text)
        _replay_line(record, match, line)
    kept, seeds = f"The commitment was kept in {_rolls(match.rolls)}.", _about_seeds(record)
    return Verification(True, match.rolls, 0, " ".join(filter(None, (kept, seeds))), seeds)


def _about_seeds(record: Record) -> str:
    """What the reader should know of the players' seeds; "" if all were in, or if there was never any."""
    if not record.seals:
        late = any(seed.text for seed in record.player_seeds.values())
        return "The players' seeds were not sealed, so the last of them could be chosen." if late else ""
    found = []
    for side in record.game.sides:
        if not record.player_seeds.get(side.name, NO_SEED).text:
            sealed = side.name in record.seals
            found.append(f"The {side.title} player {'did not show the sealed seed' if sealed else 'added no seed'}.")
    return " ".join(found)


def _replay_line(record: Record, match: Match, line: Line) -> None:
    try:
        _act(match, line.side, _plain(line.action))
    except NotYourTurn:
        raise _broken(record, line, "", f"It is the turn of {match.side}, not of {line.side}.") from None
    except IllegalAction:
        step = match.state.stack[-1]
        rule, reason, _ = step.why_refused(match.state, record.game.action(line.action))
        raise _broken(record, line, rule, reason) from None
    except RasputitsaError as error:
        raise _broken(record, line, "", str(error)) from None


def _act(match: Match, side: str, action: str) -> None:
    if action == str(CONCEDES):
        match.concede(side)
    elif action == str(OFFERS):
        match.offer_draw(side)
    elif action == str(ACCEPTS):
        match.accept_draw(side)
    elif action == str(CLAIMS):
        match.claim_win(side)
    else:
        match.play(side, action)


def _broken(record: Record, line: Line, rule: str, reason: str) -> RecordError:
    """What is wrong with a line; for a record under older rules, that this may be why."""
    made, now = record.rules, record.game.playable_rules(record.rules)
    if made < now:
        reason = f"{reason.rstrip('.')}; the record was made under rules version {made}, and {now} is played here."
    return RecordError(line.number, rule, reason)


def _plain(action: str) -> str:
    return " ".join(action.split())


def _rolls(number: int) -> str:
    return "1 roll or draw" if number == 1 else f"{number} rolls and draws"
