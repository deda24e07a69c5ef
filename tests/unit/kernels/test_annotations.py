"""The inner loops of the kernels are C alone: not a timed test, but what keeps them fast.

Cython says of each line how much it calls Python. A constant of 2**31 or more, for instance, turns arithmetic into calls
of Python, with the same results at a tenth of the speed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.kernels import DIRECTIVES, LOOP_OVER_OBJECTS, sources

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.slow]

#: Where Cython finds what kernels call of each other.
_SRC = Path(__file__).resolve().parents[3] / "src"
_LINE = re.compile(r'<pre class="cython line score-(\d+)"[^\n]*?<span class="">(\d+)</span>:')


def _calls(source: Path, folder: Path) -> dict[int, int]:
    """How much each line calls Python; lines that make no C are left out."""
    from Cython.Build import cythonize

    copy = folder / source.name
    copy.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    cythonize([str(copy)], annotate=True, compiler_directives=DIRECTIVES, include_path=[str(_SRC)], quiet=True)
    page = copy.with_suffix(".html").read_text(encoding="utf-8")
    return {int(line): int(score) for score, line in _LINE.findall(page)}


#: What one macro counts, such as the release of a text when its loop ends; a call counts more.
_ONE_MACRO = 1
#: Built-in functions that Cython turns into C.
_IN_C = {"max", "min", "abs", "ord", "range"}


def _is_compiled(function: ast.FunctionDef) -> bool:
    return any(ast.unparse(decorator) == "cython.cfunc" for decorator in function.decorator_list)


def _inner_lines(source: str) -> Iterator[int]:
    """The lines of loops that hold no other loop, without those that call a Python function, as they mean to."""
    lines = source.splitlines()
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    inner = {function.name for function in functions if _is_compiled(function)}
    for function in functions:
        in_c = _IN_C | inner if _is_compiled(function) else _IN_C
        for loop in ast.walk(function):
            if not isinstance(loop, (ast.For, ast.While)) or lines[loop.lineno - 1].endswith(LOOP_OVER_OBJECTS):
                continue
            parts = [part for statement in loop.body for part in ast.walk(statement)]
            if any(isinstance(part, (ast.For, ast.While)) for part in parts):
                continue
            calls = [part for part in parts if isinstance(part, ast.Call) and ast.unparse(part.func) not in in_c]
            meant = {line for call in calls for line in range(call.lineno, (call.end_lineno or 0) + 1)}
            yield from (line for line in range(loop.body[0].lineno, (loop.end_lineno or 0) + 1) if line not in meant)


#: Without such loops: `texts` joins and encodes strings, whose bytes other kernels read, and `signals` has no loop.
_WITHOUT_LOOPS = {"texts", "signals"}


def _slow_lines(source: Path, folder: Path) -> list[int]:
    """The lines of inner loops that call Python."""
    calls = _calls(source, folder)
    assert sum(calls.values()) > 0, "the annotated page was not understood"
    lines = list(_inner_lines(source.read_text(encoding="utf-8")))
    assert bool(lines) == (source.stem not in _WITHOUT_LOOPS)
    return [line for line in lines if calls.get(line, 0) > _ONE_MACRO]


@pytest.mark.parametrize("source", sources(), ids=lambda path: path.stem)
def test_no_inner_loop_calls_python(source: Path, tmp_path: Path) -> None:
    """Every inner loop of every kernel."""
    pytest.importorskip("Cython")
    assert _slow_lines(source, tmp_path) == []


def test_a_large_constant_in_a_loop_is_noticed(tmp_path: Path) -> None:
    """The trap itself."""
    pytest.importorskip("Cython")
    trap = tmp_path / "trap.py"
    trap.write_text(
        "from __future__ import annotations\n"
        "import cython\n"
        "def mixed(numbers: cython.longlong[::1]) -> int:\n"
        "    i: cython.Py_ssize_t\n"
        "    h: cython.longlong = 0\n"
        "    for i in range(len(numbers)):\n"
        "        h = (h + numbers[i]) & 0xFFFFFFFFFFFFFFFFFF\n"
        "    return h\n",
        encoding="utf-8",
    )
    folder = tmp_path / "copy"
    folder.mkdir()
    assert _slow_lines(trap, folder) == [7]
