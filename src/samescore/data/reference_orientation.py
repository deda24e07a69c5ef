"""Build a corpus from columns, with the layout of the references inferred from their lengths."""

from __future__ import annotations

from samescore.base.checks import name_of
from samescore.base.errors import InputError
from samescore.data.corpus import Corpus
from samescore.data.rows import check_same_rows
from samescore.data.sequences import check_present, entries, is_nested, text_at, texts


def corpus_of(hypotheses: object, references: object) -> Corpus:
    """Build a corpus from a column of texts and their references, in the layout that the lengths imply.

    `references` is a column of texts, one for each hypothesis, or lists of texts: either the references of each
    hypothesis (None for a missing one), or streams, each with one reference for every hypothesis. Raises `InputError`
    if both layouts are possible and produce different corpora (the hint shows both), for a missing text (with its row),
    for unequal lengths, and for different row labels of pandas.

    >>> corpus_of(["a", "b"], ["x", "y"]) == corpus_of(["a", "b"], [["x"], ["y"]]) == corpus_of(["a", "b"], [["x", "y"]])
    True
    """
    scored, column = texts(hypotheses, "hypotheses"), entries(references, "references")
    check_same_rows({"hypotheses": hypotheses, "references": references})
    in_lists = [is_nested(entry) for entry in column]
    if not any(in_lists):
        return Corpus.from_streams(scored, texts(column, "references"))
    if not all(in_lists):
        lists, flat = in_lists.index(True), in_lists.index(False)
        check_present(column[flat], f"references[{flat}]")
        message = f"references[{lists}] is a list, but references[{flat}] is {name_of(column[flat])}"
        raise InputError(message, hint="give a list of references for every segment, or for none")
    lists_of = [_references(entry, f"references[{place}]") for place, entry in enumerate(column)]
    if not _are_streams(lists_of, len(scored)):
        return Corpus.from_segments(scored, lists_of)
    check_same_rows({"hypotheses": hypotheses, **{f"references[{k}]": stream for k, stream in enumerate(column)}})
    return Corpus.from_streams(scored, *lists_of)


def _references(values: object, name: str) -> list[str | None]:
    """Return the entries of a column: texts or None. Raises `InputError` for any other entry."""
    column = entries(values, name)
    if set(map(type, column)) <= {str, type(None)}:
        return column
    return [value if value is None else text_at(value, f"{name}[{row}]") for row, value in enumerate(column)]


def _are_streams(lists: list[list[str | None]], count: int) -> bool:
    """Return whether lists of references are streams, judging by their lengths, for `count` hypotheses.

    Lists that fit neither layout count as streams if they have equal lengths that are nearer to `count` than the number
    of lists is. Raises `InputError` if both layouts fit and give different corpora.
    """
    sizes = {len(several) for several in lists}
    of_segments, streams = len(lists) == count, sizes == {count}
    if of_segments and streams and any(lists[i][j] != lists[j][i] for i in range(count) for j in range(i)):
        raise InputError(
            f"references are {count} lists of {count} texts for {count} hypotheses, which is ambiguous",
            hint=(
                "use samescore.Corpus.from_segments(hypotheses, references) if references[i] belongs to hypothesis "
                "i, or samescore.Corpus.from_streams(hypotheses, *references) if references[k] has a reference for "
                "every hypothesis"
            ),
        )
    nearest_to_streams = len(sizes) == 1 and abs(min(sizes) - count) < abs(len(lists) - count)
    return nearest_to_streams and not of_segments
