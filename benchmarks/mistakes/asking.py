"""Run samescore on a program as its author would: with its name, its metric, and the layout of its arguments."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import msgspec

from benchmarks.mistakes.judging import Said, Verdict, said, said_by_run, verdict
from benchmarks.mistakes.program import Program
from samescore.base.errors import UnknownNameError
from samescore.data.corpus import Corpus
from samescore.implementations import implementation
from samescore.implementations.asking import Asking, asking
from samescore.implementations.base import Profiled
from samescore.implementations.declaration import Declaration, declaring
from samescore.metrics import metric
from samescore.verbs.identify import identify
from samescore.verbs.judging.run import run

#: The verb that is run on a program.
Verb = Literal["identify", "run"]


class Answer(msgspec.Struct, frozen=True):
    """The findings about one program, and the CPU seconds that they took."""

    program: str
    verdict: Verdict
    said: Said
    seconds: float


def ask(program: Program, verb: Verb, seconds: float) -> Answer:
    """Run a verb on a program and return its findings; `identify` stops after about `seconds` seconds."""
    started = time.process_time()
    words = _identified(program, seconds) if verb == "identify" else _run(program)
    return Answer(program.name, verdict(program, words), words, time.process_time() - started)


def _name(program: Program) -> str:
    return f"py:benchmarks.mistakes.every:{program.name}"


@contextmanager
def _asking(program: Program, claims: bool) -> Iterator[None]:
    """Call functions in this process inside the context, with the program's choices declared, or only its metric."""
    layout = "lists" if metric(program.metric).takes[0] is Corpus else ""
    settings = program.settings if claims else {}
    with declaring(Declaration(program.metric, settings=settings, layout=layout)), asking(Asking(in_process=True)):
        yield


def _identified(program: Program, seconds: float) -> Said:
    with _asking(program, claims=False):
        chosen = implementation(_name(program))
    try:
        if not isinstance(chosen, Profiled):
            raise TypeError(f"{chosen.name} has no settings")
        return said(program, identify(chosen, program.metric, seconds=seconds))
    except UnknownNameError:  # it raises on the inputs that are tried first: nothing is said of it
        return Said()
    finally:
        chosen.close()


def _run(program: Program) -> Said:
    """Return the findings of ``samescore run`` with the program's choices declared."""
    with _asking(program, claims=True):
        return said_by_run(run([_name(program)], metrics=[program.metric], seed=1))
