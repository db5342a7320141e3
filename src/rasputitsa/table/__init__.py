"""The table: what a client may ask and is told, over a `Match`. No sockets, no storage, no clock of its own.

Whoever has a match and a way to pass messages on can run one: the server for many clients over the network, a page for
the two players who sit at it.
"""
