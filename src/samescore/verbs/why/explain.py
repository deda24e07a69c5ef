"""The verb *explain*: explain one number, the gap between two implementations, or the relation of two metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import SettingsError, UnknownNameError
from samescore.implementations import OF_THE_USER, Profiled, implementation, native_model
from samescore.implementations.sides import side
from samescore.metrics.aliases import resolve_metric_name
from samescore.records import Account, Crossing, Explanation, Readings
from samescore.verbs.inputs.knobs import Knobs, knobs_of
from samescore.verbs.why.answers import AskedSide

if TYPE_CHECKING:
    from samescore.verbs.inputs.columns import Columns
    from samescore.verbs.inputs.files import Files

#: The metric if neither the request nor a side names one.
_USUAL_METRIC = "bleu"


class Request(msgspec.Struct, frozen=True):
    """The numbers to explain; names are as the user writes them.

    `first` and `second` are implementations, optionally with settings: ``nltk.sentence_bleu``, ``native(case=lower)``.
    Without `second`, the number of `first` is explained or, with two `metrics`, the gap between its two numbers.
    `metrics` has one name for both sides, or one for each; by default the metrics of the entry points are used. `knobs`
    apply to all sides that support them and do not set them themselves. `reported` is a number as printed, to be
    explained as well; empty for none.
    """

    input: Files | Columns
    first: str
    second: str = ""
    metrics: tuple[str, ...] = ()
    knobs: Knobs = ()
    reported: str = ""


def execute(
    request: Request, on_progress: Callable[[str], None] = lambda _: None
) -> Iterator[Account | Explanation | Crossing | Readings]:
    """Yield the explanation of one side, of two sides, or of two metrics; then the readings of the input.

    Readings are other layouts of the input under which a side gives a different number, or the `reported` one; they are
    not yielded for two metrics. Raises `UnknownNameError` for an unknown name, or a side that is not installed;
    `SettingsError` for unknown knobs, and for two metrics without a bridge between them; `InputError` for data that a
    metric or a side does not accept, and for a `reported` text that is not a number.
    """
    names = metrics_of(request)
    first_metric, second_metric = (resolve_metric_name(name)[0].name for name in names)
    if first_metric != second_metric and request.reported:
        raise SettingsError("a reported number belongs to a single metric", hint="remove it, or pass a single metric")
    knobs = knobs_of(request.knobs, first_metric, second_metric)
    data = request.input.read(first_metric)
    first = AskedSide.resolve(request.first, names[0], knobs)
    second = AskedSide.resolve(request.second or request.first, names[1], knobs)
    if first.metric is not second.metric:
        from samescore.verbs.why.bridges.crossing import cross

        yield cross(first, second, data, on_progress)
        return
    explained: Account | Explanation
    if request.second or len(request.metrics) > 1:
        from samescore.verbs.why.gap import explain_gap

        explained = explain_gap(first, second, data, on_progress)
    else:
        from samescore.verbs.why.account.account import account

        explained = account(first, data, on_progress)
    yield explained
    from samescore.verbs.why.attribution.readings import readings_of

    on_progress("other layouts of the input")
    yield from readings_of(explained, data, request.reported)


def metrics_of(request: Request) -> tuple[str, str]:
    """Return the metric of each side: the requested metric, else the metric of a named entry point, else BLEU.

    Raises `SettingsError` for more than two metrics.
    """
    if len(request.metrics) > 2:
        raise SettingsError(f"{len(request.metrics)} metrics were given", hint="pass one, or one for each side")
    if request.metrics:
        return request.metrics[0], request.metrics[-1]
    first = _metric_of_side(request.first)
    second = _metric_of_side(request.second) if request.second else first
    return first or second or _USUAL_METRIC, second or first or _USUAL_METRIC


def _metric_of_side(text: str) -> str:
    """Return the metric of the entry point that a side names, or the only metric of a user's function or program.

    The result is empty if there is none, or if the name is unknown (which is reported later).
    """
    whole = side(text).name
    if whole.startswith(OF_THE_USER):
        return _only_metric(whole)
    name = whole.removeprefix("native:").partition("@")[0]
    if name == "native" or ":" in name:
        return ""
    try:
        return native_model(name).metric_name
    except UnknownNameError:
        return ""


def _only_metric(name: str) -> str:
    """Return the metric of a function or program if it declares exactly one; otherwise empty."""
    try:
        own = implementation(name)
    except UnknownNameError:  # without a description, it needs -m
        return ""
    try:
        declared = list(own.profiles_by_metric()) if isinstance(own, Profiled) and not own.unavailable() else []
    finally:
        own.close()
    return declared[0] if len(declared) == 1 else ""


def unexplained_programs(request: Request, explained: Account | Explanation | Crossing) -> list[tuple[str, str]]:
    """Return the user's functions and programs whose answers do not follow from their settings, with their metrics."""
    match explained:
        case Account():
            answers = [(explained.side, explained.metric)]
        case Crossing():
            answers = [(explained.first, explained.first_metric), (explained.second, explained.second_metric)]
        case Explanation():
            answers = [(explained.first, explained.metric), (explained.second, explained.metric)]
    names = [side(name).name for name in (request.first, request.second or request.first)]
    own = [
        (name, metric)
        for name, (answer, metric) in zip(names, answers, strict=False)
        if answer.residual != 0 and name.startswith(OF_THE_USER)
    ]
    return list(dict.fromkeys(own))
