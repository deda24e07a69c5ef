"""The kinds of input on which systems can be compared, because they list segments or items.

A confusion matrix is excluded: it does not say which items both systems got right.
"""

from __future__ import annotations

from typing import get_args

from samescore.data.corpus import Corpus
from samescore.data.labels import Labels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.rankings import Rankings
from samescore.data.scored_labels import ScoredLabels
from samescore.data.trained import CountedTexts

Scored = Corpus | Labels | ScoredLabels | TokenLogProbs | Choices | CountedTexts | Rankings

SCORED_KINDS: tuple[type[Scored], ...] = get_args(Scored)
