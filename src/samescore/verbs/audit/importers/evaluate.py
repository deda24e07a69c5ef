"""Import dictionaries of scores, as Hugging Face's ``evaluate`` returns and ``transformers`` writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.metrics.aliases import lookup_alias, suggestion
from samescore.verbs.audit.importers.results import Results, digits, in_full, is_whole_double, with_place
from samescore.verbs.audit.importers.sacrebleu import table_of_parts
from samescore.verbs.audit.importers.tabular import Imported

#: The prefixes that transformers adds to the name of a metric.
_PREFIXES = ("eval_", "test_", "predict_", "validation_")
#: Maximum nesting of dictionaries: a collection of metrics, and a metric.
_DEEPEST = 4
#: Keys of numbers that describe a run, or are parts of a score, rather than scores.
_NO_SCORES = {
    "counts", "totals", "precisions", "bp", "sys_len", "ref_len", "brevity_penalty", "length_ratio", "translation_length",
    "reference_length", "num_edits", "ref_length", "char_order", "word_order", "beta", "total", "support", "samples", "precision_score",
}  # fmt: skip


class _Kind(msgspec.Struct, frozen=True):
    """A metric of ``evaluate``, recognised by the `keys` of its dictionary.

    `score` is the key of the score, `metric` the metric's name here, and `like` the implementation that computes it.
    """

    keys: frozenset[str]
    score: str
    metric: str
    like: str = ""


#: Metrics with several keys; the first metric whose keys are all present is used.
_KINDS = (
    _Kind(frozenset({"score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len"}), "score", "bleu", "sacrebleu"),
    _Kind(
        frozenset({"bleu", "precisions", "brevity_penalty", "length_ratio", "translation_length", "reference_length"}),
        "bleu", "bleu", "tf-nmt",
    ),
    _Kind(frozenset({"score", "char_order", "word_order", "beta"}), "score", "chrf", "sacrebleu"),
    _Kind(frozenset({"score", "num_edits", "ref_length"}), "score", "ter", "sacrebleu"),
    _Kind(frozenset({"exact", "f1", "total"}), "exact", "exact-match", "squad-v2"),
    _Kind(frozenset({"exact_match", "f1"}), "exact_match", "exact-match", "squad-v1"),
)  # fmt: skip
#: The package's implementation of metrics with a single number.
_LIKE = {
    "rouge-n": "rouge_score",
    "rouge-l": "rouge_score",
    "rouge-lsum": "rouge_score",
    "gleu": "nltk",
    "mcc": "sklearn",
}
_OF_SKLEARN = ("accuracy", "precision", "recall", "f1", "mcc", "roc-auc")


def is_json(document: Any) -> bool:
    """Return whether a JSON value is a dictionary that has a score of a known metric, possibly in a nested dictionary."""
    return isinstance(document, dict) and any(True for _ in _dictionaries(document, ()) for _ in _scores(_[1]))


def of_json(document: Mapping[str, Any], name: str) -> Imported:
    """Import the claims of a dictionary of scores from a file called `name`, and tables of the parts of BLEU.

    Raises `InputError` if it has no score of a known metric.
    """
    results = Results(name)
    for path, values in _dictionaries(document, ()):
        for key, metric, like, settings in _scores(values):
            where = " / ".join((*path, key) if not path or path[-1] != key else path)
            own = results.add(where, metric, digits(values[key]), like=like, settings=settings, label=key)
            _relate(results, values, key, metric, own)
    if not results.imported().claims:
        keys = [key for _, values in _dictionaries(document, ()) for key in values]
        raise InputError(
            f"{name} has no score of a known metric", hint=suggestion(keys[0]) if keys else "the file is empty"
        )
    return results.imported()


def _dictionaries(
    document: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield the keys that lead to each nested dictionary, and the dictionary, up to `_DEEPEST` levels deep.

    Prefixes that name the kind of run, such as ``eval_``, are removed from its keys.
    """
    yield path, {_without_prefix(str(key)): value for key, value in document.items()}
    if len(path) < _DEEPEST:
        for key, value in document.items():
            if isinstance(value, dict):
                yield from _dictionaries(value, (*path, str(key)[:100]))


