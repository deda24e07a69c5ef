"""Adapter for sumeval, for Python 3.6 and later. It uses only the standard library and sumeval."""

MODULE = "sumeval"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
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
