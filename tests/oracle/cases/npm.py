"""Cases of behaviour that only packages of npm have."""

from collections.abc import Iterator

from tests.oracle.cases import Case, cases_of, text

TOPIC = "npm"
JS = {"case": "keep", "tokenizer": "treebank-js", "f_form": "scaled"}
RAISE = {**JS, "empty_text": "raise"}
PAIR = ("a b x", "a b")
REFS = ("js-rouge 3.2.3 (npm)",)

#: For each metric: the precision of "a b x" against "a b", whose recall is 1.
ROUGE = {"rouge-n": "2/3", "rouge-l": "2/3", "rouge-lsum": "2/3", "rouge-w": "2/3", "rouge-s": "1/3", "rouge-su": "1/2"}

#: Texts whose words are those between the spaces of the other text.
WORDS = (
    ("quotes", "Double quotes open or close by what is around them.", 'He said "yes" (or "no").', "He said `` yes '' ( or `` no '' ) ."),
    ("quotes-twice", "A second quote closes, whatever is around it.", '"a "b', "`` a '' b"),
    ("quotes-end", "A quote after a full stop closes.", 'Done."a', "Done. '' a"),
    ("quotes-question", "So it does after a question or exclamation mark.", 'Who?"a b!"c', "Who ? '' a b ! '' c"),
    ("quotes-last", "A quote at the end opens after a space alone.", 'a, "', "a , ``"),
    ("quotes-last-mark", "Not after a comma.", 'a,"', "a , ''"),
    ("quotes-bracket", "After a bracket it does.", '(a ("', "( a ( ``"),
    ("quotes-emoji", "What is beyond U+FFFF is no punctuation.", '\U00010100"a', "\U00010100 '' a"),
    ("quotes-bmp", "What is below may be.", '\u2014"a', "\u2014 `` a"),
    ("quotes-note", "A raised letter after a quoted sentence marks a note, with digits in front or without.", '"A."1\u02b0"b', "`` A. '' 1\u02b0 `` b"),
    ("quotes-note-plain", "One that is its own plain form is a letter.", '"A."\u02b9"b', "`` A. '' \u02b9 '' b"),
    ("quotes-note-unended", "It marks nothing behind a sentence that has not ended.", '"A"\u02b0"b', "`` A '' \u02b0 '' b"),
    ("quotes-note-first", "Nor at the beginning of a text.", 'a\u02b0"b', "a\u02b0 '' b"),
    ("apostrophes", "Two apostrophes open in front of a letter if two close later.", "x ''y'' z", "x `` y '' z"),
    ("apostrophes-first", "Not at the beginning.", "''y'' z", "'' y '' z"),
    ("apostrophes-other", "Not if another quote comes first.", "x ''y\" z''", "x '' y '' z ''"),
    ("apostrophes-symbol", "Not in front of a symbol but a currency's.", "x ''+ y''", "x '' + y ''"),
    ("graves", "Two grave accents open.", "``a``b", "`` a `` b"),
    ("graves-quote", "A quote after them closes.", '``"a', "`` '' a"),
    ("graves-quote-closed", "After a closed quotation it opens.", "''`a", "'' `a"),
    ("stops", "Three full stops are a word, two are none.", "a...b..c", "a ... b..c"),
    ("stop-last", "The last full stop is a word, the others are not.", "A. B.)'", "A. B . ) '"),
    ("stop-initials", "Not after two initials.", "the U.S.", "the U.S."),
    ("stop-initials-word", "Three letters are a word.", "aU.S.", "aU.S ."),
    ("stop-initials-digit", "So is a digit with them.", "1U.S.", "1U.S ."),
    ("stop-initials-letter", "A letter beyond ASCII ends no word here.", "\u00e9U.S.", "\u00e9U.S."),
    ("stop-only", "A full stop alone, and after another.", ". a..", ". a.."),
    ("commas", "A comma or colon stays in front of a digit of any script.", "1,000 a,b 12:30 x:\u0663 y,\u00bd", "1,000 a , b 12:30 x:\u0663 y , \u00bd"),
    ("symbols", "Some symbols are words, others are not.", "a@b#c$d%e&f*g;h?i!j/k", "a @ b # c $ d % e & f*g ; h ? i ! j/k"),
    ("brackets", "Brackets are words.", "[a](b){c}<d>", "[ a ] ( b ) { c } < d >"),
    ("dashes", "Two hyphens are a word; a dash is a letter.", "a---b\u2014c", "a -- -b\u2014c"),
    ("clitics", "Clitics are words.", "it's I'll don't we'VE he'D o'", "it 's I 'll do n't we 'VE he 'D o '"),
    ("clitics-mixed", "Only in small letters or in capitals.", "don'T We'Ll s'x", "don'T We'Ll s'x"),
    ("contractions-capitals", "Contractions in capitals.", "I CANNOT", "I CAN NOT"),
    ("contractions", "Contractions of two words, in either case.", "Cannot d'ye GIMME gonna gotta lemme more'n 'Tis 'twas", "Can not d 'ye GIM ME gon na got ta lem me more 'n 'T is 't was"),
    ("contractions-long-s", "The long s is an s.", "'ti\u017f 'twa\u017f", "'t i\u017f 't wa\u017f"),
    ("contractions-inside", "Not inside a word.", "cannots \u00e9gonna gotta\u0301 lemme\u200d scannot", "cannots \u00e9gonna gotta\u0301 lemme\u200d scannot"),
    ("contractions-marks", "Next to marks they are.", "(cannot) *gonna*", "( can not ) * gon na *"),
    ("contractions-wanna", "One is parted in front of a space alone.", "wanna go wanna* wanna?", "wan na go wanna* wan na ?"),
    ("white-space", "JavaScript's white space and U+0085 separate, U+001C does not.", "\ufeffa\u0085b\u00a0c\x1cd\u3000", "a b c\x1cd"),
)  # fmt: skip
#: Likewise, with the words of the reference in another order: in the same one, a wrong rule may part both texts alike.
WORDS_IN_ANY_ORDER = (
    ("stop-parted", "The last full stop is parted from a text, of which nothing is lost.", "a b.", ". a b"),
    ("stop-short", "Also from one letter.", "a.", ". a"),
    ("stop-kept", "After two initials it is the same word as elsewhere.", "in the U.S.", "U.S. in the"),
    ("stop-one-initial", "A digit and a letter are no initials.", "a 1.S.", ". a 1.S"),
    ("stop-initials-behind", "Nor are three letters behind a space.", "a bU.S.", ". a bU.S"),
    ("clitics-apostrophe", "An apostrophe at the end of a word is one, also within the text.", "o' x", "x o '"),
)  # fmt: skip


