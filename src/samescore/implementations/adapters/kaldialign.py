"""Adapter for kaldialign, for Python 3.6 and later. It uses only the standard library and kaldialign."""

MODULE = "kaldialign"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import kaldialign

    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    sclite_mode = request["settings"]["costs"] != "one"
    rates = kaldialign.batch_error_rate(references, hypotheses, sclite_mode=sclite_mode)
    return {"outcome": "score", "value": rates["err_rate"]}
