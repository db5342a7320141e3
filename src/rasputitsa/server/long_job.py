"""The process in which long jobs are done: each comes in as one message, and its answer goes out as one.

A message is its length and the data after it. The process ends when the server is gone.
"""

from __future__ import annotations

import os
import sys
import traceback
from struct import Struct as Layout
from time import time
from typing import BinaryIO

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from ..core import RasputitsaError
from ..match import read
from ..table.new_matches import NewlyPrepared, prepare
from ..table.problems import ErrorData, Problem, problem
from ..table.protocol import Report
from ..table.report import report
from .hosting import let_in
from .limits import Limits
from .protocol import CreateMatch

LENGTH = Layout(">Q")
_ENCODER = Encoder()


class PrepareJob(Struct, tag="prepare"):
    """Prepare a new match, from a long record."""

    wanted: CreateMatch
    limits: Limits


class ReportJob(Struct, tag="report"):
    """Make the report of the match of this record."""

    record: str


Job = PrepareJob | ReportJob


class Answer(Struct):
    """What came of a job, or why it is refused, or how it failed."""

    prepared: NewlyPrepared | None = None
    report: Report | None = None
    refusal: ErrorData | None = None
    failure: str = ""


JOBS: Decoder[Job] = Decoder(Job)
ANSWERS = Decoder(Answer)


def packed(message: Job | Answer) -> bytes:
    data = _ENCODER.encode(message)
    return LENGTH.pack(len(data)) + data


def done(job: Job) -> Answer:
    try:
        match job:
            case PrepareJob(wanted, limits):
                return Answer(prepared=prepare(wanted.wanted(), limits, time(), bool(limits.word_seconds)))
            case ReportJob(record):
                return Answer(report=report(read(record)))
    except Problem as refusal:
        return Answer(refusal=refusal.data())
    except RasputitsaError as error:
        return Answer(refusal=problem(error).data())
    except Exception:
        return Answer(failure=traceback.format_exc(limit=-4))


def next_job(source: BinaryIO) -> Job | None:
    header = source.read(LENGTH.size)
    return JOBS.decode(source.read(LENGTH.unpack(header)[0])) if len(header) == LENGTH.size else None


def main() -> None:
    let_in(sys.argv[1:])
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed must not look like an answer
    while (job := next_job(sys.stdin.buffer)) is not None:
        answers.write(packed(done(job)))


if __name__ == "__main__":
    main()
