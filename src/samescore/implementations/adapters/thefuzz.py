"""Adapter for TheFuzz. Standard library and thefuzz only; runs alone on Python 3.6 and later."""

MODULE = "thefuzz"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    from thefuzz import fuzz

    lower = request["settings"]["case"] == "lower"
    scores = []
    for segment in request["segments"]:
        reference, hypothesis = segment["references"][0], segment["hypothesis"]
        pair = (reference.lower(), hypothesis.lower()) if lower else (reference, hypothesis)
        scores.append(fuzz.ratio(*pair))
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
