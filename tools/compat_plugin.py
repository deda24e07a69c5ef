"""A pytest plugin: tests of a package get the names of `samescore.compat` in its place (see tools/compat_suites.py)."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from importlib import import_module
from types import ModuleType

import msgspec

from samescore.base.errors import SettingsError
from samescore.metrics import metric
from samescore.settings import Settings
from samescore.verbs.inputs import settings as resolution

#: The environment variable with the `Swap` as JSON.
VARIABLE = "SAMESCORE_COMPAT"


class Fault(msgspec.Struct, frozen=True):
    """A wrong model: the knobs of a native metric whose values are replaced, whatever the profile says."""

    metric: str
    knobs: dict[str, object]

    def __str__(self) -> str:
        return f"{self.metric}: {', '.join(f'{name}={value}' for name, value in self.knobs.items())}"

    def applied(self, settings: Settings) -> Settings:
        """Return settings with the fault; those of other metrics, and those that it contradicts, stay as they are."""
        if settings.metric != self.metric:
            return settings
        try:
            return settings.replace(**self.knobs)
        except SettingsError:
            return settings


class Swap(msgspec.Struct, frozen=True):
    """The replacement in a test run: a package as of a release, or with `names_only` the offered names in its modules."""

    package: str
    release: str
    names_only: bool = False
    fault: Fault | None = None


#: Keeps the modules in place for the whole run: a context that nothing refers to would end at once.
_IN_PLACE = ExitStack()


def pytest_configure() -> None:
    """Swap the names for the whole run, before any test is imported."""
    swap = msgspec.json.decode(os.environ[VARIABLE], type=Swap)
    if swap.fault:
        _break(swap.fault)
    compat = import_module("samescore.compat")  # after the fault, because its modules import the replaced function
    if swap.names_only:
        _replace_names(compat.compat(swap.package, swap.release))
    else:
        _IN_PLACE.enter_context(compat.replacing(swap.package, swap.release))


def pytest_unconfigure() -> None:
    """Take the modules out of their place."""
    _IN_PLACE.close()


def _replace_names(offered: ModuleType) -> None:
    installed = import_module(offered.__name__)
    for name, value in vars(offered).items():
        if isinstance(value, ModuleType):
            _replace_names(value)
        elif not name.startswith("__"):
            setattr(installed, name, value)


def _break(fault: Fault) -> None:
    for name, value in fault.knobs.items():
        metric(fault.metric).settings.checked(name, value)
    resolve = resolution.entry_point_and_settings

    def wrong(*arguments: object) -> tuple[object, Settings]:
        profile, settings = resolve(*arguments)  # type: ignore[arg-type]
        return profile, fault.applied(settings)

    loaded = [name for name in sys.modules if name.startswith("samescore.compat")]
    if loaded:
        raise RuntimeError(f"the fault comes too late: {loaded[0]} is imported already")
    resolution.entry_point_and_settings = wrong  # type: ignore[assignment]
