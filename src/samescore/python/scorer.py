"""`samescore.scorer`: prepare a metric for scoring one text at a time, as in a training loop."""

from __future__ import annotations

from samescore.verbs.scoring.scorer import Scorer


def scorer(metric: str, *, like: str = "", **knobs: object) -> Scorer:
    """Prepare a function that scores one text at a time, as in a training loop or a reward function.

    Metric, settings and profile are resolved once, and a call neither builds an input object nor caches anything.

    Parameters
    ----------
    metric
        The name of a metric that compares texts with references, such as ``bleu``, ``chrf++`` or ``wer``.
    like
        The implementation to follow, as for `score`.
    knobs
        Settings by name, as for `score`.

    Returns
    -------
    Scorer
        A function that takes a text and its reference or references, or lists of them; see `Scorer.__call__`.

    Raises
    ------
    SettingsError
        For a metric that does not compare texts with references, and for a knob or a value that does not exist.
    UnknownNameError
        For a name that does not exist.

    Examples
    --------
    >>> import samescore
    >>> sentence_bleu = samescore.scorer("bleu", like="sacrebleu.sentence_bleu")
    >>> sentence_bleu("a b c d e", "a b c d f")
    66.87403049764218
    >>> sentence_bleu("a b c d e", ["a b c d f", "a b c d e"])
    100.00000000000004
    >>> samescore.scorer("wer")(["a b", "c"], ["a c", "c"])
    [0.5, 0.0]
    """
    return Scorer(metric, like, **knobs)
