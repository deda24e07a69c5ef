"""The compiled Porter stemmer: the stems of the plain one, in every variant, compiled (where it is) and uncompiled."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, product
from types import ModuleType
from typing import Any, get_args

import pytest

from samescore.data.corpus import Corpus
from samescore.generators.inputs import inputs_for
from samescore.kernels import porter as imported
from samescore.text import porter
from samescore.text.porter import Mode, porter_stem
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

BOTH = pytest.mark.parametrize("kernel", [imported, uncompiled("porter")], ids=["imported", "uncompiled"])
MODES: tuple[Mode, ...] = get_args(Mode)

#: Every suffix of a rule, what makes steps 1 and 5 decide otherwise, and nothing.
ENDINGS = (
    "", "sses", "ies", "ss", "s", "eed", "ed", "ing", "ied", "ated", "bled", "izing", "tted", "ited", "lling", "ssing", "zzed", "y", "ying", "e", "ll",
    "ational", "tional", "enci", "anci", "izer", "abli", "bli", "alli", "entli", "eli", "ousli", "ization", "ation", "ator",
    "alism", "iveness", "fulness", "ousness", "aliti", "iviti", "biliti", "logi", "fulli", "ationalli", "tionalli",
    "icate", "ative", "alize", "iciti", "ical", "ful", "ness", "al", "ance", "ence", "er", "ic", "able", "ible", "ant",
    "ement", "ment", "ent", "sion", "tion", "nion", "ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip
IRREGULAR = (
    "sky", "skies", "dying", "lying", "tying", "news", "innings", "inning", "outings", "outing", "cannings", "canning",
    "howe", "proceed", "exceed", "succeed",
)  # fmt: skip


def _stems(kernel: ModuleType, words: Sequence[str], mode: Mode) -> list[str]:
    """The stems that the kernel makes of words, which `stem_numbers` hands to it."""
    made: list[str] = []

    def number_stems(letters: array[int], lengths: array[int], *others: Any) -> Any:
        numbers, stem_lengths = kernel.number_stems(letters, lengths, *others)
        made.extend(_cut(letters, lengths, stem_lengths))
        return numbers, stem_lengths

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(porter, "number_stems", number_stems)
        numbers = porter.stem_numbers(words, mode)
    order = {stem: number for number, stem in enumerate(dict.fromkeys(made))}
    assert numbers.tolist() == [order[stem] for stem in made]
    return made


def _cut(letters: array[int], lengths: array[int], stem_lengths: array[int]) -> list[str]:
    """The stems at the beginnings of words that stand one after the other."""
    begins = [end - length for length, end in zip(lengths, accumulate(lengths), strict=True)]
    return ["".join(map(chr, letters[begin : begin + n])) for begin, n in zip(begins, stem_lengths, strict=True)]


def _check(kernel: ModuleType, words: Iterable[str], modes: Iterable[Mode] = MODES) -> None:
    chosen = list(words)
    for mode in modes:
        assert _stems(kernel, chosen, mode) == [porter_stem.__wrapped__(word, mode) for word in chosen], mode


def _strings(letters: str, longest: int) -> Iterable[str]:
    return ("".join(letters_of) for n in range(longest + 1) for letters_of in product(letters, repeat=n))


@BOTH
def test_every_ending_after_short_stems(kernel: ModuleType) -> None:
    """Stems of every measure and shape up to four letters; and every two endings, one after the other."""
    _check(kernel, (stem + ending for stem in _strings("ayts", 4 if kernel.COMPILED else 2) for ending in ENDINGS))
    ends = [first + second for first in ENDINGS for second in ENDINGS]
    _check(kernel, (stem + end for stem in ("", "r", "rel", "troy") for end in ends[:: 1 if kernel.COMPILED else 23]))


@BOTH
def test_all_short_strings(kernel: ModuleType) -> None:
    """All strings over the letters that steps 1 and 5 look at."""
    _check(kernel, _strings("aeiydlsgnwz", 4 if kernel.COMPILED else 3))


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("letters", ["aeyslt", "eidsgn", "aloiyt"])
def test_all_strings_of_six_letters(letters: str) -> None:
    _check(imported, _strings(letters, 6))


@BOTH
def test_irregular_forms(kernel: ModuleType) -> None:
    """In lower and upper case, and as a part of longer words."""
    forms = [form for word in IRREGULAR for form in (word, word.upper(), word.title(), f"x{word}", f"{word}s")]
    assert set(IRREGULAR) == set(porter._IRREGULAR)
    _check(kernel, forms)


@BOTH
def test_words_of_texts(kernel: ModuleType) -> None:
    """As they are, and in upper case."""
    texts = inputs_for("meteor", 100, seed=2)
    words = {
        word
        for corpus in texts
        if isinstance(corpus, Corpus)
        for segment in corpus
        for line in (segment.hypothesis, *segment.references)
        for word in (line.split() if isinstance(line, str) else line)
    }
    assert len(words) > 40
    _check(kernel, sorted(words | {word.upper() for word in words} | {f"{word}ing" for word in words}))


@BOTH
def test_every_character(kernel: ModuleType) -> None:
    """Characters below 1024 and those that lower-casing changes, whose lower case may be longer or depend on neighbours."""
    characters = [chr(c) for c in range(0x110000) if c < 1024 or chr(c).lower() != chr(c)]
    characters += ["\ud800", "\udfff", "\U0010ffff", "\u200d", "\U0001f600"]
    chosen = characters if kernel.COMPILED else characters[::7]
    _check(kernel, (word for c in chosen for word in (c, f"A{c}", f"{c}{c}", f"re{c}ING", f"t{c}ied", f"{c}ies")))


@BOTH
def test_long_words(kernel: ModuleType) -> None:
    """Runs of y, of which every other one is a vowel."""
    longest = 10_000 if kernel.COMPILED else 300
    words = [
        letter * n + end for letter in "yas" for n in (1, 2, 3, 63, 64, longest) for end in ("", "ing", "ational", "e")
    ]
    _check(kernel, [*words, "ay" * longest + "ness", ""], ("nltk", "original"))


@BOTH
@pytest.mark.parametrize("mode", MODES)
def test_equal_stems_have_equal_numbers(kernel: ModuleType, mode: Mode) -> None:
    """Of many words, so that the table of stems grows."""
    rng = random.Random(3)
    count = 20_000 if kernel.COMPILED else 2_000
    words = ["".join(rng.choices("abeilnost", k=rng.randrange(8))) + rng.choice(ENDINGS) for _ in range(count)]
    _check(kernel, words, [mode])


@BOTH
def test_words_below_a_length_stay(kernel: ModuleType) -> None:
    """ROUGE stems words of four letters or more."""
    words = ["ties", "was", "ing", "sing", "does", "cats"]
    letters, lengths = array("i", map(ord, "".join(words))), array("i", map(len, words))
    _, stem_lengths = kernel.number_stems(letters, lengths, bytearray(6), porter.kernel_rules("nltk", 4))
    assert _cut(letters, lengths, stem_lengths) == ["tie", "was", "ing", "sing", "doe", "cat"]


@BOTH
def test_no_words(kernel: ModuleType) -> None:
    _check(kernel, [])
