"""Normalize and tokenize answers by the rules of SQuAD, TriviaQA, DROP, CMRC2018, DPR and gsm8k."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Sequence

from samescore.text.punkt import punkt_sentences
from samescore.text.treebank import treebank_words

#: Tables for `str.translate` that delete ASCII punctuation, and ASCII digits.
PUNCTUATION = str.maketrans("", "", string.punctuation)
DIGITS = str.maketrans("", "", string.digits)

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")

#: The characters that CMRC2018 deletes. Its list also has a two-character ellipsis, which no single character equals.
CMRC_PUNCTUATION = frozenset("-:_*^/\\~`+=，。：？！“”；’《》·、「」（）－～『』")


def squad(text: str) -> str:
    """Lowercase, delete ASCII punctuation, *then* delete articles, and collapse white space, as SQuAD's script does.

    >>> squad("The U.S., a.an.the -- Café")
    'us aanthe café'
    """
    return without_punctuation_and_articles(text.lower())


def without_punctuation_and_articles(text: str) -> str:
    """Delete ASCII punctuation, *then* lowercase articles, and collapse white space."""
    return " ".join(_ARTICLE.sub(" ", text.translate(PUNCTUATION)).split())


def squad_with_articles(text: str) -> str:
    """Lowercase, delete ASCII punctuation, and collapse white space."""
    return " ".join(text.lower().translate(PUNCTUATION).split())


#: The characters that TriviaQA replaces by a space: ASCII punctuation with the underscore, quotes and acute accent.
_TRIVIAQA_SPACES = str.maketrans(dict.fromkeys(string.punctuation + "\u2018\u2019\u00b4", " "))


def triviaqa(text: str) -> str:
    """Lowercase, replace punctuation by spaces, *then* delete articles, and collapse white space, as TriviaQA does.

    >>> triviaqa("The U.S., twenty-one’s a.an.the")
    'u s twenty one s'
    """
    return " ".join(_ARTICLE.sub(" ", text.lower().translate(_TRIVIAQA_SPACES)).split())


def squad_together(texts: Sequence[str]) -> list[str]:
    """Normalize every text as `squad` does, but without collapsing white space, in one pass over all texts.

    >>> [text.split() for text in squad_together(["The U.S.,", "a.an.the -- Café"])]
    [['us'], ['aanthe', 'café']]
    """
    joined = "\n".join([text.replace("\n", " ") for text in texts]).lower()
    for mark in string.punctuation:
        joined = joined.replace(mark, "")
    return _ARTICLE.sub(" ", joined).split("\n") if texts else []


def cmrc(text: str) -> str:
    """Lowercase, strip, and delete `CMRC_PUNCTUATION`; inner spaces, ASCII full stops and ASCII commas are kept."""
    return "".join(character for character in text.lower().strip() if character not in CMRC_PUNCTUATION)


def is_number(text: str) -> bool:
    """Return whether Python's `float` can parse the text."""
    if text.isalpha() and text.lower() not in ("inf", "infinity", "nan"):
        return False
    try:
        float(text)
    except ValueError:
        return False
    return True


def drop(text: str) -> str:
    """Normalize each word between spaces and hyphens by DROP's rules, and join the words by spaces.

    Lowercase the word. Unless it is a number, delete ASCII punctuation. Write a number, also one that results from the
    deletion, as Python prints its `float`. Delete articles and words that are empty.

    >>> drop("The 1,000 twenty-one U.S. 3.50%")
    '1000.0 twenty one us 350.0'
    """
    return _by_drop(text, keep_numbers=True)


def drop_bare_numbers(text: str) -> str:
    """Normalize a text as `drop` does, but delete ASCII punctuation from numbers, too, as lighteval does.

    >>> drop_bare_numbers("-3.5"), drop_bare_numbers("35")
    ('35.0', '35.0')
    """
    return _by_drop(text, keep_numbers=False)


def _by_drop(text: str, *, keep_numbers: bool) -> str:
    words = []
    for word in re.split(" |-", text):
        word = word.lower()
        word = word if keep_numbers and is_number(word) else word.translate(PUNCTUATION)
        word = str(float(word)) if is_number(word) else word
        words.append(" ".join(_ARTICLE.sub(" ", word).split()))
    return " ".join(word for word in words if word)


def _before_the_answer(text: str) -> str:
    """Delete everything up to and including the last ``#### ``."""
    return text.rpartition("#### ")[2]


def _final_stop(text: str) -> str:
    """Delete a full stop at the end of the text, or before a final line break."""
    if text.endswith(".\n"):
        return f"{text[:-2]}\n"
    return text.removesuffix(".")


#: The patterns that the gsm8k task of lm-evaluation-harness deletes, in this order.
GSM8K_PATTERNS: tuple[Callable[[str], str], ...] = (
    lambda text: text.replace(",", ""),
    lambda text: text.replace("$", ""),
    _before_the_answer,
    _final_stop,
)


def lower(text: str) -> str:
    """Lowercase, and remove white space at both ends."""
    return text.lower().strip()


def strip(text: str) -> str:
    """Remove white space at both ends."""
    return text.strip()


def dpr(text: str) -> str:
    """Return the tokens of DPR's and DrQA's SimpleTokenizer, lowercased and joined by spaces.

    The text is decomposed (NFD). A token is a run of letters, numbers and marks, or a single other character that is
    neither a separator nor a control character.

    >>> dpr("The U.S.'s café") == "the u . s . ' s café"
    True
    """
    pieces = []
    for character in unicodedata.normalize("NFD", text):
        kind = unicodedata.category(character)[0]
        pieces.append(character if kind in "LNM" else " " if kind in "ZC" else f" {character} ")
    return " ".join(word.lower() for word in "".join(pieces).split(" ") if word)


def sentence_words(text: str) -> list[str]:
    """Return the Penn Treebank tokens of each sentence that Punkt finds without learned parameters."""
    return [word for sentence in punkt_sentences(text) for word in treebank_words(sentence)]


def mixed_words(text: str, words: Callable[[str], list[str]] = treebank_words) -> list[str]:
    """Split off each Chinese character (U+4E00 to U+9FA5) and CMRC2018 punctuation mark; split the rest with `words`.

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
    "strip": strip,
    "lower": lower,
    "squad": squad,
    "squad-with-articles": squad_with_articles,
    "triviaqa": triviaqa,
    "cmrc": cmrc,
    "drop": drop,
    "drop-bare-numbers": drop_bare_numbers,
    "dpr": dpr,
}
