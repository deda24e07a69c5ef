"""Resolve the names that publications use for metrics: the table of ``docs/metrics.md``.

`find` knows the names of metrics and presets. Publications write them in many ways (``SacreBLEU``, ``R-1``,
``macro-F1``, ``Acc. (%)``, ``TER ↓``): case, punctuation, arrows, units and the word *score* are ignored here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from samescore.base.errors import UnknownNameError, nearest
from samescore.metrics import find, metric
from samescore.metrics.base import AnyMetric
from samescore.metrics.elsewhere import ELSEWHERE, not_computed
from samescore.metrics.names import MODULES, PRESETS


class Alias(msgspec.Struct, frozen=True):
    """Names that publications use for a metric with certain knobs.

    `tool` is the implementation that they imply, if any.
    """

    metric: str
    knobs: dict[str, Any]
    names: tuple[str, ...]
    tool: str = ""


def _rouge(metric: str, knobs: dict[str, Any], *names: str) -> Iterator[Alias]:
    """Yield the aliases of a ROUGE metric, then the aliases of its F, precision and recall."""
    yield Alias(metric, knobs, names)
    words = {"f": ("F", "F1", "F-measure"), "precision": ("P", "precision"), "recall": ("R", "recall")}
    for measure, endings in words.items():
        yield Alias(metric, {**knobs, "measure": measure}, tuple(f"{name} {end}" for name in names for end in endings))


def _averaged(metric: str, *names: str) -> Iterator[Alias]:
    """Yield the aliases of a classification metric, then the aliases of its macro, micro and weighted averages."""
    yield Alias(metric, {}, names)
    for average in ("macro", "micro", "weighted"):
        orders = ((f"{average} {name}", f"{average} avg. {name}", f"{name} ({average})") for name in names)
        yield Alias(metric, {"average": average}, tuple(name for order in orders for name in order))


def _intervals() -> Iterator[Alias]:
    """Yield the aliases of confidence intervals, their half-widths and their ends, with and without a level."""
    yield Alias("interval", {"end": "half-width"}, ("half-width", "margin of error", "plus-minus"))
    for level in ("", "90", "95", "99"):
        before, knobs = (f"{level}% ", {"confidence": int(level) / 100}) if level else ("", {})
        yield Alias("interval", knobs, (f"{before}CI", f"{before}confidence interval"))
        yield Alias("interval", {**knobs, "end": "half-width"}, (f"{before}CI half-width",))
        for end in ("low", "high"):
            bound = "lower" if end == "low" else "upper"
            yield Alias("interval", {**knobs, "end": end}, (f"{before}CI {end}", f"{before}CI {bound}"))


#: The aliases, in the order of ``docs/metrics.md``.
ALIASES: tuple[Alias, ...] = (
    Alias("bleu", {}, ("BLEU-4", "BLEU@4", "B@4", "B-4", "corpus BLEU")),
    Alias("bleu", {}, ("SacreBLEU", "sacre-BLEU"), tool="sacrebleu"),
    *(Alias("bleu", {"max_order": n}, (f"BLEU-{n}", f"BLEU@{n}", f"B@{n}", f"B-{n}")) for n in (1, 2, 3)),
    Alias("bleu", {"case": "keep"}, ("cased BLEU", "BLEU (cased)", "case-sensitive BLEU", "BLEU-cs")),
    Alias("bleu", {"case": "lower"}, ("uncased BLEU", "BLEU (uncased)", "case-insensitive BLEU", "BLEU-lc", "BLEU-ci")),
    Alias("bleu", {"average": "sentences"}, ("sentence BLEU", "BLEU (sentence)", "sentBLEU")),
    Alias("p-value", {}, ("p value", "p-val.", "pvalue", "significance level")),
    *_intervals(),
    Alias("standard-error", {}, ("std. error", "stderr", "s.e.", "standard error of the mean", "SEM")),
    Alias("chrf", {}, ("chrF2", "chr-F", "character F-score")),
    Alias("chrf", {"beta": 1.0}, ("chrF1",)),
    Alias("chrf", {"beta": 3.0}, ("chrF3",)),
    Alias("chrf", {"word_order": 1}, ("chrF+", "chrF2+")),
    Alias("chrf", {"word_order": 2}, ("chrF2++",)),
    *(alias for n in range(1, 5) for alias in _rouge("rouge-n", {"order": n}, f"ROUGE-{n}", f"R-{n}", f"RG-{n}")),
    *_rouge("rouge-l", {}, "ROUGE-L", "R-L", "RG-L"),
    *_rouge("rouge-lsum", {}, "ROUGE-Lsum", "R-Lsum", "RG-Lsum"),
    *_rouge("rouge-su", {"skip": 4}, "ROUGE-SU4", "R-SU4"),
    Alias("ter", {}, ("translation edit rate", "translation error rate")),
    Alias("wer", {}, ("word error rate",)),
    Alias("cer", {}, ("character error rate",)),
    Alias("mer", {}, ("match error rate",)),
    Alias("wil", {}, ("word information lost",)),
    Alias("wip", {}, ("word information preserved",)),
    Alias("edit-distance", {}, ("Levenshtein distance", "ED")),
    Alias("gleu", {}, ("Google BLEU",)),
    Alias("nist", {}, ("NIST-5",)),
    Alias("cider", {}, ("CIDEr-D",)),
    *(Alias("distinct", {"order": n}, (f"Dist-{n}", f"Dist.-{n}", f"D-{n}")) for n in range(1, 5)),
    Alias("accuracy", {}, ("Acc.",)),
    Alias("balanced-accuracy", {}, ("balanced acc.", "bal. acc.", "BAcc", "UAR")),
    *_averaged("precision", "precision", "Prec.", "P"),
    *_averaged("recall", "recall", "Rec.", "R"),
    *_averaged("f1", "F1", "F-1", "F1-measure", "F-measure", "F-score", "F"),
    Alias("f1", {"average": "class", "positive": "OK"}, ("F1-OK",)),
    Alias("f1", {"average": "class", "positive": "BAD"}, ("F1-BAD",)),
    Alias("f1-mult", {}, ("F1-multi",)),
    *_averaged("jaccard", "Jaccard", "Jaccard index", "Jaccard score"),
    Alias("hamming", {}, ("Hamming loss", "HL")),
    Alias("zero-one", {}, ("zero-one loss", "0/1 loss", "0-1 loss")),
    Alias("mcc", {}, ("Matthews correlation", "Matthews corr.", "Matthews correlation coefficient", "phi coefficient")),
    Alias("kappa", {}, ("κ", "Cohen's κ", "Cohen's kappa")),
    Alias("roc-auc", {}, ("AUROC", "ROC AUC", "AUC-ROC")),
    Alias("similarity", {}, ("Levenshtein ratio", "Indel similarity", "fuzzy ratio")),
    Alias("similarity", {"measure": "edit"}, ("normalized Levenshtein similarity",)),
    Alias("similarity", {"measure": "blocks"}, ("Ratcliff/Obershelp similarity",)),
    Alias("average-precision", {}, ("AUPRC", "PR-AUC", "AUC-PR")),
    Alias("brier", {}, ("Brier",)),
    Alias("calibration-error", {}, ("expected calibration error",)),
    Alias("calibration-error", {"measure": "max"}, ("maximum calibration error",)),
    Alias("log-loss", {}, ("logloss", "binary cross-entropy", "BCE")),
    Alias("exact-match", {}, ("exact match",)),
    Alias("anls", {}, ("average normalized Levenshtein similarity",)),
    Alias("answer-f1", {}, ("answer F1", "SQuAD F1", "token F1")),
    Alias("char-f1", {}, ("character F1",)),
    Alias("drop-f1", {}, ("DROP F1",)),
    Alias("perplexity", {}, ("mean perplexity",)),
)

#: Ambiguous short names, and their meanings in a table about image captioning.
CAPTIONING = {"r": "ROUGE-L", "m": "METEOR", "c": "CIDEr", "s": "SPICE"}

#: A metric, the knobs implied by its name, and the tool that the name implies (empty if none).
Meaning = tuple[str, dict[str, Any], str]

_UNITS = r"[(\[]\s*(?:in\s+)?(?:%|↑|↓|pp|x\s*100|×\s*100|higher is better|lower is better)\s*[)\]]|%|in percent"
_LATEX = r"\\[A-Za-z]+\*?"
#: Characters that are ignored in names. ``@`` counts: B@4 is BLEU, but R@1 is not ROUGE.
_NO_KEY = r"[^a-z0-9+*@]"
_SPELLED = str.maketrans({"κ": "kappa", "δ": "delta", "∆": "delta", "_": " "})


def resolve_publication_name(name: str) -> Meaning:
    """Return the metric that a publication's name means, the knobs that it implies, and the tool that it names.

    The tool is empty if the name implies none. Raises `UnknownNameError`, with a hint, for an unknown name or a metric
    that is not implemented here.

    >>> resolve_publication_name("macro-F1 (%) ↑")
    ('f1', {'average': 'macro'}, '')
    """
    meaning = lookup_alias(name)
    if meaning is None:
        if why := why_not(name):
            raise not_computed(name, why)
        raise UnknownNameError(f"unknown metric: {name!r:.80}", hint=suggestion(name))
    metric, knobs, tool = meaning
    return metric, dict(knobs), tool


def resolve_metric_name(name: str) -> tuple[AnyMetric, dict[str, Any]]:
    """Return the metric with this name, preset or publication name, and the knob values that the name implies.

    Raises `UnknownNameError` as `find` does for any other name, and for a publication name that implies a tool.

    >>> resolve_metric_name("BLEU-1")[1], resolve_metric_name("chrf++")[1]
    ({'max_order': 1}, {'word_order': 2})
    """
    try:
        return find(name)
    except UnknownNameError:
        meaning = lookup_alias(name) if isinstance(name, str) else None
        if meaning is None or meaning[2]:
            raise
        return metric(meaning[0]), dict(meaning[1])


def lookup_alias(name: str) -> Meaning | None:
    """Return the result of `resolve_publication_name`, or None for a name without a metric here."""
    key = _key(name)
    return _meanings_of_metrics().get(name) or _meanings().get(key) or _meanings().get(key.rstrip("*"))


def without_marks(name: str) -> str:
    """Return a printed name without arrows, units and dollar signs; unchanged if nothing else is left.

    >>> without_marks("Acc. (%) ↑")
    'Acc.'
    """
    bare = re.sub(_UNITS, "", re.sub(r"\\[a-z]*arrow(?![A-Za-z])|[↑↓⇑⇓$]", "", name), flags=re.IGNORECASE)
    return " ".join(bare.replace("()", "").split()) or name


def is_elsewhere(name: str) -> bool:
    """Return whether a name, with or without a version (``COMET-22``), means a metric that is not implemented here."""
    return bool(why_not(name))


def why_not(name: str) -> str:
    """Return the reason why a published metric is not implemented here; empty for any other name.

    >>> why_not("COMET-22")
    'it needs a learned model'
    """
    key = _key(name)
    if lookup_alias(name) is not None:
        return ""
    return next((why for other, why in ELSEWHERE.items() if key.startswith(_key(other))), "")


def suggestion(name: str) -> str:
    """Return a hint with the nearest known names or, if none is similar, with the places that list all names."""
    names = (*ELSEWHERE, *_known_names())
    otherwise = "samescore list metrics lists all of them, docs/metrics.md their other names"
    return nearest(name, names, otherwise, most=3, cutoff=0.66)


def _known_names() -> Iterator[str]:
    yield from (name for alias in ALIASES for name in alias.names)
    yield from (preset for presets in PRESETS.values() for preset, _ in presets)
    yield from MODULES


@lru_cache(maxsize=1)
def _meanings_of_metrics() -> dict[str, Meaning]:
    """Return the meaning of each metric name and preset, all in lower case."""
    own: dict[str, Meaning] = {metric: (metric, {}, "") for metric in MODULES}
    return own | {preset: (metric, dict(knobs), "") for metric, presets in PRESETS.items() for preset, knobs in presets}


@lru_cache(maxsize=1)
def _meanings() -> dict[str, Meaning]:
    """Return the meaning of each normalized name (see `_key`).

    Aliases take precedence over names of metrics. `lookup_alias` first looks up the exact name, so ``acc`` is lm-eval's
    multiple-choice accuracy, while ``Acc.`` is the accuracy of labels.
    """
    meanings = {_key(name): meaning for name, meaning in _meanings_of_metrics().items()}
    return meanings | {_key(name): (alias.metric, alias.knobs, alias.tool) for alias in ALIASES for name in alias.names}


@lru_cache(maxsize=1024)
def _key(name: str) -> str:
    """Return a name in a normalized form: without case, punctuation, marks, units, arrows and the word *score*."""
    plain = re.sub(_LATEX, " ", re.sub(r"\\Delta(?![A-Za-z])", "Δ", name[:200]))
    text = unicodedata.normalize("NFKC", plain).lower().translate(_SPELLED)
    bare = re.sub(_NO_KEY, "", re.sub(r"\bscores?\b", "", re.sub(_UNITS, "", text)))
    return bare or re.sub(_NO_KEY, "", text)
