"""Changes between releases: witnesses measured with the released packages, each with its knob."""

from __future__ import annotations

import math

import pytest

from samescore.records import Answer, Drift
from samescore.verbs.releases import drift as verb

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: From release, to release, metric; how it was asked, entry point, vector; what it answered before and after; the knob. The
#: numbers are what the released packages gave (six digits; -: an error).
_WITNESSES = [
    line.split()
    for line in """
# sacrebleu
sacrebleu==1.2.21 1.3.1 bleu default sentence_bleu bleu-release-sentence-floor 5.0813 0.0 floor_value
sacrebleu==1.4.3 1.4.4 bleu asked corpus_bleu bleu-release-add-k-from-3 47.2871 48.5492 add_k_from
sacrebleu==1.4.3 1.4.4 bleu numbers corpus_bleu bleu-release-add-k-from-3 0.0 48.5492 add_k
sacrebleu==1.4.14 1.5.0 bleu numbers corpus_bleu bleu-release-floor-default 0.0 25.4066 floor_value
sacrebleu==1.4.14 1.5.0 bleu default sentence_bleu bleu-release-sentence-floor 0.0 30.2138 smoothing
sacrebleu==1.4.14 1.5.0 bleu asked corpus_bleu bleu-release-dropped-reference 100.0 13.5335 empty_references
sacrebleu==1.4.14 1.5.0 bleu default corpus_bleu bleu-release-empty-reference-smoothed 7.98679 - empty_references
sacrebleu==2.1.0 2.2.0 bleu default corpus_bleu bleu-release-empty-reference-smoothed - 0.0 empty_references
sacrebleu==1.5.1 2.0.0 bleu default corpus_bleu bleu-release-no-match-smoothed 7.98679 0.0 zero_guard
sacrebleu==1.5.1 2.0.0 chrf default corpus_chrf chrf-release-counted-orders 0.880542 96.4829 empty_reference_order
sacrebleu==1.5.1 2.0.0 chrf default corpus_chrf chrf-release-scale 0.388889 38.8889 scale
sacrebleu==1.5.1 2.0.0 ter default corpus_ter ter-release-fraction 0.25 25.0 scale
sacrebleu==1.5.1 2.0.0 chrf default corpus_chrf chrf-release-first-reference 0.0568182 100.0 references
sacrebleu==1.5.1 2.0.0 bleu counterpart corpus_bleu bleu-release-intl-backslash 36.0645 100.0 tokenizer
sacrebleu==1.5.1 2.0.0 bleu default corpus_bleu bleu-no-segments 0.0 - empty_input
sacrebleu==2.0.0 2.1.0 bleu asked corpus_bleu bleu-release-order-6 53.7285 41.6342 max_order
sacrebleu==1.5.1 2.0.0 ter asked corpus_ter ter-release-dropped-reference 50.0 25.0 empty_references
sacrebleu==2.1.0 2.2.0 ter asked corpus_ter ter-release-dropped-reference 25.0 50.0 empty_references
sacrebleu==2.1.0 2.2.0 bleu asked corpus_bleu bleu-release-dropped-reference 13.5335 100.0 empty_references
sacrebleu==2.3.1 2.3.2 ter asked corpus_ter ter-empty-both 100.0 0.0 empty_reference
# nltk
nltk==3.2.5 3.3 bleu default sentence_bleu bleu-release-nltk-backoff 0.594604 7.26212e-78 smoothing
nltk==3.2.5 3.3 bleu default sentence_bleu bleu-release-nltk-one-word 1.0 1.82185e-231 smoothing
nltk==3.2.5 3.3 nist default sentence_nist nist-release-ratios 0.30486 2.2208 information
nltk==3.3 3.4 chrf default sentence_chrf chrf-release-pooled 0.5 0.194444 order_mean
nltk==3.3 3.4 chrf default sentence_chrf chrf-release-identical 1.0 0.5 order_mean
nltk==3.3 3.4 bleu asked corpus_bleu bleu-release-nltk-4-last - - nltk_4_length
nltk==3.4.5 3.5 bleu asked sentence_bleu bleu-release-nltk-4-growing 0.38331 0.70085 nltk_4_form
nltk==3.4.5 3.5 bleu asked sentence_bleu bleu-release-nltk-7-growing 0.541049 1.4578 nltk_4_form
nltk==3.5 3.6 bleu asked sentence_bleu bleu-release-nltk-4-growing 0.70085 0.29395 nltk_4_form
nltk==3.5 3.6 bleu asked sentence_bleu bleu-release-nltk-7-mat 0.89261 0.41011 nltk_4_form
nltk==3.5 3.6 bleu asked sentence_bleu bleu-release-nltk-2-words 0.48892 0.48549 add_k_from
nltk==3.6.2 3.6.3 ribes asked sentence_ribes ribes-release-none-aligned - 0.0 few_aligned
nltk==3.6.2 3.6.3 edit-distance counterpart edit_distance edit-distance-release-exchange 3.0 2.0 operations
nltk==3.6.2 3.6.3 edit-distance counterpart edit_distance edit-distance-release-doubled 1.0 0.0 operations
nltk==3.6.5 3.6.6 edit-distance counterpart edit_distance edit-distance-release-doubled 0.0 1.0 operations
nltk==3.6.5 3.6.6 bleu asked sentence_bleu bleu-release-nltk-log-of-zero - 1.0 zero_precision
nltk==3.8.1 3.9.1 krippendorff-alpha asked alpha krippendorff-alpha-one-value-raise - 1.0 zero_division
nltk==3.9.4 3.10.0 ribes asked sentence_ribes ribes-empty-hypothesis - 0.5 empty_hypothesis
nltk==3.9.4 3.10.0 kappa asked kappa kappa-release-one-class - 1.0 zero_division
nltk==3.9.4 3.10.0 meteor counterpart single_meteor_score meteor-release-irregular-case 0.25 0.9375 stemmer
nltk==3.10.2 3.10.3 edit-distance asked edit_distance edit-distance-too-long-for-nltk 2000.0 - max_length
nltk==3.10.3 3.10.4 ribes asked sentence_ribes ribes-gap 0.382177 0.955443 concordance
nltk==3.10.3 3.10.4 chrf asked sentence_chrf chrf-release-separator 1.0 0.37595 whitespace
# scikit-learn
sklearn==0.21.3 0.22 f1 asked fbeta_score f1-release-beta-zero-error - 0.666667 f_form
sklearn==1.2.2 1.3.0 f1 asked f1_score f1-release-all-wrong 0.0 1.0 f_form
sklearn==1.3.2 1.4.0 f1 asked f1_score f1-release-all-wrong 1.0 0.0 f_form
sklearn==1.3.2 1.4.0 f1 asked f1_score f1-release-none-predicted-nan - 0.0 f_form
sklearn==0.20.4 0.21.0 brier asked brier_score_loss brier-only-positives 0.414063 0.289063 one_class
sklearn==1.0.2 1.1.0 average-precision asked average_precision_score average-precision-no-positives - 0.0 no_positives
sklearn==1.1.3 1.2.0 log-loss default log_loss log-loss-certain-error 34.539176 36.043653 epsilon
sklearn==1.6.1 1.7.0 log-loss asked log_loss log-loss-beyond-clip-finite 0.326943 - out_of_range
sklearn==1.5.2 1.6.0 roc-auc asked roc_auc_score roc-auc-one-class - - one_class
sklearn==1.6.1 1.7.0 log-loss asked log_loss sample-weighted-log-loss-beyond-clip 0.446394 - out_of_range
sklearn==1.5.2 1.6.0 roc-auc asked roc_auc_score sample-weighted-roc-auc-positives - - one_class
sklearn==1.7.2 1.8.0 mcc asked matthews_corrcoef mcc-empty 0.0 - empty_input
sklearn==1.7.2 1.8.0 f1 default f1_score f1-empty 0.0 - empty_input
# SciPy
scipy==1.13.1 1.14.0 pearson asked pearsonr pearson-two-pairs-constant - 0.0 constant
scipy==1.14.1 1.15.0 pearson asked pearsonr pearson-two-pairs-constant 0.0 - constant
# seqeval
seqeval==0.0.13 0.0.15 entity-f1 default f1_score entity-f1-iobes-lenient 0.857143 - prefixes
seqeval==0.0.15 0.0.16 entity-f1 default f1_score entity-f1-type-with-hyphen 1.0 0.5 types
seqeval==0.0.16 0.0.17 entity-f1 default f1_score entity-f1-iobes-lenient - 0.857143 prefixes
seqeval==0.0.17 0.0.18 entity-f1 default f1_score entity-f1-bilou-lenient - 0.8 prefixes
seqeval==1.1.1 1.2.0 entity-f1 default f1_score entity-f1-empty 0.0 - empty_input
# nervaluate
nervaluate==0.1.8 0.2.0 entity-match asked evaluate entity-match-both-every 0.666667 1.0 candidates
nervaluate==0.3.1 1.0.0 entity-match default evaluate entity-match-odd 1.0 - reading
nervaluate==0.3.1 1.0.0 entity-match default evaluate entity-match-empty 0.0 - empty_input
nervaluate==1.0.0 1.1.0 entity-match asked evaluate entity-match-share-of-200 1.0 0.0 min_overlap
nervaluate==1.1.0 1.2.0 entity-match asked evaluate entity-match-over-two 0.4 0.8 candidates
nervaluate==1.2.0 1.2.1 entity-match asked evaluate entity-match-halves 0.333333 0.666667 half_credit
""".splitlines()
    if line and not line.startswith("#")
]


