"""Answers as the scripts of HotpotQA, CoQA, QuAC and TriviaQA score them, and as exact_match of Hugging Face's evaluate does."""

from tests.oracle.cases import cases_of, text

TOPIC = "answer-scripts"
HOTPOT = ("Yang et al. 2018: https://aclanthology.org/D18-1259/",)
COQA = ("Reddy et al. 2019: https://aclanthology.org/Q19-1016/",)
TRIVIA = ("Joshi et al. 2017: https://aclanthology.org/P17-1147/",)
QUAC = ("Choi et al. 2018: https://aclanthology.org/D18-1241/",)
EVALUATE = ("https://github.com/huggingface/evaluate/blob/main/metrics/exact_match/exact_match.py",)
HARNESS = ("https://github.com/EleutherAI/lm-evaluation-harness/blob/main/lm_eval/tasks/gsm8k/gsm8k.yaml",)
RAW = {"normalization": "none"}
ARRAYS = {**RAW, "strings": "numpy"}
OUT = {"answers": "leave-one-out"}
NONE, MAJORITY = "CANNOTANSWER", {"unanswerable": "majority"}
PEOPLE = {"measure": "human-equivalence"}
GSM8K = {**RAW, "ignore_patterns": "gsm8k"}

hf = cases_of("exact-match", kind="exact", refs=EVALUATE)
harness = cases_of("exact-match", kind="exact", refs=HARNESS)
coqa_em = cases_of("exact-match", kind="exact", refs=COQA)
trivia_em = cases_of("exact-match", kind="exact", refs=TRIVIA)
hotpot = cases_of("answer-f1", kind="exact", refs=HOTPOT)
coqa = cases_of("answer-f1", kind="exact", refs=COQA)
quac = cases_of("answer-f1", kind="exact", refs=QUAC)
trivia = cases_of("answer-f1", kind="exact", refs=TRIVIA)

