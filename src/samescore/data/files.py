r"""Files into a `Corpus`, `Labels`, log-probabilities or choices: plain text, TSV, JSON Lines, and tag files.

Only ``\n`` ends a line (a ``\r`` before it is dropped); other line separators are text. A byte order
mark at the start of a file is dropped. Undecodable bytes, unequal line counts and malformed records
raise `InputError` naming the file, the line and the remedy.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from samescore.data.corpus import Corpus
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.errors import InputError

PathLike = str | Path


def read_lines(path: PathLike) -> list[str]:
    """The lines of a UTF-8 text file, without their ends."""
    lines = _text_of(path).removeprefix("\ufeff").split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line[:-1] if line.endswith("\r") else line for line in lines]


def _text_of(path: PathLike) -> str:
    """A UTF-8 file's text, byte order mark and all."""
    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise InputError(f"cannot read {path}: {problem.strerror}", hint="check the path") from None
    except (TypeError, ValueError) as problem:
        raise InputError(f"{path!r} is not a path: {problem}", hint="give the name of a file") from None
    encoding = "UTF-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "LATIN1"
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        column = problem.start - (data.rfind(b"\n", 0, problem.start) + 1)
        raise InputError(
            f"{path}, line {line}, byte {column}: byte 0x{data[problem.start]:02x} is not UTF-8",
            hint=f"convert the file first, for example: iconv -f {encoding} -t UTF-8",
        ) from None


def read(hypotheses: PathLike, references: Sequence[PathLike] = ()) -> Corpus:
    """A corpus from files.

    With `references`: one segment a line, one file for each reference stream. Without: a ``.tsv``
    file of ``hypothesis<TAB>reference...`` lines, or a ``.jsonl`` file of
    ``{"hypothesis": ..., "references": [...]}`` objects.
    """
    if isinstance(references, (str, Path)):
        raise InputError("references is a single path, not a list", hint="pass references=[path]")
    if references:
        return _read_text(hypotheses, references)
    suffix = Path(hypotheses).suffix.lower()
    if suffix == ".tsv":
        return _read_tsv(hypotheses)
    if suffix in (".jsonl", ".ndjson"):
        return _read_jsonl(hypotheses)
    raise InputError(
        f"{hypotheses}: no references were given",
        hint="pass reference files (-r FILE), or a .tsv or .jsonl file that holds both sides",
    )


def _read_text(hypotheses: PathLike, references: Sequence[PathLike]) -> Corpus:
    hypothesis_lines = read_lines(hypotheses)
    streams = []
    for path in references:
        lines = read_lines(path)
        if len(lines) != len(hypothesis_lines):
            raise InputError(
                f"{path} has {len(lines)} lines but {hypotheses} has {len(hypothesis_lines)}",
                hint="the files must hold one segment a line, in the same order; nothing is cut off to fit",
            )
        streams.append(lines)
    return Corpus.from_streams(hypothesis_lines, *streams)


def _read_tsv(path: PathLike) -> Corpus:
    hypotheses, references = [], []
    for number, line in enumerate(read_lines(path), 1):
        hypothesis, *refs = line.split("\t")
        if not refs:
            raise InputError(
                f"{path}, line {number}: no tab, so no reference", hint="write hypothesis<TAB>reference on each line"
            )
        hypotheses.append(hypothesis)
        references.append(refs)
    return Corpus.from_segments(hypotheses, references)


def read_stripped_tsv(path: PathLike) -> Corpus:
    r"""A corpus of tokens, read as small evaluation scripts read ``generated<TAB>gold`` lines.

    ``\r``, ``\n`` and ``\r\n`` end a line; a byte order mark is text. White space at the ends of a line is
    dropped, tabs included, *then* the line is cut at tabs; with fewer than two columns it is skipped, and
    columns after the second are ignored. The ends of both columns are stripped too, and every single
    space separates tokens: two in a row have an empty token between them, an empty column is one.
    """
    text = _text_of(path).replace("\r\n", "\n").replace("\r", "\n")
    hypotheses, references = [], []
    for line in text.split("\n"):
        columns = line.strip().split("\t")
        if len(columns) > 1:
            hypotheses.append(columns[0].strip().split(" "))
            references.append([columns[1].strip().split(" ")])
    return Corpus.from_tokens(hypotheses, references)


def read_hypotheses(path: PathLike) -> Corpus:
    """A corpus without references, for metrics that need none: a hypothesis a line."""
    lines = read_lines(path)
    return Corpus.from_segments(lines, [[] for _ in lines])


def _read_jsonl(path: PathLike) -> Corpus:
    import msgspec

    class Record(msgspec.Struct, forbid_unknown_fields=False):
        hypothesis: str
        references: list[str | None]

    hypotheses: list[str] = []
    references: list[list[str | None]] = []
    decoder = msgspec.json.Decoder(Record)
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        try:
            record = decoder.decode(line)
        except msgspec.MsgspecError as problem:
            raise InputError(
                f"{path}, line {number}: {problem}",
                hint='each line is an object {"hypothesis": "...", "references": ["...", ...]}',
            ) from None
        hypotheses.append(record.hypothesis)
        references.append(record.references)
    return Corpus.from_segments(hypotheses, references)


