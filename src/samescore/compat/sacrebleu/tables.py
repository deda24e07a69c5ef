"""The tables that sacreBLEU's command prints, with box-drawing characters or in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

#: Extra width of a heading, in characters.
_HEADING = 2
#: The LaTeX escapes of special characters.
_LATEX = str.maketrans({**{letter: f"\\{letter}" for letter in "&%$#_{}"}, "~": r"\textasciitilde{}"} | {
    "^": r"\^{}", "\\": r"\textbackslash{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}"
})  # fmt: skip


def table(columns: Mapping[str, Sequence[str]], *, latex: bool) -> Iterator[str]:
    """Yield the lines of a table; the first column is right-aligned, the others are centred."""
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    head = list(columns)
    widths = [max(len(heading) + _HEADING, *map(len, column)) for heading, *column in zip(head, *rows, strict=True)]
    cells = [_cells(row, widths) for row in (head, *rows)]
    yield from _latex(cells) if latex else _boxes(cells, widths)


def _cells(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    first, *others = zip(row, widths, strict=True)
    return [f" {first[0]:>{first[1]}} ", *(f" {_centred(text, width)} " for text, width in others)]


def _centred(text: str, width: int) -> str:
    left = (width - len(text)) // 2
    return " " * left + text + " " * (width - len(text) - left)


def _boxes(cells: list[list[str]], widths: list[int]) -> Iterator[str]:
    def rule(left: str, line: str, middle: str, right: str) -> str:
        return left + middle.join(line * (width + 2) for width in widths) + right

    yield rule("╒", "═", "╤", "╕")
    for number, row in enumerate(cells):
        yield "│" + "│".join(row) + "│"
        if number + 1 < len(cells):
            yield rule("├", "─", "┼", "┤") if number else rule("╞", "═", "╪", "╡")
    yield rule("╘", "═", "╧", "╛")


def _latex(cells: list[list[str]]) -> Iterator[str]:
    head, *rows = ("&".join(text.translate(_LATEX) for text in row) + r"\\" for row in cells)
    yield r"\begin{tabular}{r" + "c" * (len(cells[0]) - 1) + "}"
    yield from (r"\toprule", head, r"\midrule", *rows, r"\bottomrule", r"\end{tabular}")
