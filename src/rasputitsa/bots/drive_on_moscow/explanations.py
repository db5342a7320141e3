"""The recruit's reason for a decision, in one sentence."""

from __future__ import annotations

from ...core import Action
from ...games.drive_on_moscow.names import unit_label
from ...games.drive_on_moscow.state import DriveOnMoscowState

PHRASES = {
    "type": "A {} is the next to be placed.",
    "place": "{} is where the unit is needed.",
    "remove": "The {} is needed elsewhere.",
    "offer": "This set-up has proved itself: {}.",
    "move-first": "More can be gained by moving up before the attacks.",
    "fight-first": "The attacks come first: more units can move through the gaps they make.",
    "declare": "It is time for the November Offensive.",
    "decline": "There is still too much to attack for a lull.",
    "withdraw": "The {} is missed least.",
    "replace": "The {} is needed at full strength.",
    "convert": "The {} has earned its Guards title.",
    "guards": "A {} is the most useful.",
    "unit": "The {} is needed elsewhere.",
    "all": "They are stronger together.",
    "top": "This unit should be on top.",
    "move": "The unit is needed in {}.",
    "assault": "{} can be overrun.",
    "stop": "This is where the unit is needed.",
    "attack": "The attack on {} promises more than it costs.",
    "air": "Air support is worth it here.",
    "no-air": "The aircraft is worth more elsewhere.",
    "quiet": "The aircraft is worth more elsewhere.",
    "fight": "The attack is as strong as it should be.",
    "cancel": "There is something better to do.",
    "stall": "The city is not worth the losses.",
    "bloodbath": "The city is worth the losses.",
    "fall-back": "The place is not worth a step.",
    "stand": "The place is worth a step.",
    "retreat": "The unit can do most in {}.",
    "lose": "The {} is missed least.",
    "advance": "The {} takes the ground that was won.",
    "done": "There is nothing left worth doing.",
}

INTENTIONS = {  # by weights: what the Germans and the Soviets mean to do
    "officer": ("The panzers are to cut Moscow off while the infantry closes in.", "Moscow and the cities are held."),
    "marshal": (
        "The panzers are to cut Moscow off while the infantry closes in.",
        "Moscow is held, the Germans are hit.",
    ),
    "recruit": ("The panzers are to cut Moscow off while the infantry closes in.", "Moscow and the cities are held."),
    "drive": ("Everything goes straight at Moscow.", "Everybody is needed around Moscow."),
    "cities": ("The five cities come first.", "The five cities are held."),
    "pockets": ("The enemy is to be surrounded first.", "The line is held far forward."),
    "counter": ("The enemy is worn down wherever he stands.", "The Germans are hit wherever they stand."),
}


def of_intention(name: str, side: int) -> str:
    return INTENTIONS[name][side]


def of_action(state: DriveOnMoscowState, action: Action) -> str:
    """The phrase for an action's verb; a unit is called what its owner knows it to be."""
    words = state.game.words
    piece = words.kind(action.verb) == "piece"
    name = unit_label(state, action.number) if piece else words.title(action.verb, action.object)
    return PHRASES[action.verb].replace("{}", name)
