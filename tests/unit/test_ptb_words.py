"""Captions as pycocoevalcap tokenizes them: held against what its Java program answered, and against itself where that runs."""

from __future__ import annotations

import importlib.util
import json
import random
import shutil
import subprocess
import time
import unicodedata
from pathlib import Path

import pytest

from samescore.generators.texts import corpora
from samescore.text.java_lower import java_lower
from samescore.text.ptb_words import ptb_caption, ptb_lines, ptb_words, ptb_words_between_spaces
from tools.ptb_captions import LINE_ENDS, captions

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: The first line says which program, and how it was asked.
RECORDED = Path(__file__).parent.parent / "data" / "ptb-captions.jsonl"
_RUNS = importlib.util.find_spec("pycocoevalcap") is not None and shutil.which("java") is not None


def _recorded() -> dict[str, str]:
    rows = map(json.loads, RECORDED.read_text(encoding="utf-8").split("\n")[1:-1])
    return {row["text"]: row["caption"] for row in rows}


def test_captions_are_those_of_the_program() -> None:
    recorded = _recorded()
    assert len(recorded) > 500
    assert {text: ptb_caption(text) for text in recorded} == recorded


_PIECES = [
    *"\"'`.,:;!?()[]{}<>-*@#$%&/_=+|~^\\",
    *(" ", "  ", "\t", "\x1c", "\x85", "\xa0", "\u3000", "\u200b", "\u2003", "\x7f", "\0", "\ufeff", "\xad"),
    *(
        "''",
        "``",
        "...",
        "..",
        ". . .",
        "--",
        "---",
        "-----",
        "?!",
        "<<",
        ">>",
        "\u201c",
        "\u201d",
        "\u2018",
        "\u2019",
        "\x92",
    ),
    *(
        "a",
        "I",
        "B.",
        "x1",
        "9",
        "3.5",
        "1,000",
        "\u0663",
        "\xe9",
        "e\u0301",
        "\u03a3",
        "\u0391\u03a3",
        "\u65e5",
        "\U0001f600",
        "\U0001d400",
    ),
    *(
        "cannot",
        "gonna",
        "GIMME",
        "'tis",
        "'Twas",
        "it's",
        "IT'S",
        "don't",
        "DON'T",
        "we'll",
        "n\u2019t",
        "'em",
        "o'clock",
    ),
    *(
        "O'Neil",
        "d'accord",
        "rock'n'roll",
        "'80s",
        "'99",
        "cont'd.",
        "y'all",
        "Cap'n",
        "AT&T",
        "R&amp;D",
        "S&P-500",
        "A+B",
    ),
    *(
        "Mr.",
        "Mrs",
        "etc.",
        "Jan.",
        "Inc.",
        "Pty.",
        "ltd",
        "Ph.D.",
        "U.S.",
        "a.m",
        "Ill.",
        "ill.",
        "fig.",
        "No.",
        "vs.",
        "The",
        "He ",
    ),
    *(
        "1/2",
        "4 1/2",
        "12/25/2010",
        "10:30",
        "$5",
        "US$",
        "\xa3",
        "\u20ac",
        "\xbd",
        "\u2075",
        "(415) 555-1234",
        "+1 415 555 1234",
    ),
    *(
        "http://a.b/c",
        "www.abc.com",
        "abc.org/x",
        "ABC.COM",
        "bob@x.com",
        "<bob@x.org>",
        "@bob",
        "#tag",
        "a.tar.gz",
        "3.py",
    ),
    *("<b>", "</b>", "<br/>", '<a href="x y">', "&lt;", "&QUOT;", "&apos;", "&nbsp;", "&mdash;", "&eacute;", "&#65;"),
    *(
        ":)",
        ";-(",
        "=D",
        "^_^",
        "(>_<)",
        "-LRB-",
        "well-known",
        "U.S.-based",
        "mother-in-law",
        "C++",
        "c#",
        "hi!there",
        "end.Next",
    ),
]


def _texts() -> list[str]:
    rng = random.Random(0)
    texts = ["".join(rng.choices(_PIECES, k=rng.randint(1, 10))) for _ in range(20_000)]
    texts += [" ".join(rng.choices(_PIECES, k=rng.randint(2, 10))) for _ in range(8_000)]
    texts += ["".join(map(chr, rng.choices(range(0x20, 0xD800), k=8))) for _ in range(2_000)]
    for corpus in corpora(1500, seed=5):
        texts += [str(line) for segment in corpus for line in (segment.hypothesis, *segment.references)]
    return [text.replace("\n", " ") for text in texts]


@pytest.mark.slow
@pytest.mark.skipif(not _RUNS, reason="pycocoevalcap and Java are not installed")
def test_every_line_of_a_file_is_cut_as_the_program_cuts_it(tmp_path: Path) -> None:
    """With what crosses lines: the whole file is one text to both."""
    from pycocoevalcap.tokenizer import ptbtokenizer

    jar = Path(ptbtokenizer.__file__).parent / ptbtokenizer.STANFORD_CORENLP_3_4_1_JAR
    texts = _texts()
    assert len(texts) > 30_000
    file = tmp_path / "captions.txt"
    file.write_text("\n".join(texts), encoding="utf-8", newline="\n")
    command = [
        "java",
        "-cp",
        str(jar),
        "edu.stanford.nlp.process.PTBTokenizer",
        "-preserveLines",
        "-lowerCase",
        str(file),
    ]
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout.decode()
    theirs = [_without_stops(line) for line in answer.split("\n")]
    ours = "\n".join(" ".join(line) for line in ptb_lines("\n".join(texts))).split("\n")
    assert [_without_stops(line) for line in ours] == theirs


