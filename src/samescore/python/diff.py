"""`samescore.diff`: compare implementations on columns of texts or labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from samescore.python.results import Presented, with_fields
from samescore.records import Absent, CommonRow, DiffReport, DiffRow, comparisons
from samescore.verbs.inputs.columns import Columns, Data, Labelled, Numbers, References, Texts, is_built
from samescore.verbs.why.diff import Request, execute


class DiffResult(Presented, DiffReport, frozen=True):
    """A comparison of implementations.

    `rows` has one row for each entry point, with its number, its gap to the first number, and the causes of the gap.
    """

    def to_records(self) -> Sequence[DiffRow | CommonRow | Absent]:
        return list(self.records)

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "name": row.name,
                "number": row.number,
                "gap": row.gap,
                "returned": row.outcome.text,
                "reproduced_natively": row.reproduced_natively,
                "because": row.sentence,
                "signature": row.signature,
            }
            for row in self.rows
        ]

    def _summary(self) -> str:
        numbers = [row.number for row in self.rows if row.number is not None]
        spread = f" from {min(numbers):.4f} to {max(numbers):.4f}" if numbers else ""
        unexplained = f", {len(self.unexplained)} unexplained" if self.unexplained else ""
        return f"{self.metric}: {len(numbers)} numbers{spread}{unexplained}"


@overload
def diff(
    metric: str,
    hypotheses: Data,
    references: Sequence[str] = (),
    *,
    on_progress: Callable[[str], None] = ...,
    **knobs: object,
) -> DiffResult: ...
@overload
def diff(
    metric: str,
    hypotheses: Data,
    *,
    implementations: Sequence[str],
    on_progress: Callable[[str], None] = ...,
    **knobs: object,
) -> DiffResult: ...
@overload
def diff(
    metric: str,
    hypotheses: Texts,
    references: References | None = None,
    *,
    implementations: Sequence[str] = (),
    on_progress: Callable[[str], None] = ...,
    **knobs: object,
) -> DiffResult: ...
@overload
def diff(
    metric: str,
    *,
    gold: Labelled,
    predicted: Labelled,
    implementations: Sequence[str] = (),
    on_progress: Callable[[str], None] = ...,
    **knobs: object,
) -> DiffResult: ...
@overload
def diff(
    metric: str,
    *,
    gold: Labelled,
    scores: Numbers,
    implementations: Sequence[str] = (),
    on_progress: Callable[[str], None] = ...,
    **knobs: object,
) -> DiffResult: ...


def diff(
    metric: str,
    hypotheses: object = None,
    references: Any = None,
    *,
    gold: object = None,
    predicted: object = None,
    scores: object = None,
    implementations: Any = (),
    on_progress: Callable[[str], None] = lambda _: None,
    **knobs: object,
) -> DiffResult:
    """Compare implementations on your own data, and explain the gaps between their numbers.

    Parameters
    ----------
    metric, hypotheses, references, gold, predicted, scores
        The same as for `samescore.score`. After an input object, such as a `Corpus`, the third positional argument is
        `implementations`.
    implementations
        Names, optionally with settings: ``native:nltk`` (samescore's model of NLTK, which needs no installation),
        ``sacrebleu(lowercase=true)``. By default, all installed packages and the native metric.
    on_progress
        Called with a description of the current step.
    knobs
        Settings for every implementation that supports them and whose name does not set them.

    Returns
    -------
    DiffResult
        `rows`, `common` (the numbers of pairs under the closest settings that both support) and `absent` (the
        implementations without a number). Numbers are on the metric's largest scale, 0 to 100 for most metrics.

    Raises
    ------
    InputError, SettingsError, UnknownNameError
        In the same cases as for `samescore.score`, and if an implementation is named twice.

    Examples
    --------
    >>> import samescore
    >>> names = ["native:sacrebleu.corpus_bleu", "native:nltk.corpus_bleu"]
    >>> samescore.diff("bleu", ["the cat sat on a mat."], ["the cat sat on the mat."], implementations=names)
    <DiffResult bleu: 2 numbers from 48.8923 to 53.7285>
    """
    if is_built(hypotheses) and not implementations:
        references, implementations = None, references or ()
    columns = Columns(hypotheses, references, gold, predicted, scores)
    (compared,) = comparisons(execute(Request(columns, metric, implementations, knobs), on_progress))
    result: DiffResult = with_fields(DiffResult, compared)
    return result
