"""Answers as HELM and deepeval score them, and passages with an answer in them, as DPR and KILT count them."""

from tests.oracle.cases import cases_of, text

TOPIC = "contained-answers"
HELM = ("Liang et al. 2023: https://arxiv.org/abs/2211.09110",)
DPR = ("Karpukhin et al. 2020: https://aclanthology.org/2020.emnlp-main.550/",)
KILT = ("Petroni et al. 2021: https://aclanthology.org/2021.naacl-main.200/",)
RAW = {"normalization": "none"}
STRIP = {"normalization": "strip"}
TOKENS = {"normalization": "dpr", "match": "words"}
WRONG = {"empty_prediction": "wrong"}

helm_em = cases_of("exact-match", kind="exact", refs=HELM)
dpr = cases_of("exact-match", kind="exact", refs=DPR)
kilt = cases_of("exact-match", kind="exact", refs=KILT)
helm = cases_of("answer-f1", kind="exact", refs=HELM)

# fmt: off
CASES = [
    helm_em("strip", "White space goes at both ends; inside, and case, it stays.",
            text((" cat\n", "cat"), ("big  cat", "big cat"), ("Cat", "cat")), STRIP, "1 of 3", "white-space"),
    helm_em("lower-punctuation", "Where case alone is lowered, a full stop stays, and is no token.",
            text(("a.b", "AB"), ("a.b", "A . B")), {"normalization": "lower"}, "0", "answer-normalization"),
    helm_em("with-articles", "Punctuation and case go, articles stay.",
            text(("The cat.", "the cat"), ("the cat", "cat")), {"normalization": "squad-with-articles"}, "1 of 2",
            "answer-normalization"),
    helm_em("empty-prediction-wrong", "An empty prediction is wrong, though nothing is the right answer; one of white space "
            "is right.", text(("", ""), (" ", "")), {**STRIP, **WRONG}, "1 of 2", "empty"),
    helm_em("empty-prediction-wrong-articles", "What normalization empties is compared.",
            text(("the", ""), ("", "a")), WRONG, "1 of 2", "empty"),
    helm_em("empty-prediction-wrong-left-out", "Nothing said: wrong without any of the answers.",
            text(("", "", ""), ("a", "the", "an")), {**WRONG, "references": "leave-one-out"}, "(0 + 1)/2", "empty leave-one-out"),
    helm_em("blank-prediction-wrong", "White space is an empty prediction, too; an article is not.",
            text((" \n", ""), ("", ""), ("the", "")), {"empty_prediction": "wrong-if-blank"}, "1 of 3", "empty white-space"),
    helm_em("prefix", "Yes begins the answer, and also a longer word; case counts.",
            text(("yes, it is", "yes"), ("yesterday", "yes"), ("Yes", "yes"), ("so yes", "yes")), {**RAW, "match": "prefix"},
            "2 of 4", "containment"),
    helm_em("prefix-of-nothing", "Anything starts with nothing; nothing starts with a word only if it is none.",
            text(("cat", ""), ("", "cat"), ("", "the")), {"match": "prefix"}, "2 of 3", "containment empty"),
    helm_em("prefix-longer", "The right answer must not be longer.", text(("cat", "cats"), ("cats", "cat", "dog")),
            {"match": "prefix"}, "1 of 2", "containment"),
    kilt("substring", "A part of a text, though it is no word of it: 'art' is in 'party'.",
         text(("The party!", "art"), ("The party", "arty p"), ("a cat", "dog", "cat")), {"match": "substring"}, "2 of 3",
         "containment"),
    kilt("substring-left-out", "With one of two.", text(("the cat sat", "cat", "dog")),
         {"match": "substring", "references": "leave-one-out"}, "(0 + 1)/2", "containment leave-one-out"),
    dpr("words", "Words in a row: 'art' is no word of 'party', and other words stand between 'big cat'.",
        text(("The party", "art"), ("A big black cat", "big cat"), ("a big cat sat", "dog", "BIG CAT")), TOKENS, "1 of 3",
        "containment"),
    dpr("words-of-punctuation", "A full stop is a token, which must be there, too; curly quotes are, as well.",
        text(("the U.S. army", "U.S."), ("the US army", "U.S."), ("\u201cyes\u201d", "yes")), TOKENS, "2 of 3",
        "containment answer-normalization"),
    dpr("words-with-accents", "An accent is a letter apart, and belongs to its word, whichever way it was written.",
        text(("caf\u00e9s", "cafe"), ("un caf\u00e9", "cafe\u0301"), ("un caf\u00e9", "cafe")), TOKENS, "1 of 3",
        "containment normalization"),
    dpr("words-of-nothing", "An answer without tokens is in every passage, even in an empty one.",
        text(("cat", "\u200b\n"), ("", " "), ("", "cat")), TOKENS, "2 of 3", "containment empty"),
    dpr("words-anywhere", "At both ends, and written with any numerals.",
        text(("10 cats", "10"), ("cats 10", "10"), ("10\u00bd cats", "10")), TOKENS, "2 of 3", "containment numbers"),
    dpr("words-by-spaces", "Words between white space, where nothing is normalized.",
        text(("big\tcat", "big cat"), ("big cat.", "cat")), {**RAW, "match": "words"}, "1 of 2", "containment white-space"),
    dpr("tokens-equal", "The tokens as a normalization: case and white space do not count.",
        text(("U.S. army", "u . s .\narmy"), ("US", "U.S")), {"normalization": "dpr"}, "1 of 2", "answer-normalization"),
    helm("set", "A word counts once on each side: of {new, york} two are right.",
         text(("new york new york", "new york")), {"overlap": "set"}, "2*2/(2 + 2)", "distinct-counts"),
    helm("set-harmonic", "The mean of two questions, as HELM computes it.",
         text(("a b b c", "b c c d"), ("cat", "dog")), {"overlap": "set", "f_form": "harmonic"}, "(2*2/(2 + 3) + 0)/2",
         "distinct-counts f-form"),
    helm("set-empty", "Nothing against nothing is 0.", text(("the", "a"), ("cat cat", "cat")),
         {"overlap": "set", "f_form": "harmonic"}, "(0 + 1)/2", "distinct-counts empty"),
    helm("set-best", "The best of two right answers.", text(("b b c", "b d e", "c b")), {"overlap": "set"}, "2*2/(2 + 2)",
         "distinct-counts references"),
    helm("strip-words", "White space goes at both ends, and nothing else.", text(("\u2028The cat", "the cat.")),
         {"normalization": "strip"}, "0", "answer-normalization white-space"),
    *[helm(f"blank-answer-{how}", comment, text(("", " ", "cat")),
           {"normalization": how, "empty_references": "drop", "both_empty": "1"}, value, "white-space empty")
      for how, comment, value in (("none", "An answer of white space is not empty: it stays, and has no words.", "1"),
                                  ("strip", "Stripped, it is empty, and is left out.", "0"))],
    helm("lower-punctuation-words", "Where case alone is lowered, a full stop stays, and is no token.",
         text(("a.b", "A . B")), {"normalization": "lower"}, "0", "answer-normalization"),
    helm("squad-with-articles-words", "Articles stay, punctuation goes.", text(("The ca-t", "the cat."), ("The cat", "cat")),
         {"normalization": "squad-with-articles"}, "(2*2/(2 + 2) + 2*1/(2 + 1))/2", "answer-normalization"),
    helm("dpr-words", "Two articles and two full stops, of five tokens and four.", text(("The ca.t.", "the a. t.")),
         {"normalization": "dpr"}, "2*4/(5 + 5)", "answer-normalization"),
    helm("harmonic", "1/(0.5/P + 0.5/R).", text(("big cat", "cat"), ("dog", "big black dog")), {"f_form": "harmonic"},
         "(2/3 + 2/4)/2", "f-form"),
    helm("set-left-out", "Each of two answers is left out.", text(("b b c", "b", "b b c d")),
         {"overlap": "set", "f_form": "harmonic", "references": "leave-one-out"}, "(2*2/(2 + 3) + 2*1/(2 + 1))/2",
         "distinct-counts leave-one-out"),
]
