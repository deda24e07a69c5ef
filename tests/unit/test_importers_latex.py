"""Tables in LaTeX: the claims of a paper's tables, and LaTeX that is hostile or cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import InputError
from samescore.verbs.audit.claims import Claim, MalformedClaim, with_notes
from samescore.verbs.audit.importers import latex
from samescore.verbs.audit.importers.formats import draft_description, read_source
from samescore.verbs.audit.printed_text.printed_numbers import printed_number
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TABLES = Path(__file__).resolve().parents[1] / "data" / "tables"

#: Row, place of the column, printed number and file of each claim of the paper's first table.
_PAPER = [
    ("old / Transformer_base", 0, "27.3", "out/base.en-de"),
    ("old / Transformer_base", 1, "55.1", "out/base.en-de"),
    ("old / Transformer_base", 2, "38.1", "out/base.en-fr"),
    ("old / Transformer_base", 3, "62.0", "out/base.en-fr"),
    ("old / Transformer_big", 0, "28.4", "out/big.en-de"),
    ("old / Transformer_big", 1, "58.0", "out/big.en-de"),
    ("old / Transformer_big", 2, "41.8", "out/big.en-fr"),
    ("new / ours", 0, "29.1", "out/ours.en-de"),
    ("new / ours", 1, "58.9", "out/ours.en-de"),
    ("new / ours", 2, "42.0", "out/ours.en-fr"),
    ("new / ours", 3, "63.4", "out/ours.en-fr"),
    ("new / – distillation", 0, "28.7", "out/ours-distillation.en-de"),
    ("new / – distillation", 1, "58.2", "out/ours-distillation.en-de"),
    ("new / – étude & co.", 1, "57.0", "out/etude.en-de"),
    ("new / – étude & co.", 2, "41.2%", "out/etude.en-fr"),
    ("new / – étude & co.", 3, "61.9", "out/etude.en-fr"),
]
_TITLES = ("WMT14 En–De↑ / SacreBLEU", "WMT14 En–De↑ / chrF2", "WMT14 En→Fr / SacreBLEU", "WMT14 En→Fr / chrF2")


def test_a_paper() -> None:
    """Comments, booktabs, spans, siunitx, colours, footnotes, citations, macros of the author, two header rows."""
    read = read_source(_TABLES / "paper.tex")
    expected = [
        Claim(
            ("SacreBLEU", "chrF2")[place % 2],
            published,
            f"table 1: {row}, {_TITLES[place]}",
            file,
            [f"{'en-de' if place < 2 else 'en-fr'}.ref"],
            source="A paper, Table 1",
            label=_TITLES[place],
            system=row,
            row=row,
        )
        for row, place, published, file in _PAPER
    ]
    beside = {
        "out/ours.en-de": ("new / ours", 0, "0.2", "bleu"),
        "out/etude.en-de": ("new / – étude & co.", 1, "0.3", "chrf"),
    }
    spreads = {
        row: Claim(
            "plus-minus",
            spread,
            f"table 1: {row}, {_TITLES[place]} ±",
            file,
            ["en-de.ref"],
            statistic=statistic,
            source="A paper, Table 1",
            label=f"{_TITLES[place]} ±",
            system=row,
            row=row,
        )
        for file, (row, place, spread, statistic) in beside.items()
    }
    unclear = MalformedClaim(
        "paper.tex, table 1: '≈ 28' is not a number", "SacreBLEU", "≈ 28", f"table 1: new / – étude & co., {_TITLES[0]}",
        "A paper, Table 1", system="new / – étude & co.", row="new / – étude & co.",
    )  # fmt: skip
    tagging = [
        Claim(
            "macro-F1", number, f"table 2: {row}, {task}", source="paper.tex, table 2", label=task, system=row, row=row
        )
        for row, task, number in (
            ("baseline", "POS", "0.971"),
            ("baseline", "NER", "0.883"),
            ("ours", "POS", "0.975"),
            ("ours", "NER", "0.9"),
        )
    ]
    expected[6] = with_notes(expected[6], ["the mark † is not checked: no baseline to test against"])
    unexplained = [f"the mark {mark} is not checked: its p-value is not stated" for mark in "*‡"]
    expected[8] = with_notes(expected[8], unexplained)
    ours, etude = spreads.values()
    claims = [*expected[:8], ours, *expected[8:13], unclear, expected[13], etude, *expected[14:], *tagging]
    assert read.claims == claims
    first, second = read.tables
    assert first.rows[2].cells == [
        Cell("29.1±0.2", "29.1", spread="0.2", bold=True, place=f"table 1: new / ours, {_TITLES[0]}"),
        Cell("58.9*‡", "58.9", bold=True, place=f"table 1: new / ours, {_TITLES[1]}"),
        Cell("42.0", "42.0", place=f"table 1: new / ours, {_TITLES[2]}"),
        Cell("63.4", "63.4", bold=True, place=f"table 1: new / ours, {_TITLES[3]}"),
    ]
    assert second.columns[2] == PrintedColumn("Avg.", "mean", of=["POS", "NER"])


def _texts(source: str) -> list[list[str]]:
    (table,) = latex.tables(source, "t.tex")
    return [[cell.text for cell in row] for row in table.rows]


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        (r"\begin{tabular}{lc}a&1\\b&2\end{tabular}", [["a", "1"], ["b", "2"]]),
        (r"\begin{tabular}{lc}a & \num{27.3} \\ b & \qty{17.6}{\percent} \end{tabular}", [["a", "27.3"], ["b", "17.6"]]),
        (r"\begin{tabular}{c}\begin{tabular}{@{}c@{}}BLEU\\(dev)\end{tabular}\\27.3\end{tabular}", [["BLEU (dev)"], ["27.3"]]),
        (r"\begin{tabular}{ll}&1\\\multirow{-2}{*}{up}&2\end{tabular}", [["up", "1"], ["up", "2"]]),
        (r"\begin{tabular}{l}$x_1^2$ \\ $10^{-5}$ \\ $2 \times 10^{-5}$\end{tabular}", [["x_1"], ["10"], ["2 ×10^{-5}"]]),
        (r"\begin{tabular}{l}a\_b\textsubscript{c}\\ 5\,\% \\ 1{,}5 \end{tabular}", [["a_b_c"], ["5\u2009%"], ["1,5"]]),
        ("\\begin{tabular}{ll} % x & y\na & 1 \\\\% z\nb & \\% \\\\\n\\end{tabular}", [["a", "1"], ["b", "%"]]),
        (
            r"\begin{longtable}{lr}\caption{C}\\\hline S&B\\\hline\endfirsthead S&B\\\endhead (cont.)\\\endfoot a&1\\b&2\end{longtable}",
            [["S", "B"], ["a", "1"], ["b", "2"]],
        ),
        (r"\begin{tabular}{lc}\ours{}&1\\\ours{} (big)&\best{2}\end{tabular}", [["ours", "1"], ["ours (big)", "2"]]),
        (r"\begin{tabularx}{5cm}{X|r}a&\input{/etc/passwd}1\\\end{tabularx}", [["a", "1"]]),
        (r"\begin{tabular}{lr}\ours&\best{1}\\\newcommand{\x}{9}\x&2\\\end{tabular}", [["ours", "1"], ["x", "2"]]),
    ],
)  # fmt: skip
def test_the_cells_of_a_table(source: str, rows: list[list[str]]) -> None:
    assert _texts(source) == rows


@pytest.mark.parametrize(
    "cell",
    [
        r"80.1{\tiny 2}", r"27.3\tiny{2}", r"27.3\sd{2}", r"\res{27.3}{2}", r"27.3{\color{gray}4}", r"\heat{20}70.0", r"\res{27}{3}",
        r"\rank{2}27.3", r"\llap{1}27.3", r"\ding{51}", r"\ding{80}", r"$\frac{27}{3}$", r"\symbol{65}", r"2\phantom{.}7.3",
        r"\cancel{2}7.3", r"\multicolumn{1}{c}{27}3", r"27\sd{.3}", r"\heat{20}.70", r"$\sqrt{4}$", r"\textbf{27.3}{\tiny 2}",
        r"\res{27}\textbf{3}",
    ],
)  # fmt: skip
def test_digits_of_several_arguments_are_not_one_number(cell: str) -> None:
    ((text,),) = _texts(rf"\begin{{tabular}}{{c}}{cell}\end{{tabular}}")
    with pytest.raises(ValueError, match="is not a number"):
        printed_number(text)


@pytest.mark.parametrize(
    "cell",
    [
        r"\makebox[0pt]{27.3}", r"\makebox[0pt][l]{27.3}", r"\tabincell{c}{27.3}", r"\fontsize{8}{9}\selectfont 27.3", r"\kern1pt 27.3",
        r"\kern-.5em27.3", r"\hskip 2pt27.3", r"27.3\kern3pt", r"\hyperlink{a}{27.3}", r"\hyperref[a1]{27.3}",
        r"27.3\tablefootnote{1}", r"27.3\footcite{a1}", r"\textbf{2}7.3", r"27.\underline{3}", r"$\mathbf{27}.3$", r"{27}.3", r"27{.}3",
        r"\cellcolor{blue!30}27.3", r"\best{27.3}", r"{\bf 27.3}", r"\num{27.3}", r"\textcolor{red}{2}7.3", r"27\textbf{.3}",
        r"27.3\phantom{00}",
    ],
)  # fmt: skip
def test_a_number_in_macros_is_one_number(cell: str) -> None:
    ((text,),) = _texts(rf"\begin{{tabular}}{{c}}{cell}\end{{tabular}}")
    assert str(printed_number(text)) == "27.3"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("no table", "t.tex has no table"),
        ("\\begin{tabular}{l}\\end{tabular}", "t.tex has no table"),
        ("x\n\\begin{tabular}{lc}\na & 1 \\\\", "t.tex, line 2: the table has no end"),
        ("\\begin{tabular}{lc}a\\begin{longtable}{l}\\end{tabular}", "\\end{tabular} has no \\begin"),
        ("\\begin{tabular}{lc} {a & 1 \\end{tabular}", "unmatched braces or environments"),
        ("\\begin{tabular}{lc} }a & 1{ \\end{tabular}", "cannot be parsed"),
        ("\\begin{tabular}{lc} $a & 1 \\end{tabular}", "cannot be parsed"),
        ("\\begin{tabular}{lc}" + "{" * 200 + "a" + "}" * 200 + "\\end{tabular}", "nested more than 40 levels deep"),
        ("\\begin{tabular}{lc}" + "\\begin{x}" * 99 + "\\end{x}" * 99 + "\\end{tabular}", "nested more than 40"),
        ("\\begin{tabular}{lc}" + "\\sqrt[" * 5000 + "\\end{tabular}", "t.tex, line 1"),
        ("\\begin{tabular}{lc}" + "a & 1 \\\\" * 40_000 + "\\end{tabular}", "more than 262,144 characters"),
        ("\\begin{tabular}{l}" + "a&" * 600 + "\\end{tabular}", "more than 500 columns"),
    ],
)
def test_malformed_and_oversized_latex_tables_are_an_error(source: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        latex.tables(source, "t.tex")
    assert message in str(raised.value)


def test_a_table_may_span_more_than_there_is() -> None:
    wide = r"\begin{tabular}{ll}\multicolumn{9999}{c}{a}\\\multirow{9999}{*}{b}&1\\\multirow{-99}{*}{}&2\end{tabular}"
    (table,) = latex.tables(wide, "t.tex")
    assert [row[0].text for row in table.rows] == ["a", "b", "b"]


def test_a_row_with_more_cells_than_titles_is_malformed(tmp_path: Path) -> None:
    table = r"\begin{tabular}{lcc}M&BLEU&chrF\\ \hline a&1&2&3&4\\b&28.4&56.2\\ \end{tabular}"
    (tmp_path / "t.tex").write_text(table, encoding="utf-8")
    claims = read_source(tmp_path / "t.tex").claims
    assert [claim.id for claim in claims if isinstance(claim, MalformedClaim)] == ["a, BLEU", "a, chrF"]
    assert [claim.published for claim in claims if isinstance(claim, Claim)] == ["28.4", "56.2"]


def test_every_cut_of_a_paper_is_read_or_refused() -> None:
    """Files that end too early, at every tenth character: a refusal says what to do."""
    text = (_TABLES / "paper.tex").read_text(encoding="utf-8")
    assert {_outcome(text[:end]) for end in range(0, len(text), 10)} == {
        "tables",
        "refused: docs/tables.md lists what is read in each format",
        "refused: write \\end{tabular}",
        "refused: write \\end{tabularx}",
    }


def _outcome(text: str) -> str:
    try:
        latex.tables(text, "t.tex")
    except InputError as problem:
        return f"refused: {problem.hint}"
    return "tables"


def test_a_table_that_cannot_be_parsed_discards_no_other(tmp_path: Path) -> None:
    good = r"\begin{tabular}{lc}S&BLEU\\a&27.3\end{tabular}"
    (tmp_path / "t.tex").write_text(f"{good}\n{good.replace('a&', 'a { &')}\n{good}", encoding="utf-8")
    first, broken, last = read_source(tmp_path / "t.tex").claims
    assert (first.id, last.id) == ("table 1: a, BLEU", "table 3: a, BLEU")
    assert isinstance(broken, MalformedClaim)
    assert (broken.id, "line 2: unmatched braces or environments in the table" in broken.problem) == (
        "table 2",
        True,
    )
    (tmp_path / "t.toml").write_text('[[table]]\nnumber = 2\n[[table.column]]\ntitle = "BLEU"\n', encoding="utf-8")
    assert [claim.id for claim in read_source(tmp_path / "t.tex").claims] == ["table 2"]


_TABLE = "\\begin{{tabular}}{{l}}\nBLEU \\\\\n{} \\\\\n\\end{{tabular}}"


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        ("{" * 39 + "27.3" + "}" * 39, ""),
        ("{" * 40 + "27.3" + "}" * 40, "nested more than 40 levels deep"),
        ("}}27.3{{", "unmatched braces"),
        ("}27.3{", "the table cannot be parsed"),
        ("{27.3", "unmatched braces"),
        ("\\{27.3", ""),
    ],
)
def test_the_nesting_of_a_table_in_latex_has_a_limit(cell: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "t.tex"
    path.write_text(_TABLE.format(cell), encoding="utf-8")
    if not problem:
        assert "BLEU" in draft_description(path)
        return
    with pytest.raises(InputError, match=rf"t\.tex, line 1: .*{problem}"):
        draft_description(path)


@pytest.mark.parametrize("shorter", [0, 1])
def test_a_table_in_latex_may_be_as_long_as_the_limit(
    shorter: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _TABLE.format("27.3")
    path = tmp_path / "t.tex"
    path.write_text(f"Before.\n{text}\nAfter.\n", encoding="utf-8")
    monkeypatch.setattr(latex, "_LONGEST", len(text) - shorter)
    if not shorter:
        assert "BLEU" in draft_description(path)
        return
    with pytest.raises(InputError, match=rf"line 2: the table has more than {len(text) - 1} characters"):
        draft_description(path)
