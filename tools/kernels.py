"""Compile the kernels: ``python -m tools.kernels`` puts the compiled modules beside their sources in ``src/``.

The build of a wheel runs this file, too, with ``--into``. Needs Cython, setuptools and a C compiler.
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
#: Modules that stay as they are.
_PLAIN = ("__init__", "stand_in", "numbered")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "freethreading_compatible": True,
    # Less C for the same kernels: functions without annotations of their own, no copy of the source as comments, and
    # calls of Python without a shortcut for bound methods.
    "binding": False,
    "emit_code_comments": False,
    "optimize.unpack_method_calls": False,
}
#: The same with every index and every division checked, as plain Python checks them, but for negative indices, which no
#: kernel has: they are out of bounds.
CHECKED = {**DIRECTIVES, "boundscheck": True, "initializedcheck": True, "cdivision": False}
#: What the compiled modules share: Cython's own code for buffers, which is most of their code.
_SHARED = "samescore.kernels._shared"
#: Products and sums of doubles are rounded one by one, as Python rounds them.
_OPTIONS = ["/O2", "/fp:precise"] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off"]
#: Includes a header in C code that calls Python only around its loops, which makes it smaller.
_SMALLER = [] if sys.platform == "win32" else ["-include", str(Path(__file__).with_suffix(".h"))]
#: How the line ends that begins a loop over Python objects. Kernels with such loops do without the header.
LOOP_OVER_OBJECTS = "  # Python objects"


def sources() -> list[Path]:
    """The modules that are compiled."""
    return [path for path in sorted(_SOURCES.glob("*.py")) if path.stem not in _PLAIN]


def options(source: Path | None = None) -> list[str]:
    """The compiler's options: those of the build, and then those of the environment variable CFLAGS, which prevail.

    `source` is the kernel; None stands for what the kernels share.
    """
    has_such_loops = source is not None and LOOP_OVER_OBJECTS in source.read_text(encoding="utf-8")
    return [*_OPTIONS, *([] if has_such_loops else _SMALLER), *shlex.split(os.environ.get("CFLAGS", ""))]


def compile_kernels(into: Path, work: Path, directives: Mapping[str, object] = DIRECTIVES) -> list[Path]:
    """Compile every kernel; the compiled modules, below `into`. Anything that goes wrong is an exception."""
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
    """Compile, and print what was made."""
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
