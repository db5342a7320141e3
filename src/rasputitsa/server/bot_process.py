"""The process in which bots think: questions come in as lines, decisions go out as lines.

It gets guesses only, so nothing that a bot's side may not know ever reaches it.
"""

from __future__ import annotations

import os
import sys
import traceback
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from ..bots import Bot, bot, decide
from ..games import game

BOTS_KEPT = 64


class Question(Struct, array_like=True):
    """Which bot is asked, and in which position; ``number`` is the number of that position in its match."""

    ticket: int
    game: str
    level: str
    seed: int
    number: int
    position: dict[str, Any]


class Decision(Struct, array_like=True):
    ticket: int
    action: str = ""
    text: str = ""
    error: str = ""


@lru_cache(BOTS_KEPT)
def _bot(level: str, name: str, seed: int) -> Bot:
    return bot(level, name, seed)


def decide_for(question: Question) -> Decision:
    player = _bot(question.level, question.game, question.seed)
    state = game(question.game).position(question.position)
    action = decide(player, state, question.number)
    return Decision(question.ticket, str(action), player.explain())


def main() -> None:
    decisions = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a bot prints must not look like a decision
    decoder, encoder = Decoder(Question), Encoder()
    for line in sys.stdin.buffer:
        question = decoder.decode(line)
        try:
            decision = decide_for(question)
        except Exception:
            decision = Decision(question.ticket, error=traceback.format_exc(limit=-4))
        decisions.write(encoder.encode(decision) + b"\n")


if __name__ == "__main__":
    main()
