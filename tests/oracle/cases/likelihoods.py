"""Perplexity of token log-probabilities, and multiple-choice accuracy."""

from typing import Any

from tests.oracle.cases import Data, cases_of

TOPIC = "likelihoods"
LM_EVAL = ("lm-evaluation-harness: https://github.com/EleutherAI/lm-evaluation-harness",)
CHARACTERS = {"normalization": "characters"}
BYTES = {"normalization": "bytes"}
INFORMATION = {"normalization": "mutual-information"}
SEVERAL: list[list[float | None]] = [[-1.0, -2.0], [-3.0], [-0.5, -0.5, -0.5, -0.5]]
#: "cat" is likelier, "a long answer" is likelier a character.
LONGER = {"choices": ["cat", "a long answer"], "logprobs": [-3.0, -6.5], "gold": 1}
#: Three Chinese characters are nine bytes.
CHINESE = {"choices": ["\u732b\u732b\u732b", "cats!"], "logprobs": [-4.5, -5.0], "gold": 0}

ppl = cases_of("perplexity", kind="exact")
article_ppl = cases_of("perplexity", kind="article", where="article 003, section Perplexity")
choice = cases_of("accuracy-choices", kind="exact", refs=LM_EVAL)
article = cases_of("accuracy-choices", kind="article", where="article 003, section Accuracy", refs=LM_EVAL)


def logs(*sequences: list[float | None]) -> Data:
    """Return the input of sequences of token log-probabilities."""
    return {"logprobs": list(sequences)}


texted = {**logs(*SEVERAL), "texts": ["a cat", "\u732b\u732b", "no longer, then?"]}


def items(*members: dict[str, Any]) -> Data:
    """Return the input of multiple-choice items."""
    return {"items": list(members)}


def item(logprobs: list[float], gold: int, choices: str = "abcd", **rest: Any) -> dict[str, Any]:
    """Return an item with texts of one letter."""
    return {"choices": list(choices[: len(logprobs)]), "logprobs": logprobs, "gold": gold, **rest}


