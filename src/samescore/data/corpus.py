"""Texts to be scored: a `Corpus` of segments.

A corpus is always *segment-major*: ``references[i]`` are the references of segment ``i``. Adapters transpose it for
packages that expect streams. Wrong shapes raise an error that names the input, the place and the remedy; nothing is
silently truncated or padded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from samescore.base.checks import check_list, check_strings, name_of
from samescore.base.errors import InputError
from samescore.base.files import TABLES, PathLike
from samescore.base.line_reading import LineReading
from samescore.base.packed import suffix_of
from samescore.data.batches import WHOLE, Bounds, line_batches, only_batch, record_batches, row_batches
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.rows import check_same_rows
from samescore.data.sequences import as_list, as_lists
from samescore.data.shapes import Size, explain_length_mismatch
from samescore.data.shared import SharedReferences

Tokens = tuple[str, ...]
Line = str | Tokens


class Segment(msgspec.Struct, frozen=True):
    """One hypothesis and its references: all strings, or all tuples of tokens."""

    hypothesis: Line
    references: tuple[Line, ...]


class Corpus(Kind):
    """An immutable sequence of segments.

    Build one with `from_segments`, `from_streams`, `from_tokens` or `read`. Hypotheses and references are stored in two
    columns; `segments` are created on access.
    """

    __slots__ = ("_segments", "hypothesis_lines", "reference_lines", "shared", "tokenized")

    hypothesis_lines: tuple[Line, ...]
    """The hypothesis of each segment."""
    reference_lines: tuple[tuple[Line, ...], ...]
    """The references of each segment."""
    tokenized: bool
    """Whether the lines are tuples of tokens instead of texts."""
    shared: SharedReferences | None
    """The references as an object shared with other systems; None if they are not shared."""
    _segments: tuple[Segment, ...] | None

    caches: ClassVar[bool] = True  # whether results computed from the corpus are cached on it
    TAG: ClassVar[str] = "corpus"
    FIELDS: ClassVar[tuple[str, ...]] = ("segments",)
    ARGUMENTS: ClassVar[str] = "HYPOTHESES -r REFERENCES"

    def __init__(self, segments: tuple[Segment, ...], tokenized: bool = False) -> None:
        kind = tuple if tokenized else str
        if not isinstance(segments, tuple):
            raise InputError("a Corpus holds a tuple of segments", hint="build it with Corpus.from_segments")
        for i, segment in enumerate(segments):
            whole = isinstance(segment, Segment) and isinstance(segment.references, tuple)
            if not whole or not all(isinstance(line, kind) for line in (segment.hypothesis, *segment.references)):
                raise InputError(f"segment {i} is malformed", hint="build the corpus with Corpus.from_segments")
        self._set(tuple(s.hypothesis for s in segments), tuple(s.references for s in segments), tokenized)

    @classmethod
    def _of(cls, hypotheses: Iterable[Line], references: Iterable[Sequence[Line]], tokenized: bool = False) -> Corpus:
        """Build a corpus from lines that have been checked."""
        corpus = cls.__new__(cls)
        corpus._set(tuple(hypotheses), tuple(map(tuple, references)), tokenized)
        return corpus

    def _set(self, hypotheses: tuple[Line, ...], references: tuple[tuple[Line, ...], ...], tokenized: bool) -> None:
        object.__setattr__(self, "hypothesis_lines", hypotheses)
        object.__setattr__(self, "reference_lines", references)
        object.__setattr__(self, "tokenized", tokenized)
        object.__setattr__(self, "shared", None)
        object.__setattr__(self, "_segments", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete field {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._of, (self.hypothesis_lines, self.reference_lines, self.tokenized)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Corpus) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        return self.hypothesis_lines, self.reference_lines, self.tokenized

    def __repr__(self) -> str:
        return f"Corpus(segments={self.segments!r}, tokenized={self.tokenized!r})"

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments, in order."""
        made = self._segments
        if made is None:
            made = tuple(map(Segment, self.hypothesis_lines, self.reference_lines))
            object.__setattr__(self, "_segments", made)
        return made

    def has_text(self, least: int) -> bool:
        """Return whether the lines have at least `least` characters (or tokens) in total."""
        size = 0
        for hypothesis, references in zip(self.hypothesis_lines, self.reference_lines, strict=True):
            size += len(hypothesis) + sum(map(len, references))
            if size >= least:
                return True
        return False

    def part(self, start: int, stop: int) -> Corpus:
        """Return the segments from `start` to `stop` (exclusive) as a new corpus."""
        return self._of(self.hypothesis_lines[start:stop], self.reference_lines[start:stop], self.tokenized)

    @classmethod
    def from_segments(cls, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]]) -> Corpus:
        """Build a corpus in which ``references[i]`` are the references of ``hypotheses[i]``; None marks a missing one.

        Raises `InputError` for unequal lengths, a single string instead of a list, a flat list of reference strings, or
        streams in place of segments.

        >>> Corpus.from_segments(["a b"], [["a b", "a c"]]).segments[0].references
        ('a b', 'a c')
        """
        check_same_rows({"hypotheses": hypotheses, "references": references})
        hypotheses, references = as_list(hypotheses, "hypotheses"), as_lists(references, "references")
        check_strings(hypotheses, "hypotheses")
        _check_nested(references, "references")
        _check_segment_count(hypotheses, references)
        if set(map(type, chain(hypotheses, chain.from_iterable(references)))) <= {str}:
            complete: Any = references
            return cls._of(hypotheses, complete)
        return cls._of(map(str.__str__, hypotheses), map(_without_missing, count(), references))

    @classmethod
    def from_streams(cls, hypotheses: Sequence[str], *streams: Sequence[str | None]) -> Corpus:
        """Build a corpus from streams, each with one reference for every hypothesis, as sacreBLEU expects them.

        Raises `InputError` if there is no stream, or if a stream is longer or shorter than the hypotheses.

        >>> Corpus.from_streams(["a", "b"], ["a", "x"], ["y", "b"]).segments[1].references
        ('x', 'b')
        """
        check_same_rows({"hypotheses": hypotheses, **{f"streams[{k}]": stream for k, stream in enumerate(streams)}})
        hypotheses = as_list(hypotheses, "hypotheses")
        check_strings(hypotheses, "hypotheses")
        if not streams:
            raise InputError("no reference stream was given", hint="pass at least one list of references")
        streams = tuple(as_list(stream, f"reference stream {k}") for k, stream in enumerate(streams))
        for k, stream in enumerate(streams):
            check_list(stream, f"reference stream {k}")
            if len(stream) != len(hypotheses):
                seen = explain_length_mismatch(Size.of(hypotheses), _sizes_of(streams), "list")
                rule = (
                    "each stream holds exactly one reference for every hypothesis; "
                    "for one list of references per segment use Corpus.from_segments"
                )
                raise InputError(
                    f"reference stream {k} has {len(stream)} lines but there are {len(hypotheses)} hypotheses",
                    hint="; ".join(filter(None, (seen, rule))),
                )
        return cls.from_segments(hypotheses, list(zip(*streams, strict=True)))

    @classmethod
    def beside(cls, hypotheses: Sequence[Line], references: SharedReferences) -> Corpus:
        """Build a corpus of one system's texts, with references shared with other systems.

        Raises `InputError` for unequal lengths.
        """
        _check_segment_count(hypotheses, references.lines)
        corpus = cls.__new__(cls)
        corpus._set(tuple(hypotheses), references.lines, tokenized=False)
        object.__setattr__(corpus, "shared", references.next_system())
        return corpus

    @classmethod
    def from_tokens(cls, hypotheses: Sequence[Sequence[str]], references: Sequence[Sequence[Sequence[str]]]) -> Corpus:
        """Build a corpus like `from_segments`, from texts that are already split into tokens.

        Score such a corpus with ``tokenizer="given"``. Raises `InputError` as `from_segments` does.
        """
        _check_nested(hypotheses, "hypotheses")
        _check_nested(references, "references")
        _check_segment_count(hypotheses, references)
        for i, refs in enumerate(references):
            if any(isinstance(reference, str) for reference in refs):
                raise InputError(
                    f"references[{i}] is a list of strings, not a list of token lists",
                    hint="references[i][j] is the list of tokens of reference j of segment i",
                )
        return cls._of(
            [_token_tuple(tokens, f"hypotheses[{i}]") for i, tokens in enumerate(hypotheses)],
            [
                [_token_tuple(tokens, f"references[{i}][{j}]") for j, tokens in enumerate(refs)]
                for i, refs in enumerate(references)
            ],
            tokenized=True,
        )

    @classmethod
    def read(
        cls, hypotheses: PathLike, references: Sequence[PathLike] = (), reading: LineReading = LineReading.USUAL
    ) -> Corpus:
        """Read a corpus from files.

        With `references`, each file has one segment per line, and there is one file for each reference stream. Without
        them, `hypotheses` is a ``.tsv`` file of ``hypothesis<TAB>reference...`` lines, a ``.jsonl`` file of
        ``{"hypothesis": ..., "references": [...]}`` objects, or a Parquet or Arrow table with these columns.

        Raises `InputError` for unreadable files, different numbers of lines, malformed lines, or missing references.
        """
        if isinstance(references, (str, Path)):
            raise InputError("references is a single path, not a list", hint="pass references=[path]")
        return cls.from_files(InputFiles(hypotheses, tuple(references), reading=reading))

    @classmethod
    def from_files(cls, files: InputFiles) -> Corpus:
        """Read the corpus from a command's files as `read` does.

        A text file without reference files is allowed if `files` says that the metric needs none.
        """
        return only_batch(cls.batches(files, WHOLE))

    @classmethod
    def batches(cls, files: InputFiles, bounds: Bounds) -> Iterator[Corpus]:
        """Yield the result of `from_files` in batches, at least one."""
        layout = _BOTH_SIDES.get(suffix_of(files.scored))
        if files.references or (layout is None and not files.needs_references):
            return _read_streams(files, bounds)
        if layout is None:
            raise InputError(
                f"no references were given for {files.scored}",
                hint="pass reference files (-r FILE), or a .tsv, .jsonl or .parquet file with both sides",
            )
        return layout(files, bounds)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Corpus:
        """Build the corpus from the result of `plain`; raises like `from_segments`."""
        build = cls.from_tokens if plain.get("tokenized") else cls.from_segments
        segments = plain["segments"]
        return build([s["hypothesis"] for s in segments], [s["references"] for s in segments])

    def __len__(self) -> int:
        return len(self.hypothesis_lines)

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)

    @property
    def hypotheses(self) -> list[Line]:
        """The hypotheses, in order."""
        return list(self.hypothesis_lines)

    @property
    def references(self) -> list[list[Line]]:
        """``references[i]`` are the references of segment i."""
        return list(map(list, self.reference_lines))

    def plain(self) -> dict[str, Any]:
        """Return the corpus as JSON-compatible data, which `from_plain` reads back."""
        segments = [{"hypothesis": s.hypothesis, "references": list(s.references)} for s in self.segments]
        return {"tokenized": True, "segments": segments} if self.tokenized else {"segments": segments}

    def entries(self) -> tuple[Segment, ...]:
        return self.segments

    def of_entries(self, entries: Sequence[Any]) -> Corpus:
        return Corpus(tuple(entries), self.tokenized)

    def common(self) -> bool:
        return self.tokenized

    @property
    def max_references(self) -> int:
        """The largest number of references of a segment; 0 for an empty corpus."""
        return max(map(len, self.reference_lines), default=0)


