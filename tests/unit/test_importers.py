"""Tables of publications: the claims that each format gives, against claims written by hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore import InputError
from samescore.verbs.audit.claims import Claim, MalformedClaim, with_notes
from samescore.verbs.audit.importers.formats import read_source
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, Row
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TABLES = Path(__file__).resolve().parents[1] / "data" / "tables"


def _in_rows(*claims: Claim | MalformedClaim) -> list[Claim | MalformedClaim]:
    """Claims with the name of their row, which stands in their ids before the title of the column."""
    changed: list[Claim | MalformedClaim] = []
    for claim in claims:
        if isinstance(claim, Claim):
            row = re.sub("^table [0-9]+: ", "", claim.id).removesuffix(f", {claim.label}")
            claim = msgspec.structs.replace(claim, system=row, row=row)
        changed.append(claim)
    return changed


def test_a_readme() -> None:
    """Badges, links, code, emoji, footnotes, tags, headings between rows, and a table in HTML."""
    source = "polyglot-small, README"
    files = {"references": ["newstest2019.ref"], "like": "sacrebleu==2.3.1", "source": source}
    bleu = {"metric": "BLEU", "label": "BLEU ↑ (detok.)", **files}
    chrf = {"metric": "chrF2", "label": "chrF2 ↑", **files}
    chrf |= {"signature": "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.3.1"}
    ter = {"metric": "TER", "label": "TER ↓", "settings": {"case": "keep"}, **files}
    base, big = "table 2: Transformer-base, ", "table 2: Transformer-big, "
    ours, scratch = "table 2: polyglot-small 🥇, ", "table 2: – without pretraining, "
    small = {"hypotheses": "out/small.txt", "references": ["newstest2019.ref"], "source": source}
    read = read_source(_TABLES / "readme.md")
    assert read.base == _TABLES
    assert read.claims == _in_rows(
        Claim(published="27.3", id=f"{base}BLEU ↑ (detok.)", hypotheses="out/base.txt", **bleu),  # type: ignore[arg-type]
        Claim(published="55.10", id=f"{base}chrF2 ↑", hypotheses="out/base.txt", **chrf),  # type: ignore[arg-type]
        Claim(published="61.4", id=f"{base}TER ↓", hypotheses="out/base.txt", **ter),  # type: ignore[arg-type]
        Claim(published="28.4", id=f"{big}BLEU ↑ (detok.)", hypotheses="out/big.txt", **bleu),  # type: ignore[arg-type]
        Claim(published="58.00", id=f"{big}chrF2 ↑", hypotheses="out/big.txt", **chrf),  # type: ignore[arg-type]
        Claim(published="59.8%", id=f"{big}TER ↓", hypotheses="out/big.txt", **ter),  # type: ignore[arg-type]
        with_notes(
            Claim(published="29.1", id=f"{ours}BLEU ↑ (detok.)", hypotheses="out/small.txt", **bleu),  # type: ignore[arg-type]
            ["the mark † is not checked: no baseline to test against"],
        ),
        Claim(published="57.9", id=f"{ours}chrF2 ↑", hypotheses="out/small.txt", **chrf),  # type: ignore[arg-type]
        Claim("plus-minus", "0.3", f"{ours}chrF2 ↑ ±", statistic="chrf", label="chrF2 ↑ ±", **small),  # type: ignore[arg-type]
        Claim(published="58.2", id=f"{ours}TER ↓", hypotheses="out/small.txt", **ter),  # type: ignore[arg-type]
        Claim(
            "plus-minus", "0.4", f"{ours}TER ↓ ±", statistic="ter|case:keep|empty_reference:one", label="TER ↓ ±",
            **small,  # type: ignore[arg-type]
        ),
        MalformedClaim(
            "readme.md, table 2: 'see below' is not a number",
            "chrF2",
            "see below",
            f"{scratch}chrF2 ↑",
            source,
            system="– without pretraining",
            row="– without pretraining",
        ),
        Claim(published="60.0", id=f"{scratch}TER ↓", hypotheses="out/small-scratch.txt", **ter),  # type: ignore[arg-type]
        Claim(
            "answer F1", "88.5", "table 3: ours, SQuAD 1.1 / F1", source="readme.md, table 3", label="SQuAD 1.1 / F1"
        ),
    )  # fmt: skip
    table, answers = read.tables
    assert table.columns[1:] == [
        PrintedColumn("chrF2 ↑", "chrf", test_set="newstest2019"),
        PrintedColumn("TER ↓", "ter", {"case": "keep"}),
    ]
    place = "table 2: polyglot-small 🥇, "
    assert table.rows[2] == Row(
        "polyglot-small 🥇",
        [
            Cell("29.1† (+0.7)", "29.1", bold=True, place=f"{place}BLEU ↑ (detok.)"),
            Cell("57.9 ± 0.3", "57.9", spread="0.3", place=f"{place}chrF2 ↑"),
            Cell("$58.2_{\\pm0.4}$", "58.2", spread="0.4", place=f"{place}TER ↓"),
        ],
        block=1,
    )
    assert [row.name for row in answers.rows] == ["ours"]


def test_values_separated_by_semicolons() -> None:
    """Decimal commas, two header rows of which the first one leaves cells empty, quotes, stars."""
    read = read_source(_TABLES / "summaries.csv")
    zhang = "Zhang et al. (2020); PEGASUS"
    rest = {"references": ["articles/cnndm.ref"], "source": "summaries.csv"}
    lead = {"settings": {"case": "keep"}, "like": "rouge155", **rest}
    assert read.claims == _in_rows(
        Claim("ROUGE-1 F1", "40.42", "LEAD-3, ROUGE-1 / F1", "LEAD-3.cnndm.out", label="ROUGE-1 / F1", **lead),  # type: ignore[arg-type]
        Claim("ROUGE-1 R", "52.1", "LEAD-3, ROUGE-1 / Recall", label="ROUGE-1 / Recall", **lead),  # type: ignore[arg-type]
        Claim("R-2", "17.62", "LEAD-3, ROUGE-2 / F1", label="ROUGE-2 / F1", **lead),  # type: ignore[arg-type]
        Claim(
            "R-L", "36.67", "LEAD-3, R-L", label="R-L",
            **{**lead, "settings": {"stemmer": "porter-nltk", "case": "keep"}},  # type: ignore[arg-type]
        ),
        Claim("ROUGE-1 F1", "44.17", f"{zhang}, ROUGE-1 / F1", f"{zhang}.cnndm.out", label="ROUGE-1 / F1", **rest),  # type: ignore[arg-type]
        Claim("ROUGE-1 R", "51.0", f"{zhang}, ROUGE-1 / Recall", label="ROUGE-1 / Recall", **rest),  # type: ignore[arg-type]
        Claim("R-2", "21.47", f"{zhang}, ROUGE-2 / F1", label="ROUGE-2 / F1", **rest),  # type: ignore[arg-type]
        Claim("R-L", "41.11", f"{zhang}, R-L", settings={"stemmer": "porter-nltk"}, label="R-L", **rest),  # type: ignore[arg-type]
    )  # fmt: skip
    assert [column.test_set for column in read.tables[0].columns] == ["cnndm"] * 4


def test_values_separated_by_tabs() -> None:
    """Files named after cells of the row, fractions without a zero, a row that says something else."""
    read = read_source(_TABLES / "scores.tsv")
    german, russian = "newstest2021 / en-de / ", "newstest2021 / en-ru / "
    rest = {"references": ["en-de/newstest2021.ref"], "source": "shared task"}
    other = {"references": ["en-ru/newstest2021.ref"], "source": "shared task"}
    assert read.claims == _in_rows(
        Claim("BLEU", "27.3", f"{german}A, BLEU", "en-de/A.txt", label="BLEU", **rest),  # type: ignore[arg-type]
        Claim("chrF", "0.551", f"{german}A, chrF", "en-de/A.txt", label="chrF", **rest),  # type: ignore[arg-type]
        Claim("macro-F1", "80.0%", f"{german}A, F1 (macro)", "en-de/A.txt", items=100, label="F1 (macro)", **rest),  # type: ignore[arg-type]
        Claim("BLEU", "28.1", f"{german}B, BLEU", "en-de/B.txt", label="BLEU", **rest),  # type: ignore[arg-type]
        Claim("chrF", "0.56", f"{german}B, chrF", "en-de/B.txt", label="chrF", **rest),  # type: ignore[arg-type]
        Claim("macro-F1", "0.80", f"{german}B, F1 (macro)", "en-de/B.txt", items=100, label="F1 (macro)", **rest),  # type: ignore[arg-type]
        Claim("BLEU", "19.95", f"{russian}A, BLEU", "en-ru/A.txt", label="BLEU", **other),  # type: ignore[arg-type]
        Claim("chrF", "0.4321", f"{russian}A, chrF", "en-ru/A.txt", label="chrF", **other),  # type: ignore[arg-type]
        MalformedClaim(
            "scores.tsv: 'pending' is not a number",
            "macro-F1",
            "pending",
            f"{russian}A, F1 (macro)",
            "shared task",
            system=f"{russian}A",
            row=f"{russian}A",
        ),
    )
    (table,) = read.tables
    assert [row.test_set for row in table.rows] == ["newstest2021"] * 3
    assert [(column.quantity, column.knobs) for column in table.columns[2:]] == [
        ("items", {}),
        ("f1", {"average": "macro", "items": 100}),
    ]


def test_metrics_in_rows() -> None:
    """A byte order mark, quotes, and a table whose columns are systems."""
    read = read_source(_TABLES / "tags.csv")
    dev = {"hypotheses": "dev.tags", "references": ["dev.gold"], "source": "tags.csv"}
    test = {"hypotheses": "test.tags", "references": ["test.gold"], "source": "tags.csv"}
    assert read.claims == _in_rows(
        Claim("Acc.", "91.2", "dev, Acc. (%)", label="Acc. (%)", **dev),  # type: ignore[arg-type]
        Claim("macro-F1", "0.812", "dev, macro-F1", label="macro-F1", **dev),  # type: ignore[arg-type]
        Claim("MCC", "0.71", "dev, MCC", label="MCC", **dev),  # type: ignore[arg-type]
        Claim("Acc.", "90.8", "test, Acc. (%)", label="Acc. (%)", **test),  # type: ignore[arg-type]
        Claim("macro-F1", "0.7990", "test, macro-F1", label="macro-F1", **test),  # type: ignore[arg-type]
        Claim("MCC", "0.695", "test, MCC", label="MCC", **test),  # type: ignore[arg-type]
    )


_TABLE = "| System | BLEU | chrF |\n|---|---|---|\n| a | 27.3 | 55.1 |\n| b | 28 | 56 |\n"


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("[[tables]]\nnumber = 1\n[[table]]\n", "unknown field `tables`: did you mean table?"),
        ('[[table]]\n[[table.column]]\ntitel = "BLEU"\n', "unknown field `titel` - at `$.table[0].column[0]`: did you mean title?"),
        ('[[table]]\n[[table.row]]\nname = "a"\nfiel = ""\n', "did you mean file?"),
        ("[[table]]\nnumber = 2\n", "t.md has no table number 2"),
        ("[[table]]\n[[table]]\n", "describes a table twice"),
        ('[[table]]\n[[table.column]]\ntitle = "BLUE"\n', "t.md has no column 'BLUE'\n  hint: did you mean BLEU?"),
        ("[[table]]\n[[table.column]]\nplace = 4\n", "t.md has no column number 4"),
        ("[[table]]\n[[table.column]]\nplace = 2\n" + '[[table.column]]\ntitle = "BLEU"\n', "'BLEU' is described twice"),
        ('[[table]]\n[[table.column]]\ntitle = "BLEU"\nrole = "meen"\n', "unknown role 'meen'\n  hint: did you mean mean?"),
        ('[[table]]\n[[table.column]]\ntitle = "BLEU"\nrole = "bp"\nmetric = "BLEU"\n', "has both a metric and a role"),
        ('[[table]]\n[[table.column]]\ntitle = "BLEU"\nrole = "mean"\nof = ["TER"]\n', "refers to 'TER', which is not a column"),
        ('[[table]]\n[[table.row]]\nname = "A B"\n', "t.md has no row 'A B'"),
        ('[[table]]\n[[table.row]]\nname = "a"\n[[table.row]]\nname = "a"\n', "a row is described twice"),
        ('file = "../t.md"\n[[table]]\n', "lies outside"),
        ('file = "t.pdf"\n[[table]]\n', "file not found"),
        ('file = "t.toml"\n[[table]]\n', "is not a file of tables"),
    ],
)  # fmt: skip
def test_a_description_that_does_not_fit_is_an_error(toml: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "t.md").write_text(_TABLE, encoding="utf-8")
    (tmp_path / "t.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_source(tmp_path / "t.toml")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ('metric = "BLUE"', "t.md: unknown metric: 'BLUE' (did you mean"),
        ('metric = "COMET"', "t.md: 'COMET' is not computed by samescore"),
        ('metric = "BLEU"\nhypotheses = "{rwo}.txt"', "'{rwo}' is not a placeholder (did you mean row?"),
        ('metric = "BLEU"\nhypotheses = "{9}.txt"', "'{9}' is not a placeholder"),
        ('metric = "BLEU"\nhypotheses = "{row.__class__}"', "is not a placeholder"),
    ],
)
def test_a_column_that_cannot_be_audited_is_the_verdict_on_its_cells(fields: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "t.md").write_text(_TABLE, encoding="utf-8")
    columns = (
        f'[[table]]\n[[table.column]]\ntitle = "BLEU"\n{fields}\n[[table.column]]\ntitle = "chrF"\nmetric = "chrF"\n'
    )
    (tmp_path / "t.toml").write_text(columns, encoding="utf-8")
    claims = read_source(tmp_path / "t.md").claims
    malformed = [claim for claim in claims if isinstance(claim, MalformedClaim)]
    assert [claim.id for claim in malformed] == ["a, BLEU", "b, BLEU"]
    assert all(message in claim.problem for claim in malformed)
    assert [claim.published for claim in claims if isinstance(claim, Claim)] == ["55.1", "56"]


def test_a_description_of_another_file_is_not_taken_for_that_of_a_table(tmp_path: Path) -> None:
    for name in ("t.md", "other.md"):
        (tmp_path / name).write_text(_TABLE, encoding="utf-8")
    (tmp_path / "t.toml").write_text('file = "other.md"\n[[table]]\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"describes .*other\.md"):
        read_source(tmp_path / "t.md")


def test_a_table_without_a_description_is_read_as_its_titles_say(tmp_path: Path) -> None:
    (tmp_path / "t.md").write_text(_TABLE, encoding="utf-8")
    done = call("audit", "t.md", "--format", "jsonl", cwd=tmp_path)
    assert [(finding["claim"], finding["published"]) for finding in records(done.stdout)] == [
        ("a, BLEU", "27.3"),
        ("a, chrF", "55.1"),
        ("b, BLEU", "28"),
        ("b, chrF", "56"),
    ]
    assert "t.toml is missing, so the meaning of t.md's columns is guessed from their titles" in done.stderr


def test_a_page_in_html() -> None:
    """Tags and entities of all kinds, spans, tags that nothing closes, scripts, footnotes, tables inside each other."""
    read = read_source(_TABLES / "leaderboard.html")
    rest: dict[str, Any] = {"references": ["coco/karpathy.json"], "source": "the leaderboard"}
    bleu: dict[str, Any] = {"label": "Cross-entropy / B@4 ↑", **rest}
    meteor: dict[str, Any] = {"label": "Cross-entropy / M", **rest}
    rouge: dict[str, Any] = {"label": "Cross-entropy / R", **rest}
    cider: dict[str, Any] = {"label": "Cross-entropy / C", **rest}
    optimized: dict[str, Any] = {"label": "CIDEr‑optimized / CIDEr-D", "settings": {"scale": "10"}, **rest}
    assert read.claims == _in_rows(
        Claim("B@4", "36.5", "Show & Tell, Cross-entropy / B@4 ↑", **bleu),
        Claim("METEOR", "27.7", "Show & Tell, Cross-entropy / M", "Show & Tell.txt", **meteor),
        Claim("R-L", "57.3", "Show & Tell, Cross-entropy / R", **rouge),
        Claim("CIDEr", "116.6", "Show & Tell, Cross-entropy / C", **cider),
        Claim("CIDEr-D", "127.8", "Show & Tell, CIDEr‑optimized / CIDEr-D", **optimized),
        Claim("B@4", "36.4", "Ours (small), Cross-entropy / B@4 ↑", **bleu),
        Claim("METEOR", "0.277", "Ours (small), Cross-entropy / M", "Ours (small).txt", **meteor),
        Claim("R-L", "57.0%", "Ours (small), Cross-entropy / R", **rouge),
        Claim("CIDEr", "1.15e2", "Ours (small), Cross-entropy / C", **cider),
        Claim("B@4", "37.0", "Ours (large), Cross-entropy / B@4 ↑", **bleu),
        MalformedClaim(
            "leaderboard.html, table 2: 'soon' is not a number", "R-L", "soon", "Ours (large), Cross-entropy / R", "the leaderboard",
            system="Ours (large)", row="Ours (large)",
        ),
        Claim("CIDEr", "1180.2", "Ours (large), Cross-entropy / C", **cider),
        Claim("CIDEr-D", "130.1", "Ours (large), CIDEr‑optimized / CIDEr-D", **optimized),
    )  # fmt: skip
    (table,) = read.tables
    assert [cell.bold for cell in table.rows[0].cells] == [True, False, False, False, False]
    assert table.rows[1].cells[0] == Cell(
        "36.4_±0.2", "36.4", spread="0.2", place="Ours (small), Cross-entropy / B@4 ↑"
    )


def test_a_guess_of_captions_knows_their_short_names() -> None:
    done = call("audit", "--guess", "leaderboard.html", cwd=_TABLES)
    metrics = [line for line in done.stdout.splitlines() if line.startswith(("title", "metric"))]
    assert metrics == [
        'title = "Cross-entropy / B@4 ↑"', 'metric = "B@4"',
        'title = "Cross-entropy / M"', 'metric = "METEOR"',
        'title = "Cross-entropy / R"', 'metric = "ROUGE-L"',
        'title = "Cross-entropy / C"', 'metric = "CIDEr"',
        'title = "CIDEr‑optimized / B@4"', 'metric = "B@4"',
        'title = "CIDEr‑optimized / CIDEr-D"', 'metric = "CIDEr-D"',
    ]  # fmt: skip


def test_a_row_goes_before_a_column_and_a_column_before_the_table(tmp_path: Path) -> None:
    (tmp_path / "t.md").write_text(_TABLE, encoding="utf-8")
    (tmp_path / "t.toml").write_text(
        '[[table]]\nlike = "nltk"\nhypotheses = "{test_set}/{row}"\ntest_set = "x"\nsettings = { case = "keep", scale = "1" }\n'
        '[[table.column]]\ntitle = "BLEU"\nmetric = "BLEU"\nlike = "sacrebleu"\ntest_set = "y"\nsettings = { scale = "100" }\n'
        '[[table.column]]\ntitle = "chrF"\nmetric = "chrF"\n'
        '[[table.row]]\nname = "b"\nlike = "bleuscore"\nfile = "B"\ntest_set = "z"\nsettings = { case = "lower" }\n',
        encoding="utf-8",
    )
    claims = [claim for claim in read_source(tmp_path / "t.md").claims if isinstance(claim, Claim)]
    assert [(claim.id, claim.like, claim.hypotheses, claim.settings) for claim in claims] == [
        ("a, BLEU", "sacrebleu", "y/a", {"case": "keep", "scale": "100"}),
        ("a, chrF", "nltk", "x/a", {"case": "keep", "scale": "1"}),
        ("b, BLEU", "bleuscore", "z/B", {"case": "lower", "scale": "100"}),
        ("b, chrF", "bleuscore", "z/B", {"case": "lower", "scale": "1"}),
    ]


@pytest.mark.parametrize(
    ("name", "content", "titles", "cells"),
    [
        ("t.csv", "System,BLEU,chrF\na,27,3,55,1\nb,28.4,56.2\n", 3, 5),
        ("t.csv", "System,BLEU,chrF,,\na,27,3,55,1\nb,28.4,56.2,,\n", 3, 5),
        ("t.csv", ",BLEU,chrF\na,27,3,55,1\nb,28.4,56.2\n", 3, 5),
        ("t.md", "| System | BLEU | chrF |\n|-|-|-|\n| a | 27 | 3 | 55 | 1 |\n| b | 28.4 | 56.2 |\n", 3, 5),
        ("t.md", "> System | BLEU | chrF\n> -|-|-\n> a | 27 | 3 | 55 | 1\n> b | 28.4 | 56.2\n", 3, 5),
        ("t.html", "<table><tr><th>S<th>BLEU<th>chrF<tr><td>a<td>27<td>3<td>55<tr><td>b<td>28.4<td>56.2</table>", 3, 4),
    ],
)  # fmt: skip
def test_a_row_with_more_cells_than_titles_is_malformed(
    tmp_path: Path, name: str, content: str, titles: int, cells: int
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    claims = read_source(tmp_path / name).claims
    malformed = [claim for claim in claims if isinstance(claim, MalformedClaim)]
    assert [claim.id for claim in malformed] == ["a, BLEU", "a, chrF"]
    assert f"the row has {cells} cells, but the titles span {titles} (quote decimal commas" in malformed[0].problem
    assert [claim.published for claim in claims if isinstance(claim, Claim)] == ["28.4", "56.2"]


def test_a_transposed_row_with_more_cells_than_titles_is_malformed(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        "Metric,dev,test\nBLEU,27,3,28,1\nchrF,55.5,56.2\nTER,60.5,61.2\n", encoding="utf-8"
    )
    claims = read_source(tmp_path / "t.csv").claims
    assert {c.metric for c in claims if isinstance(c, MalformedClaim)} == {"BLEU"}
    assert [c.published for c in claims if isinstance(c, Claim)] == ["55.5", "60.5", "56.2", "61.2"]


def test_a_column_without_a_title_may_hold_words_or_be_described(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("System,BLEU\na,27.3,5\nb,28.4,rerun\n", encoding="utf-8")
    assert [isinstance(claim, Claim) for claim in read_source(tmp_path / "t.csv").claims] == [False, True]
    columns = (
        '[[table]]\n[[table.column]]\ntitle = "BLEU"\nmetric = "BLEU"\n[[table.column]]\nplace = 3\nignore = true\n'
    )
    (tmp_path / "t.toml").write_text(columns, encoding="utf-8")
    assert [isinstance(claim, Claim) for claim in read_source(tmp_path / "t.csv").claims] == [True, True]


@pytest.mark.parametrize(
    "rows",
    [
        '<tr><td>a<td style="display:none">9<td>27.3',
        '<tr><td>a</td><td style="color: red; DISPLAY: none;">9<b>8</b></td><td>27.3</td></tr>',
        "<tr><td>a</td><td hidden>9<br>8</td><td>27.3</td></tr>",
        '<tr hidden><td>b<td>9<tr><td>a<td>27.3',
        '<tr><td>a<td>27.3<tbody hidden><tr><td>b<td>9</tr></tbody>',
        '<tr><td>a<td><span style="display:none">9</span>27.3',
        '<tr><td>a<td>27.3<td hidden>9</tr><tr hidden><td>b<table><tr><td>1</table><td>9',
        "<tr><td>a<td hidden>9<table><tr><td>1<td>2</table>3<td>27.3",
        "<tr><td>a<td>27.3<i hidden>9<tr hidden><td>b<td>9",
    ],
)  # fmt: skip
def test_hidden_html_cells_are_ignored(tmp_path: Path, rows: str) -> None:
    (tmp_path / "t.html").write_text(f"<table><tr><th>S<th>BLEU</tr>{rows}</table><p>", encoding="utf-8")
    claims = read_source(tmp_path / "t.html").claims
    assert [(claim.id, claim.published) for claim in claims] == [("a, BLEU", "27.3")]


def test_a_hidden_cell_does_not_affect_the_next_table(tmp_path: Path) -> None:
    table = "<table><tr><th>S<th>BLEU<tr><td>a<td>27.3<td hidden>9</table>"
    (tmp_path / "t.html").write_text(table * 2, encoding="utf-8")
    assert [claim.id for claim in read_source(tmp_path / "t.html").claims] == ["table 1: a, BLEU", "table 2: a, BLEU"]


def test_a_guess_overwrites_no_file(tmp_path: Path) -> None:
    (tmp_path / "t.md").write_text(_TABLE, encoding="utf-8")
    assert call("audit", "--guess", "t.md", "-o", "t.toml", cwd=tmp_path).returncode == 0
    assert "[[table]]" in (tmp_path / "t.toml").read_text(encoding="utf-8")
    (tmp_path / "t.toml").write_text("# mine", encoding="utf-8")
    done = call("audit", "--guess", "t.md", "-o", "t.toml", cwd=tmp_path)
    assert (done.returncode, "-o t.toml exists" in done.stderr) == (2, True)
    assert (tmp_path / "t.toml").read_text(encoding="utf-8") == "# mine"


def test_a_column_of_a_metric_shows_its_numbers_that_are_refused(tmp_path: Path) -> None:
    (tmp_path / "t.md").write_text("|S|BLEU|Time|\n|-|-|-|\n|a|27.3 4|1h 3m|\n|b|28 28.4|2h 4m|\n", encoding="utf-8")
    claims = read_source(tmp_path / "t.md").claims
    assert [(claim.id, isinstance(claim, MalformedClaim)) for claim in claims] == [("a, BLEU", True), ("b, BLEU", True)]
