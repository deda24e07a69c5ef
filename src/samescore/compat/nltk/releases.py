"""NLTK's module as of a release, with its submodules."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from samescore.compat.modules import OfferedModule, module
from samescore.compat.native import Model, before, modelled
from samescore.compat.nltk.base import NEWEST, OLDEST
from samescore.compat.nltk.metrics import agreement, distance, scores
from samescore.compat.nltk.translate import bleu_score, chrf_score, gleu_score, meteor_score, nist_score, ribes_score

#: For each submodule of ``nltk.translate``: its class of functions, the names of the functions, and the short name
#: under which ``nltk.translate`` itself has the first of them.
_TRANSLATE: tuple[tuple[str, type[Any], tuple[str, ...], str], ...] = (
    (
        "bleu_score",
        bleu_score.BleuFunctions,
        ("sentence_bleu", "corpus_bleu", "modified_precision", "closest_ref_length", "brevity_penalty"),
        "bleu",
    ),
    ("chrf_score", chrf_score.ChrfFunctions, ("sentence_chrf", "corpus_chrf"), "chrf"),
    ("gleu_score", gleu_score.GleuFunctions, ("sentence_gleu", "corpus_gleu"), "gleu"),
    ("meteor_score", meteor_score.MeteorFunctions, ("meteor_score", "single_meteor_score"), "meteor"),
    ("nist_score", nist_score.NistFunctions, ("sentence_nist", "corpus_nist"), "nist"),
    (
        "ribes_score",
        ribes_score.RibesFunctions,
        ("sentence_ribes", "corpus_ribes", "word_rank_alignment", "kendall_tau"),
        "ribes",
    ),
)
_DISTANCES = ("edit_distance", "edit_distance_align", "jaccard_distance", "masi_distance")
_PLAIN_DISTANCES = ("binary_distance", "custom_distance", "fractional_presence", "interval_distance", "presence")
#: Names that are offered from a later release on, because earlier releases differ or lack them.
_JARO_SINCE, _JARO = "3.10.3", ("jaro_similarity", "jaro_winkler_similarity")


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules.

    Raises `UnknownNameError` for a release that is not modelled.
    """
    model = modelled("nltk", release, "bleu", "corpus_bleu", OLDEST, r"\d+\.\d+(\.\d+)?")
    of_translate, translate_names = _translate(model)
    of_metrics, metrics_names = _metrics(model)
    return module(
        "nltk",
        __version__=release,
        **metrics_names,
        **translate_names,
        metrics=module("nltk.metrics", **of_metrics, **metrics_names),
        translate=module("nltk.translate", **of_translate, **translate_names),
    )


def _translate(model: Model) -> tuple[dict[str, OfferedModule], dict[str, Any]]:
    """Return the submodules of ``nltk.translate`` and its top-level functions, both by name."""
    submodules, names = {}, {}
    for name, kind, functions, short in _TRANSLATE:
        made = kind(model)
        offered = {function: getattr(made, function) for function in functions}
        names[short] = offered[functions[0]]
        if name == "bleu_score":
            offered.update(SmoothingFunction=bleu_score.SmoothingFunction, Fraction=bleu_score.Fraction)
        submodules[name] = module(f"nltk.translate.{name}", **offered)
    return submodules, names


def _metrics(model: Model) -> tuple[dict[str, OfferedModule], dict[str, Any]]:
    """Return the submodules of ``nltk.metrics`` and its top-level functions and classes, both by name."""
    distances = distance.DistanceFunctions(model)
    task = (
        agreement.AnnotationTask
        if model.release == NEWEST
        else type("AnnotationTask", (agreement.AnnotationTask,), {"model": model, "distances": distances})
    )
    offered = {
        **{name: getattr(distances, name) for name in _DISTANCES},
        **{name: getattr(distance, name) for name in _PLAIN_DISTANCES},
    }
    if model.release == NEWEST:
        offered.update(
            {name: getattr(distance, name) for name in _DISTANCES}
        )  # as the newest AnnotationTask knows them
    later: dict[str, Any] = {}
    if not before(model.release, _JARO_SINCE):
        later = {name: getattr(distances, name) for name in _JARO}
        later["MAX_DISTANCE_INPUT_LEN"] = distance.MAX_DISTANCE_INPUT_LEN
    submodules = {
        "agreement": module("nltk.metrics.agreement", AnnotationTask=task),
        "distance": module("nltk.metrics.distance", **offered, **later),
        "scores": module("nltk.metrics.scores", accuracy=scores.accuracy),
    }
    return submodules, {"AnnotationTask": task, "accuracy": scores.accuracy, **offered}
