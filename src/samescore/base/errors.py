"""The errors that samescore raises. Each message says what was given, where, and how to fix it.

All derive from `SamescoreError` and print their message with a one-line `hint`. On the command line they exit with code
2: the request was wrong, not an implementation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: Maximum number of known names that a hint lists.
_MOST = 50


def nearest(name: str, known: Iterable[str], otherwise: str = "", *, most: int = 1, cutoff: float = 0.5) -> str:
    """Return a hint for an unknown name: a question with at most `most` similar names from `known`.

    `cutoff` is the least similarity, as `difflib` measures it (0 to 1).

    Without a similar name, the hint is `otherwise`, or else a list of the known names, of which at most `_MOST` are
    shown.

    >>> nearest("hypothesis", ["hypotheses", "references"])
    'did you mean hypotheses?'
    >>> nearest("x", ["hypotheses", "references"])
    'known are: hypotheses, references'
    >>> nearest("x", ["hypotheses", "references"], "see the documentation")
    'see the documentation'
    """
    names = list(dict.fromkeys(known))
    if near := nearest_names(name, names, most, cutoff):
        return f"did you mean {' or '.join(near)}?"
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return otherwise or f"known are: {', '.join(names[:_MOST])}{more}"


def nearest_names(name: str, known: Sequence[str], most: int, cutoff: float) -> list[str]:
    """At most `most` known names with a similarity of at least `cutoff`, best first, ignoring case. See `nearest`.

    >>> nearest_names("refernces", ["hypotheses", "references"], 1, 0.8)
    ['references']
    """
    from difflib import get_close_matches

    lowered = {known_name.lower(): known_name for known_name in reversed(known)}
    return [lowered[key] for key in get_close_matches(name[:200].lower(), lowered, n=most, cutoff=cutoff)]


class SamescoreError(Exception):
    """Base class of errors in a request, as opposed to errors in computing a score."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  hint: {self.hint}" if self.hint else self.message


class InputError(SamescoreError):
    """The texts or labels have a wrong shape, encoding or length."""


class SettingsError(SamescoreError):
    """A knob, a value of a knob, or a combination of knobs is not allowed."""


class UnknownNameError(SamescoreError):
    """No metric, implementation, profile or vector has this name."""


class DataError(SamescoreError):
    """A golden vector or profile shipped with samescore (or given by the user) is malformed."""


class MetricError(SamescoreError):
    """The metric raises an error for this input under these settings, as the implementations that it models do.

    `kind` names the exception class that a Python implementation would raise (``ZeroDivisionError``, ...).
    """

    def __init__(self, message: str, *, kind: str = "ValueError", hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.kind = kind


# Tracebacks show the errors under the module from which users import them.
for _error in (SamescoreError, InputError, SettingsError, UnknownNameError, DataError, MetricError):
    _error.__module__ = "samescore"
