"""Cases of BLEU as tensorflow/nmt (Hugging Face's evaluate) and the COCO caption evaluation compute it."""

from tests.oracle.cases import cases_of, split, text

TOPIC = "others"
TF = {
    "tokenizer": "none", "strip": "none", "smoothing": "none", "reference_length": "shortest", "zero_guard": "off",
    "brevity_penalty": "by-ratio", "log_unit": "fraction", "summation": "weighted", "scale": "1",
}  # fmt: skip
TF_SMOOTH = {**TF, "smoothing": "add-k", "add_k_from": 1}
COCO = {
    "tokenizer": "none", "smoothing": "tiny", "zero_guard": "off", "brevity_penalty": "tiny",
    "log_unit": "fraction", "summation": "product", "scale": "1",
}  # fmt: skip
THE = ("the the the the the the the", "the cat is on the mat", "there is a cat on the mat")
#: Matches 4/7, 1/6, 0/5, 0/4.
TODAY = ("the cat sat on a mat today", "the cat lay on the mat yesterday")
MAT = "the cat is on the mat"
NMT = ("tensorflow/nmt: https://github.com/tensorflow/nmt/blob/master/nmt/scripts/bleu.py",)
CAPTION = ("pycocoevalcap: https://github.com/salaniz/pycocoevalcap",)

tf = cases_of("bleu", kind="exact", refs=NMT)
coco = cases_of("bleu", kind="exact", refs=CAPTION)

# fmt: off
CASES = [
    tf("tf-identical", "A perfect translation.", text((MAT, MAT)), TF, "1"),
    tf("tf-two-words", "Without smoothing, an order without n-grams makes it 0.", text(("the cat", "the cat")), TF, "0",
       "empty-order"),
    tf("tf-two-words-smooth", "Smoothed, such an order is perfect: 1/1.", text(("the cat", "the cat")), TF_SMOOTH,
       "(3/3 * 2/2 * 1/1 * 1/1)^(1/4)", "smoothing empty-order"),
    tf("tf-smooth", "One is added to the counts of every order, the first included.", text(TODAY), TF_SMOOTH,
       "(5/8 * 2/7 * 1/6 * 1/5)^(1/4)", "smoothing"),
    tf("tf-smooth-nothing", "So a hypothesis with nothing right gets credit for it, and more the shorter it is.",
       text(("a", "b")), TF_SMOOTH, "(1/2 * 1 * 1 * 1)^(1/4)", "smoothing zero-guard"),
    tf("tf-smooth-k-2", "Two are added.", text(TODAY), {**TF_SMOOTH, "add_k": 2.0}, "(6/9 * 3/8 * 2/7 * 2/6)^(1/4)", "smoothing"),
    tf("tf-shortest", "The shortest reference sets r, so that a far too short text is not penalized.",
       text(("a b c d e f", "a b c d e f g h i j", "x y")), TF, "r = 2: 1", "reference-length"),
    tf("tf-penalty", "Shorter than the shortest reference.", text(("a b c d e", "a b c d e f g")), TF, "e^(1 - 7/5)",
       "brevity-penalty"),
    tf("tf-empty-hypothesis", "A length of 0 is a division by zero.", text(("", MAT)), TF, "1/(0/6)", "empty brevity-penalty"),
    tf("tf-empty-reference", "Here too.", text((MAT, "")), TF, "6/0", "empty brevity-penalty"),
    tf("tf-empty-reference-listed", "And if only one of the references is empty.", text(("a b c d e", "", "a b c d e")), TF,
       "5/0", "empty brevity-penalty reference-length"),
    tf("tf-empty-segment", "In a corpus an empty hypothesis is no error.", text((MAT, MAT), ("", "a dog")), TF, "e^(1 - 8/6)",
       "empty averaging"),
    tf("tf-clipped", "The paper's example, smoothed.", text(THE), TF_SMOOTH, "r = 6: (3/8 * 1/7 * 1/6 * 1/5)^(1/4)", "clipping"),
    tf("tf-13a", "As evaluate calls it: text through 13a.", text(("Hello, world! It's 3.5%.", "Hello , world ! It's 3.5 % .")),
       {**TF, "tokenizer": "13a"}, "1", "tokenizer"),
    tf("tf-given", "As the function is called: tokens.", split(TODAY), {**TF_SMOOTH, "tokenizer": "given"},
       "(5/8 * 2/7 * 1/6 * 1/5)^(1/4)", "tokenizer smoothing"),
    tf("tf-order-2", "Two orders.", text(TODAY), {**TF, "max_order": 2}, "(4/7 * 1/6)^(1/2)", "weights"),
    coco("coco-identical", "Not quite 1: 1e-9 is added to totals and to r.", text((MAT, MAT)), COCO,
         "prod of (t + 1e-15)/(t + 1e-9) for 6 5 4 3, e^(-1e-9/6)", "smoothing brevity-penalty"),
    coco("coco-two-words", "An order without n-grams counts 1e-15/1e-9.", text(("the cat", "the cat")), COCO,
         "about (1 * 1 * 1e-6 * 1e-6)^(1/4)", "smoothing empty-order"),
    coco("coco-two-words-order-2", "BLEU-2 of the same.", text(("the cat", "the cat")), {**COCO, "max_order": 2}, "about 1",
         "weights"),
    coco("coco-order-1", "BLEU-1: words.", text(TODAY), {**COCO, "max_order": 1}, "about 4/7", "weights"),
    coco("coco-order-3", "BLEU-3: no common triple.", text(TODAY), {**COCO, "max_order": 3}, "about (4/7 * 1/6 * 2e-16)^(1/3)",
         "smoothing"),
    coco("coco-nothing", "Nothing matches: a tiny number, larger for higher orders.", text(("a b c", "x y z")), COCO,
         "about (3e-16 * 5e-16 * 1e-15 * 1e-6)^(1/4)", "smoothing zero-guard"),
    coco("coco-empty-hypothesis", "The penalty is e^(-10^15).", text(("", "a b")), COCO, "0", "empty brevity-penalty"),
    coco("coco-empty-reference", "Nothing matches, and nothing is too short.", text(("a b c d", "")), COCO,
         "about (2.5e-16 * 3.3e-16 * 5e-16 * 1e-15)^(1/4)", "empty brevity-penalty"),
    coco("coco-empty-both", "The penalty is e^(-10^6 + 1).", text(("", "")), COCO, "0", "empty brevity-penalty"),
    coco("coco-closest", "The closest length, the shorter of two.", text(("a b c d e", "a b c d e f", "a b c d")), COCO,
         "r = 4", "reference-length"),
    coco("coco-penalty", "Shorter than the reference.", text(("a b c d e", "a b c d e f g")), COCO, "about e^(1 - 7/5)",
         "brevity-penalty"),
    coco("coco-corpus", "Counts are added up.", text(TODAY, (MAT, MAT)), COCO, "about (10/13 * 6/11 * 4/9 * 3/7)^(1/4)",
         "averaging"),
    coco("coco-sentences", "The mean of the scores that it lists by segment.", text(TODAY, (MAT, MAT)),
         {**COCO, "average": "sentences"}, "about 1/2", "averaging"),
    coco("coco-chinese", "Characters that the caller has separated.",
         text(("\u6211 \u559c \u6b22 \u732b \u548c", "\u6211 \u559c \u6b22 \u732b \u4e0e")), COCO,
         "about (4/5 * 3/4 * 2/3 * 1/2)^(1/4)", "chinese"),
]
