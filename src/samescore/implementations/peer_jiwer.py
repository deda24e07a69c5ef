"""Adapter for jiwer. Standard library and jiwer only; runs alone on Python 3.6 and later."""

import importlib

MODULE = "jiwer"


def describe():
    """What this adapter wraps; imports the peer, which does not know its own version."""
    importlib.import_module(MODULE)
    return {"implementation": MODULE}


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import jiwer

    entry_point, settings = request["entry_point"], request["settings"]
    function = getattr(jiwer, entry_point)
    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    transform = _transform(jiwer, entry_point, settings)
    value = function(references, hypotheses, reference_transform=transform, hypothesis_transform=transform)
    return {"outcome": "score", "value": value}


def _transform(jiwer, entry_point, settings):
    """The function's default transformation, or a documented one with more steps."""
    characters = entry_point == "cer"
    if settings["case"] == "keep":
        kind = "contiguous" if settings["segments"] == "concatenated" else "default"
        return getattr(jiwer, "%s_%s" % ("cer" if characters else "wer", kind))
    steps = [jiwer.ToLowerCase()]
    if not characters:
        steps.append(jiwer.RemoveMultipleSpaces())
    steps.append(jiwer.Strip())
    if settings["segments"] == "concatenated":
        steps.append(jiwer.ReduceToSingleSentence())
    steps.append(jiwer.ReduceToListOfListOfChars() if characters else jiwer.ReduceToListOfListOfWords())
    return jiwer.Compose(steps)
