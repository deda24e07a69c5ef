"""Adapter for anls. Standard library and anls only; runs alone on Python 3.6 and later."""

MODULE = "anls"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import anls

    threshold = request["settings"]["threshold"]
    scores = [
        anls.anls_score(prediction=segment["hypothesis"], gold_labels=segment["references"], threshold=threshold)
        for segment in request["segments"]
    ]
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
