"""Adapter for werx, for Python 3.6 and later. It uses only the standard library and werx."""

MODULE = "werx"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import werx

    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    return {"outcome": "score", "value": werx.wer(references, hypotheses)}
