"""How often ``samescore why`` has a right first answer: ``python -m tests.symptoms`` prints the table of docs/checked.md.

The symptoms are in ``tests/data/symptoms.toml``, in users' words, each with the entries that explain it. The search is tuned
with a third of them only; which ones, a checksum of the words decides. The others are counted, and never looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec

from samescore.verbs.why import Search

_FILE = Path(__file__).parent / "data" / "symptoms.toml"


class Symptom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symptom, the ids of its right answers, and whether it was known before the others were collected."""

    words: str
    answers: list[str]
    known: bool = False

    @property
    def for_tuning(self) -> bool:
        """May the search be tuned with it?"""
        return self.known or sha256(self.words.encode()).digest()[0] % 3 == 0

    def rank(self, search: Search, most: int = 3) -> int | None:
        """The place of the first right answer, from 1; None if the first `most` have none."""
        found = [reason.id for reason in search.reasons(self.words, most).reasons]
        return next((place for place, name in enumerate(found, 1) if name in self.answers), None)


class Rates(msgspec.Struct, frozen=True):
    """The shares of symptoms with a right answer in the first place, and in the first three."""

    symptoms: int
    first: float
    first_three: float


def symptoms() -> list[Symptom]:
    """All symptoms, in file order."""
    return msgspec.toml.decode(_FILE.read_bytes(), type=dict[str, list[Symptom]])["symptom"]


def rates(chosen: Iterable[Symptom], search: Search) -> Rates:
    """How often the first answer, and one of the first three, is right."""
    ranks = [symptom.rank(search) for symptom in chosen]
    return Rates(len(ranks), ranks.count(1) / len(ranks), sum(rank is not None for rank in ranks) / len(ranks))


def main() -> None:
    """Print the table."""
    print("| symptoms | number | first answer right | right in the first three |")
    print("|---|---:|---:|---:|")
    with closing(Search()) as search:
        for name, tuning in (("used for tuning", True), ("kept apart", False)):
            found = rates([symptom for symptom in symptoms() if symptom.for_tuning is tuning], search)
            print(f"| {name} | {found.symptoms} | {found.first:.1%} | {found.first_three:.1%} |")


if __name__ == "__main__":
    main()
