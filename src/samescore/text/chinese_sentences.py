"""Split text into sentences as rouge-chinese 1.0.3 does (``Rouge.cut_sent``)."""

from __future__ import annotations

import re

#: Patterns, applied in this order; a line break is inserted between the two groups of each match.
_CUTS = [
    re.compile("([\u3002\uff01\uff1f?])([^\u201d\u2019])"),
    re.compile(r"(\.{6})([^\u201d\u2019])"),
    re.compile("(\u2026{2})([^\u201d\u2019])"),
    re.compile("([\u3002\uff01\uff1f?][\u201d\u2019])([^\uff0c\u3002\uff01\uff1f?])"),
]


def chinese_sentences(text: str) -> list[str]:
    r"""Return the non-empty lines of a text, each split after Chinese sentence-ending punctuation.

    A sentence ends after a Chinese full stop, exclamation mark or question mark, an ASCII question mark, six full stops
    or two ellipses, unless a closing quotation mark or the end of the text follows. It also ends after one of these
    single marks with a closing quotation mark, unless a comma or another such mark follows. White space at the end of
    the text is dropped.

    >>> chinese_sentences("a?b\n\nc")
    ['a?', 'b', 'c']
    """
    for cut in _CUTS:
        text = cut.sub(r"\1\n\2", text)
    return [sentence for sentence in text.rstrip().split("\n") if sentence]
