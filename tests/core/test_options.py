"""Optional rules, declared once."""

import pytest

import rasputitsa as ra
from rasputitsa.core import Option

SWITCH = Option("fog", "Fog", "Nobody sees anything.", rule="9.1")
RATE = Option("rate", "Rate", "Steps a turn.", choices=("printed", "4", "3"))


def test_a_switch_is_off_unless_its_default_is_on() -> None:
    assert SWITCH.choices == ("off", "on")
    assert SWITCH.default_choice == "off"
    assert Option("fog", "Fog", "", True).default_choice == "on"


def test_an_option_is_on_where_anything_but_its_first_choice_was_taken() -> None:
    assert SWITCH.is_on({"fog": "on"}) and not SWITCH.is_on({"fog": "off"})
    assert RATE.is_on({"rate": "3"}) and not RATE.is_on({"rate": "printed"})


@pytest.mark.parametrize("name", ["battle-for-moscow", "blitzkrieg-to-moscow-2"])
def test_every_option_says_what_it_does_and_by_which_rule(name: str) -> None:
    game = ra.game(name)
    assert game.options
    for option in game.options:
        assert option.title and option.text.endswith("."), option
        assert option.rule in game.rules, option
        assert option.default_choice in option.choices
    assert {option["name"]: option["text"] for option in game.manifest()["options"]} == {
        option.name: option.text for option in game.options
    }
