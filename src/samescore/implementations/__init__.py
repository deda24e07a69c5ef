"""All implementations, by name: see `samescore.implementations.names`."""

from __future__ import annotations

from samescore.base.errors import UnknownNameError, nearest
from samescore.catalogue.profile_files import profile_files
from samescore.implementations.base import Implementation, Profiled
from samescore.implementations.claim import claimed
from samescore.implementations.command import Command
from samescore.implementations.file_program import FileProgram, has_places
from samescore.implementations.forked_function import forked_function
from samescore.implementations.function import Function, described_function
from samescore.implementations.left_files import FolderWatch, watching
from samescore.implementations.named_function import IsolatedFunction, named_function
from samescore.implementations.names import parse_name, program_hint
from samescore.implementations.native import Modelled, Native
from samescore.implementations.package import InstalledPackage, Package, installed_version, package_names
from samescore.implementations.plain_function import PlainFunction
from samescore.implementations.recording import Replay
from samescore.implementations.release import Release
from samescore.implementations.undeclared import Undeclared
from samescore.metrics import find

__all__ = [
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
    "modelled",
    "named_function",
    "package_names",
]


#: The prefixes of the names of functions and programs.
_OF_THE_USER = ("py:", "cmd:")


def implementation(text: str) -> Implementation:
    """Create the implementation called `text`.

    Raises `UnknownNameError`, which lists the known names, for an unknown name, version or entry point. A package that
    is not installed returns `Unavailable`. A version other than the installed one is installed into an environment of
    its own on the first request. An implementation that describes itself only runs with settings in the region of the
    current declaration: `SettingsError` if it does not support them.
    """
    watch = FolderWatch() if isinstance(text, str) and text.startswith(_OF_THE_USER) else None
    with watching(watch):
        made = _made(text)
    made.watch = watch
    try:
        _restrict(made)
    except BaseException:
        made.close()
        raise
    return made


def _restrict(made: Implementation) -> None:
    """Restrict an implementation that describes itself to the settings of the current declaration's region."""
    claim = claimed()
    if claim.region is None or isinstance(made, Undeclared) or made.unavailable():
        return
    if not isinstance(made, Profiled):
        claim.say(f"--set does not apply to {made.name}, which computes what it is asked")
        return
    metrics = [find(claim.metric)[0].name] if claim.metric else list(made.profiles_by_metric())
    if len(metrics) != 1:
        raise UnknownNameError(
            f"--set needs a metric: {made.name} computes {', '.join(metrics)}", hint="name one with -m"
        )
    made.restrict(metrics[0], claim.region(metrics[0]))


def _made(text: str) -> Implementation:
    if isinstance(text, str) and text.startswith("py:"):
        return _function(text)
    if isinstance(text, str) and text.startswith("cmd:"):
        return FileProgram(text, claimed()) if has_places(text) else Command(text)
    if isinstance(text, str) and text.startswith("replay:"):
        return Replay(text)
    name = parse_name(text)
    if name.name == "native" and not name.native:
        if name.version or name.entry_point:
            raise UnknownNameError(f"{text!r}: native has no versions and no entry points", hint="write native")
        return Native()
    if name.native:
        return modelled(text.removeprefix("native:"))
    if name.name not in package_names():
        known = ("native", *package_names())
        others = f"known: {', '.join(known)}, native:<profile>, py:module:function, cmd:program, replay:file"
        if name.name in profile_files():
            model = f"native:{name.name}{'.' if name.entry_point else ''}{name.entry_point}"
            raise UnknownNameError(f"{name.name} is no package that can be asked", hint=f"its model is {model}")
        hint = program_hint(text) or nearest(name.name, known, others)
        raise UnknownNameError(f"there is no implementation {name.name!r}", hint=hint)
    file = profile_files()[name.name]
    if name.python or name.version not in ("", installed_version(file.distribution)):
        return Release(file, name.version, name.entry_point, name.python)
    return InstalledPackage(file, name.entry_point)


def _function(text: str) -> Implementation:
    """Return a function that describes itself, or one that uses the user's declaration."""
    claim = claimed()
    function = named_function(text, claim.metric_name, overrides=claim.overrides, **claim.description)
    if not function.undeclared or function.unavailable():
        return function
    return PlainFunction(function, claim)


def installed_package(name: str) -> InstalledPackage:
    """Return the package called `name`, as installed here."""
    return InstalledPackage(profile_files()[name], "")


def modelled(text: str) -> Modelled:
    """Return the native model of ``implementation[==version][.entry_point]``.

    Raises `UnknownNameError` if no profile covers it.
    """
    name = parse_name(text)
    files = profile_files()
    if name.name not in files:
        raise UnknownNameError(f"there is no profile of {name.name!r}", hint=nearest(name.name, files))
    file = files[name.name]
    if name.version and not file.current(name.version):
        raise UnknownNameError(
            f"no profile covers {name.name} {name.version}",
            hint=f"profiles cover versions {' to '.join(file.reach())}",
        )
    return Modelled(file, name.version, name.entry_point)