def _words() -> Iterator[Case]:
    case = cases_of("rouge-n", kind="exact", refs=REFS)
    for name, comment, given, apart in (*WORDS, *WORDS_IN_ANY_ORDER):
        yield case(f"js-{name}", comment, text((given, apart)), JS, f"the words: {apart}", "tokenizer")


def _rouge() -> Iterator[Case]:
    # fmt: off
    for metric, p in ROUGE.items():
        case = cases_of(metric, kind="exact", refs=REFS)
        knobs = {**JS, "weight": 2.0} if metric == "rouge-w" else JS
        yield case("js-words", "js-rouge's words: a clitic, two quotes, a comma, no two full stops.", text(("\"it's\" a,b c..d", "it 's a , c..d")),
                   {**knobs, "measure": "precision"}, "`` it 's '' a , b c..d against it 's a , c..d", "tokenizer")
        for name, beta, form in (("one", 1.0, "2P/(1 + P)"), ("two", 2.0, "5P/(1 + 4P)"), ("half", 0.5, "1.25P/(1 + P/4)"), ("zero", 0.0, "P")):
            yield case(f"js-scaled-{name}", "F as the smaller of P and R times a factor.", text(PAIR),
                       {**knobs, "beta": beta}, f"P = {p}, R = 1: {form}", "f-form")
            yield case(f"js-scaled-recall-{name}", "The same where R is the smaller one.", text(PAIR[::-1]),
                       {**knobs, "beta": beta}, f"R = {p}, P = 1", "f-form")
        yield case("js-scaled-same", "P and R are the same, and are F.", text(("a b x", "a b y")), {**knobs, "beta": 3.0},
                   "F = P = R", "f-form")
        yield case("js-scaled-nothing", "Nothing in common.", text(("a b", "x y")), knobs, "0", "f-form")
        yield case("js-scaled-huge", "The square of beta or of its inverse is beyond every double.", text(PAIR, PAIR[::-1]),
                   {**knobs, "beta": 1e-200}, "P of each: the mean of P and 1", "f-form")
        yield case("js-scaled-least", "So is the inverse of beta.", text(PAIR, PAIR[::-1]), {**knobs, "beta": 5e-324},
                   "P of each: the mean of P and 1", "f-form")
    for metric in ("rouge-s", "rouge-su"):
        case = cases_of(metric, kind="exact", refs=REFS)
        for side, pair in (("hypothesis", (" ", "a b")), ("reference", ("a b", "")), ("both", ("", " "))):
            yield case(f"js-blank-{side}", "A text without words is an error.", text(pair), RAISE, "an error", "empty")
            yield case(f"js-blank-{side}-zero", "Or scores 0.", text(pair), JS, "0", "empty")
        yield case("js-one-word", "One word is not blank.", text(("a", "b c")), RAISE, "0", "empty")
    case = cases_of("rouge-lsum", kind="exact", refs=REFS)
    for side, pair in (("hypothesis", (" \n", "a b")), ("reference", ("a b", "\t")), ("both", (" ", "\n"))):
        for empty in ("raise-blank", "raise", "zero"):
            yield case(f"js-blank-{side}-{empty}", "Lines of white space are sentences without words.", text(pair),
                       {**JS, "empty_text": empty}, "an error, or 0", "empty newlines")
    yield case("js-lines", "One line without words among others.", text((" \na b", "a b\n \nc")), {**JS, "empty_text": "raise-blank"},
               "P = 1, R = 2/3", "empty newlines")
    # fmt: on


