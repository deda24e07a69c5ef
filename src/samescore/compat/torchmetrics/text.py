"""torchmetrics' functions of texts, as of the newest modelled release (``torchmetrics.functional.text``)."""

from __future__ import annotations

from samescore.compat.native import Model
from samescore.compat.torchmetrics.functions import NEWEST, Functions

_FUNCTIONS = Functions(Model("torchmetrics", NEWEST))
bleu_score = _FUNCTIONS.bleu_score
char_error_rate = _FUNCTIONS.char_error_rate
chrf_score = _FUNCTIONS.chrf_score
edit_distance = _FUNCTIONS.edit_distance
match_error_rate = _FUNCTIONS.match_error_rate
rouge_score = _FUNCTIONS.rouge_score
sacre_bleu_score = _FUNCTIONS.sacre_bleu_score
squad = _FUNCTIONS.squad
translation_edit_rate = _FUNCTIONS.translation_edit_rate
word_error_rate = _FUNCTIONS.word_error_rate
word_information_lost = _FUNCTIONS.word_information_lost
word_information_preserved = _FUNCTIONS.word_information_preserved
