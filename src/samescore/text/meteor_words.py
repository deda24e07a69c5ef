r"""Preprocess English text as METEOR 1.5 does: its normalizer and its list of function words.

The normalizer (option ``-norm``) splits words like the Moses tokenizer. It also unifies quotes and dashes, splits words
at hyphens, and deletes the full stops of words such as U.S. White space and digits are ASCII only, as in Java's
``\s`` and ``\p{Digit}``.
"""

from __future__ import annotations

import re

_FREQUENT = (
    "the , . to of and a in that for \" is on 's it with was as said at he by be from have has are his but an this not i "
    "will ’ they ) -rrb- ( -lrb- who their had we which were been more or s its would about new one after you : also up "
    "when there than $ all out her people she year two - can if last first “ over other ” into some what so -- no time "
    "years could ? 't — '"
)
#: The program's function words, whose relative frequency is above one in a thousand (Denkowski and Lavie, WMT 2011).
FUNCTION_WORDS = frozenset(_FREQUENT.split())
_TITLES = (
    "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Adj Adm Adv Asst Bart Bldg Brig Bros Capt Cmdr Col Comdr Con "
    "Corp Cpl DR Dr Drs Ens Gen Gov Hon Hr Hosp Insp Lt MM MR MRS MS Maj Messrs Mlle Mme Mr Mrs Ms Msgr Op Ord Pfc Ph "
    "Prof Pvt Rep Reps Res Rev Rt Sen Sens Sfc Sgt Sr St Supt Surg v vs i.e rev e.g Nos Nr"
)
#: Abbreviations that keep their full stop (from the Moses tokenizer); then abbreviations that keep it before a number.
_ABBREVIATIONS = frozenset(_TITLES.split())
_BEFORE_NUMBERS = frozenset(("No", "Art", "pp"))

_LETTERS = "A-Za-zŠŽšžŸÀ-ÖØ-öø-ž\u0400-\u04ff\u0500-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
_ALPHANUMERIC = "0-9" + _LETTERS
_LETTER = re.compile(f"[{_LETTERS}]")
_SYMBOL = re.compile(rf"([^{_ALPHANUMERIC} \t-\r.'`,\-‘’])")
_COMMAS = [re.compile(pattern) for pattern in ("([^0-9]),([^0-9])", "([0-9]),([^0-9])", "([^0-9]),([0-9])")]
_HYPHEN = re.compile(f"([{_ALPHANUMERIC}.])-([{_ALPHANUMERIC}])")
_APOSTROPHES = [
    (re.compile(f"([^{_LETTERS}])'([^{_LETTERS}])"), r"\1 ' \2"),
    (re.compile(f"([^{_LETTERS}0-9])'([{_LETTERS}])"), r"\1 ' \2"),
    (re.compile(f"([{_LETTERS}])'([^{_LETTERS}])"), r"\1 ' \2"),
    (re.compile(f"([{_LETTERS}])'([{_LETTERS}])"), r"\1 '\2"),
    (re.compile("([0-9])'(s)"), r"\1 '\2"),
]
_NOT_ALPHANUMERIC = re.compile(f"[^{_ALPHANUMERIC}]")
_SPACES = re.compile("[ \u2000-\u200a\u202f\u205f\u3000\xa0]+")
#: The characters at which Java's StringTokenizer splits.
_SEPARATORS = re.compile("[ \t\n\r\f]+")
_CONTROLS = "".join(map(chr, range(0x21)))


def split_words(text: str) -> list[str]:
    """Split at spaces, tabs, line breaks and form feeds, as Java's ``StringTokenizer`` does."""
    return [word for word in _SEPARATORS.split(text) if word]


def normalize(text: str, keep_punctuation: bool = True) -> str:
    """Normalize as ``-norm`` does, with ``-noPunct`` unless `keep_punctuation`; case is kept.

    >>> normalize("The well-known U.S. firm (Acme Inc.) can't wait...")
    "The well known US firm ( Acme Inc . ) can 't wait ..."
    """
    text = _SYMBOL.sub(r" \1 ", f" {text} ")
    text = _hide_dots(text)
    for comma in _COMMAS:
        text = comma.sub(r"\1 , \2", text)
    text = re.sub("[`‘’]", "'", text)
    text = re.sub("[“”]|''", ' " ', text)
    text = text.replace("–", "-").replace("--", "-")
    text = _HYPHEN.sub(r"\1 \2", text)
    for pattern, new in _APOSTROPHES:
        text = pattern.sub(new, text)
    text = _part_full_stops(split_words(text))
    while "DOTDOTMULTI" in text:
        text = text.replace("DOTDOTMULTI", "DOTMULTI.")
    text = text.replace("DOTMULTI", ".")
    if not keep_punctuation:
        text = _NOT_ALPHANUMERIC.sub(" ", text)
    return _SPACES.sub(" ", text).strip(_CONTROLS)


def _hide_dots(text: str) -> str:
    """Replace runs of two or more full stops by placeholder words, as the program does temporarily."""
    text = re.sub(r"\.(\.+)", r" DOTMULTI\1", text)
    while "DOTMULTI." in text:
        text = re.sub(r"DOTMULTI\.([^.])", r"DOTDOTMULTI \1", text)
        text = text.replace("DOTMULTI.", "DOTDOTMULTI")
    return text


def _part_full_stops(words: list[str]) -> str:
    """Join words by spaces, after `_without_stop` has handled the final full stop of each."""
    made = []
    for place, word in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else ""
        if len(word) > 1 and word.endswith("."):
            word = _without_stop(word, following)
        made.append(word)
    return "".join(word + " " for word in made)


def _without_stop(word: str, following: str) -> str:
    """Return a word that ends with a full stop as the program writes it before the word `following`.

    Delete all full stops of a word like U.S.; keep the full stop of an abbreviation, or before a lowercase word;
    otherwise separate it.
    """
    stem = word[:-1]
    if "." in stem and _LETTER.search(stem):
        return word.replace(".", "")
    keeps = stem in _ABBREVIATIONS or "a" <= following[:1] <= "z"
    if keeps or (stem in _BEFORE_NUMBERS and "0" <= following[:1] <= "9"):
        return word
    return f"{stem} ."


def meteor_words(text: str, normalization: str) -> list[str]:
    """Return the words of a text as METEOR 1.5 compares them.

    `normalization` is ``none`` (words unchanged), ``lower`` (``-lower``), ``norm`` (``-norm``) or ``no-punctuation``
    (``-norm -noPunct``); the last three also lowercase the text. Spaces and control characters at both ends are
    ignored, as they are when the program reads lines (``-stdio``).
    """
    text = text.strip(_CONTROLS)
    if normalization in ("norm", "no-punctuation"):
        text = normalize(text, normalization == "norm")
    return split_words(text if normalization == "none" else text.lower())
