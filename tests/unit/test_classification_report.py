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


#: The last lines of reports of scikit-learn 0.20.4, 0.24.2 and 1.3.2.
_NO_ACCURACY = "   micro avg       0.50      0.50      0.50         4"
_ACCURACY = "    accuracy                           0.50         4"
_ALL_WRONG_20 = "   micro avg       0.00      0.00      0.00         2"
_ALL_WRONG = "    accuracy                           0.00       2.0"


@pytest.mark.parametrize("release", ["0.20.4", "0.24.2", "1.3.2"])
def test_the_line_of_accuracy_depends_on_the_release(release: str) -> None:
    like, oldest = f"sklearn=={release}", release == "0.20.4"
    plain = classification_report(THREE, like=like)
    assert plain.splitlines()[6] == (_NO_ACCURACY if oldest else _ACCURACY)
    assert plain.replace(_NO_ACCURACY, _ACCURACY) == TEXT
    listed = classification_report(THREE, labels=["cat", "dog", "fox", "owl"], like=like)
    assert listed.splitlines()[7] == _NO_ACCURACY
    assert classification_report(THREE, labels=["cat", "dog", "fox", "owl"]).splitlines()[7] == _ACCURACY
    wrong = classification_report(Labels(["a", "b"], ["b", "a"]), like=like)
    assert wrong.splitlines()[5] == (_ALL_WRONG_20 if oldest else _ALL_WRONG)


def test_digits_of_f1_are_those_of_the_release() -> None:
    data = Labels([0, 1, 2, 0, 1, 2, 0, 1, 2, 0], [0, 1, 1, 2, 2, 0, 1, 1, 0, 0])
    old, new = (classification_report(data, digits=17, like=f"sklearn{release}") for release in ("==1.3.2", ""))
    assert old.splitlines()[3].split()[3] == "0.57142857142857151"
    assert old.splitlines()[6].split()[1] == "0.40000000000000008"
    assert new.splitlines()[6].split()[1] == "0.40000000000000002"


@pytest.mark.parametrize("like", ["nltk", "sklearn==0.19.2", "sklearn==x", "sklearn.f1_score"])
def test_a_report_follows_releases_of_scikit_learn_only(like: str) -> None:
    with pytest.raises(InputError, match="like is"):
        classification_report(THREE, like=like)


def _arguments(rng: random.Random, data: Labels) -> dict[str, Any]:
    """Random arguments: the listed classes in any order, some left out and one that does not occur."""
    made: dict[str, Any] = {"digits": rng.choice([0, 1, 2, 4, 14])}
    if rng.random() < 0.6:
        known = list(data.classes)
        absent: Any = "absent" if isinstance(known[0], str) else max(known) + 1  # type: ignore[operator]
        made["labels"] = rng.sample(known, rng.randint(1, len(known))) + [absent] * (rng.random() < 0.3)
        rng.shuffle(made["labels"])
    return made


@pytest.mark.slow
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
