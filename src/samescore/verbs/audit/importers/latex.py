"""Read tables in LaTeX.

The text is only parsed: macros are not expanded, files are not read, and code is not run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.verbs.audit.importers.grid import Grid, GridCell, SpanningCell, grid, nonempty_grids
from samescore.verbs.audit.importers.latex_text import Context, text_of, with_marks
from samescore.verbs.audit.printed_text.printed_intervals import symbols

#: Table environments, with their arguments before the cells: ``[`` optional, ``{`` required.
_ENVIRONMENTS = {
    "tabular": "[{", "tabular*": "{[{", "tabularx": "{[{", "tabulary": "{[{", "longtable": "[{", "supertabular": "{",
    "xltabular": "{[{", "NiceTabular": "[{[", "NiceTabular*": "{[{[", "tblr": "[{", "longtblr": "[{", "talltblr": "[{", "tabu": "{",
    "longtabu": "{",
}  # fmt: skip
#: Macros of LaTeX packages, with their arguments.
_MACROS = {
    "multicolumn": "{{{", "multirow": "[{[{[{", "multirowcell": "[{[[{", "makecell": "*[{", "thead": "*[{", "shortstack": "[{",
    "rotatebox": "[{{", "resizebox": "*{{{", "scalebox": "{[{", "raisebox": "{[[{", "parbox": "[[[{{", "textcolor": "[{{",
    "colorbox": "[{{", "color": "[{", "cellcolor": "[{[[", "rowcolor": "[{[[", "columncolor": "[{[[", "num": "[{", "tablenum": "[{",
    "SI": "[{[{", "qty": "[{{", "unit": "[{", "si": "[{", "footnotesize": "", "textsuperscript": "{", "textsubscript": "{",
    "tnote": "{", "href": "{{", "url": "{", "cite": "[[{", "citep": "*[[{", "citet": "*[[{", "citealp": "*[[{", "citealt": "*[[{",
    "citeyear": "{", "ref": "*{", "cref": "{", "Cref": "{", "label": "{", "footnote": "[{", "footnotemark": "[", "caption": "*[{",
    "arrayrulecolor": "[{", "rule": "[{{", "hspace": "*{", "vspace": "*{", "bm": "{", "boldsymbol": "{", "pmb": "{", "uline": "{",
    "uuline": "{", "uwave": "{", "sout": "{", "hl": "{", "text": "{", "input": "{", "include": "{", "diagbox": "[{{", "phantom": "{",
    "hphantom": "{", "vphantom": "{", "addlinespace": "[", "toprule": "[", "midrule": "[", "bottomrule": "[", "specialrule": "{{{",
    "noalign": "{", "hdashline": "[", "Xhline": "{", "hhline": "{", "smash": "[{", "textsc": "{", "textsf": "{", "texttt": "{", "textsl": "{", "textup": "{",
    "textnormal": "{", "textmd": "{", "mbox": "{", "fbox": "{", "includegraphics": "*[[{", "ding": "{", "symbol": "{",
    "st": "{", "xout": "{", "cancel": "{", "bcancel": "{", "xcancel": "{",
    "makebox": "[[{", "framebox": "[[{", "tabincell": "{{", "fontsize": "{{", "hyperlink": "{{", "hypertarget": "{{", "hyperref": "[{",
    "frac": "{{", "dfrac": "{{", "tfrac": "{{", "nicefrac": "[{{", "sfrac": "[{{", "tablefootnote": "[{", "footnotetext": "[{",
    "footcite": "[[{", "parencite": "*[[{", "textcite": "*[[{", "autocite": "*[[{", "pageref": "*{", "eqref": "*{", "autoref": "*{",
}  # fmt: skip

_RULES = {"hline", "midrule", "Xhline", "hhline"}
#: The macro that replaces a rule under some columns, without its arguments.
_PART_RULE = "partrule"
_ROW_ENDS = {"\\", "tabularnewline", "cr"}
#: Other lines and spaces that separate rows.
_PARTING = {"hdashline", "addlinespace", "specialrule", _PART_RULE}
#: Ends of the repeated parts (heads and feet) of a long table.
_PARTS = {"endfirsthead", "endhead", "endfoot", "endlastfoot"}
#: Content between rows that is not a cell.
_BETWEEN = {"toprule", "bottomrule", "addlinespace", "specialrule", "noalign", "morecmidrules", "arrayrulecolor", "rowcolor",
            "hdashline", "label", "pagebreak", "newpage", "caption", _PART_RULE} | _RULES  # fmt: skip

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_UNSEEN = re.compile(
    r"\\begin\{(verbatim\*?|lstlisting|minted|comment)\}.*?\\end\{\1\}|\\iffalse(?![A-Za-z]).*?\\fi(?![A-Za-z])",
    re.DOTALL,
)
_BORDER = re.compile(r"\\(begin|end)\s*\{(" + "|".join(map(re.escape, _ENVIRONMENTS)) + r")\}")
_LINES = re.compile(
    r"\\(?:(?:cmidrule|cline)\s*(?:\[[^\]]*\])?(?:\([^()]*\))?\s*\{[^{}]*\}(?:\([^()]*\))?"
    r"|cdashline\s*\{[^{}]*\}(?:\[[^\[\]]*\])?|Xcline\s*\{[^{}]*\}\s*\{[^{}]*\})"
)
#: A length after a macro without braces.
_KERNS = re.compile(
    r"\\(?:kern|mkern|hskip|mskip)\s*[-+]?\s*[0-9]*[.,]?[0-9]*\s*(?:pt|pc|in|bp|cm|mm|dd|cc|sp|em|ex|mu)(?![A-Za-z]) ?"
)
_FLOAT = re.compile(r"\\(begin|end)\s*\{(?:side|wrap|long)?(?:table|figure)\*?\}")

#: Maximum length of a table in characters, and maximum nesting of braces and environments.
_LONGEST, _DEEPEST = 256 * 1024, 40


def tables(text: str, name: str) -> list[Grid]:
    """Return the tables of a LaTeX text, in order, with their captions; `name` is the file's name for errors.

    If some tables are readable, a table that cannot be parsed, or is nested too deep or too large, has a
    `Grid.problem`. Raises `InputError` for a text without readable tables, and for one that ends within a table.
    """
    seen = _UNSEEN.sub(lambda match: "\n" * match[0].count("\n"), _COMMENT.sub(r"\1", text))
    grids: list[Grid] = []
    problems: list[InputError] = []
    for start, end in _places(seen, name):
        line = seen.count("\n", 0, start) + 1
        source = _KERNS.sub(r"\\relax ", _LINES.sub(rf"\\{_PART_RULE} ", seen[start:end]))
        try:
            _check_nesting(source, f"{name}, line {line}")
            grids.append(_grid(_environment(source, f"{name}, line {line}"), _caption(seen, start, end), line))
        except InputError as problem:
            problems.append(problem)
            grids.append(Grid([], line=line, problem=f"{problem.message} ({problem.hint})"))
    if problems and len(problems) == len(grids):
        raise problems[0]
    return nonempty_grids(grids, name)


def _places(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield the positions of the start and end of each outermost table.

    Raises `InputError` if ends do not match starts.
    """
    open_at: list[tuple[int, str]] = []
    for border in _BORDER.finditer(text):
        if border[1] == "begin":
            open_at.append((border.start(), border[2]))
        elif open_at:
            start, environment = open_at.pop()
            if environment != border[2]:
                line = text.count("\n", 0, border.start()) + 1
                hint = f"it ends {border[2]} while {environment} is open"
                raise InputError(f"{name}, line {line}: \\end{{{border[2]}}} has no \\begin", hint=hint)
            if not open_at:
                yield start, border.end()
    if open_at:
        line = text.count("\n", 0, open_at[0][0]) + 1
        raise InputError(f"{name}, line {line}: the table has no end", hint=f"write \\end{{{open_at[0][1]}}}")


