"""Matches on a cluster: Dask's executor, which is one of `concurrent.futures`' kind.

It is an extra (``pip install rasputitsa[cluster]``) and imported only when a cluster is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module

from .tournament import BadTournament

RETRIES = 3  # of a chunk of matches whose worker died
SECONDS_TO_CONNECT = 10


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor that plays on the workers of the scheduler at this address."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BadTournament("A cluster needs Dask: pip install 'rasputitsa[cluster]'.") from None
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadTournament(f"There is no Dask scheduler at {address[:80]!r}: {error}") from None
    with client:
        yield client.get_executor(retries=RETRIES, pure=False)
