"""What the recruit cares about, for each side."""

from __future__ import annotations

from dataclasses import dataclass, replace

# By side and scenario: how much each place pulls. In the campaign the Germans need four Victory Points of seven:
# besides Smolensk and Leningrad, which is Hoepner's, they go for Kiev and the south; the Soviets expect them before
# Moscow. In the scenarios the Soviets also look after the other Victory Areas, which feed their Logistics Value.
GOALS = (
    {
        "campaign": {
            "chernigov": 5.0, "romny": 5.0, "kursk": 5.0, "tula": 3.0, "smolensk": 3.0, "moscow": 1.0, "voronezh": 1.0,
        },
        "dnieper": {"yelnia": 4.0, "yartsevo": 4.0, "chernigov": 3.0, "romny": 3.0},
        "typhoon": {"moscow": 8.0},
        "gasp": {"moscow": 8.0},
    },
    {
        "campaign": {
            "moscow": 5.0, "tula": 3.0, "kursk": 2.0, "voronezh": 2.0, "smolensk": 2.0, "chernigov": 1.0, "romny": 1.0,
        },
        "dnieper": {"yelnia": 1.5, "yartsevo": 1.5, "smolensk": 1.5, "chernigov": 0.2, "romny": 0.2},
        "typhoon": {"moscow": 5.0, "tula": 3.0, "kursk": 3.0, "voronezh": 3.0},
        "gasp": {"moscow": 3.0, "tula": 3.0, "voronezh": 3.0},
    },
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Weights:
    """How the side weighs ground, losses and the tiring of its HQs."""

    fade: float = 0.8  # how fast the pull of a goal fades with each area
    goal: float = 0.6  # taking a goal, for each point of its weight
    victory_area: float = 2.0
    area: float = 0.25  # taking any enemy area
    own_step: float = 0.45  # losing a step
    enemy_step: float = 0.5  # taking a step from the enemy
    near_goal: float = 1.0  # how much more clearing an area is worth beside the goals
    follow: float = 0.3  # ground that attackers gain on the way
    cut: float = 0.4  # each enemy block that can no longer trace a Line of Communication
    encircle: float = 0.0  # closing the last way by which the area that decides the game is supplied
    guard: float = 0.25  # each own block that is supplied through an area in reach of the enemy
    thin: float = 0.4  # being where only one area leads back
    relief: float = 0.8  # each own block that traces a Line of Communication again
    hold: float = 1.0  # each block that holds a goal in reach of the enemy
    guards: int = 2  # up to so many blocks
    crowding: float = 1.5  # leaving no room for an HQ beside the area that decides the game
    win: float = 20.0  # an area whose capture ends the game
    pull: float = 1.0  # moving up the field
    attack_at: float = 0.3  # an attack must be worth this much
    hq_cost: tuple[float, ...] = (99.0, 99.0, 1.6, 0.7, 0.4)  # by stars: what activating an HQ must bring
    lead: float = 1.0  # how much an HQ follows the pull of the goals
    line: float = 0.5  # building a defensive line where it is needed
    unknown_dice: int = 2  # what a concealed enemy block is taken for
    unknown_fire: int = 6
    unknown_steps: int = 2
    spend_disc: bool = True  # call for reinforcements rather than pass
    exploit_at: float = 2.0  # what an Exploitation Move must gain


GERMAN_WEIGHTS = Weights(guard=0.7, unknown_dice=2, unknown_fire=6, unknown_steps=2)
SOVIET_WEIGHTS = Weights(
    fade=0.75, own_step=0.5, enemy_step=0.5, attack_at=0.6, line=0.8, unknown_dice=3, unknown_fire=5, unknown_steps=3
)

# In scenarios with one goal the Germans take every risk to reach it.
GERMAN_BY_SCENARIO = {
    "dnieper": replace(GERMAN_WEIGHTS, own_step=0.25, attack_at=0.15),
    "typhoon": replace(GERMAN_WEIGHTS, own_step=0.25, attack_at=0.15, thin=0.0, guard=0.2, lead=2.5),
    "gasp": replace(GERMAN_WEIGHTS, own_step=0.25, attack_at=0.15, thin=0.0, guard=0.2, lead=2.5, encircle=4.0),
}
