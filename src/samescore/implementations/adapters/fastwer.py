"""Adapter for fastwer, for Python 3.6 and later. It uses only the standard library and fastwer."""

MODULE = "fastwer"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import fastwer

    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    characters = request["entry_point"].endswith("char_level")
    if not request["entry_point"].startswith("score_sent"):
        return {"outcome": "score", "value": fastwer.score(hypotheses, references, characters)}
    pairs = zip(hypotheses, references)
    scores = [fastwer.score_sent(hypothesis, reference, characters) for hypothesis, reference in pairs]
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
