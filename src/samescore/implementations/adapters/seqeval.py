"""Adapter for seqeval, for Python 3.6 and later. It uses only the standard library and seqeval."""

import importlib
import warnings

MODULE = "seqeval"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    metrics = importlib.import_module("seqeval.metrics")
    settings = request["settings"]
    function = getattr(metrics, settings["measure"] + "_score")
    arguments = {"average": settings["average"], "suffix": settings["suffix"]}
    if settings["zero_division"] == "1":  # since 1.2
        arguments["zero_division"] = 1
    if settings["scheme"] != "lenient":
        scheme = importlib.import_module("seqeval.scheme")
        arguments.update(mode="strict", scheme=getattr(scheme, settings["scheme"].upper()))
    elif request["entry_point"] == "f1_score_strict_without_scheme":
        arguments["mode"] = "strict"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = function(request["gold_tags"], request["predicted_tags"], **arguments)
    return {"outcome": "score", "value": float(value), "stages": {}}
