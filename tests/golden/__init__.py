"""Golden files: whole games as records, and counts of positions.

``python -m tests.golden [game ...]`` (``make golden``) adds the records that are missing and updates the counts. A
record is never overwritten. It stays playable for as long as the rules it was played under are played; one of an older
rules version that cannot be replayed any more is kept to show that the program says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import rasputitsa
from rasputitsa import Match, State, record
from rasputitsa.bots import bot, decide
from rasputitsa.core import Game
from rasputitsa.match import CommittedDice

HERE = Path(__file__).parent

# The first actions of the matches of recruits, written out so that they mean the same for ever.
OPENINGS: dict[str, list[str]] = {
    "battle-for-moscow": [
        *("place 7ak", "at 0201", "place 9ak", "at 0202", "place 41pz", "at 0203", "place 8ak", "at 0204"),
        *("place 56pz", "at 0305", "place 57pz", "at 0404", "place 40pz", "at 0306", "place 46pz", "at 0406"),
        *("place 24pz", "at 0407", "place 47pz", "at 0408", "place 48pz", "at 0409", "place 35ak", "at 0410"),
        *("place 23ak", "at 0307", "place 53ak", "at 0309", "place 13ak", "at 0310", "place 20ak", "at 0205"),
        *("place 5ak", "at 0206", "place 27ak", "at 0103", "place 6ak", "at 0104", "place 12ak", "at 0106"),
        *("place 34ak", "at 0209", "place 42ak", "at 0210", "done"),
    ],
    "blitzkrieg-to-moscow-2": ["take G1", "take G2", "take G3", "take G4", "take G5"],
    "drive-on-moscow": ["offer deep", "done", "offer historical", "done", "offer historical", "done", "fight-first"],
    "moscow-41": [],
}

# The golden matches: by their number, which is the seed too, who plays and with which optional rules. Random players do
# what no recruit would.
ALL_ON = {"free-setup": "on", "odessa": "on", "moscow": "on"}
MATCHES: dict[str, dict[int, tuple[str, dict[str, str]]]] = {
    "battle-for-moscow": {1: ("recruit", {}), 2: ("recruit", {})},
    "blitzkrieg-to-moscow-2": {
        1: ("recruit", {}),
        2: ("recruit", {"odessa": "on", "moscow": "on"}),
        563: ("random", ALL_ON),  # it has nearly every kind of action
    },
    "drive-on-moscow": {1: ("recruit", {}), 2: ("recruit", {})},
    "moscow-41": {
        1: ("recruit", {}),
        2: ("random", {"colours": "on", "rail": "on"}),
        3: ("random", {"zhukov-hoepner": "on", "blizzard": "on", "moscow": "on"}),
        4: ("random", {"cavalry": "on", "divisions": "on", "crusader": "on"}),
    },
}
SCENARIOS = {("moscow-41", 3): "typhoon", ("moscow-41", 4): "gasp"}  # of matches that do not begin as usual

ATTACK = ["attack 1201", "with G-4A"]

# The draws of the set-up of the campaign of Moscow '41, and the first German moves.
DRAWS = [
    *(
        "draw S-WH-31A",
        "draw S-WH-32A",
        "draw S-WH-4AB",
        "draw S-NW-22R",
        "draw S-C-21R",
        "draw S-C-28R",
        "draw S-C-45R",
    ),
    *(
        "draw S-C-63R",
        "draw S-C-66R",
        "draw S-WH-2R",
        "draw S-WH-20R",
        "draw S-WH-25R",
        "draw S-WH-32R",
        "draw S-WH-34R",
    ),
    *(
        "draw S-WH-44R",
        "draw S-WH-51R",
        "draw S-WH-53R",
        "draw S-WH-61R",
        "draw S-WH-62R",
        "draw S-WH-69R",
        "draw S-WH-5T",
    ),
    *(
        "draw S-WH-7T",
        "draw S-WH-17T",
        "draw S-WH-20T",
        "draw S-WH-23T",
        "draw G-3Pg-39",
        "draw G-2Pg-24",
        "draw G-2Pg-46",
    ),
    *("draw G-2Pg-DR", "draw G-9A-5", "draw G-9A-6", "draw G-4A-7", "draw G-4A-9", "draw G-2A-13", "draw G-2A-34"),
]
GUDERIAN = ["tactical", "activate G-HQ2P", "reveal", "done"]
YELNIA = [*GUDERIAN, "unit G-2Pg-46", "move 91", "unit G-2Pg-GD", "move 91", "done"]

# Where the counts begin: further actions after the opening (none: before it), and the depths counted.
COUNTED: dict[str, dict[str, tuple[list[str] | None, int]]] = {
    "battle-for-moscow": {
        "set-up": (None, 3),
        "first combat phase": ([], 3),
        "a battle to its end": (["attack 0304", "with 57pz", "with 41pz", "declare", "done"], 4),
        "an attack on a forest": (["attack 0405", "with 40pz", "with 46pz", "declare", "done"], 4),
        "first movement phase": (["done"], 2),
    },
    "blitzkrieg-to-moscow-2": {
        "choice of a hand": (None, 4),
        "first movement phase": ([], 4),
        "first combat phase": (["done"], 3),
        "a combat to its end": (["done", *ATTACK, "fight"], 6),
        "a retreat": (["done", *ATTACK, "fight", "passive S-4A", "passive S-14MC", "pass", "roll 1", "pass"], 4),
        "two tank actions by Blitz!": (["done", "done", "card G1"], 3),
        "Soviet withdrawal": (["done", "done", "done"], 3),
        "Soviet logistics": (["done", "done", "done", "done", "take S1", "take S2"], 3),
    },
    "drive-on-moscow": {
        "set-up of the Reserve Front": (None, 1),
        "first combat phase": ([], 2),
        "a prepared assault to its end": (["attack 1541", "all", "fight"], 4),
        "first movement phase": (["done"], 2),
    },
    "moscow-41": {
        "set-up": (None, 3),
        "first impulse": (DRAWS, 3),
        "first moves": ([*DRAWS, *GUDERIAN], 2),
        "a battle to its end": ([*DRAWS, *YELNIA], 5),
        "reinforcements": ([*DRAWS, "reinforce"], 2),
        "a pass": ([*DRAWS, "pass"], 2),
    },
}


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many actions, those of chance included."""
    if depth == 0 or state.outcome is not None:
        return 1
    if depth == 1:
        return len(state.actions())
    total = 0
    for action in state.actions():
        copy = state.copy()
        copy.apply(action)
        total += perft(copy, depth - 1)
    return total


