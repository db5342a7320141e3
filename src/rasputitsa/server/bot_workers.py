"""Several processes in which bots think, so that one that takes its time does not hold up other matches."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from .bot_process import Question
from .bot_worker import Questions, Thinking, Worker


def usable_processes() -> int:
    """As many as there are cores but one, which the server keeps; at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


class Workers:
    """Asks the workers. The bot of a seat thinks where it thought before, which saves it planning again, unless that
    worker is busy: then whoever is free first takes the question."""

    def __init__(self, count: int | None = None) -> None:
        self.questions = Questions()
        self.workers = [Worker(self.questions) for _ in range(count or usable_processes())]

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [worker.pid for worker in self.workers if worker.pid is not None]

    @property
    def load(self) -> int:
        """The questions that wait or are being answered."""
        return len(self.questions) + sum(worker.busy for worker in self.workers)

    def ask(
        self,
        game: str,
        level: str,
        seed: int,
        number: int,
        position: dict[str, Any],
        seconds: float,
        hint: bool = False,
        side: str = "",
    ) -> Thinking:
        """Ask the bot of that level about this position, which is a guess and never the true one; with a ``side``,
        how the match stands for it."""
        question = Question(next(self.questions.tickets), game, level, seed, number, seconds, position, side)
        thinking = Thinking(question)
        self.questions.add(thinking, hint)
        home = self.workers[seed % len(self.workers)]
        for worker in self.workers if home.busy or len(self.questions) > 1 else [home]:
            worker.wake()
        return thinking

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self.workers))
        for thinking in self.questions:
            thinking.answer.cancel()
