"""Adapter for TheFuzz, for Python 3.6 and later. It uses only the standard library and thefuzz."""

MODULE = "thefuzz"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    from thefuzz import fuzz

    lower = request["settings"]["case"] == "lower"
    scores = []
    for segment in request["segments"]:
        reference, hypothesis = segment["references"][0], segment["hypothesis"]
        pair = (reference.lower(), hypothesis.lower()) if lower else (reference, hypothesis)
        scores.append(fuzz.ratio(*pair))
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
