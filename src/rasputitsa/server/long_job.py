"""The process in which long jobs are done: each comes in as one message and goes out as one.

A message is its length and a pickle; both ends are this program. The process ends when the server is gone.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from collections.abc import Callable
from struct import Struct
from typing import Any, BinaryIO

from ..core import RasputitsaError
from ..match import read
from .new_matches import prepare
from .problems import ErrorData, Problem, problem
from .report import report

LENGTH = Struct(">Q")
JOBS: dict[str, Callable[..., Any]] = {
    "prepare": prepare,
    "report": lambda text: report(read(text)),
}
Answer = tuple[Any, ErrorData | None, str]  # what came of the job, or why it is refused, or how it failed


def packed(message: object) -> bytes:
    data = pickle.dumps(message)
    return LENGTH.pack(len(data)) + data


def done(name: str, arguments: tuple[Any, ...]) -> Answer:
    try:
        return JOBS[name](*arguments), None, ""
    except Problem as refusal:
        return None, refusal.data(), ""
    except RasputitsaError as error:
        return None, problem(error).data(), ""
    except Exception:
        return None, None, traceback.format_exc(limit=-4)


def next_job(source: BinaryIO) -> tuple[str, tuple[Any, ...]] | None:
    header = source.read(LENGTH.size)
    if len(header) < LENGTH.size:
        return None
    job: tuple[str, tuple[Any, ...]] = pickle.loads(source.read(LENGTH.unpack(header)[0]))
    return job


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed must not look like an answer
    while (job := next_job(sys.stdin.buffer)) is not None:
        answers.write(packed(done(*job)))


if __name__ == "__main__":
    main()
