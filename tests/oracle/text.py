"""Tokenizers, implemented one character or one pair of characters at a time.

The published tokenizers are chains of regular-expression substitutions. Here each substitution is a pass
along the text: `around` puts spaces around single characters, and `between` rewrites pairs, from left to
right, without using a character twice in one pass.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby

from tests.oracle.arithmetic import OracleError
from tests.oracle.captions import tokenized
from tests.oracle.treebank_js import tokens_treebank_js

Test = Callable[[str], bool]

#: What `str.split` splits at.
SEPARATORS = set("\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {
    chr(code) for code in range(0x2000, 0x200B)
}
#: Unicode's White_Space property: the same without the four information separators.
WHITE_SPACE = SEPARATORS - set("\x1c\x1d\x1e\x1f")
#: What the C function isspace calls white space.
ASCII_WHITE_SPACE = set("\t\n\v\f\r ")

ASCII_DIGITS = set("0123456789")
#: Symbols that 13a always separates: all of ASCII's but the apostrophe, comma, hyphen and full stop.
ASCII_SYMBOLS = set('!"#$%&()*+/:;<=>?@[\\]^_`{|}~ ')
ROUGE_LETTERS = set("abcdefghijklmnopqrstuvwxyz0123456789")

#: First and last code points that sacreBLEU's zh tokenizer isolates. Two of its ranges are mistyped:
#: Extension B became U+2001-U+2A6D, and the compatibility supplement U+2F81-U+2FA1.
ZH_RANGES = (
    (0x3400, 0x4DB5), (0x4E00, 0x9FA5), (0x9FA6, 0x9FBB), (0xF900, 0xFA2D), (0xFA30, 0xFA6A), (0xFA70, 0xFAD9),
    (0x2001, 0x2A6D), (0x2F81, 0x2FA1), (0xFF00, 0xFFEF), (0x2E80, 0x2EFF), (0x3000, 0x303F), (0x31C0, 0x31EF),
    (0x2F00, 0x2FDF), (0x2FF0, 0x2FFF), (0x3100, 0x312F), (0x31A0, 0x31BF), (0xFE10, 0xFE1F), (0xFE30, 0xFE4F),
    (0x2600, 0x26FF), (0x2700, 0x27BF), (0x3200, 0x32FF), (0x3300, 0x33FF),
)  # fmt: skip


def words(text: str, separators: frozenset[str] | set[str] = SEPARATORS) -> list[str]:
    """Return runs of characters that are not white space (the tokenizer ``none``)."""
    words, current = [], ""
    for character in text:
        if character not in separators:
            current += character
        elif current:
            words.append(current)
            current = ""
    return [*words, current] if current else words


def around(text: str, test: Test) -> str:
    """Return the text with spaces around every character that passes `test`."""
    return "".join(f" {character} " if test(character) else character for character in text)


def between(text: str, first: Test, second: Test, shape: str) -> str:
    """Return the text with every pair of neighbours that passes rewritten as `shape`, where 1 and 2 stand for the characters."""
    result, at = "", 0
    while at < len(text):
        pair = text[at : at + 2]
        if len(pair) == 2 and first(pair[0]) and second(pair[1]):
            result += "".join(pair[int(mark) - 1] if mark in "12" else mark for mark in shape)
            at += 2
        else:
            result += text[at]
            at += 1
    return result


def _digit(character: str) -> bool:
    return character in ASCII_DIGITS


def _not_digit(character: str) -> bool:
    return character not in ASCII_DIGITS


def _western(text: str) -> str:
    """Return the text after the rules that 13a and zh share."""
    text = around(text, lambda character: character in ASCII_SYMBOLS)
    text = between(text, _not_digit, lambda character: character in ".,", "1 2 ")
    text = between(text, lambda character: character in ".,", _not_digit, " 1 2")
    return between(text, _digit, lambda character: character == "-", "1 2 ")


def _decoded(text: str) -> str:
    """Return the text with entities decoded in such an order that ``&amp;lt;`` becomes ``<``."""
    for written, meant in (
        ("<skipped>", ""),
        ("-\n", ""),
        ("\n", " "),
        ("&quot;", '"'),
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
    ):
        text = text.replace(written, meant)
    return text


def _spaced_13a(text: str) -> str:
    """Return the text with the spaces of mteval-v13a."""
    return _western(f" {_decoded(text)} ")


def tokens_13a(text: str) -> list[str]:
    """Return the tokens of mteval-v13a, split at white space."""
    return words(_spaced_13a(text))


def tokens_13a_quotes(text: str) -> list[str]:
    """Return the tokens of 13a in sacreBLEU 1.1.0 to 1.1.6, which replace every entity by a quotation mark."""
    for written in ("<skipped>", "-\n"):
        text = text.replace(written, "")
    text = text.replace("\n", " ")
    for name in ("quot", "amp", "lt", "gt"):
        text = text.replace(f"&{name};", '"')
    return words(_western(f" {text} "))


def tokens_13a_unpadded(text: str) -> list[str]:
    """Return the tokens of keras-hub's regular expressions of 13a: no space is added at the ends, and white space is ASCII's."""
    return words(_western(_decoded(text)), ASCII_WHITE_SPACE)


def tokens_13a_unicode(text: str) -> list[str]:
    """Return the tokens of 13a, except that the four information separators do not separate."""
    return words(_spaced_13a(text), WHITE_SPACE)


def _category(letter: str) -> Test:
    return lambda character: unicodedata.category(character).startswith(letter)


def _not_category(letter: str) -> Test:
    return lambda character: not unicodedata.category(character).startswith(letter)


def tokens_intl(text: str) -> list[str]:
    """Return the tokens of mteval-v14 international: symbols, and punctuation not between numbers, are separate tokens."""
    text = between(text, _not_category("N"), _category("P"), "1 2 ")
    text = between(text, _category("P"), _not_category("N"), " 1 2")
    text = around(text, _category("S"))
    return words(text)


def tokens_intl_mteval(text: str) -> list[str]:
    """Return the tokens of mteval-v14.pl's international rules, which decode entities; the ampersand is the second of five."""
    text = "".join(text.split("<skipped>"))
    for name, meant in zip(("quot", "amp", "lt", "gt", "apos"), "\"&<>'", strict=True):
        text = text.replace(f"&{name};", meant)
    text = between(text, _not_category("N"), _category("P"), "1 2 ")
    text = between(text, _category("P"), _not_category("N"), " 1 2")
    return words(around(text, _category("S")), WHITE_SPACE)


