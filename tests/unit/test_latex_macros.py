"""The environments of LaTeX that hold tables, and what its macros print in a cell."""

from __future__ import annotations

import pytest

from samescore import InputError
from samescore.verbs.audit.importers import latex
from samescore.verbs.audit.importers.grid import Grid

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _grid(cell: str) -> Grid:
    """A table with one row of titles, and a row that starts with the cell."""
    (table,) = latex.tables(rf"\begin{{tabular}}{{ll}} x & y \\ {cell} & 1 \\ \end{{tabular}}", "t")
    return table


@pytest.mark.parametrize(
    "cell",
    [
        # layout around a text
        r"\makecell[l]{a}", r"\makecell*{a}", r"\thead{a}", r"\shortstack[l]{a}", r"\rotatebox[origin=c]{90}{a}",
        r"\resizebox*{1cm}{!}{a}", r"\scalebox{0.5}[0.5]{a}", r"\raisebox{1pt}[2pt][3pt]{a}", r"\smash[b]{a}",
        r"\parbox[t][1cm][c]{2cm}{a}", r"\makebox[1cm][c]{a}", r"\framebox[1cm][c]{a}", r"\tabincell{c}{a}",
        r"\mbox{a}", r"\fbox{a}", r"\multirowcell{2}[1pt][c]{a}", r"\multirow{1}{*}{a}", r"\multirow[t]{1}[2]{1cm}[3pt]{a}",
        # colours and fonts
        r"\textcolor[rgb]{1,0,0}{a}", r"\textcolor{red}{a}", r"\colorbox[rgb]{1,0,0}{a}", r"\color[rgb]{1,0,0} a",
        r"\cellcolor[gray]{0.9}[1pt][2pt] a", r"\columncolor[gray]{0.9}[1pt][2pt] a", r"\footnotesize a", r"\text{a}",
        r"\textsc{a}", r"\textsf{a}", r"\texttt{a}", r"\textsl{a}", r"\textup{a}", r"\textnormal{a}", r"\textmd{a}",
        r"\fontsize{8}{9} a", r"\uline{a}", r"\uuline{a}", r"\uwave{a}", r"\hl{a}",
        # links, and what is printed elsewhere or not at all
        r"\href{http://x}{a}", r"\hyperlink{x}{a}", r"\hypertarget{x}{a}", r"\hyperref[x]{a}", r"a\footnote[1]{b}",
        r"a\footnotemark[1]", r"a\tablefootnote[1]{b}", r"a\footnotetext[1]{b}", r"a\tnote{b}", r"a\textsuperscript{b}",
        r"a \label{d}", r"a \ref*{d}", r"a \cref{d}", r"a \Cref{d}", r"a \eqref{d}", r"a \pageref*{d}", r"a \autoref*{d}",
        r"a \cite[b][c]{d}", r"a \citep*[b][c]{d}", r"a \citet*[b][c]{d}", r"a \citealp*[b][c]{d}", r"a \citealt*[b][c]{d}",
        r"a \citeyear{d}", r"a \footcite[b][c]{d}", r"a \parencite*[b][c]{d}", r"a \textcite*[b][c]{d}",
        r"a \autocite*[b][c]{d}", r"\rule[1pt]{1pt}{2pt} a", r"\hspace*{1pt} a", r"\vspace*{1pt} a", r"\input{x} a",
        r"\include{x} a", r"\phantom{x} a", r"\hphantom{x} a", r"\vphantom{x} a", r"\includegraphics*[x][y]{z} a",
        r"\arrayrulecolor[rgb]{0,0,0} a", r"\rowcolor[gray]{0.9}[1pt][2pt] a", r"\kern1.5pt a", r"\hskip -2mm a",
    ],
)  # fmt: skip
def test_a_cell_prints_a(cell: str) -> None:
    table = _grid(cell)
    assert [entry.text for entry in table.rows[1]] == ["a", "1"]
    assert not table.rows[1][0].bold
    assert table.struck == ()


