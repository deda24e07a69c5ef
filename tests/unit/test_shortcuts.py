"""Shortcuts that save time, beside what they stand for: the results are the same, and the work is done once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from samescore import Corpus
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files, profile_files_of
from samescore.metrics.aliases import lookup_alias
from samescore.metrics.base import value_of
from samescore.metrics.edits import ter as ter_module
from samescore.metrics.edits import wer as wer_module
from samescore.metrics.edits.ter import TER
from samescore.metrics.edits.ter_settings import TerSettings
from samescore.metrics.edits.wer import WER
from samescore.metrics.edits.wer_settings import WerSettings
from samescore.metrics.names import MODULES
from samescore.text import longest_match, ptb_words, treebank, whisper
from samescore.text.international import tokenize_intl_1
from samescore.text.longest_match import Lexer
from samescore.text.ptb_rules import PARTS, RULES

_PIECES = st.sampled_from(
    ["I.", "The", "Mr.", "can't", "wanna", "GIMME", "'tis", '"', "''", "``", "'s", "n't", "(", "]", "--", "...", ".", ",",
     "5,000", "«", "—", "&amp;", "$5", "4 1/2", " ", "  ", "\xa0", "won't", "mr", "kinda", "a-b", "U.S."]
)  # fmt: skip
_TEXTS = st.lists(_PIECES | st.text(max_size=3), max_size=12).map("".join) | st.lists(_PIECES, max_size=12).map(
    " ".join
)


@settings(deadline=None)  # the first example compiles rules
@example("0:")  # at the end of a text, a mark behind a digit stays
@given(st.text(st.characters(max_codepoint=0xFFFF)))
def test_old_international_tokens_depend_on_no_character_of_another_plane(text: str) -> None:
    beyond = "\U00020000"  # no punctuation: the rules for all planes serve a text with it
    assert tokenize_intl_1(f"{text} {beyond}") == [*tokenize_intl_1(f"{text} x")[:-1], beyond]


def test_old_international_tokens_separate_punctuation_of_another_plane() -> None:
    assert tokenize_intl_1("a\U00010100b \U0001f600c") == ["a", "\U00010100", "b", "\U0001f600", "c"]


@pytest.fixture(scope="module")
def forgetful() -> Lexer:
    """A lexer that remembers nothing of other texts."""
    lexer = Lexer(RULES, PARTS)
    lexer._met = _Forgetting()
    return lexer


class _Forgetting(dict[str, tuple[str, int, int]]):
    def __setitem__(self, stretch: str, taken: tuple[str, int, int]) -> None:
        """Keep nothing."""


@settings(deadline=None)  # the first example compiles rules
@given(text=_TEXTS)
def test_a_lexer_takes_what_it_takes_without_its_memory(forgetful: Lexer, text: str) -> None:
    assert list(ptb_words._lexer().matches(text)) == list(forgetful.matches(text))


def test_a_lexer_remembers_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(longest_match, "_MOST_MET", 2)
    lexer = Lexer(RULES, PARTS)
    list(lexer.matches("many different words and still more of them "))
    assert len(lexer._met) == 2


@given(_TEXTS)
def test_treebank_patterns_that_are_left_out_match_nothing(text: str) -> None:
    before, after, contractions = treebank._chains()
    expected = text
    for pattern, replacement, _ in before:
        expected = pattern.sub(replacement, expected)
    expected = f" {expected} "
    for pattern, replacement, _ in after:
        expected = pattern.sub(replacement, expected)
    for pattern in contractions:
        expected = pattern.sub(r" \1 \2 ", expected)
    assert treebank.treebank_words(text) == expected.split()


@pytest.mark.parametrize("words", [whisper._OPENAI, whisper._PACKAGE])
def test_whispers_expressions_match_only_their_words(words: list[tuple[str, Any, str]]) -> None:
    for part, expression, _ in words:
        assert expression.pattern.replace(r"\b", "") == part
        assert not expression.flags & 2, "no letter of another case matches"


def test_the_files_of_a_metric_are_those_with_profiles_or_entry_points_of_it() -> None:
    for metric in MODULES:

        def concerns(profile: Profile, name: str = metric) -> bool:
            meaning = lookup_alias(profile.entry_point)
            return profile.metric == name or (meaning is not None and meaning[0] == name)

        having = [file for file in profile_files().values() if any(map(concerns, file.profile))]
        assert list(profile_files_of(metric)) == having


def test_alignments_are_counted_once_for_settings_with_the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []

    def count(h: list[str], r: list[str], limits: Any) -> tuple[int, int]:
        counted.append((h, r, limits))
        return len(h), 0

    monkeypatch.setattr(ter_module, "edits_of_java", count)
    corpus = Corpus.from_segments(["a b", "c d"], [["b a"], ["d c"]])
    start: Any = TerSettings(search="tercom-java")
    for tokenizer, asian in (("none", False), ("tercom", False), ("tercom", True)):
        TER.statistics(corpus, start.replace(tokenizer=tokenizer, asian=asian))
    assert len(counted) == 2
    TER.statistics(corpus, start.replace(beam_width=2))
    assert len(counted) == 4


def test_texts_are_transformed_once_for_all_tokenizers(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def change(text: str) -> str:
        made.append(text)
        return text

    monkeypatch.setattr("samescore.metrics.edits.numbering.transform", lambda _step: change)
    corpus = Corpus.from_segments(["a b", "c d"], [["b a"], ["d c"]])
    start: Any = WerSettings(transforms=["strip"])
    for tokenizer in ("spaces", "none"):
        for references in ("first", "best"):
            WER.counted(corpus, start.replace(tokenizer=tokenizer, references=references))
    assert sorted(made) == ["a b", "b a", "c d", "d c"]


def test_concatenated_texts_are_aligned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    joined, join = [], wer_module._concatenate

    def counted_join(texts: Any, settings: Any) -> list[str]:
        joined.append(texts)
        return join(texts, settings)

    monkeypatch.setattr(wer_module, "_concatenate", counted_join)
    corpus = Corpus.from_segments(["a b", "c d"], [["b a"], ["d c"]])
    start: Any = WerSettings(segments="concatenated")
    for changed in (start, start.replace(average="sentences"), start.replace(scale="100")):
        table = WER.counted(corpus, changed)
        value_of(WER, table, changed)
    assert len(joined) == 2, "the hypotheses and the references"
