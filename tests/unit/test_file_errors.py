"""Errors about a file, a plan for several processes, or a call from Python, word for word."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import samescore
from samescore.base.files import read_bytes
from samescore.base.lines import check_is_text, read_lines
from samescore.base.trust import check_owner, check_trusted
from samescore.text.patterns import Pattern
from samescore.text.transforms import transform
from samescore.verbs.scale.job import Job
from samescore.verbs.scale.planning import plan
from tests.error_words import error_words

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TEXT = "plain text (any other suffix, one text per line), .tsv (hypothesis<TAB>reference...), "
_TEXT += '.jsonl ({"hypothesis": ..., "references": [...]}), .parquet and .arrow (columns with the same names)'


def _of_null() -> str:
    """Return Python's words about a name with a null character, which depend on its version."""
    try:
        os.stat("a\0")  # noqa: PTH116  # the function that the program calls
    except ValueError as problem:
        return str(problem)
    return ""


_OF_NULL = _of_null()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in (("a", b"a\n"), ("a.gz", b""), ("mac", b"a\rb\rc"), ("a.arrow", b"")):
        Path(name).write_bytes(content)
    for name in ("full", "empty"):
        Path(name).mkdir()
    Path("full/part").write_bytes(b"")


@pytest.mark.parametrize(
    ("build", "message", "hint"),
    [
        # files
        (lambda: read_bytes("a", most=1), "a has more than 1 bytes", "pass a smaller file, or split this one"),
        (lambda: read_bytes("none"), "cannot read none: No such file or directory", "check the path"),
        (lambda: read_bytes("full"), "cannot read full: it is a directory", "pass a file in this directory"),
        (lambda: read_bytes("a\0"), f"'a\\x00' is not a path: {_OF_NULL}", "pass the name of a file"),
        (lambda: list(read_lines("mac")), "mac: lines end with a carriage return only", "convert it first: tr '\\r' '\\n'"),
        # plans
        (lambda: plan("a", ["a"], shard_lines=0), "a shard cannot have 0 lines", "use at least 1"),
        (lambda: plan("a", ["a"], []), "no metric was given", 'name one, as in metrics=["bleu"]'),
        (lambda: plan("a", ["a"], "mcc"), "several processes can score only text metrics, but mcc takes Labels", "remove --engine to score in one process"),
        (lambda: plan(["a", "a"], ["a"]), "the system a is given twice", "give each system once"),
        (lambda: plan([], ["a"]), "no system to score", "pass at least one file or folder"),
        (lambda: plan("a.gz", ["a"]), "HERE/a.gz is compressed, so it cannot be split", "decompress it, or remove --engine"),
        (lambda: plan("empty", ["a"]), "the folder HERE/empty is empty", "pass a folder with text files"),
        (lambda: plan("a", ["a"], segments="full"), "full is not empty; old and new segments would be mixed", "pass a new folder"),
        (lambda: plan("a", ["a"], segments="a"), "cannot write to a: File exists", "pass a new folder"),
        # calls from Python
        (lambda: samescore.audit("a", hypotheses="h"), "hypotheses, references and settings apply to a single number only", 'pass the number: published="27.3"; a claims file names its own files'),  # type: ignore[call-overload]
        (lambda: samescore.audit("bleu", published="1", hypotheses=["a"], baseline="b"), "baseline and statistic need files", "pass the hypotheses too, as a Path"),  # type: ignore[call-overload]
        (lambda: samescore.compare("bleu", [["a"]], ["a"]), "systems is not a mapping", 'give each system a name: {"old": [...], "new": [...]}'),  # type: ignore[arg-type]
        (lambda: samescore.drift("native"), "implementations is a single name, not a list", "pass a list of two or more"),
        (lambda: samescore.run("native"), "implementations is a single name, not a list", "pass implementations=['native']"),
        (lambda: samescore.run(["native"], metrics="bleu"), "metrics is a single name, not a list", "pass metrics=['bleu']"),
        (lambda: samescore.score("bleu", samescore.Corpus.from_segments(["a"], [["a"]]), ["a"]), "Corpus holds the whole input, but references was also given", "remove one of them"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_the_words_of_an_error(build: Callable[[], object], message: str, hint: str) -> None:
    assert error_words(build) == (message.replace("HERE", str(Path().resolve())), hint)


@pytest.mark.parametrize(
    ("suffixes", "remedy"),
    [
        (".bz2 .xz .lz4 .zip .tar .tgz .7z", "unpack it first"),
        (".csv .xml .sgm .sgml .yaml .yml .toml .avro .h5 .hdf5 .npy .npz .pkl .pickle .sqlite .db", "write its texts to a file"),
        (".xlsx .xls .ods .docx .odt .pdf", "save its texts as a text file"),
        (".jsonl .ndjson .parquet .arrow", "remove -r if it holds both sides"),
        (".json", "for predicted answers use --like squad-v1, squad-v2, cmrc2018 or drop; otherwise write its texts to a file"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_text(suffixes: str, remedy: str) -> None:
    for suffix in suffixes.split():
        assert error_words(lambda suffix=suffix: check_is_text(f"f{suffix}")) == (  # type: ignore[misc]
            f"f{suffix} cannot be read as text: {suffix} files do not hold one text per line",
            f"{remedy}; supported: {_TEXT}",
        )


def test_files_that_other_users_can_change() -> None:
    here = Path().resolve()
    file = here / "a"
    check_owner(file, "danger", "remedy")
    check_owner(here / "none", "danger", "remedy")
    file.chmod(0o666)
    assert error_words(lambda: check_owner(file, "danger", "remedy")) == (
        f"{file} can be written by other users, and danger",
        "remedy",
    )
    file.chmod(0o600)
    here.chmod(0o777)
    assert error_words(lambda: check_owner(file, "danger", "remedy")) == (
        f"{here} can be written by other users, and danger",
        "remedy",
    )
    here.chmod(0o1777)
    check_owner(file, "danger", "remedy")
    here.chmod(0o755)
    (here / "full").chmod(0o775)
    assert error_words(lambda: check_trusted(here / "full", here)) == (
        f"{here / 'full'} is writable by other users, and samescore would run programs in it",
        f"chmod go-w '{here / 'full'}', or set SAMESCORE_CACHE to a folder that only you can write",
    )


def test_a_worker_with_other_software() -> None:
    job = Job(())
    job.check_worker()
    assert error_words(msgspec.structs.replace(job, version="0.0.1").check_worker) == (
        f"a worker has samescore {samescore.__version__}, but the job needs 0.0.1",
        "pip install samescore==0.0.1 on every worker",
    )
    assert error_words(msgspec.structs.replace(job, compensated=not job.compensated).check_worker) == (
        "a worker's Python adds floats differently from the client's: sum() is compensated since Python 3.12",
        "run client and workers with the same Python",
    )


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Pattern(r"(a)\1"), "patterns with backreferences, atomic groups or possessive repetition are not supported"),
        (lambda: Pattern(r"(a|ab|b)*"), "patterns may not repeat (*, +, ?, {1,3}) a part that can match in several ways"),
        (lambda: Pattern("("), "'(' is not a regular expression: missing ), unterminated subpattern at position 0"),
        (lambda: transform("substitute-regexes:(a)*=b"), "'(a)*': at most 100 characters and 3 groups are supported, and no repeated groups"),
    ],
)  # fmt: skip
def test_patterns_and_transforms(build: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        build()
