"""Build modules that offer the names of a package, and let them replace the package."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType


class OfferedModule(ModuleType):
    """A module that raises `AttributeError` for a missing name, with a message that samescore.compat lacks it."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"samescore.compat does not offer {self.__name__}.{name}")


def module(name: str, /, **names: object) -> OfferedModule:
    """Return a module with these names; if any of the values is a module, the result is a package."""
    made = OfferedModule(name)
    made.__spec__ = ModuleSpec(name, None)
    made.__dict__.update(names)
    if any(isinstance(value, ModuleType) for value in names.values()):
        made.__path__ = []  # a package without files
    return made


@contextmanager
def in_place(of: ModuleType) -> Iterator[ModuleType]:
    """Within a ``with`` block, let ``import`` find this module and its submodules instead of the real package."""
    package = of.__name__
    before = {name: loaded for name, loaded in sys.modules.items() if name.split(".")[0] == package}
    for name in before:
        del sys.modules[name]
    _register(of)
    try:
        yield of
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == package]:
            del sys.modules[name]
        sys.modules.update(before)


def _register(made: ModuleType) -> None:
    sys.modules[made.__name__] = made
    for value in vars(made).values():
        if isinstance(value, OfferedModule):
            _register(value)
