"""The server: matches over HTTP and websockets, stored in SQLite or PostgreSQL.

`run.serve` runs it; `docs/protocol.md` describes the protocol. Nothing is imported here, since the process in which
bots think needs little of it.
"""
