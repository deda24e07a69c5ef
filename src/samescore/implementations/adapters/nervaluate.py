"""Adapter for nervaluate, for Python 3.6 and later. It uses only the standard library and nervaluate."""

import importlib
import warnings

MODULE = "nervaluate"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    settings = request["settings"]
    sides = [request["gold_tags"], request["predicted_tags"]]
    types = sorted({tag[2:] for side in sides for tags in side for tag in tags})
    arguments = {"tags": types, "loader": "list"}
    if settings["min_overlap"]:
        arguments["min_overlap_percentage"] = settings["min_overlap"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = importlib.import_module("nervaluate").Evaluator(*sides, **arguments).evaluate()
    scheme = {"type": "ent_type"}.get(settings["match"], settings["match"])
    if not isinstance(results, dict):  # until 0.3.1
        return _answer(results[0][scheme], settings["measure"])
    return _answer(vars(results["overall"][scheme]), settings["measure"])


def _answer(result, measure):
    """Return the answer with the value of the measure, and the five counts as a stage."""
    counts = [result[name] for name in ("correct", "incorrect", "partial", "missed", "spurious")]
    return {"outcome": "score", "value": float(result[measure]), "stages": {"counts": counts}}