def tokens_intl_1(text: str) -> list[str]:
    """Return the tokens of ``intl`` in sacreBLEU 1: the backslash is no punctuation mark; only decimal digits keep marks."""

    def punctuation(character: str) -> bool:
        return _category("P")(character) and character != "\\"

    text = between(text, _not_category("Nd"), punctuation, "1 2 ")
    text = between(text, punctuation, _not_category("Nd"), " 1 2")
    return words(around(text, _category("S")))


def tokens_zh(text: str) -> list[str]:
    """Return the tokens of sacreBLEU's zh: Chinese characters are separate tokens, and the rest is split like Western text."""
    first = next((i for i, character in enumerate(text) if character not in SEPARATORS), len(text))
    after = max((i + 1 for i, character in enumerate(text) if character not in SEPARATORS), default=0)
    chinese = around(text[first:after], lambda c: any(low <= ord(c) <= high for low, high in ZH_RANGES))
    return words(_western(chinese))


def tokens_char(text: str) -> list[str]:
    """Return every character except white space."""
    return [character for character in text if character not in SEPARATORS]


def tokens_utf_16(text: str) -> list[str]:
    """Return every unit of UTF-16: a character, or the numbers of the two halves of a character."""
    tokens = []
    for character in text:
        number = ord(character)
        if number > 0xFFFF:
            high, low = divmod(number - 0x10000, 0x400)
            tokens += [f"U+{0xD800 + high:X}", f"U+{0xDC00 + low:X}"]
        else:
            tokens.append(f"U+{number:X}" if unicodedata.category(character) == "Cs" else character)
    return tokens


def tokens_rouge(text: str) -> list[str]:
    """Return runs of a-z and 0-9; every other character separates."""
    return words("".join(character if character in ROUGE_LETTERS else " " for character in text))


