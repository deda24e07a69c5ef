"""A Python function named ``py:package.module:function``, which is called in a separate process or in this process.

In a separate process, the function cannot affect the run: it may end the process, hang, change its working directory,
print, or use up its memory. The process has the same module search path as this one.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from samescore.base.errors import UnknownNameError
from samescore.base.folders import working_folder
from samescore.catalogue.profile_files import ProfileFile
from samescore.implementations import worker
from samescore.implementations.asking import current, module_folder
from samescore.implementations.description import Description, profile_file, read_description
from samescore.implementations.function import AnyFunction, Function, RemoteFunction
from samescore.implementations.pipes import ProgramError
from samescore.implementations.program import Program

#: Memory limit of a function in a separate process, in bytes.
MEMORY = 8 * 2**30


class IsolatedFunction(RemoteFunction):
    """A function that is called in a separate process, which is started immediately to import it.

    If the process fails, the implementation is unavailable. The constructor raises `UnknownNameError` if the function
    cannot be imported or does not say which metric it computes, and `DataError` for a malformed description.
    """

    def __init__(
        self,
        name: str,
        metric: str = "",
        described: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        overrides: bool = True,
    ) -> None:
        module, function = _parts(name)
        command = [sys.executable, str(Path(worker.__file__)), module, function, str(MEMORY), *_folders()]
        program = Program(command, timeout)
        file, version = ProfileFile(name, name, []), ""
        try:
            own = program.describe()
            if "error" in own:
                raise _not_imported(name, own["error"], own["message"])
            description = _described(name, metric, described or {}, own, overrides)
            self.parameters, self.undeclared = own["parameters"], not _declared(metric, own, overrides)
            file, version = profile_file(description, name), description.version
        except ProgramError as problem:
            self.remedy = problem.remedy
            program.refusal = f"it cannot be imported: {problem.kind}: {problem}"
        except BaseException:
            program.close()
            raise
        super().__init__(program, name, file, version)


def named_function(
    name: str, metric: str = "", *, in_process: bool | None = None, overrides: bool = True, **described: Any
) -> AnyFunction:
    """Return the function named ``py:package.module:function``, called in a separate process unless `in_process`.

    If `in_process` is None, `samescore.implementations.asking` decides where it is called. Without `metric`, the
    function's attribute ``samescore`` must be its description: ``{"metric": "bleu", "settings": {...}}``. If there is
    also a `metric`, the caller's description (`metric` and `described`) is used only if `overrides`. Raises
    `UnknownNameError` if the function cannot be imported or has no description, and `DataError` if it is malformed.
    """
    if not (current().in_process if in_process is None else in_process):
        return IsolatedFunction(name, metric, described, overrides=overrides)
    sys.path[:] = _folders()
    try:
        function = worker.load(*_parts(name))
        own = worker.description(function)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # whatever a module raises on import
        failed = worker.failure("crashed", problem)
        raise _not_imported(name, failed["error"], failed["message"]) from None
    called = Function(function, _described(name, metric, described, own, overrides), name)
    called.parameters, called.undeclared = own["parameters"], not _declared(metric, own, overrides)
    return called


def _folders() -> list[str]:
    """Return the module search path for functions: the working folder first, as for ``python -m``, then `sys.path`.

    The folder returned by `module_folder`, if any, is between the two. Raises `InputError` if the working folder has
    been deleted.
    """
    here, project = str(working_folder()), module_folder()
    if project is not None:
        return list(dict.fromkeys([here, str(project), *sys.path]))
    return sys.path if "" in sys.path or here in sys.path else [here, *sys.path]


def _parts(name: str) -> tuple[str, str]:
    """Split a name into a module and a function; raise `UnknownNameError` if it is not ``py:module:function``."""
    kind, _, place = name.partition(":")
    module, *rest = place.split(":")
    if kind != "py" or len(rest) != 1 or not module or not rest[0]:
        raise UnknownNameError(f"{name!r} does not name a function", hint="write py:package.module:function")
    return module, rest[0]


def _not_imported(name: str, error: str, message: str) -> UnknownNameError:
    shown = message if error in ("ImportError", "ModuleNotFoundError", "AttributeError") else f"{error}: {message}"
    hint = "the module must be in this folder, installed or on the PYTHONPATH, and have the function"
    if error == "TypeError" and "__init__" in message:
        hint = "the object of a method is made without arguments: write a function that makes it"
    return UnknownNameError(f"{name}: {shown}", hint=hint)


def _declared(metric: str, own: Mapping[str, Any], overrides: bool) -> bool:
    """Return whether the function's own description is used, not the caller's."""
    return bool(own["metrics"]) and not (metric and overrides)


def _described(
    name: str, metric: str, described: Mapping[str, Any], own: Mapping[str, Any], overrides: bool
) -> Description:
    """Return the description of a function: the function's own if `_declared` returns True, else the caller's.

    Raises `UnknownNameError` if there is none, and `DataError` if it is malformed.
    """
    metrics = (
        own["metrics"] if _declared(metric, own, overrides) else [{"metric": metric, **described}] if metric else []
    )
    if not metrics or "metric" not in metrics[0]:
        raise UnknownNameError(
            f"{name} does not say which metric it computes",
            hint='pass it with -m, or set function.samescore = {"metric": "bleu", "settings": {...}}',
        )
    return read_description({"implementation": name, "metrics": metrics}, name)
