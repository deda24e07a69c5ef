"""Wrong layouts: what they make of an input, the numbers that they give, and what is said of inputs that do not fit."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest

from samescore import Corpus, InputError, Labels, Score, score
from samescore.catalogue.mistakes import catalogue
from samescore.catalogue.wrong_inputs import CHANGES, SENTENCE_MEANS, misread
from samescore.data.comparison import Comparison, Numbers
from samescore.data.kinds import Data
from samescore.data.shapes import Size, explain_length_mismatch
from samescore.metrics import find
from samescore.records import Readings
from samescore.verbs.why.attribution.diagnosis import diagnose
from samescore.verbs.why.attribution.readings import readings_of
from tests.command import call, records
from tests.explaining import account, explain

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

TWO = Corpus.from_segments(["a b", "c d"], [["a b", "x"], ["c d", "y"]])
ONE_EACH = Corpus.from_segments(["a b", "", "c d"], [["a b"], ["e"], ["c"]])
TWICE = Corpus.from_segments(["a b", "a b", "a b"], [["a b", "x"], ["a b", "x"], ["y"]])
TOKENS = Corpus.from_tokens([["a", "b"]], [[["a", "x"], ["y"]]])


def _segments(how: str, data: Corpus) -> list[tuple[object, ...]] | None:
    changed = misread(data, how)
    assert changed is None or isinstance(changed, Corpus)
    return None if changed is None else [(s.hypothesis, *s.references) for s in changed]


@pytest.mark.parametrize(
    ("how", "data", "expected"),
    [
        ("first-reference", TWO, [("a b", "a b"), ("c d", "c d")]),
        ("last-reference", TWO, [("a b", "x"), ("c d", "y")]),
        ("fewest-references", TWO, None),
        ("fewest-references", TWICE, [("a b", "a b"), ("a b", "a b"), ("a b", "y")]),
        ("swap", TWO, None),
        ("swap", ONE_EACH, [("a b", "a b"), ("e", ""), ("c", "c d")]),
        ("references-transposed", TWO, [("a b", "a b", "c d"), ("c d", "x", "y")]),
        ("references-transposed", ONE_EACH, None),
        ("cut-streams", TWO, None),
        ("cut-streams", ONE_EACH, [("a b", "a b", "e", "c")]),
        ("characters", Corpus.from_segments(["a b"], [["ab"]]), [(("a", " ", "b"), ("a", "b"))]),
        ("words-as-references", Corpus.from_segments(["a cd"], [["ab c"]]), [(("a", "cd"), ("a", "b"), ("c",))]),
        ("characters-as-references", Corpus.from_segments(["ac"], [["ab"]]), [(("a", "c"), ("a",), ("b",))]),
        ("characters-as-segments", Corpus.from_segments(["abc"], [["ax"]]), [("a", "a"), ("b", "x")]),
        ("characters-as-segments", ONE_EACH, None),
        ("pool", TWO, [("a b", "a b", "x", "c d", "y"), ("c d", "a b", "x", "c d", "y")]),
        ("one-text", TWO, [("a b c d", "a b c d", "x y")]),
        ("first-segment", TWO, [("a b", "a b", "x")]),
        ("last-segment", TWO, [("c d", "c d", "y")]),
        ("next-references", ONE_EACH, [("a b", "e"), ("", "c")]),
        ("previous-references", ONE_EACH, [("", "a b"), ("c d", "e")]),
        ("without-blank-lines", ONE_EACH, [("a b", "a b"), ("c d", "e")]),
        ("without-blank-lines", TWO, None),
        ("segments-first-left-out", TWO, [("c d", "c d", "y")]),
        ("segments-last-left-out", TWO, [("a b", "a b", "x")]),
        ("segments-repeated-once", TWO, None),
        ("segments-repeated-once", TWICE, [("a b", "a b", "x"), ("a b", "y")]),
        ("segments-reversed", TWO, [("c d", "c d", "y"), ("a b", "a b", "x")]),
        ("segments-first-twice", TWO, [("a b", "a b", "x"), ("a b", "a b", "x"), ("c d", "c d", "y")]),
        ("segments-by-hypothesis", TWICE, [("a b", "y")]),
        ("references-first-left-out", TWO, [("a b", "x"), ("c d", "y")]),
        ("references-last-left-out", TWO, [("a b", "a b"), ("c d", "c d")]),
        ("references-repeated-once", Corpus.from_segments(["a"], [["b", "b", "c"]]), [("a", "b", "c")]),
        ("references-reversed", TWO, [("a b", "x", "a b"), ("c d", "y", "c d")]),
        ("references-joined", TWO, [("a b", "a b x"), ("c d", "c d y")]),
        ("references-joined", TOKENS, [(("a", "b"), ("a", "x", "y"))]),
        ("references-of-the-next-segment", TWO, [("a b", "c d", "y"), ("c d", "a b", "x")]),
        ("hypotheses-pile-up", TWO, [("a b", "a b", "x"), ("a b c d", "c d", "y")]),
        ("references-pile-up", TWO, [("a b", "a b", "x"), ("c d", "a b", "x", "c d", "y")]),
        ("sides-exchanged", TWO, None),
        ("sides-exchanged", TOKENS, [(("a", "x"), ("a", "b"), ("y",))]),
        ("first-word-of-hypothesis-left-out", TWO, [("b", "a b", "x"), ("d", "c d", "y")]),
        ("last-word-of-hypothesis-left-out", TOKENS, [(("a",), ("a", "x"), ("y",))]),
        ("last-word-of-references-left-out", TWO, [("a b", "a", ""), ("c d", "c", "")]),
    ],
)
def test_each_wrong_reading_changes_the_input_as_described(
    how: str, data: Corpus, expected: list[tuple[object, ...]] | None
) -> None:
    assert _segments(how, data) == expected


def test_every_wrong_input_is_tested_and_named_by_one_mistake() -> None:
    marks = test_each_wrong_reading_changes_the_input_as_described.pytestmark  # type: ignore[attr-defined]
    assert {case[0] for mark in marks if mark.name == "parametrize" for case in mark.args[1]} == set(CHANGES)
    named = sorted(mistake.input for mistake in catalogue().values() if mistake.input)
    assert named == sorted([*CHANGES, SENTENCE_MEANS])


def test_systems_are_compared_by_the_means_of_their_sentences() -> None:
    """If the metric has sentence scores and does not average them already."""
    compared = Comparison("bleu", [TWO, TWO], {"tokenizer": "none"})
    changed = misread(compared, SENTENCE_MEANS)
    assert changed == Comparison("bleu", [TWO, TWO], {"tokenizer": "none", "average": "sentences"})
    assert misread(changed, SENTENCE_MEANS) is None
    assert misread(Comparison("mean", [Numbers([1, 0])]), SENTENCE_MEANS) is None
    assert misread(Comparison("cer", [TWO]), "swap") is None
    assert misread(TWO, SENTENCE_MEANS) is None


def test_sides_are_exchanged_with_their_weights() -> None:
    assert misread(Labels(["a", "b"], ["b", "b"], [0.5, 2]), "swap") == Labels(["b", "b"], ["a", "b"], [0.5, 2])


def test_an_input_without_segments_and_other_kinds_of_data() -> None:
    assert all(misread(Corpus.from_segments([], []), how) is None for how in CHANGES)
    assert all(misread(Labels([1, 0], [0, 0]), how) is None for how in CHANGES if how != "swap")


def test_wrong_inputs_that_would_take_long_are_not_tried() -> None:
    long = Corpus.from_segments(["a b" * 10_000, "c"], [["b"], ["d"]])
    assert misread(long, "pool") is None
    assert misread(long, "next-references") is not None
    many = Corpus.from_segments(["a"] * 1001, [["b"]] * 1001)
    assert misread(many, "segments-repeated-once") is None
    assert misread(many, "first-segment") is not None
    assert misread(Corpus.from_segments(["a"] * 1000, [["b"]] * 1000), "segments-repeated-once") is not None


@pytest.mark.parametrize(
    ("how", "most"),
    [
        *((how, 20_000) for how in ("pool", "one-text", "characters-as-references")),
        *((how, 200_000) for how in ("characters", "words-as-references", "characters-as-segments")),
    ],
)
def test_texts_up_to_a_length_are_misread(how: str, most: int) -> None:
    """All lines together have one character less than the limit, or as many."""
    segments = 1 if how == "characters-as-segments" else 2
    for length, tried in ((most - 1, True), (most, False)):
        others = 2 * segments - 1
        hypotheses, references = ["a" * (length - others), "c"], [["b"], ["d"]]
        data = Corpus.from_segments(hypotheses[:segments], references[:segments])
        assert (misread(data, how) is not None) is tried


def _bleu(hypothesis: str, reference: str, order: int = 4) -> float:
    """BLEU of characters, white space among them, with equal weights: in logarithms, for texts with matches throughout."""
    logarithms = 0.0
    for n in range(1, order + 1):
        grams = [Counter(text[k : k + n] for k in range(len(text) - n + 1)) for text in (hypothesis, reference)]
        logarithms += math.log((grams[0] & grams[1]).total() / grams[0].total())
    return math.exp(logarithms / order + min(0.0, 1 - len(reference) / len(hypothesis)))


def _readings(name: str, metric: str, data: Data, reported: str = "") -> Readings:
    (found,) = readings_of(account(name, metric, data), data, reported)
    return found


def test_strings_for_lists_of_tokens_give_the_score_of_characters() -> None:
    """The number that NLTK gives for strings: every letter is a token, and every space."""
    hypothesis, reference = "one fast fox ran over the road", "one quick fox ran across the old road"
    data = Corpus.from_segments([hypothesis], [[reference]])
    found = {
        reading.id: reading.outcome.value for reading in _readings("native:nltk.sentence_bleu", "bleu", data).readings
    }
    assert found["characters-for-tokens"] == pytest.approx(_bleu(hypothesis, reference), rel=1e-12)


def test_streams_that_are_cut_score_one_segment_against_all_references() -> None:
    data = Corpus.from_segments(["a b c d", "e", "g"], [["a b c d"], ["f"], ["h"]])
    found = {reading.id: reading.outcome.value for reading in _readings("native:sacrebleu", "bleu", data).readings}
    assert found["cut-streams"] == pytest.approx(100.0)
    assert found["first-segment"] == pytest.approx(100.0)


def test_a_reading_that_changes_nothing_is_not_shown() -> None:
    read = _readings("native", "rougeL", Corpus.from_segments(["a b"], [["a b"]])).readings
    assert [reading.id for reading in read] == [
        "words-for-references",
        "characters-for-references",
        "characters-for-segments",
    ]


_TWO_OF_ONE = Corpus.from_segments(
    ["the cat sat on the mat", "no dog was there at all", "it rained"],
    [["the cat sat on a mat"], ["the dog was there all day"], ["it snowed"]],
)


@pytest.mark.parametrize(
    ("reported", "kind", "name"),
    [
        ("{right}", "as it is", ""),
        ("{next}", "layout", "next-references"),
        ("{sentences}", "mistake", "sentence-mean"),
        ("{char}", "mistake", "characters"),
        ("{longest}", "knob", "max_order"),
    ],
)
def test_a_reported_number_identifies_the_wrong_reading(reported: str, kind: str, name: str) -> None:
    shifted = Corpus.from_segments(_TWO_OF_ONE.hypotheses[:2], _TWO_OF_ONE.references[1:])  # type: ignore[arg-type]
    numbers = {
        "right": score("bleu", _TWO_OF_ONE).value,
        "next": score("bleu", shifted).value,
        "sentences": score("bleu", _TWO_OF_ONE, average="sentences").value,
        "char": score("bleu", _TWO_OF_ONE, tokenizer="char").value,
        "longest": score("bleu", _TWO_OF_ONE, max_order=2).value,
    }
    printed = reported.format(**{key: f"{value:.2f}" for key, value in numbers.items()})
    found = _readings("native", "bleu", _TWO_OF_ONE, printed)
    assert found.wanted == printed
    assert (kind, name) in [(fit.kind, fit.id) for fit in found.fits]
    assert {fit.kind for fit in found.fits} == {kind}
    assert all(f"{fit.value * fit.factor:.2f}" == printed for fit in found.fits)


def test_a_reported_number_of_another_scale_and_of_another_implementation() -> None:
    percent = score("bleu", _TWO_OF_ONE).value
    (fit,) = _readings("native", "bleu", _TWO_OF_ONE, f"{percent / 100:.5f}").fits
    assert (fit.kind, fit.factor) == ("as it is", 0.01)
    other = score("bleu", _TWO_OF_ONE, like="nltk.sentence_bleu").value
    fits = _readings("native", "bleu", _TWO_OF_ONE, f"{other:.6f}").fits
    assert "native:nltk.sentence_bleu" in [fit.id for fit in fits]


def test_segments_read_wrongly_explain_a_number_that_nothing_else_does() -> None:
    """The user's function drops the last word of each hypothesis; explain and the diagnosis name it, the table does not."""
    shorter = Corpus.from_segments([line.rsplit(" ", 1)[0] for line in _TWO_OF_ONE.hypotheses], _TWO_OF_ONE.references)  # type: ignore[union-attr,arg-type]
    settings, value = find("bleu")[0].settings(), score("bleu", shorter).value
    assert [mistake.name for mistake in diagnose(_TWO_OF_ONE, settings, Score(value))] == [
        "last-word-of-hypothesis-left-out"
    ]
    found = _readings("native", "bleu", _TWO_OF_ONE, f"{value:.6f}")
    assert [(fit.kind, fit.id) for fit in found.fits] == [("layout", "last-word-of-hypothesis-left-out")]
    assert "last-word-of-hypothesis-left-out" not in {reading.id for reading in found.readings}