def _between(before: str, version: str, metric: str, pattern: str = "") -> Drift:
    after = f"{before.partition('==')[0]}=={version}"
    return verb.drift(verb.ask_now([f"native:{before}", f"native:{after}"], metrics=[metric], pattern=pattern))


def _number(answer: Answer) -> float:
    assert answer.value is not None, answer
    return answer.value


@pytest.mark.parametrize("witness", _WITNESSES, ids=lambda w: f"{w[0]}-{w[1]}-{w[5]}")
def test_a_change_between_releases_is_found_with_its_knob(witness: list[str]) -> None:
    before, version, metric, kind, entry_point, vector, *numbers, knob = witness
    was, became = (None if number == "-" else float(number) for number in numbers)
    compared = _between(before, version, metric, vector)
    assert compared.exit_code == 0
    (pair,) = compared.pairs
    (move,) = [m for m in pair.every_move if (m.kind, m.entry_point, m.vector) == (kind, entry_point, vector)]
    for answer, number in ((move.was, was), (move.became, became)):
        if number is not None:
            assert math.isclose(_number(answer), number, rel_tol=1.5e-5, abs_tol=1e-12), answer
    if was is None and became is not None:
        assert move.was.kind != "score"
    assert knob in {cause.knob for cause in move.causes or ()}, move.cause


@pytest.mark.slow
def test_nothing_moves_between_releases_that_are_alike() -> None:
    for before, version, metric in (("sacrebleu==2.3.2", "2.6.0", "ter"), ("nltk==3.6.6", "3.9.4", "bleu")):
        (pair,) = _between(before, version, metric).pairs
        assert pair.moves == []
        assert pair.transition.compared > 100
