"""More programs for tuning; their author had seen the first ones, but did not know how mistakes are searched for.

They are functions as people write them. They were the final programs until the findings about them had been seen; since
then ``held_out`` has the final programs.
"""

from __future__ import annotations

from benchmarks.mistakes.later import agreement, answers, auc, bleu, chrf, labels, meteor, rouge, ter, wer

FAMILIES = (bleu, chrf, rouge, ter, wer, labels, agreement, auc, meteor, answers)
