"""Stem many words at once by the Porter stemmer of `samescore.text.porter`.

A word is a stretch of code points, which its stem overwrites: no stem is longer than its word.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import MULTIPLIER

COMPILED = cython.compiled

#: The special cases of a rule: none; the step is repeated after it; the stem must end in s or t; the first letter of
#: the suffix counts as part of the measured stem.
USUAL, AGAIN, AFTER_S_OR_T, WITH_FIRST_LETTER = range(4)

_AGAIN = cython.declare(cython.int, AGAIN)
_AFTER_S_OR_T = cython.declare(cython.int, AFTER_S_OR_T)
_WITH_FIRST_LETTER = cython.declare(cython.int, WITH_FIRST_LETTER)

_MULTIPLIER = cython.declare(cython.ulonglong, MULTIPLIER)
#: A bit for each vowel but y, by its last five bits: a, e, i, o, u.
_VOWELS = cython.declare(cython.int, 1 << 1 | 1 << 5 | 1 << 9 | 1 << 15 | 1 << 21)


class Rules(NamedTuple):
    """A variant of the stemmer; the function `encoded` builds the fields of the steps."""

    least: int
    """Words with fewer characters are their own stems."""
    nltk: bool
    """Whether NLTK's changes to steps 1 and 5 are made."""
    irregular: array[int]
    """Whole words that skip the steps, and their stems."""
    step_1a: array[int]
    step_1b: array[int]
    """First the rule whose stem must have a measure above 0, then the rules whose stems must contain a vowel."""
    restored: array[int]
    """Endings to which step 1b appends an e."""
    step_2: array[int]
    step_3: array[int]
    step_4: array[int]


def encoded(rules: Iterable[tuple[str, str, int]]) -> array[int]:
    """Return rules (suffix, replacement, special case) in the kernel's form: three numbers each, then the code points.

    The very first number has a bit for each letter from a to z that some suffix ends with.
    """
    made = array("i", [0])
    for suffix, replacement, kind in rules:  # Python objects
        made[0] |= 1 << (ord(suffix[len(suffix) - 1]) & 31)
        made.extend((len(suffix), len(replacement), kind, *map(ord, suffix), *map(ord, replacement)))
    return made


