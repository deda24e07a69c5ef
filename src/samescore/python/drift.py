"""`samescore.drift`: report which answers changed between releases or recorded runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from samescore.base.errors import UnknownNameError
from samescore.python.results import Presented, with_fields
from samescore.records import Drift, Record
from samescore.verbs.releases.drift import Request, execute


class DriftResult(Presented, Drift, frozen=True):
    """The changes from each release to the next.

    Each of `pairs` compares two releases and lists the changed answers as `moves`; see also `behaviours` and
    `exit_code`.
    """

    def to_records(self) -> Sequence[Record]:
        return list(self.records())

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "package": move.package,
                "before": move.before,
                "after": move.after,
                "metric": move.metric,
                "entry_point": move.entry_point,
                "vector": move.vector,
                "was": move.was.text,
                "became": move.became.text,
                "because": move.cause,
            }
            for pair in self.pairs
            for move in pair.every_move
        ]

    def _summary(self) -> str:
        steps = [pair.transition for pair in self.pairs]
        told = [
            f"{step.package} {step.before} to {step.after}: {step.moved} of {step.compared} moved" for step in steps
        ]
        return "; ".join(told) or "nothing compared"


def drift(
    implementations: Sequence[str | Path],
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    on_progress: Callable[[str], None] = lambda _: None,
) -> DriftResult:
    """Compare releases or recorded runs, and report which answers to the golden vectors changed, and why.

    Parameters
    ----------
    implementations
        Names of implementations to run: ``sacrebleu==1.5.1``, or ``native:nltk==3.4.5`` for a native model, which needs
        no installation. A `Path` names a recorded run, written by ``samescore run --all-answers``.
    metrics, pattern
        Restrict the comparison to these metrics, and to vectors whose ids or flags match the expression, as with
        ``-k``: ``smoothing and not chinese``.
    on_progress
        Called with a description of the current step.

    Returns
    -------
    DriftResult
        Its `pairs` are in the order of the releases; a package with a single release has no pair.

    Raises
    ------
    UnknownNameError, InputError
        For a name that does not exist or is given twice, a file that is not a recorded run, and a malformed `pattern`.

    Examples
    --------
    >>> import samescore
    >>> releases = ["native:nltk==3.4.5", "native:nltk==3.5"]
    >>> samescore.drift(releases, metrics=["bleu"], pattern="smooth").exit_code
    0
    """
    if isinstance(implementations, (str, Path)):
        raise UnknownNameError("implementations is a single name, not a list", hint="pass a list of two or more")
    request = Request(tuple(implementations), tuple(metrics), pattern)
    result: DriftResult = with_fields(DriftResult, Drift.of(execute(request, on_progress)))
    return result
