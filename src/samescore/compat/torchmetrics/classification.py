"""The classification functions as of the newest modelled release (``torchmetrics.functional.classification``)."""

from __future__ import annotations

from samescore.compat.native import modelled
from samescore.compat.torchmetrics.functions import NEWEST
from samescore.compat.torchmetrics.multilabel import Multilabel

_FUNCTIONS = Multilabel(modelled("torchmetrics", NEWEST, "bleu", "bleu_score", "1.0.0"))

binary_accuracy = _FUNCTIONS.binary_accuracy
binary_cohen_kappa = _FUNCTIONS.binary_cohen_kappa
binary_f1_score = _FUNCTIONS.binary_f1_score
binary_hamming_distance = _FUNCTIONS.binary_hamming_distance
binary_jaccard_index = _FUNCTIONS.binary_jaccard_index
binary_matthews_corrcoef = _FUNCTIONS.binary_matthews_corrcoef
binary_precision = _FUNCTIONS.binary_precision
binary_recall = _FUNCTIONS.binary_recall
binary_specificity = _FUNCTIONS.binary_specificity
multiclass_accuracy = _FUNCTIONS.multiclass_accuracy
multiclass_cohen_kappa = _FUNCTIONS.multiclass_cohen_kappa
multiclass_f1_score = _FUNCTIONS.multiclass_f1_score
multiclass_hamming_distance = _FUNCTIONS.multiclass_hamming_distance
multiclass_jaccard_index = _FUNCTIONS.multiclass_jaccard_index
multiclass_matthews_corrcoef = _FUNCTIONS.multiclass_matthews_corrcoef
multiclass_precision = _FUNCTIONS.multiclass_precision
multiclass_recall = _FUNCTIONS.multiclass_recall
multiclass_specificity = _FUNCTIONS.multiclass_specificity
multilabel_accuracy = _FUNCTIONS.multilabel_accuracy
multilabel_f1_score = _FUNCTIONS.multilabel_f1_score
multilabel_hamming_distance = _FUNCTIONS.multilabel_hamming_distance
multilabel_jaccard_index = _FUNCTIONS.multilabel_jaccard_index
multilabel_matthews_corrcoef = _FUNCTIONS.multilabel_matthews_corrcoef
multilabel_precision = _FUNCTIONS.multilabel_precision
multilabel_recall = _FUNCTIONS.multilabel_recall
multilabel_specificity = _FUNCTIONS.multilabel_specificity
