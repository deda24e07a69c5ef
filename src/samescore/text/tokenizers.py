"""Tokenizers, which are functions from the text of a segment to its tokens.

An empty text has no tokens, except for `split_spaces` and ``ptb-coco-spaces``. `RULES` maps values of the knob
``tokenizer`` to functions; `samescore.text.resources.segmenters` has tokenizers that need dictionaries or models.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module

from samescore.text.western import space_stops, space_symbols, with_quotes, without_markup

Tokenizer = Callable[[str], list[str]]

#: Code points that sacreBLEU's `zh` tokenizer treats as Chinese. The range 2001-2A6D is a typo there for 20000-2A6D6 (a
#: five-digit escape is read as four digits and a letter). It is kept, because scores depend on it: arrows, box drawing
#: and mathematical symbols are split, Extension B is not.
ZH_RANGES = (
    (0x2001, 0x2A6D),
    (0x2E80, 0x2EFF),
    (0x2F00, 0x2FDF),
    (0x2FF0, 0x2FFF),
    (0x3000, 0x303F),
    (0x3100, 0x312F),
    (0x31A0, 0x31BF),
    (0x31C0, 0x31EF),
    (0x3200, 0x33FF),
    (0x3400, 0x4DB5),
    (0x4E00, 0x9FBB),
    (0xF900, 0xFA2D),
    (0xFA30, 0xFA6A),
    (0xFA70, 0xFAD9),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),
)


@cache
def _zh_character() -> re.Pattern[str]:
    return re.compile("([" + "".join(f"{chr(low)}-{chr(high)}" for low, high in ZH_RANGES) + "])")


@cache
def white_space() -> re.Pattern[str]:
    r"""Compile a pattern for runs of Unicode's White_Space, which is ``\s`` in the `regex` package and in Rust.

    It does not contain U+001C to U+001F, at which `str.split` also splits.
    """
    return re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


@cache
def _rouge_separator() -> re.Pattern[str]:
    return re.compile(r"[^a-z0-9]+")


_ASCII_LOWER = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def ascii_lower(text: str) -> str:
    """Lowercase A to Z and leave other characters unchanged."""
    return text.lower() if text.isascii() else text.translate(_ASCII_LOWER)


def split_whitespace(text: str) -> list[str]:
    """Split at any Unicode white space and at U+001C to U+001F, as `str.split` does; sacreBLEU calls this ``none``."""
    return text.split()


@cache
def _ascii_white_space() -> re.Pattern[str]:
    return re.compile("[\t-\r ]+")


def split_ascii_whitespace(text: str) -> list[str]:
    r"""Split at ASCII white space only, as Perl's ``split`` does with bytes; not at U+001C to U+001F.

    >>> split_ascii_whitespace("a\xa0b\tc ")
    ['a\xa0b', 'c']
    """
    return [token for token in _ascii_white_space().split(text) if token]


def split_unicode_whitespace(text: str) -> list[str]:
    r"""Split at Unicode's White_Space, as Rust's ``split_whitespace`` does; not at U+001C to U+001F.

    >>> split_unicode_whitespace("a\x1cb\xa0c ")
    ['a\x1cb', 'c']
    """
    return [token for token in white_space().split(text) if token]


def tokenize_13a(text: str) -> list[str]:
    """Split by the rules of mteval-v13a.pl, as in sacreBLEU.

    Replace entities, separate ASCII symbols, and separate full stops and commas unless they are between digits.

    >>> tokenize_13a("It costs 1,000.50 in 2010.")
    ['It', 'costs', '1,000.50', 'in', '2010', '.']
    """
    return _space_13a(text).split()


def tokenize_13a_unicode(text: str) -> list[str]:
    r"""Split as `tokenize_13a` does, but not at U+001C to U+001F, which are not White_Space in Unicode.

    >>> tokenize_13a_unicode("a\x1cb c.")
    ['a\x1cb', 'c', '.']
    """
    return split_unicode_whitespace(_space_13a(text))


def tokenize_13a_quotes(text: str) -> list[str]:
    """Split as `tokenize_13a` does, but replace every entity by a quotation mark, as sacreBLEU up to 1.1.6 does.

    >>> tokenize_13a_quotes("R&amp;D")
    ['R', '"', 'D']
    """
    return space_stops(space_symbols(f" {with_quotes(text)} ")).split()


def tokenize_13a_unpadded(text: str) -> list[str]:
    """Split as `tokenize_13a` does, but at ASCII white space and without spaces added at both ends, as keras-hub does.

    >>> tokenize_13a_unpadded(".5 and, in 2010.")
    ['.5', 'and', ',', 'in', '2010.']
    """
    return split_ascii_whitespace(space_stops(space_symbols(without_markup(text))))


def _space_13a(text: str) -> str:
    return space_stops(space_symbols(f" {without_markup(text)} "))


def tokenize_zh(text: str) -> list[str]:
    """Split by sacreBLEU's Chinese rules: separate every character in `ZH_RANGES`, then apply the Western rules.

    Unlike in `tokenize_13a`, entities are not replaced, and no spaces are added at the ends.
    """
    return space_stops(space_symbols(_zh_character().sub(r" \1 ", text.strip()))).split()


def tokenize_char(text: str) -> list[str]:
    """Split into single characters, and drop white space."""
    return [character for character in text if not character.isspace()]


@cache
def _js_white_space() -> re.Pattern[str]:
    return re.compile("[\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")


def one_space(text: str) -> str:
    r"""Collapse each run of white space, as JavaScript's ``\s`` defines it, to one space, and strip both ends.

    >>> one_space(" a\t\ufeffb\x85")
    'a b\x85'
    """
    return _js_white_space().sub(" ", text).strip(" ")


def utf_16_units(text: str) -> list[str]:
    """Split into UTF-16 code units: two for a character beyond U+FFFF. Surrogates are written as ``U+XXXX``.

    >>> utf_16_units("a😀")
    ['a', 'U+D83D', 'U+DE00']
    """
    encoded = text.encode("utf-16-be", "surrogatepass")
    numbers = [int.from_bytes(encoded[start : start + 2], "big") for start in range(0, len(encoded), 2)]
    return [f"U+{number:X}" if 0xD800 <= number < 0xE000 else chr(number) for number in numbers]


def tokenize_rouge(text: str) -> list[str]:
    """Return the runs of lowercase ASCII letters and digits, as rouge-score does; all other characters separate.

    This includes uppercase letters, so the text must be lowercased first (knob ``case``).
    """
    return _rouge_separator().sub(" ", text).split()


_CASED = re.compile("[A-Za-z0-9]+")


def tokenize_rouge_cased(text: str) -> list[str]:
    """Return the runs of ASCII letters of either case and digits, as compare-mt's ROUGE does."""
    return _CASED.findall(text)


