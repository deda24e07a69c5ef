"""Adapter for rouge-score, for Python 3.6 and later. It uses only the standard library and rouge_score."""

MODULE = "rouge_score"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    if request["entry_point"] == "BootstrapAggregator":
        return _score_interval(request)
    from rouge_score.rouge_scorer import RougeScorer

    settings = request["settings"]
    entry_point = request["entry_point"]
    name = "rouge%d" % settings["order"] if entry_point == "rougeN" else entry_point
    options = {"split_summaries": True} if settings.get("sentences") == "punkt" else {}
    scorer = RougeScorer([name], use_stemmer=settings["stemmer"] != "none", **options)
    measure = {"f": "fmeasure", "precision": "precision", "recall": "recall"}[settings["measure"]]
    scores = []
    for segment in request["segments"]:
        references = segment["references"]
        if len(references) == 1:
            result = scorer.score(references[0], segment["hypothesis"])
        else:
            result = scorer.score_multi(references, segment["hypothesis"])
        scores.append(getattr(result[name], measure))
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}


def _score_interval(request):
    """Return a bound, the centre or the half-width of an interval of `BootstrapAggregator`.

    The aggregator first resamples as many other types of scores as the setting ``earlier`` says. The answer is
    ``unsupported`` unless the numbers are scores of segments.
    """
    import numpy
    from rouge_score.scoring import BootstrapAggregator, Score

    if request["statistic"] != "mean":
        return {"outcome": "unsupported", "reason": "numbers of segments are asked for, not inputs of a metric"}
    settings = request["settings"]
    aggregator = BootstrapAggregator(settings["confidence"], settings["resamples"])
    for number in request["systems"][0]["scores"]:
        value = Score(*[float(number)] * 3)
        aggregator.add_scores({str(k): value for k in range(settings["earlier"] + 1)})
    numpy.random.seed(settings["seed"])
    result = aggregator.aggregate()[str(settings["earlier"])]
    ends = {"low": result.low.fmeasure, "high": result.high.fmeasure, "centre": result.mid.fmeasure}
    ends["half-width"] = 0.5 * (ends["high"] - ends["low"])
    return {"outcome": "score", "value": float(ends[settings["end"]])}
