"""Format seqeval's classification report: precision, recall, F1 and support of every entity type, and averages."""

from __future__ import annotations

from samescore.base.errors import MetricError
from samescore.data.tagged import Tagged
from samescore.metrics import evaluate, metric
from samescore.metrics.sequences.spans import detected_scheme
from samescore.verbs.scoring.report_table import ReportTable

_MEASURES = ("precision", "recall", "f1")
_AVERAGES = ("micro", "macro", "weighted")


def entity_report(
    data: Tagged, *, scheme: str = "lenient", suffix: bool = False, digits: int = 2, zero_division: str = "0"
) -> str:
    """Return the report of ``seqeval.metrics.classification_report`` (1.2) as text, character for character.

    `scheme` is "lenient", which is seqeval's default; "iob1", "iob2", "ioe1", "ioe2", "iobes" or "bilou", which
    correspond to its ``mode="strict"`` with that scheme; or "detected", which is ``mode="strict"`` without a scheme:
    the scheme is inferred from the gold prefixes. With `suffix`, a tag ends with its prefix, as in ``PER-B``. `digits`
    is the number of decimals, and `zero_division` ("0" or "1") the value of a precision or recall of 0/0.

    Raises `MetricError` if there are no sentences or no entities, for tags that the scheme does not have, and if the
    gold tags fit no scheme; `InputError` for digits outside 0 to 100; `SettingsError` for an invalid value of `scheme`
    or `zero_division`.

    >>> tags = Tagged([["B-PER", "I-PER", "O"]], [["I-PER", "I-PER", "B-LOC"]])
    >>> print(entity_report(tags).splitlines()[3])
             PER       1.00      1.00      1.00         1
    """
    entity_f1 = metric("entity-f1")
    read_as = detected_scheme(data.gold_tags, suffix) if scheme == "detected" else scheme
    rows = {}
    for average in _AVERAGES:
        knobs = {"average": average, "zero_division": zero_division, "suffix": suffix, "scheme": read_as}
        rows[average] = [
            evaluate(entity_f1, data, entity_f1.settings.from_mapping({**knobs, "measure": measure}))
            for measure in _MEASURES
        ]
    stages = [trace.stages for trace in rows["micro"]]
    supports = {name: counts[-1] for name, counts in stages[0]["entities"].items()}
    if not supports:
        raise MetricError("the input has no entities", hint="nothing to report", kind="ValueError")
    table = ReportTable.of(supports, digits)
    lines = table.head()
    for name, support in supports.items():
        lines.append(table.line(name, [each["per_type"][name] for each in stages], support))
    lines.append("")
    for average, traces in rows.items():
        lines.append(table.line(f"{average} avg", [trace.value for trace in traces], sum(supports.values())))
    return "\n".join(lines) + "\n"
