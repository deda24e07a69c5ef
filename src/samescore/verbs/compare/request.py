"""The verb *compare*: find out which of several systems is better, and whether the difference is significant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from samescore.base.checks import check_range
from samescore.base.errors import SettingsError
from samescore.data.comparison import MEAN
from samescore.metrics import find
from samescore.metrics import metric as find_metric
from samescore.records import SystemComparison
from samescore.verbs.compare.command import AskedMetric, compare
from samescore.verbs.compare.question import Wanted, implementation_for_metric, question
from samescore.verbs.compare.systems import Say, SystemColumns, SystemFiles
from samescore.verbs.inputs.knobs import Knobs, knobs_of
from samescore.verbs.inputs.settings import settings_for


class Request(msgspec.Struct, frozen=True):
    """The systems to compare, and how.

    `metrics` are names of metrics, with `knobs`; ``mean`` compares segment scores, and only for it `higher_is_better`
    matters. `wanted` selects tests and intervals; `level` is the confidence of intervals, a probability. `correction`
    applies to the p-values of one metric; the default is Holm's, or none if a tool is followed. A corrected p-value of
    at most `alpha` is significant. If `baseline` names a system, each other system is tested against it.
    """

    systems: SystemFiles | SystemColumns
    metrics: Sequence[str]
    knobs: Knobs = ()
    higher_is_better: bool = True
    wanted: Wanted = Wanted()
    correction: str = ""
    alpha: float = 0.05
    level: float = 0.95
    baseline: str = ""


def execute(request: Request, on_progress: Callable[[str], None] = lambda _: None) -> Iterator[SystemComparison]:
    """Compare the systems, and yield one record with the whole comparison.

    Raises `SettingsError` and `UnknownNameError` for unknown settings and names, and `InputError` for systems that
    cannot be read or have different numbers of segments, and for an `alpha` or a `level` that is not between 0 and 1.
    """
    check_range(request.alpha, "alpha", 0, 1, inside=True)
    check_range(request.level, "level", 0, 1, inside=True)
    asks = question(
        request.wanted,
        correction=request.correction,
        alpha=request.alpha,
        level=request.level,
        baseline=request.baseline,
    )
    named = request.systems.named()
    asked = _asked_metrics(request, on_progress)
    references = request.systems.references if isinstance(request.systems, SystemFiles) else ()
    yield compare(named, asked, asks, references=list(map(str, references)), on_progress=on_progress)


def _asked_metrics(request: Request, say: Say) -> list[AskedMetric]:
    """Return the metrics of a request with their settings, each with the input of every system.

    Raises `SettingsError` for knobs with ``mean``.
    """
    names = list(dict.fromkeys(request.metrics))
    settings = {}
    for name in names:
        if name == MEAN:
            if request.knobs:
                raise SettingsError(
                    "scores are final; metric options do not apply", hint="remove references, gold and knobs"
                )
            continue
        tool = implementation_for_metric(request.wanted.like, find(name)[0].name) if request.wanted.like else ""
        settings[name] = settings_for(name, like=tool, **knobs_of(request.knobs, name))
    inputs = request.systems.inputs(settings, say)
    return [
        AskedMetric(name, settings[name], inputs[name], find_metric(settings[name].metric).facts.higher_is_better)
        if name in settings
        else AskedMetric(MEAN, None, request.systems.numbers(), request.higher_is_better)
        for name in names
    ]
