"""The words of TER: those of a hypothesis, and those of a reference, which sacreBLEU normalizes twice."""

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
    """The knobs that affect TER's words."""

    case: str
    strip: str
    tokenizer: str
    punctuation: str
    asian: bool
    reference_passes: str


def words(line: Line, s: TerKnobs) -> list[str]:
    """Return a hypothesis' words."""
    wants_tokens = s.tokenizer == "given"
    if isinstance(line, tuple) != wants_tokens:
        raise SettingsError(
            f"the corpus holds {'text' if wants_tokens else 'tokens'} but tokenizer={s.tokenizer}",
            hint="tokenizer='given' takes the tokens of Corpus.from_tokens, the other tokenizers take text",
        )
    if isinstance(line, tuple):
        return [token.lower() for token in line] if s.case == "lower" else list(line)
    if s.tokenizer in JAVA:
        (text,) = _cased([line], s)
        return words_of_java(text, s.tokenizer == "tercom-java", s.punctuation == "remove", s.asian)
    return spaced([line], s)[0].split()


def reference_words(line: Line, s: TerKnobs) -> list[str]:
    """Return a reference's words."""
    once = words(line, s)
    return words(" ".join(once), s) if has_second_pass(s) else once


def has_second_pass(s: TerKnobs) -> bool:
    """Return whether a reference is normalized twice."""
    return bool(s.tokenizer == "tercom" and s.reference_passes == "twice")


def spaced(texts: Sequence[str], s: TerKnobs) -> list[str]:
    """Return the texts after every step, with white space between words."""
    return finished(begun(texts, s), s)


def begun(texts: Sequence[str], s: TerKnobs) -> str:
    """Return the texts after the steps that do not depend on the knobs ``punctuation`` and ``asian``."""
    return first_steps(_cased(texts, s), normalize=s.tokenizer == "tercom")


def _cased(texts: Sequence[str], s: TerKnobs) -> Sequence[str]:
    """Return the texts, stripped and lowercased if the settings say so."""
    if s.strip == "right":
        texts = list(map(str.rstrip, texts))
    elif s.strip == "trim":
        texts = [text.strip(_TRIMMED) for text in texts]
    return list(map(str.lower, texts)) if s.case == "lower" else texts


def finished(lines: str, s: TerKnobs) -> list[str]:
    """Return the texts after the remaining steps."""
    normalize, remove_punctuation = s.tokenizer == "tercom", s.punctuation == "remove"
    return last_steps(lines, normalize=normalize, remove_punctuation=remove_punctuation, asian=s.asian)
