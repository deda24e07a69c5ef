"""Adapter for jiwer, for Python 3.6 and later. It uses only the standard library and jiwer."""

import inspect

MODULE = "jiwer"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import jiwer

    entry_point, settings = request["entry_point"], request["settings"]
    function = getattr(jiwer, entry_point)
    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"][0] for segment in request["segments"]]
    try:
        transform = _transform(jiwer, entry_point, settings)
    except _UnsupportedError as problem:
        return {"outcome": "unsupported", "reason": str(problem)}
    known = inspect.signature(function).parameters
    side = "reference" if "reference_transform" in known else "truth"  # until 2.6
    value = function(references, hypotheses, **{side + "_transform": transform, "hypothesis_transform": transform})
    return {"outcome": "score", "value": value}


class _UnsupportedError(Exception):
    """The installed release of jiwer lacks a transformation."""


def _transform(jiwer, entry_point, settings):
    """Return the default transformation of an entry point, or a transformation with the steps of the settings.

    Raises `_UnsupportedError` if the release lacks a step.
    """
    characters = entry_point == "cer"
    split = settings.get("whitespace" if characters else "tokenizer")
    joined = settings["segments"] == "concatenated"
    if settings["case"] == "keep" and settings["transforms"] == "none" and split in ("strip", "spaces"):
        kind = "contiguous" if joined else "default"
        name = "%s_%s" % ("cer" if characters else "wer", kind)
        transforms = jiwer.transformations
        if characters and not hasattr(transforms, "cer_default"):  # until 2.5
            return transforms.cer_default_transform
        return getattr(transforms, name)
    steps = [jiwer.ToLowerCase()] if settings["case"] == "lower" else []
    steps += [_step(jiwer, step) for step in settings["transforms"] if settings["transforms"] != "none"]
    if split == "spaces":
        steps.append(jiwer.RemoveMultipleSpaces())
    if split in ("spaces", "strip"):
        steps.append(jiwer.Strip())
    if joined:
        steps.append(jiwer.ReduceToSingleSentence())
    last = "ReduceToListOfListOfChars" if characters else "ReduceToListOfListOfWords"
    steps.append(getattr(jiwer.transforms, last)())
    return jiwer.Compose(steps)


def _step(jiwer, step):
    """Return the transformation for a step: a name in kebab case, optionally with an argument after a colon.

    Raises `_UnsupportedError` if the release lacks it.
    """
    name, _, taken = step.partition(":")
    parts = [[_decode(text) for text in part.split("=")] for part in taken.split("/")]
    if name == "replace-white-space":
        return jiwer.RemoveWhiteSpace(replace_by_space=True)
    if name == "expand-contractions":
        return jiwer.ExpandCommonEnglishContractions()
    if name in ("substitute-words", "substitute-regexes"):
        return getattr(jiwer, _class(name))(dict(parts))
    if name in ("remove-specific-words", "remove-substrings"):
        made = jiwer.RemoveSpecificWords([part[0] for part in parts])
        words = jiwer.RemoveSpecificWords(["a"])("ab") == "ab"  # until 2.4 it removes substrings
        if words != (name == "remove-specific-words"):
            raise _UnsupportedError("RemoveSpecificWords does not remove %s" % ("substrings" if words else "words"))
        return made
    if name in ("remove-punctuation", "remove-ascii-punctuation"):
        made = jiwer.RemovePunctuation()
        if (made("+") == "+") != (name == "remove-punctuation"):
            raise _UnsupportedError("RemovePunctuation in this release removes different characters")
        return made
    if not hasattr(jiwer, _class(name)):
        raise _UnsupportedError("this release has no transformation %s" % name)
    return getattr(jiwer, _class(name))()


def _class(name):
    return "".join(part.capitalize() for part in name.split("-"))


def _decode(text):
    for code, character in (("%2C", ","), ("%2F", "/"), ("%3D", "="), ("%25", "%")):
        text = text.replace(code, character)
    return text