WER_REFS = ("word-error-rate 0.0.7 (npm)",)
LONGER = {"denominator": "longer"}
FIRST = {**LONGER, "costs": "no-empty-row"}
EVERY = {"tokenizer": "every-space"}


def _error_rates() -> Iterator[Case]:
    # fmt: off
    wer = cases_of("wer", kind="exact", refs=WER_REFS)
    yield wer("npm-longer-hypothesis", "The hypothesis has more words.", text(("a b c d", "a x")), LONGER, "3/4", "denominator")
    yield wer("npm-longer-reference", "The reference has.", text(("a x", "a b c d")), LONGER, "3/4", "denominator")
    yield wer("npm-longer-total", "The longer text of each segment counts.", text(("a b c", "a"), ("x", "x y z u")), LONGER,
              "(2 + 3)/(3 + 4)", "denominator averaging")
    yield wer("npm-longer-sentences", "The mean of both rates.", text(("a b c", "a"), ("x", "x y z u")), {**LONGER, "average": "sentences"},
              "(2/3 + 3/4)/2", "denominator averaging")
    yield wer("npm-longer-concatenated", "The texts as one.", text(("a b c", "a"), ("x", "x y z u")), {**LONGER, "segments": "concatenated"},
              "5/5", "denominator averaging")
    yield wer("npm-longer-best", "The reference with the fewest edits.", text(("a b", "c d e", "a b c d")), {**LONGER, "references": "best"},
              "2/4", "denominator references")
    yield wer("npm-longer-empty-reference", "There are words to divide by.", text(("a b", "")), {**LONGER, "empty_reference": "undefined"}, "2/2",
              "denominator empty")
    yield wer("npm-longer-both-empty", "There are none.", text(("", "")), {**LONGER, "empty_reference": "always-one"}, "1", "denominator empty")
    yield wer("npm-longer-digits", "In four decimals.", text(("a b c", "a b")), {**LONGER, "digits": "4"}, "1/3 rounded", "denominator printed-digits")
    yield wer("npm-longer-no-segments", "An empty corpus is one empty text.", text(), {**LONGER, "empty_reference": "always-one"}, "1",
              "denominator empty")
    for name, comment, hypothesis, reference, derivation in (
        ("repeated", "The first word of the reference is repeated for nothing.", "a a a", "a", "0/3"),
        ("missing", "So is that of the hypothesis.", "a", "a a", "0/2"),
        ("middle", "One edit instead of two.", "a a b a", "a b a b", "1/4"),
        ("later", "A word that is not the first is not.", "a b b", "a b", "1/3"),
        ("other-first", "Other first words are a substitution.", "b a", "a", "1/2"),
        ("inserted", "A word in front costs 1, but the next one is the first again.", "x a b", "a b", "1/3"),
        ("deleted", "The other way round.", "a b", "x a b", "1/3"),
        ("two-deleted", "Two words in front.", "a b", "x y a b", "2/4"),
        ("empty-reference", "Against an empty text each word is an edit.", "a a", "", "2/2"),
        ("empty-hypothesis", "The other way round.", "", "a a", "2/2"),
        ("ties", "A pair of words comes before an insertion, and that before a deletion.", "a b c b", "b c a b a", "3/5"),
    ):
        yield wer(f"npm-first-{name}", comment, text((hypothesis, reference)), FIRST, derivation, "edit-costs")
        yield wer(f"npm-first-{name}-other", "With an empty row.", text((hypothesis, reference)), LONGER, "edits/longer", "edit-costs")
    yield wer("npm-first-best", "The reference with the fewest of these edits.", text(("a", "b", "a a")), {**FIRST, "references": "best"},
              "0/2", "edit-costs references")
    yield wer("npm-first-concatenated", "The texts as one.", text(("a a", "a"), ("b", "b b")), {**FIRST, "segments": "concatenated"}, "1/3",
              "edit-costs")
    yield wer("npm-first-by-reference", "One edit, of a word that is a hit twice, for two words.", text(("a a b c", "a b")), {"costs": "no-empty-row"},
              "1/2", "edit-costs")
    yield wer("npm-first-deletion", "A word in the middle is left out.", text(("a a", "a b a")), {"costs": "no-empty-row"},
              "1/3", "edit-costs")
    yield wer("npm-first-by-reference-total", "The words of both references.", text(("a a", "a"), ("b c", "b b b")), {"costs": "no-empty-row"},
              "(0 + 1)/(1 + 3)", "edit-costs averaging")
    for costs in ("sclite", "kaldialign"):
        yield wer(f"npm-longer-{costs}", "The missing word is a deletion.", text(("a", "a a")), {**LONGER, "costs": costs}, "1/2", "denominator edit-costs")
    yield cases_of("cer", kind="exact")("npm-one-both", "No insertions: 0.", text(("", "")), {"empty_reference": "one"}, "0", "empty")
    for metric in ("wer", "cer"):
        case = cases_of(metric, kind="exact", refs=WER_REFS)
        for name, pair in (("both", ("", "")), ("reference", ("a", ""))):
            yield case(f"npm-always-one-{name}", "Without a reference the rate is 1.", text(pair), {"empty_reference": "always-one"}, "1", "empty")
        yield case("npm-always-one-not", "With one it is another.", text(("ab", "ab")), {"empty_reference": "always-one"}, "0", "empty")
    for metric in ("wer", "mer", "wil", "wip"):
        case = cases_of(metric, kind="exact", refs=WER_REFS)
        for name, comment, pair in (
            ("inside", "Two spaces have an empty word between them.", ("a  b", "a b")),
            ("ends", "One stands before a first space, and one after a last one.", (" a ", "a")),
            ("ends-both", "They match.", (" a b ", " a c ")),
            ("tab", "No other white space separates.", ("a\tb c", "a b c")),
            ("empty", "An empty text has no words, and a space is between two.", (" ", "")),
        ):
            yield case(f"npm-every-space-{name}", comment, text(pair), EVERY, f"between spaces: {list(pair)}", "tokenizer white-space")
    # fmt: on


