"""Websocket frames: small messages as text, larger ones as compressed JSON in a binary frame.

A browser reads the latter with ``DecompressionStream("deflate")``.
"""

from __future__ import annotations

import zlib
from threading import Lock

LARGEST_TEXT = 8_192  # bytes of JSON; below that compression takes longer than it saves
LEVEL = 1  # the fastest: JSON shrinks to about a quarter at any level
HEADER = b"\x78\x01"  # of a zlib stream: a window of 32 kB, the fastest level
LAST_BLOCK = b"\x03\x00"  # empty
Frame = str | bytes

_compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)  # to make one takes as long as a small message
_compressor_lock = Lock()


def frame(data: bytes) -> Frame:
    """The frame of an encoded message. Make it once for all clients that get the same message."""
    return data.decode() if len(data) <= LARGEST_TEXT else compressed(data)


def compressed(data: bytes) -> bytes:
    """What ``zlib.compress`` returns, by a compressor that is used again and again.

    A full flush makes it forget what came before, so that every message stands for itself.
    """
    with _compressor_lock:
        body = _compressor.compress(data) + _compressor.flush(zlib.Z_FULL_FLUSH)
    return b"".join((HEADER, body, LAST_BLOCK, zlib.adler32(data).to_bytes(4, "big")))


def message_of(received: Frame) -> bytes:
    """The JSON in a frame, for clients written in Python."""
    return received.encode() if isinstance(received, str) else zlib.decompress(received)
