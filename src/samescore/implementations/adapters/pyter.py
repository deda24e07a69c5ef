"""Adapter for pyter3. Standard library and pyter3 only; runs alone on Python 3.6 and later."""

MODULE = "pyter"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import pyter

    scores = [pyter.ter(segment["hypothesis"], segment["references"][0]) for segment in request["segments"]]
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
