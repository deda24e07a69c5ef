"""Split hypotheses and references into the words of TER; sacreBLEU normalizes references twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from samescore.base.errors import SettingsError
from samescore.data.corpus import Line
from samescore.metrics.preparation import Seen, unseen
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


def words(line: Line, settings: TerKnobs, seen: Seen = unseen) -> list[str]:
    """Return a hypothesis' words; `seen` gets each stage.

    Raises `SettingsError` for text if ``tokenizer`` is given, and for tokens with any other tokenizer.
    """
    wants_tokens = settings.tokenizer == "given"
    if isinstance(line, tuple) != wants_tokens:
        raise SettingsError(
            f"the corpus holds {'text' if wants_tokens else 'tokens'} but tokenizer={settings.tokenizer}",
            hint="tokenizer='given' needs tokens (Corpus.from_tokens); all other tokenizers need text",
        )
    if isinstance(line, tuple):
        return [token.lower() for token in line] if settings.case == "lower" else list(line)
    stripped = _stripped([line], settings)
    if settings.strip != "none":
        seen("strip", stripped[0])
    lowered = _lowered(stripped, settings)
    if settings.case == "lower":
        seen("case", lowered[0])
    if settings.tokenizer in JAVA:
        normalize, remove_punctuation = settings.tokenizer == "tercom-java", settings.punctuation == "remove"
        made = words_of_java(lowered[0], normalize, remove_punctuation, settings.asian)
    else:
        made = normalize_after_knobs(_first_steps(lowered, settings), settings)[0].split()
    seen("tokenizer", made)
    return made


def reference_words(line: Line, settings: TerKnobs, seen: Seen = unseen) -> list[str]:
    """Return a reference's words; `seen` gets each stage."""
    once = words(line, settings, seen)
    if not has_second_pass(settings):
        return once
    twice = words(" ".join(once), settings)
    seen("reference_passes", twice)
    return twice


def has_second_pass(settings: TerKnobs) -> bool:
    """Return whether references are normalized twice."""
    return bool(settings.tokenizer == "tercom" and settings.reference_passes == "twice")


def normalize_texts(texts: Sequence[str], settings: TerKnobs) -> list[str]:
    """Return the texts after all steps of normalization, with white space between words."""
    return normalize_after_knobs(normalize_before_knobs(texts, settings), settings)


def normalize_before_knobs(texts: Sequence[str], settings: TerKnobs) -> str:
    """Return the texts after the steps that do not depend on the knobs ``punctuation`` and ``asian``."""
    return _first_steps(_lowered(_stripped(texts, settings), settings), settings)


def _stripped(texts: Sequence[str], settings: TerKnobs) -> Sequence[str]:
    """Return the texts, stripped if the settings require it."""
    if settings.strip == "right":
        return list(map(str.rstrip, texts))
    return [text.strip(_TRIMMED) for text in texts] if settings.strip == "trim" else texts


def _lowered(texts: Sequence[str], settings: TerKnobs) -> Sequence[str]:
    """Return the texts, lowercased if the settings require it."""
    return list(map(str.lower, texts)) if settings.case == "lower" else texts


def _first_steps(texts: Sequence[str], settings: TerKnobs) -> str:
    return first_steps(texts, normalize=settings.tokenizer == "tercom")


def normalize_after_knobs(lines: str, settings: TerKnobs) -> list[str]:
    """Return the texts after the remaining steps, given the result of `normalize_before_knobs`."""
    normalize, remove_punctuation = settings.tokenizer == "tercom", settings.punctuation == "remove"
    return last_steps(lines, normalize=normalize, remove_punctuation=remove_punctuation, asian=settings.asian)
