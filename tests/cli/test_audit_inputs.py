"""What ``samescore audit`` takes on the command line: one number, files, and what to guess."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Hypotheses and references of which nine of ten words agree, and labels of which three of four do."""
    (tmp_path / "hyp.txt").write_text("a b c d e f g h i j\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("a b c d e f g h i k\n", encoding="utf-8")
    (tmp_path / "gold").write_text("x\ny\nx\ny\n", encoding="utf-8")
    (tmp_path / "tags").write_text("x\ny\nx\nx\n", encoding="utf-8")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "ref.txt").write_text("a b c d e f g h i k\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("-m WER --published 10.0% hyp.txt -r ref.txt", "by a default"),
        ("-m WER --published 0.1000000 hyp.txt -r ref.txt", "by a default"),
        ("-m Acc. --published 75 tags -r gold", "by a default"),
        ("-m Acc. --published .75 tags -r gold --set normalize=fraction", "as stated"),
        ("-m accuracy --published 3 tags -r gold --set normalize=count", "as stated"),
        ("-m R-1 --published 0.9 hyp.txt -r deep/er/ref.txt --like rouge_score", "as stated"),
        ("-m BLEU --published 90,5 hyp.txt -r ref.txt --signature nrefs:1|case:mixed|tok:13a|version:2.0.0", "not reproduced"),
        ("-m WER --published 17.3 hyp.txt -r ref.txt", "not reproduced"),
    ],
)  # fmt: skip
def test_one_number(folder: Path, line: str, verdict: str) -> None:
    """The expected numbers are counted by hand: one word of ten differs, one label of four."""
    done = call("audit", *line.split(), "--format", "jsonl", cwd=folder)
    (finding,) = records(done.stdout)
    assert finding["verdict"] == verdict
    assert done.returncode in ((1,) if verdict == "not reproduced" else (0, 6))
    assert finding["claim"] == line.split()[4]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "nothing to audit"),
        ("--published 27.3 hyp.txt -r ref.txt", "--published needs the metric"),
        ("--published high -m bleu hyp.txt", "published is 'high', which is not a number"),
        ("--published 27.3 -m blue hyp.txt", "unknown metric: 'blue'\n  hint: did you mean"),
        ("--published 27.3 -m comet hyp.txt", "'comet' is not computed by samescore"),
        ("--published 27.3 -m bleu", "--published applies to one file"),
        ("--published 27.3 -m bleu hyp.txt hyp.txt", "--published applies to one file"),
        ("--published 27.3 -m bleu hyp.txt -r ref.txt --set tok=13a", "bleu has no knob 'tok'"),
        (
            "--published 27.3 -m bleu hyp.txt -r ref.txt --like sacreblue",
            "'sacreblue'\n  hint: did you mean sacrebleu?",
        ),
        (
            "--published 27.3 -m bleu hyp.txt -r ref.txt --like sacrebleu==99",
            "covers sacrebleu 99\n  hint: profiles cover",
        ),
        ("--published 27.3 -m bleu hyp.txt -r ref.txt --like rouge_score", "rouge_score"),
        (
            "--published 27.3 -m bleu hyp.txt -r ref.txt --signature nrefs:1|smoot:exp|version:2.0.0",
            "did you mean smooth?",
        ),
        (
            "claims.jsonl -m bleu",
            "-m, --set, --like, --signature, --baseline and --statistic apply to a single number only",
        ),
        (
            "claims.jsonl --like nltk",
            "-m, --set, --like, --signature, --baseline and --statistic apply to a single number only",
        ),
        ("claims.jsonl -r ref.txt", "the claims name their own files"),
        ("t.md -r ref.txt", "references were given without HYPOTHESES"),
        ("claims.jsonl hyp.txt ref.txt", "3 files were given"),
        ("claims.jsonl hyp.txt -r ref.txt", "the claims name their own files"),
        ("claims.jsonl -o x.toml", "-o needs --guess"),
        ("absent.tex", "absent.tex"),
        ("--guess claims.jsonl", "claims.jsonl is not a file of tables"),
        ("--guess t.md u.md", "--guess takes one file"),
        ("--guess t.md --published 1", "--guess takes one file"),
        ("--guess t.md -o t.md", "t.md would overwrite t.md, an input of this command"),
        ("--guess empty.md", "empty.md has no table"),
        ("--guess words.md", "no table has a column of numbers"),
    ],
)
def test_conflicting_audit_arguments_are_refused(folder: Path, line: str, message: str) -> None:
    claim = '{"metric": "BLEU", "published": "27.3", "hypotheses": "hyp.txt", "references": ["ref.txt"]}\n'
    (folder / "claims.jsonl").write_text(claim, encoding="utf-8")
    (folder / "t.md").write_text("|a|BLEU|\n|-|-|\n|x|27.3|\n", encoding="utf-8")
    (folder / "words.md").write_text("|a|b|\n|-|-|\n|x|y|\n", encoding="utf-8")
    (folder / "empty.md").write_text("# Nothing\n", encoding="utf-8")
    done = call("audit", *line.split(), cwd=folder)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_claims_may_leave_their_files_to_the_command_line(folder: Path) -> None:
    (folder / "deep" / "claims.toml").write_text('[[claim]]\nmetric = "WER"\npublished = "10%"\n', encoding="utf-8")
    done = call("audit", "deep/claims.toml", "hyp.txt", "-r", "deep/er/ref.txt", "--format", "jsonl", cwd=folder)
    assert [record["verdict"] for record in records(done.stdout)] == ["by a default"]


