from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import cycle

import pytest

from rasputitsa.core import RasputitsaError, State
from rasputitsa.match import BadScript, CommittedDice, Match, ScriptedDice, TableDice
from rasputitsa.match.dice import below, draw

from .toy import DRAWS, RED, TOY, Roll, toy_view

SECRET = bytes(range(32))


def asking(action: str) -> State:
    """The toy's state when this action calls for chance."""
    state = TOY.start()
    state.take(action)
    return state


class Spent(Exception):
    """More bytes were wanted than there are."""


def only(*octets: int) -> Iterator[int]:
    yield from octets
    raise Spent


def chi_square(counts: Iterable[int], expected: Iterable[float]) -> float:
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert CommittedDice(SECRET, "m").commitment == "sha256:" + hashlib.sha256(SECRET).hexdigest()


def test_rolls_can_be_computed_by_hand() -> None:
    """By the description in the module, written once more in the plainest way."""
    state = asking("barrage")
    for number in range(1, 50):
        stream = b"".join(hmac.new(SECRET, b"m7 %d %d" % (number, n), hashlib.sha256).digest() for n in range(2))
        faces = [1 + (byte & 7) for byte in stream if byte & 7 < 6][:2]
        assert CommittedDice(SECRET, "m7").resolve(state, number).faces == tuple(faces)


def test_many_dice_take_as_many_bytes_as_they_need() -> None:
    state = TOY.start()
    state.push(Roll(RED, 90))
    stream = b"".join(hmac.new(SECRET, b"m7 1 %d" % n, hashlib.sha256).digest() for n in range(8))
    faces = [1 + (byte & 7) for byte in stream if byte & 7 < 6][:90]
    assert CommittedDice(SECRET, "m7").resolve(state, 1).faces == tuple(faces)


def test_rolls_never_change_between_versions() -> None:
    dice = CommittedDice(SECRET, "golden")
    rolls = [str(dice.resolve(asking("barrage"), number)) for number in range(1, 6)]
    draws = [str(dice.resolve(asking("dig"), number)) for number in range(1, 6)]
    assert rolls == ["roll 4 1", "roll 4 4", "roll 2 2", "roll 3 6", "roll 3 6"]
    assert draws == ["draw dirt", "draw dirt", "draw silver", "draw silver", "draw silver"]


def test_rolls_depend_on_secret_and_match() -> None:
    def rolls(dice: CommittedDice) -> list[str]:
        return [str(dice.resolve(asking("attack"), number)) for number in range(1, 41)]

    assert rolls(CommittedDice(SECRET, "a")) == rolls(CommittedDice(SECRET, "a"))
    assert rolls(CommittedDice(SECRET, "a")) != rolls(CommittedDice(SECRET, "b"))
    assert rolls(CommittedDice(SECRET, "a")) != rolls(CommittedDice(SECRET[::-1], "a"))
    assert rolls(CommittedDice.seeded(5)) == rolls(CommittedDice.seeded(5))
    assert rolls(CommittedDice.seeded(5)) != rolls(CommittedDice.seeded(6))
    assert CommittedDice.fresh("a").secret != CommittedDice.fresh("a").secret


def test_dice_are_fair() -> None:
    """Chi-square below the 99.9 % point, for faces, for pairs of dice, and from one roll to the next."""
    dice = CommittedDice(SECRET, "even")
    state = asking("barrage")
    rolls = [dice.resolve(state, number).faces for number in range(1, 6001)]
    faces = Counter(face for roll in rolls for face in roll)
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert chi_square(faces.values(), [2000.0] * 6) < 20.5
    pairs = Counter(rolls)
    assert len(pairs) == 36
    assert chi_square(pairs.values(), [6000 / 36] * 36) < 66.6
    following = Counter((a[0], b[0]) for a, b in zip(rolls[::2], rolls[1::2], strict=True))
    assert chi_square(following.values(), [3000 / 36] * 36) < 66.6


