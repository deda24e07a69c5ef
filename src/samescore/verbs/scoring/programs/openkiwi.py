"""Reproduce OpenKiwi (``score --like openkiwi``): word-level quality estimation, several systems in one table.

Each word (or gap, or source word) has a tag, OK or BAD; a prediction may also be the probability of BAD. The ensemble
of several systems predicts BAD if the mean of their predictions is above 0.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from samescore.base.errors import InputError, MetricError
from samescore.base.lines import text_lines
from samescore.base.numbers import number_from_text
from samescore.data.labels import TAGS, Confusion, Labels
from samescore.metrics.float32 import single
from samescore.records import PerClassScores, SystemScores
from samescore.verbs.scoring.score import score

_TAGS = {"OK": 0.0, "BAD": 1.0}
_CLASSES = ("OK", "BAD")


def per_class(labels: Labels | Confusion, file: str = "") -> list[PerClassScores]:
    """Return one row of scores and counts for each class that occurs; 0/0 counts as 0.

    The scores are precision, recall, F1 and MCC of the class against all others. `file` is copied to the rows. Raises
    `MetricError` if there are no labels.
    """
    rows = []
    matrix = labels.confusion()
    for k, name in enumerate(matrix.classes):
        tp, support, predicted = matrix.matrix[k][k], sum(matrix.matrix[k]), sum(row[k] for row in matrix.matrix)
        fn, fp = support - tp, predicted - tp
        tn = labels.total - tp - fn - fp
        alone = Confusion([0, 1], [[tn, fp], [fn, tp]])
        precision, recall, f1 = (
            score(metric, alone, average="class", positive="1").value for metric in ("precision", "recall", "f1")
        )
        mcc = score("mcc", alone).value
        rows.append(PerClassScores(file, name, precision, recall, f1, mcc, support, predicted, tp + tn))
    if not rows:
        raise MetricError("the input has no labels")
    return rows


def evaluate(gold: Path, predictions: Sequence[Path], part: str = "all") -> list[SystemScores]:
    """Score prediction files against a file of gold tags; return one row for each system, and one for their ensemble.

    The row of the ensemble is added if there are several systems. Rows are sorted by F1-mult and then by name, both
    descending. `part` selects the tags of each line (a key of `samescore.data.labels.TAGS`). Raises `MetricError` if only one
    of OK and BAD occurs, as OpenKiwi does; `InputError` if the numbers of lines or tags differ, and for a tag that is
    neither OK nor BAD nor, in a prediction, a probability.
    """
    gold_lines = _read(gold, part, probabilities=False)
    predicted = []
    for path in predictions:
        lines = _read(path, part, probabilities=True)
        _check_lengths(gold, gold_lines, path, lines)
        predicted.append([value for line in lines for value in line])
    flat = [value for line in gold_lines for value in line]
    systems = [_system(str(path), flat, values) for path, values in zip(predictions, predicted, strict=True)]
    if len(predicted) > 1:
        systems.append(_system("*ensemble*", flat, _mean(predicted)))
    return sorted(systems, key=lambda system: (system.f1_mult, system.name), reverse=True)


def _read(path: Path, part: str, *, probabilities: bool) -> list[list[float]]:
    return [
        [_value(tag, f"{path}, line {number}", probabilities=probabilities) for tag in line.split()[TAGS[part]]]
        for number, line in enumerate(text_lines(path), 1)
    ]


def _value(tag: str, place: str, *, probabilities: bool) -> float:
    if tag in _TAGS:
        return _TAGS[tag]
    try:
        value = number_from_text(tag) if probabilities else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        allowed = "OK, BAD or a probability" if probabilities else "OK or BAD"
        raise InputError(f"{place}: {tag!r} is not {allowed}", hint="check that these are files of tags")
    return value


def _check_lengths(gold: Path, gold_lines: list[list[float]], path: Path, lines: list[list[float]]) -> None:
    if len(gold_lines) != len(lines):
        raise InputError(
            f"{path} has {len(lines)} lines but {gold} has {len(gold_lines)}",
            hint="both files need the tags of the same sentences, one sentence per line",
        )
    for number, (tags, predicted) in enumerate(zip(gold_lines, lines, strict=True), 1):
        if len(tags) != len(predicted):
            raise InputError(
                f"line {number}: {gold} has {len(tags)} tags but {path} has {len(predicted)}",
                hint="give one tag for every word; check for gap tags (--tags words) or an extra end-of-sentence tag",
            )


def _mean(answers: Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of several predictions, item by item, in single precision."""
    means = []
    for values in zip(*answers, strict=True):
        total = 0.0
        for value in values:
            total = single(total + single(value))
        means.append(single(total / len(values)))
    return means


def _system(name: str, gold: Sequence[float], predicted: Sequence[float]) -> SystemScores:
    if {int(value) for value in gold} | {int(value > 0.5) for value in predicted} != {0, 1}:
        raise MetricError(
            f"{name}: the tags OK and BAD do not both occur",
            hint="OpenKiwi's table needs both: check that the file has tags of both classes",
        )
    labels = Labels([_CLASSES[int(value)] for value in gold], [_CLASSES[int(value > 0.5)] for value in predicted])
    return SystemScores(
        name,
        score("f1-mult", labels, like="openkiwi").value,
        score("f1", labels, like="openkiwi.f1_ok").value,
        score("f1", labels, like="openkiwi.f1_bad").value,
        score("mcc", labels, like="openkiwi").value,
    )
