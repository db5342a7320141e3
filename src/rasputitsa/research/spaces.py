"""Observations as spaces of Gymnasium."""

from __future__ import annotations

from typing import Any

from .extras import needed
from .lens import Lens
from .play import shapes
from .sight import Array, np

_spaces = needed("gymnasium.spaces", "gymnasium")
TYPES = {"planes": np.uint8, "hand": np.uint8}  # all other arrays are of int16
HIGHEST = {np.uint8: 255, np.int16: 32_767}


def observation_space(lens: Lens[Any], memory: int, with_mask: bool) -> Any:
    """The space of a lens's observations; with a mask, that of a dictionary of both."""
    boxes = {name: _box(shape, TYPES.get(name, np.int16)) for name, shape in shapes(lens, memory).items()}
    found = _spaces.Dict(boxes)
    if not with_mask:
        return found
    return _spaces.Dict({"observation": found, "action_mask": _spaces.MultiBinary(len(lens.numbering))})


def _box(shape: tuple[int, ...], kind: Any) -> Any:
    return _spaces.Box(0, HIGHEST[kind], shape, kind)


def flat(observation: dict[str, Array]) -> Array:
    """An observation as one vector."""
    return np.concatenate([observation[name].ravel() for name in observation]).astype(np.float32)
