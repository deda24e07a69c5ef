"""Adapter for bleuscore, for Python 3.6 and later. It uses only the standard library and bleuscore."""

import contextlib
import os

MODULE = "bleuscore"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import bleuscore

    settings = request["settings"]
    with _silence_stderr():
        result = bleuscore.compute(
            [segment["references"] for segment in request["segments"]],
            [segment["hypothesis"] for segment in request["segments"]],
            max_order=settings["max_order"],
            smooth=settings["smoothing"] == "add-k",
            ref_len_method=settings["reference_length"],
        )
    return {"outcome": "score", "value": result["bleu"]}


@contextlib.contextmanager
def _silence_stderr():
    """Discard stderr within a ``with`` block: a Rust panic prints a stack trace before Python raises an exception."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
