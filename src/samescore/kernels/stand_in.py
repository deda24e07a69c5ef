"""The names that kernels use from Cython, for uncompiled runs where Cython is not installed."""

from __future__ import annotations

from typing import Any

compiled = False


class _NoGil:
    """``nogil`` and ``gil``, as decorators and as context managers."""

    def __call__(self, function: Any) -> Any:
        return function

    def __enter__(self) -> None:
        pass

    def __exit__(self, *problem: object) -> None:
        pass


nogil = gil = _NoGil()


def cfunc(function: Any) -> Any:
    """Return the function unchanged."""
    return function


def exceptval(value: Any = None, *, check: bool = False) -> Any:
    """Return a decorator that returns the function unchanged."""
    return cfunc


def cpow(value: bool) -> Any:
    """Return a decorator that returns the function unchanged."""
    return cfunc


inline = cfunc


def declare(kind: Any, value: Any = None) -> Any:
    """Return the value unchanged."""
    return value


def fused_type(*kinds: Any) -> Any:
    """Return None as a placeholder, which is used in annotations only."""


def __getattr__(name: str) -> Any:
    """Return None as a placeholder for a type such as ``int``; raises `AttributeError` for special names."""
    if name.startswith("__"):
        raise AttributeError(name)
    return None
