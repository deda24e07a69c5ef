"""The native metrics against the textbook oracle, on generated inputs under settings drawn from all knobs.

The oracle is exact (fractions, and 60-digit decimals), the native metric works in doubles: they agree
within `STORED_ULPS`, widened only where the conditioning of exp makes that impossible (see `_allowed`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from conformance.test_claims import claims
from samescore import Corpus, Score, SettingsError
from samescore.base.outcome import STORED_ULPS, Outcome, ulps
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_value
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings
from samescore.verbs.inputs.settings import settings_for
from tests.oracle import chrf, correlation, interval, significance, similarity
from tests.oracle.arithmetic import OracleError
from tests.oracle.registry import ask

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: Numbers of generated inputs for each metric.
FEW, MANY = 60, 400
#: Generated corpora hold text, and test_ptb_words.py holds the words of captions against the program that makes them.
_HELD_ELSEWHERE = ("given", "ptb-coco", "ptb-coco-spaces")


def _drawn(name: str, rng: random.Random) -> Settings:
    kind = metric(name).settings
    while True:
        values = {knob.name: random_value(rng, knob) for knob in kind.knobs() if rng.random() < 0.4}
        if "resamples" in kind.declared_knobs:
            values["resamples"] = rng.randint(1, 30)  # the oracle scores every resample anew
        if values.get("tokenizer") in _HELD_ELSEWHERE or str(values.get("stemmer", "none")) != "none":
            continue  # stems are held against NLTK's, word by word, elsewhere
        try:
            return kind.from_mapping(values)
        except SettingsError:
            continue


#: Absolute errors: of 1 minus a ratio whose denominator may be nearly 0, as chance agreement may be nearly certain.
_ABSOLUTE = {"krippendorff-alpha": 1e-12, "fleiss-kappa": 1e-12, "kappa": STORED_ULPS * 2.0**-52}
#: 1 minus a ratio of sums of up to 150 doubles that are added up one after the other, and recalls less chance.
_OF_SUMS = {
    "zero-one": 1e-13,
    "hamming": 1e-13,
    "kappa": 1e-13,
    "balanced-accuracy": 1e-13,
}

#: 1 minus a ratio of at most 2, of sums that are rounded to 24 bits number by number: 16 units of 2^-24 (4 were seen in
#: 5,500 inputs).
_OF_SINGLES = {"kappa": 2.0**-20}
#: Areas in 32-bit floats are equal: the oracle rounds after every operation, and adds up in the same order.
_OF_STEPS = dict.fromkeys(("roc-auc", "average-precision", "multiclass-roc-auc", "multiclass-average-precision"), 0.0)
#: 1 - (1 - p) is rounded to multiples of 2^-53.
_OF_DIFFERENCES = {"brier": STORED_ULPS * 2.0**-52}

#: Below it 32-bit floats lose digits, down to 2^-149.
_NORMAL_32 = 2.0**-126


def _allowed(settings: Settings, value: float, weights: object = None) -> float:
    """The largest distance, in ulps, between an exact value and a double; `weights` are those of the input's items."""
    knobs = settings.as_dict()
    absolute = {**_ABSOLUTE, **(_OF_SUMS if knobs.get("weight_summation") == "numpy" else {})}
    absolute |= _OF_SINGLES if knobs.get("dtype") == "float32" else {}
    absolute |= _OF_DIFFERENCES if knobs.get("summation") == "two-columns" else {}
    in_doubles = weights is not None and knobs.get("weights") == "given"  # knobs of counts do not apply to weights
    absolute |= _OF_STEPS if knobs.get("dtype") == "float32" and not in_doubles else {}
    if settings.metric in absolute:
        return ulps(value, value + absolute[settings.metric])
    if settings.metric in ("interval", "standard-error"):  # differences of scores: up to 100, and from 24 bits
        return ulps(value, value + (1e-10 if knobs["dtype"] == "exact" else 1e-3))
    if settings.metric == "log-loss" and knobs["summation"] != "fsum":
        # 1 - p is rounded, and so is the 1 - (1 - epsilon) of which the logarithm is taken.
        epsilon = float(str(knobs["epsilon"]))
        return max(STORED_ULPS, ulps(value, value + 1e-13 + (2.0**-44 / epsilon if epsilon else 0)))
    if settings.metric in ("pearson", "spearman", "kendall"):  # deviations and groups of both signs cancel
        single = knobs["form"] == "float32" and (settings.metric != "pearson" or knobs["average_by"] == "none")
        cancel = settings.metric == "pearson" or knobs["average_by"] != "none"
        error = 1e-5 if single else 1e-13
        return ulps(value, value + error) if single or cancel else STORED_ULPS
    if (
        str(knobs.get("dtype")).startswith("float32") and not in_doubles and settings.metric != "mcc"
    ):  # the oracle rounds alike
        # A unit in the last place of 32 bits is 2^29 of 64; a dozen operations round, and BLEU's exp(x) magnifies by |x|.
        few = 2.0**29 * (256 if knobs.get("log_unit") else 16) + _of_ties(knobs, value)
        return few if value >= _NORMAL_32 else ulps(0.0, value + 2.0**-149)  # which may be 0
    if knobs.get("digits") == "5" or str(knobs.get("average")).startswith("resampled"):
        return max(_of_ties(knobs, value), 2048)  # 1000 doubles are added up
    if settings.metric == "ribes" and knobs["no_references"] == "minus-one" and value:  # -1 cancels scores near 1
        return max(STORED_ULPS, 2 / value)
    if settings.metric in ("wil", "similarity", "anls") and value:  # 1 - ratio loses digits where the ratio is near 1
        return max(STORED_ULPS, 2 * float(str(knobs.get("scale", 1))) / value)
    if knobs.get("information") == "match-ratios" and 0 < value < 1e-3:  # its penalty is exp(x), x up to log(value)
        return STORED_ULPS - 2 * math.log(value)
    if settings.metric in ("perplexity", "ngram-perplexity") and value > 1:  # exp(x) again: x is log(value)
        return STORED_ULPS + 4 * math.log(value)
    # exp(x) magnifies the rounding of x: by |x| ulps for scores such as NLTK's 1e-231, and by 5 in percent.
    usual = 2 * STORED_ULPS if knobs.get("log_unit") == "percent" else STORED_ULPS
    widest = {"nltk-0": 2048, "tiny": 128, "tiny-even": 128}.get(str(knobs.get("smoothing")), usual)
    if knobs.get("empty_order") == "smallest" or float(str(knobs.get("sigma", 1))) < 1:  # CIDEr's Gaussian, far out
        widest = 2048
    return widest if 0 < value < 1e-3 else usual