def test_draws_follow_their_probabilities() -> None:
    dice = CommittedDice(SECRET, "weights")
    state = asking("dig")
    drawn = Counter(str(dice.resolve(state, number)) for number in range(1, 6001))
    counts = [drawn[str(action)] for action in DRAWS]
    assert chi_square(counts, [1000.0, 2000.0, 3000.0]) < 13.8


@pytest.mark.parametrize("limit", [2, 3, 6, 52, 216, 255, 256])
def test_numbers_below_a_limit_are_unbiased(limit: int) -> None:
    """Over all possible bytes, each number comes up equally often, or the byte is thrown away."""
    got = []
    for byte in range(256):
        with suppress(Spent):
            got.append(below(limit, only(byte)))
    counts = Counter(got)
    assert set(counts) == set(range(limit))
    assert len(set(counts.values())) == 1


def test_a_draw_has_exactly_its_probability() -> None:
    """Twelve parts: of all sixteen values of four bits, twelve count and four are thrown away."""
    chances = [(DRAWS[0], Fraction(1, 4)), (DRAWS[1], Fraction(1, 6)), (DRAWS[2], Fraction(7, 12))]
    drawn = Counter(draw(chances, only(byte)).object for byte in range(12))
    assert drawn == {"gold": 3, "silver": 2, "dirt": 7}
    assert draw(chances, only(15, 12, 3)).object == "silver"


def test_a_certain_draw_needs_no_bytes() -> None:
    assert draw([(DRAWS[1], Fraction(1))], only()) is DRAWS[1]


def test_a_large_denominator() -> None:
    chances = [(DRAWS[0], Fraction(1, 70001)), (DRAWS[1], Fraction(70000, 70001))]
    assert draw(chances, only(0, 0, 0)).object == "gold"
    assert draw(chances, only(0, 0, 1)).object == "silver"
    assert draw(chances, only(1, 17, 112)).object == "silver"
    assert draw(chances, only(1, 17, 113, 0, 0, 0)).object == "gold"


def test_chances_must_sum_to_one() -> None:
    with pytest.raises(ValueError, match="The chances sum to 1/2, not to 1"):
        draw([(DRAWS[0], Fraction(1, 2))], cycle([1]))


def test_short_secrets_and_odd_match_ids_are_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        CommittedDice(b"short", "m")
    for name in ("", "two words", "line\n", "é", "x" * 65):
        with pytest.raises(ValueError, match="A match id has"):
            CommittedDice(SECRET, name)


def test_scripted_dice_fall_as_written() -> None:
    match = Match(TOY, dice=ScriptedDice(["roll 5", "roll 6 3", "draw gold"]))
    for action in ("attack", "barrage", "dig"):
        match.play(RED, action)
    assert toy_view(match.view(None))["points"] == {"red": 17, "blue": 0}


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ([], "The script ends after 0 outcomes, but one more is due: Roll 2 dice."),
        (
            ["roll 5"],
            "Outcome 1 of the script, 'roll 5', cannot fall here: You cannot play 'roll 5' now: Roll 2 dice.",
        ),
        (
            ["roll 6 7"],
            "Outcome 1 of the script cannot be read: 'roll 6 7' is not a roll: give each die a face from 1 to 6.",
        ),
    ],
)
def test_scripts_that_do_not_fit(script: list[str], message: str) -> None:
    match = Match(TOY, dice=ScriptedDice(script))
    with pytest.raises(BadScript) as caught:
        match.play(RED, "barrage")
    assert str(caught.value) == message
    assert isinstance(caught.value, RasputitsaError)
    assert match.log == []
    assert match.side == RED


def test_table_dice_wait_for_a_roll() -> None:
    match = Match(TOY, dice=TableDice())
    match.play(RED, "attack")
    assert match.side == "chance"
    match.play("chance", "roll 4")
    assert (match.side, match.rolls) == (RED, 1)


def test_the_dice_of_a_match_can_be_replaced() -> None:
    match = Match(TOY, "dealt", dice=TableDice())
    match.dice = ScriptedDice(["never asked for", "deal low", "roll 2"])
    match.play("chance", "deal high")
    assert [str(entry.action) for entry in match.log] == ["deal high", "deal low"]
    match.play(RED, "attack")
    assert str(match.log[-1].action) == "roll 2"
