"""Adapter for rouge-rust, for Python 3.6 and later. It uses only the standard library and fast_rouge."""

MODULE = "fast_rouge"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import fast_rouge

    settings = request["settings"]
    name = "rouge%d" % settings["order"] if request["entry_point"] == "rougeN" else "rougeL"
    measure = {"f": "fmeasure", "precision": "precision", "recall": "recall"}[settings["measure"]]
    scores = []
    for segment in request["segments"]:
        result = fast_rouge.score(segment["references"][0], segment["hypothesis"])
        scores.append(getattr(result[name], measure))
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
