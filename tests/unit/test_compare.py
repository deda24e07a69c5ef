"""Systems compared: scores, tests, corrections and verdicts; what cannot be compared is refused or recorded."""

from __future__ import annotations

from typing import Any

import pytest

import samescore
from samescore import Confusion, Corpus, Labels, Ratings
from samescore.base.errors import InputError, SettingsError, UnknownNameError
from samescore.data.comparison import Numbers
from samescore.metrics import find
from samescore.records import ComparedSystem, MetricComparison, PairTest, PairVerdict, SystemComparison
from samescore.report.text import as_text
from samescore.verbs.compare.command import AskedMetric, compare
from samescore.verbs.compare.question import ComparisonDesign, Wanted, question
from samescore.verbs.compare.reach import out_of_reach
from samescore.verbs.inputs.settings import settings_for
from samescore.verbs.scoring.score import score

_REFERENCES = [f"the cat number {i} sat on a mat in house {i * 7 % 11}" for i in range(24)]
#: Three outputs: a word wrong in a quarter of the lines, in half of them, and in all of them.
_GOOD = [line.replace("cat", "dog") if i % 4 == 0 else line for i, line in enumerate(_REFERENCES)]
_FAIR = [line.replace("cat", "dog") if i % 2 == 0 else line for i, line in enumerate(_REFERENCES)]
_POOR = [line.replace("cat", "dog").replace("mat", "rug") for line in _REFERENCES]


def _asked(metric: str, *outputs: list[str]) -> AskedMetric:
    inputs = [Corpus.from_streams(output, _REFERENCES[: len(output)]) for output in outputs]
    return AskedMetric(metric, settings_for(metric), inputs, find(metric)[0].facts.higher_is_better)


def _numbers(*scores: list[float], higher: bool = True) -> AskedMetric:
    return AskedMetric("mean", None, [Numbers(numbers) for numbers in scores], higher)


def _question(correction: str = "", baseline: str = "", **wanted: Any) -> ComparisonDesign:
    return question(
        Wanted(interval="none", **{"drawn": {"resamples": 400}, **wanted}), correction=correction, baseline=baseline
    )


def _compared(asked: AskedMetric, asks: ComparisonDesign | None = None) -> SystemComparison:
    names = "abcdefgh"[: len(asked.inputs)]
    return compare([ComparedSystem(name) for name in names], [asked], asks or _question())


def _only(asked: AskedMetric, asks: ComparisonDesign | None = None) -> MetricComparison:
    (by_metric,) = _compared(asked, asks).metrics
    return by_metric


def _pair(asked: AskedMetric, asks: ComparisonDesign | None = None) -> PairTest:
    (pair,) = _only(asked, asks).pairs
    return pair


@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter", "wer", "rouge1"])
def test_a_system_and_its_copy_are_never_told_apart(metric: str) -> None:
    pair = _pair(_asked(metric, _FAIR, list(_FAIR)))
    assert (pair.difference, pair.p, pair.verdict, pair.same) == (0.0, 1.0, PairVerdict.OPEN, True)


def test_the_default_test_has_no_direction() -> None:
    there, back = (_pair(_asked("bleu", *pair)) for pair in ((_FAIR, _POOR), (_POOR, _FAIR)))
    assert there.p == back.p
    assert (there.verdict, back.verdict) == (PairVerdict.WORSE, PairVerdict.BETTER)
    assert there.difference == -(back.difference or 0.0)