def _of_gaps(settings: Settings, value: float) -> float:
    """Differences of sums cancel, unless they are exact; the oracle rounds to 32 bits as PyTorch does, after every step."""
    knobs = settings.as_dict()
    if knobs["dtype"] == "float32":
        return 0
    if knobs["summation"] == "exact":
        return STORED_ULPS
    # A root magnifies the error of a tiny mean square.
    error = 1e-14 if knobs["measure"] != "root-mean-square" else 1e-14 / max(value, 1e-7)
    return ulps(value, value + error)


def _of_rankings(settings: Settings, value: float) -> float:
    """Of digits, ties go either way; gains of both signs cancel, as 1 - persistence does; exp(x) magnifies by |x| <= 12.

    Sums in 32 bits are the oracle's in PyTorch's order, and otherwise a few units in the last of 24 digits off.
    """
    knobs = settings.as_dict()
    if knobs["dtype"] == "float32" and knobs["digits"] == "all":
        return ulps(value, value + 1e-5) if knobs["negative_grades"] == "keep" else 16 * 2.0**29
    if knobs["digits"] != "all":
        return ulps(value, value + 1.01 * 10.0 ** -int(str(knobs["digits"])))
    if knobs["negative_grades"] == "keep" or knobs["measure"] == "rbp":
        return ulps(value, value + 1e-12)
    return 12 * STORED_ULPS if knobs["mean"] == "geometric" else STORED_ULPS


_OF_FAMILIES: dict[str, Callable[[Settings, float], float]] = {
    "retrieval": _of_rankings,
    "calibration-error": _of_gaps,
    "multiclass-calibration-error": _of_gaps,
}


