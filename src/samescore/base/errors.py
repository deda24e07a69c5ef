"""The errors that samescore raises. Each message says what was given, where, and how to fix it.

All derive from `SamescoreError` and print their message, followed by a one-line `hint` if they have one. On the command
line they exit with code 2: the request was wrong, not an implementation.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

#: Maximum number of known names that a hint lists.
_MOST = 50


def nearest(name: str, known: Iterable[str], otherwise: str = "", *, most: int = 1, cutoff: float = 0.5) -> str:
    """Return a hint for an unknown name: a question with at most `most` similar names from `known`.

    `cutoff` is the minimum similarity, as `difflib` measures it (0 to 1). Without a similar name, return `otherwise`;
    if it is empty, return a list of at most `_MOST` known names.

    >>> nearest("hypothesis", ["hypotheses", "references"])
    'did you mean hypotheses?'
    >>> nearest("x", ["hypotheses", "references"])
    'choose one of: hypotheses, references'
    >>> nearest("x", ["hypotheses", "references"], "see the documentation")
    'see the documentation'
    """
    names = list(dict.fromkeys(known))
    if near := nearest_names(name, names, most, cutoff):
        return f"did you mean {' or '.join(near)}?"
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return otherwise or f"choose one of: {', '.join(names[:_MOST])}{more}"


def nearest_names(name: str, known: Sequence[str], most: int, cutoff: float) -> list[str]:
    """Return at most `most` known names with a similarity of at least `cutoff`, best first; case is ignored.

    The similarity is measured as for `nearest`.

    >>> nearest_names("refernces", ["hypotheses", "references"], 1, 0.8)
    ['references']
    """
    from difflib import get_close_matches

    lowered = {known_name.lower(): known_name for known_name in reversed(known)}
    return [lowered[key] for key in get_close_matches(name[:200].lower(), lowered, n=most, cutoff=cutoff)]


class SamescoreError(Exception):
    """Base class of the errors that samescore raises: `message` says what is wrong, `hint` how to fix it."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  hint: {self.hint}" if self.hint else self.message


class InputError(SamescoreError):
    """An input cannot be used: a file is unreadable or malformed, or texts or labels have a wrong shape or length."""


class SettingsError(SamescoreError):
    """A knob, a value of a knob, or a combination of knobs is not allowed."""


class MissingDataError(SettingsError):
    """A value of a knob needs data that are not installed, such as a dictionary."""


class UnknownNameError(SamescoreError):
    """A name of a metric, implementation, profile or vector is unknown, cannot be used, or was given twice."""


class DataError(SamescoreError):
    """A golden vector, profile or other data file of samescore, or one given by the user, is malformed."""


class MetricError(SamescoreError):
    """The metric raises an error for this input under these settings, as the modelled implementations do.

    `kind` names the exception class that the modelled implementation raises (``ZeroDivisionError``, ...).
    """

    def __init__(self, message: str, *, kind: str = "ValueError", hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.kind = kind


@contextlib.contextmanager
def metric_errors_at(place: str) -> Iterator[None]:
    """Put the place of an input, such as ``question 3``, in front of the message of a `MetricError`."""
    try:
        yield
    except MetricError as problem:
        raise MetricError(f"{place}: {problem.message}", kind=problem.kind, hint=problem.hint) from None


# Tracebacks show the errors under the module from which users import them.
for _error in (SamescoreError, InputError, SettingsError, UnknownNameError, DataError, MetricError):
    _error.__module__ = "samescore"