def test_a_number_that_nothing_gives() -> None:
    found = _readings("native", "bleu", _TWO_OF_ONE, "99.87")
    assert found.fits == []


@pytest.mark.parametrize("wrong", ["abc", "nan", "1e", "--", "9" * 41])
def test_a_reported_value_must_be_a_number(wrong: str) -> None:
    with pytest.raises(InputError, match="is not a number"):
        _readings("native", "bleu", _TWO_OF_ONE, wrong)


def test_a_wrong_layout_can_give_the_score_of_the_other_side() -> None:
    """Before 3.4, NLTK's chrF of a corpus was that of its last sentence: so is that of sentences, given the last alone."""
    data = Corpus.from_segments(["a cat sat there", "no dog was here"], [["a cat was there"], ["a dog was not here"]])
    last, mean = "native:nltk==3.3.corpus_chrf", "native:nltk==3.3.sentence_chrf"
    (found,) = readings_of(explain(last, mean, "chrf", data), data)
    assert found.name == mean
    assert found.wanted == f"the number of {last}"
    assert [(fit.kind, fit.id) for fit in found.fits] == [("layout", "last-segment")]
    assert readings_of(explain(last, f"{last}(beta=2)", "chrf", data), data) == []


def test_a_failing_implementation_is_diagnosed_with_a_callers_mistake() -> None:
    data = Corpus.from_segments(["one fast fox ran over it"], [["one fast fox ran after it"]])
    settings = find("bleu")[0].settings(tokenizer="none")
    wrong = _bleu("one fast fox ran over it", "one fast fox ran after it") * 100
    named = [mistake.name for mistake in diagnose(data, settings, Score(wrong))]
    assert named == ["characters-for-tokens"]


