"""More tuning programs, written by somebody who had seen the first ones, but did not know how mistakes are searched.

They are functions as people write them, most of them in one piece. They were the final programs until answers about them
had been seen; ``held_out`` has replaced them.
"""

from __future__ import annotations

from benchmarks.mistakes.later import agreement, answers, auc, bleu, chrf, labels, meteor, rouge, ter, wer

FAMILIES = (bleu, chrf, rouge, ter, wer, labels, agreement, auc, meteor, answers)