def counts(game: Game) -> Iterator[str]:
    for title, (actions, depth) in COUNTED[game.name].items():
        state = game.start()
        for action in [] if actions is None else OPENINGS[game.name] + actions:
            state.take(action)
        for some in range(1, depth + 1):
            yield f"{title}, depth {some}: {perft(state, some)}"


def match_of_bots(game: Game, seed: int) -> str:
    """The record of a match between bots, with dice that anybody can roll again."""
    level, options = MATCHES[game.name][seed]
    players = {side.name: bot(level, game.name, seed) for side in game.sides}
    names, dice = dict.fromkeys(players, level), CommittedDice.seeded(seed, f"golden{seed}")
    match = Match(game, SCENARIOS.get((game.name, seed)), options=options, players=names, dice=dice)
    for action in OPENINGS[game.name] if level == "recruit" else []:
        assert match.side is not None
        match.play(match.side, action)
    while match.side is not None:
        match.play(match.side, decide(players[match.side], match.state, len(match.log)))
    return record.write(match)


def make(names: Iterable[str] = ()) -> None:
    """Add the records that are missing, and update the counts."""
    for name in names or COUNTED:
        game = rasputitsa.game(name)
        (HERE / f"{name}.counts").write_text("\n".join(counts(game)) + "\n", encoding="utf-8")
        for seed in MATCHES[name]:
            path = HERE / f"{name}.{seed}.v{game.rules_version}.record"
            if not path.exists():
                path.write_text(match_of_bots(game, seed), encoding="utf-8")
