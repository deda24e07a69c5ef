"""What kernels use of Cython when they run uncompiled, where Cython is not installed."""

from __future__ import annotations

from typing import Any

compiled = False


class _NoGil:
    """``nogil`` and ``gil``, as decorators and as contexts."""

    def __call__(self, function: Any) -> Any:
        return function

    def __enter__(self) -> None:
        pass

    def __exit__(self, *problem: object) -> None:
        pass


nogil = gil = _NoGil()


def cfunc(function: Any) -> Any:
    """The function itself."""
    return function


def exceptval(value: Any = None, *, check: bool = False) -> Any:
    """The function itself."""
    return cfunc


def cpow(value: bool) -> Any:
    """The function itself."""
    return cfunc


inline = cfunc


def declare(kind: Any, value: Any = None) -> Any:
    """The value itself."""
    return value


def fused_type(*kinds: Any) -> Any:
    """Of use in annotations only, as all types are."""


def __getattr__(name: str) -> Any:
    """A type, such as ``int``."""
    if name.startswith("__"):
        raise AttributeError(name)
    return None
