"""Values of knobs that a script's recorded answers do not tell from its own."""

from __future__ import annotations

import itertools
import sys

from conformance.recorded import COMPENSATED_SUM

_FAR = "no recentred difference is so near to the observed one"
_QUARTERS = "a quarter of a number is exact"
_SINGLE = "the last of 53 digits seldom changes one of 24"
_TWO_LOGARITHMS = "BLEU-1 and BLEU-2 add up two logarithms at most"
_EMPTY_TEXTS = "a text without words is not asked"
_DECIMALS = "three decimals hide the last digits of a double"
_FIVE_DECIMALS = "a mean of five decimals hides the 24th binary digit"
_OF_FRACTIONS = "arithmetic=extended takes logarithms of fractions, whatever log_unit says"
_PARTS = "an n-gram matches only where its parts match"
#: (script, entry point, knob, value), and why.
UNNOTICED: dict[tuple[str, str, str, str], str] = {
    ("tf-nmt", "compute_bleu", "zero_precision", "last-order"): _PARTS,
    ("fairseq", "Scorer", "zero_precision", "last-order"): _PARTS,
    ("fairseq", "Scorer", "no_references", "minus-one"): "every line has a reference",
    ("tercom", "total", "no_references", "perfect"): "a segment without references ends the program",
    ("tercom", "segments", "no_segments", "no-length"): "the mean of no scores is an error all the same",
    ("tercom", "segments", "no_references", "perfect"): "a segment without references ends the program",
    ("opik-bleu", "SentenceBLEU", "denominator_floor", "none"): "orders without n-grams are cut off",
    ("opik-bleu", "SentenceBLEU", "denominator_floor", "one-per-corpus"): "a segment by itself is the corpus",
    **{
        ("opik-bleu", entry, *value): why
        for entry in ("SentenceBLEU", "CorpusBLEU")
        for value, why in (
            (("case", "lower-tokens"), "white space has no case"),
            (("zero_precision", "zero"), "no precision is 0 after smoothing, but where nothing matches"),
            (("zero_precision", "raise"), "no precision is 0 after smoothing, but where nothing matches"),
            (("zero_precision", "last-order"), "no precision is 0 after smoothing, but where nothing matches"),
            (("brevity_penalty", "zero-if-empty"), _EMPTY_TEXTS),
            (("brevity_penalty", "raise-if-empty"), _EMPTY_TEXTS),
            (("log_unit", "penalty"), "a perfect score is 1"),
        )
    },
    ("fairseq", "Scorer", "empty_references", "drop"): _EMPTY_TEXTS,
    ("fairseq", "Scorer", "brevity_penalty", "zero-if-empty"): _EMPTY_TEXTS,
    **{
        ("mteval", entry, *value): why
        for entry in ("v14-bleu", "v13a-bleu")
        for value, why in (
            (("zero_precision", "last-order"), _PARTS),
            (("no_references", "minus-one"), "every line has references"),
        )
    },
    ("mteval", "v14-bleu", "brevity_penalty", "tiny"): "it differs by billionths",
    **{
        ("openai-whisper", entry, "costs", value): "normalized texts have few edits that differ in their costs"
        for entry, value in (
            ("BasicTextNormalizer", "sclite"),
            ("EnglishTextNormalizer", "sclite"),
            ("EnglishTextNormalizer", "kaldialign"),
            ("EnglishTextNormalizer", "no-empty-row"),
            ("EnglishTextNormalizer", "characters"),
        )
    },
    **{
        ("multi-bleu", entry, *value): why
        for entry in ("multi-bleu", "multi-bleu-detok")
        for value, why in (
            (("zero_precision", "last-order"), _PARTS),
            (("no_references", "minus-one"), "every line has references"),
            (("smoothing", "nltk-0"), "such a score is printed as 0.00"),
            (("denominator_floor", "one-per-corpus"), "an order without n-grams has no match"),
            (("empty_order", "smallest"), "such a score is printed as 0.00"),
        )
    },
    **{
        ("seq2seq-bleu", "moses_multi_bleu", *value): why
        for value, why in (
            (("zero_precision", "last-order"), _PARTS),
            (("smoothing", "nltk-0"), "such a score is printed as 0.00"),
            (("denominator_floor", "one-per-corpus"), "an order without n-grams has no match"),
            (("empty_order", "smallest"), "such a score is printed as 0.00"),
            *(
                (("brevity_penalty", rule), "without words nothing matches, and two decimals are printed")
                for rule in ("by-ratio-ieee", "by-ratio-or-zero", "tiny", "zero-if-empty")
            ),
        )
    },
    ("dialogue-eval", "f1", "whitespace", "keep"): "what is split at spaces holds none",
    ("dialogue-eval", "bleu", "empty_references", "drop"): "what is split at spaces is one empty word at least",
    ("dialogue-eval", "bleu", "no_references", "minus-one"): "every line has a gold text",
    ("dialogue-eval", "bleu", "smoothing", "nltk-6"): "it needs three orders, and BLEU-3 is not returned",
    ("dialogue-eval", "bleu", "brevity_penalty", "zero-if-empty"): "without words there is no n-gram: an error",
    ("dialogue-eval", "bleu", "auto_reweigh", "True"): "it needs four orders",
    ("dialogue-eval", "bleu", "cut_orders", "True"): "an order without n-grams is an error",
    ("dialogue-eval", "bleu", "summation", "fsum"): _TWO_LOGARITHMS,
    ("dialogue-eval", "bleu", "summation", "weighted"): _TWO_LOGARITHMS,
    ("dialogue-eval", "bleu", "summation", "weighted-total"): _TWO_LOGARITHMS,
    **{
        (name, f"{scorer}-{kind}", "tokenizer", "rouge-cased"): "words are in lower case before they are cut"
        for name, scorer, kinds in (
            ("rouge155", "rouge", ("n", "l", "s", "su", "w")),
            ("azure-ai-evaluation", "RougeScoreEvaluator", ("n", "L")),
            ("deepeval", "rouge_score", ("rouge1", "rouge2", "rougeL")),
            ("opik", "ROUGE", ("rouge1", "rouge2", "rougeL", "rougeLsum")),
            ("ragas", "RougeScore", ("rouge1", "rougeL")),
        )
        for kind in kinds
    },
    **{
        ("rouge155", f"rouge-{kind}", "arithmetic", "float32-mean"): _FIVE_DECIMALS
        for kind in ("n", "l", "s", "su", "w")
    },
    **{
        (name, entry, "ngram_key", "joined"): "no n-grams of the inputs are the same without spaces alone"
        for name, entry in (("rouge155", "rouge-n"), ("npm-js-rouge", "n"))
    },
    **{
        ("fast-bleu", entry, "log_unit", value): _OF_FRACTIONS
        for entry, value in itertools.product(("BLEU", "BLEU-0"), ("penalty", "reciprocal"))
    },
    ("fast-bleu", "BLEU-0", "log_unit", "difference"): _OF_FRACTIONS,
    ("mteval", "v14-bleu", "brevity_penalty", "by-ratio-or-zero"): "it differs in the last of 53 digits",
    ("lm-eval", "acc", "empty_choice", "raise"): "nothing is divided by a length",
    ("lm-eval", "acc_mutual_info", "empty_choice", "raise"): "nothing is divided by a length",
    ("openkiwi", "f1_mult", "f_form", "harmonic-or-zero-division"): "zero_division is 0",
    ("openkiwi", "f1", "f_form", "harmonic-or-zero-division"): "zero_division is 0",
    ("openkiwi", "f1", "f_form", "harmonic-positive-beta"): "beta is 1",
    ("hf-poseval", "f1", "f_form", "errors"): "beta is 1: both forms divide the same whole numbers",
    ("openkiwi", "f1", "average", "binary"): "there are two classes, of which one is positive",
    ("openkiwi", "f1", "empty_input", "weighted-zero-division"): "it is about weighted averages",
    ("compare-mt", "p_value", "undefined", "not-extreme"): "every resample has a score",
    **{
        (name, entry, "arithmetic", f"float32-numpy{release}"): "it is about BLEU as sacreBLEU computes it"
        for name in ("compare-mt", "moses")
        for entry in ("p_value", "interval")
        for release in (1, 2)
    },
    (
        "compare-mt",
        "p_value",
        "comparison",
        "greater-or-close",
    ): "what the better system falls behind is compared with 0",
    **{
        ("mt-metrics-eval", entry, "missing", "drop-infinite"): "no score is infinite"
        for entry in ("KendallVariants", "KendallVariants-c", "KendallLike", "KendallWithTiesOpt", "Agreement")
    },
    ("mt-metrics-eval", "KendallLike", "group_weights", "pairs"): "the size is the number of pairs that count",
    ("mt-metrics-eval", "KendallLike", "missing", "apart"): "people do not tell a missing score apart from any other",
    **{
        (
            "mt-metrics-eval",
            "KendallVariants-c",
            "arithmetic",
            way,
        ): "of tau-c, it decides whether the result is limited"
        for way in ("exact", "two-roots", "one-root", "running")
    },
    **{
        ("compare-mt", entry, knob, value): why
        for entry in ("BleuScorer", "SentBleuScorer")
        for knob, value, why in (
            ("brevity_penalty", "zero-if-empty", "without words nothing matches"),
            ("no_references", "minus-one", "every line has a reference"),
        )
    },
    **{
        (name, entry, knob, value): why
        for name, entries in (
            ("ignite", ("Bleu", "Bleu-micro", "Bleu-smooth1", "Bleu-smooth2")),
            ("torchtext", ("bleu_score",)),
        )
        for entry in entries
        for knob, value, why in (
            ("brevity_penalty", "zero-if-empty", "without words nothing matches"),
            ("no_references", "minus-one", "every line has a reference"),
        )
    },
    ("torchtext", "bleu_score", "log_unit", "penalty"): "the scale is 1",
    ("torchtext", "bleu_score", "log_unit", "reciprocal"): _SINGLE,
    **{
        (name, entry, knob, value): "an order without a match makes the score 0"
        for name, entry in (("ignite", "Bleu"), ("ignite", "Bleu-micro"), ("torchtext", "bleu_score"))
        for knob, value in (
            ("denominator_floor", "one-per-corpus"),
            ("smoothing", "exp"),
            ("smoothing", "floor"),
            ("smoothing", "nltk-4"),
            ("zero_guard", "no-match"),
            ("zero_guard", "off"),
        )
    },
    ("ignite", "Bleu", "auto_reweigh", "True"): "an order without a match makes the score 0",
    ("ignite", "Bleu", "cut_orders", "True"): "an order without a match makes the score 0",
    ("ignite", "Bleu-micro", "auto_reweigh", "True"): "an order without a match makes the score 0",
    ("ignite", "Bleu-micro", "cut_orders", "True"): "an order without a match makes the score 0",
    ("ignite", "Bleu", "denominator_floor", "one-per-segment"): "an order without a match makes the score 0",
    ("ignite", "Bleu-micro", "smoothing", "nltk-0"): "an order without a match makes the score 0",
    **{
        ("ignite", entry, knob, value): why
        for entry in ("Bleu-smooth1", "Bleu-smooth2")
        for knob, value, why in (
            ("log_unit", "penalty", "the scale is 1"),
            ("no_segments", "zero", "a mean of no segments is not asked"),
        )
    },
    **{
        ("npm-rouge", "n", "no_segments", value): "a mean of no segments is not asked"
        for value in ("undefined", "zero")
    },
    ("npm-rouge", "n", "average", "means"): "the mean of recalls is the recall",
    **{
        (name, entry, "arithmetic", "float64-scaled"): "the scale is 1"
        for name, entry in (
            ("hf-wer", "wer"),
            ("npm-word-error-rate", "wordErrorRate"),
            ("openai-whisper", "BasicTextNormalizer"),
            ("openai-whisper", "EnglishTextNormalizer"),
        )
    },
    ("npm-word-error-rate", "wordErrorRate", "transforms", "('to-lower-case',)"): "the case is lowered already",
    **{
        ("npm-js-rouge", entry, "no_segments", value): "a mean of no segments is not asked"
        for entry in ("n", "l", "l-lines", "s")
        for value in ("undefined", "zero")
    },
    **{
        ("keras-hub", entry, knob, value): why
        for entry in ("Bleu", "Bleu-smooth")
        for knob, value, why in (
            ("brevity_penalty", "by-ratio-or-zero", "texts without any word are not asked"),
            ("log_unit", "penalty", "the scale is 1"),
            ("no_references", "minus-one", "every line has a reference"),
            *(("summation", how, _SINGLE) for how in ("fsum", "left-to-right", "product", "sum", "weighted-total")),
        )
    },
    **{
        ("vizseq", entry, "no_segments", value): "a score of no segments is not asked"
        for entry, values in (
            ("BLEUScorer", ("zero",)),
            ("ChrFScorer", ("zero",)),
            *((f"Rouge{kind}Scorer", ("undefined", "zero")) for kind in "12L"),
        )
        for value in values
    },
    **{
        ("vizseq", "BLEUScorer", knob, value): why
        for knob, value, why in (
            *(("arithmetic", value, _DECIMALS) for value in ("float32-precisions", "float32-score")),
            *(("brevity_penalty", value, _DECIMALS) for value in ("by-ratio-ieee", "tiny")),
            *(
                ("brevity_penalty", value, "without words nothing matches")
                for value in ("by-ratio-or-zero", "zero-if-empty")
            ),
            ("empty_order", "smallest", "such a score is 0.000"),
            *(("log_unit", value, _DECIMALS) for value in ("fraction", "penalty", "reciprocal")),
            *(("summation", value, _DECIMALS) for value in ("fsum", "product", "weighted", "weighted-total")),
            ("no_references", "minus-one", "every line has a reference"),
            ("zero_precision", "last-order", _PARTS),
        )
    },
    ("vizseq", "ChrFScorer", "f_product", "grouped"): _DECIMALS,
    ("vizseq", "ChrFScorer", "summation", "fsum"): _DECIMALS,
    **{
        ("vizseq", f"Rouge{kind}Scorer", knob, value): why
        for kind in "12L"
        for knob, value, why in (
            ("digits", "5", _DECIMALS),
            ("f_form", "alpha", _DECIMALS),
            ("f_form", "scaled", _DECIMALS),
            ("mean_summation", "exact", _DECIMALS),
            ("tokenizer", "rouge-cased", "the case is lowered already"),
        )
    },
    **{
        ("vizseq", f"Rouge{kind}Scorer", "arithmetic", value): _DECIMALS
        for kind in "2L"
        for value in ("float32", "float32-mean")
    },
    ("vizseq", "WERScorer", "arithmetic", "float32"): _DECIMALS,
    ("vizseq", "WERScorer", "arithmetic", "float64-scaled"): _DECIMALS,
    **{
        ("fast-bleu", entry, knob, value): why
        for entry in ("BLEU", "BLEU-0")
        for knob, value, why in (
            ("brevity_penalty", "zero-if-empty", "without words nothing matches"),
            ("denominator_floor", "one-per-corpus", "it is about one text"),
            ("no_references", "minus-one", "every line has a reference"),
        )
    },
    ("fast-bleu", "BLEU-0", "denominator_floor", "none"): "an order without n-grams has no match",
    ("fast-bleu", "BLEU-0", "mean_summation", "exact"): "few scores of a corpus are above 0",
    ("fast-bleu", "BLEU-0", "zero_guard", "any-order"): "an order without a match makes the score 0",
    ("fast-bleu", "BLEU-0", "zero_guard", "off"): "an order without a match makes the score 0",
    ("fast-bleu", "BLEU-0", "zero_precision", "last-order"): _PARTS,
    ("keras-hub", "RougeN", "arithmetic", "float32-mean"): "NumPy adds up a few numbers in the same order",
    ("keras-hub", "RougeL", "arithmetic", "float32-mean"): "NumPy adds up a few numbers in the same order",
    ("keras-hub", "Bleu", "denominator_floor", "one-per-corpus"): "a precision of 0/1 is 0",
    ("keras-hub", "Bleu", "zero_guard", "any-order"): "an order without a match makes the score 0",
    ("keras-hub", "Bleu", "zero_guard", "no-match"): "an order without a match makes the score 0",
    ("keras-hub", "Bleu", "zero_precision", "last-order"): _PARTS,
    **{
        ("keras-hub", entry, knob, value): why
        for entry in ("RougeN", "RougeL")
        for knob, value, why in (
            ("f_form", "alpha", _SINGLE),
            ("f_form", "scaled", _SINGLE),
            ("tokenizer", "rouge-cased", "the case is lowered already"),
        )
    },
    ("ignite", "Bleu-smooth2", "zero_guard", "off"): "without a match the precision of words stays 0",
    ("allennlp-bleu", "BLEU", "no_references", "minus-one"): "every line has a reference",
    **{
        (name, entry, "no_references", "minus-one"): "every line has a reference"
        for name, entry in (
            ("paddlenlp-bleu", "BLEU"),
            ("texar", "corpus_bleu"),
            ("tensor2tensor-bleu", "compute_bleu"),
            ("tensor2tensor-bleu", "bleu_wrapper"),
            ("npm-bleu-score", "bleu"),
        )
    },
    **{
        (name, entry, "log_unit", "penalty"): "the scale is 1"
        for name, entry in (
            ("paddlenlp-bleu", "BLEU"),
            ("tensor2tensor-bleu", "compute_bleu"),
            ("tensor2tensor-bleu", "bleu_wrapper"),
            ("npm-bleu-score", "bleu"),
            ("tf-nmt", "compute_bleu"),
            ("dialogue-eval", "bleu"),
        )
    },
    ("fairseq", "Scorer", "brevity_penalty", "raise-if-empty"): _EMPTY_TEXTS,
    ("multi-bleu", "multi-bleu", "brevity_penalty", "raise-if-empty"): "without words the script divides by zero",
    ("fairseq", "Scorer", "denominator_floor", "one-per-corpus"): "an order without a match makes the score 0",
    ("dialogue-eval", "bleu", "brevity_penalty", "raise-if-empty"): "without words there is no n-gram: an error",
    ("paddlenlp-bleu", "BLEU", "denominator_floor", "one-per-corpus"): "a precision of 0/1 is as small",
    ("texar", "corpus_bleu", "zero_precision", "last-order"): _PARTS,
    **{
        ("tensor2tensor-bleu", entry, knob, value): why
        for entry in ("compute_bleu", "bleu_wrapper")
        for knob, value, why in (
            ("brevity_penalty", "zero-if-empty", _SINGLE),
            ("empty_order", "one", "the logarithm of 1 is as good as none"),
            ("log_unit", "reciprocal", _SINGLE),
            ("summation", "fsum", _SINGLE),
            ("summation", "product", _SINGLE),
            ("summation", "weighted", _SINGLE),
            ("summation", "weighted-total", _SINGLE),
        )
    },
    ("tensor2tensor-bleu", "bleu_wrapper", "brevity_penalty", "tiny"): _SINGLE,
    **{
        ("npm-bleu-score", "bleu", knob, value): why
        for knob, value, why in (
            ("brevity_penalty", "raise-if-empty", "every text has a word, which may be empty"),
            ("brevity_penalty", "zero-if-empty", "every text has a word, which may be empty"),
            ("denominator_floor", "one-per-corpus", "a precision of 0/1 is 0"),
            ("denominator_floor", "one-per-segment", "a precision of 0/1 is 0"),
            ("no_segments", "zero", "a mean of no segments is not asked"),
            ("zero_precision", "last-order", _PARTS),
        )
    },
    ("compare-mt", "BleuScorer", "summation", "left-to-right"): _QUARTERS,
    ("compare-mt", "ChrFScorer", "summation", "by-kind"): "only characters are counted",
    ("compare-mt", "SentBleuScorer", "denominator_floor", "one-per-corpus"): "it is about one sentence",
    ("compare-mt", "SentBleuScorer", "zero_guard", "off"): "without a match the precision of words stays 0",
    ("moses", "p_value", "comparison", "greater-or-close"): _FAR,
    ("moses", "p_value", "addition", "numpy"): _FAR,
    ("moses", "p_value", "addition", "fsum"): _FAR,
}
UNNOTICED |= {
    **{
        ("coco-caption", entry, knob, value): why
        for entry in ("bleu", "sentence_bleu")
        for knob, value, why in (
            ("case", "lower-tokens", "the tokens are in lower case"),
            ("case", "ascii-tokens", "the tokens are in lower case"),
            ("log_unit", "penalty", "the scale is 1"),
            ("no_references", "minus-one", "every caption has a reference"),
            ("no_segments", "zero", "an evaluation without captions is not asked"),
        )
    },
    **{
        ("coco-caption", entry, f"{module}_weight", value): "matches by dictionaries are not asked"
        for entry in ("meteor", "sentence_meteor")
        for module in ("synonym", "paraphrase")
        for value in ("0.0", "0.01", "0.1", "0.5", "1.0")
    },
    **{
        ("coco-caption", "rouge_l", "no_segments", value): "an evaluation without captions is not asked"
        for value in ("zero", "undefined")
    },
}
_ONE_SENTENCE = "it scores one sentence"
_ONCE = "an n-gram counts once"
UNNOTICED |= {
    ("xu-sari", "SARIsent", "average", "corpus"): _ONE_SENTENCE,
    **{
        ("tensor2tensor", entry, knob, value): why
        for entry in ("get_sari_score", "get_sari_score_beta_1")
        for knob, value, why in (
            ("average", "corpus", _ONE_SENTENCE),
            ("source", "as-given", "the caller makes the words"),
            ("deleted_rightly", "difference", _ONCE),
        )
    },
}
UNNOTICED |= {
    **{
        (name, f"{scorer}-{kind}", "f_form", "alpha"): "of an alpha of 0.5 it is the same number, as halves are exact"
        for name, scorer, kinds in (
            ("opik", "ROUGE", ("rouge1", "rouge2", "rougeL", "rougeLsum")),
            ("ragas", "RougeScore", ("rouge1", "rougeL")),
            ("deepeval", "rouge_score", ("rouge1", "rouge2", "rougeL")),
            ("allennlp", "ROUGE", ("n", "L")),
            ("azure-ai-evaluation", "RougeScoreEvaluator", ("n", "L")),
            ("compare-mt", "RougeScorer", ("rougeN", "rougeL", "rougeLsum")),
        )
        for kind in kinds
    },
    ("opik", "ROUGE-rougeLsum", "empty", "raise"): "blank texts are not asked",
    **{
        (*meteor, "stemmer", f"porter-nltk-{release}"): "words are in lower case before they are stemmed"
        for meteor in (("hf-meteor", "meteor"), ("azure-ai-evaluation", "MeteorScoreEvaluator"))
        for release in ("3.6", "3.2")
    },
}
UNNOTICED |= {
    (name, entry_point, "unanswerable", "majority"): "CANNOTANSWER is not among the answers"
    for name, entry_point in (
        ("hotpotqa", "f1"),
        ("azure-ai-evaluation", "F1ScoreEvaluator"),
        ("longbench", "qa_f1_score"),
    )
}
UNNOTICED |= {
    ("azure-ai-evaluation", entry, *value): why
    for entry, value, why in (
        ("BleuScoreEvaluator", ("brevity_penalty", "zero-if-empty"), "no words match nothing"),
        ("BleuScoreEvaluator", ("denominator_floor", "one-per-corpus"), "it is about one sentence"),
        ("BleuScoreEvaluator", ("log_unit", "penalty"), "the scale is 1"),
    )
}
UNNOTICED |= {
    ("deepeval", "sentence_bleu_score", knob, value): why
    for knob, values, why in (
        ("brevity_penalty", ("zero-if-empty",), "no words match nothing"),
        ("denominator_floor", ("one-per-corpus",), "it is about one sentence"),
        ("log_unit", ("penalty",), "the scale is 1"),
        ("strip", ("right",), "white space behind the last word is no word"),
        ("summation", ("left-to-right", "sum", "weighted", "weighted-total"), "one order alone has a weight"),
        (
            "zero_precision",
            ("last-order", "raise", "zero"),
            "no precision is 0 after smoothing, but where nothing matches",
        ),
    )
    for value in values
}
UNNOTICED["longbench", "qa_f1_score", "no_answer", "empty"] = "the empty answer has an F1 of 0"
UNNOTICED["quac", "HEQ", "f_form", "harmonic"] = "both sides of what it compares are computed alike"
_ALMOST_EXACT = "a compensated sum of a few numbers is almost always the exact one"
if sys.version_info >= COMPENSATED_SUM:
    UNNOTICED |= {
        ("moses", "p_value", "addition", "sum"): _FAR,
        ("dialogue-eval", "bleu", "summation", "sum"): _TWO_LOGARITHMS,
        ("tf-nmt", "compute_bleu", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "perplexity", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "word_perplexity", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "byte_perplexity", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "bits_per_byte", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "mean_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "bootstrap_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "pooled_sample_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "unweighted_mean_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "combined_sample_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("easy-rouge", "rouge_n", "mean_summation", "exact"): _ALMOST_EXACT,
        ("easy-rouge", "rouge_l_sentence_level", "mean_summation", "exact"): _ALMOST_EXACT,
        ("seq2seq", "rouge_n", "mean_summation", "exact"): _ALMOST_EXACT,
        ("seq2seq", "rouge_l_sentence_level", "mean_summation", "exact"): _ALMOST_EXACT,
        ("rouge-v0", "rouge-n", "mean_summation", "exact"): _ALMOST_EXACT,
        ("rouge-v0", "rouge-l", "mean_summation", "exact"): _ALMOST_EXACT,
        ("autoevals", "Levenshtein", "mean_summation", "exact"): _ALMOST_EXACT,
        ("azure-ai-evaluation", "BleuScoreEvaluator", "summation", "sum"): _ALMOST_EXACT,
        ("opik-bleu", "CorpusBLEU", "summation", "weighted"): _ALMOST_EXACT,
        ("azure-ai-evaluation", "BleuScoreEvaluator", "summation", "weighted"): _QUARTERS,
        **{
            ("azure-ai-evaluation", f"{evaluator}Evaluator{kind}", "mean_summation", "exact"): _ALMOST_EXACT
            for evaluator, kind in (
                ("BleuScore", ""),
                ("GleuScore", ""),
                ("MeteorScore", ""),
                ("RougeScore", "-n"),
                ("RougeScore", "-L"),
            )
        },
        **{("vizseq", f"Rouge{kind}Scorer", "mean_summation", "sum"): _DECIMALS for kind in "12L"},
        ("vizseq", "BLEUScorer", "summation", "left-to-right"): _DECIMALS,
        ("vizseq", "ChrFScorer", "summation", "sum"): _DECIMALS,
        ("fast-bleu", "BLEU-0", "mean_summation", "sum"): "few scores of a corpus are above 0",
        ("keras-hub", "RougeN", "mean_summation", "sum"): "PyTorch adds up a few numbers in the same order",
        ("keras-hub", "RougeL", "mean_summation", "sum"): "PyTorch adds up a few numbers in the same order",
        ("allennlp-bleu", "BLEU", "summation", "fsum"): _ALMOST_EXACT,
        ("paddlenlp-bleu", "BLEU", "summation", "weighted"): _ALMOST_EXACT,
        ("opik-bleu", "SentenceBLEU", "summation", "weighted"): _ALMOST_EXACT,
        ("texar", "corpus_bleu", "summation", "fsum"): _ALMOST_EXACT,
        ("tensor2tensor-bleu", "compute_bleu", "summation", "left-to-right"): _SINGLE,
        ("tensor2tensor-bleu", "bleu_wrapper", "summation", "left-to-right"): _SINGLE,
        ("allennlp-bleu", "BLEU", "summation", "sum"): _QUARTERS,
        **{
            ("ignite", entry, "summation", "weighted"): _ALMOST_EXACT
            for entry in ("Bleu", "Bleu-micro", "Bleu-smooth1", "Bleu-smooth2")
        },
        ("compare-mt", "SentBleuScorer", "summation", "sum"): _ALMOST_EXACT,
        ("compare-mt", "SentBleuScorer", "summation", "weighted"): _ALMOST_EXACT,
        ("compare-mt", "ChrFScorer", "summation", "fsum"): _ALMOST_EXACT,
        ("compare-mt", "ChrFScorer", "mean_summation", "left-to-right"): "a few numbers seldom round",
        **{
            ("opik", entry_point, "mean_summation", "exact"): _ALMOST_EXACT
            for entry_point in ("LevenshteinRatio", "GLEU", *(f"ROUGE-rouge{kind}" for kind in ("1", "2", "L", "Lsum")))
        },
        **{
            ("ragas", entry_point, "mean_summation", "exact"): _ALMOST_EXACT
            for entry_point in ("NonLLMStringSimilarity", "RougeScore-rouge1", "RougeScore-rougeL")
        },
        **{
            ("coco-caption", entry_point, "mean_summation", "exact"): _ALMOST_EXACT
            for entry_point in ("sentence_bleu", "rouge_l", "cider", "sentence_meteor")
        },
        ("azure-ai-evaluation", "F1ScoreEvaluator", "summation", "exact"): _ALMOST_EXACT,
        ("coqa", "f1", "left_out_summation", "sum"): "it adds up three scores at most, of which two are equal",
        ("quac", "HEQ", "left_out_summation", "left-to-right"): "a last digit seldom decides",
        **{
            ("quac", entry_point, "summation", way): why
            for entry_point in ("unfiltered_f1", "f1")
            for way, why in (("exact", _ALMOST_EXACT), ("sum-integers", "no two empty answers score 1"))
        },
        ("azure-ai-evaluation", "F1ScoreEvaluator", "summation", "sum-integers"): "no two empty answers score 1",
        **{
            ("deepeval", f"rouge_score-rouge{kind}", "mean_summation", "exact"): _ALMOST_EXACT
            for kind in ("1", "2", "L")
        },
    }
else:
    UNNOTICED |= {
        ("allennlp-bleu", "BLEU", "summation", way): _QUARTERS for way in ("left-to-right", "sum", "weighted-total")
    }
    UNNOTICED["compare-mt", "BleuScorer", "summation", "sum"] = _QUARTERS
    UNNOTICED["compare-mt", "BleuScorer", "summation", "weighted"] = _QUARTERS
    UNNOTICED["tensor2tensor", "get_sari_score", "precision", "types"] = _ONCE
