"""The report of entities, against seqeval's text and against one that is written out."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

from samescore import InputError, MetricError, SamescoreError, SettingsError, Tagged, entity_report
from samescore.generators.tagged import tagged

#: PER is found whole, LOC is missed, and ORG is predicted only.
TAGS = Tagged([["B-PER", "I-PER", "O", "B-LOC"]], [["I-PER", "I-PER", "B-ORG", "O"]])
TEXT = """\
              precision    recall  f1-score   support

         LOC       0.00      0.00      0.00         1
         ORG       0.00      0.00      0.00         0
         PER       1.00      1.00      1.00         1

   micro avg       0.50      0.50      0.50         2
   macro avg       0.33      0.33      0.33         2
weighted avg       0.50      0.50      0.50         2
"""


def test_the_text() -> None:
    assert entity_report(TAGS) == TEXT


def test_a_strict_report_may_detect_its_scheme() -> None:
    strict = entity_report(TAGS, scheme="iob2", digits=1)
    assert strict.splitlines()[4] == "         PER        0.0       0.0       0.0         1"
    assert entity_report(TAGS, scheme="detected", digits=1) == strict


def test_entity_report_refuses_wrong_arguments() -> None:
    with pytest.raises(InputError, match="digits is True"):
        entity_report(TAGS, digits=True)
    with pytest.raises(SettingsError):
        entity_report(TAGS, zero_division="warn")
    with pytest.raises(MetricError, match="the input has no entities"):
        entity_report(Tagged([["O"]], [["O"]]))
    with pytest.raises(MetricError, match="no scheme has the prefixes I, O"):
        entity_report(Tagged([["I-PER", "O"]], [["O", "O"]]), scheme="detected")


def _theirs(data: Tagged, scheme: str, arguments: dict[str, Any]) -> str | None:
    """The text of seqeval, or None where it raises."""
    metrics, schemes = pytest.importorskip("seqeval.metrics"), pytest.importorskip("seqeval.scheme")
    mode = {} if scheme == "lenient" else {"mode": "strict"}
    named = {} if scheme in ("lenient", "detected") else {"scheme": getattr(schemes, scheme.upper())}
    gold, predicted = ([list(tags) for tags in side] for side in (data.gold_tags, data.predicted_tags))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return str(metrics.classification_report(gold, predicted, **mode, **named, **arguments))
        except (ValueError, TypeError, KeyError):
            return None


def test_the_report_equals_the_text_of_seqeval() -> None:
    rng = random.Random(7)
    texts = dict.fromkeys(["lenient", "detected", "iob1", "iob2", "ioe1", "ioe2", "iobes", "bilou"], 0)
    for data in tagged(500, seed=7):
        suffix, digits, zero = rng.random() < 0.2, rng.choice([0, 1, 2, 4, 14]), rng.choice(["0", "1"])
        for scheme in texts:
            theirs = _theirs(data, scheme, {"suffix": suffix, "digits": digits, "zero_division": int(zero)})
            try:
                ours: str | None = entity_report(data, scheme=scheme, suffix=suffix, digits=digits, zero_division=zero)
            except SamescoreError:
                ours = None
            assert ours == theirs, f"{data} under {scheme}"
            texts[scheme] += ours is not None
    assert texts["lenient"] > 400
    assert min(texts.values()) > 10, texts
