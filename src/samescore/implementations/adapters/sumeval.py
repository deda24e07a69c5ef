"""Adapter for sumeval. Standard library and sumeval only; runs alone on Python 3.6 and later."""

MODULE = "sumeval"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    from sumeval.metrics.rouge import RougeCalculator

    settings = request["settings"]
    if not all(segment["references"] for segment in request["segments"]):
        return {"outcome": "unsupported", "reason": "it scores 0 where there are no references"}
    calculator = RougeCalculator(stopwords=False)
    scores = []
    for segment in request["segments"]:
        texts = segment["hypothesis"], segment["references"]
        if request["entry_point"] == "rouge_n":
            scores.append(calculator.rouge_n(texts[0], texts[1], settings["order"], settings["alpha"]))
        else:
            scores.append(calculator.rouge_l(texts[0], texts[1], settings["alpha"]))
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
