"""Adapter for ir-measures, for Python 3.6 and later. It uses only the standard library and ir_measures."""

MODULE = "ir_measures"

#: The names of measures, and whether they need a cutoff (None: they may have one).
_NAMES = {
    "ndcg": ("nDCG", None),
    "ap": ("AP", None),
    "rr": ("RR", None),
    "precision": ("P", True),
    "recall": ("R", True),
    "success": ("Success", True),
    "r-precision": ("Rprec", False),
    "bpref": ("Bpref", False),
    "infap": ("infAP", False),
    "interpolated-precision": ("IPrec", False),
    "judged": ("Judged", True),
}
#: pytrec_eval, which ir-measures calls, allocates a table of all grades up to the highest.
_MOST_GRADE = 10000


def score(request):
    """Run the package on the queries of a request, and return the mean; errors of the package are raised."""
    import ir_measures

    settings = request["settings"]
    name, with_cutoff = _NAMES[settings["measure"]]
    cutoff = settings["cutoff"]
    if with_cutoff is not None and with_cutoff != (cutoff > 0):
        return {"outcome": "unsupported", "reason": "ir-measures has no such measure with or without a cutoff"}
    if settings["measure"] == "rr" and (cutoff > 0) != (request["entry_point"] == "msmarco"):
        return {"outcome": "unsupported", "reason": "ir-measures computes RR with a cutoff by its provider msmarco"}
    qrels, run = {}, {}
    for number, query in enumerate(request["rankings"]):
        key = "%06d" % number  # ids may be repeated, and sums are in the order of ids
        if query["qrels"] is not None:
            qrels[key] = dict(query["qrels"])
        if query["run"] is not None:
            run[key] = {document: float(value) for document, value in query["run"]}
        reason = _refusal(qrels.get(key), run.get(key))
        if reason:
            return {"outcome": "unsupported", "reason": reason}
    measure = getattr(ir_measures, name)
    level = settings["relevance_level"]
    if level != 1 and settings["measure"] not in ("ndcg", "judged"):
        measure = measure(rel=level)
    if cutoff:
        measure = measure @ cutoff
    if name == "IPrec":
        measure = measure @ settings["recall_level"]
    return {"outcome": "score", "value": float(ir_measures.calc_aggregate([measure], qrels, run)[measure])}


def _refusal(qrels, run):
    """Return the reason why a query cannot be passed to the package; empty if it can."""
    if any("\0" in document for document in [*(qrels or ()), *(run or ())]):
        return "pytrec_eval cuts ids at NUL"
    if run is not None and not run:
        return "ir-measures does not distinguish an empty list of results from a missing one"
    if qrels and max(qrels.values()) < 0:
        return "pytrec_eval may end Python if all grades are negative"
    if qrels and max(qrels.values()) > _MOST_GRADE:
        return "pytrec_eval allocates memory for all grades up to the highest"
    return ""
