"""Cases for every worked number of the articles: BLEU in articles 001 and 002."""

from tests.oracle.cases import Case, split, text

TOPIC = "articles"

FRENCH = ("I have eaten three hazelnuts", "I ate three filberts")
MATCHES = (("1", 4, 4, "1.0"), ("2", 3, 3, "1.0"), ("3", 1, 2, "0.5"), ("4", 0, 1, "0.0"))

#: A plain precision of one order, without a brevity penalty.
PLAIN = {"brevity_penalty": "none", "smoothing": "none", "zero_guard": "off", "scale": "1", "log_unit": "fraction"}
SPACES = {"tokenizer": "none"}


def only_order(n: int) -> dict[str, object]:
    """Return weights that leave one order."""
    return {"max_order": n, "weights": [0.0] * (n - 1) + [1.0], "mean": "arithmetic"}


#: Article 001: BLEU of space-separated tokens with joined n-gram keys and no smoothing.
JOINED = {
    "case": "keep",
    "strip": "none",
    "tokenizer": "given",
    "ngram_key": "joined",
    "smoothing": "none",
    "empty_order": "raise",
    "zero_guard": "off",
    "zero_precision": "last-order",
    "log_unit": "fraction",
    "summation": "left-to-right",
    "scale": "1",
}

CASES = [
    *(
        Case(
            "bleu",
            f"article-002-order-{n}",
            f"The {n}-gram precision of a translation against two references, alone.",
            text(("I ate three hazelnuts", *FRENCH)),
            {**PLAIN, **SPACES, **only_order(int(n))},
            "article",
            f"article 002, section 1.2, {n}-grams",
            f"{m}/{t}",
            ("basic",),
            printed,
        )
        for n, m, t, printed in MATCHES
    ),
    Case(
        "bleu",
        "article-002-arithmetic-mean",
        "The article averages the four precisions arithmetically; the paper's geometric mean is 0.",
        text(("I ate three hazelnuts", *FRENCH)),
        {**PLAIN, **SPACES, "mean": "arithmetic"},
        "article",
        "article 002, section 1.2",
        "(1 + 1 + 1/2 + 0)/4 = 5/8",
        ("mean-of-precisions",),
        "0.625",
    ),
    Case(
        "bleu",
        "article-002-geometric-mean",
        "The same translation with the paper's geometric mean: one order without a match makes it 0.",
        text(("I ate three hazelnuts", *FRENCH)),
        {**PLAIN, **SPACES},
        "article",
        "article 002, section 1.2, with the formula of Papineni et al. 2002",
        "(1 * 1 * 1/2 * 0)^(1/4) = 0",
        ("mean-of-precisions", "smoothing"),
    ),
    Case(
        "bleu",
        "article-002-unclipped",
        "One word repeated: without clipping all five occurrences match.",
        text(("three three three three three", *FRENCH)),
        {**PLAIN, **SPACES, "max_order": 1, "clipping": "unclipped"},
        "article",
        "article 002, section 1.3",
        "5/5 = 1",
        ("clipping",),
        "1.0",
    ),
    Case(
        "bleu",
        "article-002-clipped",
        "The same repeated word, clipped as the article's own formula says: each reference has it once.",
        text(("three three three three three", *FRENCH)),
        {**PLAIN, **SPACES, "max_order": 1},
        "article",
        "article 002, formula of section 1.1 on the example of 1.3",
        "min(5, 1)/5 = 1/5",
        ("clipping",),
    ),
    Case(
        "bleu",
        "article-002-short-perfect",
        "The article calls every order of a two-word translation perfect: an order without n-grams counts as 1.",
        text(("I ate", *FRENCH)),
        {**PLAIN, **SPACES, "empty_order": "one"},
        "article",
        "article 002, section 1.3",
        "p = 2/2, 1/1, 1, 1 and no brevity penalty",
        ("empty-order",),
        "1.0",
    ),
    Case(
        "bleu",
        "article-002-short-zero",
        "The same with empty orders as precision 0, as in sacreBLEU.",
        text(("I ate", *FRENCH)),
        {**PLAIN, **SPACES},
        "article",
        "article 002, section 1.3, other convention",
        "(1 * 1 * 0 * 0)^(1/4) = 0",
        ("empty-order",),
    ),
    Case(
        "bleu",
        "article-002-short-raise",
        "The same where an order without n-grams is an error.",
        text(("I ate", *FRENCH)),
        {**PLAIN, **SPACES, "empty_order": "raise"},
        "article",
        "article 002, section 1.3, other convention",
        "0/0 for trigrams",
        ("empty-order",),
    ),
    Case(
        "bleu",
        "article-001-order-1",
        "The script's BLEU-1 over two pairs: summed counts, and a penalty for the shorter output.",
        split(("a b c d", "a b x d e"), ("e f g", "e f h")),
        {**JOINED, "max_order": 1},
        "article",
        "article 001, calc_bleu, own input",
        "exp(1 - 8/7) * 5/7",
        ("basic",),
    ),
    Case(
        "bleu",
        "article-001-order-2",
        "The script's BLEU-2 of the same pairs.",
        split(("a b c d", "a b x d e"), ("e f g", "e f h")),
        {**JOINED, "max_order": 2},
        "article",
        "article 001, calc_bleu, own input",
        "exp(1 - 8/7) * sqrt(5/7 * 2/5)",
        ("basic",),
    ),
    Case(
        "bleu",
        "article-001-order-3-zero",
        "The script's BLEU-3 of the same pairs: no trigram matches, so it stays 0.",
        split(("a b c d", "a b x d e"), ("e f g", "e f h")),
        {**JOINED, "max_order": 3},
        "article",
        "article 001, calc_bleu, own input",
        "p_3 = 0/3, guarded",
        ("smoothing",),
    ),
    Case(
        "bleu",
        "article-001-order-3",
        "The script's BLEU-3 where a trigram matches.",
        split(("a b c d", "a b c e")),
        {**JOINED, "max_order": 3},
        "article",
        "article 001, calc_bleu, own input",
        "(3/4 * 2/3 * 1/2)^(1/3) = (1/4)^(1/3)",
        ("basic",),
    ),
    Case(
        "bleu",
        "article-001-joined-collision",
        "Joined keys: the bigrams 'ab c' and 'a bc' both become 'abc' and match, though no sequence does.",
        split(("ab c x", "a bc x")),
        {**JOINED, "max_order": 2},
        "article",
        "article 001, get_dict, own input",
        "p_1 = 1/3, p_2 = 1/2 ('abc'; 'cx' is not 'bcx'): sqrt(1/6)",
        ("ngram-identity",),
    ),
    Case(
        "bleu",
        "article-001-sequence-no-collision",
        "The same tokens with n-grams compared as sequences: no bigram matches.",
        split(("ab c x", "a bc x")),
        {**JOINED, "max_order": 2, "ngram_key": "tuple"},
        "article",
        "article 001, get_dict, own input",
        "p_2 = 0/2, guarded",
        ("ngram-identity",),
    ),
    Case(
        "bleu",
        "article-001-lower-order-zero",
        "Joined keys let a bigram match where no unigram does; the script then takes the logarithm of 0.",
        split(("ab c d", "a bc e")),
        {**JOINED, "max_order": 2},
        "article",
        "article 001, calc_bleu, own input",
        "p_1 = 0/3, p_2 = 1/2: log 0",
        ("ngram-identity", "zero-precision"),
    ),
    Case(
        "bleu",
        "article-001-no-trigram",
        "The script divides by the number of n-grams: an output too short for the order is an error.",
        split(("a b", "a b c")),
        {**JOINED, "max_order": 3},
        "article",
        "article 001, calc_cover_rate, own input",
        "p_3 = 0/0",
        ("empty-order",),
    ),
]
