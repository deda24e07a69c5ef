"""Records in any format, for the commands and for ``samescore render``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from samescore import records

if TYPE_CHECKING:
    from rich.console import RenderableType

Format = Literal["text", "markdown", "jsonl", "junit", "latex"]

#: For each verb: the function that gathers its results from records, and the module and function that render one.
RESULTS: tuple[tuple[Callable[[Iterable[object]], Sequence[Any]], str, str], ...] = (
    (records.runs, "run", "run"),
    (records.gates, "gate", "gate"),
    (records.baselines, "baseline", "baseline"),
    (records.drifts, "drift", "drift"),
    (records.identifications, "identification", "identification"),
    (records.comparisons, "diff", "comparison"),
    (records.explanations, "explanation", "explanation"),
    (records.accounts, "account", "account"),
    (records.crossings, "crossing", "crossing"),
    (records.all_readings, "layouts", "readings"),
    (records.audits, "audit", "audit"),
    (records.fuzz_reports, "fuzz", "fuzz"),
    (records.known_reasons, "why", "why"),
    (records.benchmarks, "benchmark", "benchmark"),
    (records.system_comparisons, "compare", "compare"),
)

#: The same for the formats that few verbs have: JUnit XML, which has one module, and LaTeX.
_FEW: dict[str, tuple[tuple[Callable[[Iterable[object]], Sequence[Any]], str, str], ...]] = {
    "junit": ((records.runs, "junit", "run"), (records.gates, "junit", "gate")),
    "latex": ((records.system_comparisons, "compare", "compare"),),
}

#: The results that have a text in all detail.
_DETAILED = (records.runs, records.audits)


def shown(saved: Sequence[records.Record], form: Format, *, verbose: bool = False) -> Iterator[RenderableType]:
    """The results in the records, verb by verb; texts have no final line break. `verbose`: runs and audits in all detail."""
    if form == "jsonl":
        yield from map(records.line, saved)
        return
    parts = list(_rendered(saved, form, verbose=verbose))
    for number, part in enumerate(parts):
        if number:
            yield ""
        yield part.removesuffix("\n") if isinstance(part, str) else part


def page(saved: Sequence[records.Record], form: Format) -> str:
    """The results in the records as the content of a file, in any format but text."""
    return "".join(f"{part}\n" for part in shown(saved, form))


def _rendered(saved: Sequence[records.Record], form: Format, *, verbose: bool) -> Iterator[RenderableType]:
    """Each result; only the modules that render one are loaded."""
    folder = {"markdown": "markdown.", "junit": "", "latex": "latex."}.get(form, "terminal.")
    for gather, module, function in _FEW.get(form, RESULTS):
        for result in gather(saved):
            render = getattr(import_module(f"samescore.report.{folder}{module}"), function)
            yield render(result, verbose=True) if verbose and gather in _DETAILED else render(result)
