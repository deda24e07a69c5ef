"""The records of a search for disagreements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from samescore.records.answer import Answer, Change

#: The kinds of explanations of a disagreement; see `Find`.
FindKind = Literal["knobs", "mistake", "stage", "error"]


class FuzzSide(msgspec.Struct, frozen=True):
    """One of the two compared implementations: its name with its entry point, its settings, and its answer."""

    name: str
    signature: str
    outcome: Answer


class Find(msgspec.Struct, frozen=True, tag_field="type", tag="find"):
    """A disagreement, on the smallest input found for its explanation.

    If the native models of both sides reproduce their answers, `explanation` names the knobs that turn the first number
    into the second (`kind` is ``knobs``). Otherwise `unmodelled` names the side whose native model gives a different
    answer, and `explanation` is the knobs or the mistake with which the model would give this side's answer, the first
    stage that differs, or the kind of error. `divergences` are the catalogue's entries about these knobs. `inputs` is
    the number of inputs that the explanation covers. `vector` is the input as a golden vector, with the settings that
    differ from the metric's defaults and the correct answer under its settings.
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
    """The number of inputs whose disagreement the catalogue explains: the two sides, the knobs, and the entries."""

    metric: str
    first: str
    second: str
    explanation: list[str]
    divergences: list[str]
    inputs: int


class FuzzSummary(msgspec.Struct, frozen=True, tag_field="type", tag="fuzz"):
    """A search: what was compared, its seed and its counts. It follows its finds in a file.

    `second` is empty if the first implementation was compared with its native model. `examples` counts inputs,
    `compared` the inputs that both sides answered, `different` the inputs on which they disagree, and `known` omitted
    disagreements that the catalogue explains. `rounds` is the number of rounds completed, after which a resumed search
    starts. `interrupted` means that the search was stopped early.
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
    """Return the searches in a list of records, each with the finds that precede its summary."""
    reports, finds = [], list[Find]()
    for record in saved:
        if isinstance(record, Find):
            finds.append(record)
        elif isinstance(record, FuzzSummary):
            reports.append(FuzzReport(record, finds))
            finds = []
    return reports