def test_three_systems_are_ranked_grouped_and_corrected_by_holm() -> None:
    by_metric = _only(_asked("bleu", _FAIR, _POOR, _GOOD))
    assert [system.system for system in by_metric.ranked] == ["c", "a", "b"]
    assert [(pair.first, pair.second) for pair in by_metric.pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    raw = [pair.p or 0.0 for pair in by_metric.pairs]
    ordered = sorted(raw)
    by_hand = {p: max(min(1.0, ordered[j] * (3 - j)) for j in range(3) if ordered[j] <= p) for p in ordered}
    assert [pair.corrected for pair in by_metric.pairs] == pytest.approx([by_hand[p] for p in raw], rel=1e-15)
    groups = {system.system: system.group for system in by_metric.systems}
    told = {(pair.first, pair.second) for pair in by_metric.significant}
    assert {("a", "b"), ("b", "c")} <= told, "b is far worse than both"
    assert groups["b"] == max(groups.values(), key=lambda group: group or 0)


def test_a_lower_score_is_better_where_the_metric_says_so() -> None:
    by_metric = _only(_asked("ter", _FAIR, _POOR))
    assert [system.system for system in by_metric.ranked] == ["a", "b"]
    (pair,) = by_metric.pairs
    assert (pair.difference or 0) > 0
    assert pair.verdict is PairVerdict.WORSE


def test_lower_scores_of_another_metric_are_better_if_the_user_says_so() -> None:
    low, high = [0.1 + i / 1000 for i in range(20)], [0.5 + i / 1000 for i in range(20)]
    assert _pair(_numbers(low, high)).verdict is PairVerdict.BETTER
    assert _pair(_numbers(low, high, higher=False)).verdict is PairVerdict.WORSE
    assert [system.score for system in _only(_numbers([1.0, 0.5], [0.25, 0.25])).systems] == [0.75, 0.25]


def test_a_baseline_is_tested_beside_each_other_system_and_makes_no_groups() -> None:
    by_metric = _only(_asked("bleu", _FAIR, _POOR, _GOOD), _question(baseline="b"))
    assert [(pair.first, pair.second) for pair in by_metric.pairs] == [("b", "a"), ("b", "c")]
    assert all(system.group is None for system in by_metric.systems)
    with pytest.raises(UnknownNameError, match="no system is named 'x'"):
        _compared(_asked("bleu", _FAIR, _POOR), _question(baseline="x"))


def test_without_correction_p_values_stay_as_they_are() -> None:
    by_metric = _only(_asked("bleu", _FAIR, _POOR, _GOOD), _question(correction="none"))
    assert all(pair.corrected == pair.p for pair in by_metric.pairs)
    with pytest.raises(UnknownNameError, match="unknown correction: 'hoolm'"):
        _question(correction="hoolm")


def test_the_seed_and_every_other_setting_are_in_the_record_and_the_numbers_are_the_same_again() -> None:
    first, again = (_only(_asked("bleu", _FAIR, _GOOD)) for _ in range(2))
    assert first == again
    assert "|seed:12345|" in first.test
    assert "|test:randomization|" in first.test
    assert first.signature == settings_for("bleu").signature
    other = _only(_asked("bleu", _FAIR, _GOOD), _question(drawn={"seed": 7, "resamples": 400}))
    assert "|seed:7|" in other.test
    assert other.pairs[0].p != first.pairs[0].p


def test_systems_of_unequal_length_are_refused_by_name() -> None:
    with pytest.raises(InputError, match="a has 24 segments, but b has 23"):
        _compared(_asked("bleu", _FAIR, _GOOD[:23]))


def test_confusion_counts_are_refused_because_they_have_no_segments() -> None:
    counts: Any = Confusion(["a", "b"], [[4, 1], [2, 3]])
    with pytest.raises(InputError, match="a is a confusion matrix, which has no items to test"):
        _compared(AskedMetric("mcc", settings_for("mcc"), [counts, counts], higher_is_better=True))


def test_no_system_and_two_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="no system to compare"):
        compare([], [], _question())
    asked = _asked("bleu", _FAIR, _GOOD)
    with pytest.raises(InputError, match="two systems are named x"):
        compare([ComparedSystem("x"), ComparedSystem("x")], [asked], _question())


def test_one_system_alone_has_a_score_and_no_test() -> None:
    by_metric = _only(_asked("bleu", _FAIR))
    assert by_metric.pairs == []
    assert by_metric.systems[0].group is None
    assert by_metric.systems[0].score == score("bleu", Corpus.from_streams(_FAIR, _REFERENCES)).value


def test_one_segment_tells_nothing_apart_and_the_note_says_so() -> None:
    by_metric = _only(_asked("bleu", _GOOD[:1], _POOR[:1]))
    assert by_metric.pairs[0].verdict is PairVerdict.OPEN
    (note,) = by_metric.notes
    assert note == "with 1 segment no p-value can be below 1, whatever the systems are: use more segments"


def test_systems_without_segments_have_no_test() -> None:
    by_metric = _only(_numbers([], []))
    assert [system.score for system in by_metric.systems] == [None, None]
    assert by_metric.pairs[0].verdict is PairVerdict.UNTESTED
    assert by_metric.pairs[0].problem == "a has no score"


def test_a_system_without_a_score_is_recorded_with_the_reason() -> None:
    asked = AskedMetric("bleu", settings_for("bleu"), [Corpus.from_segments([], [])] * 2, higher_is_better=True)
    by_metric = _only(asked)
    assert [system.score for system in by_metric.systems] == [None, None]
    assert "segment" in by_metric.systems[0].problem
    assert by_metric.pairs[0].problem == "a has no score"


def test_empty_lines_are_a_system_like_any_other() -> None:
    by_metric = _only(_asked("bleu", _GOOD, [""] * 24))
    assert by_metric.systems[1].score == 0.0
    assert by_metric.pairs[0].verdict is PairVerdict.WORSE