def number_stems(
    letters: cython.int[::1], lengths: cython.int[::1], regular: cython.uchar[::1], rules: Rules
) -> tuple[array[int], array[int]]:
    """Return a number for each word, equal for words with equal stems, and the lengths of the stems.

    Numbers are below the number of words. The words are concatenated in `letters` and overwritten by their stems.
    ``lengths[k]`` is the length of word k; ``regular[k]`` is 1 if it must not be treated as an irregular form.
    """
    many: cython.Py_ssize_t = len(lengths)
    made, stem_lengths = array("i", bytes(4 * many)), array("i", bytes(4 * many))
    numbers: cython.int[::1] = made
    stems: cython.int[::1] = stem_lengths
    begins: cython.int[::1] = array("i", bytes(4 * many))
    firsts: cython.int[::1] = array("i", bytes(4 * many))  # the first word with each stem
    capacity: cython.Py_ssize_t = 64
    while capacity < 2 * many:
        capacity *= 2
    slots: cython.int[::1] = array("i", bytes(4 * capacity))
    size: cython.int = 0
    least: cython.Py_ssize_t = rules.least
    nltk: cython.bint = rules.nltk
    irregular: cython.int[::1] = rules.irregular
    step_1a: cython.int[::1] = rules.step_1a
    step_1b: cython.int[::1] = rules.step_1b
    restored: cython.int[::1] = rules.restored
    step_2: cython.int[::1] = rules.step_2
    step_3: cython.int[::1] = rules.step_3
    step_4: cython.int[::1] = rules.step_4
    k: cython.Py_ssize_t
    begin: cython.Py_ssize_t = 0
    with cython.nogil:
        for k in range(many):
            n: cython.Py_ssize_t = lengths[k]
            if n >= least:
                rule: cython.Py_ssize_t = -1 if regular[k] else _rule(letters, begin, n, irregular, True)
                if rule >= 0:
                    n = _replaced(letters, begin, n, irregular, rule)
                else:
                    n = _step_1a(letters, begin, n, step_1a, nltk)
                    n = _step_1b(letters, begin, n, step_1b, restored, nltk)
                    _step_1c(letters, begin, n, nltk)
                    n = _step(letters, begin, n, step_2, 0)
                    n = _step(letters, begin, n, step_3, 0)
                    n = _step(letters, begin, n, step_4, 1)
                    n = _step_5(letters, begin, n, nltk)
            begins[k] = begin
            stems[k] = n
            slot: cython.Py_ssize_t = _hash(letters, begin, n) & (capacity - 1)
            while slots[slot] > 0 and not _same(letters, begins, stems, k, firsts[slots[slot] - 1]):
                slot = (slot + 1) & (capacity - 1)
            if slots[slot] == 0:
                firsts[size] = k
                size += 1
                slots[slot] = size
            numbers[k] = slots[slot] - 1
            begin += lengths[k]
    return made, stem_lengths


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hash(letters: cython.int[::1], begin: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.longlong:
    """Return the 32-bit hash of a stem."""
    one: cython.ulonglong = 1
    full: cython.ulonglong = (one << 63) - 1 + (one << 63)
    h: cython.ulonglong = n
    k: cython.Py_ssize_t
    for k in range(begin, begin + n):
        h = ((h ^ letters[k]) * _MULTIPLIER) & full
        h ^= h >> 32
    return ((h * _MULTIPLIER) & full) >> 32


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _same(
    letters: cython.int[::1],
    begins: cython.int[::1],
    stems: cython.int[::1],
    k: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
) -> cython.bint:
    """Return whether the stems of two words are equal."""
    j: cython.Py_ssize_t = 0
    if stems[k] != stems[other]:
        return False
    while j < stems[k] and letters[begins[k] + j] == letters[begins[other] + j]:
        j += 1
    return j == stems[k]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_a_vowel(letter: cython.int) -> cython.int:
    """Return 1 if a letter is a, e, i, o or u, else 0; branchless, to avoid mispredictions."""
    return (letter >> 5 == 3) & _VOWELS >> (letter & 31)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_vowel_at(letters: cython.int[::1], begin: cython.Py_ssize_t, k: cython.Py_ssize_t) -> cython.bint:
    """Return whether letter k of a word is a vowel.

    A y is a vowel after a consonant; in a run of y, every other one is.
    """
    first: cython.Py_ssize_t = k
    while first > 0 and letters[begin + first] == ord("y"):
        first -= 1
    return _is_a_vowel(letters[begin + first]) != (k - first) % 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_vowel(letters: cython.int[::1], begin: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.bint:
    """Return whether a stem has a vowel.

    Its first y counts if it is not the first letter and no other vowel precedes it.
    """
    k: cython.Py_ssize_t
    for k in range(n):
        if _is_a_vowel(letters[begin + k]) or (k > 0 and letters[begin + k] == ord("y")):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _measure(letters: cython.int[::1], begin: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the measure m of a stem of the form [C](VC)^m[V]."""
    measure: cython.Py_ssize_t = 0
    after_vowel: cython.int = 0
    k: cython.Py_ssize_t
    for k in range(n):
        letter: cython.int = letters[begin + k]
        vowel: cython.int = _is_a_vowel(letter) | ((letter == ord("y")) & (k > 0) & (1 - after_vowel))
        measure += after_vowel & (1 - vowel)
        after_vowel = vowel
    return measure


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ends_cvc(
    letters: cython.int[::1], begin: cython.Py_ssize_t, n: cython.Py_ssize_t, nltk: cython.bint
) -> cython.bint:
    """Return whether a stem ends in consonant, vowel, and a consonant other than w, x, y.

    NLTK's variant also accepts a stem of two letters, a vowel and a consonant.
    """
    if n < 2 or _is_vowel_at(letters, begin, n - 1) or not _is_vowel_at(letters, begin, n - 2):
        return False
    if n == 2:
        return nltk
    last: cython.int = letters[begin + n - 1]
    other: cython.bint = last != ord("w") and last != ord("x") and last != ord("y")
    return other and not _is_vowel_at(letters, begin, n - 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rule(
    letters: cython.int[::1],
    begin: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    rules: cython.int[::1],
    whole: cython.bint,
) -> cython.Py_ssize_t:
    """Return the index of the first rule whose suffix a word ends with, or with `whole` equals; -1 if none does."""
    if n == 0 or not rules[0] >> (letters[begin + n - 1] & 31) & 1:
        return -1
    rule: cython.Py_ssize_t = 1
    while rule < len(rules):
        suffix: cython.Py_ssize_t = rules[rule]
        if suffix == n or (suffix < n and not whole):
            k: cython.Py_ssize_t = suffix
            while k > 0 and rules[rule + 2 + k] == letters[begin + n - suffix + k - 1]:
                k -= 1
            if k == 0:
                return rule
        rule += 3 + suffix + rules[rule + 1]
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _replaced(
    letters: cython.int[::1],
    begin: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    rules: cython.int[::1],
    rule: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Replace the suffix of a rule, and return the new length."""
    stem: cython.Py_ssize_t = n - rules[rule]
    k: cython.Py_ssize_t
    for k in range(rules[rule + 1]):
        letters[begin + stem + k] = rules[rule + 3 + rules[rule] + k]
    return stem + rules[rule + 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _step(
    letters: cython.int[::1],
    begin: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    rules: cython.int[::1],
    above: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Apply one of the steps 2 to 4, and return the new length.

    The first rule whose suffix the word has applies if the measure of the stem exceeds `above`. A special case of a
    rule requires s or t before the suffix, measures the stem with the suffix's first letter, or repeats the step.
    """
    while True:
        rule: cython.Py_ssize_t = _rule(letters, begin, n, rules, False)
        if rule < 0:
            return n
        kind: cython.int = rules[rule + 2]
        stem: cython.Py_ssize_t = n - rules[rule]
        if _measure(letters, begin, stem + (kind == _WITH_FIRST_LETTER)) <= above:
            return n
        if kind == _AFTER_S_OR_T and letters[begin + stem - 1] != ord("s") and letters[begin + stem - 1] != ord("t"):
            return n
        n = _replaced(letters, begin, n, rules, rule)
        if kind != _AGAIN:
            return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ends_ie(letters: cython.int[::1], begin: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.bint:
    """Return whether the two letters before the last one are i and e."""
    return n >= 3 and letters[begin + n - 3] == ord("i") and letters[begin + n - 2] == ord("e")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _step_1a(
    letters: cython.int[::1],
    begin: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    rules: cython.int[::1],
    nltk: cython.bint,
) -> cython.Py_ssize_t:
    """Apply step 1a, and return the new length; NLTK's variant shortens ties to tie."""
    if nltk and n == 4 and letters[begin + 3] == ord("s") and _ends_ie(letters, begin, n):
        return 3
    rule: cython.Py_ssize_t = _rule(letters, begin, n, rules, False)
    return n if rule < 0 else _replaced(letters, begin, n, rules, rule)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _step_1b(
    letters: cython.int[::1],
    begin: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    rules: cython.int[::1],
    restored: cython.int[::1],
    nltk: cython.bint,
) -> cython.Py_ssize_t:
    """Apply step 1b, and return the new length; NLTK's variant turns died into die, and spied into spi."""
    if nltk and _ends_ie(letters, begin, n) and letters[begin + n - 1] == ord("d"):
        return 3 if n == 4 else n - 2
    rule: cython.Py_ssize_t = _rule(letters, begin, n, rules, False)
    if rule < 0:
        return n
    stem: cython.Py_ssize_t = n - rules[rule]
    if rule == 1:
        return _replaced(letters, begin, n, rules, rule) if _measure(letters, begin, stem) > 0 else n
    if not _has_vowel(letters, begin, stem):
        return n
    rule = _rule(letters, begin, stem, restored, False)
    if rule >= 0:
        return _replaced(letters, begin, stem, restored, rule)
    last: cython.int = letters[begin + stem - 1]
    if stem >= 2 and letters[begin + stem - 2] == last and not _is_vowel_at(letters, begin, stem - 1):
        return stem if last == ord("l") or last == ord("s") or last == ord("z") else stem - 1
    if _measure(letters, begin, stem) == 1 and _ends_cvc(letters, begin, stem, nltk):
        letters[begin + stem] = ord("e")
        return stem + 1
    return stem


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _step_1c(
    letters: cython.int[::1], begin: cython.Py_ssize_t, n: cython.Py_ssize_t, nltk: cython.bint
) -> cython.void:
    """Apply step 1c; NLTK's variant applies it only after a consonant that is not the first letter."""
    if n == 0 or letters[begin + n - 1] != ord("y"):
        return
    if n > 2 and not _is_vowel_at(letters, begin, n - 2) if nltk else _has_vowel(letters, begin, n - 1):
        letters[begin + n - 1] = ord("i")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _step_5(
    letters: cython.int[::1], begin: cython.Py_ssize_t, n: cython.Py_ssize_t, nltk: cython.bint
) -> cython.Py_ssize_t:
    """Apply step 5, and return the new length."""
    if n > 0 and letters[begin + n - 1] == ord("e"):
        measure: cython.Py_ssize_t = _measure(letters, begin, n - 1)
        if measure > 1 or (measure == 1 and not _ends_cvc(letters, begin, n - 1, nltk)):
            n -= 1
    doubled: cython.bint = n >= 2 and letters[begin + n - 1] == ord("l") and letters[begin + n - 2] == ord("l")
    return n - 1 if doubled and _measure(letters, begin, n - 1) > 1 else n
