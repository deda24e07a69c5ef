"""Parse the BLEU line that multi-bleu.perl, sacreBLEU and fairseq print.

::

    BLEU = 27.30, 60.1/33.2/20.6/13.3 (BP=0.987, ratio=0.987, hyp_len=64780, ref_len=65633)
    BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0 = 27.3 60.1/33.2/20.6/13.3 (BP = 0.987 ratio = 0.987
    hyp_len = 64780 ref_len = 65633)
    BLEU4 = 35.90, 69.5/44.2/30.1/21.0 (BP=0.963, ratio=0.964, syslen=126373, reflen=131156)

In some versions of fairseq, the ratio is the length of the references divided by the length of the hypotheses, so the
meaning of the ratio in its lines is unknown.
"""

from __future__ import annotations

import re

from samescore.base.errors import InputError
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row

_NUMBER = r"[0-9]{1,20}(?:\.[0-9]{1,20})?"
_LINE = re.compile(
    rf"(?P<name>BLEU[^=\s]{{0,500}}) ?= ?(?P<bleu>{_NUMBER}),? +(?P<precisions>{_NUMBER}(?:/{_NUMBER}){{0,8}}) *"
    rf"\(BP ?= ?(?P<bp>{_NUMBER}),? +ratio ?= ?(?P<ratio>{_NUMBER}),? +"
    rf"(?P<side>sys|hyp_)len ?= ?(?P<hyp_len>[0-9]{{1,20}}),? +ref_?len ?= ?(?P<ref_len>[0-9]{{1,20}})"
)
_HINT = "BLEU = 27.30, 60.1/33.2/20.6/13.3 (BP=0.987, ratio=0.987, hyp_len=64780, ref_len=65633)"


def read_bleu_line(text: str) -> PrintedTable:
    """Parse a BLEU line to a table of one row, with a column for each component.

    The table and its row are named after the text before the equals sign: ``BLEU``, or sacreBLEU's signature. Raises
    `InputError` for any other line.
    """
    found = _LINE.search(text)
    if found is None:
        raise InputError(f"{text.strip()!r:.80} is not a BLEU line with its components", hint=f"expected {_HINT}")
    precisions = found["precisions"].split("/")
    printed = {
        "bleu": found["bleu"],
        **{f"bleu-precision-{order}": digits for order, digits in enumerate(precisions, 1)},
        **{name: found[name] for name in ("bp", "ratio", "hyp_len", "ref_len")},
    }
    unknown = {"ratio"} if found["side"] == "sys" else set()
    return PrintedTable(
        found["name"],
        [PrintedColumn(name, "" if name in unknown else name) for name in printed],
        [Row(found["name"], [Cell(digits, digits) for digits in printed.values()])],
    )
