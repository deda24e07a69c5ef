"""Words that mean the same to somebody who asks why two scores differ, for ``samescore why``.

Words are in lower case and without line breaks; a hyphen or a space inside joins what must stand side by side.
"""

from __future__ import annotations

from functools import lru_cache

_FILLER = (
    "a an and are as at be but by can do does did for from get gets give gives got has have how i if in into is it its my "
    "no not of on or our print prints printed return returns returned score scores so than that the their them then there "
    "they this to was we what when where which while who why will with you your"
)
#: Words that say nothing of a difference between scores.
FILLER = frozenset(_FILLER.split())

#: Names of several words, each with the word that the catalogue has.
NAMES = {
    "chrf++": "chrfplusplus",
    "word error rate": "wer",
    "character error rate": "cer",
    "translation edit rate": "ter",
    "translation error rate": "ter",
    "matthews correlation": "mcc",
    "exact match": "exact-match",
    "distinct-n": "distinct",
}

_GROUPS = (
    # texts
    "non-latin nonlatin non-english nepali thai chinese japanese korean arabic hindi russian cyrillic hebrew unicode",
    "whitespace white-space space spaces separator separators tab",
    "newline newlines line-break line-breaks sentence-split",
    "punctuation comma commas full-stop apostrophe quotation-marks",
    "character characters string strings letters chars",
    "token tokens word words",
    "tokenize tokenized tokenizer tokenization tokenizing tokeniser 13a",
    "subword subwords bpe sentencepiece",
    "case lower-case lowercase cased uncased lowercased",
    "stem stemmer stemming porter",
    "empty blank no-words missing",
    "short one-word two-words few-words",
    "html entity entities sgml",
    # what is compared
    "reference references refs target targets gold multi-reference",
    "matthews mcc",
    "hypothesis hypotheses prediction predictions output outputs candidate candidates",
    "swap swapped exchanged reversed argument-order switched",
    "transpose transposed layout list-of-lists streams nested",
    "order shuffle shuffled shuffling permuted",
    "corpus pooled whole file",
    "sentence segment per-sentence sentence-level",
    "average averages averaged mean macro",
    # numbers
    "zero 0 nothing",
    "one 1 perfect identical equal same exact",
    "above over exceeds greater more larger bigger higher",
    "below under less smaller lower drops",
    "nan undefined infinite infinity inf",
    "negative below-zero",
    "percent scale 0-to-100 fraction",
    "overflow int32 int64 integer",
    "float32 single-precision precision-loss digits rounding",
    "random seed non-deterministic nondeterministic bootstrap resampled",
    "error raises raised exception crash crashes fails assertionerror zerodivisionerror valueerror",
    "ignored ignores dropped silently",
    # who
    "huggingface hugging-face hf evaluate datasets",
    "sklearn scikit-learn scikit",
    "coco coco-caption pycocoevalcap nlg-eval",
    "perl pyrouge rouge155 rouge-1.5.5 official",
    "pltrdy rouge-package",
    "moses multi-bleu multi-bleu.perl multi-bleu-detok",
    "mteval mteval-v13a mteval-v14 nist-script",
    "version release releases upgrade update old",
    "paper publication published reproduce",
    "wrong bug defect incorrect",
    "duplicate duplicates repeated repetition distinct",
    "phantom denominator",
)


@lru_cache(maxsize=1)
def _by_word() -> dict[str, tuple[str, ...]]:
    """The other words of the groups that a word is in."""
    others: dict[str, tuple[str, ...]] = {}
    for group in _GROUPS:
        words = group.split()
        for word in words:
            others[word] = (*others.get(word, ()), *(other for other in words if other != word))
    return others


def synonyms(word: str) -> tuple[str, ...]:
    """What else may be written for a word in lower case; empty if the table does not have it.

    >>> synonyms("swapped")[:2]
    ('swap', 'exchanged')
    """
    return _by_word().get(word, ())
