"""Similarity ratios, and ANLS."""

from tests.oracle.cases import cases_of, split, text

TOPIC = "similarity"
BLOCKS = {"measure": "blocks"}
EDIT = {"measure": "edit"}
PERCENT = {"digits": "2", "scale": "100"}
LONG = ("a" + "x" * 200, "x" * 200 + "a")
BITEN = ("Biten et al. 2019: https://arxiv.org/abs/1905.13648",)
RATCLIFF = ("https://docs.python.org/3/library/difflib.html",)

case = cases_of("similarity", kind="exact")
blocks = cases_of("similarity", kind="exact", refs=RATCLIFF)
anls = cases_of("anls", kind="exact", refs=BITEN)

# fmt: off
CASES = [
    case("equal", "A text against itself.", text(("kitten", "kitten")), {}, "1"),
    case("indel", "One insertion, of 21 characters.", text(("hello wrld", "hello world")), {}, "1 - 1/21", "similarity-ratio"),
    case("edit", "One edit, of 11 characters.", text(("hello wrld", "hello world")), EDIT, "1 - 1/11", "similarity-ratio"),
    case("substitution-indel", "A substitution is an insertion and a deletion.", text(("cat", "cut")), {}, "1 - 2/6",
         "similarity-ratio"),
    case("substitution-edit", "Or one edit.", text(("cat", "cut")), EDIT, "1 - 1/3", "similarity-ratio"),
    case("nothing-common", "Nothing in common.", text(("ab", "cde")), {}, "0"),
    case("both-empty", "Two empty texts are equal.", text(("", "")), {}, "1", "empty"),
    case("both-empty-edit", "Two empty texts are equal.", text(("", "")), EDIT, "1", "empty"),
    case("both-empty-blocks", "Two empty texts are equal.", text(("", "")), BLOCKS, "1", "empty"),
    case("one-empty", "One is empty.", text(("", "abc")), {}, "0", "empty"),
    case("case", "Capital letters differ.", text(("Hello", "hello")), {}, "1 - 2/10", "case"),
    case("case-lower", "Unless they are lowered.", text(("Hello", "hello")), {"case": "lower"}, "1", "case"),
    case("words", "Words as units.", text(("the cat sat", "the cat sits")), {"tokenizer": "none"}, "1 - 2/6", "tokenizer"),
    case("words-as-characters", "The same by character.", text(("the cat sat", "the cat sits")), {}, "1 - 3/23", "tokenizer"),
    case("given", "Tokens made by the caller.", split(("a b c", "a c")), {"tokenizer": "given"}, "1 - 1/5", "tokenizer"),
    case("white-space", "White space is characters.", text(("a  b", "a b")), {}, "1 - 1/7", "white-space"),
    case("first-reference", "The first reference counts.", text(("cat", "dog", "cat")), {}, "0", "references"),
    case("best-reference", "The most similar one counts.", text(("cat", "dog", "cats")), {"references": "best"}, "1 - 1/7",
         "references"),
    case("percent", "A whole percentage.", text(("cat", "cut")), PERCENT, "66.7 rounded: 67", "printed-digits"),
    case("percent-even", "A half is rounded to the even number.", text(("a" * 25, "a" * 15)), PERCENT,
         "75, without rounding", "printed-digits"),
    case("percent-half", "12.5 becomes 12.", text(("abbbbbbb", "acccccccc"[:8])), PERCENT, "100*(1 - 14/16) = 12.5: 12",
         "printed-digits"),
    case("rounded-share", "The same on the scale of 1.", text(("cat", "cut")), {"digits": "2"}, "0.67", "printed-digits"),
    case("all-digits-percent", "In percent, with all digits.", text(("cat", "cut")), {"scale": "100"}, "200/3", "scale"),
    case("mean", "The mean over segments.", text(("cat", "cat"), ("cat", "dog"), ("cat", "cut")), {}, "(1 + 0 + 2/3)/3",
         "averaging"),
    case("no-references", "A segment without references.", text(("cat",)), {}, "an error", "no-references"),
    case("no-segments", "No segments.", {"segments": []}, {}, "an error", "empty"),
    blocks("blocks-order", "The first longest block of tide and diet is t, and nothing is left on both sides of it.",
           text(("tide", "diet")), BLOCKS, "2*1/8", "similarity-blocks"),
    blocks("blocks-reference-first", "That of diet and tide is d, and then e.", text(("tide", "diet")),
           {**BLOCKS, "order": "reference-first"}, "2*2/8", "similarity-blocks"),
    blocks("blocks-indel", "The longest common subsequence has two letters.", text(("tide", "diet")), {}, "1 - 4/8",
           "similarity-blocks"),
    blocks("blocks-both-sides", "The longest block is in the middle.", text(("xabcdy1", "xzabcdwy")), BLOCKS, "2*(4 + 1 + 1)/15",
           "similarity-blocks"),
    blocks("autojunk", "x is frequent in a text of 201 characters and starts no block; a does.", text(LONG), BLOCKS, "2*1/402",
           "similarity-blocks"),
    blocks("no-autojunk", "Otherwise the run of x is the longest.", text(LONG), {**BLOCKS, "autojunk": False}, "2*200/402",
           "similarity-blocks"),
    blocks("autojunk-short", "199 characters: nothing is frequent.", text(("a" + "x" * 150, "x" * 198 + "a")), BLOCKS,
           "2*150/350", "similarity-blocks"),
    blocks("autojunk-extends", "A block may go on into frequent characters.", text(("bxxxc", "x" * 200 + "bxxx")), BLOCKS,
           "2*4/209", "similarity-blocks"),
    anls("equal", "The right answer.", text(("Paris", "paris")), {}, "1", "answer-normalization"),
    anls("near", "One edit of five.", text(("Pariz", "paris")), {}, "1 - 1/5"),
    anls("far", "Two edits of three: too far.", text(("cat", "cow")), {}, "0", "similarity-threshold"),
    anls("half-kept", "One edit of two, exactly at the threshold.", text(("ac", "ab")), {}, "1/2", "similarity-threshold"),
    anls("half-dropped", "The distance is not below the threshold.", text(("ac", "ab")), {"at_threshold": "zero"}, "0",
         "similarity-threshold"),
    anls("low-threshold", "A lower threshold.", text(("cat", "cow")), {"threshold": 0.25}, "1/3", "similarity-threshold"),
    anls("best", "The nearest of three answers.", text(("cats", "dogs", "cat", "cart")), {}, "1 - 1/4", "references"),
    anls("white-space", "White space at the ends goes, and runs of it are one space.", text((" new  york", "New York\n")), {}, "1",
         "white-space"),
    anls("raw", "As they are: one edit more for the case.", text(("Pariz", "paris")), {"normalization": "none"}, "1 - 2/5", "case"),
    anls("raw-space", "And one for a space.", text(("paris ", "paris")), {"normalization": "none"}, "1 - 1/6", "white-space"),
    anls("raw-lengths", "The length is that before the normalization: 12.", text(("      abd   ", "abc")),
         {"lengths": "raw-upper"}, "1 - 1/12", "similarity-lengths"),
    anls("normalized-lengths", "It is that after it.", text(("      abd   ", "abc")), {}, "1 - 1/3", "similarity-lengths"),
    anls("upper-lengths", "\u0149 in upper case has two characters; it is one edit from x.", text(("xa", "\u0149a")),
         {"lengths": "normalized-upper"}, "1 - 1/3", "similarity-lengths"),
    anls("upper-lengths-none", "In lower case it has one.", text(("xa", "\u0149a")), {}, "1 - 1/2", "similarity-lengths"),
    anls("upper-raw-space", "Spaces at the ends do not count after the normalization.", text((" abd", "abc")),
         {"lengths": "normalized-upper"}, "1 - 1/3", "similarity-lengths"),
    anls("dotted-capital-i", "\u0130 in lower case has two characters, of which i is one.", text(("i", "\u0130")), {}, "1 - 1/2",
         "similarity-lengths case"),
    anls("both-empty", "Two empty answers are equal.", text(("", " ")), {}, "1", "empty"),
    anls("nothing-predicted", "Nothing is predicted.", text(("", "cat")), {}, "0", "empty"),
    anls("mean", "The mean over questions.", text(("cat", "cat"), ("cat", "dog"), ("cats", "cat")), {}, "(1 + 0 + 3/4)/3",
         "averaging"),
    anls("no-answer", "A question without right answers.", text(("cat",)), {}, "an error", "no-answer"),
    anls("no-questions", "No questions.", {"segments": []}, {}, "an error", "empty"),
]
