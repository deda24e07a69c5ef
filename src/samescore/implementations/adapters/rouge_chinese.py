"""Adapter for rouge-chinese. Standard library and rouge_chinese only; runs alone on Python 3.6 and later."""

MODULE = "rouge_chinese"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
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
