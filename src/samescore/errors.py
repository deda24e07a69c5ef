"""The errors that samescore raises. Each says what was given, where, and how to fix it.

All derive from `SamescoreError` and print their message with a one-line `hint`. On the command line
they mean exit code 2: the request was wrong, not an implementation.
"""

from __future__ import annotations


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
