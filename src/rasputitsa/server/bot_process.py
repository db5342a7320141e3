"""The process in which bots think: questions come in as lines, decisions go out as lines.

It gets guesses only, so nothing that a bot's side may not know ever reaches it. While the main thread thinks, another
one reads: it passes on that a bot must decide now, and ends the process when the server is gone.
"""

from __future__ import annotations

import os
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import Any

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from ..bots import after
from ..bots.bot import Stop
from ..table.hints import decided, stood
from ..table.protocol import StandingData
from .hosting import let_in


class Question(Struct, array_like=True, tag="ask"):
    """Which bot is asked, in which position, and for how many seconds it may think.

    ``number`` is the number of that position in its match. With a ``side`` no bot decides: it is asked how the match
    stands for that side.
    """

    ticket: int
    game: str
    level: str
    seed: int
    number: int
    seconds: float
    position: dict[str, Any]
    side: str = ""


class DecideNow(Struct, array_like=True, tag="now"):
    """The bot must give the best action that it has found so far."""

    ticket: int


class Decision(Struct, array_like=True):
    ticket: int
    action: str = ""
    text: str = ""
    error: str = ""
    standing: StandingData | None = None


def decide_for(question: Question, stop: Stop) -> Decision:
    game, level, seed, number = question.game, question.level, question.seed, question.number
    if question.side:
        found = stood(game, seed, question.position, question.side, stop)
        return Decision(question.ticket, standing=found)
    action, text = decided(game, level, seed, number, question.position, stop)
    return Decision(question.ticket, action, text)


def main() -> None:
    let_in(sys.argv[1:])
    decisions = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a bot prints must not look like a decision
    questions: SimpleQueue[Question] = SimpleQueue()
    interrupted: set[int] = set()
    Thread(target=_read, args=(questions, interrupted), daemon=True).start()
    encoder = Encoder()
    while True:
        question = questions.get()
        late = after(question.seconds)
        try:
            decision = decide_for(question, lambda: question.ticket in interrupted or late())  # noqa: B023
        except Exception:
            decision = Decision(question.ticket, error=traceback.format_exc(limit=-4))
        interrupted.clear()
        decisions.write(encoder.encode(decision) + b"\n")


def _read(questions: SimpleQueue[Question], interrupted: set[int]) -> None:
    decoder: Decoder[Question | DecideNow] = Decoder(Question | DecideNow)
    for line in sys.stdin.buffer:
        match decoder.decode(line):
            case DecideNow(ticket):
                interrupted.add(ticket)
            case Question() as question:
                questions.put(question)
    os._exit(0)  # the server is gone: nobody waits for a decision


if __name__ == "__main__":
    main()