def _sizes_of(streams: Sequence[object]) -> list[Size]:
    """Return the size of each stream that is a list; entries that are not strings count as blank."""
    lists = (stream for stream in streams if isinstance(stream, Sequence) and not isinstance(stream, (str, bytes)))
    return [Size.of([entry if isinstance(entry, str) else "" for entry in stream]) for stream in lists]


def _without_missing(i: int, references: Sequence[object]) -> list[str]:
    """Return the non-missing references of segment `i`. Raises `InputError` for an entry that is not a string."""
    present = []
    for j, reference in enumerate(references):
        if reference is None:
            continue
        if not isinstance(reference, str):
            raise InputError(
                f"references[{i}][{j}] is {name_of(reference)}, not a string",
                hint="for tokens use Corpus.from_tokens",
            )
        present.append(str.__str__(reference))
    return present


def _check_nested(values: Sequence[Sequence[object]], name: str) -> None:
    """Raise `InputError` unless `values` is a list of sequences other than strings."""
    check_list(values, name)
    if set(map(type, values)) <= {list, tuple}:
        return
    for i, value in enumerate(values):
        if isinstance(value, (str, bytes)):
            raise InputError(
                f"{name}[{i}] is a string; {name} must be a list of lists (a flat list of strings was given)",
                hint=f"wrap each entry: [[r] for r in {name}]",
            )
        if not isinstance(value, Sequence):
            raise InputError(f"{name}[{i}] is {name_of(value)}, not a list", hint="pass a list of lists")


