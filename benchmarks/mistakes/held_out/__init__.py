"""The final programs: their author had seen neither the search for mistakes nor its list, and nothing was tuned on them.

Their mistakes come from bug reports on public implementations, or are common slips in such code.
"""

from __future__ import annotations

from benchmarks.mistakes.held_out import agreement, answers, auc, bleu, chrf, labels, meteor, rouge, ter, wer

FAMILIES = (bleu, chrf, rouge, ter, wer, labels, agreement, auc, meteor, answers)
