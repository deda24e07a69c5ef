"""Whisper's text normalizers, as in openai/whisper and the package whisper-normalizer.

Source: Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision" (ICML 2023), appendix C.
"""

from __future__ import annotations

import pkgutil
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, partial

import regex

from samescore.text.brackets import without_brackets, without_round_brackets
from samescore.text.whisper_numbers import with_digits

_HESITATIONS = re.compile(r"\b(?:hmm|mm|mhm|mmm|uh|um)\b")
_BEFORE_APOSTROPHE = re.compile(r"(?<!\s)\s+'")
_COMMA_IN_NUMBER = re.compile(r"(\d),(\d)")
_FULL_STOP = re.compile(r"\.(?:([^0-9])|$)")
_LONE_SYMBOL = re.compile(r"[.$¢€£]([^0-9])")
_LONE_PERCENT = re.compile(r"([^0-9])%")
_SPACES = re.compile(r"\s+")
#: Symbols that may be part of numbers.
_KEPT = ".%$¢€£"
#: ASCII replacements of letters that compatibility decomposition does not decompose.
_LETTERS = {
    "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "ß": "ss", "ẞ": "SS", "đ": "d", "Đ": "D",
    "ð": "d", "Ð": "D", "þ": "th", "Þ": "th", "ł": "l", "Ł": "L",
}  # fmt: skip

_CONTRACTIONS = {
    "won't": "will not", "can't": "can not", "let's": "let us", "ain't": "aint", "y'all": "you all",
    "wanna": "want to", "gotta": "got to", "gonna": "going to", "i'ma": "i am going to", "imma": "i am going to",
    "woulda": "would have", "coulda": "could have", "shoulda": "should have", "ma'am": "madam",
}  # fmt: skip
#: Further contractions that whisper-normalizer expands.
_MORE_CONTRACTIONS = {"kinda": "kind of", "sorta": "sort of", "dunno": "do not know", "cause": "because"}
_TITLES = {
    "mr": "mister", "mrs": "missus", "st": "saint", "dr": "doctor", "prof": "professor", "capt": "captain",
    "gov": "governor", "ald": "alderman", "gen": "general", "sen": "senator", "rep": "representative",
    "pres": "president", "rev": "reverend", "hon": "honorable", "asst": "assistant", "assoc": "associate",
    "lt": "lieutenant", "col": "colonel", "jr": "junior", "sr": "senior", "esq": "esquire",
}  # fmt: skip
#: Word endings and their expansions, in order of replacement.
_ENDINGS = {
    "'d been": " had been", "'s been": " has been", "'d gone": " had gone", "'s gone": " has gone",
    "'d done": " had done", "'s got": " has got", "n't": " not", "'re": " are", "'s": " is", "'d": " would",
    "'ll": " will", "'t": " not", "'ve": " have", "'m": " am",
}  # fmt: skip


#: Text that every match contains, the expression, and its replacement.
_Expression = tuple[str, re.Pattern[str], str]


def _expressions(words: Mapping[str, str]) -> list[_Expression]:
    """Return the replacements of `words`, titles and word endings, in the order in which they are applied."""
    whole = {**words, **{title: f"{name} " for title, name in _TITLES.items()}}
    return [
        *((word, re.compile(rf"\b{word}\b"), instead) for word, instead in whole.items()),
        *((ending, re.compile(rf"{ending}\b"), instead) for ending, instead in _ENDINGS.items()),
    ]


_OPENAI = _expressions(_CONTRACTIONS)
_PACKAGE = _expressions(_CONTRACTIONS | _MORE_CONTRACTIONS)


