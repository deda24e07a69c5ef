"""Adapter for rouge-chinese, for Python 3.6 and later. It uses only the standard library and rouge_chinese."""

MODULE = "rouge_chinese"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    from rouge_chinese import Rouge

    settings = request["settings"]
    if request["entry_point"] == "rouge-l":
        name, choice = "rouge-l", {}
    else:
        name, choice = "rouge-%d" % settings["order"], {"exclusive": settings["counting"] == "distinct"}
    scorer = Rouge(metrics=[name], **choice)
    scores = []
    for segment in request["segments"]:
        result = scorer.get_scores(segment["hypothesis"], segment["references"][0])
        scores.append(result[0][name][settings["measure"][0]])
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
