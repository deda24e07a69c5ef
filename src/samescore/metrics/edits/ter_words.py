"""Split hypotheses and references into the words of TER; sacreBLEU normalizes references twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from samescore.base.errors import SettingsError
from samescore.data.corpus import Line
from samescore.text.tercom import first_steps, last_steps
from samescore.text.tercom_java import words_of_java

#: The tokenizers of the program Tercom, and the characters that it trims from the ends of a line.
JAVA = ("none-ascii", "tercom-java")
_TRIMMED = "".join(map(chr, range(0x21)))


class TerKnobs(Protocol):
    """The knobs that affect the words of TER."""

    case: str
    strip: str
    tokenizer: str
    punctuation: str
    asian: bool
    reference_passes: str


def words(line: Line, settings: TerKnobs) -> list[str]:
    """Return the words of a hypothesis under these settings.

    Raises `SettingsError` if the line is tokenized and the tokenizer needs text, or the other way round.
    """
    wants_tokens = settings.tokenizer == "given"
    if isinstance(line, tuple) != wants_tokens:
        raise SettingsError(
            f"the corpus holds {'text' if wants_tokens else 'tokens'} but tokenizer={settings.tokenizer}",
            hint="tokenizer='given' takes the tokens of Corpus.from_tokens, the other tokenizers take text",
        )
    if isinstance(line, tuple):
        return [token.lower() for token in line] if settings.case == "lower" else list(line)
    if settings.tokenizer in JAVA:
        (text,) = _lowercase_texts([line], settings)
        return words_of_java(
            text, settings.tokenizer == "tercom-java", settings.punctuation == "remove", settings.asian
        )
    return normalize_texts([line], settings)[0].split()


def reference_words(line: Line, settings: TerKnobs) -> list[str]:
    """Return the words of a reference, normalized once or twice; raises `SettingsError` as `words` does."""
    once = words(line, settings)
    return words(" ".join(once), settings) if has_second_pass(settings) else once


def has_second_pass(settings: TerKnobs) -> bool:
    """Return whether references are normalized twice."""
    return bool(settings.tokenizer == "tercom" and settings.reference_passes == "twice")


def normalize_texts(texts: Sequence[str], settings: TerKnobs) -> list[str]:
    """Return the texts after all steps of normalization, with white space between words."""
    return normalize_after_knobs(normalize_before_knobs(texts, settings), settings)


def normalize_before_knobs(texts: Sequence[str], settings: TerKnobs) -> str:
    """Return the texts as one string, after the steps that do not depend on the knobs ``punctuation`` and ``asian``."""
    return first_steps(_lowercase_texts(texts, settings), normalize=settings.tokenizer == "tercom")


def _lowercase_texts(texts: Sequence[str], settings: TerKnobs) -> Sequence[str]:
    """Return the texts, stripped and lowercased as the settings say."""
    if settings.strip == "right":
        texts = list(map(str.rstrip, texts))
    elif settings.strip == "trim":
        texts = [text.strip(_TRIMMED) for text in texts]
    return list(map(str.lower, texts)) if settings.case == "lower" else texts


def normalize_after_knobs(lines: str, settings: TerKnobs) -> list[str]:
    """Return the texts after the remaining steps, given the result of `normalize_before_knobs`."""
    normalize, remove_punctuation = settings.tokenizer == "tercom", settings.punctuation == "remove"
    return last_steps(lines, normalize=normalize, remove_punctuation=remove_punctuation, asian=settings.asian)
