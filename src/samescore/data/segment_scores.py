"""Read segment scores computed elsewhere, such as COMET's: a text file with one number per line."""

from __future__ import annotations

from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.base.lines import text_lines
from samescore.base.numbers import number_from_text
from samescore.data.comparison import Numbers


def read_scores(path: PathLike) -> Numbers:
    """Read numbers from a file with one finite number per line.

    Raises `InputError`, which names the line, if a line has none.
    """
    return Numbers([_number(line.strip(), f"{path}, line {place}") for place, line in enumerate(text_lines(path), 1)])


def _number(text: str, place: str) -> float:
    try:
        return number_from_text(text)
    except ValueError as problem:
        hint = "each line is the score of one segment, such as 0.8312; leave a segment without one out of every system"
        raise InputError(f"{place}: {problem}", hint=hint) from None
