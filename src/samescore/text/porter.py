"""The Porter stemmer (M. Porter, "An algorithm for suffix stripping", Program 14(3), 1980) in several variants.

- ``original`` follows the paper of 1980.
- ``martin`` has the changes of Porter's own published programs.
- ``nltk`` has NLTK's further changes (irregular forms, ``y`` after a consonant, two-letter stems), as used by
  rouge-score. ``nltk-3.6`` and ``nltk-3.2`` follow NLTK from these releases on: both recognize irregular forms only in
  lower case, and ``nltk-3.2`` keeps the case of words of one or two letters.

Words are lowercased first. The stem of the empty word is empty.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Literal

from samescore.kernels.porter import (
    AFTER_S_OR_T,
    AGAIN,
    USUAL,
    WITH_FIRST_LETTER,
    Rules,
    encoded,
    number_stems,
)

Mode = Literal["original", "martin", "nltk", "nltk-3.6", "nltk-3.2"]
Condition = Callable[[str], bool]

# NLTK's irregular forms: whole words that skip the rules.
_IRREGULAR = {
    "sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news",
    "innings": "inning", "inning": "inning", "outings": "outing", "outing": "outing",
    "cannings": "canning", "canning": "canning", "howe": "howe", "proceed": "proceed",
    "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip


def _shape(word: str) -> str:
    """Return ``c`` for each consonant and ``v`` for each vowel of a word; y is a vowel only after a consonant."""
    shape = ""
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(stem: str) -> int:
    """Return the measure of a stem: m for a stem of the form [C](VC)^m[V]."""
    return _shape(stem).count("vc")


def _m0(stem: str) -> bool:
    return _measure(stem) > 0


def _m1(stem: str) -> bool:
    return _measure(stem) > 1


def _ends_double_consonant(word: str) -> bool:
    return len(word) >= 2 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _ends_cvc(word: str, mode: Mode) -> bool:
    """Return whether a word ends with consonant, vowel, consonant, and the last is not w, x or y (Porter's *o).

    In the ``nltk`` mode, a two-letter word of vowel and consonant also counts.
    """
    shape = _shape(word)
    if mode == "nltk" and shape == "vc":
        return True
    return shape.endswith("cvc") and word[-1] not in "wxy"


def _first_rule(word: str, rules: tuple[tuple[str, str], ...], condition: Condition) -> str:
    """Replace the suffix of the first rule whose suffix matches, if the stem meets the condition.

    Otherwise return the word unchanged.
    """
    for suffix, replacement in rules:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return stem + replacement if condition(stem) else word
    return word


_STEP_1A = (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", ""))


def _step_1a(word: str, mode: Mode) -> str:
    if mode == "nltk" and len(word) == 4 and word.endswith("ies"):
        return word[:-1]
    return _first_rule(word, _STEP_1A, lambda _: True)


def _step_1b(word: str, mode: Mode) -> str:
    if mode == "nltk" and word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _m0(word[:-3]) else word
    for suffix in ("ed", "ing"):
        stem = word.removesuffix(suffix)
        if stem != word and "v" in _shape(stem):
            return _restore_ending(stem, mode)
    return word


def _restore_ending(stem: str, mode: Mode) -> str:
    """Return a stem with its ending repaired after -ed or -ing was removed (the second half of step 1b)."""
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if _ends_double_consonant(stem):
        return stem if stem[-1] in "lsz" else stem[:-1]
    if _measure(stem) == 1 and _ends_cvc(stem, mode):
        return stem + "e"
    return stem


def _step_1c(word: str, mode: Mode) -> str:
    if not word.endswith("y"):
        return word
    stem = word[:-1]
    if mode == "nltk":
        return stem + "i" if len(stem) > 1 and _shape(stem)[-1] == "c" else word
    return stem + "i" if "v" in _shape(stem) else word


_STEP_2_BEFORE_BLI = (("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"))
_STEP_2_AFTER_BLI = (
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"),
    ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
)  # fmt: skip
_STEP_2 = {
    "original": (*_STEP_2_BEFORE_BLI, ("abli", "able"), *_STEP_2_AFTER_BLI),
    "martin": (*_STEP_2_BEFORE_BLI, ("bli", "ble"), *_STEP_2_AFTER_BLI, ("logi", "log")),
    "nltk": (*_STEP_2_BEFORE_BLI, ("bli", "ble"), *_STEP_2_AFTER_BLI, ("fulli", "ful")),
}


def _step_2(word: str, mode: Mode) -> str:
    if mode == "nltk":
        if word.endswith("alli") and _m0(word[:-4]):
            return _step_2(word[:-2], mode)
        if word.endswith("logi"):
            # NLTK includes the l in the measured stem: "(m>0) logi" without losing geo-logi.
            return word[:-1] if _m0(word[:-3]) else word
    return _first_rule(word, _STEP_2[mode], _m0)


_STEP_3 = (("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""))

_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


def _step_4(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            removable = _m1(stem) and (suffix != "ion" or stem[-1] in "st")
            return stem if removable else word
    return word


def _step_5(word: str, mode: Mode) -> str:
    if word.endswith("e"):
        stem = word[:-1]
        if _m1(stem) or (_measure(stem) == 1 and not _ends_cvc(stem, mode)):
            word = stem
    if word.endswith("ll") and _m1(word[:-1]):
        word = word[:-1]
    return word


@lru_cache(maxsize=1 << 16)
def porter_stem(word: str, mode: Mode = "nltk") -> str:
    """Return the stem of a word in a variant of the stemmer: see the module docstring.

    >>> porter_stem("relational"), porter_stem("dying"), porter_stem("dying", "original")
    ('relat', 'die', 'dy')
    """
    written, word = word, word.lower()
    if mode.startswith("nltk") and (word if mode == "nltk" else written) in _IRREGULAR:
        return _IRREGULAR[word]
    if mode != "original" and len(word) <= 2:
        return written if mode == "nltk-3.2" else word
    if mode.startswith("nltk"):
        mode = "nltk"
    word = _step_1a(word, mode)
    word = _step_1b(word, mode)
    word = _step_1c(word, mode)
    word = _step_2(word, mode)
    word = _first_rule(word, _STEP_3, _m0)
    word = _step_4(word)
    return _step_5(word, mode)


def stem_numbers(words: Sequence[str], mode: Mode) -> array[int]:
    """Return a number below ``len(words)`` for each word; words with the same `porter_stem` have the same number.

    The kernel `samescore.kernels.porter` computes them.
    """
    text = "".join(words)
    lowered = words if text == text.lower() else [word.lower() for word in words]
    regular = bytearray(len(words))
    if mode in ("nltk-3.6", "nltk-3.2"):
        regular = bytearray(map(str.__ne__, words, lowered))
    if mode == "nltk-3.2":
        lowered = [low if len(low) > 2 else word for word, low in zip(words, lowered, strict=True)]
    letters, lengths = array("i"), array("i", map(len, lowered))
    encoding = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"
    letters.frombytes("".join(lowered).encode(encoding, "surrogatepass"))
    numbers: array[int] = number_stems(letters, lengths, regular, kernel_rules(mode, 0 if mode == "original" else 3))[0]
    return numbers


@cache
def kernel_rules(mode: Mode, least: int) -> Rules:
    """Return a variant's rules in the kernel's form; words of fewer than `least` characters are their own stems."""
    nltk = mode.startswith("nltk")
    step_2 = [
        (suffix, new, AGAIN if nltk and suffix == "alli" else USUAL)
        for suffix, new in _STEP_2["nltk" if nltk else mode]
    ]
    if nltk:
        step_2.append(("logi", "log", WITH_FIRST_LETTER))
    return Rules(
        least,
        nltk,
        encoded((word, stem, USUAL) for word, stem in _IRREGULAR.items() if nltk),
        _usual(_STEP_1A),
        _usual((("eed", "ee"), ("ed", ""), ("ing", ""))),
        _usual((("at", "ate"), ("bl", "ble"), ("iz", "ize"))),
        encoded(step_2),
        _usual(_STEP_3),
        encoded((suffix, "", AFTER_S_OR_T if suffix == "ion" else USUAL) for suffix in _STEP_4),
    )


def _usual(rules: Sequence[tuple[str, str]]) -> array[int]:
    made: array[int] = encoded((suffix, replacement, USUAL) for suffix, replacement in rules)
    return made
