"""Adapter for rouge-score-rs, for Python 3.6 and later. It uses only the standard library and rouge_score_rs."""

MODULE = "rouge_score_rs"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    from rouge_score_rs import RougeScorer

    settings = request["settings"]
    entry_point = request["entry_point"]
    name = "rouge%d" % settings["order"] if entry_point == "rougeN" else entry_point
    scorer = RougeScorer([name], use_stemmer=settings["stemmer"] != "none")
    measure = {"f": "fmeasure", "precision": "precision", "recall": "recall"}[settings["measure"]]
    scores = []
    for segment in request["segments"]:
        result = scorer.score_multi(segment["references"], segment["hypothesis"])
        scores.append(getattr(result[name], measure))
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
