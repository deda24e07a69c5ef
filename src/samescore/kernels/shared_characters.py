"""Count the overlap of two texts as bags of characters."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled

_CODE_POINTS = 0x110000


def overlaps(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> array[int]:
    """Return the shared characters and both lengths for each hypothesis with each of its references.

    These are three numbers for each pair; ``references[i]`` are the references of ``hypotheses[i]``.
    """
    counts: cython.int[::1] = array("i", [0]) * _CODE_POINTS
    cells = array("q")
    hypothesis: str
    reference: str
    character: cython.Py_UCS4
    i: cython.Py_ssize_t
    for i in range(len(hypotheses)):
        hypothesis = hypotheses[i]
        for character in hypothesis:
            counts[ord(character)] += 1
        for reference in references[i]:
            shared: cython.Py_ssize_t = 0
            for character in reference:
                if counts[ord(character)] > 0:
                    shared += 1
                counts[ord(character)] -= 1
            for character in reference:
                counts[ord(character)] += 1
            cells.extend((shared, len(hypothesis), len(reference)))
        for character in hypothesis:
            counts[ord(character)] -= 1
    return cells
