r"""Split texts by the patterns of NLTK's `RegexpTokenizer`: ``wordpunct_tokenize``, and runs of ``\w``.

NLTK compiles the patterns with the `regex` package since 3.10.3, and with the standard library before. The engines differ
in ``\w``: to `regex`, combining marks belong to words, and numbers such as ``²`` and ``①`` do not.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

_WORDS = r"\w+"
_WORDS_AND_PUNCTUATION = r"\w+|[^\w\s]+"


@cache
def _compiled(pattern: str, engine: str) -> Any:
    return import_module(engine).compile(pattern)


def wordpunct(text: str, engine: str = "regex") -> list[str]:
    """Return the runs of word characters and the runs of other characters except white space.

    `engine` is the module that compiles the pattern, ``regex`` or ``re``.

    >>> wordpunct("It's 3.50!?")
    ['It', "'", 's', '3', '.', '50', '!?']
    """
    found: list[str] = _compiled(_WORDS_AND_PUNCTUATION, engine).findall(text)
    return found


def word_characters(text: str, engine: str = "regex") -> list[str]:
    """Return the runs of word characters; all other characters are dropped. `engine` is as for `wordpunct`.

    >>> word_characters("It's 3.50!?")
    ['It', 's', '3', '50']
    """
    found: list[str] = _compiled(_WORDS, engine).findall(text)
    return found
