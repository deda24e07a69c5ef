"""Adapter for pyter3, for Python 3.6 and later. It uses only the standard library and pyter3."""

MODULE = "pyter"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import pyter

    scores = [pyter.ter(segment["hypothesis"], segment["references"][0]) for segment in request["segments"]]
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
