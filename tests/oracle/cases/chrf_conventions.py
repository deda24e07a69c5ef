"""chrF: conventions of sacreBLEU, NLTK and chrF++.py on small inputs."""

from tests.oracle.cases import cases_of, text

TOPIC = "conventions"
#: NLTK's corpus_chrf.
NLTK = {
    "whitespace": "remove-unicode", "missing_reference_order": "count-hypothesis", "best_reference": "first",
    "average": "sentences", "missing_order": "epsilon-score", "order_mean": "f-score", "mean_order": "order-first",
    "f_product": "grouped", "beta": 3.0, "scale": "1",
}  # fmt: skip
#: sacreBLEU with eps_smoothing, and chrF++.py.
EPSILON = {"missing_order": "epsilon-counts", "order_mean": "f-score"}
PLUS = {"word_order": 2}
FOX = ("abcdefgh xyz", "abcdxfgh xyz")

case = cases_of("chrf", kind="exact")

# fmt: off
CASES = [
    case("identical", "A perfect hypothesis.", text(("the cat", "the cat")), {}, "100", "basic"),
    case("identical-short", "Three letters have three orders; the others are left out.",
         text(("cat", "cat")), {}, "3 of 3 orders perfect", "chrf-missing-order"),
    case("identical-short-epsilon", "With an epsilon for missing orders, half of six orders is lost.",
         text(("cat", "cat")), EPSILON, "(1 + 1 + 1 + 3e-16)/6 * 100", "chrf-missing-order"),
    case("identical-short-nltk", "NLTK loses the same half.",
         text(("cat", "cat")), NLTK, "(3 + 3e-16)/6", "chrf-missing-order"),
    case("identical-short-left-out-f", "Each order's F averaged, missing orders left out.",
         text(("cat", "cat")), {"order_mean": "f-score"}, "3 of 3 orders perfect", "chrf-missing-order"),
    case("one-edit", "One letter of eleven is different.",
         text(FOX), {}, "counts 11 11 10, 10 10 8, 9 9 6, 8 8 4, 7 7 2, 6 6 1; P = R", "basic"),
    case("short-hypothesis", "Two letters against eight: four orders are missing and left out.",
         text(("ab", "abcdefgh")), {}, "P = (1 + 1)/2, R = (2/8 + 1/7)/2, F_2 of the means", "chrf-missing-order"),
    case("short-hypothesis-f-mean", "The same with the F of each order averaged.",
         text(("ab", "abcdefgh")), {"order_mean": "f-score"}, "mean of 5*1*(1/4)/(4 + 1/4) and 5*1*(1/7)/(4 + 1/7)",
         "chrf-order-mean"),
    case("short-hypothesis-epsilon-mean", "P and R averaged over all six orders, an epsilon standing for 0/0.",
         text(("ab", "abcdefgh")), {"missing_order": "epsilon-counts"},
         "P = (2 + 4e-16)/6, R = (2/8 + 1/7 + 0)/6", "chrf-missing-order"),
    case("short-hypothesis-epsilon-score", "With the other epsilon, R of those orders is 1e-16 as well.",
         text(("ab", "abcdefgh")), {"missing_order": "epsilon-score"}, "P = (2 + 4e-16)/6, R = (2/8 + 1/7 + 4e-16)/6",
         "chrf-missing-order"),
    case("long-hypothesis", "Eight letters against two.",
         text(("abcdefgh", "ab")), {}, "P = (2/8 + 1/7)/2, R = (2/2 + 1/1)/2", "chrf-missing-order"),
    case("dropped-counts", "Two segments; the first reference has no 3-grams, so that the hypothesis' are dropped.",
         text(("abcd", "ab"), ("abcd", "abcd")), {"char_order": 3}, "h = 8, 6, 2: P = (6/8 + 4/6 + 2/2)/3",
         "chrf-missing-order"),
    case("counted-counts", "The same with those 3-grams counted.",
         text(("abcd", "ab"), ("abcd", "abcd")), {"char_order": 3, "missing_reference_order": "count-hypothesis"},
         "h = 8, 6, 4: P = (6/8 + 4/6 + 2/4)/3", "chrf-missing-order"),
    case("zero-overlap", "Nothing in common.", text(("abc", "xyz")), {}, "0", "basic"),
    case("zero-overlap-epsilon", "With an epsilon, 0/0 in F is 1e-16, also for the orders that both lack.",
         text(("abc", "xyz")), EPSILON, "100 * 1e-16", "chrf-missing-order"),
    case("zero-overlap-nltk", "NLTK's score of nothing is 1e-16.", text(("abc", "xyz")), NLTK, "1e-16",
         "chrf-missing-order"),
    case("empty-hypothesis", "Nothing there.", text(("", "abc def")), {}, "0", "empty"),
    case("empty-hypothesis-epsilon",
         "P is 1e-16 but R is 0/6, so F is exactly 0 - for as many orders as the reference has.",
         text(("", "abc def")), EPSILON, "0", "empty chrf-missing-order"),
    case("empty-reference", "Nothing to match.", text(("abc def", "")), {}, "0", "empty"),
    case("empty-reference-epsilon", "All six orders are missing on both sides, the hypothesis' counts being dropped.",
         text(("abc def", "")), EPSILON, "P = R = 1e-16: F = 1e-16", "empty chrf-missing-order"),
    case("empty-both", "Nothing against nothing.", text(("", "")), {}, "0", "empty"),
    case("blank-hypothesis", "White space alone is nothing.", text((" \t", "abc")), {}, "0", "empty"),
    case("no-segments", "An empty corpus is an error.", text(), {}, "no segments", "empty"),
    case("no-references", "A segment without references is an error.", text(("abc",)), {}, "no references",
         "no-references"),
    case("beta-1", "Precision and recall weigh the same.",
         text(("ab", "abcdefgh")), {"beta": 1.0}, "2*1*(11/56)/(1 + 11/56) = 22/67", "chrf-beta"),
    case("beta-3", "Recall weighs three times as much.",
         text(("ab", "abcdefgh")), {"beta": 3.0}, "10*1*(11/56)/(9 + 11/56) = 110/515", "chrf-beta"),
    case("beta-0", "Precision alone.", text(("ab", "abcdefgh")), {"beta": 0.0}, "P = 1", "chrf-beta"),
    case("char-order-3", "Three orders.", text(FOX), {"char_order": 3}, "(10/11 + 8/10 + 6/9)/3", "chrf-orders"),
    case("min-char-order-3", "Orders three to six.", text(FOX), {"min_char_order": 3}, "(6/9 + 4/8 + 2/7 + 1/6)/4",
         "chrf-orders"),
    case("words-only", "No character order: word unigrams and bigrams.",
         text(("the cat sat", "the cat sits")), {"char_order": 0, "word_order": 2}, "(2/3 + 1/2)/2",
         "chrf-orders chrf-words"),
    case("words", "chrF++: six character orders and two word orders.",
         text(FOX), PLUS, "(10/11 + 8/10 + 6/9 + 4/8 + 2/7 + 1/6 + 1/2 + 0/1)/8", "chrf-words"),
    case("words-epsilon", "chrF++.py and sacreBLEU's eps_smoothing: the F of each of the eight orders.",
         text(("hello world foo", "hello word foo bar")), {**PLUS, **EPSILON}, "mean of eight F_2",
         "chrf-words chrf-order-mean"),
    case("words-punctuation", "One mark is cut off a word: the last character, else the first; ASCII only.",
         text(("(hi) \"x there.", "hi x there")), {"char_order": 0, "word_order": 1},
         "'(hi', ')', '\"', 'x', 'there', '.': P = 2/6, R = 2/3, F_2 = 5/9", "chrf-words"),
    case("words-typographic", "Marks beyond ASCII stay attached.",
         text(("\u300chi\u300d there\u2026", "\u300c hi \u300d there \u2026")), {"char_order": 0, "word_order": 1}, "0",
         "chrf-words"),
    case("words-dots", "Only one mark is cut off.",
         text(("wait...", "wait.. .")), {"char_order": 0, "word_order": 1},
         "'wait..', '.' against 'wait.', '.', '.': P = 1/2, R = 1/3, F_2 = 5/14",
         "chrf-words"),
]
