"""`samescore.tokens`: show the tokens that a metric compares for each text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samescore.python.results import Presented
from samescore.records import PreparedLine, PreparedTexts
from samescore.report.counted import count_phrase
from samescore.verbs.inputs.columns import Texts, texts
from samescore.verbs.scoring.tokens import Request, Side, execute


class TokensResult(Presented, PreparedTexts, frozen=True):
    """Texts as a metric prepares them: `lines` has the stages and units of each text, for each implementation."""

    @property
    def units(self) -> list[Any]:
        """The compared units of each entry of `lines`: a list of tokens, a string, or a list of tokens per sentence."""
        return [line.units for line in self.lines]

    def to_records(self) -> Sequence[PreparedLine]:
        return self.lines

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "text": line.text,
                "like": line.like,
                **{stage.name: stage.product for stage in line.stages},
                "units": line.units,
            }
            for line in self.lines
        ]

    def _summary(self) -> str:
        return count_phrase(len(self.lines), "text")


def tokens(
    metric: str, hypotheses: str | Texts, *, reference: bool = False, like: str | Sequence[str] = "", **knobs: object
) -> TokensResult:
    """Show the tokens or other units that a metric, or a known implementation, compares for each text.

    Parameters
    ----------
    metric
        The name of a text metric, such as ``bleu``, ``chrf++``, ``ter``.
    hypotheses
        One text, or any sequence of texts.
    reference
        Whether the texts are references, which some metrics prepare differently.
    like
        The implementation to follow: ``nltk.sentence_bleu``, ``sacrebleu==1.5.1``, ``sacrebleu(lowercase=true)``.
        With a list of several, each text is prepared like each implementation, to show where they differ.
    knobs
        Settings by name, as listed by ``samescore list knobs METRIC``.

    Returns
    -------
    TokensResult
        `units` has the compared units of each text; the entries of `lines` also have the `stages` of their preparation.
        Without texts, both are empty. With several implementations, each text has an entry for each implementation.

    Raises
    ------
    InputError
        For a missing text (the row is named).
    SettingsError, UnknownNameError
        For a metric that does not compare texts line by line, and for a knob, a value or a name that does not exist.

    Examples
    --------
    >>> import samescore
    >>> samescore.tokens("bleu", "It costs 1,000.50.", case="lower").units
    [['it', 'costs', '1,000.50', '.']]
    """
    given = [hypotheses] if isinstance(hypotheses, str) else texts(hypotheses, "hypotheses")
    side: Side = "reference" if reference else "hypothesis"
    likes = tuple(filter(None, [like] if isinstance(like, str) else like))
    request = Request(texts=tuple(given), side=side, metric=metric, like=likes, assignments=knobs)
    return TokensResult(list(execute(request)))
