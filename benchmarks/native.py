"""Compute metrics with samescore's public functions, from lists to numbers."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.texts import Input, LabelColumns, ScoredColumns, Text

if TYPE_CHECKING:
    import samescore
    from samescore.data.comparison import Comparison


class Native(NamedTuple):
    """A request to samescore: metrics of one input, the implementation to follow, and settings.

    With `buffers`, labels are passed as arrays, else as lists. With a `statistic`, the text is compared with the text of
    `other_system` by this metric.
    """

    metrics: tuple[str, ...]
    like: str = ""
    knobs: Mapping[str, object] = {}
    buffers: bool = False
    statistic: str = ""


def other_system(text: Text) -> list[str]:
    """Return the text of a similar system: one line of forty is reversed, and one is the reference."""
    lines = enumerate(zip(text.hypotheses, text.streams[0], strict=True))
    return [
        " ".join(reversed(line.split())) if i % 40 == 0 else reference if i % 40 == 20 else line
        for i, (line, reference) in lines
    ]


def as_buffers(data: Input) -> Input:
    """Return labels and scores as `array.array`; return text unchanged."""
    if isinstance(data, LabelColumns):
        return LabelColumns(array("b", _integers(data.gold)), array("b", _integers(data.predicted)))
    if isinstance(data, ScoredColumns):
        return ScoredColumns(array("b", data.gold), array("d", data.scores))
    return data


def _integers(labels: Sequence[int | str]) -> list[int]:
    return [int(label) for label in labels]


def native_scores(native: Native, data: Input) -> list[float]:
    """Return the scores of a new input object, which has no cache of an earlier call."""
    import samescore

    made: samescore.Corpus | samescore.Labels | samescore.ScoredLabels | Comparison
    if isinstance(data, Text) and native.statistic:
        from samescore.data.comparison import Comparison  # which earlier versions lack

        systems = (data.hypotheses, other_system(data))
        made = Comparison(
            native.statistic, [samescore.Corpus.from_streams(system, *data.streams) for system in systems]
        )
    elif isinstance(data, Text):
        made = samescore.Corpus.from_streams(data.hypotheses, *data.streams)
    elif isinstance(data, LabelColumns):
        made = samescore.Labels(data.gold, data.predicted)
    else:
        made = samescore.ScoredLabels(data.gold, data.scores)
    return [samescore.score(metric, made, like=native.like, **native.knobs).value for metric in native.metrics]


def adapter_scores(name: str, native: Native, data: Text) -> list[float]:
    """Return the scores of a package through samescore's adapter; `name` is the entry point.

    Raises `TypeError` if an outcome is not a score.
    """
    import samescore

    corpus = samescore.Corpus.from_streams(data.hypotheses, *data.streams)
    peer = samescore.implementation(name)
    outcomes = [peer.score(metric, corpus, **native.knobs) for metric in native.metrics]
    for outcome in outcomes:
        if not isinstance(outcome, samescore.Score):
            raise TypeError(f"{name}: {outcome.describe()}")
    return [outcome.value for outcome in outcomes if isinstance(outcome, samescore.Score)]
