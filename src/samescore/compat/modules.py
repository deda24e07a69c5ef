"""Modules with the names of a package, and their use in its place."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType


class OfferedModule(ModuleType):
    """A module whose missing names are errors that say where they are missing."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"samescore.compat does not offer {self.__name__}.{name}")


def module(name: str, /, **names: object) -> OfferedModule:
    """Return a module with these names; those that are modules make it a package."""
    made = OfferedModule(name)
    made.__spec__ = ModuleSpec(name, None)
    made.__dict__.update(names)
    if any(isinstance(value, ModuleType) for value in names.values()):
        made.__path__ = []  # a package without files
    return made


@contextmanager
def in_place(of: ModuleType) -> Iterator[ModuleType]:
    """Import statements get this module, and its submodules, in place of the package of the same name in this block."""
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
