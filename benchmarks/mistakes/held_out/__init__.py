"""The final programs: written by somebody who had seen neither the search for mistakes nor its list, and tuned by nobody.

Their mistakes are those of bug reports on public implementations, and slips that are common in such code.
"""

from __future__ import annotations

from benchmarks.mistakes.held_out import agreement, answers, auc, bleu, chrf, labels, meteor, rouge, ter, wer

FAMILIES = (bleu, chrf, rouge, ter, wer, labels, agreement, auc, meteor, answers)
