"""The classification report, against scikit-learn's text and against one that is written out."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

from samescore import Confusion, InputError, Labels, MetricError, SettingsError, classification_report
from samescore.generators.labels import labels

THREE = Labels(["cat", "cat", "dog", "fox"], ["cat", "dog", "dog", "cat"])
TEXT = """\
              precision    recall  f1-score   support

         cat       0.50      0.50      0.50         2
         dog       0.50      1.00      0.67         1
         fox       0.00      0.00      0.00         1

    accuracy                           0.50         4
   macro avg       0.33      0.50      0.39         4
weighted avg       0.38      0.50      0.42         4
"""


def test_the_text() -> None:
    assert classification_report(THREE) == TEXT
    assert classification_report(THREE.confusion()) == TEXT
    assert classification_report(THREE, labels=["dog", "cat", "fox"]).splitlines()[2:5] == [
        TEXT.splitlines()[k] for k in (3, 2, 4)
    ]


def test_a_class_that_is_left_out_makes_a_micro_average() -> None:
    lines = classification_report(THREE, labels=["cat", "dog"], names=["Cats", "Dogs"], digits=1).splitlines()
    assert lines[2] == "        Cats        0.5       0.5       0.5         2"
    assert lines[5] == "   micro avg        0.5       0.7       0.6         3"


def test_classification_report_refuses_wrong_arguments() -> None:
    with pytest.raises(InputError, match="2 names for 3 classes"):
        classification_report(THREE, names=["a", "b"])
    for digits in (-1, 101, True, 1.5):
        with pytest.raises(InputError, match="digits is"):
            classification_report(THREE, digits=digits)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(SettingsError):
        classification_report(THREE, zero_division="warn")
    with pytest.raises(MetricError, match="the input has no labels"):
        classification_report(Confusion([], []))


def _arguments(rng: random.Random, data: Labels) -> dict[str, Any]:
    """Random arguments: the listed classes in any order, some left out and one that does not occur."""
    made: dict[str, Any] = {"digits": rng.choice([0, 1, 2, 4, 14])}
    if rng.random() < 0.6:
        known = list(data.classes)
        absent: Any = "absent" if isinstance(known[0], str) else max(known) + 1  # type: ignore[operator]
        made["labels"] = rng.sample(known, rng.randint(1, len(known))) + [absent] * (rng.random() < 0.3)
        rng.shuffle(made["labels"])
    return made


@pytest.mark.once
def test_the_report_equals_the_text_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    rng = random.Random(7)
    asked = 0
    for data in labels(700, seed=7):
        if not len(data):
            continue
        arguments, zero = _arguments(rng, data), rng.choice(["0", "1", "nan"])
        names = [rng.choice(["x", "a class of a long name"]) for _ in arguments.get("labels", data.classes)]
        if rng.random() < 0.3:
            arguments["names"] = names
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = metrics.classification_report(
                list(data.gold),
                list(data.predicted),
                labels=arguments.get("labels"),
                target_names=arguments.get("names"),
                digits=arguments["digits"],
                zero_division=float(zero),
            )
        assert classification_report(data, zero_division=zero, **arguments) == theirs, (data, arguments)
        asked += 1
    assert asked > 500
