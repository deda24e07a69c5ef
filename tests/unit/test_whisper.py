"""Whisper's normalizers: each recorded text as the originals normalize it; and limits of size."""

from __future__ import annotations

import time

import pytest

from samescore import Corpus, MetricError
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.text.transforms import WHISPER, transform
from samescore.text.whisper import NORMALIZERS, american_spellings, english
from samescore.text.whisper_numbers import with_digits
from tests.oracle.whisper import recorded


@pytest.mark.parametrize("name", WHISPER)
def test_every_recorded_text_is_normalized_as_the_original_does(name: str) -> None:
    changed = 0
    for text, normalized in recorded().items():
        assert transform(name)(text) == normalized[name], text
        changed += text != normalized[name]
    assert changed > 100


def test_the_record_tells_every_two_of_them_apart() -> None:
    answers = {name: tuple(line[name] for line in recorded().values()) for name in WHISPER}
    assert len(set(answers.values())) == len(WHISPER)
    assert list(NORMALIZERS) == list(WHISPER)


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("Hello there.", "hello there"),
        ("Yes. No", "yes no"),
        ("3.5. a.b", "3.5 a b"),
        (".", ""),
        ("It costs 1,000.50.", "it costs 1000.50"),
        ("5 % of $ 6 colour.", "5 of 6 color"),
    ],
)
def test_full_stops_are_spaces_unless_a_digit_follows(text: str, normalized: str) -> None:
    assert transform("whisper-english")(text).split() == normalized.split()


def test_all_american_spellings_are_included() -> None:
    assert len(american_spellings()) == 1739
    assert american_spellings()["colour"] == "color"


def test_a_number_of_too_many_digits_is_an_error() -> None:
    """The original has an AssertionError then: Python does not convert it."""
    with pytest.raises(MetricError, match="too many digits"):
        transform("whisper-english")("9" * 5000)
    corpus = Corpus.from_segments(["9" * 5000], [["a"]])
    assert native_outcome(corpus, metric("wer").settings(transforms="whisper-english")).kind == "raised"


@pytest.mark.parametrize("text", ["[" * 200_000, "(" * 200_000, " " * 200_000, "and a " * 40_000, "one " * 40_000])
def test_long_texts_take_no_longer_than_their_length(text: str) -> None:
    start = time.process_time()
    transform("whisper-english")(text)
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("two and a half", "2.5"),
        ("two million and a half", "2000000.5"),
        ("a cake and a half", "a cake and a half"),
        ("and a half cake", "cake"),
        ("two and a half and a cake and  a half", "2.5 and a cake and a half"),
        ("one point five million", "1500000"),
        ("two point two three four five thousand", "2.2345 1000"),
        ("one point two", "one.2"),  # the original spells out a 1 that stands alone, also before a point
        ("nineteen ninety nine thousand", "1999000"),
        ("two thousand five", "2005"),
        ("two hundred thousand and five", "200005"),
    ],
)
def test_halves_and_multiples(text: str, written: str) -> None:
    assert with_digits(text) == written


def test_titles_contractions_and_endings_are_written_out() -> None:
    """As in the table of the English normalizer of Whisper."""
    titles = "mr mister, mrs missus, st saint, dr doctor, prof professor, capt captain, gov governor, ald alderman, "
    titles += (
        "gen general, sen senator, rep representative, pres president, rev reverend, hon honorable, asst assistant, "
    )
    titles += "assoc associate, lt lieutenant, col colonel, jr junior, sr senior, esq esquire"
    for short, title in map(str.split, titles.split(", ")):
        assert english(f"x {short}. y") == f"x {title} y", short
    words = "won't will not, can't can not, let's let us, ain't aint, y'all you all, wanna want to, gotta got to, gonna going to, "
    words += (
        "i'ma i am going to, imma i am going to, woulda would have, coulda could have, shoulda should have, ma'am madam"
    )
    for short, _, written in (pair.partition(" ") for pair in words.split(", ")):
        assert english(f"x {short} y") == f"x {written} y", short
    for short, written in (
        ("he'd been", "he had been"),
        ("he's been", "he has been"),
        ("he'd gone", "he had gone"),
        ("he's gone", "he has gone"),
        ("he'd done", "he had done"),
        ("he's got", "he has got"),
        ("isn't he're he's he'd he'll he've i'm", "is not he are he is he would he will he have i am"),
    ):
        assert english(short) == written