def _check_segment_count(hypotheses: Sequence[object], references: Sequence[Sequence[object]]) -> None:
    """Raise `InputError` unless there are as many lists of references as hypotheses."""
    if len(hypotheses) == len(references):
        return
    message = f"there are {len(hypotheses)} hypotheses but references for {len(references)} segments"
    if references and all(len(refs) == len(hypotheses) for refs in references):
        raise InputError(
            f"{message}; each of the {len(references)} lists has {len(hypotheses)} entries",
            hint="these look like reference streams: use Corpus.from_streams(hypotheses, *references)",
        )
    raise InputError(message, hint="references[i] is the list of references of segment i")


def _token_tuple(tokens: Sequence[str], name: str) -> Tokens:
    check_list(tokens, name)
    for k, token in enumerate(tokens):
        if not isinstance(token, str):
            raise InputError(
                f"{name}[{k}] is {name_of(token)}, not a token string",
                hint="tokens must be strings: convert them with str()",
            )
    return tuple(tokens)


def _read_streams(files: InputFiles, bounds: Bounds) -> Iterator[Corpus]:
    paths = (files.scored, *files.references)
    for hypotheses, *streams in line_batches(paths, files.reading, bounds, once=files.read_once):
        if streams:
            read = Corpus.from_streams(hypotheses, *streams)
            yield Corpus.beside(read.hypothesis_lines, files.met.of(read.reference_lines)) if files.met else read
        else:
            yield Corpus.from_segments(hypotheses, [[]] * len(hypotheses))


