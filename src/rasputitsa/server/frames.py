"""Websocket frames: small messages as text, larger ones as compressed JSON in a binary frame.

A browser reads the latter with ``DecompressionStream("deflate")``.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from struct import pack
from threading import Lock

LARGEST_TEXT = 8_192  # bytes of JSON; below that compression takes longer than it saves
LEVEL = 1  # the fastest: JSON shrinks to about a quarter at any level
HEADER = b"\x78\x01"  # of a zlib stream: a window of 32 kB, the fastest level
SEARCHED = 60  # bytes of a part that find it in the message
SHORT = 2_000  # bytes of a piece that is not compressed
LAST_BLOCK = b"\x03\x00"  # empty
Frame = str | bytes

# A compressor that is used again and again: to make one takes as long as to compress a small message.
_compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, 6)
_compressor_lock = Lock()


class Part:
    """A part of a message that may be the same in the next one: it is compressed once, and only if need be."""

    __slots__ = ("_deflated", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._deflated = b""

    @property
    def deflated(self) -> bytes:
        if not self._deflated:
            self._deflated = deflated(self.data)
        return self._deflated


def frame(data: bytes, parts: Sequence[Part] = ()) -> Frame:
    """The frame of an encoded message. Make it once for all clients that get the same message.

    ``parts`` follow each other somewhere in the message; the first is found by its beginning.
    """
    if len(data) <= LARGEST_TEXT:
        return data.decode()
    start = data.index(parts[0].data[:SEARCHED]) if parts else len(data)
    end = start + sum(len(part.data) for part in parts)
    pieces = (HEADER, packed(data[:start]), *(part.deflated for part in parts), packed(data[end:]), LAST_BLOCK)
    return b"".join((*pieces, zlib.adler32(data).to_bytes(4, "big")))


def packed(data: bytes) -> bytes:
    """A piece of a compressed message; a short one as it is, since to compress it takes longer than it saves."""
    return deflated(data) if len(data) > SHORT else pack("<BHH", 0, len(data), len(data) ^ 0xFFFF) + data


def deflated(data: bytes) -> bytes:
    """A piece of a compressed message. It stands for itself: a full flush makes the compressor forget it."""
    with _compressor_lock:
        return _compressor.compress(data) + _compressor.flush(zlib.Z_FULL_FLUSH)


def message_of(received: Frame) -> bytes:
    """The JSON in a frame, for clients written in Python."""
    return received.encode() if isinstance(received, str) else zlib.decompress(received)
