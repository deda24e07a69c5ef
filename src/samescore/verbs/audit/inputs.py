"""Read the files of a claim as stated, and in alternative ways."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from samescore.base.errors import InputError
from samescore.base.files import TABLES, read_bytes
from samescore.base.line_reading import LineReading
from samescore.base.lines import read_text
from samescore.data.comparison import Comparison
from samescore.data.corpus import Corpus
from samescore.data.counts import read_labels
from samescore.data.input_files import InputFiles
from samescore.data.kinds import Data
from samescore.data.labels import Labels
from samescore.data.shared import LastReferences
from samescore.data.trained import CountedTexts, read_training
from samescore.metrics.base import AnyMetric, Metric
from samescore.metrics.significance.files import read_comparison
from samescore.verbs.audit.claims import file_of
from samescore.verbs.audit.question import Question

#: Subsets and orders of up to this many references are tried.
_MOST_REFERENCES = 4
#: Files of records, whose texts are not the file's lines.
_RECORDS = (".jsonl", ".ndjson", ".json", ".eval", *TABLES)


@dataclasses.dataclass(frozen=True, slots=True)
class Way:
    """A way to read the files of a claim; `how` describes it, and is empty for the stated way.

    `references` are the names of the reference files, in order; `reading` says how text is split into lines.
    """

    how: str
    references: tuple[str, ...] = ()
    reading: LineReading = LineReading.USUAL


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimInput:
    """The files of a claim, read in one way."""

    way: Way
    data: Data


class ClaimFiles:
    """A reader of claims' files in the folder `base`, which caches the last few inputs."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._read = lru_cache(maxsize=8)(_read)
        self._met = LastReferences()
        self._digests: dict[str, bytes] = {}

    def digest(self, name: str) -> bytes:
        """Return the SHA-256 digest of a file's content. Raises `InputError` if it cannot be read."""
        if name not in self._digests:
            self._digests[name] = hashlib.sha256(read_bytes(file_of(self._base, name))).digest()
        return self._digests[name]

    def readable(self, question: Question) -> tuple[ClaimInput, str]:
        """Read the files as stated, or else in the first alternative way that works.

        Also return why the stated way fails, empty if it works. Raises `InputError` if no way works.
        """
        try:
            return self.read(question), ""
        except InputError as problem:
            other = next(self.otherwise(question), None)
            if other is None:
                raise
            return other, problem.message

    def otherwise(self, question: Question) -> Iterator[ClaimInput]:
        """Yield the files as read in each way that works, except the stated way.

        First come other text readings that change these files, then subsets of the references, then other orders of all
        references (for up to `_MOST_REFERENCES` references). If a file has a byte order mark, subsets and orders are
        also tried with the mark kept.
        """
        readings = self._readings(question)
        selections = list(_selections(question.claim.references))
        mark = [LineReading.BYTE_ORDER_MARK] if LineReading.BYTE_ORDER_MARK in readings else []
        ways = [(tuple(question.claim.references), reading) for reading in readings]
        ways += [(names, reading) for reading in (LineReading.USUAL, *mark) for names in selections]
        for names, reading in ways:
            with suppress(InputError):  # with this reading the files have different numbers of lines
                yield self.read(question, names, reading)

    def _readings(self, question: Question) -> list[LineReading]:
        """Return the text readings that change the lines of a file of the claim."""
        names = (question.claim.hypotheses, *question.claim.references)
        if question.metric.takes[0] is not Corpus or any(Path(name).suffix.lower() in _RECORDS for name in names):
            return []
        changed: list[LineReading] = []
        for name in names:
            text = read_text(file_of(self._base, name))
            changed += [reading for reading in LineReading if reading.matters(text)]
        return list(dict.fromkeys(changed))

    def read(
        self, question: Question, references: Sequence[str] | None = None, reading: LineReading = LineReading.USUAL
    ) -> ClaimInput:
        """Read the files of a claim, optionally with other references or a different text reading.

        Raises `InputError` if they cannot be read, or if their numbers of segments differ.
        """
        claim, metric = question.claim, question.metric
        claimed = tuple(claim.references)
        selected = claimed if references is None else tuple(references)
        scored, files = file_of(self._base, claim.hypotheses), tuple(file_of(self._base, name) for name in selected)
        compared = InputFiles(
            scored,
            files,
            needs_references=metric.needs_references,
            reading=reading,
            baseline=file_of(self._base, claim.baseline) if claim.baseline else None,
            statistic=question.statistic,
            met=self._met,
        )
        data = self._read(_reader(metric), compared)
        other_order = selected != claimed and sorted(selected) == sorted(claimed)
        order = "references in the order" if other_order else "references"
        how = [f"{order} {_shown(selected)}"] if selected != claimed else []
        how += [] if reading is LineReading.USUAL else [f"files read with {reading.value}"]
        return ClaimInput(Way("; ".join(how), selected, reading), data)


def _selections(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every proper subset of the references, then every other order of all of them.

    Yields nothing for a single reference, and for more than `_MOST_REFERENCES`.
    """
    if 1 < len(names) <= _MOST_REFERENCES:
        for size in (1, *range(len(names) - 1, 1, -1)):
            yield from itertools.combinations(names, size)
        yield from itertools.islice(itertools.permutations(names), 1, None)


def _shown(names: Sequence[str]) -> str:
    return ", ".join(Path(name).name for name in names)


def _reader(metric: AnyMetric) -> Callable[[InputFiles], Data]:
    """Return the function that reads a metric's files; metrics with the same kind of input share cached files."""
    if Labels in metric.takes:
        return read_labels
    if CountedTexts in metric.takes:
        return read_training
    if Comparison in metric.takes:
        return read_comparison
    if type(metric).read is not Metric.read:  # answer-match, which also reads logs
        return metric.read
    from_files: Callable[[InputFiles], Data] = metric.takes[0].from_files
    return from_files


def _read(reader: Callable[[InputFiles], Data], files: InputFiles) -> Data:
    return reader(files)
