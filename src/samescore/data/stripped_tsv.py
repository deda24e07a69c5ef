"""Read pairs of texts from tab-separated lines as small evaluation scripts do."""

from __future__ import annotations

from samescore.base.files import PathLike
from samescore.base.lines import read_text
from samescore.data.corpus import Corpus


def read_stripped_tsv(path: PathLike) -> Corpus:
    r"""Read a corpus of tokens as small evaluation scripts read ``generated<TAB>gold`` lines.

    ``\r``, ``\n`` and ``\r\n`` end a line; a byte order mark is text. Lines are stripped of white space, tabs
    included, *before* they are split at tabs. A line with fewer than two columns is skipped, and columns after
    the second are ignored. Both columns are stripped and split at every single space, so two adjacent spaces
    produce an empty token, and an empty column is one empty token. Raises `InputError` for an unreadable file.
    """
    text = read_text(path).replace("\r\n", "\n").replace("\r", "\n")
    hypotheses, references = [], []
    for line in text.split("\n"):
        columns = line.strip().split("\t")
        if len(columns) > 1:
            hypotheses.append(columns[0].strip().split(" "))
            references.append([columns[1].strip().split(" ")])
    return Corpus.from_tokens(hypotheses, references)
