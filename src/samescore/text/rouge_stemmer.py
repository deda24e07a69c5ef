"""The stemmer of ROUGE-1.5.5, a variant of the Porter stemmer.

It follows Porter's Perl program of 1999, with C. Y. Lin's change to step 4 (the suffixes -ement, -ment and -ent are
tried one after the other). The program's patterns for consonants and vowels differ from Porter's paper in words with a
y. Source: ROUGE-1.5.5.pl, ``stem`` and ``initialise``.
"""

from __future__ import annotations

import re
from functools import lru_cache

_C = "[^aeiou][^aeiouy]*"
_V = "[aeiouy][aeiou]*"
_VOWEL = re.compile(f"(?:{_C})?[aeiouy]")
_ABOVE_0 = re.compile(f"(?:{_C})?{_V}[^aeiou]")
_IS_1 = re.compile(f"(?:{_C})?{_V}{_C}(?:{_V})?$")
_ABOVE_1 = re.compile(f"(?:{_C})?{_V}{_C}{_V}[^aeiou]")
_SHORT = re.compile(f"{_C}[aeiouy][^aeiouwxy]$")

_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble", "logi": "log",
}  # fmt: skip
_STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP_4 = re.compile("(?:al|ance|ence|er|ic|able|ible|ant|ement|ou|ism|ate|iti|ous|ive|ize)$")


@lru_cache(maxsize=1 << 16)
def stem_by_rules(word: str) -> str:
    """Return the stem of a lowercase word by the rules, without the program's list of irregular words."""
    if len(word) < 3:
        return word
    initial_y = word.startswith("y")
    word = _step_1(f"Y{word[1:]}" if initial_y else word)
    word = _replace_suffix(_replace_suffix(word, _STEP_2), _STEP_3)
    word = _step_5(_step_4(word))
    return f"y{word[1:]}" if initial_y else word


def _step_1(word: str) -> str:
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif re.search("[^s]s$", word):
        word = word[:-1]
    if word.endswith("eed"):
        if _ABOVE_0.match(word[:-3]):
            word = word[:-1]
    elif (ending := re.search("(?:ed|ing)$", word)) and _VOWEL.match(word[: ending.start()]):
        word = word[: ending.start()]
        if word.endswith(("at", "bl", "iz")):
            word += "e"
        elif re.search(r"([^aeiouylsz])\1$", word):
            word = word[:-1]
        elif _SHORT.match(word):
            word += "e"
    if word.endswith("y") and _VOWEL.match(word[:-1]):
        word = f"{word[:-1]}i"
    return word


def _replace_suffix(word: str, rules: dict[str, str]) -> str:
    """Replace the longest suffix in `rules` if the measure of the part before it is above 0 (steps 2 and 3)."""
    for suffix in sorted(rules, key=len, reverse=True):
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return stem + rules[suffix] if _ABOVE_0.match(stem) else word
    return word


def _step_4(word: str) -> str:
    if (ending := _STEP_4.search(word)) and _ABOVE_1.match(word[: ending.start()]):
        word = word[: ending.start()]
    if word.endswith("ment") and _ABOVE_1.match(word[:-4]):
        word = word[:-4]
    if word.endswith("ent"):
        return word[:-3] if _ABOVE_1.match(word[:-3]) else word
    if word.endswith(("sion", "tion")) and _ABOVE_1.match(word[:-3]):
        word = word[:-3]
    return word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        stem = word[:-1]
        if _ABOVE_1.match(stem) or (_IS_1.match(stem) and not _SHORT.match(stem)):
            word = stem
    return word[:-1] if word.endswith("ll") and _ABOVE_1.match(word) else word
