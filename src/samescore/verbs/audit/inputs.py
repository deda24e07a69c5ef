"""The files of a claim, read as the claim says and in other ways."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from samescore.data.corpus import Corpus
from samescore.data.counts import read_labels
from samescore.data.files import InputFiles
from samescore.data.kinds import Data
from samescore.data.labels import Labels
from samescore.data.trained import CountedTexts, read_training
from samescore.metrics import find
from samescore.verbs.audit.claims import Claim, file_of, metric_of

#: Subsets and orders of up to this many references are tried.
_MOST_REFERENCES = 4


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimInput:
    """The files of a claim, read in one way; `how` is empty if they are read as claimed.

    `references` are the names of the reference files that were read, in their order.
    """

    how: str
    data: Data
    references: tuple[str, ...] = ()


class ClaimFiles:
    """The files of claims in the folder `base`; the last few are cached in this object."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._read = lru_cache(maxsize=8)(_read)

    def as_claimed(self, claim: Claim) -> ClaimInput:
        """The files as the claim says; `InputError` if they cannot be read."""
        return ClaimInput("", self._data(claim, claim.references), tuple(claim.references))

    def otherwise(self, claim: Claim) -> Iterator[ClaimInput]:
        """Every proper subset of the references, then every other order of all of them."""
        names = claim.references
        if not 1 < len(names) <= _MOST_REFERENCES:
            return
        for size in (1, *range(len(names) - 1, 1, -1)):
            for subset in itertools.combinations(names, size):
                yield ClaimInput(f"references {_shown(subset)}", self._data(claim, subset), subset)
        for order in itertools.islice(itertools.permutations(names), 1, None):
            shown = _shown(order)
            yield ClaimInput(f"references in the order {shown}", self._data(claim, order), order)

    def _data(self, claim: Claim, references: Sequence[str]) -> Data:
        metric, _ = metric_of(claim)
        files = tuple(file_of(self._base, name) for name in references)
        return self._read(_reader(metric), file_of(self._base, claim.hypotheses), files)


def _shown(names: Sequence[str]) -> str:
    return ", ".join(Path(name).name for name in names)


def _reader(metric: str) -> Callable[[InputFiles], Data]:
    """How the files of a metric are read: metrics that take the same kind of input share what was read."""
    takes = find(metric)[0].takes
    if Labels in takes:
        return read_labels
    return read_training if CountedTexts in takes else _read_corpus


def _read_corpus(files: InputFiles) -> Corpus:
    return Corpus.read(files.scored, files.references)


def _read(reader: Callable[[InputFiles], Data], hypotheses: Path, references: tuple[Path, ...]) -> Data:
    return reader(InputFiles(hypotheses, references))