# fmt: off
CASES = [
    hf("ignore-case", "Case is ignored, a final space is not.", text(("Yes", "yes"), ("yes ", "yes")),
       {**RAW, "ignore_case": True}, "1 of 2", "case white-space"),
    hf("ignore-punctuation", "ASCII punctuation is deleted, so that words join; a curly quote stays.",
       text(("U.S.-led", "USled"), ("\u201cyes\u201d", "yes")), {**RAW, "ignore_punctuation": True}, "1 of 2",
       "answer-normalization"),
    hf("ignore-numbers", "ASCII digits are deleted: 3 cats are 4 cats. Arabic digits stay.",
       text(("3 cats", "4 cats"), ("\u0663", "\u0664")), {**RAW, "ignore_numbers": True}, "1 of 2", "numbers"),
    hf("ignore-nothing", "Nothing is ignored.", text(("3 cats.", "3 cats"), ("Yes", "yes"), ("3", "4")), RAW, "0",
       "answer-normalization"),
    hf("ignore-all", "Nothing is left on either side.", text(("12!", "(7)")),
       {**RAW, "ignore_punctuation": True, "ignore_numbers": True}, "'' against '': 1", "empty"),
    hf("gsm8k-patterns", "The reasoning, the dollar sign, the comma and the last full stop go.",
       text(("$1,234.", "He earns 2 * 617 = 1234 dollars.\n#### 1234")), GSM8K, "1234 against 1234: 1", "answer-normalization"),
    hf("gsm8k-inner-stop", "A full stop inside stays, and so does what follows the number.",
       text(("1.5", "15"), ("1234 dollars", "#### 1234")), GSM8K, "0", "answer-normalization"),
    hf("gsm8k-no-space", "Without the space the mark stays.", text(("####5", "5"), ("#### 5\n#### 6", "6")), GSM8K,
       "1 of 2", "answer-normalization white-space"),
    hf("gsm8k-stop-before-line-break", "A full stop before a last line break goes; the line break stays.",
       text(("5.\n", "5\n"), ("5.\n", "5")), GSM8K, "1 of 2", "newlines"),
    hf("patterns-before-case", "Patterns come first, and none of these depends on case.",
       text(("#### YES.", "yes")), {**GSM8K, "ignore_case": True}, "1", "case"),
    hf("nul-at-the-end", "An array of texts loses NULs at the end, and keeps others.",
       text(("a\0", "a"), ("a\0b", "ab")), ARRAYS, "1 of 2", "numpy-texts"),
    hf("nul-in-python", "For Python they are characters.", text(("a\0", "a")), RAW, "0", "numpy-texts"),
    hf("lower-cased-and-cut", "\u0130 becomes two characters, of which an array of one keeps the i; beside longer texts it "
       "keeps both.", text(("i", "\u0130"), ("i", "\u0130", "long")), {**ARRAYS, "ignore_case": True}, "1 of 2",
       "numpy-texts case"),
    hf("lower-cased-and-cut-after-patterns", "Where patterns are ignored, the array is as wide as the longest text that "
       "they leave: \u0130 keeps both characters.", text(("i", "\u0130", "long")),
       {**ARRAYS, "ignore_patterns": "gsm8k", "ignore_case": True}, "0", "numpy-texts case"),
    hf("lower-cased-in-python", "For Python it is two characters.", text(("i", "\u0130")), {**RAW, "ignore_case": True},
       "0", "numpy-texts case"),
    hf("nul-after-deletion", "NULs bared by a deletion are lost as well.", text(("a\0!", "a")),
       {**ARRAYS, "ignore_punctuation": True}, "1", "numpy-texts"),
    harness("filter-lowercase", "The prediction alone is lowered.", text(("YES", "yes"), ("No", "no"), (" yes", "yes"), ("no", "No")),
            {**RAW, "filter": "lowercase"}, "2 of 4", "filter case"),
    harness("filter-uppercase", "Or raised, by which a letter may become two.", text(("stra\u00dfe", "STRASSE"), ("no", "NO"), ("a", "a")),
            {**RAW, "filter": "uppercase"}, "2 of 3", "filter case"),
    harness("filter-remove-whitespace", "White space goes at both ends of the prediction alone.",
            text(("\u2028yes\n", "yes"), ("yes", "yes "), ("y es", "yes"), ("Yes ", "yes")),
            {**RAW, "filter": "remove-whitespace"}, "1 of 4", "filter white-space"),
    harness("filter-strict-match", "The first number that is marked, with its sign, commas and full stop.",
            text(("2 + 2 = 4\n#### -1,234. #### 5", "-1,234."), ("#### 7 apples", "7"), ("####  7", "[invalid]"), ("7", "7"),
                 ("#### $7", "7"), ("#### --7", "7"), ("##### 7", "7")), {**RAW, "filter": "strict-match"}, "4 of 7",
            "filter numbers"),
    harness("filter-strict-match-no-space", "Not without the space; not other digits.",
            text(("####7", "7"), ("#### \u0663", "\u0663")), {**RAW, "filter": "strict-match"}, "0", "filter numbers"),
    harness("filter-flexible-extract", "The last number, marked or not, with dollar signs, commas and full stops.",
            text(("#### 5. Or $1,234.50 in all", "$1,234.50"), ("3 or -4", "-4"), ("It is 7.", "7."), ("7 .", "7"),
                 ("none", "[invalid]"), ("1--2", "-2"), ("7...", "7..."), ("yes...", "...")),
            {**RAW, "filter": "flexible-extract"}, "8 of 8", "filter numbers"),
    harness("filter-flexible-extract-of-many", "Of 3-4 the number is -4; a lone mark, or a sign, is none.",
            text(("3-4", "4"), ("5 $ -", "5"), ("-$5", "-$5"), ("\u0663", "\u0663")), {**RAW, "filter": "flexible-extract"},
            "2 of 4", "filter numbers"),
    harness("filter-before-patterns", "What is filtered loses what is ignored; the gold answer loses its reasoning.",
            text(("It is $1,234.", "He earns 1234.\n#### 1,234"), ("#### 5\nor 6.", "#### 6"), ("#### 7", "[invalid]")),
            {**GSM8K, "filter": "flexible-extract", "ignore_case": True}, "2 of 3", "filter answer-normalization"),
    harness("filter-before-arrays", "A filter sees NULs at the end.", text(("yes \0", "yes "), ("yes \0", "yes")),
            {**ARRAYS, "filter": "remove-whitespace"}, "1 of 2", "filter numpy-texts"),
    coqa_em("leave-one-out", "Right with one of two: leave that one out, and the other is wrong.",
            text(("cat", "cat", "dog")), OUT, "(0 + 1)/2", "leave-one-out"),
    coqa_em("leave-one-out-three", "Right with two of three: whichever is left out, one of them stays.",
            text(("cat", "cat", "dog", "the cat"), ("cat", "cat", "dog", "cow")), OUT, "(1 + 2/3)/2", "leave-one-out"),
    coqa_em("leave-one-out-of-one", "One right answer: it is not left out.", text(("cat", "cat"), ("dog", "cat")), OUT,
            "1 of 2", "leave-one-out"),
    coqa_em("leave-one-out-of-none", "No right answer: 0.", text(("cat",), ("cat", "cat")),
            {**OUT, "no_answer": "zero", "scale": "100"}, "100 * 1/2", "leave-one-out no-answer"),
    trivia_em("triviaqa-hyphen", "A space for a hyphen: 'twenty-one' is 'twenty one'.",
              text(("twenty-one", "twenty one"), ("U.S.A.", "USA")), {"normalization": "triviaqa"},
              "'twenty one'; 'u s' against 'usa': 1 of 2", "answer-normalization"),
    trivia_em("triviaqa-quotes", "And for underscores, curly single quotes and the acute accent; curly double quotes stay.",
              text(("new_york", "new york"), ("\u2018it\u2019s\u00b4", "it s"), ("\u201cyes\u201d", "yes")),
              {"normalization": "triviaqa"}, "2 of 3", "answer-normalization"),
    trivia_em("triviaqa-initial", "An initial 'A.' becomes an article, and goes.", text(("A.J. Foyt", "J Foyt")),
              {"normalization": "triviaqa"}, "'j foyt': 1", "answer-normalization"),
    trivia("triviaqa-words", "A possessive is a word of its own.", text(("Nobel's prize", "nobel prize")),
           {"normalization": "triviaqa"}, "nobel s prize: 2*2/(3 + 2)", "answer-normalization"),
    trivia("squad-words", "In SQuAD's scripts the two words have one in common.", text(("Nobel's prize", "nobel prize")), {},
           "nobels prize: 2*1/(2 + 2)", "answer-normalization"),
    hotpot("yes-whole", "Yes is not a part of an answer.", text(("yes", "yes it is"), ("No!", "no")), {"yes_no": "whole"},
           "(0 + 1)/2", "yes-or-no"),
    hotpot("yes-words", "In SQuAD's scripts it is a word of three.", text(("yes", "yes it is")), {}, "2*1/(1 + 3)",
           "yes-or-no"),
    hotpot("no-whole-gold", "Nor is no, in the right answer.", text(("no one", "no"), ("noanswer given", "noanswer")),
           {"yes_no": "whole"}, "0", "yes-or-no"),
    hotpot("yes-inside", "A longer right answer may have it.", text(("yes sir", "yes")), {}, "2*1/(2 + 1)", "yes-or-no"),
    hotpot("yes-inside-both", "Neither is yes: words count.", text(("yes sir", "yes madam")), {"yes_no": "whole"}, "1/2",
           "yes-or-no"),
    coqa("leave-one-out", "Of two right answers each is scored without the other.",
         text(("cat", "cat", "big cat")), OUT, "(2/3 + 1)/2", "leave-one-out"),
    coqa("leave-one-out-best-last", "The best is left out once; the second best then counts.",
         text(("a big cat", "cat", "dog", "big cat")), OUT, "(1 + 1 + 2/3)/3", "leave-one-out"),
    coqa("leave-one-out-of-one", "One right answer: it is not left out.", text(("big cat", "cat")), OUT, "2/3",
         "leave-one-out"),
    coqa("leave-one-out-empty", "Nothing said, and one of two answers is nothing: 1 without the other.",
         text(("", "the", "cat")), {**OUT, "both_empty": "1"}, "(0 + 1)/2", "leave-one-out empty"),
    coqa("leave-one-out-sum", "Three questions, in percent.", text(("cat", "cat", "big cat"), ("dog", "cat"), ("", "a")),
         {**OUT, "both_empty": "1", "summation": "sum-integers", "scale": "100"}, "100*(5/6 + 0 + 1)/3", "leave-one-out"),
    coqa("leave-one-out-of-none", "No right answer: 0.", text(("cat",), ("cat", "cat")), {**OUT, "no_answer": "zero"}, "1/2",
         "leave-one-out no-answer"),
    quac("unanswerable-majority", "Half of the votes are enough; then only the same word, as it is written, is right.",
         text((NONE, NONE, "cat"), ("cat", NONE, "cat"), ("cannotanswer", NONE), (f"{NONE} cat", NONE)), MAJORITY, "1 of 4",
         "unanswerable"),
    quac("unanswerable-minority", "Fewer are left out, so that the word is as wrong as others.",
         text((NONE, NONE, "cat", "dog"), ("cat", "dog", NONE, "big cat"), (f"{NONE} cat", "cat", "dog", NONE)), MAJORITY,
         "(0 + 2/3 + 2/3)/3", "unanswerable"),
    quac("unanswerable-words", "As a word it is one of several.", text((f"{NONE} cat", NONE), ("cat", NONE, "cat")), {},
         "(2/3 + 1)/2", "unanswerable"),
    quac("unanswerable-no-answers", "Without right answers nothing is to be said.", text((NONE,), ("",), ("cat",)),
         {**MAJORITY, "both_empty": "1"}, "1 of 3", "unanswerable no-answer"),
    quac("unanswerable-left-out", "A minority is no answer that is left out.", text(("cat", "cat", NONE, "big cat")),
         {**MAJORITY, **OUT}, "(2/3 + 1)/2", "unanswerable leave-one-out"),
    quac("agreement", "People have F1 2/3 of the first question, and 0 of the second, which is left out.",
         text(("cat", "cat", "big cat"), ("cat", "cat", "dog")), {"min_human_f1": 0.4}, "1 of the 1", "human-agreement"),
    quac("agreement-reached", "At the least agreement a question stays; one right answer agrees with itself.",
         text(("cat", "cat", "dog", "big dog ate fish"), ("dog", "cat"), ("cat", "cat", "dog")), {"min_human_f1": 0.2},
         "people 0.4/3 + 0.4/3 = 0.8/3, 1 and 0: (1 + 0)/2", "human-agreement"),
    quac("agreement-of-none", "No question is left: an error.", text(("cat", "cat", "dog")), {"min_human_f1": 0.1},
         "an error", "human-agreement"),
    quac("agreement-in-percent", "The mean of those that are left, in percent, added by builtin sum.",
         text(("cat", "cat", "big cat"), ("dog", "cat", "dog"), ("", "a", "the")),
         {**OUT, "min_human_f1": 0.5, "both_empty": "1", "summation": "sum-integers", "scale": "100", "left_out_summation": "sum"},
         "100*(5/6 + 1)/2", "human-agreement leave-one-out"),
    quac("equivalence", "As good as people, better, and worse.",
         text(("cat dog", "cat", "dog"), ("cat", "cat", "big cat"), ("big", "big black dog", "big black cat")),
         {**OUT, **PEOPLE}, "2/3 against 0, 5/6 against 2/3, 2/4 against 2/3: 2 of 3", "human-agreement leave-one-out"),
    quac("equivalence-of-one", "Whose one answer must be given in full.", text(("big cat", "cat"), ("the cat", "cat")),
         {**PEOPLE, "scale": "100"}, "100 * 1/2", "human-agreement"),
    quac("equivalence-agreement", "Among questions on which people agree.",
         text(("cat", "cat", "dog"), ("big", "cat", "big cat"), (NONE, NONE)),
         {**OUT, **PEOPLE, **MAJORITY, "min_human_f1": 0.4}, "people 0, 2/3 and 1: of the last two, 1/3 and 1: 1 of 2",
         "human-agreement unanswerable"),
]
