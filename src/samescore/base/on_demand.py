"""Import the names of a package on first use, so that a command loads only what it needs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def on_demand(
    package: str, homes: Mapping[str, Sequence[str]], find: Callable[[str], Any] = lambda _: None
) -> Callable[[str], Any]:
    """Build the ``__getattr__`` of `package`, which imports a name's module on first use.

    `homes` maps each module of the package to the names defined there. `find` returns the object for any other name, or
    None, for which the built function raises `AttributeError`. No name may equal the name of a module in the package,
    because the module, once imported, would shadow it.
    """
    modules = {name: module for module, names in homes.items() for name in names}

    def attribute(name: str) -> Any:
        if name in modules:
            value = getattr(import_module(f"{package}.{modules[name]}"), name)
        elif (value := find(name)) is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)
        return value

    return attribute
