"""How answers to questions are normalized and cut into words: SQuAD's rules and CMRC2018's."""

from __future__ import annotations

import re
import string
from collections.abc import Callable

from samescore.text.punkt import punkt_sentences
from samescore.text.treebank import treebank_words

_DELETE_ASCII_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")

#: What CMRC2018 deletes. Its list also has the ellipsis as two characters in one, which no character equals.
CMRC_PUNCTUATION = frozenset("-:_*^/\\~`+=，。：？！“”；’《》·、「」（）－～『』")


def squad(text: str) -> str:
    """Lower case, ASCII punctuation deleted, *then* the articles, white space run together.

    >>> squad("The U.S., a.an.the -- Café")
    'us aanthe café'
    """
    return " ".join(_ARTICLE.sub(" ", text.lower().translate(_DELETE_ASCII_PUNCTUATION)).split())


def cmrc(text: str) -> str:
    """Lower case, the ends stripped, CMRC2018's punctuation deleted; spaces and ASCII stops and commas stay."""
    return "".join(character for character in text.lower().strip() if character not in CMRC_PUNCTUATION)


def is_number(text: str) -> bool:
    """Can Python's `float` read it?"""
    try:
        float(text)
    except ValueError:
        return False
    return True


def drop(text: str) -> str:
    """DROP's rules, for each stretch between spaces and hyphens.

    Lower case; numbers as Python prints their `float`; other words without ASCII punctuation (which may make them
    numbers) and articles.

    >>> drop("The 1,000 twenty-one U.S. 3.50%")
    '1000.0 twenty one us 350.0'
    """
    words = []
    for word in re.split(" |-", text):
        word = word.lower()
        word = word if is_number(word) else word.translate(_DELETE_ASCII_PUNCTUATION)
        word = str(float(word)) if is_number(word) else word
        words.append(" ".join(_ARTICLE.sub(" ", word).split()))
    return " ".join(word for word in words if word)


def lower(text: str) -> str:
    """Lower case, the ends stripped."""
    return text.lower().strip()


def sentence_words(text: str) -> list[str]:
    """Treebank words of each sentence that untrained Punkt finds."""
    return [word for sentence in punkt_sentences(text) for word in treebank_words(sentence)]


def mixed_words(text: str, words: Callable[[str], list[str]] = treebank_words) -> list[str]:
    """Every Chinese character (U+4E00 to U+9FA5) and CMRC2018 punctuation mark alone, the rest by `words`.

    >>> mixed_words("tvb电视台已于2006年买下播映权")
    ['tvb', '电', '视', '台', '已', '于', '2006', '年', '买', '下', '播', '映', '权']
    """
    tokens: list[str] = []
    run = ""
    for character in text:
        if "\u4e00" <= character <= "\u9fa5" or character in CMRC_PUNCTUATION:
            tokens += words(run)
            tokens.append(character)
            run = ""
        else:
            run += character
    return tokens + words(run)


NORMALIZATIONS: dict[str, Callable[[str], str]] = {
    "none": str,
    "lower": lower,
    "squad": squad,
    "cmrc": cmrc,
    "drop": drop,
}
