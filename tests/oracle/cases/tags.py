"""Entities in tag sequences: schemes, tags that do not fit, averages, and types without entities."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "tags"

f1 = cases_of("entity-f1", kind="exact")


def tags(*sentences: tuple[str, str]) -> dict[str, Any]:
    """Sentences of gold and predicted tags, written with spaces between them."""
    gold, predicted = ([pair[side].split() for pair in sentences] for side in (0, 1))
    return {"gold_tags": gold, "predicted_tags": predicted}


#: Of PER 2 of 3 are found, of LOC 1 of 1, of 2 predicted ones; MISC is only predicted, ORG never.
FOUR = tags(
    ("B-PER I-PER O B-LOC O B-PER", "B-PER I-PER O B-LOC O B-PER"),
    ("B-PER I-PER O O B-ORG", "B-PER O O B-LOC B-MISC"),
)
#: A type of one side each.
APART = tags(("B-PER O B-LOC", "B-PER B-LOC O"), ("B-ORG O", "O B-MISC"))
NO_HEAD = tags(("B-PER I-PER O B-LOC", "I-PER I-PER O B-LOC"), ("B-LOC O", "B-LOC O"))
OTHER_TYPE = tags(("B-PER I-LOC O", "B-PER I-PER O"), ("B-LOC", "B-LOC"))
OUTSIDE = tags(("O O", "O O"), ("O", "O"))
ONLY_PREDICTED = tags(("O O", "O B-PER"))
ONLY_GOLD = tags(("O B-PER", "O O"))
NONE: dict[str, Any] = tags()
SINGLE = tags(("S-PER S-PER O B-LOC E-LOC", "S-PER S-PER O B-LOC I-LOC"), ("S-LOC", "O"))
UNITS = tags(("U-PER U-PER O B-LOC L-LOC", "U-PER U-PER O B-LOC I-LOC"), ("U-LOC", "O"))
ENDS = tags(("I-PER E-PER E-PER O I-LOC", "I-PER E-PER O E-PER I-LOC"), ("I-LOC E-LOC I-PER", "E-LOC E-LOC I-PER"))
SUFFIX = tags(("PER-B PER-I O LOC-B", "PER-B PER-I O PER-B"), ("LOC-B", "LOC-B"))
#: A sentence ends within what would be one entity.
BOUNDARY = tags(("O B-PER", "O B-PER"), ("I-PER O", "O I-PER"))
#: A right argument in two parts, and one that is missed in between.
CONTINUED = tags(("B-ARG1 I-ARG1 B-ARG0 O B-C-ARG1", "B-ARG1 I-ARG1 O O B-C-ARG1"), ("B-ARG0", "B-ARG0"))
MERGED = {"continuations": "merged"}

#: conlleval.pl, but for its percentages.
CONLLEVAL = {"scheme": "conlleval"}

# fmt: off
CASES: list[Case] = [
    f1("micro", "Three of six predicted entities are right, and of five in gold.", FOUR, {}, "2*3/(6 + 5)", "averaging"),
    f1("micro-precision", "Of six predicted entities three are right.", FOUR, {"measure": "precision"}, "3/6"),
    f1("micro-recall", "Of five entities three are found.", FOUR, {"measure": "recall"}, "3/5"),
    f1("macro", "A type that is only predicted, or never, counts as 0.", FOUR, {"average": "macro"},
       "(2/3 + 2/3 + 0 + 0)/4", "class-average absent-class"),
    f1("macro-precision", "Precision of a type that is never predicted is 0.", FOUR,
       {"average": "macro", "measure": "precision"}, "(1/2 + 0 + 0 + 2/3)/4", "class-average zero-division"),
    f1("macro-precision-1", "It is 1.", FOUR, {"average": "macro", "measure": "precision", "zero_division": "1"},
       "(1/2 + 0 + 1 + 2/3)/4", "class-average zero-division"),
    f1("macro-recall-1", "Recall of a type that is only predicted is 1.", FOUR,
       {"average": "macro", "measure": "recall", "zero_division": "1"}, "(1 + 1 + 0 + 2/3)/4",
       "class-average zero-division"),
    f1("macro-1", "F1 of such types is 0 even then, as the other one of P and R is.", FOUR,
       {"average": "macro", "zero_division": "1"}, "(2/3 + 2/3 + 0 + 0)/4", "class-average zero-division"),
    f1("weighted", "Weighted by the entities in gold.", FOUR, {"average": "weighted"}, "(3*2/3 + 1*2/3)/5",
       "class-average"),
    f1("weighted-recall", "Recall weighted by support is that of all together.", FOUR,
       {"average": "weighted", "measure": "recall"}, "3/5", "class-average"),
    f1("untyped", "Tags without a type: an entity also begins inside, after a tag outside.",
       tags(("O I O I", "O I O O"), ("B I O", "I I O")), {}, "2*2/(2 + 3)"),
    f1("apart", "The right types at wrong places.", APART, {}, "2*1/(3 + 3)"),
    f1("apart-macro", "One type of four is right.", APART, {"average": "macro"}, "1/4", "class-average absent-class"),
    f1("apart-weighted", "One of three entities.", APART, {"average": "weighted"}, "1/3", "class-average"),

    f1("no-head", "An entity may begin with I.", NO_HEAD, {}, "1", "tag-scheme"),
    f1("no-head-iob2", "Under IOB2 it may not: the predicted one is dropped.", NO_HEAD, {"scheme": "iob2"},
       "P = 2/2, R = 2/3", "tag-scheme"),
    f1("no-head-iob1", "Under IOB1 a B that follows O begins nothing, but the I after it does.", NO_HEAD,
       {"scheme": "iob1"}, "P = 0/1, R = 0/1", "tag-scheme"),
    f1("no-head-iobes", "An entity that is not closed is dropped: none is left.", NO_HEAD, {"scheme": "iobes"},
       "0/0 as 0", "tag-scheme zero-division"),
    f1("no-head-bilou", "The same, and 0/0 is 1.", NO_HEAD, {"scheme": "bilou", "zero_division": "1"}, "0/0 as 1",
       "tag-scheme zero-division"),
    f1("no-head-ioe2", "IOE2 has no B.", NO_HEAD, {"scheme": "ioe2"}, "an error", "tag-scheme"),
    f1("iob1", "Neighbours of one type are separated by B.",
       tags(("I-PER I-PER B-PER O", "I-PER I-PER I-PER O"), ("I-LOC I-PER", "I-LOC I-PER")), {"scheme": "iob1"},
       "P = 2/3, R = 2/4", "tag-scheme"),
    f1("other-type", "A change of type begins an entity.", OTHER_TYPE, {}, "P = 1/2, R = 1/3", "tag-scheme"),
    f1("other-type-iob2", "The rest of another type is dropped.", OTHER_TYPE, {"scheme": "iob2"}, "1/2", "tag-scheme"),
    f1("iobes", "Single tokens, and an entity that is not closed.", SINGLE, {"scheme": "iobes"}, "P = 2/2, R = 2/4",
       "tag-scheme"),
    f1("iobes-lenient", "The same where it need not be closed.", SINGLE, {}, "P = 3/3, R = 3/4", "tag-scheme"),
    f1("iobes-iob2", "IOB2 has no S.", SINGLE, {"scheme": "iob2"}, "an error", "tag-scheme"),
    f1("bilou", "Units, and an entity that is not closed.", UNITS, {"scheme": "bilou"}, "P = 2/2, R = 2/4", "tag-scheme"),
    f1("bilou-lenient", "Units of one type are one entity where U is no known prefix.", UNITS, {}, "P = 2/2, R = 2/3",
       "tag-scheme"),
    f1("bilou-iobes", "IOBES has no U.", UNITS, {"scheme": "iobes"}, "an error", "tag-scheme"),
    f1("ends", "Prefixes for ends, leniently.", ENDS, {}, "lenient", "tag-scheme"),
    f1("ends-ioe1", "IOE1.", ENDS, {"scheme": "ioe1"}, "an E before O ends nothing", "tag-scheme"),
    f1("ends-ioe2", "IOE2: an entity without an E is dropped.", ENDS, {"scheme": "ioe2"}, "ends at E only", "tag-scheme"),
    f1("begin-end-begin-end", "Two entities against one.", tags(("B-PER E-PER B-PER E-PER", "B-PER I-PER I-PER E-PER")),
       {}, "0", "tag-scheme"),
    f1("begin-end-begin-end-iobes", "The same under IOBES.",
       tags(("B-PER E-PER B-PER E-PER", "B-PER I-PER I-PER E-PER")), {"scheme": "iobes"}, "0", "tag-scheme"),
    f1("begin-end-begin-end-conlleval", "conlleval.pl has no rule for B after E: one chunk on both sides.",
       tags(("B-PER E-PER B-PER E-PER", "B-PER I-PER I-PER E-PER")), CONLLEVAL, "1/1", "tag-scheme"),
    f1("begin-end-begin-end-typed", "Its port has: two entities against one.",
       tags(("B-PER E-PER B-PER E-PER", "B-PER I-PER I-PER E-PER")), {"scheme": "typed"}, "0", "tag-scheme"),
    f1("conlleval", "An I begins a chunk, and so does a change of type.", NO_HEAD, CONLLEVAL, "1", "tag-scheme"),
    f1("singles-conlleval", "conlleval.pl has no rule for S, so that neighbours of one type are one chunk.", SINGLE,
       CONLLEVAL, "P = 2/2, R = 2/3", "tag-scheme"),
    f1("singles-typed", "Its port has one: they are two.", SINGLE, {"scheme": "typed"}, "P = 3/3, R = 3/4", "tag-scheme"),
    f1("ends-conlleval", "Chunks that E ends, and B begins.", ENDS, CONLLEVAL, "the tables", "tag-scheme"),
    f1("no-type-typed", "The port takes no tags without a type.", tags(("B I O B", "B I O O")), {"scheme": "typed"},
       "an error", "tag-scheme"),
    f1("type-0-conlleval", "The type 0 is none: false in Perl.", tags(("B-0 O B", "B O B-0")), CONLLEVAL, "2/2", "tag-scheme"),
    f1("bracket-conlleval", "A bracket begins a chunk where none ends: of two that begin one is right.",
       tags(("I-PER [-PER O", "I-PER [-PER O")), CONLLEVAL, "P = 1/2, R = 1/2", "tag-scheme"),
    f1("full-stop-conlleval", "Nothing ends a chunk after a full stop with a type: the next one is it still.",
       tags(("B-PER .-PER", "B-PER .-PER"), ("B-PER O", "B-PER O")), CONLLEVAL, "P = 1/2, R = 1/2", "tag-scheme"),
    f1("tokens", "Every token for itself.", tags(("PER PER O LOC", "PER O LOC LOC")), {"scheme": "tokens"},
       "P = 2/3, R = 2/3", "tag-scheme"),
    f1("tags", "O is a tag like the others: accuracy.", FOUR, {"scheme": "tags"}, "8 of 11 tokens", "tag-scheme"),
    f1("tags-macro", "Every tag is a class, which counts as much as any other.", tags(("B-PER I-PER O O", "B-PER O O O")),
       {"scheme": "tags", "average": "macro", "operands": "counts"}, "(2/2 + 0 + 4/5)/3", "tag-scheme class-average"),
    f1("tags-weighted", "Weighted by the tokens in gold.", tags(("B-PER I-PER O O", "B-PER O O O")),
       {"scheme": "tags", "average": "weighted", "operands": "counts"}, "(1*2/2 + 1*0 + 2*4/5)/4", "tag-scheme class-average"),
    f1("bioul", "What B and L enclose, with the type of the L, and units.",
       tags(("B-PER I-LOC L-LOC O U-PER", "B-LOC L-LOC O O U-PER"), ("U-LOC U", "U-LOC U-PER")), {"scheme": "bioul"},
       "P = R = 2/4", "tag-scheme"),
    f1("bioul-hyphens", "The type is all that follows the first hyphen, wherever that is.", tags(("U-X-LOC Ux-LOC", "U-LOC U-LOC")),
       {"scheme": "bioul"}, "P = R = 1/2", "tag-scheme"),
    f1("bioul-not-closed", "A beginning without an end is an error.", tags(("B-PER I-PER", "U-PER U-PER")), {"scheme": "bioul"},
       "an error", "tag-scheme"),
    f1("bioul-not-closed-outside", "So it is where O or a beginning follows.", tags(("U-PER U-PER O", "B-PER O U-PER")),
       {"scheme": "bioul"}, "an error", "tag-scheme"),
    f1("bioul-no-head", "An I or an L without a beginning is one too.", tags(("U-PER O", "L-PER O")), {"scheme": "bioul"},
       "an error", "tag-scheme"),
    f1("bioul-outside-typed", "O with a type is no O.", tags(("U-PER O-PER", "U-PER O")), {"scheme": "bioul"}, "an error",
       "tag-scheme"),
    f1("bmes", "M and E go on after B or M of their type; S stands alone.",
       tags(("B-PER M-PER E-PER S-LOC", "B-PER M-PER M-PER S-LOC"), ("B-LOC E-PER", "B-LOC E-LOC")), {"scheme": "bmes"},
       "P = 2/3, R = 2/4", "tag-scheme"),
    f1("bmes-outside", "O is an entity of no type, token by token: one of three is right.", tags(("O O B-PER", "O S-PER O")),
       {"scheme": "bmes"}, "P = 1/3, R = 1/3", "tag-scheme"),
    f1("bmes-after-end", "Nothing goes on after E or S, or after O.", tags(("E-PER E-PER O E S-PER M-PER", "E-PER E-PER S O S-PER M-PER")),
       {"scheme": "bmes"}, "the entities are single tokens", "tag-scheme"),
    f1("bmes-types", "Types of one letter are told apart, and the first tag follows none.",
       tags(("E-A B-A E-B S-A B-A", "E-A B-A E-B S-B B-A")), {"scheme": "bmes"}, "P = R = 4/5", "tag-scheme"),
    f1("iob-runs-types", "So they are here, and a hyphen without a type is no type.",
       tags(("B- I- O B-A I-B S-A", "O O O B-A I-B S-B")), {"scheme": "iob-runs"}, "P = R = 2/3", "tag-scheme"),
    f1("iob-runs", "An I begins an entity; I and L go on if the type is the same.",
       tags(("I-PER L-PER O B-LOC I-PER", "B-PER I-PER O B-LOC I-LOC")), {"scheme": "iob-runs"}, "P = 1/2, R = 1/3", "tag-scheme"),
    f1("iob-runs-singles", "E, S and unknown prefixes begin an entity each, O with a type too.",
       tags(("S-PER E-PER E-PER O O-LOC PER", "O-PER E-PER I-PER O B-LOC xxR")), {"scheme": "iob-runs"}, "P = 3/4, R = 3/5",
       "tag-scheme"),
    f1("iob-runs-no-type", "Without a type an entity of two tokens is left out.", tags(("B I O B-LOC", "B I O B-LOC")),
       {"scheme": "iob-runs"}, "1/1", "tag-scheme"),
    f1("iob-runs-no-type-single", "One of a single token is an error.", tags(("B O B-LOC", "O O B-LOC")), {"scheme": "iob-runs"},
       "an error", "tag-scheme"),
    f1("iob-runs-hyphen", "B and I- are two entities: the rest of the tag is another.", tags(("B I- I- B-LOC", "O I- I- B-LOC")),
       {"scheme": "iob-runs"}, "an error", "tag-scheme"),
    f1("counts", "F1 from counts.", FOUR, {"operands": "counts"}, "2*3/(6 + 5)", "averaging"),
    f1("counts-nothing", "Without entities it is 0/0.", OUTSIDE, {"operands": "counts", "zero_division": "1"}, "0/0 as 1",
       "zero-division"),
    f1("percentages", "F1 from percentages.", FOUR, {"operands": "percentages", "scale": "100"}, "100 * 2*3/(6 + 5)", "averaging"),
    f1("scale", "Fractions first, then percent.", FOUR, {"scale": "100", "average": "macro"},
       "100 * (2/3 + 2/3 + 0 + 0)/4", "class-average"),

    f1("suffix", "The prefix stands last.", SUFFIX, {"suffix": True}, "2/3", "tag-scheme"),
    f1("suffix-iob2", "The same under IOB2.", SUFFIX, {"suffix": True, "scheme": "iob2"}, "2/3", "tag-scheme"),
    f1("suffix-unknown", "Read as a prefix, P and L are no prefixes of IOB2.", SUFFIX, {"scheme": "iob2"}, "an error",
       "tag-scheme"),
    f1("no-type", "Tags without a type are of one type.", tags(("B I O B", "B I O O")), {}, "P = 1/1, R = 1/2",
       "tag-scheme"),
    f1("type-with-hyphen", "The type is all that follows the first hyphen.", tags(("B-X-LOC O B-LOC", "B-Y-LOC O B-LOC")),
       {}, "1/2", "tag-scheme"),
    f1("type-after-last-hyphen", "The type is what follows the last one.",
       tags(("B-X-LOC O B-LOC", "B-Y-LOC O B-LOC")), {"types": "last-hyphen"}, "2/2", "tag-scheme"),
    f1("no-type-last-hyphen", "Tags without a hyphen are their own types: B and I are two entities.",
       tags(("B I O B-LOC", "B O O B-LOC")), {"types": "last-hyphen"}, "P = 2/2, R = 2/3", "tag-scheme"),
    f1("suffix-last-hyphen", "Under suffix the type is what precedes the first hyphen.",
       tags(("X-LOC-B LOC-B", "X-PER-B LOC-B")), {"types": "last-hyphen", "suffix": True}, "2/2", "tag-scheme"),
    f1("suffix-first-hyphen", "Or what precedes the last one.", tags(("X-LOC-B LOC-B", "X-PER-B LOC-B")),
       {"suffix": True}, "1/2", "tag-scheme"),
    f1("prefixes-iob", "Tags of no known prefix are an error.", NO_HEAD, {"prefixes": "iob"}, "1", "tag-scheme"),
    f1("prefixes-iob-no-type", "B alone is one.", tags(("B I O", "B I O")), {"prefixes": "iob"}, "an error", "tag-scheme"),
    f1("prefixes-iob-single", "So is S.", SINGLE, {"prefixes": "iob"}, "an error", "tag-scheme"),
    f1("prefixes-iobes-single", "S and E are known.", SINGLE, {"prefixes": "iobes"}, "P = 3/3, R = 3/4", "tag-scheme"),
    f1("prefixes-iobes-no-type", "B, I, E and S alone are known.", tags(("B E O S", "B E O O")), {"prefixes": "iobes"},
       "P = 1/1, R = 1/2", "tag-scheme"),
    f1("prefixes-iobes-units", "U is not.", UNITS, {"prefixes": "iobes"}, "an error", "tag-scheme"),
    f1("prefixes-suffix", "Under suffix the prefix is looked for at the end.", SUFFIX, {"prefixes": "iob", "suffix": True},
       "2/3", "tag-scheme"),
    f1("boundary", "No entity crosses the end of a sentence.", BOUNDARY, {}, "P = 1/2, R = 1/2", "tag-scheme"),
    f1("boundary-iob2", "An I that begins a sentence is dropped.", BOUNDARY, {"scheme": "iob2"}, "1/1", "tag-scheme"),
    f1("stray-end", "An end without a beginning closes the entity that began last, here in the sentence before.",
       tags(("B-PER O", "O B-PER"), (". E", ". E")), {}, "4 entities, no two of which are equal", "tag-scheme"),
    f1("unknown-prefix", "What is no prefix goes on with an entity of its type.",
       tags(("B-PER I-PER O", "B-PER M-PER O"), ("O B-LOC", "O B-LOC")), {}, "1", "tag-scheme"),
    f1("unknown-prefix-iob2", "It is an error where a scheme is set.",
       tags(("B-PER I-PER O", "B-PER M-PER O"), ("O B-LOC", "O B-LOC")), {"scheme": "iob2"}, "an error", "tag-scheme"),

    f1("continued", "C-ARG1 is a type like others.", CONTINUED, {}, "2*3/(3 + 4)", "tag-scheme"),
    f1("continued-merged", "It is part of ARG1, whose tokens go from the first to the last.", CONTINUED, MERGED,
       "ARG1 from 1 to 5 and the ARG0 of sentence 2 are right, the ARG0 of gold is missed: 2*2/(3 + 2)", "tag-scheme"),
    f1("continued-merged-borders", "The first token is wrong in the first sentence, and the last one in the second.",
       tags(("B-ARG1 O B-C-ARG1 O", "O B-ARG1 B-C-ARG1 O"), ("B-ARG1 O B-C-ARG1 I-C-ARG1", "B-ARG1 O B-C-ARG1 O"), ("B-ARG0", "B-ARG0")),
       MERGED, "1/3", "tag-scheme"),
    f1("continued-merged-within", "ARG1 is in ARG10, which becomes part of it.",
       tags(("B-ARG1 B-ARG10 B-C-ARG1 O", "B-ARG1 B-ARG0 B-C-ARG1 O")), MERGED, "1/1 and 1/2", "tag-scheme"),
    f1("continued-merged-longest", "ABCD holds BCD and AB: the longer one takes it, whatever comes first.",
       tags(("B-ABCD O B-C-BCD O B-C-AB", "B-BCD O B-C-BCD O B-C-AB"), ("B-LOC O", "O O")), MERGED, "BCD and AB are right: 2*2/(2 + 3)",
       "tag-scheme"),
    f1("continued-merged-passed", "C-A holds -: it is part of that type, and no A is left.",
       tags(("B-C-- B-C-A O B-LOC", "B-C-- B-C-A O O"), ("B-A", "B-A")), MERGED, "- and A are right, LOC is missed: 2*2/(2 + 3)",
       "tag-scheme"),
    f1("continued-merged-sentences", "Another sentence's ARG1 is not its part.",
       tags(("O B-ARG1", "O B-ARG1"), ("B-C-ARG1 O", "B-C-ARG1 O"), ("B-ARG1 O B-C-ARG1", "B-ARG1 O O")), MERGED, "2/3", "tag-scheme"),

    f1("outside", "No entities: 0/0 as 0.", OUTSIDE, {}, "0", "zero-division"),
    f1("outside-1", "0/0 as 1.", OUTSIDE, {"zero_division": "1"}, "1", "zero-division"),
    f1("outside-macro", "The mean over no types is no number.", OUTSIDE, {"average": "macro"}, "0/0",
       "zero-division class-average"),
    f1("epsilon", "AllenNLP adds 1e-13 to all denominators, so that a perfect score is below 1.",
       tags(("B-PER", "B-PER")), {"zero_division": "1e-13"}, "P = R = 1/(1 + e), 2 P R/(P + R + e)", "zero-division"),
    f1("epsilon-precision", "Of the precision, too.", tags(("B-PER O", "B-PER B-LOC")),
       {"zero_division": "1e-13", "measure": "precision"}, "1/(2 + e)", "zero-division"),
    f1("epsilon-outside", "0/e is 0.", OUTSIDE, {"zero_division": "1e-13"}, "0", "zero-division"),
    f1("outside-undefined", "No entities, no score.", OUTSIDE, {"zero_division": "undefined"}, "undefined", "zero-division"),
    f1("outside-undefined-weighted", "Neither is there a weighted mean.", OUTSIDE,
       {"zero_division": "undefined", "average": "weighted"}, "undefined", "zero-division class-average"),
    f1("only-gold-undefined", "One side's entities are enough for a score: 0/0 is 0.", ONLY_GOLD,
       {"zero_division": "undefined", "measure": "precision"}, "0/0 as 0", "zero-division"),
    f1("only-gold-undefined-f1", "F1 is 0 then, as recall is.", ONLY_GOLD, {"zero_division": "undefined"}, "0", "zero-division"),
    f1("outside-weighted-1", "Their weighted mean is 1.", OUTSIDE, {"average": "weighted", "zero_division": "1"}, "1",
       "zero-division class-average"),
    f1("only-predicted", "Precision is 0, and recall 0/0 as 1.", ONLY_PREDICTED, {"zero_division": "1"}, "2*0*1/(0 + 1)",
       "zero-division"),
    f1("only-predicted-weighted", "No weights: 0 although 0/0 is 1.", ONLY_PREDICTED,
       {"average": "weighted", "zero_division": "1"}, "0", "zero-division class-average"),
    f1("only-predicted-weighted-recall", "But recall is 1.", ONLY_PREDICTED,
       {"average": "weighted", "zero_division": "1", "measure": "recall"}, "1", "zero-division class-average"),
    f1("only-gold-precision", "Nothing predicted: precision is 0/0, here 1.", ONLY_GOLD,
       {"zero_division": "1", "measure": "precision"}, "0/0 as 1", "zero-division"),
    f1("perfect", "All right.", tags(("B-PER I-PER O", "B-PER I-PER O")), {}, "1"),
    f1("empty-sentence", "A sentence of no tokens has no entities.", tags(("", ""), ("B-PER O", "B-PER O")), {}, "1", "empty"),
    f1("empty", "No sentences are an error.", NONE, {}, "an error", "empty"),
    f1("no-tokens", "Sentences without tokens are no error.", tags(("", "")), {"zero_division": "1"}, "0/0 as 1", "empty"),
    f1("no-tokens-raise", "They are one too.", tags(("", "")), {"empty_input": "raise-no-tokens"}, "an error", "empty"),
    f1("empty-formula", "No sentences: 0/0 as 1.", NONE, {"empty_input": "formula", "zero_division": "1"}, "1", "empty"),
    f1("empty-formula-macro", "The mean over no types is no number.", NONE,
       {"empty_input": "formula", "average": "macro"}, "0/0", "empty"),
]
# fmt: on
