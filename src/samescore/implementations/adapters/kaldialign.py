"""Adapter for kaldialign. Standard library and kaldialign only; runs alone on Python 3.6 and later."""

MODULE = "kaldialign"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import kaldialign

    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    sclite_mode = request["settings"]["costs"] != "one"
    rates = kaldialign.batch_error_rate(references, hypotheses, sclite_mode=sclite_mode)
    return {"outcome": "score", "value": rates["err_rate"]}