# fmt: off
CASES = [
    article_ppl("article-003-inverse-root", "(1/p)^(1/n): the geometric mean of the inverse probabilities.",
                logs([-1, -3, -2]), {"base": "2"}, "p = 1/2 * 1/8 * 1/4 = 1/64: 64^(1/3) = 4"),
    article_ppl("article-003-better-model", "The likelier the text, the lower the perplexity.",
                logs([-1, -1, -1]), {"base": "2"}, "(8)^(1/3) = 2"),
    ppl("certain", "Every token certain.", logs([0.0, 0.0]), {}, "e^0 = 1"),
    ppl("one-token", "One token.", logs([-1.5]), {}, "e^1.5"),
    ppl("uniform", "A tenth each.", logs([-1, -1, -1]), {"base": "10"}, "10^1", "log-base"),
    ppl("base-two", "The same numbers as bits.", logs([-1, -2, -3]), {"base": "2"}, "2^2", "log-base"),
    ppl("base-e", "And as natural logarithms.", logs([-1, -2, -3]), {}, "e^2", "log-base"),
    ppl("tokens", "Over all tokens, long sequences weigh more.", logs(*SEVERAL), {}, "e^(8/7)", "averaging"),
    ppl("sequences", "The mean of the sequences' perplexities.", logs(*SEVERAL), {"average": "sequences"},
        "(e^1.5 + e^3 + e^0.5)/3", "averaging"),
    ppl("texts", "Each sequence is one unit: e to the mean negative log-likelihood of a text.", logs(*SEVERAL),
        {"average": "texts"}, "e^((3 + 3 + 2)/3)", "averaging", refs=LM_EVAL),
    ppl("nats", "The cross-entropy in nats.", logs(*SEVERAL), {"measure": "nats"}, "8/7", "log-base"),
    ppl("bits", "And in bits.", logs(*SEVERAL), {"measure": "bits"}, "8/(7 ln 2)", "log-base"),
    ppl("bits-of-decimals", "Bits from decimal logarithms.", logs([-1.0, -3.0]), {"measure": "bits", "base": "10"},
        "2 ln 10/ln 2", "log-base"),
    ppl("nats-of-sequences", "The mean of the sequences' cross-entropies.", logs(*SEVERAL),
        {"measure": "nats", "average": "sequences"}, "(1.5 + 3 + 0.5)/3", "averaging"),
    ppl("empty-sequence-tokens", "An empty sequence adds no token.", logs([-1.0], []), {}, "e", "empty"),
    ppl("empty-sequence-error", "It has no perplexity of its own.", logs([-1.0], []), {"average": "sequences"}, "0/0",
        "empty"),
    ppl("empty-sequence-skipped", "Left out.", logs([-1.0], []), {"average": "sequences", "empty_text": "skip"}, "e",
        "empty"),
    ppl("empty-text-skipped", "An empty text left out.", logs([-1.0, -1.0], []), {"average": "texts", "empty_text": "skip"},
        "e^2", "empty"),
    ppl("empty-text-error", "An empty text is an error.", logs([-1.0, -1.0], []), {"average": "texts"}, "an error", "empty"),
    ppl("empty-text-counted", "An empty text counts: its log-likelihood is 0.", logs([-1.0, -1.0], []),
        {"average": "texts", "empty_text": "count"}, "e^((2 + 0)/2)", "empty", refs=LM_EVAL),
    ppl("empty-sequence-counted", "Of no tokens there is no mean.", logs([-1.0], []), {"average": "sequences", "empty_text": "count"},
        "0/0", "empty"),
    ppl("empty-text-counted-words", "It has one word, of nothing.", {"logprobs": [[-1.0, -2.0], []], "texts": ["a b", ""]},
        {"denominator": "word", "empty_text": "count"}, "3 nats, 2 + 1 words: e", "empty", refs=LM_EVAL),
    ppl("no-tokens-counted", "No token counts: 0 divided by 0.", logs([], []), {"empty_text": "count"}, "0/0", "empty"),
    ppl("only-empty-texts", "Texts of no tokens are certain.", logs([], []), {"average": "texts", "empty_text": "count"}, "e^0", "empty"),
    ppl("no-tokens", "No token at all.", logs([], []), {}, "0/0", "empty"),
    ppl("no-tokens-skipped", "All left out: no number.", logs([], []), {"empty_text": "skip"}, "nothing is left", "empty"),
    ppl("no-sequences", "No sequences.", logs(), {"empty_text": "skip"}, "an error under any settings", "empty"),
    ppl("per-word", "Over the words of the texts, however many tokens they are.", texted, {"denominator": "word"}, "8 nats, 2 + 1 + 3 words: e^(8/6)", "averaging",
        refs=LM_EVAL),
    ppl("per-byte", "Over their bytes.", texted, {"denominator": "byte"}, "5 + 6 + 16 bytes: e^(8/27)", "averaging", refs=LM_EVAL),
    ppl("bits-per-byte", "The cross-entropy per byte in bits, which different tokenizations share.", texted,
        {"denominator": "byte", "measure": "bits"}, "8/(27 ln 2)", "log-base", refs=LM_EVAL),
    ppl("per-word-sequences", "Each text's own, averaged.", texted, {"denominator": "word", "average": "sequences"},
        "(e^(3/2) + e^3 + e^(2/3))/3", "averaging"),
    ppl("per-word-ends", "White space at the ends has nothing beyond it, which counts as a word.",
        {"logprobs": [[-3.0]], "texts": [" a b "]}, {"denominator": "word"}, "'', a, b, '': e^(3/4)", "white-space", refs=LM_EVAL),
    ppl("per-byte-empty", "An empty text has no bytes.", {"logprobs": [[-3.0]], "texts": [""]}, {"denominator": "byte"}, "3/0", "empty"),
    ppl("per-word-empty", "But one word, of nothing.", {"logprobs": [[-3.0]], "texts": [""]}, {"denominator": "word"}, "e^3", "empty"),
    ppl("per-word-without-texts", "The texts are missing.", logs([-3.0]), {"denominator": "word"}, "unknown", "empty"),
    ppl("impossible", "One impossible token makes the perplexity infinite.", logs([-1.0, None]), {}, "e^inf",
        "zero-probability"),
    ppl("impossible-bits", "And the cross-entropy.", logs([-1.0, None]), {"measure": "bits"}, "inf",
        "zero-probability"),
    ppl("overflow", "Beyond the largest double.", logs([-800.0]), {}, "e^800", "overflow"),
    ppl("overflow-nats", "Its cross-entropy is not.", logs([-800.0]), {"measure": "nats"}, "800", "overflow"),
    ppl("overflow-infinite", "In doubles of IEEE it is infinite.", logs([-800.0]), {"overflow": "infinite"}, "inf", "overflow"),
    ppl("overflow-of-one", "So is a mean over sequences with one of these.", logs([-800.0], [-1.0]),
        {"overflow": "infinite", "average": "sequences"}, "(inf + e)/2", "overflow"),
    ppl("no-sequences-undefined", "No sequences have no perplexity.", logs(), {"empty_input": "undefined"}, "0/0", "empty"),
    ppl("below-doubles", "e^-800 is 0 in doubles: the token is impossible.", logs([-800.0, -1.0]), {"probabilities": "doubles"},
        "e^inf", "zero-probability"),
    ppl("below-doubles-given", "As a logarithm it is a number like others.", logs([-800.0, -1.0]), {}, "e^400.5", "zero-probability"),
    ppl("least-double", "A probability of 1.57 times the least double above 0 is twice that double.", logs([-744.0]),
        {"probabilities": "doubles", "measure": "nats"}, "1073 ln 2", "zero-probability"),
    ppl("below-doubles-bits", "2^-1074 is the least double above 0, and a quarter of it is rounded to 0.", logs([-1074.0], [-1076.0]),
        {"probabilities": "doubles", "base": "2", "measure": "bits"}, "inf", "zero-probability"),
    ppl("least-double-bits", "The logarithm of the least double.", logs([-1074.0], [-1.0]),
        {"probabilities": "doubles", "base": "2", "measure": "bits"}, "1075/2", "zero-probability"),
    ppl("below-doubles-decimals", "10^-324 is less than half of the least double.", logs([-324.0]),
        {"probabilities": "doubles", "base": "10", "measure": "nats"}, "inf", "zero-probability"),
    ppl("hundredths", "Logarithms of probabilities that doubles hold are the same but for a last digit.", logs([-2.0], [-1.0]),
        {"probabilities": "doubles", "base": "10"}, "10^1.5", "zero-probability"),
    ppl("no-underflow", "A product of probabilities would underflow; a sum of logarithms does not.",
        logs([-1.0] * 1000), {}, "e", "overflow"),
    ppl("summation", "Added one by one.", logs([-0.1] * 10), {"summation": "left-to-right"}, "e^0.1"),

    article("article-003-acc", "The likeliest text.", items(item([-2.0, -1.0, -3.0], 1)), {}, "1"),
    article("article-003-acc-wrong", "The shorter text is likelier.", items(LONGER), {}, "-3 > -6.5: 0"),
    article("article-003-acc-norm", "Over its length in characters, the longer one is.", items(LONGER), CHARACTERS,
            "-6.5/13 > -3/3: 1", "choice-length"),
    choice("bytes", "In bytes, Chinese text is three times as long.", items(CHINESE), BYTES,
           "-4.5/9 > -5/5: 1", "choice-length"),
    choice("characters-not-bytes", "In characters it is not.", items(CHINESE), CHARACTERS, "-4.5/3 < -5/5: 0",
           "choice-length"),
    choice("bytes-like-characters", "ASCII texts are as long either way.", items(LONGER), BYTES, "1", "choice-length"),
    choice("spaces-count", "A space before a text is a character of it.",
           items({"choices": [" ab", "abc"], "logprobs": [-3.0, -3.5], "gold": 0}), CHARACTERS, "-1 > -3.5/3: 1",
           "choice-length"),
    choice("mutual-information", "What the question adds.",
           items(item([-2.0, -5.0], 1, unconditional=[-1.0, -6.0])), INFORMATION, "-5 + 6 > -2 + 1: 1"),
    choice("mutual-information-off", "Without it, the other one is likelier.",
           items(item([-2.0, -5.0], 1, unconditional=[-1.0, -6.0])), {}, "0"),
    choice("no-unconditional", "It cannot be known.", items(item([-2.0, -5.0], 1)), INFORMATION, "an error", "empty"),
    choice("tie-first", "Two equally likely: the first.", items(item([-1.0, -1.0], 0)), {}, "1", "choice-tie"),
    choice("tie-last", "Or the last.", items(item([-1.0, -1.0], 0)), {"ties": "last"}, "0", "choice-tie"),
    choice("tie-per-character", "A tie after division.",
           items({"choices": ["ab", "abcd"], "logprobs": [-1.0, -2.0], "gold": 1}), CHARACTERS,
           "-1/2 = -2/4, the first: 0", "choice-tie"),
    choice("empty-choice", "A likelihood over length 0 is minus infinity.",
           items({"choices": ["", "ab"], "logprobs": [-0.5, -9.0], "gold": 1}), CHARACTERS, "1", "empty"),
    choice("empty-choice-error", "Or an error.",
           items({"choices": ["", "ab"], "logprobs": [-0.5, -9.0], "gold": 1}),
           {**CHARACTERS, "zero_division": "raise"}, "-0.5/0", "empty"),
    choice("empty-choice-certain", "0/0 is no number, and numpy's largest.",
           items({"choices": ["ab", ""], "logprobs": [-0.5, 0.0], "gold": 1}), BYTES, "1", "empty"),
    choice("one-choice", "Nothing to choose.", items(item([-7.0], 0)), {}, "1"),
    choice("several", "The share of right items, on the scale of 100.",
           items(item([-1.0, -2.0], 0), item([-1.0, -2.0], 1), item([-2.0, -1.0, -3.0], 1)), {"scale": "100"},
           "100 * 2/3", "scale"),
    choice("no-items", "No items.", items(), {}, "0/0", "empty"),
]
