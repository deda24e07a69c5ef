"""Chains of text transforms before WER, CER, MER, WIL and WIP: each step, the order of steps, and what splits then."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of, text

TOPIC = "transforms"
JIWER = ("https://github.com/jitsi/jiwer",)

STANDARDIZE = [
    *("to-lower-case", "expand-contractions", "remove-kaldi-non-words"),
    *("replace-white-space", "remove-multiple-spaces", "strip"),
]
WHISPER = ("https://github.com/openai/whisper", "https://pypi.org/project/whisper-normalizer/")
CLOCK = ("It's 5 o'clock", "it is 50 clock")
CAUSE = ("'cause I don’t know", "because i don t know")
MONEY = ("two dollars and seven cents (or so) [noise]", "$2.07")
NUMBERS = ("-5 colours at 100 %; one oh one", "5 colors at 100")
CAFE = ("Hello, Wörld!", "hello world")
HINDI = ("हिन्दी में", "हिन्दी मे")
#: The witnesses of divergences.
WITNESSES = (
    *("the cause of it", "the because of it", "it's fifty clock", "it's 5 o'clock", "I don’t", "I do not", "5", "-5"),
    *("हिन्दी", "हुन्दु"),
)
#: Every text that one of Whisper's normalizers is asked about: what they make of it is recorded.
WHISPER_TEXTS = (*CLOCK, *CAUSE, *MONEY, *NUMBERS, *CAFE, *HINDI, *WITNESSES)

wer = cases_of("wer", kind="hand", refs=JIWER)
asr = cases_of("wer", kind="hand", refs=WHISPER)
cer = cases_of("cer", kind="hand", refs=JIWER)


def _steps(*steps: str, **others: Any) -> dict[str, Any]:
    return {"transforms": list(steps), **others}


def _of_every_metric(metric: str, standardized: str, split: str) -> list[Case]:
    made = cases_of(metric, kind="hand", refs=JIWER)
    return [
        made("standardize", "jiwer's wer_standardize: small letters, contractions, marks of noise, white space.",
             text(("[noise] It's\tGOOD", "it is good x")), _steps(*STANDARDIZE), standardized, "transforms"),
        made("ascii-space", "Two tabs do not separate words: 'a' and 'b' are one.", text(("a\t\tb c", "a b c")),
             {"tokenizer": "ascii-space"}, split, "transforms white-space tokenizer"),
    ]  # fmt: skip


# fmt: off
CASES = [
    *_of_every_metric("wer", "H, D = 3, 1: 1/4", "H, S, D = 1, 1, 1: 2/3"),
    *_of_every_metric("mer", "1/4", "2/3"),
    *_of_every_metric("wil", "1 - (3/4)(3/3)", "1 - (1/3)(1/2)"),
    *_of_every_metric("wip", "(3/4)(3/3)", "(1/3)(1/2)"),
    wer("upper-case", "A sharp s becomes two letters.", text(("straße a", "STRASSE a")), _steps("to-upper-case"),
        "2 of 2: A on both sides", "transforms case"),
    wer("ascii-punctuation", "string.punctuation has symbols, and no curly quotes.", text(("$5 + “a”", "5 a")),
        _steps("remove-ascii-punctuation"), "5 “a”: 1 of 2", "transforms"),
    wer("unicode-punctuation", "The categories P of Unicode have no symbols, but every quote and dash.",
        text(("$5 + “a”", "5 a")), _steps("remove-punctuation"), "$5 + a: a substitution and an insertion, 2/2",
        "transforms"),
    wer("punctuation-joins", "A hyphen vanishes, and joins two words.", text(("well-known", "well known")),
        _steps("remove-punctuation"), "wellknown: a substitution and a deletion, 2/2", "transforms"),
    wer("contractions-inside", "Contractions are expanded inside words as well.", text(("'tis o'clock's", "not is o'clock is")),
        _steps("expand-contractions"), "' not' and 'is' in one: notis o'clock is: 2 of 4", "transforms"),
    wer("contractions-case", "Capital letters and curly apostrophes are no contractions.", text(("CAN'T don’t", "can not do not")),
        _steps("expand-contractions"), "CAN'T don’t: 4 of 4", "transforms case"),
    wer("kaldi-mixed", "Brackets of different kinds match.", text(("a <b] c x < y", "a c x < y")),
        _steps("remove-kaldi-non-words"), "0 of 5", "transforms"),
    wer("specific-words", "Whole words become spaces; the the in other stays.", text(("the other the", "other")),
        _steps("remove-specific-words:the/a"), "0 of 1", "transforms"),
    wer("substrings", "Until 2.4 jiwer removed the the in other too.", text(("the other the", "other")),
        _steps("remove-substrings:the/a"), "or: 1 of 1", "transforms"),
    wer("substitute-words", "In the order of the table: what one makes, the next may change.",
        text(("colour colours 1/2", "gray colours half")), _steps("substitute-words:colour=grey/grey=gray/1%2F2=half"),
        "0 of 3", "transforms"),
    wer("substitute-regexes", "A group keeps its meaning in what replaces it.", text(("5kg 12 kg", "5 kg 12 kg")),
        _steps(r"substitute-regexes:(\d)kg=\1 kg"), "0 of 4", "transforms"),
    wer("white-space-removed", "Only ASCII's white space; a no-break space stays.", text(("a b\tc\u00a0d", "abc\u00a0d")),
        _steps("remove-white-space"), "0 of 1", "transforms white-space"),
    wer("white-space-replaced", "A tab becomes a space.", text(("a\tb", "a b")), _steps("replace-white-space"), "0 of 2",
        "transforms white-space"),
    wer("order-case-first", "A contraction is found in small letters only.", text(("CAN'T", "can not")),
        _steps("to-lower-case", "expand-contractions"), "0 of 2", "transforms case"),
    wer("order-case-last", "The same steps the other way round.", text(("CAN'T", "can not")),
        _steps("expand-contractions", "to-lower-case"), "can't: 2 of 2", "transforms case"),
    wer("transforms-empty", "A reference of punctuation has no words left.", text(("a", "...")),
        _steps("remove-punctuation", empty_reference="undefined"), "1/0", "transforms empty"),
    wer("transforms-empty-raise", "And is an error for jiwer until 3.1.", text(("a", "...")),
        _steps("remove-punctuation", empty_references="raise"), "a reference without words", "transforms empty"),
    wer("transforms-concatenated", "Each segment is transformed, then all are joined.", text(("A,", "a"), (",b", "b c")),
        _steps("to-lower-case", "remove-punctuation", segments="concatenated"), "a b: 1 of 3", "transforms averaging"),
    cer("transforms", "Spaces at the ends are removed after a step that leaves some.", text(("ab uh", "ab")),
        _steps("remove-specific-words:uh"), "0 of 2", "transforms"),
    cer("transforms-kept", "Nothing removes them.", text(("ab uh", "ab")),
        _steps("remove-specific-words:uh", whitespace="keep"), "two spaces: 2 of 2", "transforms white-space"),
    cer("multiple-spaces", "jiwer's characters do not collapse white space by themselves.", text(("a  b", "a b")),
        _steps("remove-multiple-spaces"), "0 of 3", "transforms white-space"),
    asr("whisper-clock", "o is a zero behind a 5.", text(CLOCK), _steps("whisper-english"), "it is 50 clock: 0 of 4",
        "transforms numbers"),
    asr("whisper-cause", "openai/whisper leaves cause as it is; curly apostrophes become spaces.", text(CAUSE),
        _steps("whisper-english"), "cause i don t know: 1 of 5", "transforms"),
    asr("whisper-normalizer-cause", "whisper-normalizer makes because of it.", text(CAUSE),
        _steps("whisper-normalizer-english"), "0 of 5", "transforms"),
    asr("whisper-money", "Brackets go, and dollars stand before their number.", text(MONEY), _steps("whisper-english"),
        "$2.07: 0 of 1", "transforms numbers"),
    asr("whisper-numbers", "Signs go before numbers are read; zeros are written one behind the other.", text(NUMBERS),
        _steps("whisper-normalizer-english"), "5 colors at 100 101: 1 of 4", "transforms numbers"),
    asr("whisper-basic", "Accents stay.", text(CAFE), _steps("whisper-basic"), "hello wörld: 1 of 2", "transforms"),
    asr("whisper-basic-no-diacritics", "Accents go.", text(CAFE), _steps("whisper-basic-no-diacritics"),
        "hello world: 0 of 2", "transforms"),
    asr("whisper-basic-letters", "Words of a letter each.", text(CAFE), _steps("whisper-basic-letters"),
        "ö: 1 of 10", "transforms"),
    asr("whisper-basic-no-diacritics-letters", "Without accents.", text(CAFE),
        _steps("whisper-basic-no-diacritics-letters"), "0 of 10", "transforms"),
    asr("whisper-basic-hindi", "Vowels are marks, and become spaces.", text(HINDI), _steps("whisper-basic"),
        "four consonants alone: 0 of 4", "transforms code-points"),
    asr("whisper-basic-marks", "Vowels stay.", text(HINDI), _steps("whisper-basic-marks"), "1 of 2",
        "transforms code-points"),
    asr("whisper-basic-marks-letters", "Letters with their vowels.", text(HINDI), _steps("whisper-basic-marks-letters"),
        "the last of three", "transforms code-points"),
]