@cache
def american_spellings() -> dict[str, str]:
    """Return a mapping from British to American spellings, in lower case."""
    lines = (pkgutil.get_data("samescore.text.resources", "spellings/american.txt") or b"").decode("utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def english(text: str) -> str:
    """Normalize as ``EnglishTextNormalizer`` of openai/whisper does. Raises `MetricError` as `with_digits` does.

    >>> english("It's 5 o'clock, Mr. Grey!"), english("-5 colours at 100 %")
    ('it is 50 clock mister gray', '5 colors at 100 ')
    """
    return _english(text, _OPENAI)


def english_of_package(text: str) -> str:
    """Normalize as ``EnglishTextNormalizer`` of whisper-normalizer does, which expands four more contractions.

    Raises `MetricError` as `with_digits` does.

    >>> english_of_package("cause"), english("cause")
    ('because', 'cause')
    """
    return _english(text, _PACKAGE)


def _english(text: str, expressions: list[_Expression]) -> str:
    text = without_round_brackets(without_brackets(text.lower()))
    text = _BEFORE_APOSTROPHE.sub("'", _HESITATIONS.sub("", text))
    for words, expression, instead in expressions:
        if words in text:
            text = expression.sub(instead, text)
    text = _COMMA_IN_NUMBER.sub(r"\1\2", text)
    text = _FULL_STOP.sub(lambda match: f" {match[1] or ''}", text)
    text = with_digits(_without_diacritics(text, _KEPT))
    spellings = american_spellings()
    text = " ".join(spellings.get(word, word) for word in text.split())
    text = _LONE_PERCENT.sub(r"\1 ", _LONE_SYMBOL.sub(r" \1", text))
    return _SPACES.sub(" ", text)


class _Replacements(dict[int, str]):
    """A table for `str.translate`, whose replacements of characters are computed on first use."""

    def __init__(self, replacement: Callable[[str], str]) -> None:
        super().__init__()
        self._replacement = replacement

    def __missing__(self, code_point: int) -> str:
        found = self[code_point] = self._replacement(chr(code_point))
        return found


def _without_accent(character: str, kept: str) -> str:
    """Return the replacement of a decomposed character.

    Characters in `kept`, and characters without a rule, are unchanged. Letters in `_LETTERS` become ASCII letters,
    accents are deleted, and other marks, symbols and punctuation become a space.
    """
    if character in kept:
        return character
    category = unicodedata.category(character)
    return _LETTERS.get(character) or ("" if category == "Mn" else " " if category[0] in "MSP" else character)


@cache
def _accents(kept: str) -> _Replacements:
    return _Replacements(partial(_without_accent, kept=kept))


def _without_diacritics(text: str, kept: str = "") -> str:
    """Decompose a text (NFKD), drop accents, and replace symbols and punctuation that are not in `kept` by spaces."""
    return unicodedata.normalize("NFKD", text).translate(_accents(kept))


@cache
def _symbols(categories: str) -> _Replacements:
    return _Replacements(lambda character: " " if unicodedata.category(character)[0] in categories else character)


def _without_symbols(text: str, categories: str) -> str:
    """Compose a text (NFKC), and replace characters by spaces if the initial of their category is in `categories`."""
    return unicodedata.normalize("NFKC", text).translate(_symbols(categories))


def basic(text: str, clean: str = "symbols", letters: bool = False) -> str:
    """Normalize as ``BasicTextNormalizer`` does: lowercase, delete text in brackets, and clean.

    `clean` says what becomes a space: ``symbols`` (marks, symbols and punctuation) or ``marks-kept`` (symbols and
    punctuation). With ``diacritics``, accents are dropped and other marks, symbols and punctuation become spaces.
    `letters` puts spaces between graphemes.

    >>> basic("Hello, [x] Wörld!"), basic("Wörld", "diacritics"), basic("Hé!", letters=True)
    ('hello wörld ', 'world', 'h é ')
    """
    text = without_round_brackets(without_brackets(text.lower()))
    if clean == "diacritics":
        text = _without_diacritics(text)
    else:
        text = _without_symbols(text, "SP" if clean == "marks-kept" else "MSP")
    text = text.lower()
    if letters:
        text = " ".join(regex.findall(r"\X", text, regex.U))
    return _SPACES.sub(" ", text)


#: The normalizers by the names of their transform steps.
NORMALIZERS: dict[str, Callable[[str], str]] = {
    "whisper-english": english,
    "whisper-normalizer-english": english_of_package,
    "whisper-basic": basic,
    "whisper-basic-letters": partial(basic, letters=True),
    "whisper-basic-no-diacritics": partial(basic, clean="diacritics"),
    "whisper-basic-no-diacritics-letters": partial(basic, clean="diacritics", letters=True),
    "whisper-basic-marks": partial(basic, clean="marks-kept"),
    "whisper-basic-marks-letters": partial(basic, clean="marks-kept", letters=True),
}
