"""Names of a package that are imported when they are first used: what a command does not use, it does not load."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def on_demand(
    package: str, homes: Mapping[str, Sequence[str]], find: Callable[[str], Any] = lambda _: None
) -> Callable[[str], Any]:
    """The ``__getattr__`` of `package`; `homes` has the names that each module below it defines.

    `find` gives what has another name, or None.

    No name may also be that of a module in the package: once imported, the module has the name.
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
