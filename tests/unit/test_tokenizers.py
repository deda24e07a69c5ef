"""Tokenizers that need a package of their own."""

from __future__ import annotations

import importlib.util
import itertools
import re
import sys
import types
import unicodedata
from collections.abc import Iterator

import pytest
import regex

from samescore import Corpus, SettingsError, score
from samescore.base.outcome import Score
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.text import international
from samescore.text.classes import WHITE_SPACE
from samescore.text.resources import segmenters
from samescore.text.tercom import tercom_texts
from samescore.text.western import with_quotes, without_international_markup, without_markup

TEXT = "\u4ed6\u6765\u5230\u4e86\u7f51\u6613\u676d\u7814\u5927\u53a6"  # an example of jieba's own documentation
#: Words for the stand-in of jieba, the longest first.
WORDS = ("喜欢", "小猫", "大狗", "我们", "也")
HYPOTHESES = ["我们喜欢小猫也喜欢大狗", "大狗也喜欢我们我们", "他喜欢小猫"]
REFERENCES = ["我们喜欢大狗也喜欢小猫", "大狗也喜欢小猫", "他喜欢大狗"]

_WITH_JIEBA = [
    name
    for name in METRIC_NAMES
    if any(k.name == "tokenizer" and "jieba" in k.domain.values for k in metric(name).settings.knobs())
]


@pytest.mark.skipif(importlib.util.find_spec("jieba") is None, reason="jieba is not installed")
@pytest.mark.filterwarnings("ignore")  # its own, when it is compiled
def test_jieba_cuts_as_it_says() -> None:
    words = ["\u4ed6", "\u6765\u5230", "\u4e86", "\u7f51\u6613", "\u676d\u7814", "\u5927\u53a6"]
    assert segmenters.tokenize_jieba(TEXT) == words
    corpus = Corpus.from_segments([TEXT], [[TEXT]])
    assert score("distinct1", corpus, tokenizer="jieba").trace["counts"] == [6, 6, 6]
    split = {name: segmenters.SEGMENTERS[f"jieba-{name}"](TEXT) for name in ("all", "no-hmm", "search")}
    assert split["no-hmm"] == [*words[:4], "\u676d", "\u7814", words[5]]
    assert split["all"] == split["no-hmm"]
    long = "\u5c0f\u660e\u7855\u58eb\u6bd5\u4e1a\u4e8e\u4e2d\u56fd\u79d1\u5b66\u9662"  # from jieba's documentation
    assert segmenters.tokenize_jieba_search(long)[-5:] == [long[7:9], long[9:11], long[10:], long[9:], long[7:]]
    assert segmenters.SEGMENTERS["jieba-all"]("a b")[1] == ""


@pytest.mark.skipif(importlib.util.find_spec("jieba") is None, reason="jieba is not installed")
@pytest.mark.filterwarnings("ignore")
def test_the_modes_of_jieba_are_its_functions() -> None:
    import jieba

    for text in (
        TEXT,
        f"{TEXT}, caf\u00e9 1,000.50 U.S.A.\n{TEXT * 2}",
        "",
        " ",
        "\u5357\u4eac\u5e02\u957f\u6c5f\u5927\u6865",
    ):
        assert segmenters.SEGMENTERS["jieba-all"](text) == jieba.lcut(text, cut_all=True)
        assert segmenters.SEGMENTERS["jieba-no-hmm"](text) == jieba.lcut(text, HMM=False)
        assert segmenters.SEGMENTERS["jieba-search"](text) == jieba.lcut_for_search(text)


def test_without_jieba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    segmenters._jieba.cache_clear()
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(SettingsError, match="needs jieba") as caught:
        segmenters.tokenize_jieba(TEXT)
    assert "samescore[jieba]" in caught.value.hint


