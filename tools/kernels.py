"""Compile the kernels: ``python -m tools.kernels`` writes the compiled modules next to their sources in ``src/``.

The build of a wheel runs this file with ``--into``. It needs Cython, setuptools and a C compiler.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

_TOP = Path(__file__).resolve().parents[1]
_SOURCES = _TOP / "src" / "samescore" / "kernels"
#: Modules that are not compiled.
_PLAIN = ("__init__", "stand_in", "numbered")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "freethreading_compatible": True,
    # Options that generate less C code: functions without their own annotations, no source lines as comments, and no
    # shortcut for calls of bound methods.
    "binding": False,
    "emit_code_comments": False,
    "optimize.unpack_method_calls": False,
}
#: Directives that check every index and every division as Python does; a negative index, which no kernel uses, is out of
#: bounds.
CHECKED = {**DIRECTIVES, "boundscheck": True, "initializedcheck": True, "cdivision": False}
#: The compiled module that the others share: Cython's code for buffers, which is most of their code.
_SHARED = "samescore.kernels._shared"
#: Compiler options that round every product and every sum of doubles, as Python does.
_OPTIONS = ["/O2", "/fp:precise"] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off"]
#: Compiler options that include a header which makes the code smaller if it calls Python only around its loops.
_SMALLER = [] if sys.platform == "win32" else ["-include", str(Path(__file__).with_suffix(".h"))]
#: The comment on the first line of a loop over Python objects. Kernels with these loops are compiled without the header.
LOOP_OVER_OBJECTS = "  # Python objects"


def sources() -> list[Path]:
    """Return the source files of the modules to compile, sorted."""
    return [path for path in sorted(_SOURCES.glob("*.py")) if path.stem not in _PLAIN]


def options(source: Path | None = None) -> list[str]:
    """Return the options of the compiler for a kernel, or for the shared module if `source` is None.

    The options in the environment variable CFLAGS come last, so they override the others.
    """
    has_such_loops = source is not None and LOOP_OVER_OBJECTS in source.read_text(encoding="utf-8")
    return [*_OPTIONS, *([] if has_such_loops else _SMALLER), *shlex.split(os.environ.get("CFLAGS", ""))]


def compile_kernels(into: Path, work: Path, directives: Mapping[str, object] = DIRECTIVES) -> list[Path]:
    """Compile every kernel and return the paths of the compiled modules below `into`; raises an exception on failure."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    extensions = [
        Extension(
            f"samescore.kernels.{path.stem}", [path.relative_to(_TOP).as_posix()], extra_compile_args=options(path)
        )
        for path in sources()
    ]
    shared = (work / f"{_SHARED.rpartition('.')[2]}.c").as_posix()
    extensions.append(Extension(_SHARED, [shared], extra_compile_args=options()))
    made = cythonize(
        extensions,
        build_dir=str(work),
        compiler_directives=dict(directives),
        shared_utility_qualified_name=_SHARED,
        quiet=True,
    )
    command = build_ext(Distribution({"name": "samescore", "ext_modules": made}))
    command.build_lib, command.build_temp, command.parallel = str(into), str(work), True
    command.ensure_finalized()
    command.run()
    return [Path(path) for path in command.get_outputs()]


def main() -> None:
    """Compile the kernels, and print the paths of the compiled modules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=_TOP / "src", help="the folder that gets samescore/kernels/")
    parser.add_argument("--work", type=Path, default=_TOP / "build" / "kernels", help="a folder for C and object files")
    parser.add_argument("--checked", action="store_true", help="check every index and every division")
    arguments = parser.parse_args()
    directives = CHECKED if arguments.checked else DIRECTIVES
    processes = os.cpu_count() or 1
    print(
        f"Compiling {len(sources())} kernels with up to {processes} compilers at once. They are optional: without them "
        "samescore computes the same scores, more slowly. Install with SAMESCORE_COMPILE=0 to skip this step.",
        flush=True,
    )
    for path in compile_kernels(arguments.into.resolve(), arguments.work.resolve(), directives):
        print(path)


if __name__ == "__main__":
    os.chdir(_TOP)
    main()
