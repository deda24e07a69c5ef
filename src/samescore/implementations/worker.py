"""Call one Python function on request.

This file is a program of its own, which uses only the standard library::

    python worker.py MODULE FUNCTION MEMORY FOLDER...

It answers requests on stdin until stdin ends, in the protocol of programs (docs/protocol.md), except that the input of
a request has the ``arguments`` and ``options`` of the function. MEMORY is the memory limit in bytes; the FOLDERs are
the module search path.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":  # before any import that a file beside this one could shadow
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

#: Maximum length of an exception's message in characters.
_LONGEST_MESSAGE = 2000
#: Maximum number of numbers in a dictionary, an object or a mixed list.
_MOST_NUMBERS = 50
#: A pattern of a number written as text, perhaps with a percent sign.
_WRITTEN = re.compile(r"\s*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*%?\s*", re.ASCII)
#: Maximum length of a list with one number for each segment.
_LONGEST_LIST = 20_000


def call(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    options: Mapping[str, Any],
    keywords: Mapping[str, Any] = {},
    key: str | None = None,
) -> dict[str, Any]:
    """Call a function, and return its answer in the form of the protocol.

    `key` names the part of the returned value that is the score, such as ``rouge1.fmeasure`` or ``0``; empty for the
    value itself. If that is not a number, the answer also has its ``numbers`` by key, or its ``text``. If `key` is
    None, only a number is accepted.

    If the function raises an `Exception`, the answer is ``raised``, with the place in the function's file. Any other
    exception, exhausted memory, and a value that is not a number are crashes. Only `KeyboardInterrupt`, which may come
    from the user, is raised.
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
    except BaseException as problem:  # it tries to end the process, as sys.exit does, or a library panics
        return failure("crashed", problem)


def _answer(value: Any) -> dict[str, Any]:
    """Convert a returned value to an answer: a score if `float` converts it (except text), or undefined for None.

    A number that is not finite is also undefined; any other value is a crash.
    """
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
    """Convert the part of a value that `key` names to an answer; if it is not a number, add its numbers or its text."""
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
    """Return the part of a value at a dotted key, which consists of dictionary keys, list indexes and attributes.

    Raises `LookupError`, `TypeError`, `ValueError` or `AttributeError` if there is none, or if an attribute is private.
    """
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
    """Return the keys and values of the first finite numbers in a dictionary, a list, or an object's attributes.

    Values are searched to a depth of `levels`, and numbers as text are included. At most `_MOST_NUMBERS` are returned,
    except from a list of floats, whose finite numbers are all returned if it has at most `_LONGEST_LIST`.
    """
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
    """Return the names and values of the parts of a dictionary, a tuple, a list, an array or an object.

    A string has its characters as parts; bytes, and a sequence that cannot be indexed, have none.
    """
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
    """Convert an exception to an answer with this ``outcome``, even if its message cannot be read."""
    try:
        message = _plain(str(problem))
    except KeyboardInterrupt:
        raise
    except BaseException:
        message = "(its message cannot be read)"
    return {"outcome": outcome, "error": _class_name(problem), "message": message}


def _place(function: Any, problem: BaseException) -> dict[str, Any]:
    """Return the place in a function's file where an exception was raised: ``file``, ``line`` and number of ``frames``.

    The result is empty if the exception was not raised in that file, or if `function` is not a plain function.
    """
    if type(function) is not types.FunctionType:  # accessing another object may run code
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
    """Return the name of an object's class, even with a custom metaclass."""
    return _plain(type.__dict__["__name__"].__get__(type(value)))


def _plain(text: str) -> str:
    """Return a copy of a text as a plain `str` of at most `_LONGEST_MESSAGE` characters, with surrogates escaped."""
    bounded = str.__getitem__(text, slice(_LONGEST_MESSAGE))
    return bounded.encode("utf-8", "backslashreplace").decode("utf-8")


def load(module: str, function: str) -> Any:
    """Import a module, and return the function at the perhaps dotted name `function` in it.

    A method is bound to a new object of its class. A class whose objects are callable is replaced by a new object.
    Classes are called without arguments. Errors of the import, of the lookup and of a class are raised.
    """
    found: Any = importlib.import_module(module)
    for part in function.split("."):
        if isinstance(found, type) and callable(vars(found).get(part)):  # neither a static nor a class method
            found = found()
        found = getattr(found, part)
    return found() if isinstance(found, type) and callable(vars(found).get("__call__")) else found


def parameters(function: Any) -> list[str]:
    """Return the names of a function's parameters, with ``*`` before keyword-only parameters; empty if unknown."""
    import inspect

    try:
        every = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    named = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    keywords = [parameter.name for parameter in every if parameter.kind is inspect.Parameter.KEYWORD_ONLY]
    return [parameter.name for parameter in every if parameter.kind in named] + (["*", *keywords] if keywords else [])


def description(function: Any) -> dict[str, Any]:
    """Return the function's answer to ``describe``: the description in its attribute ``samescore``, and its parameters.

    The list ``metrics`` is empty if the function has no such attribute.
    """
    own = getattr(function, "samescore", None)
    return {"metrics": [dict(own)] if isinstance(own, Mapping) else [], "parameters": parameters(function)}


def limit_memory(size: int) -> None:
    """Limit the additional memory that this process can write to `size` bytes, if the system supports such a limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        if sys.platform == "linux":  # reserved address space does not count, because libraries for GPUs reserve a lot
            with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - pathlib takes long to import
                pages = int(file.read().split()[5])
            limited, size = resource.RLIMIT_DATA, size + pages * resource.getpagesize()
        else:
            limited = resource.RLIMIT_AS
        resource.setrlimit(limited, (size, size))


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes of requests and answers, and redirect stdin and stdout to keep the function from using them.

    The function reads an empty stdin, and its output goes to stderr.
    """
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers


def serve(find: Callable[[], Any]) -> None:
    """Answer requests until stdin ends or a stop request arrives; call `find` on ``describe`` to get the function."""
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
        if os.getpid() != process:  # a copy of this process made by the function
            os._exit(0)
        answers.write(encoded + b"\n")
        answers.flush()


def main() -> None:
    """Limit the memory, and answer requests for the function of the command line until stdin ends."""
    module, name, memory = sys.argv[1:4]
    limit_memory(int(memory))
    serve(lambda: load(module, name))


def _tuples(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a call with lists converted to tuples, because settings have tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


if __name__ == "__main__":
    main()
