"""jiwer's functions, with the signatures of each release (``jiwer.measures`` and ``jiwer.process``)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from samescore.compat.jiwer.process import Aligned, CharacterOutput, Rates, Transform, WordOutput
from samescore.compat.jiwer.transformations import characters_default
from samescore.compat.native import before

#: The error rates of words; jiwer has a function for each.
_RATES = ("wer", "mer", "wil", "wip")
_RAPIDFUZZ_KINDS = {"substitute": "replace"}

Texts = str | list[str]
Functions = dict[str, Callable[..., Any]]


def _named(function: Callable[..., Any], name: str, returned: str) -> Callable[..., Any]:
    """Return the function under its public name, with a docstring about its result."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return {returned}. Raises the errors of `samescore.compat.jiwer.process.Aligned`."
    return function


def processing(rates: Rates, presets: Mapping[str, Transform]) -> Functions:
    """Return the functions ``process_words`` and ``process_characters`` of 3.0 and later, by name."""

    def process_words(
        reference: Texts,
        hypothesis: Texts,
        reference_transform: Transform = presets["wer_default"],
        hypothesis_transform: Transform = presets["wer_default"],
    ) -> WordOutput:
        return rates.words(reference, hypothesis, (reference_transform, hypothesis_transform))

    def process_characters(
        reference: Texts,
        hypothesis: Texts,
        reference_transform: Transform = presets["cer_default"],
        hypothesis_transform: Transform = presets["cer_default"],
    ) -> CharacterOutput:
        return rates.characters(reference, hypothesis, (reference_transform, hypothesis_transform))

    return {
        "process_words": _named(process_words, "process_words", "aligned words with their error rates"),
        "process_characters": _named(
            process_characters, "process_characters", "aligned characters with their error rate"
        ),
    }


def functions_since_4(rates: Rates, presets: Mapping[str, Transform]) -> Functions:
    """Return the functions of 4.0 by name."""

    def made(name: str, metric: str, default: Transform) -> Callable[..., Any]:
        def rate(
            reference: Texts | None = None,
            hypothesis: Texts | None = None,
            reference_transform: Transform = default,
            hypothesis_transform: Transform = default,
        ) -> float:
            return Aligned(rates, reference, hypothesis, (reference_transform, hypothesis_transform)).rate(metric)

        return _named(rate, name, f"{name.upper()} of one or several texts")

    functions = {name: made(name, name, presets["wer_default"]) for name in _RATES}
    return {**functions, "cer": made("cer", "wer", presets["cer_default"])}


def functions_of_3(rates: Rates, presets: Mapping[str, Transform]) -> Functions:
    """Return the functions of 3.0 and 3.1 by name, with the arguments that these releases deprecate."""
    words, characters = presets["wer_default"], presets["cer_default"]
    exchanged = rates.release == "3.0.0"

    def aligned(
        reference: Any, hypothesis: Any, transforms: tuple[Any, Any], truth: Any, truth_transform: Any
    ) -> Aligned:
        if truth is not None:
            _deprecate("`truth` is deprecated, use `reference`")
            if reference is not None:
                raise ValueError("both reference and truth were passed")
            reference = truth
        if exchanged:  # this release mixes up its transforms, and warns about the default ones
            transforms, truth_transform = (transforms[0], truth_transform), transforms[1]
        if truth_transform is not None:
            _deprecate("`truth_transform` is deprecated, use `reference_transform`")
            transforms = truth_transform, transforms[1]
        if reference is None or hypothesis is None:
            raise ValueError("reference and hypothesis must be texts, or lists of texts")
        return Aligned(rates, reference, hypothesis, transforms)

    def made(metric: str) -> Callable[..., Any]:
        def rate(
            reference: Texts | None = None,
            hypothesis: Texts | None = None,
            reference_transform: Transform = words,
            hypothesis_transform: Transform = words,
            truth: Texts | None = None,
            truth_transform: Transform | None = words if exchanged else None,
        ) -> float:
            transforms = reference_transform, hypothesis_transform
            return aligned(reference, hypothesis, transforms, truth, truth_transform).rate(metric)

        return _named(rate, metric, f"{metric.upper()} of one or several texts")

    def cer(
        reference: Texts | None = None,
        hypothesis: Texts | None = None,
        reference_transform: Transform = characters,
        hypothesis_transform: Transform = characters,
        return_dict: bool = False,
        truth: Texts | None = None,
        truth_transform: Transform | None = characters if exchanged else None,
    ) -> float | dict[str, Any]:
        transforms = reference_transform, hypothesis_transform
        texts = aligned(reference, hypothesis, transforms, truth, truth_transform)
        value = texts.rate("wer")
        if not return_dict:
            return value
        _deprecate("`return_dict` is deprecated, use jiwer.process_characters()")
        return {"cer": value, **_counts(texts)}

    def compute_measures(
        truth: Texts,
        hypothesis: Texts,
        truth_transform: Transform = words,
        hypothesis_transform: Transform = words,
    ) -> dict[str, Any]:
        _deprecate("jiwer.compute_measures() is deprecated, use jiwer.process_words()")
        texts = Aligned(rates, truth, hypothesis, (truth_transform, hypothesis_transform))
        return {**_measures(texts), "ops": texts.alignments, "truth": texts.references, "hypothesis": texts.hypotheses}

    return {
        **{name: made(name) for name in _RATES},
        "cer": _named(cer, "cer", "CER of one or several texts, or with `return_dict` also the counts"),
        "compute_measures": _named(compute_measures, "compute_measures", "all rates, counts and alignments by name"),
    }


