"""Rare words, each paired with a different word that careless code treats as equal."""

from __future__ import annotations

import random
from collections.abc import Sequence

#: Pairs of different words that normalization, tokenization or C code may treat as the same.
PAIRS = (
    ("1234567890", "1234567891"),
    ("20241127", "20241128"),
    ("3.14159", "3.14158"),
    ("https://example.org/a?b=1&c=2", "https://example.org/a?b=1&c=3"),
    ("www.example.org", "www.example.com"),
    ("ann@example.org", "bob@example.org"),
    ("it\u2019s", "it's"),
    ("\u2018so\u2019", "'so'"),
    ("\u00b4tis", "'tis"),
    ("\u201cyes\u201d", '"yes"'),
    ("1\u20132", "1-2"),
    ("\u0643\u0640\u0640\u062a\u0627\u0628", "\u0643\u062a\u0627\u0628"),
    ("\u0645\u064f\u062f\u0631\u0633", "\u0645\u062f\u0631\u0633"),
    ("5\u212a", "5K"),
    ("\u212b", "\u00c5"),
    ("\ufb01ne", "fine"),
    ("\uff46\uff55\uff4c\uff4c", "full"),
    ("x\u00b2", "x2"),
    ("caf\u00e9", "cafe\u0301"),
    ("stra\u00dfe", "strasse"),
    ("\u0130\u0131", "iI"),
    ("\u03a3\u03c3\u03c2", "\u03a3\u03c3\u03c3"),
    ("a\u0000b", "a\u0000c"),
    ("a\u00adb", "ab"),
    ("a\u200db", "ab"),
    ("<unk>", "<pad>"),
    ("<s>", "</s>"),
    ("low@@", "low"),
    ("\u2581the", "the"),
    ("##ing", "ing"),
    ("[UNK]", "UNK"),
    ("&nbsp;", "nbsp"),
    ("p\u0430ypal", "paypal"),
    ("abc\u0434\u0435\u0444", "abc\u0434\u0435f"),
    ("x" * 70 + "a", "x" * 70 + "b"),
    ("ba" * 160, "ba" * 160 + "b"),
    ("\u732b" * 40, "\u732b" * 41),
    ("\U0001f600", "\U0001f601"),
    ("\U0001f1e9\U0001f1ea", "\U0001f1eb\U0001f1f7"),
)

#: Characters of every Unicode category except surrogates.
CATEGORIES = (
    "\u0001\u007f\u200b\u2060\u0378\U000e0080\ue000\uf8ff"  # Cc, Cf, Cn, Co
    "\u0101\u03b2\u02b0\u3005\u05d0\u3042\u01c5\u1f88\u0416\u1e9e"  # Ll, Lm, Lo, Lt, Lu
    "\u0903\u0b3e\u20dd\u0488\u0301\u3099"  # Mc, Me, Mn
    "\u0664\uff13\u2163\u3007\u00bd\u2460"  # Nd, Nl, No
    "\u203f\uff3f\u2010\u2e3a\u300d\u2046\u2019\u00bb\u2018\u00ab\u3001\u00bf\u300c\u2045"  # Pc, Pd, Pe, Pf, Pi, Po, Ps
    "\u20ac\uffe5\u02d8\u02c7\u00b1\u2260\u00a9\u2601"  # Sc, Sk, Sm, So
    "\u2028\u2029\u2003\u205f"  # Zl, Zp, Zs
)


#: Number of successive inputs among which the pairs are divided.
_SHARES = 3


def every_pair() -> list[tuple[str, str]]:
    """Return all pairs: `PAIRS`, and for each of `CATEGORIES` a word with and without the character."""
    return [*PAIRS, *((f"q{character}u", "qu") for character in CATEGORIES)]


def special_segments(
    rng: random.Random, words: Sequence[str], number: int, *, alone: bool
) -> list[tuple[str, list[str]]]:
    """Return segments whose hypothesis and reference differ in a word of a pair, in a sentence of `words` or `alone`.

    Each input has a third of the pairs: three successive values of `number` have all.
    """
    segments = []
    for pair in every_pair()[number % _SHARES :: _SHARES]:
        said, right = pair if rng.random() < 0.5 else pair[::-1]
        before, after = ([], []) if alone else (rng.choices(words, k=3), rng.choices(words, k=4))
        segments.append((" ".join([*before, said, *after]), [" ".join([*before, right, *after])]))
    return segments


def special_pair(rng: random.Random) -> tuple[str, str]:
    """Return a random pair of similar but different words, in either order."""
    pair = rng.choice(every_pair())
    return pair if rng.random() < 0.5 else pair[::-1]
