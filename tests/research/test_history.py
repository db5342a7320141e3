"""Perfect recall: whoever plays can tell apart what it has done differently, or been told differently."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from rasputitsa.games import games
from rasputitsa.research.history import ACTION, COLUMNS, WIDTH
from rasputitsa.research.play import MEMORY

from .plays import LENGTH, go_on, started


@pytest.mark.parametrize("name", games())
def test_a_side_forgets_nothing(name: str) -> None:
    """Whenever it must act, all that it knew before is the beginning of what it knows, and there is more."""
    rng = Random(name)
    play = started(name, rng, lines=True)
    assert play.history is not None
    known: dict[int, list[str]] = {0: [], 1: []}
    rows: dict[int, bytes] = {0: b"", 1: b""}
    seen: set[str] = set()
    for number in go_on(play, rng, min(LENGTH[name], 250)):
        side = play.actor
        assert side is not None
        if number % 3:
            continue
        knowledge = play.knowledge(side)
        assert knowledge not in seen
        seen.add(knowledge)
        lines = knowledge.splitlines()[:-1]
        assert lines[: len(known[side])] == known[side]
        known[side] = lines
        now = play.history.all(side).tobytes()
        assert now.startswith(rows[side])
        rows[side] = now
        window = play.observe(side)["history"]
        assert window.shape == (MEMORY, WIDTH)
        recent = play.history.all(side)[-MEMORY:]
        assert window[MEMORY - len(recent) :].tobytes() == recent.tobytes()
        assert not window[: MEMORY - len(recent)].any()


@pytest.mark.parametrize("name", games())
def test_what_a_side_did_stays_in_its_history(name: str) -> None:
    rng = Random(name)
    play = started(name, rng)
    assert play.history is not None
    done: dict[int, list[int]] = {0: [], 1: []}
    policy = rng
    for _ in range(120):
        play.chance(rng)
        if play.actor is None:
            break
        action = policy.choice(play.state.actions())
        done[play.actor].append(play.lens.numbering.number(action))
        play.take(action)
    for side in range(2):
        own = [row for row in play.history.all(side).tolist() if row[0] == ACTION]
        assert [row[COLUMNS.index("number")] - 1 for row in own] == done[side]
        assert all(row[COLUMNS.index("side")] == side + 1 for row in own)


@pytest.mark.parametrize("name", games())
def test_another_action_is_remembered_even_where_it_leads_to_the_same_position(name: str) -> None:
    rng = Random(name)
    play = started(name, rng, lines=True)
    for _ in go_on(play, rng, 40):
        pass
    play.chance(rng)
    side = play.actor
    assert side is not None
    after = []
    for action in play.state.actions()[:4]:
        other = play.copy()
        other.take(action)
        after.append((other.knowledge(side), other.digest(side).tobytes()))
    assert len({text for text, _ in after}) == len({digest for _, digest in after}) == len(after)


@pytest.mark.parametrize("name", games())
def test_copies_and_stored_plays_go_their_own_way(name: str) -> None:
    rng = Random(name)
    play = started(name, rng, lines=True)
    for _ in go_on(play, rng, 30):
        pass
    copy, stored = play.copy(), pickle.loads(pickle.dumps(play))
    before = [play.knowledge(side) for side in range(2)]
    assert [stored.knowledge(side) for side in range(2)] == before
    assert stored.number == play.number and stored.state == play.state
    for other in (copy, stored):
        assert [other.mask(side).tolist() for side in range(2)] == [play.mask(side).tolist() for side in range(2)]
        for _ in go_on(other, rng, 5):
            pass
    assert [play.knowledge(side) for side in range(2)] == before
