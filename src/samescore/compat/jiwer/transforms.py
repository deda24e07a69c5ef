"""jiwer's transforms of texts (``jiwer.transforms``)."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from samescore.text.transforms import PLAIN


class AbstractTransform:
    """The base of transforms, which are called with a text or a list of texts.

    Subclasses define `process_string`, and `process_list` if texts are not transformed one by one. A call raises
    `ValueError` for an argument of another type.
    """

    def __call__(self, sentences: str | list[str]) -> Any:
        if isinstance(sentences, str):
            return self.process_string(sentences)
        if isinstance(sentences, list):
            return self.process_list(sentences)
        raise ValueError(f"a transform takes a string or a list of strings, not {sentences!r:.80}")

    def process_string(self, s: str) -> Any:
        """Return the transformed text."""
        raise NotImplementedError

    def process_list(self, inp: list[str]) -> Any:
        """Return the transformed texts."""
        return [self.process_string(text) for text in inp]


class Compose:
    """Transforms applied in order."""

    def __init__(self, transforms: Sequence[Callable[[Any], Any]]) -> None:
        self.transforms = transforms

    def __call__(self, text: Any) -> Any:
        for transform in self.transforms:
            text = transform(text)
        return text


class BaseRemoveTransform(AbstractTransform):
    """Replace every occurrence of each of several substrings, in order."""

    def __init__(self, tokens_to_remove: Iterable[str], replace_token: str = "") -> None:
        self.tokens_to_remove = tokens_to_remove
        self.replace_token = replace_token

    def process_string(self, s: str) -> str:
        for token in self.tokens_to_remove:
            s = s.replace(token, self.replace_token)
        return s


class _ListsOfUnits(AbstractTransform):
    """The base of transforms from texts to lists of units; an empty list of texts becomes one empty list of units."""

    def process_list(self, inp: list[str]) -> list[list[str]]:
        return [self.process_string(text)[0] for text in inp] or [[]]


class ReduceToListOfListOfWords(_ListsOfUnits):
    """Split each text at a delimiter, and return the list of words of each text; empty words are removed."""

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> list[list[str]]:
        return [[word for word in s.split(self.word_delimiter) if word]]


class ReduceToListOfListOfChars(_ListsOfUnits):
    """Return the list of characters of each text."""

    def process_string(self, s: str) -> list[list[str]]:
        return [list(s)]


class ReduceToSingleSentence(AbstractTransform):
    """Join the non-empty texts of a list with a delimiter.

    The result is a list of one text, or an empty list if all texts are empty. A single text is returned unchanged.
    """

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> str:
        return s

    def process_list(self, inp: list[str]) -> list[str]:
        texts = [text for text in inp if text]
        return [self.word_delimiter.join(texts)] if texts else []


class SubstituteRegexes(AbstractTransform):
    """Substitute regular expressions, in order, as `re.sub` does."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        for expression, replacement in self.substitutions.items():
            s = re.sub(expression, replacement, s)
        return s


class SubstituteWords(AbstractTransform):
    """Substitute words, in order, between word boundaries; backslashes in replacements are escapes, as in `re.sub`."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        for word, replacement in self.substitutions.items():
            s = re.sub(rf"\b{re.escape(word)}\b", replacement, s)
        return s


class RemoveSpecificWords(SubstituteWords):
    """Replace the given words by a space, between word boundaries only."""

    def __init__(self, words_to_remove: Sequence[str]) -> None:
        super().__init__(dict.fromkeys(words_to_remove, " "))


class RemoveWhiteSpace(BaseRemoveTransform):
    """Remove each ASCII white-space character, or replace it by a space."""

    def __init__(self, replace_by_space: bool = False) -> None:
        super().__init__(list(string.whitespace), " " if replace_by_space else "")


class RemovePunctuation(AbstractTransform):
    """Remove the characters whose Unicode category begins with P."""

    def process_string(self, s: str) -> str:
        return PLAIN["remove-punctuation"](s)


class RemoveMultipleSpaces(AbstractTransform):
    """Replace two or more white-space characters by one space; a single one is kept."""

    def process_string(self, s: str) -> str:
        return PLAIN["remove-multiple-spaces"](s)


class Strip(AbstractTransform):
    """Remove white space at both ends."""

    def process_string(self, s: str) -> str:
        return s.strip()


class RemoveEmptyStrings(AbstractTransform):
    """Remove empty texts and texts of white space from a list; strip a single text."""

    def process_string(self, s: str) -> str:
        return s.strip()

    def process_list(self, inp: list[str]) -> list[str]:
        return [text for text in inp if self.process_string(text)]


class ExpandCommonEnglishContractions(AbstractTransform):
    """Expand English contractions in lower case with straight apostrophes, such as ``can't`` to ``can not``."""

    def process_string(self, s: str) -> str:
        return PLAIN["expand-contractions"](s)


class ToLowerCase(AbstractTransform):
    """Convert a text to lower case."""

    def process_string(self, s: str) -> str:
        return s.lower()


class ToUpperCase(AbstractTransform):
    """Convert a text to upper case."""

    def process_string(self, s: str) -> str:
        return s.upper()


class RemoveKaldiNonWords(AbstractTransform):
    """Remove words in brackets: ``[laugh]`` and ``<unk>``."""

    def process_string(self, s: str) -> str:
        return PLAIN["remove-kaldi-non-words"](s)
