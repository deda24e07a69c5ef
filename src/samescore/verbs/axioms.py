"""Checks without expected values: properties that any metric of translations or summaries should have.

They run on small built-in inputs, under the implementation's default settings. Several metrics break some of them by
design; `EXCEPTIONS` says which and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from samescore.data.corpus import Corpus
from samescore.errors import UnknownNameError
from samescore.implementations import Implementation, implementation
from samescore.implementations.base import Profiled
from samescore.metrics import METRIC_NAMES, find
from samescore.outcome import CLOSE_NUMBER, Outcome, Raised, Score, relative_gap
from samescore.records import AxiomFinding

_FIRST_ONLY = "only the first reference counts"
_EMPTY_IS_PERFECT = "its TER of an empty hypothesis is 0"
_24_BITS = "sums of 24 bits are rounded in another place"

#: What is broken by design: (implementation and metric, axiom) -> the reason.
EXCEPTIONS = {
    ("torchmetrics.ter", "empty is worst"): _EMPTY_IS_PERFECT,
    ("torchmetrics.rouge-n", "duplication"): _24_BITS,
    ("torchmetrics.rouge-l", "duplication"): _24_BITS,
}

Lines = list[str]

_REFERENCES: list[Lines] = [
    ["the cat sat on the mat near the old door", "a cat was sitting on the mat by the door"],
    ["there is a dog in the garden behind our house", "a dog is in our garden behind the house"],
    ["they went home early because it rained all day long", "since it rained the whole day they went home early"],
]
_GOOD = [
    "the cat sat on the mat near a door",
    "there is a dog in the garden of our house",
    "they went home because it rained all day long",
]
_POOR = ["the the mat of a", "dog garden some is big", "home they rain on went"]


Ask = Callable[[Corpus], Outcome]


def _corpus(hypotheses: Sequence[str], references: Sequence[Sequence[str]] = _REFERENCES) -> Corpus:
    return Corpus.from_segments(list(hypotheses), [list(lines) for lines in references])


def _value(outcome: Outcome) -> float | None:
    return outcome.value if isinstance(outcome, Score) else None


def _same(first: Outcome, second: Outcome) -> bool | None:
    a, b = _value(first), _value(second)
    return None if a is None or b is None else relative_gap(a, b) <= CLOSE_NUMBER


def _checks(ask: Ask, higher: bool, several: bool) -> Iterator[tuple[str, bool | None, str]]:
    """Every axiom: its name, whether it holds (None if it cannot be checked), and the numbers."""
    references = _REFERENCES if several else [lines[:1] for lines in _REFERENCES]

    def scored(hypotheses: Sequence[str], refs: Sequence[Sequence[str]] = references) -> Outcome:
        return ask(_corpus(hypotheses, refs))

    def not_worse(better: Outcome, worse: Outcome) -> bool | None:
        a, b = _value(better), _value(worse)
        if a is None or b is None:
            return None
        return a >= b - abs(b) * CLOSE_NUMBER if higher else a <= b + abs(b) * CLOSE_NUMBER

    good, poor, perfect = scored(_GOOD), scored(_POOR), scored([lines[0] for lines in references])
    yield "better is not worse", not_worse(good, poor), f"{good.describe()} against {poor.describe()}"
    yield "identity", not_worse(perfect, good), f"{perfect.describe()} against {good.describe()}"
    empty = scored(["", "", ""])
    yield (
        "empty is worst",
        True if isinstance(empty, Raised) else not_worse(poor, empty),
        f"{poor.describe()} against {empty.describe()} for empty hypotheses",
    )
    turned = scored(_GOOD[::-1], references[::-1])
    yield "segment order", _same(good, turned), f"{good.describe()} and {turned.describe()}"
    twice = scored(_GOOD * 2, references * 2)
    yield "duplication", _same(good, twice), f"{good.describe()} and {twice.describe()} with everything twice"
    if several:
        exchanged = scored(_GOOD, [lines[::-1] for lines in references])
        yield "reference order", _same(good, exchanged), f"{good.describe()} and {exchanged.describe()}"
    outcome = scored(_GOOD)
    yield "repeatable", _same(good, outcome), f"{good.describe()} and {outcome.describe()}"


def metrics_with_axioms() -> list[str]:
    """The metrics that have axioms."""
    return [name for name in METRIC_NAMES if find(name)[0].facts.axioms]


def check(name: str, metric: str, opened: Implementation | None = None) -> list[AxiomFinding]:
    """Check every axiom for one implementation and metric.

    Raises `UnknownNameError` for a metric without axioms. If the implementation raises or does not support the input,
    the axiom is neither kept nor broken.
    """
    chosen, implied = find(metric)
    if not chosen.facts.axioms:
        raise UnknownNameError(
            f"there are no axioms for {metric}", hint=f"there are some for: {', '.join(metrics_with_axioms())}"
        )
    participant = opened if opened is not None else implementation(name)
    several = not (
        isinstance(participant, Profiled) and any(p.max_references == 1 for p in participant.profiles(chosen.name))
    )
    findings = []
    for axiom, holds, detail in _checks(
        lambda corpus: participant.score(chosen.name, corpus, **implied), bool(chosen.facts.higher_is_better), several
    ):
        base = name.removeprefix("native:").partition(".")[0].partition("==")[0]
        reason = EXCEPTIONS.get((f"{base}.{chosen.name}", axiom), "")
        if axiom == "reference order" and getattr(chosen.settings(), "references", "") == "first":
            reason = _FIRST_ONLY
        findings.append(AxiomFinding(participant.label, chosen.name, axiom, holds, detail, reason))
    return findings
