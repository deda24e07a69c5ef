"""Adapter for anls, for Python 3.6 and later. It uses only the standard library and anls."""

MODULE = "anls"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import anls

    threshold = request["settings"]["threshold"]
    scores = [
        anls.anls_score(prediction=segment["hypothesis"], gold_labels=segment["references"], threshold=threshold)
        for segment in request["segments"]
    ]
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
