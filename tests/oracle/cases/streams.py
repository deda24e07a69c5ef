"""Cases with as many references per segment as segments: only the score shows if they are read as streams."""

from tests.oracle.cases import cases_of, text

TOPIC = "streams"
TWO = text(
    ("the cat sat on the mat", "the cat sat on a mat", "a cat was sitting on the mat"),
    ("there is a dog", "a dog is there", "there is some dog"),
)

# fmt: off
CASES = [
    cases_of(metric, kind="exact")(
        "square", "Two segments with two references each: transposed, every hypothesis meets one of the other segment's.",
        TWO, settings, derivation, "references")
    for metric, settings, derivation in [
        ("bleu", {"tokenizer": "none"}, "matches 9 7 3 1 of 10 8 6 4, r = 10"),
        ("chrf", {}, "the better reference of each segment"),
        ("ter", {}, "one edit in each, over 6.5 + 4 words"),
        ("rouge-n", {}, "the better reference of each segment, averaged"),
        ("rouge-l", {}, "the better reference of each segment, averaged"),
        ("gleu", {}, "the better reference of each segment, added up"),
    ]
]
