"""Random streams, comparisons of systems, and resampling of every metric."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import pytest

from samescore import Comparison, Corpus, InputError, Labels, MetricError, Numbers, SettingsError, score
from samescore.base.outcome import Score
from samescore.data.kinds import from_plain
from samescore.data.scored import SCORED_KINDS
from samescore.data.selection import select_segments
from samescore.generators.inputs import inputs_for
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.significance import jackknife
from samescore.metrics.significance.jackknife import scores_without_each
from samescore.metrics.significance.resampling import exchanges
from samescore.metrics.significance.settings import PValueSettings
from samescore.metrics.significance.streams import Drand48, Pcg64, Twister, bits
from samescore.metrics.significance.systems import KeptNumbers, KeptRows, KeptSystem, KeptSystems

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.usefixtures("both_routes")]

REFERENCES = ["the cat sat on the mat", "a dog ran", "two birds sang at dawn"]
FIRST = ["the cat sat on a mat", "a dog ran", "two birds sing at dawn"]
SECOND = ["a cat sat on the mat", "the dog runs", "two birds sang at dawn"]


def test_pcg64_draws_as_numpy_does() -> None:
    """What numpy 2.4.6 prints: choice(7, 12), then integers(2, size=9, dtype=bool), then choice(5, 4)."""
    stream = Pcg64(12345)
    assert stream.indices(7, 12) == [4, 1, 5, 2, 1, 5, 4, 4, 6, 2, 5, 2]
    assert list(islice(bits(stream), 9)) == list(map(bool, [1, 0, 1, 1, 1, 0, 0, 1, 1]))
    assert stream.indices(5, 4) == [2, 1, 0, 1], "bits that are left of a word are dropped"
    stream, order = Pcg64(2**32 - 1), list(range(8))
    stream.shuffle(order)
    assert (order, stream.indices(1000, 3)) == ([0, 6, 4, 5, 3, 2, 1, 7], [520, 565, 275])
    assert Pcg64(1).indices(1, 3) == [0, 0, 0]


def test_the_older_generators_draw_as_numpy_and_perl_do() -> None:
    stream, order = Twister(3), list(range(6))
    assert stream.indices(10, 8) == [8, 9, 3, 8, 8, 0, 5, 3]
    stream.shuffle(order)
    assert order == [5, 0, 4, 1, 3, 2]
    assert Drand48(42).indices(50, 8) == [37, 17, 5, 21, 4, 42, 24, 23]


def _compared(statistic: str = "bleu", *systems: list[str], **settings: Any) -> Comparison:
    corpora = [Corpus.from_streams(system, REFERENCES) for system in systems or (FIRST, SECOND)]
    return Comparison(statistic, corpora, settings)


def test_a_comparison_is_what_its_plain_form_says() -> None:
    compared = _compared("bleu", max_order=2)
    assert from_plain(compared.plain()) == compared
    numbers = Comparison("mean", [Numbers([1, math.nan, math.inf]), Numbers([0.5, 2, -math.inf])])
    assert numbers.plain()["systems"][0] == {"scores": [1.0, "nan", "inf"]}
    assert from_plain(numbers.plain()) == numbers


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mean", [Numbers([1]), Numbers([1, 2])]), "different numbers of segments: 1, 2"),
        (("mean", []), "must be a list with one input per system"),
        (("bleu", [Numbers([1])]), "not an input of bleu"),
        (("mean", [Labels(["a"], ["a"])]), "not Numbers"),
        (("f1", [Labels(["a"], ["a"]), Corpus.from_segments(["a"], [["a"]])]), "different kinds"),
        (("", [Numbers([1])]), "not a name"),
        (("mean", [Numbers([1])], {"a": None}), "not a knob with a simple value"),
    ],
)
def test_a_comparison_refuses_wrong_systems(arguments: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Comparison(*arguments)


def test_the_statistic_must_exist_and_take_the_systems() -> None:
    with pytest.raises(SettingsError, match="f1 takes Labels"):
        score("p-value", Comparison("f1", [Corpus.from_segments(["a"], [["a"]])] * 2))
    with pytest.raises(SettingsError, match="no knob"):
        score("p-value", _compared("bleu", order=3))


@pytest.mark.parametrize("name", [name for name in METRIC_NAMES if metric(name).takes[0] in SCORED_KINDS])
def test_any_segments_of_any_metric_score_like_an_input_of_their_own(name: str) -> None:
    settings, scored = metric(name).settings(), 0
    data: Any
    for data in inputs_for(name, 20, seed=5):
        try:
            score_of = KeptSystems.of(Comparison(name, [data, data])).pool.scorer("numpy")
        except MetricError:
            continue
        for seed in range(3 if len(data) else 0):
            places = Pcg64(seed).indices(2 * len(data), len(data))
            alone = native_outcome(select_segments(data, [place % len(data) for place in places]), settings)
            if isinstance(alone, Score):
                assert score_of(places) == alone.value, (data, places)
                scored += 1
    assert scored > 4


def _kept(statistic: str, data: Any, **settings: Any) -> KeptSystem:
    return KeptSystems.of(Comparison(statistic, [data, data], settings)).systems[0]


def _one_by_one(system: KeptSystem, addition: str) -> list[float]:
    score_of, places = system.scorer(addition), range(len(system))
    return [score_of([place for place in places if place != left_out]) for left_out in places]


@pytest.mark.parametrize("inputs", [3, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [name for name in METRIC_NAMES if metric(name).takes[0] in SCORED_KINDS])
def test_the_score_without_a_segment_is_that_of_the_others(name: str, inputs: int) -> None:
    knobs: list[dict[str, Any]] = [{}]
    known = {knob.name: knob.domain.values for knob in metric(name).settings.knobs() if hasattr(knob.domain, "values")}
    for chosen in ("average", "mean_summation"):
        knobs += [{**earlier, chosen: value} for earlier in knobs for value in known.get(chosen, ())]
    for settings in knobs:
        for data in inputs_for(name, inputs, seed=6):
            try:
                system = _kept(name, data, **settings)
                expected = _one_by_one(system, "numpy") if len(system) > 1 else []
            except (MetricError, SettingsError):
                continue
            if expected:
                assert list(map(repr, scores_without_each(system, "numpy"))) == list(map(repr, expected)), settings


@pytest.mark.parametrize("addition", ["numpy", "left-to-right", "sum", "fsum"])
def test_the_mean_without_a_number_is_that_of_the_others(addition: str) -> None:
    columns = ([0.1, 0.2, 0.3], [1.0, 0.0, 1.0, 1.0], [2.0**53, 1.0, 1.0], [1e308, 1e308, -1e308], [1.0, math.inf, 2.0])
    for numbers in (*columns, [k / 10 for k in range(300)], [float(k % 7 - 3) for k in range(300)]):
        system = _kept("mean", Numbers(numbers))
        try:
            expected = _one_by_one(system, addition)
        except OverflowError:
            continue
        assert list(map(repr, scores_without_each(system, addition))) == list(map(repr, expected)), numbers


@pytest.mark.parametrize(
    ("system", "addition"),
    [
        (_kept("mean", Numbers([1.0, 0.0, 0.0, 1.0])), "numpy"),
        (_kept("mean", Numbers([0.1, 0.2, 0.4, 1.0])), "fsum"),
        (_kept("bleu", Corpus.from_streams(FIRST, REFERENCES)), "numpy"),
        (_kept("exact-match", Corpus.from_streams(FIRST, REFERENCES)), "numpy"),
    ],
)
def test_exact_sums_are_not_added_up_anew(system: KeptSystem, addition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (KeptNumbers, KeptRows):
        monkeypatch.delattr(kind, "scorer")
    monkeypatch.setattr(jackknife, "MOST_SEGMENTS", 1)
    assert len(scores_without_each(system, addition)) == len(system)


def test_too_many_segments_to_leave_each_out_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jackknife, "MOST_SEGMENTS", 3)
    monkeypatch.setattr(jackknife, "MOST_TEXTS", 2)
    compared = [Comparison("mean", [Numbers([0.1, 0.2, 0.4, 1.0][:size])]) for size in (3, 4)]
    assert score("interval", compared[0], method="bca", resamples=20).value > 0
    with pytest.raises(MetricError, match="4 segments are too many for the jackknife") as caught:
        score("interval", compared[1], method="bca", resamples=20)
    assert "use at most 3" in str(caught.value.hint)
    with pytest.raises(MetricError, match="3 segments are too many"):
        score("interval", _compared("cider"), method="bca", resamples=20)


def test_segments_of_two_systems_are_mixed() -> None:
    for name in ("bleu", "chrf", "ter", "rouge-l", "distinct", "cider", "nist", "wer", "exact-match"):
        score_of = KeptSystems.of(_compared(name)).pool.scorer("numpy")
        for places in ([0, 1, 2], [3, 4, 5], [0, 4, 2], [2, 2, 0], [5, 0]):
            lines, references = [*FIRST, *SECOND], REFERENCES * 2
            alone = Corpus.from_segments([lines[k] for k in places], [[references[k]] for k in places])
            assert score_of(places) == score(name, alone).value, (name, places)


def test_a_single_precision_test_says_so() -> None:
    """The p-values that sacreBLEU 2.6.0 gives for a word in six, with 7 resamples of seed 1: on numpy 2.4.6 and 1.24.4."""
    references = ["b a c", "a b d"]
    systems = [Corpus.from_streams(lines, references) for lines in (references, ["b x c", "a b d"])]
    values = {
        arithmetic: score("p-value", Comparison("ter", systems), resamples=7, seed=1, dtype=arithmetic).value
        for arithmetic in ("float32-numpy2", "float32-numpy1")
    }
    assert values == {"float32-numpy2": 0.125, "float32-numpy1": 0.375}


class _Uncounted(int):
    """A number that is no exponent."""

    def __rpow__(self, *_: object) -> int:
        raise AssertionError("a power of it was computed")


@pytest.mark.parametrize("enumeration", ["none", "factorial", "all"])
def test_exchanges_are_counted_only_where_they_may_be_few(enumeration: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("samescore.metrics.significance.resampling.math.comb")
    for exchange in ("pairs", "all"):
        s = PValueSettings(enumeration=enumeration, exchange=exchange, resamples=100)
        assert exchanges(_Uncounted(1000), s)[:2] == (100, False)


@pytest.mark.parametrize("exchange", ["pairs", "all"])
def test_all_exchanges_are_taken_where_they_are_no_more_than_the_resamples(exchange: str) -> None:
    for segments, possible in enumerate({"pairs": [2, 4, 8, 16], "all": [2, 6, 20, 70]}[exchange], 1):
        for resamples in range(1, 80):
            s = PValueSettings(enumeration="all", exchange=exchange, resamples=resamples)
            count, complete, drawn = exchanges(segments, s)
            assert (count, complete) == ((possible, True) if possible <= resamples else (resamples, False))
        assert len(list(drawn)) == possible
