"""Kernels give way to signals: a loop that may take long counts its steps, and asks every few million of them.

Only the main thread runs handlers of signals. What a handler raises, such as `KeyboardInterrupt`, ends the kernel.
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
        """Nothing: the interpreter runs the handlers of signals itself."""


#: Steps of some nanoseconds, a fraction of a second together.
_PATIENCE = cython.declare(cython.longlong, 1 << 24)


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def counted(steps: cython.longlong, more: cython.longlong) -> cython.longlong:
    """So many steps and more since handlers of signals were run last; runs them, and begins anew, if that is long ago."""
    steps += more
    if steps < _PATIENCE:
        return steps
    with cython.gil:
        run_handlers()
    return 0
