"""The package whisper-normalizer on texts that its normalizers were made for, and on some that they were not."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from conformance.peers import need
from samescore.generators.speech import speech_texts
from samescore.implementations import installed_package
from samescore.text.transforms import WHISPER, transform

TEXTS = 3000


def _module(name: str) -> Any:
    with warnings.catch_warnings():  # of a \X in a docstring, where the module is compiled
        warnings.simplefilter("ignore")
        return importlib.import_module(f"whisper_normalizer.{name}")


def _normalizer(name: str) -> Callable[[str], str]:
    if name == "whisper-normalizer-english":
        return _module("english").EnglishTextNormalizer()  # type: ignore[no-any-return]
    arguments = "no-diacritics" in name, name.endswith("-letters"), "-marks" in name
    return _module("basic").BasicTextNormalizer(*arguments)  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", WHISPER[1:])
def test_texts_are_normalized_as_the_package_does(name: str) -> None:
    need(installed_package("whisper_normalizer"))
    normalizer, changed = _normalizer(name), 0
    for text in speech_texts(TEXTS, seed=2):
        normalized = normalizer(text)
        assert transform(name)(text) == normalized, repr(text)
        changed += text != normalized
    assert changed > TEXTS / 3
