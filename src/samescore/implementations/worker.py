"""Calls one Python function on behalf of samescore. Stand-alone; only the standard library.

python worker.py MODULE FUNCTION MEMORY FOLDER...    answers requests on stdin until it ends

It speaks the protocol of programs (docs/protocol.md), except that the input of a request holds the ``arguments`` and
``options`` of the function. MEMORY is its limit in bytes; the FOLDERs are searched for modules.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":  # before anything is imported that a file beside this one could hide
    FOLDERS = sys.argv[4:]
    sys.path[:] = FOLDERS

import contextlib
import importlib
import json
import math
import os
import re
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO

#: The longest message of an exception that is passed on, in characters.
_LONGEST_MESSAGE = 2000
#: How many numbers of a dictionary are shown.
_MOST_NUMBERS = 50
#: A number as a text.
_WRITTEN = re.compile(r"\s*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*%?\s*", re.ASCII)
#: The longest list of numbers, one for each segment.
_LONGEST_LIST = 20_000


def call(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    options: Mapping[str, Any],
    keywords: Mapping[str, Any] = {},
    key: str | None = None,
) -> dict[str, Any]:
    """What a function answers, as an answer of the protocol.

    `key` names the part of its value that counts, as in ``rouge1.fmeasure`` or ``0``; empty for the value itself. A value
    that is no number then comes with its ``numbers`` by key, or with its ``text``. With None only a number is an answer.

    An `Exception` of its own is a refusal. Any other exception, memory that is used up, and a value that is no number
    are a crash. Only `KeyboardInterrupt`, which may be the user's, is passed on.
    """
    try:
        value = function(*arguments, **options, **keywords)
        return _answer(value) if key is None else _part(value, key)
    except KeyboardInterrupt:
        raise
    except MemoryError as problem:
        return failure("crashed", problem)
    except Exception as problem:  # the function's own: it refuses the input
        return {**failure("raised", problem), **_place(function, problem)}
    except BaseException as problem:  # it wants to end the process, as sys.exit does, or a library panics
        return failure("crashed", problem)


def _answer(value: Any) -> dict[str, Any]:
    """The answer for a returned value: a number, what converts to one (but text), or None for an undefined score."""
    if value is None:
        return {"outcome": "undefined", "reason": "None"}
    no_number = {
        "outcome": "crashed",
        "error": "TypeError",
        "message": f"returned a {_class_name(value)}, not a number",
    }
    if issubclass(type(value), (str, bytes, bytearray)):  # float would read "1_0" and other scripts' digits
        return no_number
    try:
        number = float(value)
    except MemoryError:
        raise
    except Exception:
        return no_number
    if not math.isfinite(number):
        return {"outcome": "undefined", "reason": repr(number)}
    return {"outcome": "score", "value": number}


def _part(value: Any, key: str) -> dict[str, Any]:
    """The answer for the part of a value that `key` names."""
    try:
        part = _at(value, key) if key else value
    except (LookupError, TypeError, ValueError, AttributeError):
        message = f"what it returned (a {_class_name(value)}) has no part {key!r}"
        return {"outcome": "crashed", "error": "KeyError", "message": message, "numbers": dict(_numbers(value))}
    answer = _answer(part)
    if answer["outcome"] == "crashed":
        if isinstance(part, str):
            answer["text"] = _plain(part)
        else:
            answer["numbers"] = dict(_numbers(part))
    return answer


def _at(value: Any, key: str) -> Any:
    """The part of a value at a key with dots: keys of a dictionary, indexes of a list, attributes of an object."""
    if isinstance(value, Mapping):
        if key in value:
            return value[key]
        head, _, rest = key.partition(".")
        part = value[head] if head in value else value[int(head)]
    else:
        head, _, rest = key.partition(".")
        if head.startswith("_"):
            raise AttributeError(head)
        part = value[int(head)] if head.isdecimal() else getattr(value, head)
    return _at(part, rest) if rest else part


def _numbers(value: Any, levels: int = 3) -> list[tuple[str, float]]:
    """The numbers in a dictionary, a list, or an object's attributes, by key; the first ones."""
    if type(value) in (list, tuple) and len(value) <= _LONGEST_LIST and {type(part) for part in value} == {float}:
        return [(str(index), part) for index, part in enumerate(value) if math.isfinite(part)]
    numbers: list[tuple[str, float]] = []
    for name, part in _parts(value)[:_MOST_NUMBERS]:
        answer = _answer(part)
        if answer["outcome"] == "score":
            numbers.append((name, answer["value"]))
        elif isinstance(part, str) and _WRITTEN.fullmatch(part):
            numbers.append((name, float(part.strip().rstrip("%"))))
        elif answer["outcome"] == "crashed" and not isinstance(part, str) and levels > 1:
            numbers += [(f"{name}.{below}", number) for below, number in _numbers(part, levels - 1)]
    return numbers[:_MOST_NUMBERS]


