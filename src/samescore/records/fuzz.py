"""The records of a search for disagreements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from samescore.records.answer import Answer, Change

#: The explanation of a disagreement; see `Find`.
FindKind = Literal["knobs", "mistake", "stage", "error"]


class FuzzSide(msgspec.Struct, frozen=True):
    """One of the two sides: its name with its entry point, its settings, and its answer."""

    name: str
    signature: str
    outcome: Answer


class Find(msgspec.Struct, frozen=True, tag_field="type", tag="find"):
    """A disagreement, on the smallest input found for its explanation.

    `explanation` is the knobs that turn the first number into the second (`kind` knobs), or, for an implementation
    whose own model gives a different answer, a mistake, the first stage that differs or the kind of error; `unmodelled`
    then is its name, and the knobs or the mistake are those with which the model would give its answer. `divergences`
    are entries of the catalogue about these knobs. `inputs` is the number of inputs that it explains, `vector` a golden
    vector of the metric, with the settings that differ from the metric's defaults, and the answer that is right under
    its settings.
    """

    metric: str
    kind: FindKind
    explanation: list[str]
    unmodelled: str
    first: FuzzSide
    second: FuzzSide
    causes: list[Change]
    divergences: list[str]
    inputs: int
    sentence: str
    vector: dict[str, Any]


class KnownCount(msgspec.Struct, frozen=True):
    """How many inputs of a search the catalogue explains: the knobs, the two sides, and its entries."""

    metric: str
    first: str
    second: str
    explanation: list[str]
    divergences: list[str]
    inputs: int


class FuzzSummary(msgspec.Struct, frozen=True, tag_field="type", tag="fuzz"):
    """A search: what was compared, its seed and its counts; it follows its finds. `second` is empty for a model.

    `examples` are inputs, `compared` those that both sides answered, `different` those on which they disagree. `known`
    counts disagreements left out because the catalogue explains them. `rounds` is the number of rounds searched, after
    which a resumed search starts. `interrupted`: the search was stopped early.
    """

    first: str
    second: str
    metrics: list[str]
    seed: int
    rounds: int
    examples: int
    compared: int
    different: int
    finds: int
    known: list[KnownCount]
    interrupted: bool = False


class FuzzReport(msgspec.Struct, frozen=True):
    """A search with its finds."""

    summary: FuzzSummary
    finds: list[Find]


def fuzz_reports(saved: Iterable[object]) -> list[FuzzReport]:
    """Return the searches in a list of records, each with the finds before it."""
    reports, finds = [], list[Find]()
    for record in saved:
        if isinstance(record, Find):
            finds.append(record)
        elif isinstance(record, FuzzSummary):
            reports.append(FuzzReport(record, finds))
            finds = []
    return reports