def functions_before_3(rates: Rates, presets: Mapping[str, Transform]) -> Functions:
    """Return the functions of releases before 3.0 by name.

    In 2.4 all but ``cer`` also take ``standardize`` and ``words_to_filter``, and ignore other named arguments.
    """
    words, characters = presets["wer_default"], presets[characters_default(rates.release)]
    with_options = before(rates.release, "2.5")
    with_alignments = not before(rates.release, "2.6")

    def aligned(truth: Any, hypothesis: Any, transforms: tuple[Any, Any], options: dict[str, Any]) -> Aligned:
        if "standardize" in options:
            _warn("`standardize` is deprecated, use the transformation wer_standardize")
            transforms = presets["wer_standardize"], presets["wer_standardize"]
        if "words_to_filter" in options:
            from samescore.compat.jiwer.old_transforms import RemoveSpecificWords

            _warn("`words_to_filter` is deprecated, use the transform RemoveSpecificWords")
            remove = RemoveSpecificWords(options["words_to_filter"])
            truth, hypothesis = remove(truth), remove(hypothesis)
        return Aligned(rates, truth, hypothesis, transforms)

    def details(texts: Aligned) -> dict[str, Any]:
        if not with_alignments:
            return {}
        operations = [
            [(_RAPIDFUZZ_KINDS.get(kind, kind), *spans) for kind, *spans in line] for line in texts.operations
        ]
        return {"ops": operations, "truth": texts.references, "hypothesis": texts.hypotheses}

    def made(name: str, returned: str, result: Callable[[Aligned], Any]) -> Callable[..., Any]:
        def plain(
            truth: Texts,
            hypothesis: Texts,
            truth_transform: Transform = words,
            hypothesis_transform: Transform = words,
        ) -> Any:
            return result(aligned(truth, hypothesis, (truth_transform, hypothesis_transform), {}))

        def taking_options(
            truth: Texts,
            hypothesis: Texts,
            truth_transform: Transform = words,
            hypothesis_transform: Transform = words,
            **kwargs: Any,
        ) -> Any:
            return result(aligned(truth, hypothesis, (truth_transform, hypothesis_transform), kwargs))

        return _named(taking_options if with_options else plain, name, returned)

    def cer(
        truth: Texts,
        hypothesis: Texts,
        truth_transform: Transform = characters,
        hypothesis_transform: Transform = characters,
        return_dict: bool = False,
    ) -> float | dict[str, Any]:
        texts = aligned(truth, hypothesis, (truth_transform, hypothesis_transform), {})
        return {"cer": texts.rate("wer"), **_counts(texts), **details(texts)} if return_dict else texts.rate("wer")

    def rate_of(metric: str) -> Callable[[Aligned], float]:
        return lambda texts: texts.rate(metric)

    return {
        **{name: made(name, f"{name.upper()} of one or several texts", rate_of(name)) for name in _RATES},
        "cer": _named(cer, "cer", "CER of one or several texts, or with `return_dict` also the counts"),
        "compute_measures": made(
            "compute_measures", "all rates and counts by name", lambda texts: {**_measures(texts), **details(texts)}
        ),
    }


def _counts(texts: Aligned) -> dict[str, int]:
    return {name: getattr(texts, name) for name in ("hits", "substitutions", "deletions", "insertions")}


def _measures(texts: Aligned) -> dict[str, float]:
    return {**{name: texts.rate(name) for name in _RATES}, **_counts(texts)}


def _deprecate(message: str) -> None:
    warnings.warn(DeprecationWarning(message), stacklevel=4)


def _warn(message: str) -> None:
    warnings.warn(UserWarning(message), stacklevel=4)
