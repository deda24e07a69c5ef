"""Adapter for werpy. Standard library and werpy only; runs alone on Python 3.6 and later."""

import contextlib
import io

MODULE = "werpy"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import werpy

    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        value = werpy.wer(references, hypotheses)
    if value is None:  # it has printed the problem
        raise ValueError(printed.getvalue())
    return {"outcome": "score", "value": value}
