"""Account for one number: its stages, the segments that contribute most, unusual facts, and alternative settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from samescore import records
from samescore.data.kinds import Data
from samescore.metrics.evaluator import check_input, native_outcome
from samescore.records import Account, Remark, StageProduct
from samescore.verbs.why.account.alternatives import alternatives
from samescore.verbs.why.account.evidence import Evidence, format_number
from samescore.verbs.why.account.rules import remarks
from samescore.verbs.why.account.segments import contributions
from samescore.verbs.why.answers import AskedSide, answer_of

#: Maximum number of list entries shown; longer lists are shortened.
_MOST = 12
#: Stages that are not shown: those with one entry for each segment, and tokens.
_LONG = ("tokens", "sentences", "rows", "answers", "curve", "errors", "losses", "alignments")


def account(asked: AskedSide, data: Data, on_progress: Callable[[str], None] = lambda _: None) -> Account:
    """Return an account of one side's number on `data`: its causes, and its unusual properties.

    Raises `InputError` for data that the metric does not accept, and the errors of
    `samescore.verbs.why.answers.answer_of`.
    """
    check_input(asked.metric, data)
    on_progress(str(asked.side))
    answer = answer_of(asked, data)
    settings = answer.settings
    evidence = Evidence(data, settings, native_outcome(data, settings))
    on_progress("rules")
    found = remarks(evidence)
    on_progress("segments")
    measured, effects = contributions(evidence)
    on_progress("other settings")
    return Account(
        asked.metric.name,
        answer.record,
        segments=len(data) if hasattr(data, "__len__") else None,
        stages=list(_products(evidence.stages, evidence)),
        measured=measured,
        contributions=effects,
        remarks=found,
        alternatives=alternatives(evidence),
        sentence=_sentence(answer.record, asked.metric.name, found),
    )


def _sentence(side: records.ExplainedSide, metric_name: str, found: list[Remark]) -> str:
    """Return a sentence with the number and the start of the first remark.

    If the settings do not give this number, the sentence says so.
    """
    answer = format_number(side.outcome.value) if side.outcome.value is not None else side.outcome.text
    words = f"{side.name} answers {answer} for {metric_name}"
    if side.mistakes:
        words = f"{words}, {side.as_with}. With the settings alone"
    elif side.residual != 0:
        words = f"Unexplained: {words}, but its settings give a different score. With the settings alone"
    return f"{words}: {found[0].sentence.partition('; ')[0]}." if found else f"{words}; nothing about it is unusual."


def _products(stages: Mapping[str, Any], evidence: Evidence) -> Iterator[StageProduct]:
    """Yield the result of each stage, except long ones, as a shortened text; counts have their column names."""
    columns = evidence.table.columns if evidence.table is not None else ()
    for name in stages:
        if name in _LONG:
            continue
        product = stages[name]
        if name == "counts" and isinstance(product, (list, tuple)) and len(product) == len(columns):
            product = dict(zip(columns, product, strict=True))
        yield StageProduct(name, _text(product))


def _text(product: Any) -> str:
    if isinstance(product, float):
        return format_number(product)
    if isinstance(product, Mapping):
        return _joined([f"{key} {_text(value)}" for key, value in product.items()])
    if isinstance(product, (list, tuple)):
        if product and isinstance(product[0], (list, tuple)):
            return "; ".join(_joined([_text(value) for value in row], " ") for row in product[:_MOST])
        return _joined([_text(value) for value in product])
    return str(product)


def _joined(parts: list[str], between: str = ", ") -> str:
    rest = f"{between}... ({len(parts) - _MOST} more)" if len(parts) > _MOST else ""
    return between.join(parts[:_MOST]) + rest
