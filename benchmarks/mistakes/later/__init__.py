"""The final programs: written after the tuning programs were seen, by somebody who did not know how mistakes are searched.

They are functions as people write them, most of them in one piece. Nobody tunes by them.
"""

from __future__ import annotations

from benchmarks.mistakes.later import agreement, answers, auc, bleu, chrf, labels, meteor, rouge, ter, wer

FAMILIES = (bleu, chrf, rouge, ter, wer, labels, agreement, auc, meteor, answers)
