"""Adapter for rouge-rust. Standard library and fast_rouge only; runs alone on Python 3.6 and later."""

MODULE = "fast_rouge"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import fast_rouge

    settings = request["settings"]
    name = "rouge%d" % settings["order"] if request["entry_point"] == "rougeN" else "rougeL"
    measure = {"f": "fmeasure", "precision": "precision", "recall": "recall"}[settings["measure"]]
    scores = []
    for segment in request["segments"]:
        result = fast_rouge.score(segment["references"][0], segment["hypothesis"])
        scores.append(getattr(result[name], measure))
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
