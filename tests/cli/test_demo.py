"""``samescore demo``: what the tour says is what its commands print, and its commands work as they are written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from samescore.cli.page import page_of
from samescore.records import AuditFinding, DiffRow, Explanation, read
from samescore.verbs.why import demo as verb
from tests.command import call, call_program

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_SCRIPTS = {
    "Latin": "a-zA-Zäöüß",
    "Chinese and Japanese": "\u4e00-\u9fff",
    "Japanese": "\u3040-\u309f",
    "Arabic": "\u0600-\u06ff",
    "Cyrillic": "\u0400-\u04ff",
    "Devanagari": "\u0900-\u097f",
}


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder with the files of a tour, and what it printed."""
    folder = tmp_path_factory.mktemp("tour")
    done = call("demo", "--files", "files", "--html", "page.html", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder, done.stdout


def _commands(text: str) -> list[list[str]]:
    """The commands of a text, without those that a shell has itself."""
    typed = re.findall(r"^\$ ((?:.*\\\n)*.*)", text, re.MULTILINE)
    joined = [line.replace("\\\n", " ") for line in typed]  # as a shell reads it
    return [words for words in map(shlex.split, joined) if words[0] == "samescore"]


def test_the_tour_fits_two_screens_of_80_columns(tour: tuple[Path, str]) -> None:
    lines = tour[1].splitlines()
    assert 20 < len(lines) <= 48
    assert max(map(len, lines)) <= 80


def test_the_commands_of_the_tour_give_the_numbers_of_the_tour(tour: tuple[Path, str]) -> None:
    folder, text = tour
    commands = _commands(text)
    assert [words[1] for words in commands] == ["diff", "explain", "audit"]
    saved = []
    for number, words in enumerate(commands):
        done = call(*words[1:], "--format", "jsonl", cwd=folder / "files")
        assert done.stderr == ""
        path = folder / f"{number}.jsonl"
        path.write_text(done.stdout, encoding="utf-8")
        saved += list(read(path))
    rows = [record for record in saved if isinstance(record, DiffRow)]
    shown = dict(re.findall(r"^   (native:\S+) +(\d+\.\d\d)", text, re.MULTILINE))
    assert shown == {row.name: f"{row.number:.2f}" for row in rows}
    assert len(set(shown.values())) == len(shown) == 6
    explanation = next(record for record in saved if isinstance(record, Explanation))
    numbers = [float(row.number or 0.0) for row in rows]
    assert explanation.gap == pytest.approx(max(numbers) - min(numbers), rel=1e-12)
    shares = dict(map(reversed, re.findall(r"^ +([+-]\d+\.\d\d)  (\w+: .*)", text, re.MULTILINE)))
    assert shares
    for share in explanation.shares:
        assert shares.get(", ".join(map(str, share.changes)), "+0.00") == f"{share.share:+.2f}".replace(
            "-0.00", "+0.00"
        )
    right, wrong = [record for record in saved if isinstance(record, AuditFinding)]
    assert right.fits
    assert not right.weak
    assert wrong.verdict.value == "not reproduced"
    told = " ".join(text.split())
    assert f"✓ {right.claim} says BLEU {right.published}: {right.verdict.value}, {right.fits[0].how}." in told
    assert f"✗ {wrong.claim} says BLEU {wrong.published}: not reproduced. {wrong.notes[0]};" in told
    assert folder.joinpath("page.html").read_text(encoding="utf-8") == page_of(saved)


def test_the_tour_has_signs_that_the_encoding_has(tour: tuple[Path, str]) -> None:
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = call_program("demo", "--files", "ascii", "--html", "page.html", cwd=tour[0], **environment)
    assert (done.returncode, done.stderr) == (0, "")
    plain = tour[1].translate({ord("▬"): "=", ord("✓"): "+", ord("✗"): "x"})
    assert plain != tour[1]
    assert done.stdout == plain.replace("cd files", "cd ascii")


def test_the_tour_proposes_a_folder_where_none_is_named(tmp_path: Path) -> None:
    done = call("demo", cwd=tmp_path, SAMESCORE_STATE=str(tmp_path / "state"))
    assert (done.returncode, done.stderr) == (0, "")
    assert _commands(done.stdout)[0] == ["samescore", "demo", "--files", "tour"]
    page = tmp_path / "state" / "demo.html"
    assert f"   {page}\n" in done.stdout
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["state"]


def test_the_page_is_opened_only_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(click, "launch", opened.append)
    call("demo", "--html", "tour.html", cwd=tmp_path)
    assert opened == []
    call("demo", "--html", "tour.html", "--open", cwd=tmp_path)
    assert opened == ["tour.html"]


def test_nothing_of_the_user_is_overwritten(tmp_path: Path) -> None:
    own = tmp_path / "tour" / verb.REFERENCE
    own.parent.mkdir()
    own.write_text("mine", encoding="utf-8")
    done = call("demo", "--files", "tour", cwd=tmp_path)
    assert done.returncode == 2
    assert f"tour/{verb.REFERENCE} exists" in done.stderr
    assert [own.read_text(encoding="utf-8")] == [path.read_text(encoding="utf-8") for path in own.parent.iterdir()]
    done = call("demo", "--files", f"tour/{verb.REFERENCE}/below", cwd=tmp_path)
    assert done.returncode == 2
    assert "hint: choose a different folder" in done.stderr


@pytest.mark.parametrize("name", [verb.SYSTEM, verb.REFERENCE, verb.CLAIMS])
def test_the_page_is_none_of_the_files_of_the_tour(tmp_path: Path, name: str) -> None:
    done = call("demo", "--files", "tour", "--html", f"./tour/../tour/{name}", cwd=tmp_path)
    assert done.returncode == 2
    assert f"tour/{name} is also written by --files" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_corpus_is_in_several_languages() -> None:
    corpus = verb.corpus()
    assert len(corpus) == 17
    assert len(set(corpus.hypotheses)) == 17
    for letters in _SCRIPTS.values():
        for texts in (corpus.hypotheses, [references[0] for references in corpus.references]):
            assert any(re.search(f"[{letters}]", str(text)) for text in texts)
    assert all(
        hypothesis != references[0] for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    )
