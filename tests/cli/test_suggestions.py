"""A name that is not known: every command names the nearest one that is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import samescore
from samescore.base.errors import nearest
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_FILES = ("hyp", "-r", "ref")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("hyp", "ref"):
        (tmp_path / name).write_text("the cat sat\n", encoding="utf-8")
    (tmp_path / "claims.toml").write_text('[[claim]]\nmetric = "BLEU"\npublishd = "27.3"\n', encoding="utf-8")
    (tmp_path / "expected.toml").write_text('implementation = "native"\n[expect]\n"mcc" = "no"\n', encoding="utf-8")
    assert call("run", "native", "-k", "wer-no", "--report", "run.jsonl", cwd=tmp_path).returncode == 0
    return tmp_path


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("scor", *_FILES), "score"),
        (("golden", "lnt"), "lint"),
        (("diff", *_FILES, "--metrc", "bleu"), "--metric"),
        (("list", "metric"), "metrics"),
        (("score", *_FILES, "--format", "json"), "jsonl"),
        (("golden", "schema", "vector"), "vectors"),
        (("score", *_FILES, "-m", "rogue1"), "rouge1"),
        (("list", "knobs", "blue"), "bleu"),
        (("audit", "-m", "presicion", "--published", "0.5", *_FILES), "precision"),
        (("score", *_FILES, "--set", "tokeniser=none"), "tokenizer"),
        (("score", *_FILES, "--set", "tokenizer=intel"), "intl"),
        (("score", *_FILES, "--signature", "bleu|tokeniser:none"), "tokenizer"),
        (("score", *_FILES, "--like", "sacreblue"), "sacrebleu"),
        (("score", *_FILES, "--like", "sacrebleu(lowercas=true)"), "lowercase"),
        (("run", "sacreblue"), "sacrebleu"),
        (("run", "native:sacreblue"), "sacrebleu"),
        (("run", "native:nltk.sentence_blue"), "sentence_bleu"),
        (("run", "replay:run.jsonl#nativ"), "native"),
        (("run", "native", "--expect", "expected.toml"), "expected"),
        (("show", "nltk-178"), "nltk-1785"),
        (("show", "bleu-papineni-the-cliped"), "bleu-papineni-the-clipped"),
        (("audit", "claims.toml"), "published"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_command_names_the_nearest_known_name(folder: Path, words: tuple[str, ...], near: str) -> None:
    done = call(*words, cwd=folder)
    said = " ".join((done.stdout + done.stderr).split())
    assert done.returncode in (1, 2), said
    assert "did you mean" in said.lower()
    assert near in said.lower().partition("did you mean")[2].partition("?")[0]
    assert "Traceback" not in said


@pytest.mark.parametrize("name", ["divergence", "property_called", "reported_case", "vector"])
def test_the_catalogue_names_the_nearest_entry(name: str) -> None:
    from samescore.catalogue import divergences, properties, reported, vectors

    entries = {
        "divergence": (divergences.divergence, "chrf-missing-order", "chrf-missing-orders"),
        "property_called": (properties.property_called, "ter-above-10", "ter-above-100"),
        "reported_case": (reported.reported_case, "nltk-178", "nltk-1785"),
        "vector": (vectors.vector, "bleu-papineni-the-cliped", "bleu-papineni-the-clipped"),
    }
    find, wrong, right = entries[name]
    with pytest.raises(samescore.UnknownNameError) as raised:
        find(wrong)
    assert right in raised.value.hint.partition("did you mean ")[2]


@pytest.mark.parametrize("name", ["COMET", "comet-22", "bertscore", "BLEURT"])
def test_a_learned_metric_is_not_computed_here(folder: Path, name: str) -> None:
    said = call("score", *_FILES, "-m", name, cwd=folder).stderr
    assert f"{name!r} is not computed by samescore" in said
    assert "it needs a learned model" in said
    assert "did you mean" not in said


def test_a_family_of_metrics_is_answered_with_its_usual_ones(folder: Path) -> None:
    assert "did you mean rouge1, rouge2 or rougeL?" in call("score", *_FILES, "-m", "rouge", cwd=folder).stderr


def test_a_knob_of_other_metrics_tells_that_the_metric_is_missing(folder: Path) -> None:
    said = call("score", *_FILES, "--set", "beta=1", cwd=folder).stderr
    assert "bleu has no knob 'beta'" in said
    hint = said.partition("hint: ")[2]
    assert hint.startswith("bleu is the default metric; beta is a knob of chrf, ")
    assert " f1" in hint
    assert (
        "bleu is the default metric" not in call("score", *_FILES, "-m", "bleu", "--set", "beta=1", cwd=folder).stderr
    )
    assert "bleu is the default metric" not in call("score", *_FILES, "--set", "tokeniser=none", cwd=folder).stderr


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("mistakes", "samescore list mistakes"),
        ("vectors", "samescore list vectors"),
    ],
)
def test_show_names_the_list_that_answers(folder: Path, name: str, command: str) -> None:
    assert command in call("show", name, cwd=folder).stderr
    listed = call(*command.split()[1:], cwd=folder)
    assert (listed.returncode, len(listed.stdout.splitlines()) > 5) == (0, True), listed.stderr


@pytest.mark.parametrize("arguments", [(), ("ter",), ("roc-auc",)], ids="-".join)
@pytest.mark.parametrize("row", [1, -1])
def test_every_mistake_that_is_listed_can_be_shown(folder: Path, arguments: tuple[str, ...], row: int) -> None:
    """Those with knobs or inputs in the file of mistakes, and those of the stages of a metric."""
    listed = call("list", "mistakes", *arguments, cwd=folder).stdout.splitlines()
    name, _, meaning = [line for line in listed if line and not line.startswith(" ")][row].partition(" ")
    shown = call("show", name, cwd=folder).stdout
    assert f"{name} (mistake)" in shown
    assert meaning.strip()
    assert meaning.strip()[:40] in " ".join(shown.split())
    assert all(metric_name in shown for metric_name in arguments)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("mychrf.js", '"cmd:node mychrf.js {hyp} {ref}"'),
        ("node mychrf.js", '"cmd:node mychrf.js {hyp} {ref}"'),
        ("perl tools/mine.pl {hyp}", '"cmd:perl tools/mine.pl {hyp}"'),
        ("tools/mine.rb", '"cmd:ruby tools/mine.rb {hyp} {ref}"'),
        ("mychrf.py", "py:mychrf:FUNCTION"),
        ("tools/mine.py", "py:tools.mine:FUNCTION"),
        ("../mine.py", '"cmd:python ../mine.py {hyp} {ref}"'),
        ("hyp", '"cmd:./hyp {hyp} {ref}"'),
    ],
)
@pytest.mark.parametrize("command", ["identify", "run"])
def test_a_script_is_answered_with_its_name_as_an_implementation(
    folder: Path, command: str, name: str, hint: str
) -> None:
    done = call(command, name, cwd=folder)
    assert done.returncode == 2
    assert hint in " ".join(done.stderr.split())
    assert ("py:" in done.stderr) == hint.startswith("py:")


def test_a_name_that_is_no_script_is_answered_as_before(folder: Path) -> None:
    assert "cmd:" not in call("run", "sacreblue", cwd=folder).stderr
    assert "write name, name==version" in call("run", "sacre bleu", cwd=folder).stderr
    assert "write name, name==version" in call("run", "a/" + "b" * 5000, cwd=folder).stderr


def test_unknown_names_without_a_near_match_list_the_known_ones() -> None:
    assert nearest("qqq", ["alpha", "beta"]) == "choose one of: alpha, beta"
    assert nearest("qqq", map(str, range(100, 160))).endswith(" and 10 more")
    assert nearest("qqq", ["alpha"], "see the list") == "see the list"
    assert nearest("ALPHA1", ["alpha2", "alpha3", "beta"], most=2) == "did you mean alpha3 or alpha2?"


def test_one_function_finds_the_nearest_name() -> None:
    sources = Path(samescore.__file__).parent.rglob("*.py")
    using = [path.name for path in sources if "get_close_matches" in path.read_text(encoding="utf-8")]
    assert using == ["errors.py"]


def test_wrong_usage_is_a_line_and_a_hint(tmp_path: Path) -> None:
    done = call("golden", "fmt", "--chek", cwd=tmp_path)
    first, second = done.stderr.splitlines()
    assert first.startswith("samescore: No such option")
    assert second == "  hint: see samescore golden fmt --help"


@pytest.mark.parametrize(
    ("name", "reason", "hint"),
    [
        ("cmd:no-such-program {hyp} {ref}", "No such file", "install the program, or write its path"),
        ("cmd:no-such-program", "No such file", "install the program, or write its path"),
        ("cmd:{python} fails.py {{hyp}} {{ref}}", "exit status 3: no model", "fix the error that it reports"),
        ("cmd:{python} fails.py", "exited with status 3; on stderr: no model", "fix the error that it reports"),
        ("py:raises:f", "KeyError: 'bleu'", "fix the error that it reports"),
    ],
)
def test_the_remedy_fits_what_went_wrong(folder: Path, name: str, reason: str, hint: str) -> None:
    (folder / "fails.py").write_text("import sys\nsys.stderr.write('no model')\nsys.exit(3)\n", encoding="utf-8")
    (folder / "raises.py").write_text("def f(hypotheses, references):\n    return {}['bleu']\n", encoding="utf-8")
    named = name.format(python=sys.executable) if "{python}" in name else name
    done = call("identify", named, "-m", "bleu", cwd=folder)
    said = " ".join(done.stderr.split())
    assert done.returncode == 2
    assert reason in said.partition("hint:")[0]
    assert hint in said.partition("hint:")[2]
    assert ("install" in said.partition("hint:")[2]) == ("install" in hint)
