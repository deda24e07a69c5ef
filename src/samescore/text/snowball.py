"""The English stemmer of Snowball, "Porter2" (M. Porter, https://snowballstem.org/algorithms/english/stemmer.html).

This is the version of 2006, which METEOR 1.5 contains. Words are expected in lower case: capital letters are treated as
consonants that occur in no ending. A word of at most two UTF-16 code units is its own stem.
"""

from __future__ import annotations

_VOWELS = frozenset("aeiouy")
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_WHOLE = {
    "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl", "gently": "gentl",
    "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
    **{word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")},
}  # fmt: skip
_LEFT_ALONE = frozenset(("inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"))
_STEP_2 = {
    "tional": "tion", "enci": "ence", "anci": "ance", "abli": "able", "entli": "ent", "izer": "ize", "ization": "ize",
    "ational": "ate", "ation": "ate", "ator": "ate", "alism": "al", "aliti": "al", "alli": "al", "fulness": "ful",
    "ousli": "ous", "ousness": "ous", "iveness": "ive", "iviti": "ive", "biliti": "ble", "bli": "ble", "ogi": "og",
    "fulli": "ful", "lessli": "less", "li": "",
}  # fmt: skip
_STEP_3 = {
    "tional": "tion", "ational": "ate", "alize": "al", "icate": "ic", "iciti": "ic", "ical": "ic", "ful": "",
    "ness": "", "ative": "",
}  # fmt: skip
_STEP_4_ENDINGS = "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion"
_STEP_4 = dict.fromkeys(_STEP_4_ENDINGS.split(), "")


def _region(word: str, start: int) -> int:
    """Return the position after the first non-vowel that follows a vowel, searching from `start`.

    It is the length of the word if there is none. The algorithm calls the text from there R1 or R2.
    """
    for place in range(start + 1, len(word)):
        if word[place] not in _VOWELS and word[place - 1] in _VOWELS:
            return place + 1
    return len(word)


def _ends_short(word: str) -> bool:
    """Return whether a word ends with a short syllable.

    This is a non-vowel, a vowel and a non-vowel other than w, x and Y, or a whole word of a vowel and a non-vowel.
    """
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    return (
        len(word) > 2
        and word[-1] not in _VOWELS
        and word[-1] not in "wxY"
        and word[-2] in _VOWELS
        and word[-3] not in _VOWELS
    )


def _has_vowel(part: str) -> bool:
    return not _VOWELS.isdisjoint(part)


def _ending(word: str, endings: dict[str, str]) -> str | None:
    """Return the longest of these endings that the word has, or None if it has none of them."""
    return max((ending for ending in endings if word.endswith(ending)), key=len, default=None)


def _mark_consonant_y(word: str) -> str:
    """Return the word with every consonant y in upper case."""
    letters = list(word)
    for place, letter in enumerate(letters):
        if letter == "y" and (place == 0 or letters[place - 1] in _VOWELS):
            letters[place] = "Y"
    return "".join(letters)


def _remove_plural(word: str) -> str:
    """Apply steps 0 and 1a: remove a possessive ending and a plural ending."""
    for ending in ("'s'", "'s", "'"):
        if word.endswith(ending):
            word = word[: -len(ending)]
            break
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and _has_vowel(word[:-2]):
        return word[:-1]
    return word


def _remove_ed_and_ing(word: str, first: int) -> str:
    """Apply step 1b: remove -ed(ly) and -ing(ly), and repair the ending; shorten -eedly. R1 begins at `first`."""
    ending = _ending(word, dict.fromkeys(("eed", "eedly", "ed", "edly", "ing", "ingly"), ""))
    if ending is None:
        return word
    stem = word[: -len(ending)]
    if ending.startswith("eed"):
        return stem + "ee" if len(stem) >= first else word
    if not _has_vowel(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if stem.endswith(_DOUBLES):
        return stem[:-1]
    return stem + "e" if len(stem) == first and _ends_short(stem) else stem


def _remove_suffixes(word: str, first: int, second: int) -> str:
    """Apply steps 2 to 4: replace or remove suffixes in R1 (which begins at `first`) and R2 (at `second`)."""
    ending = _ending(word, _STEP_2)
    if ending is not None and len(stem := word[: -len(ending)]) >= first:
        allowed = {"ogi": stem.endswith("l"), "li": stem[-1:] in tuple("cdeghkmnrt")}
        word = stem + _STEP_2[ending] if allowed.get(ending, True) else word
    ending = _ending(word, _STEP_3)
    if ending is not None and len(stem := word[: -len(ending)]) >= (second if ending == "ative" else first):
        word = stem + _STEP_3[ending] if ending != "ative" or len(stem) >= first else word
    ending = _ending(word, _STEP_4)
    if ending is not None and len(stem := word[: -len(ending)]) >= second:
        word = stem if ending != "ion" or stem.endswith(("s", "t")) else word
    return word


def _remove_last_letter(word: str, first: int, second: int) -> str:
    """Apply step 5: remove a final e, or the last l of ll; R1 begins at `first`, R2 at `second`."""
    stem = word[:-1]
    if word.endswith("e") and (len(stem) >= second or (len(stem) >= first and not _ends_short(stem))):
        return stem
    if word.endswith("ll") and len(stem) >= second:
        return stem
    return word


def snowball_stem(word: str) -> str:
    """Return the stem of a word, which is expected in lower case.

    >>> [snowball_stem(word) for word in ("generously", "dying", "happily", "walked")]
    ['generous', 'die', 'happili', 'walk']
    """
    if word in _WHOLE:
        return _WHOLE[word]
    if len(word) + sum(character > "\uffff" for character in word) <= 2:
        return word
    written = word.removeprefix("'")
    word = _mark_consonant_y(written)
    consonants = word != written
    special = next((prefix for prefix in ("gener", "commun", "arsen") if word.startswith(prefix)), None)
    first = len(special) if special else _region(word, 0)
    second = _region(word, first)
    word = _remove_plural(word)
    if word not in _LEFT_ALONE:
        word = _remove_ed_and_ing(word, first)
        if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
            word = word[:-1] + "i"
        word = _remove_last_letter(_remove_suffixes(word, first, second), first, second)
    return word.replace("Y", "y") if consonants else word
