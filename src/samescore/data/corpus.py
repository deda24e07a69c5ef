"""Texts to be scored: a `Corpus` of segments.

A corpus is *segment-major*, always: ``references[i]`` are the references of segment ``i``. Adapters
transpose for peers that want streams. Every mistake of shape is caught here, with an error that says
what was given, where, and what to do; nothing is ever truncated or padded silently.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from samescore.errors import InputError

Tokens = tuple[str, ...]
Line = str | Tokens


@dataclasses.dataclass(frozen=True, slots=True)
class Segment:
    """One hypothesis and its references: all strings, or all tuples of tokens."""

    hypothesis: Line
    references: tuple[Line, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Corpus:
    """An ordered list of segments.

    Build one with `from_segments`, `from_streams`, `from_tokens` or `read`. `tokenized` is
    true when the caller supplied tokens instead of text.
    """

    segments: tuple[Segment, ...]
    tokenized: bool = False

    def __post_init__(self) -> None:
        kind = tuple if self.tokenized else str
        if not isinstance(self.segments, tuple):
            raise InputError("a Corpus holds a tuple of segments", hint="build it with Corpus.from_segments")
        for i, segment in enumerate(self.segments):
            whole = isinstance(segment, Segment) and isinstance(segment.references, tuple)
            if not whole or not all(isinstance(line, kind) for line in (segment.hypothesis, *segment.references)):
                raise InputError(f"segment {i} is malformed", hint="build the corpus with Corpus.from_segments")

    @classmethod
    def from_segments(cls, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]]) -> Corpus:
        """``references[i]`` holds the references of ``hypotheses[i]``; None marks a missing one.

        Raises `InputError` for unequal lengths, a bare string where a list belongs, a flat list of
        reference strings, or streams passed as segments.

        >>> Corpus.from_segments(["a b"], [["a b", "a c"]]).segments[0].references
        ('a b', 'a c')
        """
        check_strings(hypotheses, "hypotheses")
        _check_nested(references, "references")
        _check_segment_count(hypotheses, references)
        segments = []
        for i, (hypothesis, refs) in enumerate(zip(hypotheses, references, strict=True)):
            present = []
            for j, reference in enumerate(refs):
                if reference is None:
                    continue
                if not isinstance(reference, str):
                    raise InputError(
                        f"references[{i}][{j}] is {name_of(reference)}, not a string",
                        hint="for tokens use Corpus.from_tokens",
                    )
                present.append(reference)
            segments.append(Segment(hypothesis, tuple(present)))
        return cls(tuple(segments))

    @classmethod
    def from_streams(cls, hypotheses: Sequence[str], *streams: Sequence[str | None]) -> Corpus:
        """Each stream holds one reference for every hypothesis (sacreBLEU's layout, one file a stream).

        >>> Corpus.from_streams(["a", "b"], ["a", "x"], ["y", "b"]).segments[1].references
        ('x', 'b')
        """
        check_strings(hypotheses, "hypotheses")
        if not streams:
            raise InputError("no reference stream was given", hint="pass at least one list of references")
        for k, stream in enumerate(streams):
            check_list(stream, f"reference stream {k}")
            if len(stream) != len(hypotheses):
                raise InputError(
                    f"reference stream {k} has {len(stream)} lines but there are {len(hypotheses)} hypotheses",
                    hint="each stream holds exactly one reference for every hypothesis; "
                    "for one list of references per segment use Corpus.from_segments",
                )
        return cls.from_segments(hypotheses, [list(refs) for refs in zip(*streams, strict=True)])

    @classmethod
    def from_tokens(cls, hypotheses: Sequence[Sequence[str]], references: Sequence[Sequence[Sequence[str]]]) -> Corpus:
        """As `from_segments`, with every text already split into tokens by the caller.

        Score such a corpus with ``tokenizer="given"``.
        """
        _check_nested(hypotheses, "hypotheses")
        _check_nested(references, "references")
        _check_segment_count(hypotheses, references)
        segments = []
        for i, (hypothesis, refs) in enumerate(zip(hypotheses, references, strict=True)):
            if any(isinstance(reference, str) for reference in refs):
                raise InputError(
                    f"references[{i}] is a list of strings, not a list of token lists",
                    hint="references[i][j] is the list of tokens of reference j of segment i",
                )
            segments.append(
                Segment(
                    _token_tuple(hypothesis, f"hypotheses[{i}]"),
                    tuple(_token_tuple(reference, f"references[{i}][{j}]") for j, reference in enumerate(refs)),
                )
            )
        return cls(tuple(segments), tokenized=True)

    @classmethod
    def read(cls, hypotheses: str | Path, references: Sequence[str | Path] = ()) -> Corpus:
        """A corpus from text, TSV or JSON Lines files: see `samescore.data.files.read`."""
        from samescore.data.files import read

        return read(hypotheses, references)

    def __len__(self) -> int:
        return len(self.segments)

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)

    @property
    def hypotheses(self) -> list[Line]:
        """The hypotheses, in order."""
        return [segment.hypothesis for segment in self.segments]

    @property
    def references(self) -> list[list[Line]]:
        """``references[i]``: the references of segment i."""
        return [list(segment.references) for segment in self.segments]

    def plain(self) -> dict[str, Any]:
        """The corpus as JSON-compatible data: see `samescore.data.kinds.from_plain`."""
        segments = [{"hypothesis": s.hypothesis, "references": list(s.references)} for s in self.segments]
        return {"tokenized": True, "segments": segments} if self.tokenized else {"segments": segments}

    @property
    def max_references(self) -> int:
        """The largest number of references any segment has; 0 for an empty corpus."""
        return max((len(segment.references) for segment in self.segments), default=0)


def name_of(value: object) -> str:
    """A value for an error message: numbers as they are, other things by type."""
    return (
        f"{value!r} ({type(value).__name__})" if isinstance(value, (int, float, bool)) else f"a {type(value).__name__}"
    )


def check_list(value: object, name: str) -> None:
    """Raise `InputError` unless `value` is a list or a tuple."""
    if isinstance(value, (str, bytes)):
        raise InputError(f"{name} is a single {type(value).__name__}, not a list", hint=f"wrap it in a list: [{name}]")
    if not isinstance(value, Sequence):
        raise InputError(f"{name} is a {type(value).__name__}, not a list", hint="pass a list or a tuple")


def as_float(value: float, name: str) -> float:
    """A number as a double; `InputError` for an integer that is too large for one."""
    try:
        return float(value)
    except OverflowError:
        raise InputError(f"{name} is too large for a double", hint="a double is below 1.8e308") from None


def check_strings(values: Sequence[str], name: str) -> None:
    """Raise `InputError` unless `values` is a list or a tuple of strings."""
    check_list(values, name)
    for i, value in enumerate(values):
        if not isinstance(value, str):
            raise InputError(
                f"{name}[{i}] is {name_of(value)}, not a string",
                hint="for lists of tokens use Corpus.from_tokens" if isinstance(value, Sequence) else "pass text",
            )


def _check_nested(values: Sequence[Sequence[object]], name: str) -> None:
    check_list(values, name)
    for i, value in enumerate(values):
        if isinstance(value, (str, bytes)):
            raise InputError(
                f"{name}[{i}] is a string; {name} must be a list of lists (a flat list of strings was given)",
                hint=f"wrap each entry: [[r] for r in {name}]",
            )
        if not isinstance(value, Sequence):
            raise InputError(f"{name}[{i}] is {name_of(value)}, not a list", hint="pass a list of lists")


def _check_segment_count(hypotheses: Sequence[object], references: Sequence[Sequence[object]]) -> None:
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
                f"{name}[{k}] is {name_of(token)}, not a token string", hint="tokens are strings: convert it with str()"
            )
    return tuple(tokens)