def read_log_probabilities(path: PathLike) -> TokenLogProbs:
    """Token log-probabilities from JSON Lines: a list of numbers for each sequence, null for -inf.

    Or, on every line, an object that holds the text as well.
    """
    import msgspec

    class Item(msgspec.Struct):
        logprobs: list[float | None]
        text: str

    hint = 'each line is a list, [-0.5, -2.25, null], or each is {"logprobs": [-0.5, -2.25], "text": "a text"}'
    sequences: list[list[float | None]] = []
    texts: list[str] = []
    for place, record in _json_lines(path, list[float | None] | Item, hint):
        sequence = record.logprobs if isinstance(record, Item) else record
        texts += [record.text] if isinstance(record, Item) else []
        with _placed(place):
            TokenLogProbs([sequence])  # type: ignore[list-item]  # None is -inf
            if len(texts) not in (0, len(sequences) + 1):
                raise InputError("some lines hold a text and some do not", hint=hint)
        sequences.append(sequence)
    return TokenLogProbs(sequences, texts or None)  # type: ignore[arg-type]  # None is -inf


def read_choices(path: PathLike) -> Choices:
    """Multiple-choice items from JSON Lines, an object a line."""
    import msgspec

    class Item(msgspec.Struct):
        choices: list[str]
        logprobs: list[float | str | None]
        gold: int
        unconditional: list[float | str | None] = []

    hint = '{"choices": ["yes", "no"], "logprobs": [-1.5, -0.5], "gold": 0}, perhaps with "unconditional": [...]'
    items = []
    for place, record in _json_lines(path, Item, hint):
        item = msgspec.structs.asdict(record)
        with _placed(place):
            Choices([item])
        items.append(item)
    return Choices(items)


def read_scored_labels(path: PathLike) -> ScoredLabels:
    """Gold labels and a classifier's scores from JSON Lines, an object for each item."""
    import msgspec

    class Item(msgspec.Struct):
        gold: int
        score: float | str

    items = []
    for place, item in _json_lines(path, Item, 'each line is {"gold": 1, "score": 0.75}; an infinite score is "inf"'):
        with _placed(place):
            ScoredLabels([item.gold], [item.score])
        items.append(item)
    return ScoredLabels([item.gold for item in items], [item.score for item in items])


@contextmanager
def _placed(place: str) -> Iterator[None]:
    """Errors about a record name the file and the line that it stands on."""
    try:
        yield
    except InputError as problem:
        raise InputError(f"{place}: {problem.message}", hint=problem.hint) from None


def _json_lines(path: PathLike, kind: Any, hint: str) -> Iterator[tuple[str, Any]]:
    """Where each record stands, and the record."""
    import msgspec

    decoder = msgspec.json.Decoder(kind)
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        try:
            record = decoder.decode(line)
        except msgspec.MsgspecError as problem:
            raise InputError(f"{path}, line {number}: {problem}", hint=hint) from None
        yield f"{path}, line {number}", record


#: Which tags of a line are meant. A target line of WMT18 alternates gap, word, gap, ..., word, gap; since WMT19 a line
#: may end with a tag for the end of the sentence.
TAGS = {
    "all": slice(None),
    "words": slice(1, None, 2),
    "gaps": slice(0, None, 2),
    "source": slice(None),
    "without-end": slice(0, -1),
}


def read_labels(gold: PathLike, predicted: PathLike, tags: str = "all") -> Labels:
    """Labels from two tag files: whitespace-separated tags, the same number on each line of both.

    `tags` names those of each line that count: see `TAGS`.
    """
    gold_lines, predicted_lines = read_lines(gold), read_lines(predicted)
    if len(gold_lines) != len(predicted_lines):
        raise InputError(
            f"{predicted} has {len(predicted_lines)} lines but {gold} has {len(gold_lines)}",
            hint="both files hold the tags of the same sentences, one sentence a line",
        )
    gold_tags: list[str] = []
    predicted_tags: list[str] = []
    for number, (gold_line, predicted_line) in enumerate(zip(gold_lines, predicted_lines, strict=True), 1):
        gold_row, predicted_row = gold_line.split(), predicted_line.split()
        if len(gold_row) != len(predicted_row):
            raise InputError(
                f"line {number}: {gold} has {len(gold_row)} tags but {predicted} has {len(predicted_row)}",
                hint="one tag for every word; check for an extra end-of-sentence tag",
            )
        gold_tags += gold_row[TAGS[tags]]
        predicted_tags += predicted_row[TAGS[tags]]
    return Labels(gold_tags, predicted_tags)
