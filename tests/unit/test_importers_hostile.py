"""Files that are cut off, random, huge or made to hurt: they are read or refused in bounded time, and nothing crashes."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest

from samescore import InputError
from samescore.verbs.audit.importers.formats import draft_description, read_source
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_DATA = Path(__file__).resolve().parents[1] / "data"
_FILES = sorted(path for path in _DATA.rglob("*.*") if path.suffix not in (".toml", ".tex"))


def _outcome(path: Path) -> str:
    """What becomes of a file: its claims, none, or an error that says what to do."""
    try:
        claims = read_source(path).claims
    except InputError as problem:
        return "refused" if problem.hint else f"refused without a remedy: {problem}"
    return "claims" if claims else "none"


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name)
def test_a_file_that_ends_early_is_read_or_refused(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    target = tmp_path / path.name
    outcomes = set()
    for end in range(0, len(content), max(len(content) // 20, 1)):
        target.write_bytes(content[:end])
        outcomes.add(_outcome(target))
    assert outcomes <= {"claims", "none", "refused"}


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name)
def test_a_file_with_random_bytes_in_it_is_read_or_refused(path: Path, tmp_path: Path) -> None:
    content, chance = path.read_bytes(), random.Random(20)
    target = tmp_path / path.name
    for _ in range(15):
        damaged = bytearray(content)
        for place in (chance.randrange(len(damaged)) for _ in range(chance.choice((1, 5, 50)))):
            damaged[place] = chance.choice((chance.randrange(256), *b'<>|&"{},.;-0'))
        target.write_bytes(damaged)
        assert _outcome(target) in ("claims", "none", "refused")


@pytest.mark.parametrize("suffix", [".md", ".html", ".csv", ".tsv", ".json", ".jsonl", ".toml", ".txt"])
def test_random_bytes_are_refused(suffix: str, tmp_path: Path) -> None:
    target = tmp_path / f"random{suffix}"
    for seed in range(20):
        target.write_bytes(random.Random(seed).randbytes(500))
        assert _outcome(target) == "refused"


_HOSTILE = {
    "wide.html": "<table><tr>" + "<td colspan=1000>1</td>" * 4_000 + "</tr></table>",
    "tall.html": "<table>" + "<tr><td rowspan=65534>1</td>" * 4_000 + "</table>",
    "nested.html": "<table><tr><td>" * 10_000,
    "open.html": "<" * 200_000,
    "entities.html": "<table><tr><td>BLEU<tr><td>" + "&amp" * 60_000,
    "rows.md": "|BLEU|\n|-|\n" + "|1|\n" * 10_000,
    "columns.md": "|" + "B|" * 2_000 + "\n|" + "-|" * 2_000 + "\n",
    "quotes.md": ">" * 50_000 + "|a|\n|-|\n",
    "brackets.md": "|" + "[" * 5_000 + "|\n|-|\n|1|\n",
    "stars.md": "|" + "**a " * 5_000 + "|\n|-|\n|1|\n",
    "columns.csv": "a," * 100_000 + "\n",
    "rows.csv": "BLEU\n" + "1\n" * 110_000,
    "quotes.csv": '"' * 1_000_001,
    "long.csv": "BLEU\n" + "1" * 200_000,
    "deep.json": "[" * 100_000,
    "deep2.json": '{"a":' * 60 + "1" + "}" * 60,
    "names.json": json.dumps({f"accuracy {k}": 0.5 for k in range(10_000)}),
    "lines.log": "BLEU = 27 60/30 (" * 50_000,
    "spaces.log": " " * 1_000_000 + "BLEU",
    "report.txt": "precision recall f1-score support\n" + "a " * 300_000,
}


@pytest.mark.parametrize("name", _HOSTILE)
def test_hostile_tables_are_processed_in_bounded_time(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(_HOSTILE[name], encoding="utf-8")
    start = time.process_time()
    assert _outcome(tmp_path / name) in ("claims", "none", "refused")
    assert time.process_time() - start < 20


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    escape = "\x1b[31m\u202e"
    table = f"# {escape}\n\n|{escape}S|BLEU|x{escape}|\n|-|-|-|\n|{escape}|27.3|3|\n|y|x{escape}|4|\n|z|28.1|5|\n"
    (tmp_path / "t.md").write_text(table, encoding="utf-8")
    done = call("audit", "t.md", "-j", "1", cwd=tmp_path)
    guess = call("audit", "--guess", "t.md", cwd=tmp_path)
    assert "27.3" in done.stdout
    assert "is not a number" in done.stdout
    assert 'metric = "BLEU"' in guess.stdout
    for text in (done.stdout, done.stderr, guess.stdout):
        assert not {"\x1b", "\u202e"} & set(text)
    (tmp_path / "t.toml").write_text(guess.stdout, encoding="utf-8")
    assert _outcome(tmp_path / "t.md") == "claims"


def test_a_guess_of_any_readable_table_describes_it(tmp_path: Path) -> None:
    """The titles of a guess, with whatever they hold, are found again in the table that they are from."""
    for seed in range(40):
        chance = random.Random(seed)
        titles = [
            "".join(chance.choice("aBé \"\\'#[]{}=/,.1\u00a0\u2028↑") for _ in range(8)).strip() or "t"
            for _ in range(4)
        ]
        rows = [["s", *titles, "BLEU"], ["x", "1", "2", "3", "4", "27.3"]]
        quoted = ["\t".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows]
        (tmp_path / "t.tsv").write_text("\n".join(quoted), encoding="utf-8")
        (tmp_path / "t.toml").write_text(draft_description(tmp_path / "t.tsv"), encoding="utf-8")
        assert [claim.published for claim in read_source(tmp_path / "t.tsv").claims][-1] == "27.3"
