"""Detect whether texts are mainly Chinese, Japanese or Korean, on which the choice of a tokenizer depends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, islice

#: Ranges of code points by script.
_RANGES = {
    "han": ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3134F)),
    "kana": ((0x3041, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F)),
    "hangul": ((0x1100, 0x11FF), (0xAC00, 0xD7A3)),
}
#: Maximum number of lines that are examined, from the first on.
_LINES = 200


def script_of(lines: Iterable[str]) -> str:
    """Return the main script of the first lines: ``han``, ``kana`` (Japanese) or ``hangul``.

    The result is empty unless more than half of the letters are ideographs, kana or hangul. Mixed ideographs and kana
    are ``kana`` if there is more than one kana for ten ideographs.

    >>> script_of(["猫坐在垫子上面", "The cat"]), script_of(["猫がマットの上に座った"]), script_of(["The cat 猫"])
    ('han', 'kana', '')
    """
    met = Counter(chain.from_iterable(islice(lines, _LINES)))
    counts = dict.fromkeys(_RANGES, 0)
    letters = 0
    for character, times in met.items():
        if character.isalpha():
            letters += times
            for script, ranges in _RANGES.items():
                counts[script] += times * any(first <= ord(character) <= last for first, last in ranges)
    if 2 * sum(counts.values()) <= letters:
        return ""
    if counts["hangul"] > counts["han"] + counts["kana"]:
        return "hangul"
    return "kana" if 10 * counts["kana"] > counts["han"] else "han"