@pytest.mark.parametrize(
    "macro",
    [
        "tiny", "scriptsize", "small", "normalsize", "large", "Large", "LARGE", "huge", "Huge", "itshape", "it", "em", "normalfont",
        "rmfamily", "sffamily", "ttfamily", "scshape", "slshape", "upshape", "mdseries", "selectfont", "centering", "raggedright",
        "raggedleft", "noindent", "hfill", "hfil", "vfill", "relax", "xspace", "ignorespaces", "unskip", "displaystyle", "textstyle",
        "protect", "strut", "null", "bigstrut", "Tstrut", "Bstrut", "leavevmode",
    ],
)  # fmt: skip
def test_a_macro_prints_nothing(macro: str) -> None:
    assert [entry.text for entry in _grid(rf"\{macro} 27.3").rows[1]] == ["27.3", "1"]
    assert [entry.text for entry in _grid(rf"a \{macro}{{}} b").rows[1]] == ["a b", "1"]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (r"\makecell{a\\b}", "a b"),
        (r"\shortstack{a\\b}", "a b"),
        (r"\num[round-mode=none]{27.3}", "27.3"),
        (r"\tablenum[x=1]{27.3}", "27.3"),
        (r"\SI[x=1]{27.3}[p]{\percent}", "27.3"),
        (r"\qty[x=1]{27.3}{\percent}", "27.3"),
        (r"27.3 \unit[x=1]{s}", "27.3"),
        (r"27.3 \si[x=1]{s}", "27.3"),
        (r"\diagbox[width=1cm]{a}{b}", "a"),
        (r"a\textsubscript{b}", "a_b"),
        (r"\url{x}", "x"),
        (r"\ding{51} a", "✓ a"),
        (r"\ding{55} a", "✗ a"),
        (r"\frac{1}{2}", "1/2"),
        (r"\dfrac{1}{2}", "1/2"),
        (r"\tfrac{1}{2}", "1/2"),
        (r"\nicefrac{1}{2}", "1/2"),
        (r"\nicefrac[\ttfamily]{1}{2}", "1/2"),
        (r"\sfrac[x]{1}{2}", "1/2"),
        (r"\sqrt{2}", "√2"),
        (r"\multicolumn{1}{|c|}{a b}", "a b"),
        *((rf"a\{space}b", "a\u2009b") for space in ",;:"),
        (r"a~b", "a\u00a0b"),
        (r"a\ b\quad c\qquad d\!e", "a b c de"),
        ("``a'' b--c---d", "“a” b–c—d"),
        (r"\%\&\_\#\$", "%&_#$"),
        (r"27.3$^*$ 5$^\dagger$", "27.3* 5†"),
        (r"27.3$^{\ast,\ddagger}$ 5\ddag", "27.3*‡ 5‡"),
        (r"27.3$^{\pm 0.1}$ 27.3$_{\pm 0.1}$", "27.3±0.1 27.3±0.1"),
        (r"a$^*$ b\textsuperscript{*} 1\textsuperscript{*} 1\textsuperscript{2}", "a b 1* 1"),
        (r"\ding{51}\ding{52}\ding{53}\ding{54}\ding{55}\ding{56}\ding{57}", "✓✔✕✖✗✘\\ding"),
        (r"\symbol{65}", r"\symbol"),
    ],
)
def test_a_cell_prints_something_else(cell: str, text: str) -> None:
    assert [entry.text for entry in _grid(cell).rows[1]] == [text, "1"]


@pytest.mark.parametrize(
    ("macros", "letters"),
    [
        (["'", "`", "^", '"', "~", "=", ".", "u", "v", "H"], "óòôöõōȯŏǒő"),
        (["acute", "grave", "hat", "ddot", "tilde", "dot", "breve", "check"], "óòôöõȯŏǒ"),
        (["d", "k"], "ọǫ"),
        (["c", "b", "r", "bar", "vec"], ["o\u0327", "o\u0331", "o\u030a", "o\u0305", "o\u20d7"]),
    ],
)
def test_letters_with_accents(macros: list[str], letters: str | list[str]) -> None:
    for macro, letter in zip(macros, letters, strict=True):
        assert [entry.text for entry in _grid(rf"Mun\{macro}{{o}}z").rows[1]] == [f"Mun{letter}z", "1"]


def test_an_accent_before_a_letter_without_braces() -> None:
    assert _grid(r"Mu\~noz").rows[1][0].text == "Muñoz"


@pytest.mark.parametrize("macro", ["textbf", "mathbf", "bm", "boldsymbol", "pmb"])
def test_bold(macro: str) -> None:
    assert [(entry.text, entry.bold) for entry in _grid(rf"\{macro}{{a}}").rows[1]] == [("a", True), ("1", False)]


@pytest.mark.parametrize("macro", ["sout", "st", "xout", "cancel", "bcancel", "xcancel"])
def test_text_that_is_struck_out(macro: str) -> None:
    table = _grid(rf"\{macro}{{a}} b")
    assert (table.rows[1][0].text, table.struck) == ("b", ("a",))


@pytest.mark.parametrize(
    ("environment", "arguments"),
    [
        ("tabular", "[t]{ll}"), ("tabular*", "{1cm}[t]{ll}"), ("tabularx", "{1cm}[t]{ll}"), ("tabulary", "{1cm}[t]{ll}"),
        ("longtable", "[c]{ll}"), ("supertabular", "{ll}"), ("xltabular", "{1cm}[c]{ll}"), ("NiceTabular", "[t]{ll}[x]"),
        ("NiceTabular*", "{1cm}[t]{ll}[x]"), ("tblr", "[x]{ll}"), ("longtblr", "[x]{ll}"), ("talltblr", "[x]{ll}"),
        ("tabu", "{ll}"), ("longtabu", "{ll}"),
    ],
)  # fmt: skip
def test_environments_of_tables(environment: str, arguments: str) -> None:
    (table,) = latex.tables(rf"\begin{{{environment}}}{arguments} x & y \\ a & 1 \\ \end{{{environment}}}", "t")
    assert [[cell.text for cell in row] for row in table.rows] == [["x", "y"], ["a", "1"]]


