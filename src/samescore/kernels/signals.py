"""Signal handling in kernels: long loops count their steps and run pending handlers every few million steps.

Only the main thread runs signal handlers. An exception raised by a handler, such as `KeyboardInterrupt`, ends the
kernel.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals as run_handlers
else:

    def run_handlers() -> None:
        """Do nothing: the interpreter runs signal handlers itself."""


#: Number of steps, of some nanoseconds each, that take a fraction of a second together.
_PATIENCE = cython.declare(cython.longlong, 1 << 24)


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def counted(steps: cython.longlong, more: cython.longlong) -> cython.longlong:
    """Add `more` to the steps since signal handlers last ran; when there are many, run the handlers and return 0."""
    steps += more
    if steps < _PATIENCE:
        return steps
    with cython.gil:
        run_handlers()
    return 0