def test_a_metric_that_is_not_computed_here_is_no_malformed_claim(folder: Path) -> None:
    """COMET is not checked, and a misspelled name is an error, in a file of claims and in a table."""
    names = ("COMET-22", "BERTScore F1", "COMMET")
    claims = "".join(f'{{"metric": "{name}", "published": "0.8"}}\n' for name in names)
    (folder / "claims.jsonl").write_text(claims, encoding="utf-8")
    (folder / "t.md").write_text("|S|A|B|C|\n|-|-|-|-|\n|x|0.8|0.8|0.8|\n", encoding="utf-8")
    columns = "".join(f'[[table.column]]\nplace = {k}\nmetric = "{name}"\n' for k, name in enumerate(names, 2))
    (folder / "t.toml").write_text(f"[[table]]\n{columns}", encoding="utf-8")
    for file in ("claims.jsonl", "t.md"):
        done = call("audit", file, "-j", "1", "--format", "jsonl", cwd=folder)
        findings = [record for record in records(done.stdout) if record["type"] == "finding"]
        assert [finding["verdict"] for finding in findings] == [
            "cannot be checked",
            "cannot be checked",
            "the claim is malformed",
        ]
        assert "'COMET-22' is not computed by samescore" in findings[0]["notes"][0]
        assert "did you mean COMET" in findings[2]["notes"][0]
        assert done.returncode == 1


def test_files_that_cannot_be_read_are_an_error_and_refuse_no_number(folder: Path) -> None:
    (folder / "t.csv").write_text("System,BLEU,WER\nours,27.3,10.0\nbase,26.1,11.0\nhyp,80.9,10.0\n", encoding="utf-8")
    columns = "".join(f'[[table.column]]\ntitle = "{name}"\nmetric = "{name}"\n' for name in ("BLEU", "WER"))
    files = 'hypotheses = "{row}.txt"\nreferences = ["ref.txt"]\n'
    (folder / "t.toml").write_text(f"[[table]]\n{files}{columns}", encoding="utf-8")
    done = call("audit", "t.csv", "-j", "1", cwd=folder)
    (line,) = (line for line in done.stderr.splitlines() if "cannot be checked" in line)
    assert line.startswith("samescore: 4 claims cannot be checked: file not found: ")
    assert [line.count(name) for name in ("ours.txt", "base.txt", "hyp.txt")] == [1, 1, 0]
    assert re.search(r"^  ours +BLEU 27.3 +unreadable files", done.stdout, re.MULTILINE)
    assert "! ours" not in done.stdout
    assert done.returncode == 1  # hyp's BLEU is 88.01
    assert "! hyp, BLEU" in done.stdout
    (folder / "t.csv").write_text("System,BLEU,WER\nours,27.3,10.0\nhyp,88.0,10.0\n", encoding="utf-8")
    assert call("audit", "t.csv", "-j", "1", cwd=folder).returncode == 2


_GUESS = """\
# The content of the tables, guessed from their titles by samescore audit --guess. docs/tables.md describes the fields.
# Without hypotheses and references, numbers are checked only against each other.
file = "t.md"

# Line 3: Results \\u202e of ours
[[table]]
number = 1
# source = "where it was published": claims of the same source and metric are examined together
# {row} stands for: en-de / x
# or {1} (Pair), {2} ("System")
# hypotheses = "{row}.txt"
# references = ["{test_set}.txt"]

[[table.column]]
title = "SacreBLEU WMT14 ↑"
metric = "SacreBLEU"
test_set = "WMT14"
like = "sacrebleu" # the version is not stated

[[table.column]]
title = "BLEU"
metric = "BLEU"

# a mean, judging by its title; of these columns?
# [[table.column]]
# title = "Avg."
# role = "mean"
# of = ["SacreBLEU WMT14 ↑", "BLEU"]

# 'COMET' is not computed by samescore
# [[table.column]]
# title = "COMET"
# metric = ""

# 'Time' is not the name of a metric: samescore list metrics lists all of them, docs/metrics.md their other names
# [[table.column]]
# title = "Time"
# metric = ""

# the file of each row, unless hypotheses above name it
# [[table.row]]
# name = "en-de / x"
# hypotheses = ""
"""