def test_labels_are_compared_like_texts() -> None:
    gold = ["a", "b"] * 20
    right = Labels(gold, gold)
    wrong = Labels(gold, ["a"] * 40)
    asked = AskedMetric("accuracy", settings_for("accuracy"), [wrong, right], higher_is_better=True)
    assert _pair(asked).verdict is PairVerdict.BETTER


@pytest.mark.parametrize(
    ("segments", "resamples", "tests", "correction", "part"),
    [
        (4, 10_000, 1, "holm", "with 4 segments no p-value can be below 0.12"),
        (6, 10_000, 1, "holm", ""),
        (6, 10_000, 3, "holm", "with 6 segments and 3 tests no p-value can be below 0.094"),
        (6, 10_000, 3, "fdr_bh", ""),
        (1000, 10, 1, "none", "with 10 resamples no p-value can be below 0.091"),
        (1000, 100, 10, "bonferroni", "with 100 resamples and 10 tests no p-value can be below 0.099"),
        (1000, 1000, 45, "holm", ""),
    ],
)
def test_a_note_says_when_no_test_can_be_significant(
    segments: int, resamples: int, tests: int, correction: str, part: str
) -> None:
    asks = _question(drawn={"resamples": resamples})
    assert asks.test is not None
    note = out_of_reach(asks.test, segments, tests, correction, 0.05)
    assert note.startswith(part) if part else not note


@pytest.mark.parametrize(
    ("segments", "changes", "part"),
    [
        (4, {"exchange": "all"}, ""),  # 70 ways to share 8 outputs
        (5, {"alternative": "greater", "statistic": "difference"}, ""),
        (5, {"test": "mcnemar", "null": "normal"}, ""),
        (5, {"test": "mcnemar"}, "with 5 segments no p-value can be below 0.062"),
        (5, {"test": "wilcoxon", "ties_and_zeros": "unseen"}, ""),
    ],
)
def test_a_bound_is_named_only_where_the_test_has_it(segments: int, changes: dict[str, Any], part: str) -> None:
    asks = _question(drawn=changes)
    assert asks.test is not None
    note = out_of_reach(asks.test, segments, 1, "none", 0.05)
    assert note.startswith(part) if part else not note


def test_a_p_value_equal_to_alpha_is_within_reach() -> None:
    """The smallest p-value of five segments is 2 / 2**5 = 0.0625, and p-values up to alpha are significant."""
    asks = _question(drawn={"test": "mcnemar"})
    assert asks.test is not None
    assert not out_of_reach(asks.test, 5, 1, "none", 0.0625)
    assert out_of_reach(asks.test, 5, 1, "none", 0.0624)


def test_a_baseline_is_not_advised_where_there_is_one() -> None:
    asks = _question(drawn={"resamples": 100})
    assert asks.test is not None
    arguments = (asks.test, 1000, 10, "bonferroni", 0.05)
    assert out_of_reach(*arguments).endswith("or test only against a --baseline")
    assert out_of_reach(*arguments, beside_baseline=True).endswith("use more --resamples")


def test_numbers_whose_sum_is_no_double_have_no_score() -> None:
    (first, second) = _only(_numbers([1e308] * 2, [1.0, 2.0])).systems
    assert first.score is None
    assert "overflow" in first.problem
    assert second.score == 1.5


def test_a_small_input_has_an_exact_p_value_which_is_as_small_as_the_bound() -> None:
    """Of 64 exchanges of six pairs whose differences have one sign, only the input itself and its mirror are as extreme."""
    assert _pair(_numbers([0.0] * 6, [1.0] * 6)).p == 2 / 64


def test_sums_that_differ_in_the_last_digits_alone_count_as_equal() -> None:
    """All differences are 0.1, which no double is: half of the exchanges of two pairs reach the sum of both but for rounding."""
    first = [0.1 * i for i in range(8)]
    assert _pair(_numbers(first, [number + 0.1 for number in first])).p == 2 / 256


def test_intervals_are_percentiles_around_the_score() -> None:
    by_metric = _only(_asked("bleu", _FAIR, _GOOD), question(Wanted(test="none")))
    for system in by_metric.systems:
        assert system.interval is not None
        assert system.score is not None
        assert system.interval.low < system.score < system.interval.high
        assert system.interval.centre is None
    assert "|resamples:1000|" in by_metric.interval
    assert "|confidence:0.95|" in by_metric.interval
    narrow = _only(_asked("bleu", _FAIR), question(Wanted(test="none"), level=0.5)).systems[0].interval
    wide = by_metric.systems[0].interval
    assert narrow is not None
    assert wide is not None
    assert wide.low < narrow.low < narrow.high < wide.high


