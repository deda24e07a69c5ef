"""Read texts as UTF-8 bytes, for the kernels that split texts into words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled


def read(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    start: cython.Py_ssize_t,
    most: cython.Py_ssize_t,
    marks: str,
    clean: Callable[[str], str] | None,
    first: cython.longlong[::1],
    ends: cython.longlong[::1],
) -> tuple[int, bytearray]:
    """Return the first segment that is not read, and the UTF-8 texts from segment `start` on, about `most` characters.

    Segment i has the lines from ``first[i]`` to ``first[i + 1] - 1``; line k ends before the byte ``ends[k + 1]``.
    These entries are written; ``first[start]`` must be set. At least eight zero bytes follow the texts, and the number
    of bytes is a multiple of eight. `clean`, if not None, is applied to texts that contain one of the characters of
    `marks`.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    stop: cython.Py_ssize_t = start
    line: cython.Py_ssize_t = first[start]
    room: cython.Py_ssize_t = 0
    n: cython.Py_ssize_t = 0
    texts: list = []
    pieces: list = []
    text: str
    piece: bytes
    while stop < segments and room < most:
        text = hypotheses[stop]
        room += len(text)
        texts.append(text)
        for text in references[stop]:  # Python objects
            room += len(text)
            texts.append(text)
        stop += 1
        first[stop] = line + len(texts)
    joined: str = "".join(texts)
    if clean is not None and any(map(joined.__contains__, marks)):
        _clean(texts, joined, marks, clean)
        joined = "".join(texts)
    if joined.isascii():
        for text in texts:  # Python objects
            n += len(text)
            line += 1
            ends[line] = n
        piece = joined.encode()
    else:
        for text in texts:  # Python objects
            piece = text.encode("utf-8", "surrogatepass")
            pieces.append(piece)
            n += len(piece)
            line += 1
            ends[line] = n
        piece = b"".join(pieces)
    letters = bytearray(8 * (n // 8 + 2))
    letters[:n] = piece
    return stop, letters


def _clean(texts: list[str], joined: str, marks: str, clean: Callable[[str], str]) -> None:
    """Apply `clean` to the texts that contain a character of `marks`; `joined` is the concatenation of all texts."""
    ends = list(accumulate(map(len, texts)))
    rare = set()
    for mark in marks:  # Python objects
        at = joined.find(mark)
        while at >= 0:  # Python objects
            k = bisect_right(ends, at)
            rare.add(k)
            at = joined.find(mark, ends[k])
    for k in rare:  # Python objects
        texts[k] = clean(texts[k])