def _read_tsv(files: InputFiles, bounds: Bounds) -> Iterator[Corpus]:
    path = files.scored
    for rows in row_batches(path, files.reading, bounds, once=files.read_once):
        hypotheses, references = [], []
        for number, line in rows:
            hypothesis, *refs = line.split("\t")
            if not refs:
                raise InputError(
                    f"{path}, line {number}: the line has no tab, so it has no reference",
                    hint="write hypothesis<TAB>reference on each line",
                )
            hypotheses.append(hypothesis)
            references.append(refs)
        yield Corpus.from_segments(hypotheses, references)


class _Record(msgspec.Struct, forbid_unknown_fields=False):
    hypothesis: str
    references: list[str | None]


def _read_records(files: InputFiles, bounds: Bounds) -> Iterator[Corpus]:
    hint = 'each line is an object {"hypothesis": "...", "references": ["...", ...]}; columns have the same names'
    for records in record_batches(files.scored, _Record, hint, bounds, once=files.read_once):
        yield Corpus.from_segments([r.hypothesis for _, r in records], [r.references for _, r in records])


#: The reader of files that hold both hypotheses and references, by suffix.
_BOTH_SIDES = {".tsv": _read_tsv, **dict.fromkeys((".jsonl", ".ndjson", *TABLES), _read_records)}


def read_hypotheses(path: PathLike, reading: LineReading = LineReading.USUAL) -> Corpus:
    """Read hypotheses, one per line, as a corpus without references. Raises `InputError` for an unreadable file."""
    return only_batch(_read_streams(InputFiles(path, reading=reading), WHOLE))
