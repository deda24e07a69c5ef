"""Find the references of a test set in the user's sacreBLEU folder; nothing is downloaded."""

from __future__ import annotations

import os
import re
from pathlib import Path

from samescore.base.errors import InputError, SettingsError

_NAME = r"[A-Za-z0-9][\w.+-]*(/[A-Za-z0-9][\w.+-]*)*"
_PAIR = r"[A-Za-z]{2,8}(_[A-Za-z]{2,8})?-[A-Za-z]{2,8}(_[A-Za-z]{2,8})?"


def references_of(test_set: str, language_pair: str) -> tuple[Path, ...]:
    """Return a test set's reference files, which sacreBLEU stores in ``~/.sacrebleu`` or ``$SACREBLEU`` since 2.1.

    Raises `SettingsError` for an invalid name of a test set or language pair, and `InputError`, which says how to get
    the test set with sacreBLEU, if it is not there.
    """
    for text, form, what, example in (
        (test_set, _NAME, "a test set", "wmt22"),
        (language_pair, _PAIR, "a language pair", "en-de"),
    ):
        if not re.fullmatch(form, text, re.ASCII):
            raise SettingsError(f"{text!r:.80} is not the name of {what}", hint=f"such as {example}")
    folder = Path(os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu") / test_set
    stem = f"{test_set.replace('/', '_')}.{language_pair}.ref"
    files = sorted(path for path in folder.glob("*") if re.fullmatch(rf"{re.escape(stem)}(-\w+)?", path.name))
    if not files:
        hint = f"download it with: sacrebleu -t {test_set} -l {language_pair} --echo ref > ref.txt"
        raise InputError(f"no references for {test_set}, {language_pair}, in sacreBLEU's folder {folder}", hint=hint)
    return tuple(files)
