"""Observations as spaces of Gymnasium."""

from __future__ import annotations

from typing import Any

from .extras import needed
from .lens import Lens
from .play import shapes
from .sight import Array, np

TYPES = {"planes": np.uint8, "hand": np.uint8}  # all other arrays are of int16
HIGHEST = {np.uint8: 255, np.int16: 32_767}


def observation_space(lens: Lens[Any], memory: int, with_mask: bool) -> Any:
    """The space of a lens's observations; with a mask, that of a dictionary of both."""
    spaces = needed("gymnasium.spaces", "gymnasium")  # not before: PettingZoo's environments name their own extra
    boxes = {name: _box(spaces, shape, TYPES.get(name, np.int16)) for name, shape in shapes(lens, memory).items()}
    found = spaces.Dict(boxes)
    if not with_mask:
        return found
    return spaces.Dict({"observation": found, "action_mask": spaces.MultiBinary(len(lens.numbering))})


def _box(spaces: Any, shape: tuple[int, ...], kind: Any) -> Any:
    return spaces.Box(0, HIGHEST[kind], shape, kind)


def flat(observation: dict[str, Array]) -> Array:
    """An observation as one vector."""
    return np.concatenate([observation[name].ravel() for name in observation]).astype(np.float32)
