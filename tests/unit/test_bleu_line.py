"""The lines that multi-bleu.perl and sacreBLEU print."""

from __future__ import annotations

import pytest

from samescore.base.errors import InputError
from samescore.verbs.audit.printed_text.bleu_line import read_bleu_line

pytestmark = pytest.mark.once

_NAMES = ["bleu", *(f"bleu-precision-{k}" for k in range(1, 5)), "bp", "ratio", "hyp_len", "ref_len"]
_DIGITS = ["27.30", "60.1", "33.2", "20.6", "13.3", "0.987", "0.987", "64780", "65633"]


@pytest.mark.parametrize(
    ("line", "name", "bleu"),
    [
        ("BLEU = 27.30, 60.1/33.2/20.6/13.3 (BP=0.987, ratio=0.987, hyp_len=64780, ref_len=65633)", "BLEU", "27.30"),
        (
            "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0 = 27.3 60.1/33.2/20.6/13.3 "
            "(BP = 0.987 ratio = 0.987 hyp_len = 64780 ref_len = 65633)\n",
            "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0",
            "27.3",
        ),
        (
            "BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.2 = 27.3 60.1/33.2/20.6/13.3 "
            "(BP = 0.987 ratio = 0.987 hyp_len = 64780 ref_len = 65633)",
            "BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.2",
            "27.3",
        ),
    ],
)
def test_each_number_of_a_line_is_a_column(line: str, name: str, bleu: str) -> None:
    table = read_bleu_line(line)
    assert table.rows[0].name == name
    assert [column.quantity for column in table.columns] == _NAMES
    assert [cell.digits for cell in table.rows[0].cells] == [bleu, *_DIGITS[1:]]


def test_the_ratio_of_fairseq_is_not_taken_for_that_of_others() -> None:
    """The version that printed this divides the length of the references by that of the hypotheses."""
    line = "| Generate test with beam=5: BLEU4 = 40.23, 67.5/46.4/33.8/25.0 (BP=0.997, ratio=1.003, syslen=80963, reflen=81194)"
    table = read_bleu_line(line)
    assert [column.quantity for column in table.columns] == [*_NAMES[:6], "", "hyp_len", "ref_len"]
    assert [cell.digits for cell in table.rows[0].cells[5:]] == ["0.997", "1.003", "80963", "81194"]


@pytest.mark.parametrize("line", ["", "BLEU = 27.3", "BLEU = , 60.1/33.2 (BP=1, ratio=1, hyp_len=2, ref_len=2)"])
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(InputError, match="is not a BLEU line with its components"):
        read_bleu_line(line)
