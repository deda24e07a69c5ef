"""Adapter for ranx, for Python 3.8 and later. It uses only the standard library and ranx."""

MODULE = "ranx"

_NAMES = {
    "ndcg": "ndcg",
    "ap": "map",
    "rr": "mrr",
    "precision": "precision",
    "recall": "recall",
    "f1": "f1",
    "success": "hit_rate",
    "r-precision": "r-precision",
    "rbp": "rbp",
}


def score(request):
    """Run the package on the queries of a request, and return the mean; errors of the package are raised."""
    from ranx import Qrels, Run, evaluate

    settings = request["settings"]
    metric = _metric_name(settings)
    if metric is None:
        return {"outcome": "unsupported", "reason": "ranx has no such measure"}
    qrels, run = {}, {}
    for number, query in enumerate(request["rankings"]):
        key = "%06d" % number  # ids may be repeated, and ranx sorts queries by id
        if query["qrels"] is not None:
            qrels[key] = dict(query["qrels"])
        if query["run"] is not None:
            run[key] = {document: float(value) for document, value in query["run"]}
        reason = _refusal(qrels.get(key), run.get(key), settings)
        if reason:
            return {"outcome": "unsupported", "reason": reason}
    if not set(qrels) & set(run):
        return {"outcome": "unsupported", "reason": "ranx needs a query on both sides"}
    value = evaluate(Qrels(qrels), Run(run), metric, make_comparable=True)
    return {"outcome": "score", "value": float(value)}


def _metric_name(settings):
    """Return the name of the measure with its cutoff, level or persistence; None if ranx has none."""
    measure = settings["measure"]
    cutoff, level = settings["cutoff"], settings["relevance_level"]
    name = "ndcg_burges" if measure == "ndcg" and settings["gain"] == "exponential" else _NAMES[measure]
    if measure == "rbp":
        if settings["gain"] != "linear":
            return None
        digits = repr(settings["persistence"]).split(".")
        if digits[0] != "0" or not digits[1].isdigit() or digits[1] == "0" or cutoff or level != 1:
            return None
        return "rbp." + digits[1]
    if measure == "r-precision" and cutoff:
        return None
    name = "%s@%d" % (name, cutoff) if cutoff else name
    return name if level == 1 else "%s-l%d" % (name, level)


def _refusal(qrels, run, settings):
    """Return the reason why a query cannot be compared; empty if it can."""
    if run is not None and not run:
        return "ranx needs a result for each query of a run"
    if settings["measure"] == "rbp" and qrels and min(qrels.values()) < 0:
        return "gains of rbp would be negative"
    return ""
