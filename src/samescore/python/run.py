"""`samescore.run`: run implementations on the golden vectors and judge their answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from samescore.base.errors import UnknownNameError
from samescore.python.results import Presented, with_fields
from samescore.records import Record, Result, RunReport
from samescore.verbs.judging.fresh import COUNT
from samescore.verbs.judging.plan import Request
from samescore.verbs.judging.run import execute, report_of


class RunResult(Presented, RunReport, frozen=True):
    """The result of a run: `results` (one for each case), `failures`, `exit_code`, and `saved` (all records)."""

    saved: list[Any] = msgspec.field(default_factory=list)

    def to_records(self) -> Sequence[Record]:
        return list(self.saved)

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "implementation": result.implementation,
                "metric": result.metric,
                "vector": result.vector,
                "entry_point": result.entry_point,
                "verdict": result.verdict.value,
                "expected": self.expected(result),
                "got": result.outcome.text,
                "because": result.why,
            }
            for result in self.results
        ]

    def _summary(self) -> str:
        counts = Counter(result.verdict.value for result in self.results)
        told = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
        names = ", ".join(participant.name for participant in self.implementations)
        return f"{names}: {told or 'nothing was run'}"


def run(
    implementations: Sequence[str] = (),
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    fresh: int = COUNT,
    seed: int | None = None,
    on_result: Callable[[Result], None] = lambda _: None,
) -> RunResult:
    """Run implementations on the golden vectors and judge their answers.

    Parameters
    ----------
    implementations
        Names of implementations; by default the native metrics and all known packages.
    metrics, pattern
        Restrict the run to these metrics, and to vectors whose ids or flags match the expression, as with ``-k``:
        ``smoothing and not chinese``.
    fresh, seed
        Number of fresh (randomly generated) inputs for each entry point of a program or function, and their seed
        (None: a random seed, recorded in the result).
    on_result
        Called with each result as it arrives.

    Returns
    -------
    RunResult
        `exit_code` is the command line's: 0 if all answers are as expected, 1 for a disagreement, 4 if nothing ran.

    Raises
    ------
    InputError
        For a malformed `pattern`, and for numbers outside their limits.
    UnknownNameError
        For a name that does not exist or is given twice.

    Examples
    --------
    >>> import samescore
    >>> samescore.run(["native"], metrics=["mcc"]).exit_code
    0
    """
    for what, names in (("implementations", implementations), ("metrics", metrics)):
        if isinstance(names, str):
            raise UnknownNameError(f"{what} is a single name, not a list", hint=f"pass {what}=[{names!r}]")
    saved: list[Record] = []
    for record in execute(Request(tuple(implementations), tuple(metrics), pattern, fresh=fresh, seed=seed)):
        saved.append(record)
        if isinstance(record, Result):
            on_result(record)
    result: RunResult = with_fields(RunResult, report_of(saved), saved=saved)
    return result
