"""The errors that samescore raises. Each says what was given, where, and how to fix it.

All derive from `SamescoreError` and print their message with a one-line `hint`. On the command line
they mean exit code 2: the request was wrong, not an implementation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: The most names in a list of those that are known.
_MOST = 50


def nearest(name: str, known: Iterable[str], otherwise: str = "", *, most: int = 1, cutoff: float = 0.5) -> str:
    """The hint for a name that is not known: a question with the nearest of the `known` names, at most `most` of them.

    `cutoff` says how near: difflib's ratio of characters in common.

    If none is near, it is `otherwise`, or else a list of the known names, of `_MOST` if there are more.

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
    """At most `most` of the known names that are at least so near, the nearest first; case does not count. See `nearest`.

    >>> nearest_names("refernces", ["hypotheses", "references"], 1, 0.8)
    ['references']
    """
    from difflib import get_close_matches

    lowered = {known_name.lower(): known_name for known_name in reversed(known)}
    return [lowered[key] for key in get_close_matches(name[:200].lower(), lowered, n=most, cutoff=cutoff)]


class SamescoreError(Exception):
    """Base class of errors about a request rather than about a score."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  hint: {self.hint}" if self.hint else self.message


class InputError(SamescoreError):
    """The texts or labels have a wrong shape, encoding or length."""


class SettingsError(SamescoreError):
    """A knob, a knob's value or a combination of knobs does not exist."""


class UnknownNameError(SamescoreError):
    """No metric, implementation, profile or vector has this name."""


class DataError(SamescoreError):
    """A golden vector or profile shipped with samescore (or given by the user) is malformed."""


class MetricError(SamescoreError):
    """The metric raises on this input under these settings, like the implementations that it models.

    `kind` names the exception class that a Python implementation would raise (``ZeroDivisionError``, ...).
    """

    def __init__(self, message: str, *, kind: str = "ValueError", hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.kind = kind


# Tracebacks name the errors as users import them.
for _error in (SamescoreError, InputError, SettingsError, UnknownNameError, DataError, MetricError):
    _error.__module__ = "samescore"