def _without_prefix(key: str) -> str:
    for prefix in _PREFIXES:
        if key.startswith(prefix):
            return key.removeprefix(prefix)
    return key


def _scores(values: Mapping[str, Any]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield the key, metric, implementation (empty if unknown) and settings of each score in a dictionary."""
    kind = next((kind for kind in _KINDS if kind.keys <= values.keys() and digits(values[kind.score])), None)
    if kind is not None:
        yield kind.score, kind.metric, kind.like, _settings(kind, values)
    for key, value in values.items():
        if key in _NO_SCORES or not digits(value) or (kind is not None and key == kind.score):
            continue
        if kind is not None and kind.metric == "exact-match" and key == "f1":
            yield key, "answer-f1", kind.like, {}
        elif (metric := _metric(key)) is not None:
            yield key, key, "sklearn" if metric in _OF_SKLEARN else _LIKE.get(metric, ""), {}


def _metric(key: str) -> str | None:
    """Return the metric named by a key; None for an unknown name, and for a single letter, which is ambiguous."""
    meaning = lookup_alias(key) if len(key) > 1 else None
    return meaning[0] if meaning else None


def _settings(kind: _Kind, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that the dictionary of a metric states; empty except for chrF."""
    if kind.metric != "chrf":
        return {}
    stated = {name: values[name] for name in ("char_order", "word_order") if isinstance(values[name], int)}
    return {**stated, "beta": float(digits(values["beta"]) or 2)}


def _relate(results: Results, values: Mapping[str, Any], key: str, metric: str, own: str) -> None:
    """Add BLEU and its parts as a table of related numbers; do nothing for other metrics, or without precisions.

    `key` is the key of the score, and `own` the id of its claim.
    """
    names: dict[str, tuple[str, ...]] = {"bp": ("bp", "brevity_penalty"), "hyp_len": ("sys_len", "translation_length")}
    names |= {"ref_len": ("ref_len", "reference_length"), "ratio": ("length_ratio",)}
    if metric != "bleu" or not isinstance(values.get("precisions"), list):
        return
    parts: dict[str, object] = {"bleu": values[key]}
    parts |= _numbered("bleu-precision", values["precisions"])
    parts |= {role: values[name] for role, keys in names.items() for name in keys if name in values}
    parts |= _numbered("bleu-matches", values.get("counts")) | _numbered("bleu-ngrams", values.get("totals"))
    columns, cells = table_of_parts({role: digits(value) for role, value in parts.items() if digits(value)})
    doubles = _doubles(parts)
    cells = [
        msgspec.structs.replace(cell, digits=in_full(float(cell.text))) if column.name in doubles else cell
        for column, cell in zip(columns, cells, strict=True)
    ]
    results.relate(own, columns, [with_place(cells[0], own), *cells[1:]], rounded=False)


def _numbered(role: str, numbers: object) -> dict[str, object]:
    """Return the numbers of n-gram orders by their roles, such as ``bleu-matches-1``; empty if they are not a list."""
    orders = enumerate(numbers[:9], 1) if isinstance(numbers, list) else ()
    return {f"{role}-{order}": number for order, number in orders}


def _doubles(parts: Mapping[str, object]) -> set[str]:
    """Return the roles of the parts of BLEU, other than the score, that are known to be unrounded doubles.

    If one part is a full double, none of them has been rounded. Otherwise, only a brevity penalty of 1 is known to be
    exact, if the hypotheses are at least as long as the references.
    """
    floats = {role for role, value in parts.items() if isinstance(value, float) and role != "bleu" and digits(value)}
    if any(is_whole_double(digits(parts[role])) for role in floats):
        return floats
    hypotheses, references = digits(parts.get("hyp_len")), digits(parts.get("ref_len"))
    longer = bool(hypotheses and references) and float(hypotheses) >= float(references)
    return {"bp"} if "bp" in floats and parts["bp"] == 1 and longer else set()
