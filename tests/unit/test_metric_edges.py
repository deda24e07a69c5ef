"""Metrics at the edges of their definitions: the shortest texts that have a score, shares of 0 and 1, and stages of one segment."""

from __future__ import annotations

import math

import pytest

from samescore import Comparison, Corpus, MetricError, Numbers, Ratings, SettingsError, score
from samescore.metrics import find, metric
from samescore.metrics.correlation.concordance import PairCounts
from samescore.metrics.elsewhere import numbered_names
from samescore.metrics.float32 import single
from samescore.metrics.kernel_threshold import kernel_pays_off
from samescore.metrics.significance.analytic import wilson
from samescore.metrics.stages import LazyStages
from samescore.metrics.totals import Statistics, Total
from samescore.metrics.units import Unit

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_ribes_needs_two_aligned_words() -> None:
    assert score("ribes", ["a b"], [["a b"]], few_aligned="raise").value == 1.0
    for hypothesis in ("a c", "a"):
        with pytest.raises(MetricError):
            score("ribes", [hypothesis], [["a b"]], few_aligned="raise")
        assert score("ribes", [hypothesis], [["a b"]], few_aligned="zero").value == 0.0


def test_pairs_and_sizes_of_outputs_are_stages() -> None:
    """Of ten pairs of five outputs, two are tied in the metric's scores, one in the human scores, and one in both."""
    data = Ratings([1, 1, 2, 2, 3], [1, 2, 3, 3, 3])
    trace = score("kendall", data).trace
    assert trace["sizes"] == [5]
    counts = PairCounts(concordant=6, discordant=0, metric_ties=1, human_ties=2, joint_ties=1)
    assert trace["pairs"] == [list(counts[:5])]
    missing = Ratings([1, None, 2], [1, 2, 2])
    assert score("kendall", missing, missing="drop").trace["sizes"] == [2]
    assert score("kendall", missing, missing="propagate").trace["sizes"] == [0]


@pytest.mark.parametrize(
    ("right", "count", "sides", "low", "high"),
    [
        (0, 3, "two-sided", 0.0, None),
        (3, 3, "two-sided", None, 1.0),
        (1, 3, "less", 0.0, None),
        (1, 3, "greater", None, 1.0),
        (0, 3, "greater", 0.0, 1.0),
        (3, 3, "less", 0.0, 1.0),
    ],
)
def test_wilsons_interval_ends_at_0_and_1(
    right: int, count: int, sides: str, low: float | None, high: float | None
) -> None:
    below, above = wilson(right, count, 0.9, sides)
    assert 0 <= below < above <= 1
    assert below == low if low is not None else 0 < below < right / count
    assert above == high if high is not None else right / count < above < 1
    z = 1.6448536269514722 if sides == "two-sided" else 1.2815515655446004  # the quantiles of 0.95 and 0.9
    for bound in {below, above} - {0.0, 1.0}:  # at which the share is z standard errors away
        assert abs(right / count - bound) == pytest.approx(z * math.sqrt(bound * (1 - bound) / count), rel=1e-9)


def test_a_mean_over_one_sentence_has_the_stages_of_the_sentence() -> None:
    hypotheses, references = ["the cat sat on the mat"], [["the cat sat on a mat"]]
    alone = score("bleu", hypotheses, references, average="sentences").trace.stages
    whole = score("bleu", hypotheses, references).trace.stages
    names = set(whole) - {"rows"}
    assert len(names) > 2
    assert {name: alone[name] for name in names} == {name: whole[name] for name in names}
    two = score("bleu", hypotheses * 2, references * 2, average="sentences").trace.stages
    assert not names & set(two)


@pytest.mark.parametrize(("unit", "printed"), [(Unit.AS_IS, 0.5), (Unit.PERCENT, 50.0), (Unit.FRACTION, 0.005)])
def test_a_score_is_printed_in_a_unit(unit: Unit, printed: float) -> None:
    assert unit.of(0.5) == printed


def test_kernels_are_used_from_a_length_on() -> None:
    for length, used in ((199, False), (200, True)):
        corpus = Corpus.from_segments(["a" * (length - 1)], [["b"]])
        assert kernel_pays_off("rouge-n", corpus) is used
        assert kernel_pays_off("bleu", corpus)
    assert kernel_pays_off("rouge-n", Ratings([1], [1]))


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("rouge7x", ""),
        ("top-7-accuracy", "the names are top-1-accuracy, "),
        ("TOP-0-ACCURACY", "the names are top-1-accuracy, "),
        ("accuracy", ""),
    ],
)
def test_a_wrong_number_in_a_name_has_the_existing_names_as_hint(name: str, start: str) -> None:
    assert numbered_names(name).startswith(start)
    assert bool(numbered_names(name)) == bool(start)


