"""Create implementations from their names, whose grammar is described in `samescore.implementations.names`."""

from __future__ import annotations

from samescore.base.errors import UnknownNameError, nearest
from samescore.catalogue.ids import profile_names
from samescore.catalogue.profile_files import ProfileFile, profiles_of
from samescore.implementations.base import Implementation, Profiled
from samescore.implementations.command import Command
from samescore.implementations.declaration import declared
from samescore.implementations.file_program import FileProgram, has_places
from samescore.implementations.forked_function import forked_function
from samescore.implementations.function import Function, described_function
from samescore.implementations.left_files import FolderWatch, detecting_new_files
from samescore.implementations.named_function import IsolatedFunction, named_function
from samescore.implementations.names import parse_name, program_hint
from samescore.implementations.native import Modelled, Native
from samescore.implementations.package import InstalledPackage, Package, adapter_names, installed_version, package_names
from samescore.implementations.plain_function import PlainFunction
from samescore.implementations.recording import Replay
from samescore.implementations.release import Release
from samescore.implementations.undeclared import Undeclared
from samescore.metrics import find

__all__ = [
    "OF_THE_USER",
    "Command",
    "Function",
    "Implementation",
    "InstalledPackage",
    "IsolatedFunction",
    "Modelled",
    "Native",
    "Package",
    "Profiled",
    "Release",
    "Replay",
    "described_function",
    "forked_function",
    "implementation",
    "installed_package",
    "named_function",
    "native_model",
    "package_names",
]


#: The prefixes of the names of functions and programs.
OF_THE_USER = ("py:", "cmd:")


def implementation(text: str) -> Implementation:
    """Create the implementation called `text`.

    If a package is not installed, its scores are `Unavailable`. A version other than the installed version is installed
    into a separate environment on the first request. An implementation that describes itself is restricted to the
    settings of the current declaration's region, if there is one.

    Raises `UnknownNameError`, which suggests known names, for an unknown name, version or entry point, and
    `SettingsError` if the implementation does not support the settings of the region.
    """
    watch = FolderWatch() if isinstance(text, str) and text.startswith(OF_THE_USER) else None
    with detecting_new_files(watch):
        made = _create(text)
    made.watch = watch
    try:
        _restrict(made)
    except BaseException:
        made.close()
        raise
    return made


def _restrict(made: Implementation) -> None:
    """Restrict an implementation with profiles to the settings of the current declaration's region, if there is one.

    If the implementation has no profiles, say that ``--set`` does not apply. Do nothing if the user declares its
    settings, or if it is unavailable. Raises `UnknownNameError` if it has several metrics and the declaration names
    none, and `SettingsError` if it does not support the settings.
    """
    declaration = declared()
    if declaration.region is None or isinstance(made, Undeclared) or made.unavailable():
        return
    if not isinstance(made, Profiled):
        declaration.say(f"--set does not apply to {made.name}, which computes whatever settings are requested")
        return
    metrics = [find(declaration.metric)[0].name] if declaration.metric else list(made.profiles_by_metric())
    if len(metrics) != 1:
        raise UnknownNameError(
            f"--set needs a metric: {made.name} computes {', '.join(metrics)}", hint="pass one with -m"
        )
    made.restrict(metrics[0], declaration.region(metrics[0]))


def _create(text: str) -> Implementation:
    if isinstance(text, str) and text.startswith("py:"):
        return _create_function(text)
    if isinstance(text, str) and text.startswith("cmd:"):
        return FileProgram(text, declared()) if has_places(text) else Command(text)
    if isinstance(text, str) and text.startswith("replay:"):
        return Replay(text)
    name = parse_name(text)
    if name.name == "native" and not name.native:
        if name.version or name.entry_point:
            raise UnknownNameError(f"{text!r}: native has neither versions nor entry points", hint="write native")
        return Native()
    if name.native:
        return native_model(text.removeprefix("native:"))
    if name.name not in adapter_names():
        known = ("native", *package_names())
        others = f"known: {', '.join(known)}, native:<profile>, py:module:function, cmd:program, replay:file"
        if profiles_of(name.name) is not None:
            model = f"native:{name.name}{'.' if name.entry_point else ''}{name.entry_point}"
            raise UnknownNameError(
                f"{name.name} is a package that samescore cannot run", hint=f"use its native model: {model}"
            )
        hint = program_hint(text) or nearest(name.name, known, others)
        raise UnknownNameError(f"unknown implementation: {name.name!r}", hint=hint)
    file = _profiles(name.name)
    if name.python or name.version not in ("", installed_version(file.distribution)):
        return Release(file, name.version, name.entry_point, name.python)
    return InstalledPackage(file, name.entry_point)


def _create_function(text: str) -> Implementation:
    """Return a function that describes itself, or a plain function under the user's declaration.

    Raises `UnknownNameError` and `DataError` as `named_function` does.
    """
    declaration = declared()
    function = named_function(text, declaration.metric_name, overrides=declaration.overrides, **declaration.description)
    if not function.undeclared or function.unavailable():
        return function
    return PlainFunction(function, declaration)


def installed_package(name: str) -> InstalledPackage:
    """Return the package called `name`, as installed in samescore's environment.

    Raises `UnknownNameError` if there is no profile of it.
    """
    return InstalledPackage(_profiles(name), "")


def _profiles(name: str) -> ProfileFile:
    """Return the profiles of the implementation called `name`; raise `UnknownNameError` if it has none."""
    file = profiles_of(name)
    if file is None:
        raise UnknownNameError(f"there is no profile of {name!r}", hint=nearest(name, profile_names()))
    return file


def native_model(text: str) -> Modelled:
    """Return the native model of the implementation that `text` names: ``name[==version][.entry_point]``.

    Raises `UnknownNameError` if no profile covers the implementation, version or entry point.
    """
    name = parse_name(text)
    file = _profiles(name.name)
    if name.version and not file.current(name.version):
        raise UnknownNameError(
            f"no profile covers {name.name} {name.version}",
            hint=f"profiles cover versions {' to '.join(file.reach())}",
        )
    return Modelled(file, name.version, name.entry_point)
