"""Wrong numbers are matched with known mistakes."""

from __future__ import annotations

import pytest

from samescore import Corpus, Labels, Score, score
from samescore.base.outcome import CLOSE_NUMBER, Raised, relative_gap, same_outcome
from samescore.catalogue.mistakes import catalogue
from samescore.catalogue.vectors import select, vectors
from samescore.catalogue.wrong_inputs import misread
from samescore.metrics import find
from samescore.metrics.evaluator import native_outcome
from samescore.verbs.judging.cases import outcome_of
from samescore.verbs.why.attribution.diagnosis import diagnose, indistinguishable, wrong_values
from tests.oracle.registry import ask

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

CORPUS = Corpus.from_segments(
    ["the cat sat on the mat", "there is a dog in the garden"],
    [["the cat sat on a mat", "a cat was sitting on the mat"], ["a dog is in the garden", "there is some dog here"]],
)


def _names(metric: str, value: float) -> list[str]:
    return [mistake.name for mistake in diagnose(CORPUS, find(metric)[0].settings(), Score(value))]


def test_each_mistake_is_made_by_some_vector() -> None:
    made = {name for vector in vectors().values() for name in vector.mistakes}
    assert made == {name for name, mistake in catalogue().items() if mistake.stored}


@pytest.mark.slow
def test_the_wrong_values_of_the_vectors_are_what_the_mistakes_give_and_far_from_right() -> None:
    for vector in vectors().values():
        data, settings, right = vector.data(), vector.complete_settings(), outcome_of(vector.expected)
        wrong_scores = wrong_values(data, settings, right)
        assert {
            name: f"{wrong.value:.12g}" for name, wrong in wrong_scores.items() if isinstance(wrong, Score)
        } == vector.mistakes
        assert not any(indistinguishable(wrong, right) for wrong in wrong_scores.values()), vector.id


def test_a_mistake_is_named() -> None:
    sentences = score("bleu", CORPUS, average="sentences").value
    assert _names("bleu", sentences) == ["sentence-mean"]
    assert _names("bleu", score("bleu", CORPUS).value / 100) == ["fraction"]
    streams = misread(CORPUS, "references-transposed")
    assert isinstance(streams, Corpus)
    assert "transposed" in _names("chrf", score("chrf", streams).value)
    assert _names("chrf", score("chrf", CORPUS, beta=1.0).value) == ["beta-one"]


def test_beyond_the_catalogue_a_knob_is_named() -> None:
    corpus = Corpus.from_segments(
        ["the cat sat on the mat"],
        [["the cat sat on the mat today", "the cat sat on the mat of this old house", "the cat sat on the mat of it"]],
    )
    longest = score("bleu", corpus, reference_length="longest").value
    named = [str(mistake) for mistake in diagnose(corpus, find("bleu")[0].settings(), Score(longest))]
    assert "reference_length=longest instead of closest" in named


def test_a_right_number_an_unknown_one_and_an_error_have_no_diagnosis() -> None:
    settings = find("bleu")[0].settings()
    assert diagnose(CORPUS, settings, native_outcome(CORPUS, settings)) == ()
    assert diagnose(CORPUS, settings, Score(12.3456)) == ()
    assert diagnose(CORPUS, settings, Raised("ValueError")) == ()


def test_close_is_for_numbers_that_differ_in_their_last_digits() -> None:
    assert indistinguishable(Score(1.0), Score(1.0 + CLOSE_NUMBER / 2))
    assert not indistinguishable(Score(1.0), Score(1.0 + 2 * CLOSE_NUMBER))
    assert not indistinguishable(Score(1.0), Raised("ValueError"))


def test_a_rounding_error_of_a_zero_correlation_is_not_a_mistake() -> None:
    """Exchanged, a running sum of these scores is 2 ** -53 and not 0."""
    vector = vectors()["pearson-arithmetic-running"]
    data, settings = vector.data(), vector.complete_settings()
    assert same_outcome(native_outcome(data, settings), Score(0.0))
    exchanged = misread(data, "swap")
    assert exchanged is not None
    assert same_outcome(native_outcome(exchanged, settings), Score(2.0**-53))
    assert diagnose(data, settings, Score(2.0**-53)) == ()
    assert "swapped" not in vector.mistakes


def test_labels_are_exchanged() -> None:
    labels = Labels(["a", "b", "b"], ["a", "a", "b"])
    assert misread(labels, "swap") == Labels(["a", "a", "b"], ["a", "b", "b"])
    assert misread(labels, "references-transposed") is None


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", sorted({vector.metric for vector in vectors().values() if vector.mistakes}))
def test_the_oracle_makes_the_same_mistakes(name: str, step: int) -> None:
    """The wrong values are native ones; a right implementation with the mistake made in it gives them too.

    But for 32-bit floats: the oracle rounds the exact score once, or adds up in one order, the native metric in another; so
    sums over large inputs are not compared.
    """
    checked = 0
    mistaken = [vector for vector in select([name]) if vector.mistakes]
    for vector in mistaken[:: 5 * step if name == "ter" else step]:  # the oracle of TER tries every shift in full
        for mistake, value in vector.mistakes.items():
            entry, settings = catalogue()[mistake], vector.complete_settings()
            data = misread(vector.data(), entry.input) if entry.input else vector.data()
            assert data is not None
            other = settings.replace(**entry.set)
            if "rule" in vector.input and mistake.startswith("single-precision"):
                continue
            answer = ask(name, data.plain(), other.as_dict())["value"]
            widths = [str(getattr(other, knob, "")) for knob in ("dtype", "form")]
            allowed = 2e-6 if any(width.startswith("float32") for width in widths) else CLOSE_NUMBER
            assert relative_gap(float(answer), float(value)) <= allowed, (vector.id, mistake, float(answer))
            checked += 1
    assert checked


def test_mistakes_marked_last_are_tried_only_as_such() -> None:
    settings = find("chrf")[0].settings()
    right = native_outcome(CORPUS, settings)
    others, last = (wrong_values(CORPUS, settings, right, stored=False, last=last) for last in (False, True))
    assert "sides-exchanged" in last
    assert "one-text" in others
    assert not any(catalogue()[name].last for name in others)
    assert all(catalogue()[name].last for name in last)
