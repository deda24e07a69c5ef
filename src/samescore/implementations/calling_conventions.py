"""The calling conventions of functions that do not describe how they take texts and labels.

::

    lists        ["h1", "h2"], [["r1a", "r1b"], ["r2"]]    a list of references for each hypothesis
    streams      ["h1", "h2"], [["r1a", "r2a"], ["r1b", "r2b"]]    the references transposed: a list for each stream
    flat         ["h1", "h2"], ["r1", "r2"]                one reference for each hypothesis
    single       "h", "r"                                  one segment at a time
    single-list  "h", ["r1", "r2"]                         one segment at a time, with a list of references
    texts        ["h1", "h2"]                              hypotheses alone, for a metric that needs no references
    items        [gold], [predicted]                       labels, and other data
    rows         ["b", "a"], [[0.1, 0.9], [0.7, 0.3]]      gold classes, and a score of each class, in sorted order

The suffix ``-tokens`` means lists of tokens instead of strings. The suffix ``-swapped`` means arguments in reverse
order: references before hypotheses, predictions before gold labels.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

from samescore.base.errors import UnknownNameError, nearest
from samescore.data.corpus import Corpus
from samescore.metrics.base import AnyMetric
from samescore.metrics.words import TOKENIZERS
from samescore.settings import Choice

#: The layouts of a corpus, most common first, with their meanings.
CORPUS_LAYOUTS = {
    "lists": "a list of hypotheses, and a list of references for each of them",
    "streams": "a list of hypotheses, and the references transposed: a list for each reference stream",
    "flat": "a list of hypotheses, and a list with one reference for each of them",
    "single": "one hypothesis and one reference",
    "single-list": "one hypothesis and the list of its references",
}
_TEXTS = {"texts": "a list of hypotheses alone"}
_ITEMS = {"items": "the items in lists"}
_ROWS = {"rows": "a list of gold classes, and for each item a list of the scores of all classes, in their sorted order"}
_BOTH: tuple[bool, ...] = (False, True)
_TOKENS, _SWAPPED = "-tokens", "-swapped"

_NAMES_OF_GENERATED = """
h hyp hypo hyps hypos hypothesis hypotheses p pred preds predicted prediction predictions candidate candidates cand cands
output outputs sys system systems generated generation generations translation translations mt guess guesses response
responses score scores prob probs summary summaries hat
"""
_NAMES_OF_TRUE = """
r ref refs reference references true gold golds golden target targets label labels truth expected answer answers g t
"""
_GENERATED, _TRUE = frozenset(_NAMES_OF_GENERATED.split()), frozenset(_NAMES_OF_TRUE.split())


@dataclasses.dataclass(frozen=True, slots=True)
class CallingConvention:
    """One way to pass an input: a layout, perhaps with tokens or swapped arguments (see the module docstring).

    `names` are the keywords of the two arguments; empty if they are passed by position.
    """

    base: str
    tokens: bool = False
    swapped: bool = False
    names: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the layout with its suffixes, as accepted by ``--layout``."""
        return f"{self.base}{_TOKENS * self.tokens}{_SWAPPED * self.swapped}"

    @property
    def meaning(self) -> str:
        """The layout described in words."""
        meaning = {**CORPUS_LAYOUTS, **_TEXTS, **_ITEMS, **_ROWS}[self.base]
        if self.tokens:
            meaning += ", each text as a list of tokens"
        if self.names:
            return f"{meaning} (by name: {', '.join(self.names)})"
        if not self.swapped:
            return meaning
        return f"{meaning}, {'the predictions first' if self.base in (*_ITEMS, *_ROWS) else 'but the references first'}"

    @property
    def one_segment(self) -> bool:
        """Whether the layout passes one segment at a time."""
        return self.base.startswith("single")

    @property
    def max_references(self) -> int:
        """The maximum number of references of a segment; 0 means no maximum."""
        return 1 if self.base in ("flat", "single") else 0

    @property
    def equal_references(self) -> bool:
        """Whether all segments must have the same number of references."""
        return self.base == "streams"

    def arguments(self, hypotheses: list[Any], references: list[list[Any]]) -> list[Any] | None:
        """Return the arguments for a corpus of texts or tokens; None if the layout cannot express the corpus."""
        if self.max_references and any(len(several) != 1 for several in references):
            return None
        if self.one_segment and len(hypotheses) != 1:
            return None
        match self.base:
            case "lists":
                pair = [hypotheses, references]
            case "streams":
                if not references or len(set(map(len, references))) != 1 or not references[0]:
                    return None
                pair = [hypotheses, [list(stream) for stream in zip(*references, strict=True)]]
            case "flat":
                pair = [hypotheses, [several[0] for several in references]]
            case "single":
                pair = [hypotheses[0], references[0][0]]
            case "single-list":
                pair = [hypotheses[0], references[0]]
            case _:
                return [hypotheses]
        return pair[::-1] if self.swapped else pair