def tokens_rouge_cased(text: str) -> list[str]:
    """Return runs of a-z, A-Z and 0-9."""
    letters = ROUGE_LETTERS | {letter.upper() for letter in ROUGE_LETTERS}
    return words("".join(character if character in letters else " " for character in text))


def tokens_ascii_words(text: str) -> list[str]:
    """Return the runs of ASCII letters, digits and underscores."""
    letters = ROUGE_LETTERS | {letter.upper() for letter in ROUGE_LETTERS} | {"_"}
    return words("".join(character if character in letters else " " for character in text))


def tokens_rouge_nltk(text: str) -> list[str]:
    """Return the tokens of `tokens_rouge`, after NLTK's split of five spoken forms after three letters (lemme: lem me)."""
    spoken = {"gimme", "gonna", "gotta", "lemme", "wanna"}
    return [part for word in tokens_rouge(text) for part in ((word[:3], word[3:]) if word in spoken else (word,))]


def tokens_spaces(text: str) -> list[str]:
    """Return the strings between spaces, including empty ones."""
    parts = [""]
    for character in text:
        if character == " ":
            parts.append("")
        else:
            parts[-1] += character
    return parts


def tokens_treebank(text: str) -> list[str]:
    """Return NLTK's Treebank words of a text, treated as one sentence."""
    try:
        from nltk.tokenize import NLTKWordTokenizer
    except ImportError as problem:
        raise RuntimeError("the oracle takes Treebank words from NLTK: install nltk") from problem
    return list(NLTKWordTokenizer().tokenize(text))


def _runs(text: str, class_of: Callable[[str], str], kept: str) -> list[str]:
    return ["".join(run) for kind, run in groupby(text, class_of) if kind in kept]


def _class_in_regex(character: str) -> str:
    """Return "s" for Unicode's white space, "w" for a character of words to the regex package, "o" for others."""
    if character in WHITE_SPACE:
        return "s"
    kind = unicodedata.category(character)
    return "w" if kind[0] in "LM" or kind in ("Nd", "Nl", "Pc") or character in "\u200c\u200d" else "o"


def _class_in_re(character: str) -> str:
    """Return the same of Python's own engine."""
    if character.isspace():
        return "s"
    return "w" if character.isalnum() or character == "_" else "o"


#: Ideographs with their radicals and marks, and Hangul syllables.
_UNNAMED = ((0x2E80, 0x2FD5), (0x3005, 0x3005), (0x303B, 0x303B), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3),
            (0xF900, 0xFAFF))  # fmt: skip


def _nist_class(letters: str) -> Test:
    """Return a test for a class of characters in NLTK's data, which only has the first plane.

    The class named after numbers has all characters that are not numbers, white space, Chinese or Korean. Tests must not
    use U+166D and U+2308 to U+230B, whose category has changed, or characters newer than Unicode 7.
    """

    def test(character: str) -> bool:
        code, kind = ord(character), unicodedata.category(character)[0]
        if letters == "N" and any(low <= code <= high for low, high in _UNNAMED):
            return False
        return code < 0x10000 and (kind not in "NZC" if letters == "N" else kind == letters)

    return test


def _nist_cleaned(text: str) -> str:
    """Return the cleaned text; the ampersand is decoded last, so ``&amp;lt;`` becomes ``&lt;``."""
    text = "".join(text.split("<skipped>")).replace("\u2028", " ")
    for name, meant in zip(("gt", "lt", "apos", "quot", "#124", "#91", "#93", "amp"), "><'\"|[]&", strict=True):
        text = text.replace(f"&{name};", meant)
    return text


def tokens_nist(text: str, lower: bool) -> list[str]:
    """Return the tokens of NLTK's ``NISTTokenizer().tokenize``: the rules of 13a after its own cleaning."""
    text = f" {_nist_cleaned(text)} "
    return words(_western(text.lower() if lower else text))