def _distinct_matches() -> Iterator[Case]:
    # fmt: off
    refs = ("rouge 1.0.3 (npm)",)
    case = cases_of("rouge-n", kind="exact", refs=refs)
    once = {"case": "keep", "counting": "distinct-matches"}
    yield case("npm-distinct-matches", "A repeated word matches once, and is counted twice.", text(("a b a c", "a b a d")),
               {**once, "measure": "recall"}, "2/4", "distinct-counts")
    yield case("npm-distinct-matches-precision", "So it is in the hypothesis.", text(("a a a b c", "a b")), {**once, "measure": "precision"}, "2/5",
               "distinct-counts")
    yield case("npm-distinct-matches-same", "A text does not score 1 against itself.", text(("a b a", "a b a")), once, "P = R = 2/3", "distinct-counts")
    yield case("npm-distinct-matches-pairs", "Pairs, too.", text(("a b a b c", "a b a b x")), {**once, "order": 2}, "P = R = 2/4", "distinct-counts")
    yield case("npm-distinct-matches-length", "A reference with too few words, and another.", text(("a b", "a", "a b a b")),
               {**once, "order": 3, "totals": "length", "references": "pooled", "measure": "recall"}, "0/(-1 + 2)", "distinct-counts references")
    recall = {"case": "keep", "order": 2, "measure": "recall"}
    joined = {**recall, "ngram_key": "joined"}
    yield case("npm-joined", "Without a space, a bc is ab c.", text(("a bc d", "ab c d")), joined, "abc matches, and bcd and cd do not: 1/2",
               "ngram-identity")
    yield case("npm-joined-not", "As words they differ.", text(("a bc d", "ab c d")), recall, "0", "ngram-identity")
    yield case("npm-joined-same", "Two pairs of one text are the same.", text(("aa a x", "a aa a")), {**joined, "measure": "precision"},
               "aaa of aaa, ax", "ngram-identity")
    yield case("npm-joined-distinct", "They are one distinct pair.", text(("a aa a", "aa a")), {**joined, "counting": "distinct", "measure": "precision"},
               "1/1", "ngram-identity distinct-counts")
    yield case("npm-joined-words", "A word is a word.", text(("ab", "a b")), {**joined, "order": 1}, "0", "ngram-identity")
    short = {**recall, "empty_text": "raise-short-reference"}
    for name, comment, given, derivation in (
        ("reference", "A reference with too few words for a pair.", text(("a b", "a")), "an error"),
        ("other", "One of two lines has such a reference.", text(("a b", "a b"), ("a b", "a")), "an error"),
        ("no-words", "A hypothesis without words.", text(("", "a b")), "an error"),
        ("no-words-reference", "A reference without words.", text(("a b", "")), "an error"),
        ("hypothesis", "A hypothesis with too few words matches nothing.", text(("a", "a b")), "0/1"),
        ("enough", "Two words are enough.", text(("a b", "a b")), "1/1"),
    ):
        yield case(f"npm-short-{name}", comment, given, short, derivation, "empty")
    yield case("npm-short-zero", "A reference with too few words scores 0.", text(("a b", "a")), recall, "0/0: 0", "empty")
    yield case("npm-short-raise", "It has a word.", text(("a b", "a")), {**recall, "empty_text": "raise"}, "0/0: 0", "empty")
    yield case("npm-short-length", "So it is where pairs are counted by length.", text(("a b", "a")), {**short, "totals": "length"}, "an error", "empty")
    yield case("npm-short-distinct", "And where distinct ones are.", text(("a b", "a")), {**short, "counting": "distinct"}, "an error", "empty")
    yield case("npm-short-words", "One word is enough for one.", text(("x", "a")), {**short, "order": 1}, "0/1", "empty")
    for metric in ROUGE:
        case = cases_of(metric, kind="exact", refs=refs)
        yield case("npm-ascii-words", "Underscores belong to words, and letters beyond ASCII separate them.",
                   text(("A_b don't 1 caf\u00e9 x_y", "A_b don 1 caf x y")), {"case": "keep", "tokenizer": "ascii-words", "measure": "precision"},
                   "A_b don t 1 caf x_y against A_b don 1 caf x y", "tokenizer")
        yield case("npm-ascii-words-inside", "The words are those of the other text.", text(("\u00e9.x_y z", "x_y z")),
                   {"case": "keep", "tokenizer": "ascii-words"}, "1", "tokenizer")
        yield case("npm-rouge-cased-inside", "Without underscores they are others.", text(("x_y z", "x y u")), {"case": "keep", "tokenizer": "rouge-cased"},
                   "x y z against x y u", "tokenizer")
    # fmt: on