def test_a_guess_leaves_to_the_reader_what_is_not_sure(folder: Path) -> None:
    """Differences, deviations, p-values and recall at a rank are no scores of the metric that their titles name."""
    table = (
        "# BLEU on the test sets\n\n|Size|Δ chrF|BLEU std.|p|R@1|Avg. F1|F1 A|F1 B|\n|-|-|-|-|-|-|-|-|\n"
        "|1,000|+0.4|0.1|0.05|44.1|80|79|81|\n|2,000|-0.4|0.2|0.01|51.2|81|80|82|\n|Mean|0|0.1|0.03|50|80|79|81|\n"
    )
    (folder / "t.md").write_text(table, encoding="utf-8")
    guess = call("audit", "--guess", "t.md", cwd=folder).stdout.splitlines()
    assert [line for line in guess if line.startswith("title")] == ['title = "F1 A"', 'title = "F1 B"']
    assert [line for line in guess if line.startswith("# title")] == [
        '# title = "Δ chrF"', '# title = "BLEU std."', '# title = "p"', '# title = "R@1"', '# title = "Avg. F1"'
    ]  # fmt: skip
    assert '# of = ["F1 A", "F1 B"]' in guess
    assert guess[-3:] == ["[[table.row]]", 'name = "Mean"', 'role = "average"']


def test_a_caption_names_the_metric_of_columns_that_hold_scores(folder: Path) -> None:
    table = "# BLEU on WMT14\n\n|Model|En-De|Params|Gain|\n|-|-|-|-|\n|a|27.3|213|+0.4|\n|b|–|65|+1.2|\n"
    (folder / "t.md").write_text(table, encoding="utf-8")
    guess = call("audit", "--guess", "t.md", cwd=folder).stdout.splitlines()
    kept = [line for line in guess if line.startswith(("title", "metric", "test_set"))]
    assert kept == ['title = "En-De"', 'metric = "BLEU"', 'test_set = "En-De"']


def test_a_guess_says_what_it_does_not_know_and_can_be_used_as_it_is(folder: Path) -> None:
    table = '|Pair|"System"|SacreBLEU WMT14 ↑|BLEU|Avg.|COMET|Time|\n|-|-|-|-|-|-|-|\n|en-de|x|27.3|28|27.65|0.8|9|\n'
    (folder / "t.md").write_text(f"# Results \u202e of ours\n\n{table}", encoding="utf-8")
    done = call("audit", "--guess", "t.md", cwd=folder)
    assert (done.returncode, done.stdout) == (0, _GUESS.replace("\\u202e", " "))
    assert call("audit", "--guess", "t.md", "-o", "t.toml", cwd=folder).stdout == ""
    assert (folder / "t.toml").read_text(encoding="utf-8") == done.stdout
    audited = call("audit", "t.md", "-j", "1", "--format", "jsonl", cwd=folder)
    assert [record["published"] for record in records(audited.stdout) if record["type"] == "finding"] == ["27.3", "28"]
    assert audited.stderr == "samescore: to check numbers against files, list the files in lines 11 and 12 of t.toml\n"


def test_the_rows_of_a_guess_need_their_files_only(folder: Path) -> None:
    (folder / "t.csv").write_text('System,WER\n"ours, ""big""",10.0\n,\nref.txt,0.0\nMean,5.0\n', encoding="utf-8")
    guess = call("audit", "--guess", "t.csv", cwd=folder).stdout
    for name, file in (('ours, \\"big\\"', "hyp.txt"), ("ref.txt", "ref.txt")):
        entry = f'# [[table.row]]\n# name = "{name}"\n# hypotheses = ""\n'
        assert guess.count(entry) == 1
        guess = guess.replace(entry, f'[[table.row]]\nname = "{name}"\nhypotheses = "{file}"\n')
    assert "# [[table.row]]" not in guess
    assert '[[table.row]]\nname = "Mean"\n' in guess
    guess = guess.replace('# references = ["{test_set}.txt"]', 'references = ["ref.txt"]')
    (folder / "t.toml").write_text(guess, encoding="utf-8")
    done = call("audit", "t.csv", "-j", "1", "--format", "jsonl", cwd=folder)
    findings = [record for record in records(done.stdout) if record["type"] == "finding"]
    assert [finding.get("hypotheses") for finding in findings] == ["hyp.txt", "ref.txt"]
    assert [finding["verdict"] for finding in findings[:2]] == ["by a default", "by a default"]
    assert done.stderr == ""
