"""Synonyms of the words that users search for with ``samescore why``.

All words are in lower case. A hyphen or a space joins words that must be adjacent.
"""

from __future__ import annotations

from functools import lru_cache

from samescore.text.porter import porter_stem

_FILLER = (
    "a an and are as at be but by can do does did for from get gets give gives got has have how i if in into is it its my "
    "no not of on or our print prints printed return returns returned score scores so than that the their them then there "
    "they this to was we what when where which while who why will with you your "
    "although always another because between compare compared comparing differ difference different differently differing "
    "differs disagree disagrees don't even just seem seems nearly almost mismatch other others quite result results should some still too using use "
    "used value values versus very vs wrong"
)
#: Uninformative words in questions about scores.
FILLER = frozenset(_FILLER.split())

#: Expressions that users write, each with the word that the catalogue uses.
NAMES = {
    "chrf++": "chrfplusplus",
    "word error rate": "wer",
    "character error rate": "cer",
    "translation edit rate": "ter",
    "translation error rate": "ter",
    "matthews correlation": "mcc",
    "exact match": "exact-match",
    "distinct-n": "distinct",
    "my numbers": "my scores",
    "numbers differ": "scores differ",
    "numbers are": "scores are",
    "different numbers": "different scores",
    "other numbers": "other scores",
    "0 to 100": "scale",
    "0 to 1 ": "scale ",
    "0 to 1.": "scale.",
    "left out": "skipped",
    "leaves out": "skipped",
    "leave out": "skipped",
    "produced nothing": "empty",
    "generated nothing": "empty",
    "generates nothing": "empty",
    "below zero": "negative",
    "less than zero": "negative",
    "smaller than zero": "negative",
}

_HUGGING_FACE = ("evaluate", "rouge-score", "hf-evaluate", "hf-meteor", "hf-sari", "hf-wer", "hf-poseval", "tf-nmt")
_TENSOR2TENSOR = ("tensor2tensor", "tensor2tensor-bleu", "tensor2tensor-rouge")
_NPM = ("npm-bleu-score", "npm-fastest-levenshtein", "npm-js-rouge", "npm-natural", "npm-rouge", "npm-word-error-rate")
#: Users' names of packages, each with the names of the implementations in the catalogue, in lower case.
PACKAGES = {
    "hugging face": _HUGGING_FACE,
    "huggingface": _HUGGING_FACE,
    "hf": _HUGGING_FACE,
    "datasets": _HUGGING_FACE,
    "evaluate": _HUGGING_FACE,
    "scikit-learn": ("sklearn",),
    "scikit learn": ("sklearn",),
    "scikit": ("sklearn",),
    "lightning": ("torchmetrics",),
    "pytorch": ("torchmetrics", "ignite", "torchtext", "torcheval"),
    "perl": ("rouge155", "multi-bleu", "mteval", "conlleval", "sclite"),
    "rouge-1.5.5": ("rouge155",),
    "rouge 1.5.5": ("rouge155",),
    "rouge155": ("rouge155",),
    "pyrouge": ("rouge155", "pyrouge"),
    "google": ("rouge-score",),
    "google's rouge": ("rouge-score",),
    "pltrdy": ("rouge",),
    "rouge package": ("rouge",),
    "package rouge": ("rouge",),
    "pip rouge": ("rouge",),
    "moses": ("moses", "multi-bleu"),
    "multi-bleu.perl": ("multi-bleu",),
    "multi-bleu-detok": ("multi-bleu",),
    "fuzzywuzzy": ("thefuzz", "rapidfuzz"),
    "python-levenshtein": ("rapidfuzz",),
    "whisper": ("openai-whisper", "whisper-normalizer"),
    "lm-eval": ("lm-eval",),
    "lm eval": ("lm-eval",),
    "lm-evaluation-harness": ("lm-eval",),
    "lm evaluation harness": ("lm-eval",),
    "harness": ("lm-eval", "helm"),
    "coco": ("pycocoevalcap", "coco-caption"),
    "coco-caption": ("pycocoevalcap", "coco-caption"),
    "nlg-eval": ("pycocoevalcap",),
    "jar": ("meteor15",),
    "java": ("meteor15",),
    "meteor 1.5": ("meteor15",),
    "keras": ("keras-hub",),
    "squad": ("squad-v1", "squad-v2"),
    "squad v1": ("squad-v1",),
    "squad v2": ("squad-v2",),
    "squad 2.0": ("squad-v2",),
    "squad2": ("squad-v2",),
    "hotpotqa": ("hotpotqa",),
    "hotpot": ("hotpotqa",),
    "coqa": ("coqa",),
    "quac": ("quac",),
    "triviaqa": ("triviaqa",),
    "cmrc": ("cmrc2018",),
    "tensor2tensor": _TENSOR2TENSOR,
    "t2t": _TENSOR2TENSOR,
    "allennlp": ("allennlp", "allennlp-bleu", "allennlp-spans"),
    "javascript": _NPM,
    "npm": _NPM,
    "node": _NPM,
    "nodejs": _NPM,
    "rust": ("bleuscore", "rouge-score-rs", "rouge-rust"),
    "azure": ("azure-ai-evaluation",),
    "pytorch-ignite": ("ignite",),
    "spacy": ("spacy-scorer",),
    "original script": ("chrfpp",),
    "conll": ("conlleval",),
    "ragas": ("ragas", "ragas-bleu"),
    "opik": ("opik", "opik-bleu"),
}