@pytest.mark.parametrize(
    ("hypotheses", "streams", "words"),
    [
        (3, [["a", "b"]] * 3, "there are 3 files of 2 lines for 3 hypotheses: one file for each segment?"),
        (3, [["a"]] * 3, "there are 3 files of 1 line for 3 hypotheses"),
        (2, [["a"] * 6], "there are 3 lines for each hypothesis"),
        (2, [["a", "", "b"]], "as many lines without its 1 empty ones"),
        (4, [["a"] * 3], "it is one line"),
        (9, [["a"] * 4], ""),
        (4, [["a"] * 9, ["a"] * 4], ""),
        (0, [["a"]], ""),
    ],
)
def test_mismatched_stream_lengths_are_explained(hypotheses: int, streams: list[list[str]], words: str) -> None:
    said = explain_length_mismatch(Size.of(["x"] * hypotheses), list(map(Size.of, streams)))
    assert said.startswith(words) if not words else words in said
    assert bool(said) == bool(words)


def test_empty_hypotheses_that_the_references_lack() -> None:
    assert "without their 1 empty lines there are as many hypotheses" in explain_length_mismatch(
        Size(3, 2), [Size(2, 2)]
    )


def test_a_refusal_says_what_the_files_would_fit_as(tmp_path: Path) -> None:
    (tmp_path / "hyp").write_text("a\nb\nc\n", encoding="utf-8")
    for k in range(3):
        (tmp_path / f"ref{k}").write_text("a\nb\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"ref0 has 2 lines but .*hyp has 3") as refusal:
        Corpus.read(tmp_path / "hyp", [tmp_path / f"ref{k}" for k in range(3)])
    assert "one file for each segment?" in refusal.value.hint
    with pytest.raises(InputError, match="reference stream 0 has 2 lines") as of_lists:
        Corpus.from_streams(["a", "b", "c"], ["a", "b"], ["a", "b"], ["a", "b"])
    assert "one list for each segment?" in of_lists.value.hint


def test_the_command(tmp_path: Path) -> None:
    for name, lines in (("hyp", _TWO_OF_ONE.hypotheses), ("ref", [group[0] for group in _TWO_OF_ONE.references])):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    first = f"{score('bleu', _TWO_OF_ONE.part(0, 1)).value:.1f}"
    command = ("explain", "native:sacrebleu", "hyp", "-r", "ref", "--reported", first)
    saved = call(*command, "--format", "jsonl", cwd=tmp_path)
    assert saved.returncode == 0, saved.stderr
    assert [record["type"] for record in records(saved.stdout)] == ["account", "readings"]
    table = call(*command, cwd=tmp_path).stdout
    assert "Scores of native:sacrebleu.corpus_bleu if the input is misread" in table
    assert f"How native:sacrebleu.corpus_bleu can give {first}" in table
    assert "layout first-segment: only the first segment counts" in table
    shown = call(*command, "--format", "markdown", cwd=tmp_path).stdout
    assert "| layout first-segment: only the first segment counts |" in shown
    both = call("explain", "native:sacrebleu", "native:nltk", *command[2:-1], "77.77", cwd=tmp_path)
    assert both.stdout.count("cannot give 77.77") == 2
    wrong = call(*command[:-1], "many", cwd=tmp_path)
    assert wrong.returncode == 2
    assert "'many' is not a number" in wrong.stderr
