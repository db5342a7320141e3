"""The table: what a client may ask and is told, over a `Match`. No sockets, no storage, no clock of its own.

Whoever has a match and a way to pass messages on can run one: the server for many clients over the network, a page for
the two players who sit at it::

    table = new_table(match, seats, now=time())
    client = Client()
    writes, messages = join(table, client, read_hello({"type": "hello", "keys": []}), Now(time(), monotonic()))
    writes, messages = receive(table, client, {"type": "play", "id": 1, ...}, Now(time(), monotonic()))

The writes are stored first; then each message is sent to its client.
"""

from .client import Client, Now
from .commands import read_command, read_hello
from .new_tables import new_table
from .problems import Problem
from .sitting import Received, depart, join, receive
from .table import Table

__all__ = [
    "Client",
    "Now",
    "Problem",
    "Received",
    "Table",
    "depart",
    "join",
    "new_table",
    "read_command",
    "read_hello",
    "receive",
]
