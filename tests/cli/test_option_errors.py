"""What a command says about options and files that do not fit together: the whole standard error, and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_ONLY_ONE = "-m, --set, --like, --signature, --baseline and --statistic apply to a single number only"
_GATE = "is about wrong answers, but a gate only checks for changes"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in (
        ("h.txt", "a\n"),
        ("twice.jsonl", '{"metric": "BLEU", "published": "1", "id": "x"}\n' * 2),
        ("claim.toml", "claim = 1\n"),
        ("odd.toml", "clam = 1\n"),
        ("tables.toml", '[[table]]\n[[table]]\n'),
        ("bare.toml", "[tool.other]\n"),
        ("wrong.toml", "[tool]\nsamescore = 1\n"),
        ("report.jsonl", '{"type": "footer", "results": 0, "verdicts": {}, "exit_code": 0}\n'),
        ("claims.jsonl", '{"metric": "BLEU", "published": "27.3"}\n'),
    ):  # fmt: skip
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ("audit claims.jsonl -o x.toml", "-o needs --guess", "add --report FILE"),
        ("audit claims.jsonl --resume", "--resume needs a report to continue", "pass it with --report"),
        ("audit claims.jsonl -m bleu", _ONLY_ONE, "pass the number with --published, or state these in the claims file"),
        ("audit a b c", "3 files were given", "pass CLAIMS, and HYPOTHESES if CLAIMS names no files"),
        ("audit h.txt --published 1", "--published needs the metric", "pass it with -m"),
        ("audit h.txt h.txt --published 1 -m bleu", "--published applies to one file", "pass the file that was scored, and its references with -r"),
        ("audit --guess h.txt h.txt", "--guess takes one file of tables and no option except -o", "remove the other options and files"),
        ("audit --guess h.txt -m bleu", "--guess takes one file of tables and no option except -o", "remove the other options and files"),
        ("audit twice.jsonl", "twice.jsonl: the id 'x' is used twice", "give every claim its own id"),
        ("audit claim.toml", "claim.toml: claim is not a list of tables", "write [[claim]] above each claim"),
        ("audit tables.toml", "tables.toml describes a table twice", "give each [[table]] the number of its table in the file"),
        ("compare h.txt h.txt --scores -m bleu", "--scores takes final scores; metric options do not apply", "remove -r, -m and --set"),
        ("compare h.txt h.txt --scores -r h.txt", "--scores takes final scores; metric options do not apply", "remove -r, -m and --set"),
        ("compare h.txt h.txt --lower-is-better -r h.txt", "--lower-is-better applies to --scores only", "a metric defines whether lower is better"),
        ("compare h.txt -t wmt17 -l en-de -r h.txt", "-t and -r are both given", "remove one of them"),
        ("fuzz native native:nltk --vectors x.json", "--vectors needs the metric: a file holds vectors of one metric", "pass it with -m"),
        ("run native --tolerance 0.1", "--tolerance needs --against", "pass a baseline with --against"),
        ("run native --reason x", "--reason needs --write-baseline", "add --write-baseline FILE"),
        ("run native --against a --write-baseline b", "--against and --write-baseline cannot be combined", "first see the changes with --against, then record with --write-baseline alone"),
        ("run native -x --against a", f"--exitfirst and --against cannot be combined: --exitfirst {_GATE}", "remove --exitfirst; -k and -m select vectors"),
        ("run native --last-failed --write-baseline b", f"--last-failed and --write-baseline cannot be combined: --last-failed {_GATE}", "remove --last-failed; -k and -m select vectors"),
        ("run --config bare.toml native", "bare.toml has no table [tool.samescore]", "add this table, or remove --config"),
        ("run --config wrong.toml native", "wrong.toml: tool.samescore must be a table", "write the options below a line [tool.samescore]"),
        ("explain native native:nltk -r h.txt none.txt", "cannot read none.txt: no such file", "pass the file of hypotheses last: write samescore explain FIRST [SECOND] HYPOTHESES -r REFERENCES"),
        ("render report.jsonl --badge x.png", "x.png: a badge file must end in .svg or .json", "--badge samescore.svg"),
    ],
)  # fmt: skip
def test_options_that_do_not_fit(words: str, message: str, hint: str, folder: Path) -> None:
    done = call(*words.split(), cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"samescore: {message}\n  hint: {hint}\n"