@pytest.mark.parametrize(
    ("between", "headers", "rules"),
    [
        (r"\hline", 1, [1]),
        (r"\midrule[1pt]", 1, [1]),
        (r"\Xhline{1pt}", 1, [1]),
        (r"\hhline{==}", 1, [1]),
        (r"\hdashline[1pt/2pt]", -1, [1]),
        (r"\addlinespace[1pt]", -1, [1]),
        (r"\specialrule{1pt}{2pt}{3pt}", -1, [1]),
        (r"\cmidrule[1pt](lr){1-2}", -1, [1]),
        (r"\cline{1-2}", -1, [1]),
        (r"\cdashline{1-2}[1pt/2pt]", -1, [1]),
        (r"\Xcline{1-2}{1pt}", -1, [1]),
        (r"\cline{1-2}{}", -1, [1]),
        (r"\noalign{\smallskip}", -1, []),
        (r"\morecmidrules", -1, []),
        (r"\arrayrulecolor{red}", -1, []),
        (r"\rowcolor{red}", -1, []),
        (r"\label{x}", -1, []),
        (r"\pagebreak", -1, []),
        (r"\newpage", -1, []),
        (r"\toprule[1pt]", -1, []),
        (r"\bottomrule[1pt]", -1, []),
        (r"\caption[b]{c}", -1, []),
    ],
)
def test_content_between_rows_is_not_a_cell(between: str, headers: int, rules: list[int]) -> None:
    (table,) = latex.tables(rf"\begin{{tabular}}{{ll}} x & y \\ {between} a & 1 \\ \end{{tabular}}", "t")
    texts = [[cell.text for cell in row] for row in table.rows]
    assert (texts[0], texts[1][-2:]) == (["x", "y"], ["a", "1"])
    assert (table.headers, sorted(table.rules)) == (headers, rules)


@pytest.mark.parametrize(
    ("before", "after", "caption"),
    [
        (r"\begin{table}\caption{A $\pm$ b}", r"\end{table}", "A ± b"),
        (r"\begin{table*}", r"\caption[short]{A {\em b} \textbf{c}}\end{table*}", "A b c"),
        (r"\begin{sidewaystable}\caption{No}", r"\end{sidewaystable}", ""),
        (r"\begin{wraptable}{r}{1cm}", r"\caption{A}\end{wraptable}", "A"),
        (r"\begin{figure}", r"\caption{A}\end{figure}", "A"),
        (r"\caption{No}", r"\caption{No}", ""),
        (r"\begin{table}\caption{No}\end{table}", r"\begin{table}\caption{No}\end{table}", ""),
        (r"\begin{table}\caption{" + "a" * 1999 + "b}", r"\end{table}", "a" * 1999),
        (r"\begin{table}\caption{A}" + " " * 19_976, r"\end{table}", "A"),
        (r"\begin{table}\caption{A}" + " " * 19_977, r"\end{table}", ""),
    ],
)
def test_captions(before: str, after: str, caption: str) -> None:
    """The caption of the float around a table; its first 2,000 characters, if the float starts 20,000 before the table."""
    (table,) = latex.tables(rf"{before}\begin{{tabular}}{{l}} a \\ \end{{tabular}}{after}", "t")
    assert table.caption == caption


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (r"\begin{tabular}{l} a \end{tabular*}", r"t, line 1: \end{tabular*} has no \begin", "it ends tabular* while tabular is open"),
        ("\n\n\\begin{tabular}{l} a", "t, line 3: the table has no end", r"write \end{tabular}"),
        (r"\begin{tabular}{l}" + "{" * 40 + "a" + "}" * 40 + r"\end{tabular}", "t, line 1: the table is nested more than 40 levels deep", "simplify the table"),
        (r"\begin{tabular}{l} {a \end{tabular}", "t, line 1: unmatched braces or environments in the table", "check that LaTeX compiles it"),
        (r"\begin{tabular}{l} a} \end{tabular}", "t, line 1: unmatched braces or environments in the table", "check that LaTeX compiles it"),
        (r"\begin{tabular}{l}" + "a" * 2**18 + r"\end{tabular}", "t, line 1: the table has more than 262,144 characters", "audit a part of the table"),
        (r"\end{tabular} text", "t has no table", "docs/tables.md lists what is read in each format"),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_read(text: str, message: str, hint: str) -> None:
    with pytest.raises(InputError) as raised:
        latex.tables(text, "t")
    assert (raised.value.message, raised.value.hint) == (message, hint)


def test_39_levels_are_read() -> None:
    text = r"\begin{tabular}{l}" + "{" * 39 + "a" + "}" * 39 + r"\end{tabular}"
    assert [[cell.text for cell in row] for row in latex.tables(text, "t")[0].rows] == [["a"]]
