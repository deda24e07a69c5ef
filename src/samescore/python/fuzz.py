"""`samescore.fuzz`: search for inputs on which two implementations disagree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from samescore.python.results import Presented
from samescore.records import Find, FuzzReport, FuzzSummary
from samescore.verbs.fuzz import Request, execute


class FuzzResult(Presented, FuzzReport, frozen=True):
    """The result of a search for disagreements.

    Each of `finds` has a small input, both answers and the cause. `summary` has the counts and the seed.
    """

    def to_records(self) -> Sequence[Find | FuzzSummary]:
        return [*self.finds, self.summary]

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "metric": find.metric,
                "first": find.first.outcome.text,
                "second": find.second.outcome.text,
                "inputs": find.inputs,
                "because": find.sentence,
            }
            for find in self.finds
        ]

    def _summary(self) -> str:
        done = self.summary
        sides = " and ".join(filter(None, (done.first, done.second)))
        return f"{sides}: {done.finds} finds in {done.compared} comparisons, seed {done.seed}"


def fuzz(
    first: str,
    second: str = "",
    *,
    metric: str = "",
    examples: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    known: bool = False,
    closest: bool = False,
    tolerance: float = 0.0,
    on_progress: Callable[[str], None] = lambda _: None,
    **knobs: object,
) -> FuzzResult:
    """Search for inputs on which two implementations disagree; shrink each input and find the cause of the difference.

    Parameters
    ----------
    first, second
        Implementations by name, optionally with settings. Without `second`, `first` is compared with its native model.
    metric
        Optional if the implementations have exactly one metric in common.
    examples, seconds
        Number of inputs to try, or time limit; by default 60 seconds. With `examples`, the same seed gives the same
        result.
    seed
        Seed of the inputs; by default random and recorded in `summary`.
    known
        Also report differences that the catalogue explains.
    closest
        Run the implementations under the closest settings that both support.
    tolerance
        Relative tolerance, from 0 to 1, below which scores count as equal.
    on_progress
        Called with a description of the current step.
    knobs
        Settings for both implementations; they require `metric`.

    Returns
    -------
    FuzzResult
        Its `finds` are empty if no disagreement was found.

    Raises
    ------
    InputError
        If Hypothesis is not installed (``pip install 'samescore[fuzz]'``), and for numbers outside their limits.
    KeyboardInterrupt
        If the search is interrupted.
    SettingsError, UnknownNameError
        For a knob, a value or a name that does not exist, or an implementation that does not start.

    Examples
    --------
    >>> import samescore
    >>> result = samescore.fuzz("native:sklearn", "native(zero_division=1)", metric="f1", examples=20, seed=1)
    >>> result.summary.examples
    20
    """
    request = Request(first, second, metric, knobs, examples, seconds, seed, known, closest, tolerance)
    found = list(execute(request, on_progress))
    (summary,) = (record for record in found if isinstance(record, FuzzSummary))
    if summary.interrupted:
        raise KeyboardInterrupt
    return FuzzResult(summary, [record for record in found if isinstance(record, Find)])
