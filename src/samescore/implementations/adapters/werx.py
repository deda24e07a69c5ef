"""Adapter for werx. Standard library and werx only; runs alone on Python 3.6 and later."""

MODULE = "werx"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import werx

    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    return {"outcome": "score", "value": werx.wer(references, hypotheses)}
