"""Select the failures that reports show in full: the first failure, and those on the shortest inputs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from samescore.catalogue.vectors import vectors
from samescore.records import FailedInput, FreshCase, OwnCase, Result, VectorVerdict

#: Maximum number of failures shown in full.
SHOWN = 3


def failed_inputs(results: Sequence[Result], cases: Mapping[str, FreshCase | OwnCase]) -> Iterator[FailedInput]:
    """Yield the inputs of up to `SHOWN` failures of one implementation: the first failure, then the shortest inputs.

    `cases` has the implementation's fresh and user inputs, by id. Expected failures that pass are skipped. Further
    failures on an input that was already yielded are used only if there are no others.
    """
    failures = [result for result in results if result.verdict.red and result.verdict is not VectorVerdict.STALE]
    inputs = {result.vector: _input(result.vector, cases) for result in failures}
    texts = {name: json.dumps(plain, sort_keys=True) for name, plain in inputs.items()}
    rest = sorted(failures[1:], key=lambda result: len(texts[result.vector]))
    seen = {texts[failures[0].vector]} if failures else set()
    other, repeated = list[Result](), list[Result]()
    for result in rest:
        (repeated if texts[result.vector] in seen else other).append(result)
        seen.add(texts[result.vector])
    for result in [*failures[:1], *other, *repeated][:SHOWN]:
        yield FailedInput(result.implementation, result.vector, result.metric, inputs[result.vector])


def _input(name: str, cases: Mapping[str, FreshCase | OwnCase]) -> dict[str, Any]:
    return cases[name].input if name in cases else vectors()[name].input