def _check_nesting(source: str, place: str) -> None:
    """Raise `InputError` for a table that is too long, nested too deep, or has unbalanced braces."""
    if len(source) > _LONGEST:
        raise InputError(f"{place}: the table has more than {_LONGEST:,} characters", hint="audit a part of the table")
    depth = 0
    for token in re.finditer(r"\\begin\b|\\end\b|\\.|[{}]", source, re.DOTALL):
        depth += (token[0] in ("{", "\\begin")) - (token[0] in ("}", "\\end"))
        if depth > _DEEPEST:
            raise InputError(
                f"{place}: the table is nested more than {_DEEPEST} levels deep", hint="simplify the table"
            )
        if depth < 0:
            break
    if depth:
        raise InputError(f"{place}: unmatched braces or environments in the table", hint="check that LaTeX compiles it")


def _environment(source: str, place: str) -> Any:
    """Parse the text of a table, and return the node of its environment. Raises `InputError` if that fails."""
    from pylatexenc.latexwalker import (
        LatexEnvironmentNode,
        LatexWalker,
        LatexWalkerError,
        get_default_latex_context_db,
    )
    from pylatexenc.macrospec import std_environment, std_macro

    known = get_default_latex_context_db()
    known.add_context_category(
        "tables",
        prepend=True,
        macros=[std_macro(name, arguments) for name, arguments in _MACROS.items()],
        environments=[std_environment(name, arguments) for name, arguments in _ENVIRONMENTS.items()],
    )
    try:
        nodes, _, _ = LatexWalker(source, latex_context=known, tolerant_parsing=False).get_latex_nodes()
    except LatexWalkerError as problem:
        why = str(getattr(problem, "msg", problem)).split("\n")[0]
        raise InputError(
            f"{place}: the table cannot be parsed: {why:.200}", hint="check that LaTeX compiles it"
        ) from None
    except RecursionError:
        raise InputError(f"{place}: the table is too deeply nested", hint="simplify the table") from None
    return next(node for node in nodes if node.isNodeType(LatexEnvironmentNode))