def test_names_of_metrics_ignore_case_and_imply_knobs() -> None:
    assert find("BLEU") == (metric("bleu"), {})
    chosen, implied = find("RougeL")
    assert (chosen.name, implied) == ("rouge-l", {})
    assert find("rouge2")[1] == {"order": 2}
    implied["order"] = 9
    assert find("rougeL")[1] == {}, "what a caller changes is not remembered"


def test_stages_are_made_once_on_access() -> None:
    calls: list[str] = []

    def make(name: str) -> int:
        calls.append(name)
        return len(calls)

    stages = LazyStages({"a": 0}, {"b": lambda: make("b"), "a": lambda: make("a")}, memory=7)
    assert (list(stages), len(stages), calls) == (["a", "b"], 2, [])
    assert [stages["b"], stages["b"], stages["a"]] == [1, 1, 0]
    assert calls == ["b"]
    more = LazyStages(stages, {"c": lambda: make("c")})
    assert (dict(more), more.memory) == ({"a": 0, "b": 1, "c": 2}, 0)
    table = Statistics(("x",), [(1,), (2,)])
    plain = LazyStages({"rows": table, "other": table}, {"late": lambda: table}, memory=7).plain()
    assert (dict(plain), plain.memory) == ({"other": ((1,), (2,)), "late": ((1,), (2,))}, 7)


class _Kept:
    grows = "words"
    memory = 5

    def __init__(self, text: str) -> None:
        self.text = text

    def merge(self, other: _Kept) -> _Kept:
        return _Kept(self.text + other.text)


def test_totals_are_merged_in_order() -> None:
    first, second = Total(2, (1, 2), (0, 1), kept=_Kept("a")), Total(1, (3, 4), (3, 4), kept=_Kept("b"))
    merged = first.merge(second)
    assert (merged.segments, merged.sums, merged.last, merged.kept.text) == (3, (4, 6), (3, 4), "ab")
    nothing = Total(kept=_Kept("c"))
    assert [nothing.merge(first).kept.text, first.merge(nothing).kept.text] == ["ca", "ac"]
    assert nothing.merge(first).sums == first.merge(nothing).sums == (1, 2)
    without = Total(2, (1, 2), (0, 1))
    assert without.merge(Total()) == Total().merge(without) == without
    assert nothing.merge(without).kept.text == without.merge(nothing).kept.text == "c"


def test_an_interval_of_a_number_that_is_undefined_is_undefined() -> None:
    data = Comparison("mean", [Numbers([1.0, float("nan"), 3.0])])
    assert math.isnan(score("interval", data, resamples=20).value)


def test_only_a_metric_with_rows_shows_them() -> None:
    numbers = Comparison("mean", [Numbers([1, 2, 4])])
    assert list(score("standard-error", numbers).trace.stages) == ["errors", "resampled"]
    assert "rows" not in score("kendall", Ratings([1, 2, 3], [1, 3, 2])).trace.stages
    assert "rows" in score("wer", ["a"], [["a"]]).trace.stages


def test_only_the_best_reference_must_have_words() -> None:
    def rate(hypothesis: str, *references: str) -> float:
        texts = Corpus.from_segments([hypothesis], [list(references)])
        return score("wer", texts, references="best", empty_references="raise").value

    assert rate("a b", " ", "a b") == 0.0
    for references in ((" ", "a b"), ("a b", " ")):
        with pytest.raises(MetricError, match="no words"):
            rate("", *references)


def test_tokens_are_not_split_into_sentences() -> None:
    tokens = Corpus.from_tokens([["a", ".", "b"]], [[["a", ".", "c"]]])
    with pytest.raises(SettingsError, match="holds tokens"):
        score("bleu", tokens, sentences="first-against-all", max_order=1)


def test_lengths_in_32_bits_are_added_in_32_bits() -> None:
    """The reference lengths 10/3 and 1 add up to 4.33333325..., between two floats of 32 bits, of which the lower is even."""
    texts = Corpus.from_segments(["x", "x"], [["a", "a b", "a b c d e f g"], ["a"]])
    assert score("ter", texts, dtype="float32").value == 100 * single(2 / 4.3333330154418945)
