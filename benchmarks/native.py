"""What samescore is asked: some of its metrics, by its public functions, from lists to numbers."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.texts import Input, LabelColumns, ScoredColumns, Text

if TYPE_CHECKING:
    import samescore
    from samescore.data.comparison import Comparison


class Native(NamedTuple):
    """Metrics of one input: their names, the implementation that is followed, settings; is it given buffers, or lists?

    With a `statistic`, text is compared with that of `other_system` in it.
    """

    metrics: tuple[str, ...]
    like: str = ""
    knobs: Mapping[str, object] = {}
    buffers: bool = False
    statistic: str = ""


def other_system(text: Text) -> list[str]:
    """A system that is neither better nor worse: one line of forty is turned round, and one is the reference."""
    lines = enumerate(zip(text.hypotheses, text.streams[0], strict=True))
    return [
        " ".join(reversed(line.split())) if i % 40 == 0 else reference if i % 40 == 20 else line
        for i, (line, reference) in lines
    ]


def as_buffers(data: Input) -> Input:
    """Labels as `array.array`; text as it is."""
    if isinstance(data, LabelColumns):
        return LabelColumns(array("b", _integers(data.gold)), array("b", _integers(data.predicted)))
    if isinstance(data, ScoredColumns):
        return ScoredColumns(array("b", data.gold), array("d", data.scores))
    return data


def _integers(labels: Sequence[int | str]) -> list[int]:
    return [int(label) for label in labels]


def native_scores(native: Native, data: Input) -> list[float]:
    """The scores; the input object is made anew, so that nothing is remembered of an earlier call."""
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
    """The scores of a package, asked through samescore's adapter of it; `name` is its entry point."""
    import samescore

    corpus = samescore.Corpus.from_streams(data.hypotheses, *data.streams)
    peer = samescore.implementation(name)
    outcomes = [peer.score(metric, corpus, **native.knobs) for metric in native.metrics]
    for outcome in outcomes:
        if not isinstance(outcome, samescore.Score):
            raise TypeError(f"{name}: {outcome.describe()}")
    return [outcome.value for outcome in outcomes if isinstance(outcome, samescore.Score)]
