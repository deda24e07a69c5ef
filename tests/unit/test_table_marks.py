"""What surrounds the numbers of a table: captions, numbers that are struck out, and bold marks of the best of a block."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.verbs.audit.importers.formats import read_source
from samescore.verbs.audit.relations import check
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_PLAIN = "| System | en-de | en-fr |\n|-|-|-|\n| a | 27.3 | 38.1 |\n"


def _claims(folder: Path, name: str, text: str) -> list[tuple[str, str]]:
    (folder / name).write_text(text, encoding="utf-8")
    return [(claim.metric, claim.published) for claim in read_source(folder / name).claims]


@pytest.mark.parametrize(
    "text",
    [
        f"Table 1: BLEU scores on WMT14.\n\n{_PLAIN}",
        f"Table 1: BLEU scores on WMT14.\n{_PLAIN}",
        f"**Tab. 2.** Results in BLEU. Higher is better.\n\n{_PLAIN}",
        f"BLEU of all systems\n\n{_PLAIN}",
        f"# Translation\n\nTable 1: BLEU\n\n{_PLAIN}",
        f"# chrF\n\nTable 1: BLEU\n\n{_PLAIN}",
        f"{_PLAIN}\n: BLEU of all systems. See above.\n",
        f"{_PLAIN}\nTable 1: BLEU of all systems.\n",
    ],
)
def test_the_metric_of_a_caption_beside_a_table(tmp_path: Path, text: str) -> None:
    assert _claims(tmp_path, "t.md", text) == [("BLEU", "27.3"), ("BLEU", "38.1")]


@pytest.mark.parametrize(
    "text",
    [
        f"We trained for a day. BLEU was computed later. All is fine.\n\n{_PLAIN}",
        f"Table 1: BLEU and chrF\n\n{_PLAIN}",
        f"{_PLAIN}\nIn BLEU, we win.\n",
    ],
)
def test_other_paragraphs_name_no_metric(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.md").write_text(text, encoding="utf-8")
    assert read_source(tmp_path / "t.md").claims == []


_STRUCK = {
    "t.md": "| System | BLEU | chrF |\n|-|-|-|\n| a | ~~83.5~~ | 55.1 |\n| b | <del>83.5</del> 27.3 | 55.1 |\n",
    "t.html": "<table><tr><th>System<th>BLEU<th>chrF<tr><td>a<td><s>83.5</s><td>55.1<tr><td>b<td><del>83.5</del> 27.3<td>"
    '<span style="text-decoration: line-through">83.5</span>55.1</table>',
    "t.tex": r"\begin{tabular}{lll}System & BLEU & chrF \\ \midrule a & \sout{83.5} & 55.1 \\ b & \st{83.5} 27.3 & 55.1 \\ \end{tabular}",
}


@pytest.mark.parametrize("name", _STRUCK)
def test_a_number_that_is_struck_out_is_no_claim(tmp_path: Path, name: str) -> None:
    assert _claims(tmp_path, name, _STRUCK[name]) == [("chrF", "55.1"), ("BLEU", "27.3"), ("chrF", "55.1")]
    done = call("audit", name, "-j", "1", cwd=tmp_path)
    assert f"numbers struck out in {name} are not audited: 83.5, 83.5" in done.stderr


def test_digits_that_are_struck_out_inside_a_number_are_refused(tmp_path: Path) -> None:
    ((_, published),) = _claims(tmp_path, "t.md", "| System | BLEU |\n|-|-|\n| a | ~~2~~7.3 |\n")
    assert "struck out" in published


_HEAD = "| System | BLEU |\n|-|-|\n"
_BLOCKS = {
    "groups.md": f"{_HEAD}| *Small* | |\n| a | **27.3** |\n| b | 26.1 |\n| *Large* | |\n| c | 30.1 |\n| d | **31.2** |\n",
    "no best.md": f"{_HEAD}| *Small* | |\n| a | **27.3** |\n| b | 26.1 |\n| *Large* | |\n| c | 30.1 |\n| d | 31.2 |\n",
    "several.md": f"{_HEAD}| a | **27.3** |\n| b | 26.1 |\n| c | 30.1 |\n| d | **31.2** |\n",
    "human.md": f"{_HEAD}| Human | 88.0 |\n| a | **27.3** |\n| b | 26.1 |\n",
    "own.md": "| System | BLEU | chrF |\n|-|-|-|\n| **ours** | **27.3** | **50.1** |\n| b | 28.1 | 49.0 |\n",
    "rules.tex": r"\begin{tabular}{ll}System & BLEU \\ \midrule a & \textbf{27.3} \\ b & 26.1 \\ \midrule c & 30.1 \\ \end{tabular}",
    "partial.tex": r"\begin{tabular}{ll}System & BLEU \\ \midrule a & \textbf{27.3} \\ b & 26.1 \\ \cmidrule(lr){1-2} c & 30.1 \\ \end{tabular}",
    "bodies.html": "<table><thead><tr><th>System<th>BLEU<tbody><tr><td>a<td><b>27.3</b><tr><td>b<td>26.1<tbody><tr><td>c<td>30.1</table>",
    "names.md": "| Size | System | BLEU |\n|-|-|-|\n| S | a | **27.3** |\n| S | b | 26.1 |\n| L | a | 30.1 |\n| L | b | 31.0 |\n",
}


def _doubted(folder: Path, name: str, text: str) -> list[str]:
    (folder / name).write_text(text, encoding="utf-8")
    (table,) = read_source(folder / name).tables
    return [doubt.cells[0] for doubt in check(table).doubtful]


@pytest.mark.parametrize("name", _BLOCKS)
def test_bold_marks_the_best_of_its_block(tmp_path: Path, name: str) -> None:
    assert _doubted(tmp_path, name, _BLOCKS[name]) == []


def test_a_wrong_mark_in_a_block_is_doubted(tmp_path: Path) -> None:
    assert _doubted(tmp_path, "t.md", _BLOCKS["groups.md"].replace("26.1", "28.1")) == ["a, BLEU"]
    assert _doubted(tmp_path, "t.md", _BLOCKS["groups.md"].replace("30.1", "32.1")) == ["d, BLEU"]


def test_rules_between_all_rows_part_nothing(tmp_path: Path) -> None:
    text = r"\begin{tabular}{ll}System & BLEU \\ \hline a & \textbf{27.3} \\ \hline b & 28.1 \\ \hline c & 20.1 \\ \hline\end{tabular}"
    assert _doubted(tmp_path, "t.tex", text) == ["a, BLEU"]
