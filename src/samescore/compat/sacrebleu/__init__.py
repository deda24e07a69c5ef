"""sacreBLEU's names backed by the native metrics: ``from samescore.compat import sacrebleu``.

`of_release` returns the module of another release. ``python -m samescore.compat.sacrebleu`` runs the command. Test sets
and their files are not offered.
"""

from __future__ import annotations

from samescore.compat.sacrebleu.base import NEWEST
from samescore.compat.sacrebleu.functions import Functions
from samescore.compat.sacrebleu.metrics import BLEU, CHRF, TER
from samescore.compat.sacrebleu.releases import of_release
from samescore.compat.sacrebleu.significance import PairedTest

__all__ = [
    "BLEU",
    "CHRF",
    "NEWEST",
    "TER",
    "PairedTest",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "of_release",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
]

__version__ = NEWEST

_FUNCTIONS = Functions()
corpus_bleu = _FUNCTIONS.corpus_bleu
raw_corpus_bleu = _FUNCTIONS.raw_corpus_bleu
sentence_bleu = _FUNCTIONS.sentence_bleu
corpus_chrf = _FUNCTIONS.corpus_chrf
sentence_chrf = _FUNCTIONS.sentence_chrf
corpus_ter = _FUNCTIONS.corpus_ter
sentence_ter = _FUNCTIONS.sentence_ter