_ASCII_WORDS = re.compile(r"\w+", re.ASCII)


def tokenize_ascii_words(text: str) -> list[str]:
    r"""Return the runs of ASCII letters, digits and underscores, i.e. JavaScript's ``\w+``.

    >>> tokenize_ascii_words("a_b don't caf\xe9")
    ['a_b', 'don', 't', 'caf']
    """
    return _ASCII_WORDS.findall(text)


_TWO_WORDS = {"gimme": "gim me", "gonna": "gon na", "gotta": "got ta", "lemme": "lem me", "wanna": "wan na"}


def tokenize_rouge_nltk(text: str) -> list[str]:
    """Split as `tokenize_rouge` does, and also split five contractions, such as ``gonna``, as NLTK does.

    ``cannot`` stays one token.

    >>> tokenize_rouge_nltk("i'm gonna, i cannot")
    ['i', 'm', 'gon', 'na', 'i', 'cannot']
    """
    return " ".join(_TWO_WORDS.get(token, token) for token in tokenize_rouge(text)).split()


def split_spaces(text: str) -> list[str]:
    """Split at every space character, keeping empty strings; the empty text is one empty token.

    >>> split_spaces("a  b ")
    ['a', '', 'b', '']
    """
    return text.split(" ")


def split_ascii_space(text: str) -> list[str]:
    r"""Split at runs of space characters; no other white space separates.

    >>> split_ascii_space("a  b\tc ")
    ['a', 'b\tc']
    """
    return [word for word in text.split(" ") if word]


def split_each_space(text: str) -> list[str]:
    """Split at every space character, keeping empty words except after the last space, as fastwer does.

    >>> split_each_space("a  b ")
    ['a', '', 'b']
    """
    *before, last = text.split(" ")
    return [*before, last] if last else before


def split_every_space(text: str) -> list[str]:
    """Split at every space character, keeping empty words; an empty text has no words.

    >>> split_every_space("a  b "), split_every_space("")
    (['a', '', 'b', ''], [])
    """
    return text.split(" ") if text else []


def _lazy_tokenizer(module: str, name: str, **options: bool | str) -> Tokenizer:
    """Return a tokenizer of another module of this folder; the module is imported when the first text is tokenized."""

    @cache
    def tokenizer() -> Tokenizer:
        return partial(getattr(import_module(f"samescore.text.{module}"), name), **options)

    return lambda text: tokenizer()(text)


RULES: dict[str, Tokenizer] = {
    "13a": tokenize_13a,
    "13a-unicode": tokenize_13a_unicode,
    "13a-quotes": tokenize_13a_quotes,
    "13a-unpadded": tokenize_13a_unpadded,
    "intl": _lazy_tokenizer("international", "tokenize_intl"),
    "intl-1": _lazy_tokenizer("international", "tokenize_intl_1"),
    "intl-mteval": _lazy_tokenizer("international", "tokenize_intl_mteval"),
    "zh": tokenize_zh,
    "char": tokenize_char,
    "none": split_whitespace,
    "none-ascii": split_ascii_whitespace,
    "none-unicode": split_unicode_whitespace,
    "rouge": tokenize_rouge,
    "rouge-cased": tokenize_rouge_cased,
    "ascii-words": tokenize_ascii_words,
    "rouge-nltk": tokenize_rouge_nltk,
    "spaces": split_spaces,
    "treebank": _lazy_tokenizer("treebank", "treebank_words"),
    "treebank-js": _lazy_tokenizer("treebank_js", "treebank_js_words"),
    "ptb-coco": _lazy_tokenizer("ptb_words", "ptb_words"),
    "wordpunct": _lazy_tokenizer("regexp_words", "wordpunct"),
    "wordpunct-re": _lazy_tokenizer("regexp_words", "wordpunct", engine="re"),
    "word-characters": _lazy_tokenizer("regexp_words", "word_characters"),
    "word-characters-re": _lazy_tokenizer("regexp_words", "word_characters", engine="re"),
    "ptb-coco-spaces": _lazy_tokenizer("ptb_words", "ptb_words_between_spaces"),
    "nltk-nist": _lazy_tokenizer("nist_words", "nist_words"),
    "nltk-nist-lower": _lazy_tokenizer("nist_words", "nist_words", lower=True),
    "nltk-nist-intl": _lazy_tokenizer("nist_words", "nist_international"),
    "nltk-nist-intl-lower": _lazy_tokenizer("nist_words", "nist_international", lower=True),
    "utf-16": utf_16_units,
    "ascii-space": split_ascii_space,
    "each-space": split_each_space,
    "every-space": split_every_space,
}
