r"""Split a sentence into Penn Treebank tokens as the npm package js-rouge does, by a chain of substitutions.

The tokenizer differs from NLTK's (`samescore.text.treebank`). Whether a double quote opens or closes depends on the
characters around it; a colon or a comma is not separated from a decimal digit after it; three full stops are a token,
but two are not; curly quotes and dashes are treated as letters; and the full stop after two initials (``U.S.``) is
kept. White space is JavaScript's and U+0085.

JavaScript strings consist of UTF-16 code units. This has one effect: a character beyond U+FFFF before a quote does not
count as punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any, NamedTuple

_WHITE_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")
_QUOTE = re.compile("``|''|\"")
_ALONE = r" \g<0> "
#: The two parts of each contraction, with each letter in either case; a long s counts as an s.
_CONTRACTIONS = (
    ("[cC][aA][nN]", "[nN][oO][tT]"),
    ("[dD]", "'[yY][eE]"),
    ("[gG][iI][mM]", "[mM][eE]"),
    ("[gG][oO][nN]", "[nN][aA]"),
    ("[gG][oO][tT]", "[tT][aA]"),
    ("[lL][eE][mM]", "[mM][eE]"),
    ("[mM][oO][rR][eE]", "'[nN]"),
    ("[wW][aA][nN]", "[nN][aA](?= )"),
    ("'[tT]", "[iI][sS\u017f]"),
    ("'[tT]", "[wW][aA][sS\u017f]"),
)
#: A pattern of the characters that prevent a contraction next to them from being split.
_LETTER = r"[\p{ID_Continue}\u200c\u200d]"
#: The last character that is a single UTF-16 code unit.
_FURTHEST = "\uffff"


class _Rules(NamedTuple):
    """Compiled patterns: character classes, and the substitutions before and after the text is padded with spaces."""

    opens_before: Any
    opens_here: Any
    begins_quotation: Any
    number: Any
    modifier: Any
    before: list[tuple[Any, str]]
    after: list[tuple[Any, str]]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    import regex

    before = (
        (r"\.{3}", _ALONE),
        (r"[:,](?!\p{Nd})", _ALONE),
        ("[;@#$%&]", _ALONE),
        (r"(?a)([^.])(?<!\b[A-Za-z]\.[A-Za-z])\.([\])}>' ]*)\Z", r"\1 .\2 "),
        ("[?!]", _ALONE),
        (r"[\][(){}<>]", _ALONE),
        ("--", _ALONE),
    )
    after = (
        ("([^'])' ", r"\1 ' "),
        ("'([sSmMdD]) ", r" '\1 "),
        ("('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r" \1 "),
        *((rf"(?<!{_LETTER})({one})({two})(?!{_LETTER})", r" \1 \2 ") for one, two in _CONTRACTIONS),
    )
    return _Rules(
        opens_before=regex.compile(r"[ \p{P}<]"),
        opens_here=regex.compile(r"[ \p{Ps}<]"),
        begins_quotation=regex.compile(r"[\p{L}\p{N}\p{Sc}\p{Ps}]"),
        number=regex.compile(r"\p{N}"),
        modifier=regex.compile(r"\p{Lm}"),
        before=[(regex.compile(pattern), replacement) for pattern, replacement in before],
        after=[(regex.compile(pattern), replacement) for pattern, replacement in after],
    )


def treebank_js_words(sentence: str) -> list[str]:
    """Return the tokens of one sentence; none for a text of white space.

    >>> treebank_js_words('He said, "I cannot, in 12,000 years." I know.')
    ['He', 'said', ',', '``', 'I', 'can', 'not', ',', 'in', '12,000', 'years.', "''", 'I', 'know', '.']
    """
    text = _WHITE_SPACE.sub(" ", sentence).strip(" ")
    rules = _rules()
    text = _with_paired_quotes(text, rules)
    for pattern, replacement in rules.before:
        text = pattern.sub(replacement, text)
    text = f" {text} "
    for pattern, replacement in rules.after:
        text = pattern.sub(replacement, text)
    return [word for word in text.split(" ") if word]


def _with_paired_quotes(text: str, rules: _Rules) -> str:
    """Replace each double quote by an opening or a closing quote between spaces."""
    found = list(_QUOTE.finditer(text))
    parts, end, inside = [], 0, False
    for number, quote in enumerate(found):
        following = found[number + 1][0] if number + 1 < len(found) else ""
        inside = quote[0] == "``" or (not inside and _opens(text, quote, following, rules))
        parts += [text[end : quote.start()], " `` " if inside else " '' "]
        end = quote.end()
    return "".join([*parts, text[end:]])


def _opens(text: str, quote: re.Match[str], following: str, rules: _Rules) -> bool:
    """Return whether a ``"`` or ``''`` outside a quotation opens one; `following` is the next quote in the text."""
    start, end = quote.span()
    previous = text[start - 1] if start else " "
    known = previous <= _FURTHEST  # beyond it, the UTF-16 code unit before the quote has no class
    if end == len(text) and not (known and rules.opens_here.match(previous)):
        return False
    if not (known and rules.opens_before.match(previous)) and not _follows_modifier(text, start, rules):
        return False
    if previous in ".!?":
        return False
    if quote[0] == '"':
        return True
    return start > 0 and end < len(text) and bool(rules.begins_quotation.match(text[end])) and following == "''"


def _follows_modifier(text: str, start: int, rules: _Rules) -> bool:
    """Return whether a quote follows a footnote mark at the end of a sentence.

    The mark is a raised letter, perhaps after digits. The sentence must end with a full stop, question mark or
    exclamation mark and a closing quote.
    """
    place = start - 1
    if place < 0 or not rules.modifier.match(text[place]):
        return False
    if unicodedata.normalize("NFKC", text[place]) == text[place] or text[start] not in "\"'":
        return False
    while place and rules.number.match(text[place - 1]):
        place -= 1
    return place > 1 and text[place - 2] in ".!?" and text[place - 1] in "\"'”’"
