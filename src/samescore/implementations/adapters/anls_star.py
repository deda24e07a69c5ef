"""Adapter for anls_star. Standard library and anls_star only; runs alone on Python 3.6 and later."""

MODULE = "anls_star"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import anls_star

    scores = [
        anls_star.anls_score(gt=tuple(segment["references"]), pred=segment["hypothesis"])
        for segment in request["segments"]
    ]
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
