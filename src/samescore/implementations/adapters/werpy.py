"""Adapter for werpy, for Python 3.6 and later. It uses only the standard library and werpy."""

import contextlib
import io

MODULE = "werpy"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import werpy

    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        value = werpy.wer(references, hypotheses)
    if value is None:  # it has printed the problem
        raise ValueError(printed.getvalue())
    return {"outcome": "score", "value": value}
