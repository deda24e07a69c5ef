"""Context managers for a command's run: threads, timeouts, package index, declarations of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from samescore.implementations.declaration import Declaration


def counting_with(jobs: int) -> AbstractContextManager[None]:
    """Return a context manager: within its block, counting uses `jobs` threads."""
    from samescore.metrics import jobs as threads

    return threads.counting_with(jobs)


def installing_from(index: str) -> AbstractContextManager[None]:
    """Return a context manager: within its block, releases are installed from `index`.

    `index` is the URL of a package index or a folder of wheels; empty for the default index.
    """
    from samescore.implementations import package_index

    return package_index.installing_from(index)


def searching(folder: Path) -> AbstractContextManager[None]:
    """Return a context manager: within its block, a folder is also searched for the modules of named functions."""
    from samescore.implementations import asking as implementations

    return implementations.searching(folder)


@contextmanager
def asking(timeout: float | None, budget: float | None, *, in_process: bool) -> Iterator[Callable[[], bool]]:
    """Apply time limits within a ``with`` block; yield a function that says whether the budget has run out.

    `timeout` is in seconds for one answer, `budget` in seconds for all of them; None for the defaults. With
    `in_process`, functions are called in this process.
    """
    from samescore.implementations import asking as implementations

    whole = implementations.Budget(budget) if budget else None
    with implementations.asking(implementations.Asking(timeout, in_process, whole)):
        yield lambda: whole is not None and whole.cut


def declaring(made: Declaration) -> AbstractContextManager[None]:
    """Within a ``with`` block, use a declaration for functions and programs that do not describe themselves."""
    from samescore.implementations import declaration

    return declaration.declaring(made)
