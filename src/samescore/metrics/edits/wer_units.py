"""The units that error rates compare: words or characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from samescore.base.errors import SettingsError
from samescore.data.corpus import Line
from samescore.metrics.edits.numbering import text_preparer
from samescore.metrics.edits.wer_settings import ErrorRateSettings
from samescore.metrics.preparation import Seen, unseen
from samescore.metrics.words import TOKENIZERS, apply_case

_SEVERAL_SPACES = re.compile(r"\s\s+")


def units(
    line: Line, settings: ErrorRateSettings, change: Callable[[Line], str] | None = None, seen: Seen = unseen
) -> Sequence[str]:
    """Return a text's words or characters, after the transformation `change` (by default `text_preparer`).

    `seen` gets each stage, except the steps of a given `change`.
    """
    tokenizer = getattr(settings, "tokenizer", "characters")
    if isinstance(line, tuple) != (tokenizer == "given"):
        raise SettingsError(
            f"{settings.metric}: the corpus holds {'tokens' if isinstance(line, tuple) else 'text'}",
            hint="tokenizer='given' needs tokens (Corpus.from_tokens); all other tokenizers need text",
        )
    if isinstance(line, tuple):
        return list(apply_case(line, settings.case))
    text = change(line) if change else text_preparer(settings, seen)(line)
    if tokenizer != "characters":
        words = _between_spaces(text) if tokenizer == "spaces" else TOKENIZERS[tokenizer](text)
        seen("tokenizer", words)
        return words
    text = _CHANGES[getattr(settings, "whitespace", "keep")](text)
    seen("whitespace", text)
    characters = list(text)
    seen("characters", characters)
    return characters


def _between_spaces(text: str) -> list[str]:
    return [word for word in _SEVERAL_SPACES.sub(" ", text).strip().split(" ") if word]


#: The functions for the values of the knob ``whitespace``.
_CHANGES: dict[str, Callable[[str], str]] = {
    "keep": str,
    "strip": str.strip,
    "remove": lambda text: "".join(text.split()),
}