class _Cell(msgspec.Struct, frozen=True):
    """A cell, and the number of rows `down` that it spans (negative: upwards)."""

    spanning: SpanningCell
    down: int


class _Rows:
    """A collector of the rows of a table, which is given its nodes one after the other.

    `headers` is the number of header rows (-1: unknown), and `rules` are the rows, from 0, below a rule.
    """

    def __init__(self) -> None:
        self.headers = -1
        self.rules: set[int] = set()
        self._rows: list[list[_Cell]] = []
        self._row: list[_Cell] = []
        self._cell: list[Any] = []
        self._part = 0  # the row after the last part of a long table

    def take(self, node: Any) -> None:
        """Process the next node of the table."""
        name = getattr(node, "macroname", None)
        if getattr(node, "specials_chars", None) == "&":
            self._end_cell()
        elif name in _ROW_ENDS:
            self._end_row()
        elif name in _PARTS:
            self._end_part(first=name == "endfirsthead" or (name == "endhead" and not self._part))
        elif name not in _BETWEEN:
            self._cell.append(node)
        elif name in _RULES or name in _PARTING:
            self._rule(full=name in _RULES)

    def _rule(self, *, full: bool) -> None:
        """Process a rule or space between rows; the first rule over the full width ends the headers."""
        if self._rows and not self._row:
            self.rules.add(len(self._rows))
            if full and self.headers < 0:
                self.headers = len(self._rows)

    def end(self) -> list[list[_Cell]]:
        """End the last row, and return all rows."""
        self._end_row()
        return self._rows

    def _end_cell(self) -> None:
        context = Context()
        text = with_marks(text_of(self._cell, context))
        self._row.append(_Cell(SpanningCell(text, context.bold, context.columns, struck=context.struck), context.rows))
        self._cell = []

    def _end_row(self) -> None:
        """End the current row; a row without any text is dropped."""
        self._end_cell()
        if any(cell.spanning.text.strip() for cell in self._row):
            self._rows.append(self._row)
        self._row = []

    def _end_part(self, *, first: bool) -> None:
        """End a head or foot of a long table: keep the `first` head as headers, and drop the parts that repeat it."""
        if first:
            self._part = self.headers = len(self._rows)
        else:
            del self._rows[self._part :]
        self._row, self._cell = [], []


def _grid(environment: Any, caption: str, line: int) -> Grid:
    reader = _Rows()
    for node in environment.nodelist or ():
        reader.take(node)
    rows = reader.end()
    cells = [[cell.spanning for cell in row] for row in rows]
    made = grid(cells, headers=reader.headers, caption=caption, line=line, rules=reader.rules)
    for number, row in enumerate(rows):
        _fill_spanned_rows(made, number, row)
    return made


def _fill_spanned_rows(made: Grid, number: int, row: Sequence[_Cell]) -> None:
    """Fill the empty cells below or above each cell of a row that spans several rows, by repeating it."""
    column = 0
    for cell in row:
        wide = min(max(cell.spanning.columns, 1), made.width - column)
        step = 1 if cell.down > 0 else -1
        for k in range(1, abs(cell.down)):
            below = number + step * k
            if not 0 <= below < len(made.rows):
                break
            for place in range(column, column + wide):
                if not made.rows[below][place].text:
                    origin = made.rows[number][place]
                    made.rows[below][place] = GridCell(origin.text, origin.bold, continued=True)
        column += wide


def _caption(text: str, start: int, end: int) -> str:
    """Return the caption of the float that contains a table, or of the table itself; empty if there is none."""
    before = list(_FLOAT.finditer(text, max(0, start - 20_000), start))
    first = before[-1].start() if before and before[-1][1] == "begin" else start
    after = _FLOAT.search(text, end, end + 20_000)
    last = after.start() if before and after and after[1] == "end" else end
    match = re.compile(r"\\caption\s*(?:\[[^\[\]]*\])?\s*\{").search(text, first, last)
    if match is None:
        return ""
    depth, place = 1, match.end()
    while place < min(last, match.end() + 2_000) and depth:
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        place += 1
    words = re.sub(r"\\[A-Za-z]+\*?|[{}$~\\]", " ", symbols(text[match.end() : place - 1]))
    return " ".join(words.split())
