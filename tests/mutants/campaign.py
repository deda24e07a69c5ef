"""Find the faults of the oracle that no golden vector detects.

    python -m tests.mutants.campaign MODULE ...

prints a line of JSON for each module: the number of mutants, and the names of the mutants that survive. A mutant is killed
if its outcome on some vector is not the expected one, or if it crashes or does not end.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import json
import resource
import signal
import sys
import types
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Any

from samescore.base.outcome import Outcome, Raised, Score, Undefined, same_outcome
from samescore.catalogue.vectors import Vector, vectors
from samescore.verbs.judging.cases import outcome_of
from tests.mutants.faults import Fault, faults
from tests.oracle.arithmetic import OracleError
from tests.oracle.registry import ask

#: Modules of the oracle that have their own arithmetic.
MODULES = (
    *(
        "alignments",
        "answers",
        "arithmetic",
        "bleu",
        "chance_corrected",
        "chrf",
        "cider",
        "class_scores",
        "classification",
        "dialogue",
        "drop",
        "edit_distance",
    ),
    *(
        "likelihood",
        "ngram_model",
        "probabilities",
        "readings",
        "rouge",
        "rouge_more",
        "rouge_text",
        "sample_weights",
        "weighted_scores",
        "ter",
        "text",
        "threshold",
        "translation",
        "treebank_js",
    ),
    "wer",
)
#: The vectors that call a function, with the seconds that the oracle takes for each, the fastest first.
Calling = dict[types.CodeType, list[tuple[float, Vector]]]

#: A mutant hangs if it runs longer than these seconds plus this multiple of the oracle's time.
_SECONDS, _TIMES = 2, 50
#: The memory of the whole process in bytes.
_MEMORY = 4 * 2**30


def _module(name: str) -> types.ModuleType:
    return importlib.import_module(f"tests.oracle.{name}")


def _function(module: types.ModuleType, name: str) -> types.FunctionType:
    """Return a function of a module without its decorators."""
    found: Any = functools.reduce(getattr, name.split("."), module)
    decorated: Any = found.fget if isinstance(found, property) else found
    plain = inspect.unwrap(decorated)
    assert isinstance(plain, types.FunctionType), name
    return plain


@contextlib.contextmanager
def mutated(module: types.ModuleType, fault: Fault) -> Iterator[None]:
    """Put a fault into a module inside the context, wherever its function is imported."""
    function = _function(module, fault.function)
    right = function.__code__
    function.__code__ = fault.code
    try:
        yield
    finally:
        function.__code__ = right
        _forget()


def _forget() -> None:
    """Empty the caches of all functions of the oracle."""
    for name in MODULES:
        for member in vars(_module(name)).values():
            if hasattr(member, "cache_clear"):
                member.cache_clear()


def outcome(vector: Vector, seconds: float = 0) -> Outcome | None:
    """Return the oracle's outcome; None if it crashes, or takes longer than `seconds` (0: no limit)."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        value = ask(vector.metric, vector.input, vector.settings)["value"]
        return Undefined("no number") if value is None else Score(float(value))
    except OracleError:
        return Raised("as the settings ask")
    except Exception:  # whatever a fault brings about
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def notices(vector: Vector, seconds: float) -> bool:
    """Return whether the oracle's outcome differs from the vector's expected outcome."""
    _forget()
    answered = outcome(vector, seconds)
    return answered is None or not same_outcome(answered, outcome_of(vector.expected), max_ulps=vector.expected.ulps)


def callers(codes: set[types.CodeType]) -> Calling:
    """Return the vectors that call each function."""
    called: Calling = {code: [] for code in codes}
    for vector in vectors().values():
        seen: set[types.CodeType] = set()

        def note(frame: types.FrameType, event: str, _: object, seen: set[types.CodeType] = seen) -> None:
            if event == "call" and frame.f_code in codes:
                seen.add(frame.f_code)

        _forget()
        start = process_time()
        sys.setprofile(note)
        try:
            outcome(vector)
        finally:
            sys.setprofile(None)
        for code in seen:
            called[code].append((process_time() - start, vector))
    return {code: sorted(timed, key=lambda pair: pair[0]) for code, timed in called.items()}


def survivors(module: types.ModuleType, everything: Sequence[Fault], calling: Calling) -> list[str]:
    """Return the names of the faults of a module that no vector detects."""
    surviving = []
    for fault in everything:
        asked = calling[_function(module, fault.function).__code__]
        with mutated(module, fault):
            killed = any(notices(vector, _SECONDS + _TIMES * usual) for usual, vector in asked)
        if not killed:
            surviving.append(fault.name)
    return surviving


def _stop(*_: object) -> None:
    raise TimeoutError("a mutant does not end")


def main(names: Sequence[str]) -> None:
    """Print the survivors of each module."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.signal(signal.SIGVTALRM, _stop)
    modules = {name: _module(name) for name in names or MODULES}
    everything = {name: list(faults(inspect.getsource(module))) for name, module in modules.items()}
    calling = callers(
        {_function(modules[name], fault.function).__code__ for name in modules for fault in everything[name]}
    )
    for name, module in modules.items():
        surviving = [f"{name}.{fault}" for fault in survivors(module, everything[name], calling)]
        print(json.dumps({"module": name, "mutants": len(everything[name]), "survivors": surviving}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
