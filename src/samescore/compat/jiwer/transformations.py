"""jiwer's transformations of whole inputs to lists of units (``jiwer.transformations``), by release."""

from __future__ import annotations

from samescore.compat.jiwer import transforms as tr
from samescore.compat.jiwer.transforms import Compose
from samescore.compat.native import before

_SPACES = (tr.RemoveMultipleSpaces(), tr.Strip())
_STANDARD = (
    tr.ToLowerCase(),
    tr.ExpandCommonEnglishContractions(),
    tr.RemoveKaldiNonWords(),
    tr.RemoveWhiteSpace(replace_by_space=True),
)
_JOIN, _WORDS, _CHARACTERS = tr.ReduceToSingleSentence(), tr.ReduceToListOfListOfWords(), tr.ReduceToListOfListOfChars()


def transformations(release: str) -> dict[str, Compose]:
    """Return the transformations of a release by name."""
    standard = _STANDARD if before(release, "3") else (*_STANDARD, *_SPACES)
    named = {
        "wer_default": Compose([*_SPACES, _WORDS]),
        "wer_contiguous": Compose([*_SPACES, _JOIN, _WORDS]),
        "wer_standardize": Compose([*standard, _WORDS]),
        "wer_standardize_contiguous": Compose([*standard, _JOIN, _WORDS]),
        characters_default(release): Compose([tr.Strip(), _CHARACTERS]),
    }
    if not before(release, "3"):
        named["cer_contiguous"] = Compose([tr.Strip(), _JOIN, _CHARACTERS])
    return named


def characters_default(release: str) -> str:
    """Return the name of the default transformation to characters."""
    return "cer_default_transform" if before(release, "2.6") else "cer_default"