def _without_stops(line: str) -> list[str]:
    """The tokens but full stops: of an abbreviation's, whether a token of its own follows is not modelled."""
    return [word for word in line.rstrip().split(" ") if word != "."]


@pytest.mark.skipif(not _RUNS, reason="pycocoevalcap and Java are not installed")
def test_captions_are_those_that_the_package_gives() -> None:
    rng = random.Random(3)
    pieces = [piece for piece in _PIECES if "<" not in piece]
    texts = list(dict.fromkeys(" ".join(rng.choices(pieces, k=rng.randint(1, 10))) for _ in range(3_000)))
    texts = [text for text in texts if not LINE_ENDS.search(text)]
    assert len(texts) > 2_500
    assert [ptb_caption(text) for text in texts] == captions(texts)


def test_ptb_words_drop_only_punctuation() -> None:
    assert ptb_words("A dog (brown), isn't it?") == ["a", "dog", "-lrb-", "brown", "-rrb-", "is", "n't", "it"]
    assert ptb_words("What?! No... \u201cyes\u201d; 1 -- 2 ----- 3!!") == [
        "what",
        "?!",
        "no",
        "yes",
        "1",
        "2",
        "-----",
        "3",
        "!!",
    ]


def test_words_between_spaces_may_have_other_white_space() -> None:
    assert ptb_words_between_spaces("call (415) 555-1234") == ["call", "-lrb-415-rrb-\xa0555-1234"]
    assert ptb_words("call (415) 555-1234") == ["call", "-lrb-415-rrb-", "555-1234"]


def test_an_empty_caption_has_no_words_or_an_empty_one() -> None:
    for text in ("", " ", ".", "\U0001f600"):
        assert ptb_words(text) == []
        assert ptb_words_between_spaces(text) == [""]


def test_ends_of_lines_part_words() -> None:
    assert ptb_words("a\nb\rc\u2028d") == ["a", "b", "c", "d"]


def test_ptb_words_can_depend_on_the_next_line() -> None:
    """The limit that docs/tokenizers.md names: to the package a caption is a line of a file, and here a text."""
    assert ptb_lines("vitamin B.\nTwo men")[0] == ["vitamin", "b."]
    assert ptb_lines("vitamin B.\nA man")[0] == ["vitamin", "b", "."]
    assert ptb_lines("page no.\n5 men")[0] == ["page", "no."]
    assert ptb_lines("page no.\nA man")[0] == ["page", "no", "."]
    assert (ptb_lines("smile :)\nA")[0], ptb_lines("smile :)")[0]) == (["smile", ":-rrb-"], ["smile", ":", "-rrb-"])
    assert (ptb_words("vitamin B."), ptb_words("page no."), ptb_words("smile :)")) == (
        ["vitamin", "b."],
        ["page", "no"],
        ["smile", ":-rrb-"],
    )


def test_a_sigma_is_final_where_a_word_ends_in_java() -> None:
    assert [
        java_lower(word)
        for word in ("\u0391\u03a3", "\u03a3", "\u0391\u03a3\u0391", "\u0391-\u03a3", "\u0391\u2019\u03a3")
    ] == [
        "\u03b1\u03c2",
        "\u03c3",
        "\u03b1\u03c3\u03b1",
        "\u03b1-\u03c2",
        "\u03b1\u2019\u03c3",
    ]


_LONG = 100_000
_HOSTILE = [
    *(
        "a",
        "a;",
        "a.",
        "a. ",
        "I. ",
        "I.  <a ",
        "<a ",
        "<a b='",
        "<a b=\"'",
        "<a b='c' ",
        "<!a",
        "&",
        "&l",
        "a@",
        "a@b.",
    ),
    *(
        "http://",
        "www.a.",
        "a.com/",
        "(415) ",
        "415-",
        "1/",
        "1 1/",
        "a-",
        "'",
        "n't",
        "a's",
        "d'",
        "\xad",
        " ",
        "\0",
        "x.[^x=",
        ".",
    ),
    *(
        ". ",
        "A$",
        "A+",
        "_",
        "\\*",
        "x.c.",
        "\r",
        "etc. ",
        "no. ",
        "pty. ",
        "U.S.-",
        "\u03a3",
        "http://\u03a3.",
        "b@\u03a3-\u0301",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("piece", _HOSTILE, ids=ascii)
def test_long_texts_take_seconds_at_most(piece: str) -> None:
    text = piece * (_LONG // len(piece))
    before = time.process_time()
    ptb_caption(text)
    assert time.process_time() - before < 20  # to look again at what was seen in vain takes minutes


def test_texts_of_every_character_are_cut() -> None:
    characters = [chr(code) for code in range(0x20000) if unicodedata.category(chr(code)) != "Cs"]
    lines = ("".join(characters[start : start + 1000]) for start in range(0, len(characters), 1000))
    assert sum(len(ptb_words(line)) for line in lines) > 1_000
