"""The table server: matches over HTTP and websockets, kept in SQLite or PostgreSQL.

`run.serve` runs it; `docs/protocol.md` says how to talk to it. Nothing is imported here, since the process in which
bots think needs little of it.
"""
