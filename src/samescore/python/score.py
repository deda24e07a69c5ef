"""`samescore.score`: score columns of texts or labels natively, with the settings of any known implementation."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, overload

from samescore.python.results import Presented
from samescore.records import ScoreLine
from samescore.verbs.inputs.columns import Columns, Data, Labelled, Numbers, References, Texts, is_built
from samescore.verbs.scoring.command import remarks
from samescore.verbs.scoring.command import scores as native_scores
from samescore.verbs.scoring.request import Request
from samescore.verbs.scoring.score import NativeScore


class ScoreResult(Presented, NativeScore, frozen=True):
    """A native score, which converts to a number: ``float(result)``, ``round(result, 2)``, ``f"{result:.2f}"``."""

    def __float__(self) -> float:
        return float(self.value)

    def __round__(self, digits: int | None = None) -> float:
        return round(float(self), digits or 0)

    def __format__(self, form: str) -> str:
        return format(float(self), form) if form else str(self)

    def to_records(self) -> Sequence[ScoreLine]:
        return [self.record()]

    def to_rows(self) -> list[dict[str, Any]]:
        return [{"metric": self.settings.metric, "value": self.value, "signature": self.signature}]

    def _summary(self) -> str:
        return f"{self.settings.metric} {self.value!r}"

    def __str__(self) -> str:
        from samescore.report.terminal.score import score as shown

        return "\n".join(shown(self.record()))

    def _repr_html_(self) -> str:
        from samescore.report.html.fragment import score as fragment

        return fragment(self.record())


@overload
def score(metric: str, hypotheses: Data, *, like: str = "", **knobs: object) -> ScoreResult: ...
@overload
def score(
    metric: str, hypotheses: Texts, references: References | None = None, *, like: str = "", **knobs: object
) -> ScoreResult: ...
@overload
def score(metric: str, *, gold: Labelled, predicted: Labelled, like: str = "", **knobs: object) -> ScoreResult: ...
@overload
def score(metric: str, *, gold: Labelled, scores: Numbers, like: str = "", **knobs: object) -> ScoreResult: ...


def score(
    metric: str,
    hypotheses: object = None,
    references: object = None,
    *,
    gold: object = None,
    predicted: object = None,
    scores: object = None,
    like: str = "",
    **knobs: object,
) -> ScoreResult:
    """Score texts or labels with samescore's own code, as any known implementation and version would.

    Parameters
    ----------
    metric
        A name such as ``bleu``, ``chrf++``, ``rouge2``, ``mcc``.
    hypotheses
        The texts to score, as any sequence of strings: a list, a NumPy array, a pandas or polars Series, an Arrow
        array, a column of `datasets`. Or a complete input object, such as a `Corpus` or `Labels`, without the other
        data arguments.
    references
        One text for each hypothesis, or lists of texts. Each list holds either all references of one hypothesis, or one
        reference for every hypothesis. If the lengths allow both readings, an error says how to choose.
    gold, predicted, scores
        For label metrics: the gold labels, and either the predicted labels or a classifier's scores. Labels are
        strings, integers or booleans.
    like
        The implementation to follow: ``nltk.sentence_bleu``, ``sacrebleu==1.5.1``, ``sacrebleu(lowercase=true)``.
    knobs
        Settings by name, as listed by ``samescore list knobs METRIC``. ROUGE's knob `references` can be set only with a
        complete input object.

    Returns
    -------
    ScoreResult
        `value` is on the scale of the settings, and nan if the score is undefined. `settings` and `signature` say how
        it was computed; `trace` has the intermediate results. An input without segments is allowed; the settings
        determine its score.

    Raises
    ------
    InputError
        For an input of a wrong shape, a missing text (the row is named), or one that `like` does not accept.
    MetricError
        If the implementation that is followed would raise an error for this input.
    SettingsError, UnknownNameError
        For a knob, a value or a name that does not exist.

    Warns
    -----
    UserWarning
        If a default of `like` differs from the program's own default.

    Examples
    --------
    >>> import samescore
    >>> samescore.score("bleu", ["a b c d e"], ["a b c d f"])
    <ScoreResult bleu 66.87403049764218>
    >>> float(samescore.score("bleu", ["a b c d e"], ["a b c d f"], like="nltk.sentence_bleu", smoothing="nltk-1"))
    0.668740304976422
    >>> f'{samescore.score("mcc", gold=["OK", "BAD", "OK"], predicted=["OK", "BAD", "BAD"]):.3f}'
    '0.500'
    """
    if is_built(hypotheses) and isinstance(references, str):
        references, knobs = None, {"references": references, **knobs}
    columns = Columns(hypotheses, references, gold, predicted, scores)
    request = Request(metrics=(metric,), like=like, assignments=knobs, columns=columns)
    [scored] = native_scores(request)
    for remark in remarks(request):
        warnings.warn(remark, stacklevel=2)
    return ScoreResult(scored.native.value, scored.native.settings, scored.native.trace)
