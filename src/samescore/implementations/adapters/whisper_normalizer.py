"""Adapter for whisper-normalizer, for Python 3.6 and later. It uses only the standard library and whisper-normalizer.

The package only normalizes texts; the word error rate of its output is computed here, with jiwer's conventions.
"""

import importlib

MODULE = "whisper_normalizer"

_NORMALIZERS = {}


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    (step,) = request["settings"]["transforms"]
    if step not in _NORMALIZERS:
        _NORMALIZERS[step] = _normalizer(step)
    normalizer = _NORMALIZERS[step]
    edits, words = 0, 0
    for segment in request["segments"]:
        reference = normalizer(segment["references"][0]).split()
        edits += _edits(reference, normalizer(segment["hypothesis"]).split())
        words += len(reference)
    return {"outcome": "score", "value": edits / words if words else edits}


def _normalizer(step):
    if step == "whisper-normalizer-english":
        return importlib.import_module("whisper_normalizer.english").EnglishTextNormalizer()
    return importlib.import_module("whisper_normalizer.basic").BasicTextNormalizer(
        remove_diacritics="no-diacritics" in step,
        split_letters=step.endswith("-letters"),
        preserve_marks="-marks" in step,
    )


def _edits(reference, hypothesis):
    """Return the Levenshtein distance of two lists of words."""
    row = list(range(len(hypothesis) + 1))
    for number, word in enumerate(reference, 1):
        above, row = row, [number]
        for place, other in enumerate(hypothesis):
            row.append(min(above[place] + (word != other), above[place + 1] + 1, row[place] + 1))
    return row[-1]
