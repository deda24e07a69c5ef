"""Files of tables as Windows programs write them: with a byte order mark and carriage returns."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.verbs.audit.importers.formats import draft_description, read_source

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TABLES = {
    "t.csv": "BLEU,system\n27.3,a\n28.1,b\n",
    "t.tsv": "BLEU\tsystem\n27.3\ta\n28.1\tb\n",
    "t.md": "| BLEU | system |\n|---|---|\n| 27.3 | a |\n| 28.1 | b |\n",
    "t.html": "<table>\n<tr><th>BLEU</th><th>system</th></tr>\n<tr><td>27.3</td><td>a</td></tr>\n</table>\n",
    "t.tex": "\\begin{tabular}{ll}\nBLEU & system \\\\\n27.3 & a \\\\\n28.1 & b \\\\\n\\end{tabular}\n",
}


@pytest.mark.parametrize("name", _TABLES)
def test_a_byte_order_mark_and_carriage_returns_change_nothing(name: str, tmp_path: Path) -> None:
    drafts = []
    for folder, change in (("plain", str), ("marked", lambda text: "\ufeff" + text.replace("\n", "\r\n"))):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / name
        path.write_bytes(change(_TABLES[name]).encode())
        drafts.append(draft_description(path))
    assert drafts[0] == drafts[1]
    assert "BLEU" in drafts[0]


def test_the_output_of_sacrebleu_with_a_byte_order_mark(tmp_path: Path) -> None:
    signature = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.3.1"
    line = f"BLEU|{signature} = 27.3 60.0/33.3/20.0/12.5 (BP = 1.000 ratio = 1.000 hyp_len = 10 ref_len = 10)\n"
    claims = []
    for name, text in (("plain", line), ("marked", "\ufeff" + line.replace("\n", "\r\n"))):
        (tmp_path / name).mkdir()
        path = tmp_path / name / "out.txt"
        path.write_bytes(text.encode())
        claims.append(read_source(path).claims)
    assert claims[0] == claims[1]
    assert len(claims[0]) == 1
