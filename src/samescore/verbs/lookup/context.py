"""Context managers for a command's run: threads, timeouts, package index, declarations of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any


def counting_with(jobs: int) -> AbstractContextManager[None]:
    """Count with `jobs` threads in this block."""
    from samescore.metrics import jobs as threads

    return threads.counting_with(jobs)


def installing_from(index: str) -> AbstractContextManager[None]:
    """Install releases from an index (a URL) or a folder of wheels in this block; empty for the default index."""
    from samescore.implementations import package_index

    return package_index.installing_from(index)


def searching(folder: Path) -> AbstractContextManager[None]:
    """Also search a folder for the modules of functions named in this block."""
    from samescore.implementations import asking as implementations

    return implementations.searching(folder)


@contextmanager
def asking(timeout: float | None, budget: float | None, *, in_process: bool) -> Iterator[Callable[[], bool]]:
    """Apply time limits in this block; its value is a function that says whether the budget has run out.

    `timeout` is in seconds for one answer, `budget` in seconds for all of them; None for the defaults. `in_process`:
    functions are called in this process.
    """
    from samescore.implementations import asking as implementations

    whole = implementations.Budget(budget) if budget else None
    with implementations.asking(implementations.Asking(timeout, in_process, whole)):
        yield lambda: whole is not None and whole.cut


def claiming(
    options: Mapping[str, Any],
    *,
    like: str,
    return_key: str,
    layout: str,
    number_pattern: str,
    region: bool,
    say: Callable[[str], None] = lambda _: None,
) -> AbstractContextManager[None]:
    """Let the functions and programs of this block that do not describe themselves claim what `declaration_of` gives."""
    from samescore.implementations import declaration
    from samescore.verbs.lookup.declarations import declaration_of

    return declaration.declaring(
        declaration_of(options, like, return_key, layout, number_pattern, region=region, say=say)
    )