_DATA_SETS = "squad squad-v1 squad-v2 drop coqa quac triviaqa hotpotqa cmrc2018 naive native"
#: Implementations that share their name with a data set or a plain word, so the name alone does not mean the package.
DATA_SETS = frozenset(_DATA_SETS.split())

_SIGNIFICANCE = ("p-value", "interval", "standard-error")
_AGREEMENT = ("kappa", "fleiss-kappa", "krippendorff-alpha")
_CORRELATION = ("pearson", "spearman", "kendall")
_ANSWERS = ("exact-match", "answer-f1")
#: Words of a research field, each with examples of the metrics that it uses.
FIELDS = {
    "ner": ("entity-f1",),
    "named entity": ("entity-f1",),
    "named entities": ("entity-f1",),
    "entity": ("entity-f1",),
    "entity-level": ("entity-f1",),
    "bio": ("entity-f1",),
    "iob": ("entity-f1",),
    "iob2": ("entity-f1",),
    "iobes": ("entity-f1",),
    "bioes": ("entity-f1",),
    "bilou": ("entity-f1",),
    "sequence labeling": ("entity-f1",),
    "sequence labelling": ("entity-f1",),
    "tagger": ("entity-f1",),
    "taggers": ("entity-f1",),
    "chunking": ("entity-f1",),
    "named-entity": ("entity-f1",),
    "asr": ("wer",),
    "speech": ("wer",),
    "transcript": ("wer",),
    "transcripts": ("wer",),
    "transcription": ("wer",),
    "word error": ("wer",),
    "character error": ("cer",),
    "matthews": ("mcc",),
    "qwk": ("kappa",),
    "cross entropy": ("log-loss", "perplexity"),
    "cross-entropy": ("log-loss", "perplexity"),
    "language model": ("perplexity",),
    "krippendorff": ("krippendorff-alpha",),
    "fleiss": ("fleiss-kappa",),
    "annotator": _AGREEMENT,
    "annotators": _AGREEMENT,
    "inter-annotator": _AGREEMENT,
    "interannotator": _AGREEMENT,
    "inter-rater": _AGREEMENT,
    "interrater": _AGREEMENT,
    "rater": _AGREEMENT,
    "raters": _AGREEMENT,
    "coders": _AGREEMENT,
    "bootstrap": _SIGNIFICANCE,
    "interval": _SIGNIFICANCE,
    "significance": _SIGNIFICANCE,
    "significant": _SIGNIFICANCE,
    "significantly": _SIGNIFICANCE,
    "wilcoxon": _SIGNIFICANCE,
    "mcnemar": _SIGNIFICANCE,
    "t-test": _SIGNIFICANCE,
    "permutation test": _SIGNIFICANCE,
    "ci": _SIGNIFICANCE,
    "stderr": _SIGNIFICANCE,
    "error bars": _SIGNIFICANCE,
    "correlation": _CORRELATION,
    "correlations": _CORRELATION,
    "kendalltau": ("kendall",),
    "tau": ("kendall",),
    "tau-a": ("kendall",),
    "tau-b": ("kendall",),
    "tau-c": ("kendall",),
    "spearmanr": ("spearman",),
    "pearsonr": ("pearson",),
    "string similarity": ("similarity",),
    "fuzzy": ("similarity",),
    "fuzz": ("similarity",),
    "sequencematcher": ("similarity",),
    "partial_ratio": ("similarity",),
    "ratcliff": ("similarity",),
    "ratcliff/obershelp": ("similarity",),
    "jaro": ("similarity",),
    "winkler": ("similarity",),
    "jaro-winkler": ("similarity",),
    "iou": ("jaccard",),
    "roc curve": ("roc-auc",),
    "area under the curve": ("roc-auc",),
    "fscore": ("f1",),
    "accuracies": ("accuracy",),
    "wers": ("wer",),
    "cers": ("cer",),
    "kappas": ("kappa",),
    "perplexities": ("perplexity",),
    "multi-class auc": ("multiclass-roc-auc",),
    "summarization": ("rouge-n",),
    "simplification": ("sari",),
    "inter-distinct": ("distinct",),
    "intra-distinct": ("distinct",),
    "distinct-n": ("distinct",),
    "dist-n": ("distinct",),
    "span f1": ("entity-f1",),
    "em/f1": _ANSWERS,
    "hotpot": _ANSWERS,
    "cmrc": _ANSWERS,
    "top-k": ("top-k-accuracy",),
    "topk": ("top-k-accuracy",),
    "macro averaged": ("f1",),
    "macro-averaged": ("f1",),
    "micro": ("f1",),
    "multiclass": ("f1",),
    "multi-class": ("f1",),
    "classifier": ("f1",),
    "classification": ("f1",),
    "diversity": ("distinct",),
    "squad": _ANSWERS,
    "gsm8k": _ANSWERS,
    "triviaqa": _ANSWERS,
    "hotpotqa": _ANSWERS,
    "coqa": _ANSWERS,
    "quac": _ANSWERS,
    "question answering": _ANSWERS,
    "hellaswag": ("accuracy-choices",),
    "multiple choice": ("accuracy-choices",),
    "multiple-choice": ("accuracy-choices",),
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
    "case lower-case lowercase cased uncased lowercased capital capitals capitalized capitalization upper-case casing truecasing "
    "true-casing truecased recased",
    "stem stemmer stemming porter",
    "empty blank no-words missing",
    "long length truncated truncation cut limit",
    "short one-word two-words few-words",
    "html entity entities sgml",
    # what is compared
    "reference references ref refs target targets gold multi-reference ground-truth groundtruth y_true",
    "matthews mcc",
    "hypothesis hypotheses hyp hyps prediction predictions pred preds y_pred output outputs candidate candidates",
    "swap swapped exchanged reversed argument-order switched",
    "transpose transposed layout list-of-lists streams nested",
    "order shuffle shuffled shuffling permuted permute permuting permutation reorder reordered reordering rearranged sorted",
    "corpus pooled whole file",
    "sentence segment per-sentence sentence-level line row utterance",
    "some few part first only",
    "average averages averaged averaging avg mean macro",
    # numbers
    "zero 0",
    "one 1 100 perfect maximum",
    "perfect identical equal exact itself copy duplicate",
    "equal same",
    "above over exceeds greater more larger bigger higher high huge limit outside impossible",
    "below under less smaller lower low drops falls",
    "nan undefined infinite infinity inf",
    "negative below-zero",
    "percent scale 0-to-100 fraction percentage",
    "centre center centred centered middle",
    "interval ci",
    "confident certain",
    "boundary boundaries border borders edges",
    "iob iob2 bio bioes iobes bilou bilu tagging tags",
    "brevity-penalty bp",
    "misaligned shifted off-by-one",
    "exponential exp exponentiated",
    "correct right true",
    "wrong incorrect false",
    "match matches matching matched overlap common",
    "crash crashes dies exception throws stops",
    "overflow int32 int64 integer",
    "float32 single-precision precision-loss digits rounding",
    "random fluctuate fluctuates fluctuating varies vary varying unstable twice reproducible irreproducible seed non-deterministic nondeterministic deterministic bootstrap resampled resampling run-to-run",
    "error raises raised exception crash crashes fails assertionerror zerodivisionerror valueerror",
    "ignored ignores dropped silently skipped left-out leaves-out",
    "effect nothing ignored",
    "answer answers question questions squad qa",
    "label labels class classes category categories",
    "absent missing present occurs support",
    "pad padding padded",
    "speech transcript transcripts utterance utterances asr",
    "caption captions image images coco",
    "summary summaries summarization summarizer",
    "annotator annotators rater raters agreement",
    "tie ties tied",
    "bigram bigrams trigram n-gram n-grams ngram ngrams order orders",
    # operations
    "merge merged merges combine combined joined joins joining concatenated glued",
    "split splits splitting separate separated separates divided parted apart",
    "removed removes deleted deletes stripped strips discarded lost",
    "repeated twice duplicated",
    "several multiple many multi",
    "better inflated optimistic improves improved increases increased higher",
    "worse poor decreases decreased reduces reduced drops dropped lower",
    "answer response responses reply replies completion completions generation",
    "parameter parameters argument arguments option options setting settings keyword kwargs",
    "command cli shell terminal command-line api",
    "windows linux mac macos platform machine machines laptop",
    "batch batches minibatch mini-batch batch-size",
    "training validation epoch",
    "prefix starts begins beginning start",
    "contains contain contained substring inside part",
    "number numbers numeric digit digits numeral",
    "bracket brackets parenthesis parentheses",
    "text texts document documents article articles",
    "constant majority",
    "weights weight weighted weighting",
    "formula definition defined equation hand manual manually",
    # people
    "huggingface hugging-face hf evaluate datasets",
    "sklearn scikit-learn scikit",
    "coco coco-caption pycocoevalcap nlg-eval",
    "perl pyrouge rouge155 rouge-1.5.5 official",
    "pltrdy rouge-package",
    "moses multi-bleu multi-bleu.perl multi-bleu-detok",
    "mteval mteval-v13a mteval-v14 nist-script",
    "version versions release releases upgrade upgraded upgrading update updated old older new newer since until changed",
    "paper papers publication published reproduce reproducible reported leaderboard",
    "bug defect incorrect",
    "duplicate duplicates repeated repetition distinct",
    "phantom denominator",
)


@lru_cache(maxsize=1)
def _by_stem() -> dict[str, tuple[str, ...]]:
    """Return the synonyms of each stem: the words of every group that contains the stem, except its own words."""
    others: dict[str, tuple[str, ...]] = {}
    for group in _GROUPS:
        words = group.split()
        for stem in dict.fromkeys(map(porter_stem, words)):
            others[stem] = (*others.get(stem, ()), *(other for other in words if porter_stem(other) != stem))
    return others


def synonyms(word: str) -> tuple[str, ...]:
    """Return the synonyms of a lower-case word, whatever its ending; empty if there are none.

    >>> synonyms("swapped")[:2]
    ('exchanged', 'reversed')
    """
    return _by_stem().get(porter_stem(word), ())