def layouts(metric: AnyMetric, parameters: Sequence[str], wanted: str = "") -> list[CallingConvention]:
    """Return the layouts that a function with these parameters may use, likeliest first.

    If `wanted` names a layout, only layouts of that name are returned. `parameters` are as returned by
    `worker.parameters`. Raises `UnknownNameError` for an unknown `wanted`.
    """
    corpus = metric.takes[0] is Corpus
    orders, names = _orders(corpus, parameters)
    if not corpus:
        bases, units = [metric.takes[0].LAYOUT], _BOTH[:1]
    else:
        alone = [] if metric.needs_references else list(_TEXTS)
        bases = [*(CORPUS_LAYOUTS if len(parameters) != 1 else ()), *alone]
        units = _BOTH if _has_words(metric) else _BOTH[:1]
    every = [
        CallingConvention(base, tokens, swapped, names)
        for tokens in units
        for swapped in (_BOTH if wanted else orders)
        for base in (bases or list(CORPUS_LAYOUTS))
        if not (swapped and base in _TEXTS)
    ]
    chosen = [layout for layout in every if wanted in ("", layout.name)]
    if not chosen:
        hint = nearest(wanted, [layout.name for layout in every])
        raise UnknownNameError(f"unknown layout for {metric.name}: {wanted!r}", hint=hint)
    return chosen


def _has_words(metric: AnyMetric) -> bool:
    """Return whether the words of a metric's texts can be passed as lists of tokens, whatever its tokenizer."""
    knob = metric.settings.declared_knobs.get("tokenizer")
    if knob is None or not isinstance(knob.domain, Choice):
        return False
    return set(knob.domain.values) <= {*TOKENIZERS, "given"}


def _orders(corpus: bool, parameters: Sequence[str]) -> tuple[tuple[bool, ...], tuple[str, ...]]:
    """Return the possible orders of the two arguments (True: swapped), likelier first, and their keywords.

    They are guessed from the names of the `parameters`. The keywords are empty if the arguments are passed by position.
    """
    if not parameters:
        return _BOTH, ()
    positional = list(parameters[: parameters.index("*")] if "*" in parameters else parameters)
    named = [name for name in parameters if name != "*"]
    generated = next((name for name in named if _words(name) & _GENERATED), "")
    true = next((name for name in named if _words(name) & _TRUE and name != generated), "")
    usual = (generated, true) if corpus else (true, generated)
    if generated and true:
        if set(usual) == set(positional[:2]):
            return (list(usual) != positional[:2],), ()
        return (False,), usual
    if len(positional) < 2 <= len(named):
        return (False,), (named[0], named[1])
    if generated in positional[:2] or true in positional[:2]:
        return (usual[0] != positional[0] and [usual[1]] != positional[1:2],), ()
    return _BOTH, ()


def _words(name: str) -> set[str]:
    """Return the words of a parameter's name: ``y`` and ``true`` for ``y_true``."""
    return set(re.split(r"[_0-9]+", name.lower()))
