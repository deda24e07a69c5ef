"""Checks that need no expected value: what any implementation of a metric of translations or summaries should keep.

They are asked on inputs made here, through whatever settings the implementation has. Several metrics break some of
them by design; `EXCEPTIONS` says which and why.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence

from samescore.data.corpus import Corpus
from samescore.errors import UnknownNameError
from samescore.implementations import Implementation, implementation
from samescore.implementations.base import Profiled
from samescore.metrics import find
from samescore.outcome import CLOSE, Outcome, Raised, Score, close_numbers

#: The metrics that the axioms are about, and whether a higher score is better.
HIGHER_IS_BETTER = {
    **dict.fromkeys(("bleu", "chrf", "rouge-n", "rouge-l", "rouge-lsum", "gleu", "ribes", "meteor", "char-f1"), True),
    **dict.fromkeys(("ter", "wer", "cer", "mer", "wil", "edit-distance"), False),
}

_FIRST_ONLY = "only the first reference counts"
_EMPTY_IS_PERFECT = "its TER of an empty hypothesis is 0"
_24_BITS = "sums of 24 bits are rounded in another place"

#: Broken by design, as (metric, or implementation and metric; axiom): the reason.
EXCEPTIONS = {
    ("torchmetrics.ter", "empty is worst"): _EMPTY_IS_PERFECT,
    ("torchmetrics.rouge-n", "duplication"): _24_BITS,
    ("torchmetrics.rouge-l", "duplication"): _24_BITS,
    **{(metric, "reference order"): _FIRST_ONLY for metric in ("wer", "cer", "mer", "wil", "edit-distance")},
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


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """One axiom on one implementation. `holds` is None where it could not be asked."""

    implementation: str
    metric: str
    axiom: str
    holds: bool | None
    detail: str
    exception: str

    @property
    def red(self) -> bool:
        """Is it broken without a known reason?"""
        return self.holds is False and not self.exception


Ask = Callable[[Corpus], Outcome]


def _corpus(hypotheses: Sequence[str], references: Sequence[Sequence[str]] = _REFERENCES) -> Corpus:
    return Corpus.from_segments(list(hypotheses), [list(each) for each in references])


def _value(outcome: Outcome) -> float | None:
    return outcome.value if isinstance(outcome, Score) else None


def _same(one: Outcome, other: Outcome) -> bool | None:
    a, b = _value(one), _value(other)
    return None if a is None or b is None else close_numbers(a, b)


def _checks(ask: Ask, higher: bool, several: bool) -> Iterator[tuple[str, bool | None, str]]:
    """Every axiom: its name, whether it holds, and the numbers."""
    references = _REFERENCES if several else [each[:1] for each in _REFERENCES]

    def scored(hypotheses: Sequence[str], refs: Sequence[Sequence[str]] = references) -> Outcome:
        return ask(_corpus(hypotheses, refs))

    def not_worse(better: Outcome, worse: Outcome) -> bool | None:
        a, b = _value(better), _value(worse)
        if a is None or b is None:
            return None
        return a >= b - abs(b) * CLOSE if higher else a <= b + abs(b) * CLOSE

    good, poor, perfect = scored(_GOOD), scored(_POOR), scored([each[0] for each in references])
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
        exchanged = scored(_GOOD, [each[::-1] for each in references])
        yield "reference order", _same(good, exchanged), f"{good.describe()} and {exchanged.describe()}"
    outcome = scored(_GOOD)
    yield "repeatable", _same(good, outcome), f"{good.describe()} and {outcome.describe()}"


def check(name: str, metric: str, one: Implementation | None = None) -> list[Finding]:
    """Every axiom for one implementation and metric.

    Raises `UnknownNameError` for a metric that the axioms are not about. An axiom that the implementation cannot be
    asked about (it raises, or does not take the input) neither holds nor breaks.
    """
    chosen, implied = find(metric)
    if chosen.name not in HIGHER_IS_BETTER:
        raise UnknownNameError(
            f"there are no axioms for {metric}", hint=f"there are some for: {', '.join(HIGHER_IS_BETTER)}"
        )
    asked = one if one is not None else implementation(name)
    several = not (isinstance(asked, Profiled) and any(p.max_references == 1 for p in asked.profiles(chosen.name)))
    findings = []
    for axiom, holds, detail in _checks(
        lambda corpus: asked.score(chosen.name, corpus, **implied), HIGHER_IS_BETTER[chosen.name], several
    ):
        base = name.removeprefix("native:").partition(".")[0].partition("==")[0]
        reason = EXCEPTIONS.get((f"{base}.{chosen.name}", axiom)) or EXCEPTIONS.get((chosen.name, axiom)) or ""
        findings.append(Finding(asked.label, chosen.name, axiom, holds, detail, reason))
    return findings
