"""ROUGE-L as the COCO caption evaluation computes it."""

from tests.oracle.cases import cases_of, text

TOPIC = "coco"
COCO = {"case": "keep", "tokenizer": "spaces", "references": "best-parts", "beta": 1.2}
CAPTION = ("pycocoevalcap: https://github.com/salaniz/pycocoevalcap",)
#: Precision is best with the first, recall with the second.
APART = ("a b c d", "a x b y c z u v", "d c")

case = cases_of("rouge-l", kind="exact", refs=CAPTION)
grams = cases_of("rouge-n", kind="exact")
lines = cases_of("rouge-lsum", kind="exact")

# fmt: off
CASES = [
    case("coco-one-reference", "Recall weighs more.", text(("a x b y", "a b")), COCO, "2.44*(1/2)*1/(1 + 1.44/2) = 61/86",
         "beta"),
    case("coco-best-parts", "Precision from one reference, recall from another: no reference has that F.",
         text(("a b c", "a b x y z", "a c", "c a")), COCO, "P = 2/3, R = 2/2: 2.44*(2/3)/(1 + 1.44*2/3)", "references"),
    case("coco-apart", "P of the first reference, R of the second.", text(APART), COCO,
         "P = 3/4, R = max(3/8, 1/2): 2.44*(3/8)/(1/2 + 1.44*3/4)", "references"),
    case("coco-apart-best", "One reference for both instead.", text(APART), {**COCO, "references": "best"},
         "max of 3/4 with 3/8 and 1/4 with 1/2", "references"),
    case("coco-apart-precision", "Their precision.", text(APART), {**COCO, "measure": "precision"}, "3/4",
         "references rouge-measure"),
    case("coco-apart-recall", "Their recall.", text(APART), {**COCO, "measure": "recall"}, "1/2", "references rouge-measure"),
    case("coco-apart-corpus", "Over a corpus each part is added up.", text(APART, ("a", "b")), {**COCO, "average": "corpus"},
         "P = 3/5, R = 1/3", "references averaging"),
    case("coco-empty-both", "An empty text is one empty token, so that two of them match.", text(("", "")), COCO, "1", "empty"),
    case("coco-empty-hypothesis", "Nothing there.", text(("", "a b")), COCO, "0", "empty"),
    case("coco-two-spaces", "Two spaces make an empty token, which the other text does not have.", text(("a  b", "a b")), COCO,
         "P = 2/3, R = 1", "white-space tokenizer"),
    case("coco-tab", "A tab is part of a word.", text(("a\tb c", "a b c")), COCO, "P = 1/2, R = 1/3", "white-space tokenizer"),
    case("coco-case", "Capitals differ.", text(("A b", "a b")), COCO, "1/2", "case"),
    grams("best-parts", "Unigrams: precision from one reference, recall from another.", text(APART),
          {"references": "best-parts"}, "P = 3/4, R = 2/2: 6/7", "references"),
    grams("spaces", "A trailing space makes an empty token.", text(("a b ", "a b")), {"tokenizer": "spaces"}, "2*2/(3 + 2)",
          "white-space tokenizer"),
    lines("best-parts", "Line by line: precision from one reference, recall from another.",
          text(("a b\nc d", "a x b\nc z u v", "d")), {"references": "best-parts"}, "P = 3/4, R = 1/1: 6/7", "references newlines"),
    lines("spaces", "A space at the end of a line makes an empty token.", text(("a \nb", "a\nb")), {"tokenizer": "spaces"},
          "2*2/(3 + 2)", "white-space tokenizer newlines"),
]
