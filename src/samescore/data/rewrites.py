"""Texts rewritten from sources, with references: the input of text simplification metrics."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from samescore.base.checks import check_list, check_strings
from samescore.base.errors import InputError
from samescore.base.files import TABLES, PathLike
from samescore.base.line_reading import LineReading
from samescore.base.packed import suffix_of
from samescore.data.batches import WHOLE, Bounds, line_batches, only_batch, record_batches
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.sequences import as_list, as_lists

_HINT = 'each line is an object {"source": "...", "hypothesis": "...", "references": ["...", ...]}; columns have the same names'


class Rewrite(NamedTuple):
    """A source text, a system's rewrite of the source, and human rewrites of it."""

    source: str
    hypothesis: str
    references: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Rewrites(Kind):
    """Source texts, their rewrites by a system (the hypotheses), and human rewrites (the references).

    ``hypotheses[i]`` rewrites ``sources[i]`` and has the references ``references[i]``. Raises `InputError` for unequal
    lengths, a single string instead of a list, and entries that are not text.

    >>> Rewrites(["a b c"], ["a b"], [["a b", "a c"]]).references
    (('a b', 'a c'),)
    """

    sources: tuple[str, ...]
    hypotheses: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]

    TAG: ClassVar[str] = "rewrites"
    FIELDS: ClassVar[tuple[str, ...]] = ("rewrites",)
    ARGUMENTS: ClassVar[str] = "HYPOTHESES -r REFERENCES --sources SOURCES"

    def __init__(self, sources: Sequence[str], hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> None:
        sources, hypotheses = as_list(sources, "sources"), as_list(hypotheses, "hypotheses")
        references = as_lists(references, "references")
        check_strings(sources, "sources")
        check_strings(hypotheses, "hypotheses")
        check_list(references, "references")
        for i, lines in enumerate(references):
            check_strings(lines, f"references[{i}]")
        for name, side in (("sources", sources), ("references", references)):
            if len(side) != len(hypotheses):
                raise InputError(
                    f"{len(hypotheses)} hypotheses but {len(side)} {name}",
                    hint="references[i] is the list of references of hypotheses[i], which rewrites sources[i]",
                )
        object.__setattr__(self, "sources", tuple(map(str.__str__, sources)))
        object.__setattr__(self, "hypotheses", tuple(map(str.__str__, hypotheses)))
        object.__setattr__(self, "references", tuple(tuple(map(str.__str__, lines)) for lines in references))

    @classmethod
    def read(
        cls,
        hypotheses: PathLike,
        sources: PathLike | None = None,
        references: Sequence[PathLike] = (),
        reading: LineReading = LineReading.USUAL,
    ) -> Rewrites:
        """Read rewrites from files of one segment per line, or from one JSON Lines file or table with all fields.

        Raises `InputError` for unreadable files, different numbers of lines, malformed lines, or a missing side.
        """
        return cls.from_files(InputFiles(hypotheses, tuple(references), sources=sources, reading=reading))

    @classmethod
    def from_files(cls, files: InputFiles) -> Rewrites:
        """Read the rewrites from a command's files as `read` does."""
        return only_batch(cls.batches(files, WHOLE))

    @classmethod
    def batches(cls, files: InputFiles, bounds: Bounds) -> Iterator[Rewrites]:
        """Yield the result of `from_files` in batches, at least one."""
        if files.sources is not None and files.references:
            return _read_streams(files, files.sources, bounds)
        if files.sources is None and not files.references and suffix_of(files.scored) in _RECORDS:
            return _read_records(files, bounds)
        missing = "sources" if files.sources is None else "references"
        raise InputError(
            f"no {missing} were given for {files.scored}",
            hint="pass files of sources (-s FILE) and of references (-r FILE), or a .jsonl or .parquet file with all of them",
        )

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Rewrites:
        """Build the rewrites from the result of `plain`; raises like the constructor."""
        rows = plain["rewrites"]
        return cls(*([row[field] for row in rows] for field in Rewrite._fields))

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.hypotheses)

    def __iter__(self) -> Iterator[Rewrite]:
        return map(Rewrite, self.sources, self.hypotheses, self.references)

    def entries(self) -> list[Rewrite]:
        return list(self)

    def of_entries(self, entries: Sequence[Any]) -> Rewrites:
        sources, hypotheses = [entry.source for entry in entries], [entry.hypothesis for entry in entries]
        return Rewrites(sources, hypotheses, [entry.references for entry in entries])

    def plain(self) -> dict[str, Any]:
        """Return the rewrites as JSON-compatible data."""
        return {
            "rewrites": [
                {"source": row.source, "hypothesis": row.hypothesis, "references": list(row.references)} for row in self
            ]
        }


def _read_streams(files: InputFiles, sources: PathLike, bounds: Bounds) -> Iterator[Rewrites]:
    paths = (files.scored, sources, *files.references)
    for hypotheses, originals, *streams in line_batches(paths, files.reading, bounds, once=files.read_once):
        yield Rewrites(originals, hypotheses, list(zip(*streams, strict=True)))


class _Record(msgspec.Struct, forbid_unknown_fields=False):
    source: str
    hypothesis: str
    references: list[str]


_RECORDS = (".jsonl", ".ndjson", *TABLES)


def _read_records(files: InputFiles, bounds: Bounds) -> Iterator[Rewrites]:
    for records in record_batches(files.scored, _Record, _HINT, bounds, once=files.read_once):
        rows = [record for _, record in records]
        yield Rewrites([r.source for r in rows], [r.hypothesis for r in rows], [r.references for r in rows])
