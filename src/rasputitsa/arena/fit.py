"""Fitting a value: which features of a position foretell the result of its game.

A game supplies examples (`bots.fitting`); here they become logistic functions, one for each group of positions, by
Newton's method with a little weight on small coefficients.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from math import log

from ..bots import fitting
from ..bots.values import Example, logistic

RIDGE = 1.0  # how strongly coefficients are kept small
ROUNDS = 12  # of Newton's method
STEP_AT_MOST = 4.0  # what a coefficient may change in one of them

Rows = Sequence[tuple[Sequence[float], float]]


def collect(
    game: str, games: int, seed: int, executor: Executor | None = None, scenario: str = ""
) -> dict[str, list[Example]]:
    """The examples of so many games, by group; of all scenarios, unless one is given."""
    mapped: Callable[..., Iterable[list[Example]]] = map if executor is None else executor.map
    found: dict[str, list[Example]] = {}
    for examples in mapped(_examples, [game] * games, range(seed, seed + games), [scenario] * games):
        for example in examples:
            found.setdefault(example.group, []).append(example)
    return dict(sorted(found.items()))


def _examples(game: str, seed: int, scenario: str) -> list[Example]:
    examples = fitting(game).examples
    return examples(seed, scenario) if scenario else examples(seed)  # type: ignore[no-any-return]


def fit(examples: Sequence[Example], ridge: float = RIDGE, near: Sequence[float] = ()) -> list[float]:
    """The coefficients, the constant first, that make the results most likely and stay ``near`` others, or small."""
    size = len(examples[0].features) + 1
    rows = [([1.0, *example.features], example.result) for example in examples]
    goals = near or [0.0] * size
    found = list(goals)
    for _ in range(ROUNDS):
        slope = [ridge * (goal - value) for value, goal in zip(found, goals, strict=True)]
        slope[0] = 0.0
        bend = [[ridge * (row == column) for column in range(size)] for row in range(size)]
        for numbers, result in rows:
            chance = logistic(sum(map(float.__mul__, found, numbers)))
            weight = chance * (1.0 - chance) + 1e-9
            for row, number in enumerate(numbers):
                if number:
                    slope[row] += (result - chance) * number
                    scaled = weight * number
                    line = bend[row]
                    for column in range(row + 1):
                        line[column] += scaled * numbers[column]
        for row in range(size):
            for column in range(row):
                bend[column][row] = bend[row][column]
        change = solve(bend, slope)
        found = [value + max(-STEP_AT_MOST, min(STEP_AT_MOST, step)) for value, step in zip(found, change, strict=True)]
        if max(map(abs, change)) < 1e-6:
            break
    return found


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination."""
    lines = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(lines)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(lines[row][column]))
        lines[column], lines[pivot] = lines[pivot], lines[column]
        for row in range(column + 1, size):
            factor = lines[row][column] / lines[column][column]
            if factor:
                lines[row] = [a - factor * b for a, b in zip(lines[row], lines[column], strict=True)]
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        rest = sum(lines[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (lines[row][size] - rest) / lines[row][row]
    return found


# How good a value is.


def chances(coefficients: Sequence[float], examples: Iterable[Example]) -> list[float]:
    return [
        logistic(coefficients[0] + sum(map(float.__mul__, coefficients[1:], example.features))) for example in examples
    ]


def loss(coefficients: Sequence[float], examples: Sequence[Example]) -> float:
    """The mean negative logarithm of the likelihood; log 2 = 0.69 says nothing, less is better."""
    total = 0.0
    for chance, example in zip(chances(coefficients, examples), examples, strict=True):
        safe = min(max(chance, 1e-9), 1 - 1e-9)
        total -= example.result * log(safe) + (1 - example.result) * log(1 - safe)
    return total / len(examples)


def discrimination(coefficients: Sequence[float], examples: Sequence[Example]) -> float:
    """How often a game that was won is ranked above one that was lost (AUC): 0.5 says nothing, 1 everything."""
    ranked = sorted(zip(chances(coefficients, examples), examples, strict=True), key=lambda pair: pair[0])
    lost = pairs = 0
    ordered = 0.0
    index = 0
    while index < len(ranked):
        same = [example for chance, example in ranked[index:] if chance == ranked[index][0]]
        index += len(same)
        won = sum(example.result > 0.5 for example in same)
        ordered += won * (lost + 0.5 * sum(example.result < 0.5 for example in same))
        lost += sum(example.result < 0.5 for example in same)
    wins = sum(example.result > 0.5 for example in examples)
    pairs = wins * lost
    return ordered / pairs if pairs else 0.5


def file_text(
    game: str, groups: dict[str, list[Example]], made: str, progress: Callable[[str], None] | None = None
) -> str:
    """The data file of a fitted value. A fifth of the games is kept apart to say how good it is."""
    names = fitting(game).FEATURES
    lines = [
        "# A fitted value: the chance to win from features of a position. Made by a program; do not edit.",
        "",
        f"made = {_quoted(made)}",
        "features = [",
        *(f"    {_quoted(name)}," for name in names),
        "]",
        "",
        "[groups]",
    ]
    lean = getattr(fitting(game), "LEAN", 0.0)
    found = [(group, examples) for group, examples in groups.items() if len(examples) > 1]
    made_lines: list[list[str]] = []
    trial: list[float] = []
    final: list[float] = []
    for group, examples in reversed(found):
        tested = examples[::5]
        trained = [example for index, example in enumerate(examples) if index % 5]
        trial, final = leaning(trained, lean, trial), leaning(examples, lean, final)
        about = (
            f"{group}: {len(examples)} games, AUC {discrimination(trial, tested):.3f}, loss {loss(trial, tested):.3f}"
        )
        if progress:
            progress(about)
        numbers = ", ".join(f"{value:.4f}" for value in final)
        made_lines.append([f"# {about} (on games that were kept apart)", f"{_quoted(group)} = [{numbers}]"])
    for each in reversed(made_lines):
        lines += each
    return "\n".join(lines) + "\n"


def leaning(examples: Sequence[Example], lean: float, later: Sequence[float]) -> list[float]:
    """The coefficients of a group. If groups ``lean``, they follow each other, and each stays near the one after it."""
    return fit(examples, lean, later) if lean and later else fit(examples)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
