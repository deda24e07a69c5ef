"""How often ``samescore why`` has a right first answer: ``python -m tests.symptoms`` prints a table.

The symptoms are in users' words, each with the entries that explain it. The search is tuned with those of the catalogue
(`samescore.catalogue.symptoms`), and finds entries by their words: they are counted by cross-validation, each in a search
without it. Whoever tunes the search has read them, and never those of ``tests/data/symptoms-apart.toml``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from samescore.catalogue.symptoms import Symptom, symptoms
from samescore.verbs.why.symptom_search import SymptomIndex

_APART = Path(__file__).parent / "data" / "symptoms-apart.toml"
#: The symptoms are divided into so many parts, each of which is counted with those of the others.
_FOLDS = 10
#: How many answers are read.
_MOST = 3


class Rates(msgspec.Struct, frozen=True):
    """The shares of symptoms with a right answer in the first place, and in the first three."""

    symptoms: int
    first: float
    first_three: float


def symptoms_apart() -> list[Symptom]:
    """The symptoms that the search is never tuned with, in file order."""
    return msgspec.toml.decode(_APART.read_bytes(), type=dict[str, list[Symptom]])["symptom"]


def rates(chosen: Iterable[Symptom], search: SymptomIndex) -> Rates:
    """How often the first answer, and one of the first three, is right."""
    return _rates([_rank(symptom, search) for symptom in chosen])


def cross_validated(chosen: Sequence[Symptom]) -> tuple[Rates, Rates]:
    """The rates of symptoms, each in a search that knows those of the other folds alone; of all, and of those with a source."""
    ranks: dict[str, int | None] = {}
    for fold in range(_FOLDS):
        others = [symptom for place, symptom in enumerate(chosen) if place % _FOLDS != fold]
        with closing(SymptomIndex(others)) as search:
            ranks |= {symptom.words: _rank(symptom, search) for symptom in chosen[fold::_FOLDS]}
    return _rates([*ranks.values()]), _rates([ranks[symptom.words] for symptom in chosen if symptom.source])


def _rank(symptom: Symptom, search: SymptomIndex) -> int | None:
    """The place of the first right answer, from 1; None if the first three have none."""
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
