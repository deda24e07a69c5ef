"""Find the names in a symptom: metrics, their families, packages, and metrics that are not implemented here.

Metrics are recognized by the names that publications and packages give them (`samescore.metrics.aliases`), also inside names
of functions and classes: ``CHRFScore``, ``corpus_bleu``, ``TranslationEditRate``. Packages are those of the catalogue, under
the names of `samescore.catalogue.synonyms.PACKAGES` as well.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

import msgspec

from samescore.base.errors import UnknownNameError
from samescore.catalogue.synonyms import DATA_SETS, FIELDS, PACKAGES
from samescore.metrics.aliases import lookup_alias
from samescore.metrics.elsewhere import ELSEWHERE
from samescore.metrics.names import MODULES

#: Maximum number of words in a name.
_MOST_PARTS = 4

_PART = re.compile(r"[^\s,;:?!()\"“”]+")
#: The boundary of words in a class name: ``CHRFScore``, ``TranslationEditRate``.
_INSIDE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_")
#: Words that show that a question is about the user's own program, or about their use of another one.
_OWN = re.compile(
    r"\b(?:my own|own (?:code|implementation|function)|self-made|hand-?written|my (?:code|implementation|function|version|script|"
    r"program)|implement(?:ed|ing|ation)?|from scratch|i (?:wrote|took|used|divided|computed)|forgot|forgets?|mixed up|mistake|"
    r"my .{1,30}(?:uses?|used|divides?|forgets?|does|takes|counts|averages|treats|ignores|adds|sums|multiplies))\b",
    re.IGNORECASE,
)
#: Ordinary words that are also names of metrics.
_ORDINARY = frozenset(
    [
        "ed",
        "distinct",
        "interval",
        "similarity",
        "em",
        "r",
        "p",
        "f",
        "m",
        "c",
        "s",
        "d",
        "ci",
        "agreement",
        "standard-error",
        "rouge-package",
    ]
)
#: Metrics whose F has its own precision and recall.
_WITH_PARTS = ("f1", "answer-f1", "entity-f1", "rouge-n", "rouge-l", "rouge-lsum", "chrf")
_PARTS = frozenset(["precision", "recall", "f1"])
#: Families whose metrics consist of a precision and a recall.
_OF_PARTS = frozenset(["bleu", "rouge", "chrf", "meteor", "sequences", "qa"])
#: Names that are also short for the names of other metrics.
_SHORT = {
    "f1": ("answer-f1", "entity-f1", "drop-f1", "multilabel"),
    "accuracy": ("accuracy-choices", "recall", "exact-match", "response-match"),
    "precision": _WITH_PARTS,
    "recall": _WITH_PARTS,
    "roc-auc": ("multiclass-roc-auc",),
    "answer-f1": ("entity-f1",),
    "kappa": ("fleiss-kappa",),
    "meteor": ("meteor15",),
    "brier": ("multiclass-brier",),
}
#: Metrics and packages that are rarely meant without being named.
LESS_USED = frozenset(["rouge-w", "rouge-s", "rouge-su", "mer", "wil", "wip", "gleu", "f1-mult", "ngram-perplexity"])
_LESS_USED_PACKAGES = (
    "add-k-bigram azure-ai-evaluation bleuscore compare-mt dialogue-eval easy-rouge fast-bleu fastchrf fastwer keras-hub "
    "npm-bleu-score npm-fastest-levenshtein npm-js-rouge npm-natural npm-rouge npm-word-error-rate openkiwi paddlenlp "
    "paddlenlp-bleu rouge-chinese rouge-metric rouge-rust rouge-score-rs rouge-v0 seq2seq seq2seq-bleu sumeval texar texterrors "
    "vizseq werpy werx"
)
LESS_USED_PACKAGES = frozenset(_LESS_USED_PACKAGES.split())
#: Metrics of one family use the same counts.
_FAMILIES = {
    "labels.averaged": "classes",
    "labels.classification": "classes",
    "labels.losses": "classes",
    "labels.kappa": "agreement",
}


class Named(msgspec.Struct, frozen=True):
    """The names in a text: metrics and their families, packages, and ids of notes on metrics implemented `elsewhere`.

    `words` are the words of all names, in lower case. `called` has, for each package name in the text, the packages that
    it may mean. `own` means that the text is about the user's own program.
    """

    metrics: frozenset[str]
    families: frozenset[str]
    packages: frozenset[str]
    elsewhere: frozenset[str]
    words: tuple[str, ...]
    called: frozenset[tuple[str, ...]] = frozenset()
    own: bool = False


def find_names(text: str, packages: Collection[str]) -> Named:
    """Return the names in a text, given the known `packages`.

    The longest name is used: the F1 in *DROP F1* is not a second metric.
    """
    parts = _parts(text)
    groups: set[tuple[str, ...]] = set()
    metrics, families, found, elsewhere = (set[str]() for _ in range(4))
    words: dict[str, None] = {}
    inside: set[int] = set()
    for places, phrase in _phrases(parts):
        hits, note = _packages_of(phrase.lower(), packages), _elsewhere(phrase)
        found.update(hits)
        groups.update([hits] if hits else ())
        elsewhere.update(filter(None, [note]))
        metric = "" if inside.issuperset(places) else metric_of(phrase)
        called = {metric}
        if not metric and len(places) == 1 and not inside.issuperset(places):
            called = {metric_of(name) for name in _INSIDE.split(phrase)}
        metrics.update(called := called - {""})
        families.update(map(family, called))
        families.update(["rouge"] if phrase.lower() == "rouge" else ())
        if not metric and not inside.issuperset(places):
            families.update(map(family, FIELDS.get(phrase.lower(), ())))
        if hits or note or metric or phrase.lower() == "rouge":
            words.update(dict.fromkeys(phrase.lower().split()))
            inside.update(places if metric else ())
    if not metrics and not families and groups == {("sacrebleu",)}:  # sacreBLEU alone means its BLEU
        metrics, families = {"bleu"}, {family("bleu")}
    if families & _OF_PARTS:  # next to ROUGE, for example, precision means ROUGE's
        metrics -= _PARTS
        families -= {family(part) for part in _PARTS}
    return Named(
        frozenset(metrics),
        frozenset(families),
        frozenset(found),
        frozenset(elsewhere),
        tuple(words),
        frozenset(groups),
        _OWN.search(text) is not None,
    )


def packages_in(text: str, packages: Collection[str]) -> frozenset[str]:
    """Return the known `packages` that a text names."""
    phrases = _phrases(_parts(text.lower()), 2)
    return frozenset(hit for _, phrase in phrases for hit in _packages_of(phrase, packages))


@lru_cache(maxsize=8192)
def metric_of(name: str) -> str:
    """Return the metric that a name means; empty for an unknown name, an ordinary word, and the name of a tool."""
    lowered = name.lower()
    if len(name) < 2 or (lowered in _ORDINARY and not name.isupper()):
        return ""
    try:
        meaning = lookup_alias(" ".join(_INSIDE.split(name))) or lookup_alias(name)
    except UnknownNameError:
        return ""
    return meaning[0] if meaning and not meaning[2] else ""  # with a tool, it is the name of a package


def short_for(metrics: Iterable[str]) -> frozenset[str]:
    """Return the other metrics that the names of these metrics may also mean: F1 may be answer F1."""
    return frozenset(other for metric in metrics for other in _SHORT.get(metric, ()))


@lru_cache(maxsize=1024)
def family(metric: str) -> str:
    """Return the family of a metric: ROUGE-1 and ROUGE-L share one, as do F1, precision and accuracy."""
    base = metric.removeprefix("multiclass-")
    module = MODULES[base if base in MODULES else metric][0]
    return _FAMILIES.get(
        module, module if module.startswith(("labels.", "edits.")) else module.split(".")[0].rstrip("15")
    )


def package_of(implementation: str) -> str:
    """Return the package of an entry point's name, in lower case, without a version.

    >>> package_of("nltk==3.4.sentence_bleu"), package_of("rouge_score.rougeL")
    ('nltk', 'rouge-score')
    """
    return implementation.partition("==")[0].partition(".")[0].lower().replace("_", "-")


def _parts(text: str) -> list[str]:
    return [part.strip(".'`").removesuffix("'s") for part in _PART.findall(text)]


def _phrases(parts: list[str], most: int = _MOST_PARTS) -> Iterator[tuple[range, str]]:
    """Yield the position and text of every run of up to `most` words, longest first."""
    for size in range(most, 0, -1):
        for start in range(len(parts) - size + 1):
            yield range(start, start + size), " ".join(parts[start : start + size])


def _packages_of(phrase: str, packages: Collection[str]) -> tuple[str, ...]:
    """Return the packages that a phrase, in lower case, names; empty for the name of a metric or a data set.

    Several are returned for a synonym that is shared by several packages.
    """
    if phrase in PACKAGES:
        return tuple(package for package in PACKAGES[phrase] if package in packages)
    name = phrase.replace("_", "-")
    if name in packages and name not in DATA_SETS and not metric_of(name) and name != "rouge":
        return (name,)
    return ()


def _elsewhere(phrase: str) -> str:
    """Return the id of the published metric that a phrase names, if it is not implemented here; otherwise empty.

    The word *character* names a metric only in the spelling CharacTER.
    """
    if re.fullmatch(r"[Cc]hara[ck]t?-?TER", phrase):
        return "character"
    plain = re.sub(r"[-_ ]", "", phrase).lower()
    without = re.sub(r"(scores?|(?:@|at)?[0-9]+)$", "", plain)
    found = _written().get(plain) or _written().get(without) or ""
    return "" if found == "character" else found


@lru_cache(maxsize=1)
def _written() -> dict[str, str]:
    return {name.replace("-", "").lower(): name.lower() for name in ELSEWHERE}