class _Segmenter:
    """What is asked of `jieba.Tokenizer`, with another dictionary."""

    tmp_dir: str

    def initialize(self) -> None:
        """Nothing is loaded."""

    def cut(self, text: str, **_: bool) -> Iterator[str]:
        """Known words, and otherwise characters."""
        yield from re.findall("|".join([*WORDS, "."]), text)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A stand-in for jieba, so that the tests are the same with and without it."""
    module = types.ModuleType("jieba")
    vars(module).update(Tokenizer=_Segmenter, setLogLevel=lambda _: None)
    monkeypatch.setitem(sys.modules, "jieba", module)
    segmenters._jieba.cache_clear()
    yield
    segmenters._jieba.cache_clear()


def test_words_are_offered_for_every_metric_of_words_but_ter() -> None:
    """TER has Tercom's own rules for Chinese; METEOR 1.5, SARI, similarity and IFEval have few tokenizers of their own."""
    of_words = [name for name in METRIC_NAMES if any(k.name == "tokenizer" for k in metric(name).settings.knobs())]
    assert set(of_words) - set(_WITH_JIEBA) == {"ifeval", "meteor15", "sari", "similarity", "ter"}


@pytest.mark.parametrize("name", _WITH_JIEBA)
@pytest.mark.usefixtures("stand_in")
def test_the_words_of_jieba_are_scored(name: str) -> None:
    """As words that are already separated by spaces, and unlike any other tokens of the same text."""

    def value(hypotheses: list[str], references: list[str], tokenizer: str) -> float | str:
        settings = metric(name).settings.from_mapping({"tokenizer": tokenizer})
        data = Corpus.from_segments(hypotheses, [[line] for line in references])
        outcome = native_outcome(data, settings)
        return outcome.value if isinstance(outcome, Score) else outcome.kind

    hypotheses, references = (
        [" ".join(_Segmenter().cut(line)) for line in lines] for lines in (HYPOTHESES, REFERENCES)
    )
    by_words = value(HYPOTHESES, REFERENCES, "jieba")
    assert isinstance(by_words, float)
    assert by_words == value(hypotheses, references, "none")
    for other in metric(name).settings.knob("tokenizer").alternatives("jieba"):
        assert value(HYPOTHESES, REFERENCES, str(other)) != by_words


def test_white_space_is_what_python_splits_at() -> None:
    splits = [character for character in map(chr, range(sys.maxunicode + 1)) if not character.split()]
    assert list(WHITE_SPACE) == splits


def test_intl_1_knows_every_symbol_of_this_interpreter() -> None:
    symbols = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code))[0] in "PS"]
    kept = {character for character in symbols if international.tokenize_intl_1(f"a{character}b") == [f"a{character}b"]}
    assert kept == {"\\"}


@pytest.mark.parametrize("asian", [False, True])
@pytest.mark.parametrize("remove_punctuation", [False, True])
@pytest.mark.parametrize("normalize", [False, True])
def test_tercom_reads_many_texts_as_it_reads_each(normalize: bool, remove_punctuation: bool, asian: bool) -> None:
    parts = ("a", "'s", "1", ".", ",", "-", "\n", " ", "&amp;", "?", "。", "中", "\x0b")
    texts = ["".join(chosen) for chosen in itertools.product(parts, repeat=3)]
    steps = {"normalize": normalize, "remove_punctuation": remove_punctuation, "asian": asian}
    assert tercom_texts(texts, **steps) == [tercom_texts([text], **steps)[0] for text in texts]
    assert tercom_texts([], **steps) == []


def test_no_number_punctuation_or_symbol_is_left_out_of_intl() -> None:
    """The table of categories is made of the first two planes; here are all."""
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    for category, characters in international.intl_categories().items():
        assert characters == "".join(regex.findall(rf"\p{{{category}}}", everything))


@pytest.mark.parametrize(
    ("text", "plain", "international", "quotes"),
    [
        ("a-\nb\nc", "ab c", "a-\nb\nc", "ab c"),
        ("a<skipped>b", "ab", "ab", "ab"),
        ("&lt;skipped>", "<skipped>", "<skipped>", '"skipped>'),  # markup first, then entities
        ("<skip<skipped>ped>", "<skipped>", "<skipped>", "<skipped>"),  # once
        ("a&amp;lt;b", "a<b", "a<b", 'a"lt;b'),  # one entity after the other
        ("&quot;&gt;&apos;", '">&apos;', "\">'", '""&apos;'),
    ],
)
def test_markup_of_mteval(text: str, plain: str, international: str, quotes: str) -> None:
    assert without_markup(text) == plain
    assert without_international_markup(text) == international
    assert with_quotes(text) == quotes
