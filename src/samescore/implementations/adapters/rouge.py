"""Adapter for rouge (by pltrdy), for Python 3.6 and later. It uses only the standard library and rouge."""

import importlib
import inspect

MODULE = "rouge"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    settings = request["settings"]
    lcs = request["entry_point"] == "rouge-l"
    name = "rouge-l" if lcs else "rouge-%d" % settings["order"]
    counting = settings["union"] if lcs else settings["counting"]
    package = _package()
    choice = {"exclusive": counting == "distinct"}
    known = inspect.signature(package.Rouge.__init__).parameters
    scorer = package.Rouge(metrics=[name], **(choice if "exclusive" in known else {}))  # since 1.0.0
    scores = []
    for segment in request["segments"]:
        result = scorer.get_scores(segment["hypothesis"], segment["references"][0])
        scores.append(result[0][name][settings["measure"][0]])
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}


def _package():
    """Return pltrdy's package; raise `ImportError` if py-rouge, which has the same module name, has overwritten it."""
    try:
        importlib.import_module("rouge.rouge_score")
    except ModuleNotFoundError as problem:
        if problem.name != "rouge.rouge_score":
            raise
        raise ImportError("the installed module 'rouge' is not pltrdy's: py-rouge overwrites it") from None
    return importlib.import_module(MODULE)