def tokens_nist_intl(text: str, lower: bool) -> list[str]:
    """Return the tokens of its ``international_tokenize``, which separates ASCII from all other characters."""
    text = _nist_cleaned(text)
    text = text.lower() if lower else text
    apart = "".join(
        f" {''.join(run)} " if ascii_only else "".join(run) for ascii_only, run in groupby(text, str.isascii)
    )
    number, punctuation = _nist_class("N"), _nist_class("P")
    apart = between(between(apart, number, punctuation, "1 2 "), punctuation, number, " 1 2")
    return words(around(apart, _nist_class("S")))


TOKENIZERS: dict[str, Callable[[str], list[str]]] = {
    "13a": tokens_13a,
    "13a-unicode": tokens_13a_unicode,
    "13a-quotes": tokens_13a_quotes,
    "13a-unpadded": tokens_13a_unpadded,
    "intl": tokens_intl,
    "intl-1": tokens_intl_1,
    "intl-mteval": tokens_intl_mteval,
    "zh": tokens_zh,
    "char": tokens_char,
    "none": words,
    "none-unicode": lambda text: words(text, WHITE_SPACE),
    "none-ascii": lambda text: words(text, ASCII_WHITE_SPACE),
    "utf-16": tokens_utf_16,
    "rouge": tokens_rouge,
    "rouge-cased": tokens_rouge_cased,
    "ascii-words": tokens_ascii_words,
    "rouge-nltk": tokens_rouge_nltk,
    "spaces": tokens_spaces,
    "treebank": tokens_treebank,
    "treebank-js": tokens_treebank_js,
    "ptb-coco": lambda text: words(tokenized(text)),
    "wordpunct": lambda text: _runs(text, _class_in_regex, "wo"),
    "wordpunct-re": lambda text: _runs(text, _class_in_re, "wo"),
    "word-characters": lambda text: _runs(text, _class_in_regex, "w"),
    "word-characters-re": lambda text: _runs(text, _class_in_re, "w"),
    "ptb-coco-spaces": lambda text: tokens_spaces(tokenized(text)),
    "nltk-nist": lambda text: tokens_nist(text, lower=False),
    "nltk-nist-lower": lambda text: tokens_nist(text, lower=True),
    "nltk-nist-intl": lambda text: tokens_nist_intl(text, lower=False),
    "nltk-nist-intl-lower": lambda text: tokens_nist_intl(text, lower=True),
}

PORTER_MODES = {
    "porter-nltk": "NLTK_EXTENSIONS",
    "porter-martin": "MARTIN_EXTENSIONS",
    "porter-original": "ORIGINAL_ALGORITHM",
}


def stem(token: str, stemmer: str) -> str:
    """Return the Porter stem of a token of four characters or more, by NLTK's implementation."""
    if stemmer == "none" or len(token) < 4:
        return token
    try:
        from nltk.stem.porter import PorterStemmer
    except ImportError as problem:
        raise RuntimeError("the oracle stems with NLTK's PorterStemmer: install nltk") from problem
    return str(PorterStemmer(PORTER_MODES[stemmer]).stem(token))


def tokenize(line: str | list[str], tokenizer: str) -> list[str]:
    """Return the tokens of `line`; ``given`` requires tokens, all other tokenizers text."""
    if isinstance(line, str) == (tokenizer == "given"):
        raise OracleError(f"tokenizer={tokenizer} cannot take {line!r}")
    return list(_tokens(line, tokenizer) if isinstance(line, str) else line)


@lru_cache(maxsize=1 << 14)
def _tokens(line: str, tokenizer: str) -> tuple[str, ...]:
    """Return the tokens of a text, cached because a vector is asked under many settings, and a resample has texts again."""
    return tuple(TOKENIZERS[tokenizer](line))


def lower_tokens(tokens: list[str], case: str) -> list[str]:
    """Return tokens in lower case, as a value of the knob ``case`` that applies to tokens says; otherwise unchanged."""
    match case:
        case "ascii-tokens":
            return ["".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in token) for token in tokens]
        case "lower-characters":
            return ["".join(character.lower() for character in token) for token in tokens]
        case "lower-tokens":
            return [token.lower() for token in tokens]
    return tokens


def strip_right(text: str) -> str:
    """Return `text` without white space at its end."""
    while text and text[-1] in SEPARATORS:
        text = text[:-1]
    return text
