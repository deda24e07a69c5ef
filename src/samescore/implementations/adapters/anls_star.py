"""Adapter for anls_star, for Python 3.6 and later. It uses only the standard library and anls_star."""

MODULE = "anls_star"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import anls_star

    scores = [
        anls_star.anls_score(gt=tuple(segment["references"]), pred=segment["hypothesis"])
        for segment in request["segments"]
    ]
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
