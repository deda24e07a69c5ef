"""Adapter for fastwer. Standard library and fastwer only; runs alone on Python 3.6 and later."""

MODULE = "fastwer"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import fastwer

    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    characters = request["entry_point"].endswith("char_level")
    if not request["entry_point"].startswith("score_sent"):
        return {"outcome": "score", "value": fastwer.score(hypotheses, references, characters)}
    pairs = zip(hypotheses, references)
    scores = [fastwer.score_sent(hypothesis, reference, characters) for hypothesis, reference in pairs]
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
