"""jiwer's module as of a release, with its submodules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from samescore.compat.jiwer import old_transforms, transforms
from samescore.compat.jiwer.alignment import visualizations
from samescore.compat.jiwer.measures import functions_before_3, functions_of_3, functions_since_4, processing
from samescore.compat.jiwer.process import AlignmentChunk, CharacterOutput, Rates, WordOutput
from samescore.compat.jiwer.transformations import transformations
from samescore.compat.modules import OfferedModule, module
from samescore.compat.native import before, modelled

#: The newest and the oldest release that are modelled.
NEWEST, OLDEST = "4.0.0", "2.3.0"

#: The names of transforms at the package's top level. Since 3.0, `_CHARACTERS` is another one.
_TRANSFORMS = (
    "AbstractTransform",
    "Compose",
    "ExpandCommonEnglishContractions",
    "RemoveEmptyStrings",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
)
_CHARACTERS = "ReduceToListOfListOfChars"


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules.

    Raises `UnknownNameError` for a release that is not modelled.
    """
    rates = Rates(modelled("jiwer", release, "wer", "wer", OLDEST))
    presets = transformations(release)
    older = before(release, "3")
    parts: dict[str, dict[str, Any]] = {
        "transforms": _transforms(release),
        "transformations": presets,
        "measures": _functions(rates, presets),
        "alignment": visualizations(release),
    }
    if not older:
        kinds = {kind.__name__: kind for kind in (AlignmentChunk, WordOutput, CharacterOutput)}
        parts["process"] = {**kinds, **processing(rates, presets)}
    hidden: dict[str, dict[str, Any]] = {"transforms": {"BaseRemoveTransform": transforms.BaseRemoveTransform}}
    if older:
        hidden["transforms"][_CHARACTERS] = transforms.ReduceToListOfListOfChars
    modules: dict[str, OfferedModule] = {
        part: module(f"jiwer.{part}", __all__=list(names), **names, **hidden.get(part, {}))
        for part, names in parts.items()
        if names
    }
    public = {name: value for names in parts.values() for name, value in names.items()}
    return module("jiwer", name="jiwer", **public, **modules)


def _functions(rates: Rates, presets: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    if before(rates.release, "3"):
        return functions_before_3(rates, presets)
    return (functions_of_3 if before(rates.release, "4") else functions_since_4)(rates, presets)


def _transforms(release: str) -> dict[str, Any]:
    names = _TRANSFORMS if before(release, "3") else (*_TRANSFORMS, _CHARACTERS)
    named = {name: getattr(transforms, name) for name in names}
    if before(release, "2.5"):
        named["RemoveSpecificWords"] = old_transforms.RemoveSpecificWords
        named["RemovePunctuation"] = old_transforms.RemovePunctuation
    return named