def _distances() -> Iterator[Case]:
    case = cases_of("edit-distance", kind="exact", refs=("natural 8.1.1 (npm)",))
    for name, comment, hypothesis, reference, derivation in (
        ("doubled-first", "A first letter that is doubled costs 1.", "aab", "ab", "1"),
        ("doubled", "A later one costs nothing.", "baa", "ba", "0"),
        ("doubled-both", "Two are doubled in the hypothesis, and three there.", "aaa", "aa", "0"),
        ("missing", "One that is missing costs 1.", "ba", "baa", "1"),
        ("exchange", "An exchange with an edit between.", "abc", "ca", "2"),
        ("exchange-first", "The first letter may be exchanged with another.", "ba", "ab", "1"),
        ("exchange-later", "So may a later one.", "xcyb", "xbc", "2"),
    ):
        yield case(
            f"npm-{name}",
            comment,
            text((hypothesis, reference)),
            {"operations": "damerau-same-later"},
            derivation,
            "exchange",
        )
        yield case(f"npm-{name}-same", "Where the first letter is like the others.", text((hypothesis, reference)),
                   {"operations": "damerau-same"}, "counted in the table", "exchange")  # fmt: skip


def _similarities() -> Iterator[Case]:
    # fmt: off
    case = cases_of("similarity", kind="exact", refs=("natural 8.1.1 (npm)",))
    half = {"measure": "jaro", "transpositions": "half-pairs"}
    yield case("npm-half-pairs", "Three matches out of order are one pair and a half.", text(("cabxyz", "abcuvw")), half,
               "(3/6 + 3/6 + 1.5/3)/3", "similarity-jaro")
    yield case("npm-half-pairs-even", "Two are one pair, rounded or not.", text(("MARHTA", "MARTHA")), half, "(1 + 1 + 5/6)/3",
               "similarity-jaro")
    yield case("npm-half-pairs-winkler", "The bonus for the common a is on top.", text(("acdbx", "abcdy")),
               {**half, "measure": "jaro-winkler"}, "J = (4/5 + 4/5 + 2.5/4)/3; J + 0.1(1 - J)", "similarity-jaro")
    yield case("npm-half-pairs-nothing", "No match: nothing is out of order.", text(("ab", "cd")), half, "0", "similarity-jaro")
    yield case("npm-half-pairs-segments", "Three units out of order of one segment, and two of another.",
               text(("cabxyz", "abcuvw"), ("MARHTA", "MARTHA")), half, "(1/2 + 17/18)/2", "similarity-jaro")
    faces = ("fine \U0001f600", "fine \U0001f601")
    one = {"measure": "jaro-winkler", "case": "lower", "single_units": "match-if-given-equal", "prefix_bonus": "always"}
    yield case("npm-single-units", "Nothing matches, and what is behind both ends is the same four times.", text(("A", "a")), one,
               "0 + 4*0.1*(1 - 0)", "similarity-jaro case")
    yield case("npm-single-units-match", "Or the letters match.", text(("A", "a")), {**one, "single_units": "match"}, "1",
               "similarity-jaro case")
    yield case("npm-single-units-equal", "The texts are equal as they are.", text(("A", "A")), one, "1", "similarity-jaro case")
    yield case("npm-single-units-jaro", "Without the bonus.", text(("A", "a")), {**one, "measure": "jaro"}, "0", "similarity-jaro case")
    yield case("npm-single-units-below", "0 is not above 0.7.", text(("A", "a")), {**one, "prefix_bonus": "above-0.7"}, "0",
               "similarity-jaro case")
    yield case("npm-single-units-two", "Two letters match.", text(("AB", "ab")), one, "1", "similarity-jaro case")
    yield case("npm-single-units-other", "Two letters that differ.", text(("A", "b")), one, "0", "similarity-jaro case")
    yield case("npm-single-units-best", "The other reference is the text itself.", text(("A", "a", "A")), {**one, "references": "best"},
               "1", "similarity-jaro case references")
    yield case("npm-winkler-best", "Its bonus makes the first reference the most similar one.", text(("abcxyz", "abcuvw", "bacuvx")),
               {**half, "measure": "jaro-winkler", "prefix_bonus": "always", "references": "best"}, "2/3 + 0.3*1/3", "similarity-jaro references")
    yield case("npm-winkler-best-below", "Below 0.7 it has none, and the second one is.", text(("abcxyz", "abcuvw", "bacuvx")),
               {**half, "measure": "jaro-winkler", "references": "best"}, "(4/6 + 4/6 + 3/4)/3, without a common beginning", "similarity-jaro references")
    dice = {"measure": "dice"}
    yield case("npm-dice", "ht of ni, ig, gh, ht and na, ac, ch, ht.", text(("night", "nacht")), dice, "2*1/8", "similarity-dice")
    yield case("npm-dice-repeated", "an and na count once each.", text(("banana", "ana")), dice, "2*2/(3 + 2)", "similarity-dice")
    yield case("npm-dice-order", "The pairs of a text count, not where they are.", text(("abcab", "cabc")), dice, "1", "similarity-dice")
    yield case("npm-dice-one", "One letter is followed by a space.", text(("a", "a b")), dice, "2*1/(1 + 2)", "similarity-dice")
    yield case("npm-dice-one-equal", "Two single letters.", text(("a", "a"), ("a", "b")), dice, "(1 + 0)/2", "similarity-dice")
    yield case("npm-dice-empty", "One text has no pairs.", text(("", "ab")), dice, "0", "similarity-dice empty")
    yield case("npm-dice-words", "Pairs of words.", text(("the cat sat on", "the cat sat")), {**dice, "tokenizer": "none"}, "2*2/(3 + 2)",
               "similarity-dice tokenizer")
    yield case("npm-dice-utf-16", "The second units of two faces are pairs with the letter behind them.", text(("\U0001f600a", "\U0001fa00a")),
               {**dice, "tokenizer": "utf-16"}, "2*1/4", "similarity-dice code-points")
    for measure in ("dice", "jaro", "indel"):
        knobs = {"measure": measure, "both_empty": "undefined"}
        yield case(f"npm-both-empty-{measure}", "0/0.", text(("", "")), knobs, "not a number", "empty")
        yield case(f"npm-both-empty-{measure}-mean", "So is the mean of it.", text(("a", "a"), ("", "")), knobs, "not a number", "empty")
        yield case(f"npm-both-empty-{measure}-best", "A similarity of 0 is one.", text(("", "", "a")), {**knobs, "references": "best"}, "0",
                   "empty references")
    yield case("npm-both-empty-digits", "Rounded or not.", text(("", "")), {**knobs, "digits": "2"}, "not a number", "empty printed-digits")
    space = {"whitespace": "one-space"}
    for name, comment, pair in (
        ("runs", "Runs are one space.", ("a \t\n b", "a b")),
        ("ends", "None is at the ends.", (" a\r", "a")),
        ("wide", "Wide spaces are spaces.", ("a\u3000\xa0b", "a b")),
        ("mark", "So is a byte order mark.", ("\ufeffa\ufeffb", "a b")),
    ):
        yield case(f"npm-one-space-{name}", comment, text(pair), space, "1", "white-space")
    for name, separator in (("file", "\x1c"), ("line", "\x85")):
        yield case(f"npm-one-space-no-{name}", "JavaScript's white space is other than Python's.", text((f"a{separator}b", "a b")), space,
                   "1 - 2/6", "white-space")
    yield case("npm-one-space-words", "Nor does such a character separate, unless str.split splits.", text(("a\ufeffb c", "a b c")),
               {**space, "tokenizer": "none"}, "1", "white-space tokenizer")
    yield case("npm-one-space-only", "Nothing is left.", text((" \n", "\t")), {**space, "both_empty": "0"}, "0", "white-space empty")
    yield case("npm-dice-as-natural", "Lower case, one space, units of UTF-16.", text((" The  Cat\n", "the cat")),
               {**dice, **space, "case": "lower", "tokenizer": "utf-16", "both_empty": "undefined"}, "1", "similarity-dice white-space")
    yield case("npm-utf-16-jaro", "Two faces have the first of their two units in common.", text(faces),
               {"measure": "jaro", "tokenizer": "utf-16"}, "(6/7 + 6/7 + 1)/3", "similarity-jaro code-points")
    yield case("npm-utf-16-edit", "One of seven units differs.", text(faces), {"measure": "edit", "tokenizer": "utf-16"}, "1 - 1/7",
               "similarity-ratio code-points")
    yield case("npm-utf-16-edit-not", "One of six characters does.", text(faces), {"measure": "edit"}, "1 - 1/6",
               "similarity-ratio code-points")
    # fmt: on


CASES = [*_words(), *_rouge(), *_error_rates(), *_distinct_matches(), *_distances(), *_similarities()]
