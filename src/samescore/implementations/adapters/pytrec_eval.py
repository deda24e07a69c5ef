"""Adapter for pytrec_eval, for Python 3.6 and later. It uses only the standard library and pytrec_eval."""

MODULE = "pytrec_eval"

#: The names of measures, without and with a cutoff; None if pytrec_eval has no such measure.
_NAMES = {
    "ndcg": ("ndcg", "ndcg_cut"),
    "ap": ("map", "map_cut"),
    "rr": ("recip_rank", None),
    "precision": ("set_P", "P"),
    "recall": ("set_recall", "recall"),
    "f1": ("set_F", None),
    "success": (None, "success"),
    "r-precision": ("Rprec", None),
    "bpref": ("bpref", None),
    "infap": ("infAP", None),
    "eleven-point": ("11pt_avg", None),
    "interpolated-precision": ("iprec_at_recall", None),
}
#: trec_eval allocates a table of all grades up to the highest.
_MOST_GRADE = 10000


def score(request):
    """Run the package on the queries of a request, and return the mean; errors of the package are raised."""
    import pytrec_eval

    settings = request["settings"]
    name = _NAMES[settings["measure"]][settings["cutoff"] > 0]
    if name is None:
        return {"outcome": "unsupported", "reason": "pytrec_eval has no such measure with or without a cutoff"}
    key = "%s_%d" % (name, settings["cutoff"]) if settings["cutoff"] else name
    measure = key.replace("_%d" % settings["cutoff"], ".%d" % settings["cutoff"]) if settings["cutoff"] else name
    if name == "iprec_at_recall":
        key, measure = "%s_%.2f" % (name, settings["recall_level"]), "%s.%.17g" % (name, settings["recall_level"])
    values = []
    for query in request["rankings"]:
        if query["qrels"] is None or query["run"] is None:
            continue
        qrels = dict(query["qrels"])
        run = {document: float(value) for document, value in query["run"]}
        reason = _refusal(qrels, run)
        if reason:
            return {"outcome": "unsupported", "reason": reason}
        evaluator = pytrec_eval.RelevanceEvaluator({"q": qrels}, {measure}, relevance_level=settings["relevance_level"])
        values.append(evaluator.evaluate({"q": run})["q"][key])
    if not values:
        return {"outcome": "score", "value": float("nan")}
    return {"outcome": "score", "value": float(pytrec_eval.compute_aggregated_measure(key, values))}


def _refusal(qrels, run):
    """Return the reason why a query cannot be passed to the package; empty if it can."""
    if any("\0" in document for document in [*qrels, *run]):
        return "pytrec_eval cuts ids at NUL"
    if max(qrels.values()) < 0:
        return "pytrec_eval may end Python if all grades are negative"
    if max(qrels.values()) > _MOST_GRADE:
        return "pytrec_eval allocates memory for all grades up to the highest"
    return ""
