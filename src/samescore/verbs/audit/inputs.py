"""The files of a claim, read as it says and in other ways."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Labels
from samescore.errors import InputError
from samescore.metrics import find
from samescore.verbs.audit.claims import Claim, file_of, metric_of

#: Subsets and orders of up to this many references are tried.
_MOST_REFERENCES = 4


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimInput:
    """The files of a claim, read in one way; `how` is empty for the way that is claimed."""

    how: str
    data: Data
    other_order: bool = False


def as_claimed(claim: Claim, base: Path) -> ClaimInput:
    """The files as the claim says, below the folder `base`; `InputError` where they cannot be read."""
    return ClaimInput("", _data(claim, base, claim.references))


def otherwise(claim: Claim, base: Path) -> Iterator[ClaimInput]:
    """Every proper subset of the references, then every other order of all of them."""
    names = claim.references
    if not 1 < len(names) <= _MOST_REFERENCES:
        return
    for size in (1, *range(len(names) - 1, 1, -1)):
        for subset in itertools.combinations(names, size):
            yield ClaimInput(f"references {_shown(subset)}", _data(claim, base, subset))
    for order in itertools.islice(itertools.permutations(names), 1, None):
        yield ClaimInput(f"references in the order {_shown(order)}", _data(claim, base, order), other_order=True)


def _shown(names: Sequence[str]) -> str:
    return ", ".join(Path(name).name for name in names)


def _data(claim: Claim, base: Path, references: Sequence[str]) -> Data:
    metric, _ = metric_of(claim)
    files = tuple(file_of(base, name) for name in references)
    return _read(metric, file_of(base, claim.hypotheses), files)


@lru_cache(maxsize=8)
def _read(metric: str, hypotheses: Path, references: tuple[Path, ...]) -> Data:
    if Labels in find(metric)[0].takes:
        if len(references) != 1:
            raise InputError(f"{metric} wants one file of gold labels, {len(references)} are named", hint="references")
        return Labels.read(references[0], hypotheses)
    return Corpus.read(hypotheses, references)
