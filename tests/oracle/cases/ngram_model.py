"""Perplexity of texts under an add-k n-gram model of the references."""

from tests.oracle.cases import cases_of, split, text, tokens

TOPIC = "ngrams"
WHERE = "article 003, section Perplexity"
#: The article's function: joined keys, k = 0.5, the words of the text for V and for the root.
ARTICLE = {
    "tokenizer": "given", "ngram_key": "joined", "context_count": "occurrences", "length": "tokens",
    "average": "sentences", "arithmetic": "product",
}  # fmt: skip
#: NLTK's Lidstone model over padded text.
NLTK = {"tokenizer": "none", "padding": "both", "vocabulary": "unknown"}
LIDSTONE = ("nltk.lm: https://www.nltk.org/api/nltk.lm.models.html",)
TRAINING = "a b a c"

article = cases_of("ngram-perplexity", kind="article", where=WHERE)
case = cases_of("ngram-perplexity", kind="exact")
nltk = cases_of("ngram-perplexity", kind="exact", refs=LIDSTONE)

# fmt: off
CASES = [
    article("article-003-bigram", "Two known bigrams, a root of the number of words.",
            split(("a b a", TRAINING)), ARTICLE, "p(b|a) = 1.5/3.5, p(a|b) = 1.5/2.5: (35/9)^(1/3)"),
    article("article-003-unseen", "A bigram that was never seen, after a word that was.", split(("b c", TRAINING)),
            ARTICLE, "p = 0.5/(1 + 1.5) = 1/5: 5^(1/2)", "model-smoothing"),
    article("article-003-unknown-word", "A word that was never seen: 1/V.", split(("x a", TRAINING)), ARTICLE,
            "p = 0.5/(0 + 1.5) = 1/3: 3^(1/2)", "model-vocabulary"),
    article("article-003-one-word", "One word is no bigram: an empty product, perplexity 1.",
            split(("x", TRAINING)), ARTICLE, "1^(1/1)", "empty-order"),
    article("article-003-no-word", "No word: a root of order 0.", tokens(([], ["a", "b"])), ARTICLE, "1/0", "empty"),
    article("article-003-chinese", "Words of Chinese, cut before.",
            split(("\u6211 \u559c\u6b22 \u732b", "\u6211 \u559c\u6b22 \u72d7"), ("\u4ed6 \u559c\u6b22 \u732b", "\u4ed6 \u7231 \u732b")),
            ARTICLE,
            "V = 6; 1.5/4 * 0.5/4 and 0.5/4 * 0.5/4: ((64/3)^(1/3) + 64^(1/3))/2",
            "chinese averaging"),
    article("article-003-collision", "Joined bigrams collide: 'ab c' was never seen, 'a bc' was.",
            split(("ab c", "a bc")), ARTICLE, "c('abc') = 1, c(ab) = 0: 1.5/(0 + 1) = 3/2: (2/3)^(1/2)",
            "ngram-identity"),
    article("article-003-underflow", "A long text: the product underflows to 0, and the function divides by it.",
            split(("a x " * 400, TRAINING)), ARTICLE, "below the smallest double: 1/0", "overflow"),
    case("long-text", "The same by logarithms.", split(("a x " * 400, TRAINING)),
         {**ARTICLE, "arithmetic": "log"}, "p(x|a) = 1/7 400 times, p(a|x) = 1/3 399 times: e^((400 ln 7 + 399 ln 3)/800)",
         "overflow"),
    case("bigram-factors", "A root of the number of bigrams.", text(("a b a", TRAINING)), {}, "(35/9)^(1/2)",
         "model-length"),
    case("separate-keys", "As tuples, 'ab c' is not 'a bc'.", text(("ab c", "a bc")), {}, "0.5/1: 2", "ngram-identity"),
    case("context-followed", "At the end of the training text c is not followed by anything.",
         text(("c a", TRAINING)), {}, "0.5/(0 + 1.5): 3", "model-context"),
    case("context-occurs", "But it occurs.", text(("c a", TRAINING)), {"context_count": "occurrences"},
         "0.5/(1 + 1.5): 5", "model-context"),
    case("trigram", "Two words back.", text(("a b a c", "a b a c a b a d")), {"order": 3},
         "p(a|ab) = 2.5/(2 + 2), p(c|ba) = 1.5/(2 + 2): (32/7.5)^(1/2)"),
    case("unigram", "No word back.", text(("a b", TRAINING)), {"order": 1}, "2.5/5.5 * 1.5/5.5: (30.25/3.75)^(1/2)"),
    case("k", "Another k.", text(("a b", TRAINING)), {"k": 2.0}, "3/(2 + 6): 8/3", "model-smoothing"),
    case("unsmoothed", "k = 0 is the relative frequency.", text(("a b", TRAINING)), {"k": 0.0}, "1/2: 2",
         "model-smoothing"),
    case("unsmoothed-unseen", "Something impossible: infinite.", text(("b c", TRAINING)), {"k": 0.0}, "0/1: inf",
         "zero-probability"),
    case("unsmoothed-context", "After an unseen word, 0/0.", text(("x a", TRAINING)), {"k": 0.0}, "0/0",
         "zero-probability model-smoothing"),
    case("vocabulary-padded", "Padding belongs to the vocabulary.", text(("a b", TRAINING)),
         {"padding": "both", "vocabulary": "padded"}, "<s>a 1.5/3.5, ab 1.5/4.5, b</s> 0.5/3.5: (7/3 * 3 * 7)^(1/3)",
         "model-vocabulary"),
    case("vocabulary-words", "It does not.", text(("a b", TRAINING)), {"padding": "both"},
         "1.5/2.5 * 1.5/3.5 * 0.5/2.5: (5/3 * 7/3 * 5)^(1/3)", "model-vocabulary"),
    case("tokens-not-padding", "A root of the number of words, without the padding.", text(("a b", TRAINING)),
         {"padding": "both", "length": "tokens"}, "(5/3 * 7/3 * 5)^(1/2)", "model-length"),
    case("pooled", "One perplexity of all texts.", text(("a b", "a b"), ("a a a", "a c")), {},
         "V = 3: 1.5/3.5 * (0.5/3.5)^2: (7/3 * 49)^(1/3)", "averaging"),
    case("averaged", "The mean of theirs.", text(("a b", "a b"), ("a a a", "a c")), {"average": "sentences"},
         "(7/3 + 7)/2 = 14/3", "averaging"),
    case("short-error", "A text without a bigram, on its own.", text(("a", "a b"), ("a b", "a b")),
         {"average": "sentences"}, "N = 0", "empty-order"),
    case("short-skipped", "Left out.", text(("a", "a b"), ("a b", "a b")), {"average": "sentences", "empty": "skip"},
         "2.5/(2 + 1): 6/5", "empty-order"),
    case("short-pooled", "Pooled, it only adds nothing.", text(("a", "a b"), ("a b", "a b")), {}, "6/5",
         "empty-order"),
    case("nothing-left", "Nothing but such texts.", text(("a", "a b")), {"empty": "skip"}, "no number", "empty-order"),
    case("no-training", "Nothing to learn from.", text(("a b",)), {}, "0.5/0", "no-references"),
    case("no-segments", "No segments.", {"segments": []}, {"empty": "skip"}, "an error under any settings", "empty"),
    case("case-keep", "Case kept.", text(("A B", "a b")), {}, "0.5/1: 2", "case"),
    case("case-lower", "Lower-cased.", text(("A B", "a b")), {"case": "lower"}, "1.5/2: 4/3", "case"),
    case("characters", "Characters for words.", text(("ab", "abab")), {"tokenizer": "char"}, "2.5/(2 + 1): 6/5",
         "tokenizer"),
    nltk("lidstone", "NLTK's Lidstone: V = a, b, c, <s>, </s>, <UNK>.", text(("a b a", TRAINING)), NLTK,
         "1.5/4 * 1.5/5 * 1.5/4 * 0.5/5 = 27/6400: (6400/27)^(1/4)"),
    nltk("laplace", "And Laplace.", text(("a b a", TRAINING)), {**NLTK, "k": 1.0},
         "2/7 * 2/8 * 2/7 * 1/8 = 1/392: 392^(1/4)", "model-smoothing"),
    nltk("lidstone-unknown", "Unknown words are all <UNK>, of which nothing was seen.", text(("x y", TRAINING)), NLTK,
         "0.5/4 * 1/6 * 1/6: 288^(1/3)", "model-vocabulary"),
    nltk("lidstone-unknown-in-training", "Unless the training text says <UNK>.",
         text(("x", "<UNK> a")), NLTK, "V = 5: 1.5/3.5 * 0.5/3.5: (49/3)^(1/2)", "model-vocabulary"),
    nltk("lidstone-trigram", "Trigrams with two symbols at each end.", text(("a b", TRAINING)), {**NLTK, "order": 3},
         "1.5/4 * 1.5/4 * 0.5/4 * 1/6: (64/9 * 8 * 6)^(1/4)"),
    nltk("lidstone-empty-text", "An empty text is its padding.", text(("", TRAINING)), NLTK, "0.5/4: 8", "empty"),
    nltk("lidstone-empty-training", "An empty text to learn from is padding, too.", text(("a", "")), NLTK,
         "V = 3: 0.5/2.5 * 1/3: 15^(1/2)", "empty"),
    nltk("lidstone-unigram-empty", "Without padding there is nothing.", text(("", TRAINING)), {**NLTK, "order": 1},
         "N = 0", "empty"),
    nltk("lidstone-several", "Several texts, several to learn from.",
         text(("a b", "a b", "b a"), ("b", "a")), NLTK,
         "V = 5: <s>a 2.5/5.5, ab 1.5/5.5, b</s> 1.5/4.5; <s>b 1.5/5.5, b</s> 1.5/4.5", "references averaging"),
]
