"""DROP: answers that may have several parts, and numbers in them."""

from tests.oracle.cases import cases_of, text

TOPIC = "drop"
PAPER = ("Dua et al. 2019: https://aclanthology.org/N19-1246/",)
EM = {"normalization": "drop", "spans": "lines", "empty_references": "drop-unsaid", "no_references": "zero"}
ALL = {"digits": "all"}

f1 = cases_of("drop-f1", kind="exact", refs=PAPER)
em = cases_of("exact-match", kind="exact", refs=PAPER)

# fmt: off
CASES = [
    em("drop-numbers", "Numbers are compared by value.", text(("1,000", "1000.0")), EM, "1", "numbers"),
    em("drop-hyphen", "A hyphen separates, as a space does.", text(("twenty-one", "twenty one")), EM, "1", "answer-normalization"),
    em("drop-parts", "The order of parts does not matter.", text(("the cat\ndog", "dog\ncat")), EM, "1", "newlines"),
    em("drop-parts-repeated", "As many parts, and the same different ones: which of them is repeated does not matter.",
       text(("cat\ncat\ndog", "cat\ndog\ndog")), EM, "1", "newlines"),
    em("drop-parts-missing", "A part is missing.", text(("cat", "cat\ndog")), EM, "0", "newlines"),
    em("drop-parts-one", "Read as one part, the order matters.", text(("cat\ndog", "dog\ncat")), {**EM, "spans": "one"}, "0",
       "newlines"),
    em("drop-blank", "A right answer of white space is not counted, and then there is none.", text(("", " ")), EM, "0", "no-answer"),
    em("drop-article", "One that normalization empties is.", text(("a", "the")), EM, "'' against '': 1", "no-answer"),
    em("drop-bare-number", "Without its point 3.5 is 35.", text(("3.5", "35")), {**EM, "normalization": "drop-bare-numbers"}, "1",
       "numbers"),
    em("drop-bare-number-in-brackets", "Brackets and points are deleted alike.", text(("(3.14)", "3.14")),
       {**EM, "normalization": "drop-bare-numbers"}, "1", "numbers"),
    em("drop-bare-number-by-value", "A hyphen separates, and 1e3 is a number.", text(("the twenty-one 1e3", "twenty one 1000")),
       {**EM, "normalization": "drop-bare-numbers"}, "1", "numbers"),
    f1("equal", "The right answer.", text(("the Eiffel Tower", "Eiffel Tower")), {}, "1", "answer-normalization"),
    f1("words", "Three words of five, four of them shared with four.", text(("in the big old house there", "big old house")), {},
       "P 3/5, R 3/3: 3/4", "basic"),
    f1("rounded", "A third is 0.33.", text(("cat dog", "cat bird cow fish")), {}, "1/3", "printed-digits"),
    f1("rounded-like-numpy", "numpy rounds 17.5, not the double below 0.175, whose two nearest decimals are 0.17.",
       text(("one two three four five six seven x y z", "one two three four five six seven eight nine ten\na\nb\nc")), {},
       "7/10 for one part of four: 0.175", "printed-digits"),
    f1("unrounded", "Or all of its digits.", text(("cat dog", "cat bird cow fish")), ALL, "1/3", "printed-digits"),
    f1("sets", "A word counts once.", text(("no no no", "no")), ALL, "1", "distinct-counts"),
    f1("number-missing", "The right answer has a number that the prediction lacks: all of it is wrong.",
       text(("about 12 years", "about 13 years")), {}, "0", "numbers"),
    f1("number-like-any", "Without that rule two of three words are right.", text(("about 12 years", "about 13 years")),
       {"numbers": "any", **ALL}, "2/3", "numbers"),
    f1("number-one-of-two", "One of its numbers is enough.", text(("12 or 14", "12 or 13")), ALL, "2/3", "numbers"),
    f1("number-extra", "Numbers in the prediction alone do no harm.", text(("cat 7", "cat")), ALL, "P 1/2, R 1: 2/3", "numbers"),
    f1("number-words", "\u0663 is the digit three, 1_0 is ten, and so is 10.",
       text(("\u0663 1_0", "3.0 10")), ALL, "1", "numbers"),
    f1("number-infinite", "inf is a number, to Python.", text(("inf cats", "ten cats")), ALL, "cats: 1/2", "numbers"),
    f1("matching", "Parts are matched so that the sum is largest, though each would rather have the first.",
       text(("a red cat\nred", "red cat\nblue red cat")), ALL, "red cat: 1 + red: 2*1*(1/3)/(4/3) = 1/2, over 2", "newlines"),
    f1("matching-crossed", "Taking the best pair first would lose.",
       text(("one two three\none two", "one two\none two three four five six")), ALL,
       "1 + 2*3/(3 + 6), against 4/5 + 2*2/(2 + 6); over 2", "newlines"),
    f1("parts-extra", "A part too many counts as wrong.", text(("cat\ndog\ncow", "cat\ndog")), ALL, "(1 + 1 + 0)/3", "newlines"),
    f1("parts-missing", "As does one too few.", text(("cat", "cat\ndog")), ALL, "1/2", "newlines"),
    f1("parts-one", "Read as one part, the words are simply more.", text(("cat", "cat\ndog")), {**ALL, "spans": "one"},
       "P 1, R 1/2: 2/3", "newlines"),
    f1("best-answer", "The best of several right answers.", text(("cat", "cat dog", "the cat")), ALL, "1", "references"),
    f1("first-answer", "Or the first.", text(("cat", "cat dog", "the cat")), {**ALL, "references": "first"}, "2/3", "references"),
    f1("nothing", "Nothing of nothing is right.", text(("a", "the")), {}, "1", "empty"),
    f1("nothing-said", "An empty prediction.", text(("", "cat")), {}, "P 1, R 0: 0", "empty"),
    f1("blank", "White space is no right answer.", text(("", " ")), {}, "0", "no-answer"),
    f1("blank-kept", "Unless it is kept.", text(("", " ")), {"empty_references": "keep"}, "1", "no-answer"),
    f1("article-dropped", "Nor is what normalization empties, if that is asked for.", text(("", "the")),
       {"empty_references": "drop"}, "0", "no-answer"),
    f1("blank-empty", "No right answer at all: the empty one is wanted.", text(("", " ")), {"no_references": "empty"}, "1", "no-answer"),
    f1("no-answers", "No right answers.", text(("cat",)), {}, "0", "no-references"),
    f1("no-answers-raise", "Or an error.", text(("cat",)), {"no_references": "raise"}, "none", "no-references"),
    f1("questions", "The mean over questions.", text(("cat", "cat"), ("cat", "dog"), ("cat", "cat dog")), ALL, "(1 + 0 + 2/3)/3",
       "averaging"),
    f1("squad-words", "Normalized as for SQuAD, hyphens vanish.", text(("twenty-one", "twenty one")), {"normalization": "squad"}, "0",
       "answer-normalization"),
    f1("lower-words", "Only lower-cased, articles are words.", text(("The Cat", "the cat"), ("the cat", "cat")),
       {**ALL, "normalization": "lower"}, "(1 + 2*1/(2 + 1))/2", "answer-normalization case"),
    f1("raw-words", "Nothing normalized.", text(("The cat", "the cat")), {**ALL, "normalization": "none"}, "2*1/(2 + 2)",
       "answer-normalization case"),
    f1("percent", "In percent.", text(("cat", "cat")), {"scale": "100"}, "100", "scale"),
    f1("empty", "No questions.", text(), {}, "0/0", "empty"),
]
