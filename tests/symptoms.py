"""How often ``samescore why`` has a right first answer: ``python -m tests.symptoms`` prints a table.

The symptoms are in users' words, each with the entries that explain it. The search is tuned with ``symptoms.toml`` of
``tests/data``. Those of ``symptoms-apart.toml`` are counted, and never read by whoever tunes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import msgspec

from samescore.verbs.why import Search

_DATA = Path(__file__).parent / "data"


class Symptom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symptom, the ids of its right answers, and the page where users wrote of it (empty: made up)."""

    words: str
    answers: list[str]
    source: str = ""

    def rank(self, search: Search, most: int = 3) -> int | None:
        """The place of the first right answer, from 1; None if the first `most` have none."""
        found = [reason.id for reason in search.reasons(self.words, most).reasons]
        return next((place for place, name in enumerate(found, 1) if name in self.answers), None)


class Rates(msgspec.Struct, frozen=True):
    """The shares of symptoms with a right answer in the first place, and in the first three."""

    symptoms: int
    first: float
    first_three: float


def _symptoms(file: str) -> list[Symptom]:
    return msgspec.toml.decode((_DATA / file).read_bytes(), type=dict[str, list[Symptom]])["symptom"]


def symptoms_for_tuning() -> list[Symptom]:
    """The symptoms that the search may be tuned with, in file order."""
    return _symptoms("symptoms.toml")


def symptoms_apart() -> list[Symptom]:
    """The symptoms that the search is never tuned with, in file order."""
    return _symptoms("symptoms-apart.toml")


def rates(chosen: Iterable[Symptom], search: Search) -> Rates:
    """How often the first answer, and one of the first three, is right."""
    ranks = [symptom.rank(search) for symptom in chosen]
    return Rates(len(ranks), ranks.count(1) / len(ranks), sum(rank is not None for rank in ranks) / len(ranks))


def main() -> None:
    """Print the table."""
    print("| symptoms | number | first answer right | right in the first three |")
    print("|---|---:|---:|---:|")
    with closing(Search()) as search:
        for name, chosen in (("used for tuning", symptoms_for_tuning()), ("kept apart", symptoms_apart())):
            found = rates(chosen, search)
            print(f"| {name} | {found.symptoms} | {found.first:.1%} | {found.first_three:.1%} |")


if __name__ == "__main__":
    main()
