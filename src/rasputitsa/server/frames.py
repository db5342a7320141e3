"""Websocket frames: small messages as text, larger ones as compressed JSON in a binary frame.

A browser reads the latter with ``DecompressionStream("deflate")``.
"""

from __future__ import annotations

import zlib

LARGEST_TEXT = 8_192  # bytes of JSON; below that compression takes longer than it saves
LEVEL = 1  # the fastest: JSON shrinks to about a quarter at any level
Frame = str | bytes


def frame(data: bytes) -> Frame:
    """The frame of an encoded message. Make it once for all clients that get the same message."""
    return data.decode() if len(data) <= LARGEST_TEXT else zlib.compress(data, LEVEL)


def message_of(received: Frame) -> bytes:
    """The JSON in a frame, for clients written in Python."""
    return received.encode() if isinstance(received, str) else zlib.decompress(received)
