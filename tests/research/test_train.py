"""The worked example at small size: what is trained beats what is not."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium")

from rasputitsa.research.gymnasium import Environment
from rasputitsa.research.sight import np
from rasputitsa.research.train import Policy, main, results, train

SETTING: dict[str, object] = {"game": "moscow-41", "scenario": "gasp", "side": "german"}


def test_the_policy_draws_among_the_legal_actions() -> None:
    env = Environment("battle-for-moscow")
    observation, info = env.reset(seed=1)
    policy = Policy(env)
    rng = np.random.default_rng(1)
    drawn = {policy.choose(observation, info["action_mask"], rng) for _ in range(50)}
    assert len(drawn) > 3 and all(info["action_mask"][action] for action in drawn)
    liked = next(iter(drawn))
    policy.weights[policy.verb[liked]] = 50
    verb = env.play.lens.numbering.actions[liked].verb
    chosen = policy.choose(observation, info["action_mask"], rng)
    assert env.play.lens.numbering.actions[chosen].verb == verb


def test_it_learns(capsys: pytest.CaptureFixture[str]) -> None:
    weights = train(SETTING, generations=2, size=6, games=2)
    told = capsys.readouterr().out
    assert told.count("generation") == 2
    before, after = (results(SETTING, tried, range(100, 104)) for tried in (weights * 0, weights))
    assert after[1] > before[1]


def test_what_does_not_exist_is_refused_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess", "german"]) == 2 and main(["moscow-41", "german", "--scenario", "nowhere"]) == 2
    assert "There is no game 'chess'" in capsys.readouterr().err


@pytest.mark.soak
def test_it_beats_random_clearly(capsys: pytest.CaptureFixture[str]) -> None:
    short = ["--generations", "6", "--size", "40", "--games", "6", "--test", "60"]
    assert main(["moscow-41", "german", "--scenario", "gasp", *short]) == 0
    wins = [int(line.split()[1]) for line in capsys.readouterr().out.splitlines() if "games won" in line]
    assert wins[1] > wins[0] + 15
