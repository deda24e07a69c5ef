"""jiwer's alignments and error counts as text (``jiwer.alignment``), by release."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from samescore.compat.jiwer.process import AlignmentChunk, CharacterOutput, WordOutput
from samescore.compat.native import before

Output = WordOutput | CharacterOutput

_LABELS = "REF: ", "HYP: ", "     "
_LETTERS = {"equal": " ", "substitute": "S", "replace": "S", "delete": "D", "insert": "I"}


def visualizations(release: str) -> dict[str, Callable[..., Any]]:
    """Return the functions of a release that show alignments and errors, by name; empty before 2.6."""
    if before(release, "2.6"):
        return {}
    if before(release, "3"):
        return {"visualize_measures": visualize_measures}
    if before(release, "3.0.2"):
        return {"visualize_alignment": _visualize_whole}
    if before(release, "4"):
        return {"visualize_alignment": _visualize_errors}
    return {
        "visualize_alignment": visualize_alignment,
        "collect_error_counts": collect_error_counts,
        "visualize_error_counts": visualize_error_counts,
    }


def visualize_alignment(
    output: Output, show_measures: bool = True, skip_correct: bool = True, line_width: int | None = None
) -> str:
    """Return aligned texts in three lines each (reference, hypothesis, edits).

    With `show_measures`, the counts and rates follow. `skip_correct` omits texts without errors. Lines are broken at
    `line_width` characters, if given.
    """
    correct = [_is_correct(chunks) or not chunks for chunks in output.alignments]
    shown = [not skip_correct or not right for right in correct]
    sentences = _sentences(output, "=== SENTENCE {} ===\n\n", shown, line_width)
    return sentences + "=== SUMMARY ===\n" + _summary(output) if show_measures else sentences[:-1]


def _visualize_errors(output: Output, show_measures: bool = True, skip_correct: bool = True) -> str:
    """Return the aligned texts in the format of 3.0.2 to 3.1."""
    shown = [not (skip_correct and _is_correct(chunks)) for chunks in output.alignments]
    sentences = _sentences(output, "sentence {}\n", shown)
    return sentences + _summary(output) if show_measures else sentences[:-1]


def _visualize_whole(output: Output, show_measures: bool = True) -> str:
    """Return all aligned texts, including those without errors, in the format of 3.0.0 and 3.0.1."""
    return _visualize_errors(output, show_measures, skip_correct=False)


for _function in (_visualize_errors, _visualize_whole):
    _function.__name__ = _function.__qualname__ = "visualize_alignment"


def visualize_measures(measure_output: dict[str, Any], visualize_cer: bool = False) -> str:
    """Return the aligned texts, counts and rates in a result of ``compute_measures``, as jiwer 2.6 does.

    With `visualize_cer`, `measure_output` is a result of ``cer`` with ``return_dict``. Raises `ValueError` if it is of
    the other kind.
    """
    if bool(visualize_cer) != ("cer" in measure_output):
        raise ValueError(
            f"visualize_cer={visualize_cer}, but the measures have {'a' if not visualize_cer else 'no'} CER"
        )
    shown = ""
    texts = zip(measure_output["truth"], measure_output["hypothesis"], measure_output["ops"], strict=False)
    for number, (reference, hypothesis, operations) in enumerate(texts, 1):
        columns = _columns(reference, hypothesis, operations, inserted="#")
        shown += f"sentence {number}\n{_three_lines(columns, '' if visualize_cer else ' ', trimmed=False)}\n"
    names = ("cer",) if visualize_cer else ("mer", "wil", "wip", "wer")
    rates = "".join(f"\n{name}={measure_output[name] * 100:.2f}%" for name in names)
    return f"{shown}number of sentences: {len(measure_output['ops'])}\n{_counts(measure_output)}\t\n{rates}"


def collect_error_counts(
    output: Output,
) -> tuple[dict[tuple[str, str], int], dict[str, int], dict[str, int]]:
    """Return the counts of substitutions by (old, new), of insertions, and of deletions; a run of units counts once."""
    substitutions: dict[tuple[str, str], int] = defaultdict(int)
    insertions: dict[str, int] = defaultdict(int)
    deletions: dict[str, int] = defaultdict(int)
    joint = " " if isinstance(output, WordOutput) else ""
    for reference, hypothesis, chunks in zip(output.references, output.hypotheses, output.alignments, strict=False):
        for chunk in chunks:
            removed = joint.join(reference[chunk.ref_start_idx : chunk.ref_end_idx])
            added = joint.join(hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx])
            if chunk.type == "substitute":
                substitutions[removed, added] += 1
            elif chunk.type == "insert":
                insertions[added] += 1
            elif chunk.type == "delete":
                deletions[removed] += 1
    return substitutions, insertions, deletions


def visualize_error_counts(
    output: Output,
    show_substitutions: bool = True,
    show_insertions: bool = True,
    show_deletions: bool = True,
    top_k: int | None = None,
) -> str:
    """Return the errors of `collect_error_counts` as text, the most frequent first.

    `top_k` limits the number of errors of each kind; None shows all.
    """
    titles = ("SUBSTITUTIONS", "INSERTIONS", "DELETIONS")
    shown = (show_substitutions, show_insertions, show_deletions)
    counts: tuple[dict[Any, int], ...] = collect_error_counts(output)
    lists = [
        f"=== {title} ===\n{_most_frequent(errors, top_k)}"
        for title, errors, wanted in zip(titles, counts, shown, strict=True)
        if wanted
    ]
    return "\n".join(lists).removesuffix("\n")


def _most_frequent(errors: dict[Any, int], top_k: int | None) -> str:
    if not errors:
        return "none"
    chosen = sorted(errors.items(), key=lambda error: -error[1])[:top_k]
    parts = [((key,) if isinstance(key, str) else key, count) for key, count in chosen]
    width = max(len(part) for key, _ in parts for part in key)
    return "".join(f"{' --> '.join(part.ljust(width) for part in key)} = {count}x\n" for key, count in parts)


def _is_correct(chunks: Sequence[AlignmentChunk]) -> bool:
    return len(chunks) == 1 and chunks[0].type == "equal"


def _sentences(output: Output, title: str, shown: Sequence[bool], line_width: int | None = None) -> str:
    """Return the aligned texts for which `shown` is true, each under its title and followed by an empty line."""
    texts = zip(output.references, output.hypotheses, output.alignments, shown, strict=False)
    separator = "" if isinstance(output, CharacterOutput) else " "
    sentences = ""
    for number, (reference, hypothesis, chunks, wanted) in enumerate(texts, 1):
        if wanted:
            spans = (
                (chunk.type, chunk.ref_start_idx, chunk.ref_end_idx, chunk.hyp_start_idx, chunk.hyp_end_idx)
                for chunk in chunks
            )
            columns = map(_widened, _columns(reference, hypothesis, spans))
            sentences += f"{title.format(number)}{_three_lines(columns, separator, line_width)}\n"
    return sentences


def _columns(
    reference: Sequence[str],
    hypothesis: Sequence[str],
    operations: Iterable[tuple[str, int, int, int, int]],
    inserted: str = "*",
) -> Iterator[tuple[str, str, str]]:
    """Yield each pair of units with the letter of its edit: S, D or I, or a space if the units are equal.

    A deletion has ``*`` for its missing unit, and an insertion has `inserted`. Raises `ValueError` for an unknown edit.
    """
    for kind, start, end, hypothesis_start, hypothesis_end in operations:
        if kind not in _LETTERS:
            raise ValueError(f"an operation has the unknown kind {kind!r}")
        length = max(end - start, hypothesis_end - hypothesis_start)
        references = reference[start:end] if kind != "insert" else [inserted] * length
        hypotheses = hypothesis[hypothesis_start:hypothesis_end] if kind != "delete" else ["*"] * length
        for unit, other in zip(references, hypotheses, strict=False):
            yield unit, other, _LETTERS[kind]


def _widened(column: tuple[str, str, str]) -> tuple[str, str, str]:
    """Return a column in which a unit ``*`` is repeated to the width of the opposite unit."""
    reference, hypothesis, letter = column
    if reference == "*":
        return "*" * max(1, len(hypothesis)), hypothesis, letter
    if hypothesis == "*":
        return reference, "*" * max(1, len(reference)), letter
    return column


def _three_lines(
    columns: Iterable[tuple[str, str, str]], separator: str, line_width: int | None = None, *, trimmed: bool = True
) -> str:
    """Return columns as three lines, or as several groups of three lines that do not exceed `line_width`.

    If `trimmed`, the separator after the last column is omitted.
    """
    parts, lines = [], list(_LABELS)
    for column in columns:
        width = max(map(len, column))
        if line_width is not None and len(lines[0]) + width > line_width:
            parts.append(lines)
            lines = list(_LABELS)
        lines = [f"{line}{unit:>{width}}{separator}" for line, unit in zip(lines, column, strict=True)]
    end = -1 if separator and trimmed else None
    return "\n".join("".join(f"{line[:end]}\n" for line in part) for part in (*parts, lines))


def _summary(output: Output) -> str:
    counts = f"number of sentences: {len(output.alignments)}\n{_counts(vars(output))}\n"
    if isinstance(output, CharacterOutput):
        return f"{counts}\ncer={output.cer * 100:.2f}%\n"
    rates = "".join(f"\n{name}={getattr(output, name) * 100:.2f}%" for name in ("mer", "wil", "wip", "wer"))
    return f"{counts}{rates}\n"


def _counts(counts: dict[str, Any]) -> str:
    return " ".join(f"{name}={counts[name]}" for name in ("substitutions", "deletions", "insertions", "hits"))
