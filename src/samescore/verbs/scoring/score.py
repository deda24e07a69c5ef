"""The verb *score*: score data natively, as a known implementation would."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from samescore.base.outcome import Trace
from samescore.metrics import evaluate, find, jobs
from samescore.metrics import metric as find_metric
from samescore.metrics.evaluator import check_input, plain_stages
from samescore.settings import Settings
from samescore.verbs.inputs.settings import entry_point_and_settings

if TYPE_CHECKING:
    from samescore.catalogue.profile import Profile
    from samescore.data.input_files import InputFiles
    from samescore.data.kinds import Data
    from samescore.records import ScoreLine
    from samescore.verbs.scoring.streamed import StreamedScore


class NativeScore(msgspec.Struct, frozen=True):
    """A native score, its complete settings, and its `trace` with the result of every stage.

    `value` is nan if the score is undefined under these settings.
    """

    value: float
    settings: Settings
    trace: Trace

    @property
    def signature(self) -> str:
        """The complete settings as text."""
        return self.settings.signature

    def record(self, *, file: str = "", metric: str = "", stages: bool = False) -> ScoreLine:
        """Return the score as a record; the results of stages are included only with `stages`.

        `file` is the scored file, and `metric` the name given by the user (by default the native metric's name).
        """
        from samescore.records import ScoreLine

        value = self.value if math.isfinite(self.value) else None
        products = dict(plain_stages(self.trace)) if stages else None
        return ScoreLine(
            file,
            metric or self.settings.metric,
            value,
            float(self.value).hex(),
            self.signature,
            products,
            short_signature=self.settings.short_signature,
        )


#: The previous name of the class.
Result = NativeScore


def score(metric: str, data: Data, *, like: str = "", **knobs: object) -> NativeScore:
    """Score `data` natively, and return the score with its settings and stages.

    Parameters: `metric`, a name such as ``bleu``, ``chrf++``, ``rouge2``, ``mcc``; `data`, an input of the kind that
    the metric takes, such as a `Corpus`, or `Labels` for classification metrics; `like`, the implementation to follow,
    such as ``nltk.sentence_bleu`` or ``sacrebleu(lowercase=true)``; `knobs`, settings by name. The range of the score is
    the metric's. Raises `MetricError` if the metric raises under these settings (for example on an empty corpus);
    `InputError` for an input that the metric or the followed implementation does not accept (for example two
    references); `SettingsError` and `UnknownNameError` for unknown knobs, values and names.

    >>> from samescore import Corpus, score
    >>> score("bleu", Corpus.from_segments(["a b c d e"], [["a b c d f"]])).value
    66.87403049764218
    """
    return score_as(*entry_point_and_settings(metric, like, knobs), like, data)


def score_as(profile: Profile | None, settings: Settings, like: str, data: Data) -> NativeScore:
    """Score `data` under complete settings, within the limits of the entry point `like` with this profile, if any.

    Raises the errors that `score` raises for its data.
    """
    if profile is not None:
        from samescore.implementations.base import need_within_limits

        need_within_limits(like, profile, data)
    chosen = find_metric(settings.metric)
    check_input(chosen, data)
    trace = evaluate(chosen, data, settings)
    return NativeScore(trace.value, settings, trace)


#: Number of segments in a batch if one thread counts, and if several threads count.
_SEGMENTS, _SEGMENTS_OF_A_THREAD = 10_000, 2_500


def _say_nothing(segments: int, memory: int) -> None:
    pass


def score_files(
    questions: Sequence[tuple[str, dict[str, Any]]],
    files: InputFiles,
    *,
    like: str = "",
    memory: int = 0,
    say: Callable[[int, int], object] = _say_nothing,
) -> list[Callable[[], NativeScore]]:
    """Read files of any length for several metrics; return, for each metric, a function that computes its score.

    Each function can be called once. Its score is bit-identical to `score` of the whole input, but the trace has no
    stages of segments; it raises the errors that `score` raises for the data. Parameters: `questions`, the name of each
    metric and its knobs (all metrics must read the same kind of input); `like` as for `score`; `memory`, the maximum
    number of bytes that a metric may keep (0: a quarter of the machine's memory); `say`, a function called after each
    batch with the number of segments so far and the bytes kept for them. Each file is read once, in batches, and the
    metrics keep only statistics. Raises `InputError` for files that cannot be read, and if more memory would be needed; `SettingsError`
    and `UnknownNameError` for unknown knobs, values and names.
    """
    from samescore.data.batches import batch_of
    from samescore.verbs.inputs.memory_limit import default_memory_limit
    from samescore.verbs.scoring.streamed import StreamedScore, add_batches

    scores = []
    for metric, knobs in questions:
        profile, settings = entry_point_and_settings(metric, like, knobs)
        scores.append(StreamedScore(settings, profile, like))
    threads = jobs.current()
    size = _SEGMENTS if threads < 2 else _SEGMENTS_OF_A_THREAD
    reader = find(questions[0][0])[0]
    most = memory or default_memory_limit()
    add_batches(scores, reader.batches(files, batch_of(size, most)), threads, most, say)
    return [lambda score=score: _native(score) for score in scores]  # type: ignore[misc]  # bound now


def _native(score: StreamedScore) -> NativeScore:
    trace = score.trace()
    return NativeScore(trace.value, score.settings, trace)
