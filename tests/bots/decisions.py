"""What the recruits do in some matches, pinned: ``python -m tests.bots.decisions`` writes the list again.

Refactoring must leave it as it is; a bot that is meant to play differently, or a changed rule, comes with a new list.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import rasputitsa as ra
from rasputitsa.bots import bot, decide
from rasputitsa.core import CHANCE
from rasputitsa.match import CommittedDice

FILE = Path(__file__).with_suffix(".json")
SEEDS = (1, 2, 3, 4)
PART = 50  # actions that share a digest, so that a failure tells where decisions differ first


PINNED_GAMES = ("battle-for-moscow", "blitzkrieg-to-moscow-2", "drive-on-moscow")  # with every choice of an option
PINNED_SCENARIOS = {"moscow-41": ("dnieper", "typhoon", "gasp", "campaign")}  # each scenario once


def matches() -> list[tuple[str, str, int]]:
    """The pinned matches: game, the scenario or an option that is not the default, seed."""
    found = [(name, "", seed) for name in PINNED_GAMES for seed in SEEDS]
    for name in PINNED_GAMES:
        for option in ra.game(name).options:
            found += [
                (name, f"{option.name}={choice}", 5) for choice in option.choices if choice != option.default_choice
            ]
    for name, scenarios in PINNED_SCENARIOS.items():
        found += [(name, f"scenario={scenario}", 1) for scenario in scenarios]
    return found


def name_of(game: str, option: str, seed: int) -> str:
    return f"{game}{f', {option}' if option else ''}, seed {seed}"


def play(game: str, option: str, seed: int) -> list[str]:
    """Every action of a match between two recruits, those of chance included."""
    chosen = dict([option.split("=")]) if option else {}
    state = ra.game(game).start(chosen.pop("scenario", None), chosen)
    player = bot("recruit", game, seed)
    dice = CommittedDice.seeded(seed, "decisions")
    actions: list[str] = []
    rolls = 0
    while (side := state.side) is not None:
        if side == CHANCE:
            rolls += 1
            action = dice.resolve(state, rolls)
        else:
            action = decide(player, state, len(actions))
        actions.append(f"{side} {action}")
        state.apply(action)
    return actions


def digests(actions: list[str]) -> list[str]:
    parts = [actions[start : start + PART] for start in range(0, len(actions), PART)]
    return [sha256("\n".join(part).encode()).hexdigest()[:8] for part in parts]


def write() -> None:
    pinned = {name_of(*match): " ".join(digests(play(*match))) for match in matches()}
    FILE.write_text(json.dumps(pinned, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
