"""The time of one call for many labels, with samescore.compat and with scikit-learn: ``python -m benchmarks.labels_per_call``.

Labels are arrays of NumPy: ten classes, of which two of three predictions are right, and scores of two classes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from samescore.compat import compat

#: Numbers of labels, and of calls that are timed together.
_SIZES = {10: 200, 1_000: 100, 100_000: 5}
_ROUNDS = 5


def _calls(labels: int) -> Iterator[tuple[str, Callable[[Any], object]]]:
    """Yield functions of a module of metrics, by name."""
    rng = import_module("numpy").random.default_rng(labels)
    gold = rng.integers(0, 10, labels)
    predicted = import_module("numpy").where(rng.random(labels) < 2 / 3, gold, rng.integers(0, 10, labels))
    positive, scores = gold < 5, rng.random(labels)
    options = {"average": "macro", "zero_division": 0}
    yield "accuracy_score", lambda home: home.accuracy_score(gold, predicted)
    yield "f1_score, macro", lambda home: home.f1_score(gold, predicted, **options)
    yield "matthews_corrcoef", lambda home: home.matthews_corrcoef(gold, predicted)
    yield "confusion_matrix", lambda home: home.confusion_matrix(gold, predicted)
    yield "classification_report", lambda home: home.classification_report(gold, predicted, zero_division=0)
    yield "roc_auc_score", lambda home: home.roc_auc_score(positive, scores)
    yield "roc_curve", lambda home: home.roc_curve(positive, scores)


def _microseconds(call: Callable[[], object], times: int) -> float:
    """Return the CPU time of a call: the least mean of several rounds."""
    call()
    least = float("inf")
    for _ in range(_ROUNDS):
        start = time.process_time()
        for _ in range(times):
            call()
        least = min(least, (time.process_time() - start) / times)
    return 1e6 * least


def main() -> None:
    """Print a table of functions and numbers of labels."""
    package, offered = import_module("sklearn.metrics"), compat("sklearn").metrics
    print("| one call | labels | samescore.compat | scikit-learn | faster |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for labels, times in _SIZES.items():
        for name, call in _calls(labels):
            ours, theirs = (_microseconds(lambda: call(home), times) for home in (offered, package))  # noqa: B023
            print(f"| {name} | {labels:,} | {ours:,.0f} µs | {theirs:,.0f} µs | {theirs / ours:.1f}× |")


if __name__ == "__main__":
    main()