def _of_ties(knobs: dict[str, object], value: float) -> float:
    """Of 5 digits, ties go either way."""
    return ulps(value, value + 1.01e-5 * float(str(knobs["scale"]))) if knobs.get("digits") == "5" else 0


def _too_close(data: Any, settings: Settings) -> bool:
    """Return whether rounding decides a result: chrF's reference, the resamples that count, a percentage, or a deviation."""
    knobs = settings.as_dict()
    if settings.metric == "kappa" and knobs["dtype"] == "float32":  # the oracle adds up in another order
        return len({*data.gold, *data.predicted}) > 10
    if settings.metric == "p-value":
        return significance.too_close(data.plain(), knobs)
    if settings.metric == "interval":
        return interval.too_close(data.plain(), knobs)
    if settings.metric == "similarity" and knobs["digits"] == "2":
        return similarity.on_halves(data.plain(), knobs) or similarity.near_bonus(data.plain(), knobs)
    if settings.metric == "similarity" and str(knobs["measure"]).startswith("jaro"):
        return similarity.near_bonus(data.plain(), knobs)
    if settings.metric == "pearson" and knobs["form"] != "exact":
        return _loses_digits(data, knobs)
    if settings.metric != "chrf":
        return False
    for segment in data.plain()["segments"]:
        rows = [chrf.compare(segment["hypothesis"], line, knobs) for line in segment["references"]]
        ranked = sorted((chrf.f_score(row, knobs), row) for row in rows if knobs["empty_order"] != "raise")
        if any(b - a <= b * Fraction(1, 10**12) and row != next_row for (a, row), (b, next_row) in pairwise(ranked)):
            return True
    return False


def _loses_digits(data: Any, knobs: dict[str, Any]) -> bool:
    """Return whether squares overflow or underflow, deviations are tiny, or equal scores may form groups."""
    sizes = [abs(float(x)) for x in correlation.iterate(data.plain())]
    least = 1e-18 if knobs["form"] == "float32" else 1e-100
    if any(x > 1e5 or 0 < x < least for x in sizes):
        return True
    return bool(knobs["constant"] == "as-computed") or (knobs["form"] == "float32" and knobs["average_by"] != "none")


@pytest.mark.parametrize("inputs", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", METRIC_NAMES)
def test_native_agrees_with_the_oracle(name: str, inputs: int) -> None:
    rng = random.Random(name)
    scored = 0
    if "resamples" in metric(name).settings.declared_knobs:
        inputs //= 5
    for data in inputs_for(name, inputs, seed=7):
        settings = _drawn(name, rng)
        ours = native_outcome(data, settings)
        place = f"{settings.short_signature}\n{data}\n{ours}"
        if _too_close(data, settings):
            continue
        try:
            answer = ask(name, data.plain(), settings.as_dict())["value"]
        except OracleError:
            assert ours.kind == "raised", place
            continue
        if answer is None:
            assert ours.kind == "undefined", place
            continue
        assert isinstance(ours, Score), place
        size = abs(float(answer))
        weights = getattr(data, "weights", None)
        allowed = _OF_FAMILIES[name](settings, size) if name in _OF_FAMILIES else _allowed(settings, size, weights)
        assert ulps(ours.value, float(answer)) <= allowed, f"{place}\noracle {answer}"
        scored += ours.value != 0
    # The fewest are those of IFEval: a fifth.
    assert scored > inputs / 6, "too few inputs have a score other than 0"


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim["id"])
def test_a_claim_is_recomputed_as_the_oracle_does(claim: dict[str, Any]) -> None:
    settings = settings_for(claim["metric"], **claim["settings"])
    answer = ask(settings.metric, claim["input"], settings.as_dict())["value"]
    assert ulps(claim["recomputed"], float(answer)) <= STORED_ULPS


def test_the_comparison_can_fail() -> None:
    corpus = Corpus.from_segments(["a b c"], [["a b d e f"]])
    settings = metric("chrf").settings()
    ours: Outcome = native_outcome(corpus, settings)
    other = chrf.score(corpus.plain(), settings.replace(beta=2.0000001).as_dict())["value"]
    assert isinstance(ours, Score)
    assert ulps(ours.value, float(other)) > STORED_ULPS
