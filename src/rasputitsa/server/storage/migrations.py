"""The history of the database tables, one step a version. A step that was ever released is never changed.

``{blob}`` and ``{real}`` stand for the database's names of these types.
"""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (  # 1: matches, seats, deeds, chat
        """
        CREATE TABLE matches (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            rules INTEGER NOT NULL,
            scenario TEXT NOT NULL,
            options TEXT NOT NULL,
            dice_id TEXT NOT NULL,
            commitment TEXT NOT NULL,
            secret {blob},
            spectators {blob} NOT NULL,
            created {real} NOT NULL,
            number INTEGER NOT NULL,
            asked TEXT,
            outcome TEXT
        )
        """,
        """
        CREATE TABLE seats (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            side TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            level TEXT,
            key {blob},
            PRIMARY KEY (match, side)
        )
        """,
        """
        CREATE TABLE deeds (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            deed TEXT NOT NULL,
            side TEXT NOT NULL,
            action TEXT NOT NULL,
            wish TEXT NOT NULL,
            at {real} NOT NULL,
            PRIMARY KEY (match, seq)
        )
        """,
        """
        CREATE TABLE chat (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            sender TEXT NOT NULL,
            text TEXT NOT NULL,
            wish TEXT NOT NULL,
            at {real} NOT NULL,
            PRIMARY KEY (match, seq)
        )
        """,
        "CREATE INDEX seats_by_key ON seats (key)",
        "CREATE INDEX matches_by_spectators ON matches (spectators)",
    ),
    (  # 2: rematches, tutorials, and webhooks that say whose turn it is
        "ALTER TABLE matches ADD COLUMN since INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN next TEXT",
        "ALTER TABLE matches ADD COLUMN script TEXT",
        "ALTER TABLE seats ADD COLUMN webhook TEXT",
        "ALTER TABLE seats ADD COLUMN told INTEGER NOT NULL DEFAULT -1",
    ),
    (  # 3: whether anybody has come with the key of a seat
        "ALTER TABLE seats ADD COLUMN used INTEGER NOT NULL DEFAULT 1",
    ),
    (  # 4: plainer names, matches that start from a position, keys that replace those of links
        "ALTER TABLE deeds RENAME TO commands",
        "ALTER TABLE commands RENAME COLUMN deed TO command",
        "ALTER TABLE commands RENAME COLUMN wish TO command_id",
        "ALTER TABLE chat RENAME COLUMN wish TO command_id",
        "ALTER TABLE seats RENAME COLUMN told TO notified",
        "ALTER TABLE matches ADD COLUMN position TEXT",
        "ALTER TABLE seats ADD COLUMN next_key {blob}",
    ),
    (  # 5: words that players add to the dice
        "ALTER TABLE matches ADD COLUMN words TEXT",
    ),
    (  # 6: clocks, and how long the server has run
        "ALTER TABLE matches ADD COLUMN clock TEXT",
        "CREATE TABLE uptime (seconds {real} NOT NULL)",
        "INSERT INTO uptime (seconds) VALUES (0)",
    ),
    (  # 7: matches are found by a key that is about to replace that of a link
        "CREATE INDEX seats_by_next_key ON seats (next_key)",
    ),
    (  # 8: players' own notes
        "ALTER TABLE seats ADD COLUMN notes TEXT NOT NULL DEFAULT ''",
    ),
    (  # 9: which server the data belong to
        "CREATE TABLE owner (token TEXT NOT NULL)",
        "INSERT INTO owner (token) VALUES ('')",
    ),
    (  # 10: seats of bots that a person plays for a while, words that are sealed before any is shown
        "ALTER TABLE seats ADD COLUMN lent INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN seals TEXT",
    ),
    (  # 11: which edition of its game a match is played in, and the fingerprint of the data
        "ALTER TABLE matches ADD COLUMN edition TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN data TEXT NOT NULL DEFAULT ''",
    ),
)
LATEST = len(MIGRATIONS)
