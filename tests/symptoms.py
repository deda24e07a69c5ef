"""Measure how often the first answer of ``samescore why`` is right: ``python -m tests.symptoms`` prints a table.

The symptoms are in users' words, each with the entries that explain it. The search is tuned on the symptoms of the
catalogue (`samescore.catalogue.symptoms`) and uses their words, so they are measured by cross-validation. The symptoms in
``tests/data/symptoms-apart.toml`` are never used for tuning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from samescore.catalogue.symptoms import Symptom, symptoms
from samescore.verbs.why.symptom_search import SymptomIndex

_APART = Path(__file__).parent / "data" / "symptoms-apart.toml"
#: Number of folds of the cross-validation.
_FOLDS = 10
#: Number of answers that are checked.
_MOST = 3


class Rates(msgspec.Struct, frozen=True):
    """The shares of symptoms with a right answer in the first place, and in the first three."""

    symptoms: int
    first: float
    first_three: float


def symptoms_apart() -> list[Symptom]:
    """Return the symptoms that are never used for tuning, in file order."""
    return msgspec.toml.decode(_APART.read_bytes(), type=dict[str, list[Symptom]])["symptom"]


def rates(chosen: Iterable[Symptom], search: SymptomIndex) -> Rates:
    """Return the shares of symptoms whose first answer, or one of the first three, is right."""
    return _rates([_rank(symptom, search) for symptom in chosen])


def cross_validated(chosen: Sequence[Symptom]) -> tuple[Rates, Rates]:
    """Return the rates of all symptoms, and of symptoms with a source, each searched with only the other folds' symptoms."""
    ranks: dict[str, int | None] = {}
    for fold in range(_FOLDS):
        others = [symptom for place, symptom in enumerate(chosen) if place % _FOLDS != fold]
        with closing(SymptomIndex(others)) as search:
            ranks |= {symptom.words: _rank(symptom, search) for symptom in chosen[fold::_FOLDS]}
    return _rates([*ranks.values()]), _rates([ranks[symptom.words] for symptom in chosen if symptom.source])


def _rank(symptom: Symptom, search: SymptomIndex) -> int | None:
    """Return the rank of the first right answer, from 1; None if none of the first three is right."""
    found = [reason.id for reason in search.reasons(symptom.words, _MOST).reasons]
    return next((place for place, name in enumerate(found, 1) if name in symptom.answers), None)


def _rates(ranks: Sequence[int | None]) -> Rates:
    number = max(len(ranks), 1)
    return Rates(len(ranks), ranks.count(1) / number, sum(rank is not None for rank in ranks) / number)


def main() -> None:
    """Print the table."""
    print("| symptoms | number | first answer right | right in the first three |")
    print("|---|---:|---:|---:|")
    with closing(SymptomIndex()) as search:
        apart = rates(symptoms_apart(), search)
    every, from_threads = cross_validated(symptoms())
    rows = (
        ("used for tuning, cross-validated", every),
        ("of these, from users' threads", from_threads),
        ("kept apart", apart),
    )
    for name, found in rows:
        print(f"| {name} | {found.symptoms} | {found.first:.1%} | {found.first_three:.1%} |")


if __name__ == "__main__":
    main()
