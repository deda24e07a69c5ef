"""Ranges of numeric knobs: both bounds are allowed, the next number is not, and no range changes unnoticed."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from samescore import SettingsError
from samescore.metrics import METRIC_NAMES, metric
from samescore.settings import Integer, Knob, Real

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_RATES = ("alpha", "gamma", "delta", "stem_weight", "synonym_weight", "paraphrase_weight", "max_fpr", "min_human_f1")
_LENGTHS = ("length_limit", "max_shift_size", "max_shift_distance", "max_candidates", "substitution_cost")
#: The knobs with each range. A name stands for the knobs of every metric, unless another row has METRIC.NAME.
_RANGES: tuple[tuple[float, float, tuple[str, ...]], ...] = (
    (-1, 10**6, ("skip",)),
    (0.0, 0.5, ("epsilon",)),
    (0.0, 1.0, (*_RATES, "threshold", "confidence", "tolerance", "persistence", "recall_level")),
    (0, 20, ("char_order", "word_order")),
    (0.0, 100.0, ("min_overlap",)),
    (0, 1000, ("exact_limit", "earlier")),
    (0.0, 1e6, ("floor_value", "add_k", "nltk_k", "nltk_alpha", "beta", "ribes.alpha")),
    (0, 10**6, (*_LENGTHS, "ribes.max_length", "edit-distance.beam_width", "response-match.k", "n")),
    (0, 10**9, ("max_length", "batch", "cutoff")),
    (1, 60, ("max_grade",)),
    (1, 1000, ("relevance_level",)),
    (0, 2**32 - 1, ("seed",)),
    (0.0, 1e300, ("kendall.epsilon", "least_difference")),
    (1e-3, 1e6, ("sigma",)),
    (1, 9, ("ngram-perplexity.order",)),
    (1, 20, ("max_order", "min_order", "order", "add_k_from", "min_char_order")),
    (1.0, 100.0, ("weight",)),
    (1, 10**6, ("beam_width", "k", "resamples")),
    (1, 10**5, ("bins",)),
)
_BY_NAME = {name: (low, high) for low, high, names in _RANGES for name in names}


def _numeric(metric_name: str) -> Iterator[tuple[Knob, Integer | Real]]:
    for knob in metric(metric_name).settings.knobs():
        if isinstance(knob.domain, (Integer, Real)):
            yield knob, knob.domain


@pytest.mark.parametrize("name", [name for name in METRIC_NAMES if any(_numeric(name))])
def test_a_knob_takes_its_bounds_and_nothing_beyond(name: str) -> None:
    kind = metric(name).settings
    for knob, domain in _numeric(name):
        own = f"{name}.{knob.name}"
        low, high = _BY_NAME[own if own in _BY_NAME else knob.name]
        whole = isinstance(domain, Integer)
        assert whole == isinstance(low, int), knob.name
        beyond = (low - 1, high + 1) if whole else (math.nextafter(low, -math.inf), math.nextafter(high, math.inf))
        for bound in (low, high):
            assert kind.checked(knob.name, bound) == kind.checked(knob.name, repr(bound)) == bound
        for number in beyond:
            for given in (number, repr(number)):
                with pytest.raises(SettingsError, match=f"number from {low if whole else format(low, 'g')} to "):
                    kind.checked(knob.name, given)


def test_every_range_is_that_of_a_knob() -> None:
    own = {f"{name}.{knob.name}" for name in METRIC_NAMES for knob, _ in _numeric(name)}
    assert own | {name.partition(".")[2] for name in own} >= set(_BY_NAME)
