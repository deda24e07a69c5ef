"""Normalize texts as Tercom does (Normalizer.java), in sacreBLEU's port.

Two of Tercom's rules never apply in sacreBLEU and are omitted here. Kana are not split from other characters, because a
circumflex anchors the pattern to the start of the text, which is a space. A final ``'s`` is not split by the rule for
the end of the text, because a space is added there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from samescore.text.western import resolve_entities, space_stops, space_symbols

# Radicals, strokes, Extension A, unified and compatibility ideographs. The range 3200-3F22 is a typo in the original
# for 3200-32FF (enclosed letters and months); the extra characters are in 3300-33FF and Extension A anyway.
CJK_RANGES = (
    (0x2E80, 0x2EFF),
    (0x31C0, 0x31EF),
    (0x3200, 0x3F22),
    (0x3300, 0x33FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
)
ASIAN_PUNCTUATION_RANGES = (
    (0x3001, 0x3002),
    (0x3008, 0x3011),
    (0x3014, 0x301F),
    (0x30FB, 0x30FB),
    (0xFF61, 0xFF65),
    *((ord(mark), ord(mark)) for mark in "．，？：；！＂（）"),
)


@cache
def one_of(ranges: tuple[tuple[int, int], ...]) -> re.Pattern[str]:
    """Compile a pattern, with one group, that matches a single character in these ranges of code points."""
    return re.compile("([" + "".join(f"{chr(low)}-{chr(high)}" for low, high in ranges) + "])")


PUNCTUATION = re.compile(r"""[.,?:;!"()]""")


def tercom_texts(texts: Iterable[str], *, normalize: bool, remove_punctuation: bool, asian: bool) -> list[str]:
    """Return the texts after the selected steps, with white space between words; an empty text has no words.

    `normalize` replaces entities, and separates punctuation and ``'s``; with `asian` it also separates CJK characters
    and punctuation. `remove_punctuation` removes ASCII punctuation; with `asian` it also removes CJK punctuation.
    `asian` alone has no effect.

    >>> texts = ["It's Ann's, at 1,000.50."]
    >>> tercom_texts(texts, normalize=True, remove_punctuation=False, asian=False)[0].split()
    ['It', "'s", "Ann's", ',', 'at', '1,000.50', '.']
    """
    lines = first_steps(list(texts), normalize=normalize)
    return last_steps(lines, normalize=normalize, remove_punctuation=remove_punctuation, asian=asian)


def first_steps(texts: Sequence[str], *, normalize: bool) -> str:
    """Apply the steps of `tercom_texts` that do not depend on the other options, to all texts together.

    Return a line for each text, with a line feed at its end; empty for no texts. No rule looks across line feeds.
    """
    lines = "\n".join(texts)
    if lines.count("\n") >= len(texts):  # a text contains line feeds
        joined = (text.replace("\n-", "") if normalize else text for text in texts)
        lines = "\n".join(text.replace("\n", " ") for text in joined)
    if not texts:
        return ""
    lines = " " + lines.replace("\n", " \n ") + " "
    if normalize:
        lines = space_stops(space_symbols(resolve_entities(lines)).replace("'s ", " 's "))
    return lines + "\n"


def last_steps(lines: str, *, normalize: bool, remove_punctuation: bool, asian: bool) -> list[str]:
    """Apply the remaining steps of `tercom_texts` to the result of `first_steps`, and return the texts."""
    if asian and normalize:
        lines = one_of(CJK_RANGES + ASIAN_PUNCTUATION_RANGES).sub(r" \1 ", lines)
    if remove_punctuation:
        lines = PUNCTUATION.sub("", lines)
        if asian:
            lines = one_of(ASIAN_PUNCTUATION_RANGES).sub("", lines)
    return lines.split("\n")[:-1]