def _parts(value: Any) -> list[tuple[str, Any]]:
    """The parts of a value with their names."""
    if isinstance(value, Mapping):
        return [(str(name), part) for name, part in value.items()]
    if isinstance(getattr(type(value), "_fields", None), tuple):  # a named tuple
        return list(zip(type(value)._fields, value, strict=False))
    if isinstance(value, (bytes, bytearray)):
        return []
    if isinstance(value, Sequence) or hasattr(type(value), "__array__"):
        try:
            return [(str(index), value[index]) for index in range(min(len(value), _MOST_NUMBERS))]
        except (TypeError, IndexError):
            return []
    return [(name, part) for name, part in getattr(value, "__dict__", {}).items() if not name.startswith("_")]


def failure(outcome: str, problem: BaseException) -> dict[str, Any]:
    """The answer for an exception, even if it has no readable message."""
    try:
        message = _plain(str(problem))
    except KeyboardInterrupt:
        raise
    except BaseException:
        message = "(its message cannot be read)"
    return {"outcome": outcome, "error": _class_name(problem), "message": message}


def _place(function: Any, problem: BaseException) -> dict[str, Any]:
    """Where in the file of a function an exception comes from: ``file``, ``line`` and how many ``frames`` deep."""
    if type(function) is not types.FunctionType:  # another object may run code when it is looked at
        return {}
    file: str = function.__code__.co_filename
    lines = []
    trace = problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return {"file": _plain(file.rpartition(os.sep)[2]), "line": lines[-1], "frames": len(lines)} if lines else {}


def _class_name(value: object) -> str:
    """The name of an object's class, whatever its metaclass does."""
    return _plain(type.__dict__["__name__"].__get__(type(value)))


def _plain(text: str) -> str:
    """A bounded copy of a text, of the class `str` itself, that UTF-8 can express."""
    bounded = str.__getitem__(text, slice(_LONGEST_MESSAGE))
    return bounded.encode("utf-8", "backslashreplace").decode("utf-8")


def load(module: str, function: str) -> Any:
    """The function called `function`, which may have dots, of a module.

    A method of a class is that of an object of the class, and a class whose objects can be called is such an object;
    the class is called without arguments.
    """
    found: Any = importlib.import_module(module)
    for part in function.split("."):
        if isinstance(found, type) and callable(vars(found).get(part)):  # neither a static nor a class method
            found = found()
        found = getattr(found, part)
    return found() if isinstance(found, type) and callable(vars(found).get("__call__")) else found


def parameters(function: Any) -> list[str]:
    """The names of a function's parameters; ``*`` comes before those that can only be named. Empty if not known."""
    import inspect

    try:
        every = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    named = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    keywords = [parameter.name for parameter in every if parameter.kind is inspect.Parameter.KEYWORD_ONLY]
    return [parameter.name for parameter in every if parameter.kind in named] + (["*", *keywords] if keywords else [])


def description(function: Any) -> dict[str, Any]:
    """What a function says about itself with its attribute ``samescore``; nothing if it has none."""
    own = getattr(function, "samescore", None)
    return {"metrics": [dict(own)] if isinstance(own, Mapping) else [], "parameters": parameters(function)}


def limit_memory(size: int) -> None:
    """Limit the memory that this process may write to, beyond what it has already, to `size` bytes, if the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        if sys.platform == "linux":  # reserved address space does not count: libraries for GPUs reserve a lot
            with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - pathlib takes long to import
                pages = int(file.read().split()[5])
            limited, size = resource.RLIMIT_DATA, size + pages * resource.getpagesize()
        else:
            limited = resource.RLIMIT_AS
        resource.setrlimit(limited, (size, size))


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """The pipes of the protocol, out of the function's way: it reads nothing, and what it prints goes to stderr."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers


def serve(find: Callable[[], Any]) -> None:
    """Answer requests until stdin ends. `find` gives the function, which is described first."""
    requests, answers = _streams()
    process = os.getpid()
    function: Any = None
    for line in requests:
        request = json.loads(line)
        if request["op"] == "stop":
            break
        try:
            if request["op"] == "describe":
                function = find()
                answer = description(function)
            else:
                asked = request["input"]
                options, keywords = _tuples(asked["options"]), asked.get("keywords", {})
                answer = call(function, asked["arguments"], options, keywords, asked.get("key"))
            encoded = json.dumps({**answer, "id": request["id"]}, allow_nan=False).encode("ascii")
        except BaseException as problem:
            encoded = json.dumps({**failure("crashed", problem), "id": request["id"]}).encode("ascii")
        if os.getpid() != process:  # a copy that the function has made of this process
            os._exit(0)
        answers.write(encoded + b"\n")
        answers.flush()


def main() -> None:
    """Answer requests until stdin ends."""
    module, name, memory = sys.argv[1:4]
    limit_memory(int(memory))
    serve(lambda: load(module, name))


def _tuples(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a call: a list in a request is a tuple in the settings."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


if __name__ == "__main__":
    main()
