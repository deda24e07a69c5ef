"""Adapter for jiwer. Standard library and jiwer only; runs alone on Python 3.6 and later."""

import inspect

MODULE = "jiwer"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import jiwer

    entry_point, settings = request["entry_point"], request["settings"]
    function = getattr(jiwer, entry_point)
    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    transform = _transform(jiwer, entry_point, settings)
    known = inspect.signature(function).parameters
    side = "reference" if "reference_transform" in known else "truth"  # until 2.6
    value = function(references, hypotheses, **{side + "_transform": transform, "hypothesis_transform": transform})
    return {"outcome": "score", "value": value}


def _transform(jiwer, entry_point, settings):
    """The function's default transformation, or a documented one with more steps."""
    characters = entry_point == "cer"
    if settings["case"] == "keep":
        kind = "contiguous" if settings["segments"] == "concatenated" else "default"
        name = "%s_%s" % ("cer" if characters else "wer", kind)
        transforms = jiwer.transformations
        if characters and not hasattr(transforms, "cer_default"):  # until 2.5
            return transforms.cer_default_transform
        return getattr(transforms, name)
    steps = [jiwer.ToLowerCase()]
    if not characters:
        steps.append(jiwer.RemoveMultipleSpaces())
    steps.append(jiwer.Strip())
    if settings["segments"] == "concatenated":
        steps.append(jiwer.ReduceToSingleSentence())
    last = "ReduceToListOfListOfChars" if characters else "ReduceToListOfListOfWords"
    steps.append(getattr(jiwer.transforms, last)())
    return jiwer.Compose(steps)
