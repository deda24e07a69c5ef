"""The errors samescore raises, each saying what was given, where, and what to do.

Every one derives from `SamescoreError`, carries a one-line `hint`, and prints both. Command-line
exit code 2 stands for all of them: the request, not an implementation, was at fault.
"""

from __future__ import annotations


class SamescoreError(Exception):
    """Base of every error that is about the request rather than about a score."""

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
    """No metric, implementation, profile or vector goes by that name."""


class DataError(SamescoreError):
    """A golden vector or profile shipped with samescore (or given by the user) is malformed."""


class MetricError(SamescoreError):
    """The metric, under these settings, raises on this input, as the implementations it models do.

    `kind` names the exception class a Python peer would raise (``ZeroDivisionError``, ...).
    """

    def __init__(self, message: str, *, kind: str = "ValueError", hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.kind = kind