def test_an_interval_of_equal_scores_is_a_point() -> None:
    (system,) = _only(_numbers([0.25] * 9), question(Wanted())).systems
    assert system.interval is not None
    assert (system.interval.low, system.interval.high) == (0.25, 0.25)


def test_a_pair_is_told_apart_where_its_p_value_is_the_level_itself() -> None:
    asked = _numbers([0.0] * 6, [1.0] * 6)
    for alpha, verdict in ((2 / 64, PairVerdict.BETTER), (1.99 / 64, PairVerdict.OPEN)):
        assert _pair(asked, question(Wanted(interval="none"), alpha=alpha)).verdict is verdict


#: What sacreBLEU 2.6.0 gives of the fair output, its copy and the good one with 100 resamples on numpy 2: scores, and the
#: mean and half width of each interval. Every p-value, the copy's too, is 1/101.
_SACREBLEU = {
    "bleu": (
        [90.41149768528336, 90.41149768528336, 95.21859507014227],
        [(90.7304813278047, 3.614240654968704)] * 2 + [(95.54470452470345, 2.795201091366458)],
    ),
    "chrf": (
        [90.97741786727003, 90.97741786727003, 95.48870893363502],
        [(91.27821350097656, 3.408344268798828)] * 2 + [(95.79595947265625, 2.6492271423339844)],
    ),
    "ter": (
        [4.545454545454546, 4.545454545454546, 2.272727272727273],
        [(4.393939971923828, 1.7045453786849976)] * 2 + [(2.117424249649048, 1.325757622718811)],
    ),
}


@pytest.mark.skipif(sum([0.1] * 10) == 1.0, reason="recorded where the builtin sum is plain (until Python 3.11)")
@pytest.mark.parametrize("test", ["paired_bs", "paired_ar"])
@pytest.mark.parametrize("metric", _SACREBLEU)
def test_sacrebleu_is_followed_to_the_last_bit(metric: str, test: str) -> None:
    outputs = {"fair": _FAIR, "copy": _FAIR, "good": _GOOD}
    result = samescore.compare(metric, outputs, _REFERENCES, like=f"sacrebleu.{test}", resamples=100)
    (by_metric,) = result.metrics
    scores, intervals = _SACREBLEU[metric]
    assert [system.score for system in by_metric.systems] == scores
    shown = [system.interval and (system.interval.centre, system.interval.half) for system in by_metric.systems]
    assert shown == (intervals if test == "paired_bs" else [None] * 3)
    assert [(pair.first, pair.second) for pair in by_metric.pairs] == [("fair", "copy"), ("fair", "good")]
    assert [pair.p for pair in by_metric.pairs] == [0.009900990099009901] * 2
    assert result.correction == "none"


def test_a_copy_that_a_tool_tells_apart_is_said_to_be_the_same_output() -> None:
    asks = question(Wanted("sacrebleu", drawn={"resamples": 100}))
    result = _compared(_asked("bleu", _FAIR, list(_FAIR)), asks)
    assert result.baseline == "a"
    assert result.metrics[0].pairs[0].verdict is PairVerdict.DIFFERENT
    assert "a differ by this test, although the outputs are identical" in as_text([result])


def test_a_tool_compares_by_its_own_metrics_only() -> None:
    with pytest.raises(SettingsError, match="sacrebleu cannot compare systems by wer"):
        _compared(_asked("wer", _FAIR, _GOOD), question(Wanted("sacrebleu")))
    with pytest.raises(SettingsError, match="jiwer has neither a test nor an interval"):
        question(Wanted("jiwer"))


def test_unknown_tests_and_knobs_are_refused() -> None:
    with pytest.raises(SettingsError, match="test"):
        _question(test="guess")
    with pytest.raises(SettingsError, match="no knob 'sed'"):
        _question(drawn={"sed": 1})
    assert question(Wanted(test="none", interval="none")).test is None


@pytest.mark.parametrize("segments", [1023, 1024, 3000])
def test_many_segments_are_compared(segments: int) -> None:
    """2**1024 is no double."""
    asked = _numbers([0.0] * segments, [1.0] * segments)
    assert _pair(asked).p == 1 / 401


def test_inputs_of_other_metrics_are_named_by_the_metric() -> None:
    ratings: Any = Ratings([1, 2], [3, 4])
    with pytest.raises(InputError, match="a is an input of kendall, which cannot be compared"):
        _compared(AskedMetric("kendall", settings_for("kendall"), [ratings, ratings], higher_is_better=True))
