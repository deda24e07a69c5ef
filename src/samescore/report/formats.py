"""Render records in any format, for the commands and for ``samescore render``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, cast

from samescore import records

if TYPE_CHECKING:
    from rich.console import RenderableType

Format = Literal["text", "markdown", "jsonl", "junit", "latex"]

#: For each verb: the function that collects its results from records, and the module in `samescore.report.views`.
RESULTS: tuple[tuple[Callable[[Iterable[object]], Sequence[Any]], str], ...] = (
    (records.runs, "run"),
    (records.gates, "gate"),
    (records.baselines, "baseline"),
    (records.drifts, "drift"),
    (records.identifications, "identification"),
    (records.comparisons, "diff"),
    (records.explanations, "explanation"),
    (records.accounts, "account"),
    (records.crossings, "crossing"),
    (records.all_readings, "wrong_layouts"),
    (records.audits, "audit"),
    (records.fuzz_reports, "fuzz"),
    (records.known_reasons, "why"),
    (records.benchmarks, "benchmark"),
    (records.system_comparisons, "compare"),
    (records.prepared_texts, "tokens"),
)

#: For formats that few verbs have: the function that collects results, and the module and function that render them.
_FEW: dict[str, tuple[tuple[Callable[[Iterable[object]], Sequence[Any]], str, str], ...]] = {
    "junit": ((records.runs, "junit", "run"), (records.gates, "junit", "gate")),
    "latex": ((records.system_comparisons, "latex.compare", "compare"),),
}


def render_all(saved: Sequence[records.Record], form: Format, *, verbose: bool = False) -> Iterator[RenderableType]:
    """Yield the rendered results, verb by verb; texts have no final line break.

    If `verbose`, runs and audits are shown in full detail.
    """
    if form == "jsonl":
        yield from map(records.line, saved)
        return
    parts = list(_rendered(saved, form, verbose=verbose))
    for number, part in enumerate(parts):
        if number:
            yield ""
        yield part.removesuffix("\n") if isinstance(part, str) else part


def page(saved: Sequence[records.Record], form: Format) -> str:
    """Return the results as the content of a file, in any format but text."""
    return "".join(f"{part}\n" for part in render_all(saved, form))


def _rendered(saved: Sequence[records.Record], form: Format, *, verbose: bool) -> Iterator[RenderableType]:
    """Yield each rendered result, importing only the modules that are needed."""
    if form in _FEW:
        for gather, module, function in _FEW[form]:
            for result in gather(saved):
                yield _function(module, function)(result)
        return
    for gather, module in RESULTS:
        for result in gather(saved):
            yield render_result(module, result, form, verbose=verbose)


def render_result(module: str, result: object, form: Format, *, verbose: bool = False) -> RenderableType:
    """Render a result as text or Markdown; `module` is the module of its view."""
    if form == "text" and module == "run":
        return cast("RenderableType", _function("terminal.run", "run")(result, verbose=verbose))
    view = _function(f"views.{module}", "view")(result)
    if form == "markdown":
        return cast("str", _function("markdown.view", "render")(view))
    return cast("RenderableType", _function("terminal.view", "render")(view, verbose=verbose))


def _function(module: str, name: str) -> Callable[..., Any]:
    return cast("Callable[..., Any]", getattr(import_module(f"samescore.report.{module}"), name))
