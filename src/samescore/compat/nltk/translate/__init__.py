"""NLTK's metrics of translations backed by the native ones (``nltk.translate``)."""

from samescore.compat.nltk.translate.bleu_score import sentence_bleu as bleu
from samescore.compat.nltk.translate.chrf_score import sentence_chrf as chrf
from samescore.compat.nltk.translate.gleu_score import sentence_gleu as gleu
from samescore.compat.nltk.translate.meteor_score import meteor_score as meteor
from samescore.compat.nltk.translate.nist_score import sentence_nist as nist
from samescore.compat.nltk.translate.ribes_score import sentence_ribes as ribes

__all__ = ["bleu", "chrf", "gleu", "meteor", "nist", "ribes"]
