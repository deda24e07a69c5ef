"""A Python function that may exist only in this process, such as a lambda, or a function defined in a notebook.

It is called in a forked copy of this process (`samescore.implementations.forking`), with the state at the time of the
fork. All calls use the same copy; after a crash a new copy is made. Windows has no fork.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from samescore.catalogue.profile_files import ProfileFile
from samescore.implementations import worker
from samescore.implementations.description import profile_file, read_description
from samescore.implementations.forking import CAN_FORK, ForkedProcess
from samescore.implementations.function import AnyFunction, RemoteFunction, Scorer, described_function
from samescore.implementations.named_function import MEMORY
from samescore.implementations.pipes import ProgramError
from samescore.implementations.processes import SupervisedProcess
from samescore.implementations.program import Program


class ForkedProgram(Program):
    """A copy of this process that calls a function on request, as `samescore.implementations.worker` does."""

    def __init__(self, function: Scorer) -> None:
        self._function = function
        super().__init__([])

    def _start_process(self) -> SupervisedProcess:
        return ForkedProcess(self._serve)

    def _serve(self) -> None:
        worker.limit_memory(MEMORY)
        worker.serve(lambda: self._function)


def forked_function(function: Scorer, name: str, metric: str, description: Mapping[str, Any]) -> AnyFunction:
    """Wrap a function with its description, to be called in a copy of this process.

    The parameters are as for `described_function`. On systems without fork, the function is called in this process, and
    its `notes` say this. If it cannot be called in a copy, it is unavailable. Raises `DataError` for a malformed
    description.
    """
    if not CAN_FORK:
        return described_function(function, name, metric, description)
    described = read_description({"implementation": name, "metrics": [{"metric": metric, **description}]}, name)
    file, program = profile_file(described, name), ForkedProgram(function)
    try:
        program.describe()
    except ProgramError as problem:
        file, program.refusal = ProfileFile(name, name, []), f"it cannot be called: {problem.kind}: {problem}"
    return RemoteFunction(program, name, file, described.version)
