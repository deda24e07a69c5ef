"""The mistakes of each metric: what they give under any settings, and that they give what is stored of them."""

from __future__ import annotations

import pytest

from samescore import Corpus, Labels, Ratings, ScoredLabels
from samescore.base.outcome import Score, same_outcome
from samescore.catalogue.vectors import select
from samescore.metrics import metric
from samescore.metrics.evaluator import bare_outcome
from samescore.metrics.mistakes import LISTS, Mistake, compatible, mistaken_outcome, mistakes_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_VECTORS = 30


def _named(metric_name: str, name: str) -> Mistake:
    return next(mistake for mistake in mistakes_of(metric_name) if mistake.name == name)


def _value(data: Corpus | Labels | Ratings | ScoredLabels, metric_name: str, *names: str, **knobs: object) -> float:
    settings = metric(metric_name).settings().replace(**knobs)
    outcome = mistaken_outcome(data, settings, [_named(metric_name, name) for name in names])
    assert isinstance(outcome, Score)
    return outcome.value


@pytest.mark.parametrize("metric_name", LISTS)
def test_names_are_unique_and_meanings_are_sentences(metric_name: str) -> None:
    mistakes = mistakes_of(metric_name)
    names = [mistake.name for mistake in mistakes]
    assert len(set(names)) == len(names) >= 10
    assert all(mistake.meaning and not mistake.meaning.endswith(".") for mistake in mistakes)


@pytest.mark.slow
@pytest.mark.parametrize("metric_name", LISTS)
def test_no_mistake_fails_on_any_input(metric_name: str) -> None:
    for vector in select([metric_name]):
        for mistake in mistakes_of(metric_name):
            mistaken_outcome(vector.data(), vector.complete_settings(), (mistake,))


@pytest.mark.parametrize("metric_name", LISTS)
def test_without_mistakes_it_is_the_native_score(metric_name: str) -> None:
    for vector in select([metric_name])[:_VECTORS]:
        settings = vector.complete_settings()
        made = mistaken_outcome(vector.data(), settings, ())
        assert made is not None
        assert same_outcome(made, bare_outcome(vector.data(), settings))


@pytest.mark.parametrize("metric_name", LISTS)
def test_a_mistake_gives_what_the_vectors_store_of_it(metric_name: str) -> None:
    listed = {mistake.name: mistake for mistake in mistakes_of(metric_name)}
    for vector in select([metric_name]):
        for name, stored in vector.mistakes.items():
            if name in listed:
                outcome = mistaken_outcome(vector.data(), vector.complete_settings(), (listed[name],))
                if outcome is not None:
                    assert isinstance(outcome, Score), (vector.id, name)
                    assert outcome.value == pytest.approx(float(stored), rel=1e-9), (vector.id, name)


def test_unclipped_matches_by_hand() -> None:
    data = Corpus.from_segments(["the the"], [["the cat"]])
    assert _value(data, "bleu", "unclipped", max_order=1, smoothing="none", scale="1") == pytest.approx(1.0)
    assert _value(data, "rouge-n", "unclipped") == pytest.approx(2 * 1 * 1 / 2)


def test_beta_not_squared_by_hand() -> None:
    data = Labels((1, 1, 1, 0), (1, 0, 0, 0))
    assert _value(data, "f1", "beta-not-squared", beta=2.0) == pytest.approx(3 * (1 / 3) / (2 + 1 / 3))


def test_two_mistakes_compose() -> None:
    data = Labels((1, 1, 1, 0), (1, 0, 0, 1))
    both = _value(data, "mcc", "absolute", "percent")
    assert both == pytest.approx(100 * _value(data, "mcc", "absolute"))


def test_mistakes_in_the_same_stage_are_incompatible() -> None:
    first, second = _named("mcc", "root-missing"), _named("mcc", "gold-only")
    assert not compatible((first, second))
    assert not compatible((first, first))
    assert compatible((first, _named("mcc", "absolute")))


def test_a_metric_without_a_list_has_none() -> None:
    assert mistakes_of("nist") == ()


def test_a_side_of_one_class_scores_as_the_settings_say() -> None:
    """A wrong formula is of no consequence where there is nothing to divide by."""
    data = Labels((1, 1, 1), (1, 1, 1))
    settings = metric("mcc").settings().replace(zero_division="epsilon")
    right = bare_outcome(data, settings)
    for mistake in mistakes_of("mcc"):
        if mistake.hook == "score":
            assert mistaken_outcome(data, settings, (mistake,)) == right, mistake.name


def test_alignments_under_another_denominator_by_hand() -> None:
    """One hit, two substitutions and two insertions; the longer text has five words."""
    data = Corpus.from_segments(["b a c d e"], [["a b c"]])
    assert _value(data, "wer", "same-positions", denominator="longer") == pytest.approx(4 / 5)


@pytest.mark.parametrize(
    ("name", "value"),
    # Of six pairs, four agree, one is tied by the metric alone, and one by people alone.
    [("metric-ties-alone", 4 / 5), ("human-ties-alone", 4 / 5), ("root-missing", 4 / 25), ("ties-ignored", 1.0)],
)
def test_ties_of_one_side_in_kendall_by_hand(name: str, value: float) -> None:
    assert _value(Ratings([1, 1, 2, 3], [1, 2, 3, 3]), "kendall", name) == value


def test_two_ties_of_the_metric_alone_in_kendall_by_hand() -> None:
    ratings = Ratings([1, 1, 2, 2], [1, 2, 3, 4])
    assert _value(ratings, "kendall", "metric-ties-alone") == 1.0
    assert _value(ratings, "kendall", "human-ties-alone") == 4 / 6


def test_a_wrong_formula_of_weighted_kappa_by_hand() -> None:
    """Distances 1 and 2 of four items, and those of all pairs of a gold and a predicted class."""
    data = Labels((0, 1, 2, 2), (0, 2, 2, 0))
    gold, predicted = [1, 1, 2], [2, 0, 2]
    observed = (1 + 2) / 4
    expected = sum(abs(i - j) * gold[i] * predicted[j] for i in range(3) for j in range(3)) / 16
    wrong = _value(data, "kappa", "kappa = 1 + disagreement / expected", weighting="linear")
    assert wrong == pytest.approx(1 + observed / expected)  # the formula may divide in another order


def test_a_score_equal_to_a_threshold_reaches_it() -> None:
    """At 0.5 only the positive item is found, although its score is not above the threshold."""
    assert _value(ScoredLabels([1, 0], [0.5, 0.45]), "roc-auc", "ten-thresholds") == 1.0
    assert _value(ScoredLabels([1, 0], [0.48, 0.45]), "roc-auc", "ten-thresholds") == 0.5
