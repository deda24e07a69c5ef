"""Word-level quality estimation: the table over several systems, and the two-class MCC in several arithmetics."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from samescore import Confusion, InputError, MetricError, Undefined, implementation, score
from samescore.base.outcome import prints_as
from samescore.records import SystemScores
from samescore.report.terminal.openkiwi import systems as table
from samescore.verbs.scoring.programs import openkiwi as quality
from tests.command import call, records


def _files(folder: Path, **contents: str) -> dict[str, Path]:
    paths = {name: folder / f"{name}.tags" for name in contents}
    for name, text in contents.items():
        paths[name].write_text(text, encoding="utf-8")
    return paths


def test_the_ensemble_is_the_majority_and_the_best_system_comes_first(tmp_path: Path) -> None:
    files = _files(tmp_path, gold="OK BAD OK BAD\n", a="OK BAD BAD OK\n", b="BAD BAD OK OK\n", c="0.1 0.9 0.2 0.8\n")
    systems = quality.evaluate(files["gold"], [files["a"], files["b"], files["c"]])
    assert [Path(system.name).stem for system in systems] == ["c", "*ensemble*", "b", "a"]
    assert systems[0].f1_mult == systems[0].mcc == 1
    # Two of three say BAD for the second word only: tp 1, fn 1, and both OK words right.
    ensemble = systems[1]
    assert (ensemble.f1_bad, ensemble.f1_ok) == (2 / 3, 0.8)
    assert ensemble.f1_mult == 2 / 3 * 0.8


def test_the_table_is_printed_as_openkiwi_does() -> None:
    systems = [
        SystemScores("x/a", 0.38712974, 0.9060910, 0.42725258, 0.343368),
        SystemScores("x/b", 0.0, 1.0, 0.0, 0.0),
    ]
    assert list(table(systems)) == [
        "-" * (len(" (x)") + 4 + 39),
        "Word-level scores for TARGET:",
        "File (x)    F1_mult      F1_OK        F1_BAD       MCC",
        "a           0.38713      0.90609      0.42725      0.34337",
        "b           0.00000      1.0          0.00000      0.00000",
    ]


@pytest.mark.parametrize(
    ("names", "first", "others"),
    [
        (["x/a"], "File", ["x/a "]),  # one file keeps its folder
        (["x/long-name", "x/b"], "File (x) ", ["long-name", "b        "]),
        (["*ensemble*", "x/y/a", "x/b"], "File (x)  ", ["*ensemble*", "y/a       ", "b         "]),
        (["/x/a", "y/b"], "File", ["/x/a", "y/b "]),  # no common folder
        (["x/a\x1b", "x/b"], "File (x)", ["a\\x1b   ", "b       "]),
    ],
)
def test_the_table_names_files_below_their_common_folder(names: list[str], first: str, others: list[str]) -> None:
    assert list(table([SystemScores(name, 0.5, 0.5, 0.5, -1.0) for name in names], "SOURCE")) == [
        "-" * (len(first) + 39),
        "Word-level scores for SOURCE:",
        f"{first}    F1_mult      F1_OK        F1_BAD       MCC",
        *(f"{name}    0.50000      0.5          0.50000      -1.00000" for name in others),
    ]


def test_words_and_gaps_of_a_wmt18_line(tmp_path: Path) -> None:
    files = _files(tmp_path, gold="BAD OK OK BAD OK\n", given="OK OK OK BAD OK\n")
    words = quality.evaluate(files["gold"], [files["given"]], "words")
    gaps = quality.evaluate(files["gold"], [files["given"]], "gaps")
    assert words[0].f1_mult == 1
    assert gaps[0].f1_bad == 0


@pytest.mark.parametrize(
    ("gold", "given", "message"),
    [
        ("OK\n", "OK\nOK\n", "2 lines but .* has 1"),
        ("OK\nOK\n", "OK\nOK OK\n", "line 2: .* has 1 tags but .* has 2"),
        ("OK GOOD\n", "OK OK\n", "line 1: 'GOOD' is not OK or BAD"),
        ("OK\n", "1.5\n", "'1.5' is not OK, BAD or a probability"),
    ],
)
def test_malformed_tag_files_are_refused(tmp_path: Path, gold: str, given: str, message: str) -> None:
    files = _files(tmp_path, gold=gold, given=given)
    with pytest.raises(InputError, match=message):
        quality.evaluate(files["gold"], [files["given"]])


def test_the_two_class_formulas_are_numpys() -> None:
    """In doubles, as OpenKiwi's matrix of OK and BAD is, and in integers that wrap around."""
    numpy = pytest.importorskip("numpy")
    rng = random.Random(0)
    compared = 0
    for _ in range(500):
        size = 10 ** rng.randint(0, 7)
        counts = [rng.randint(1, size) for _ in range(4)]
        for like, kind, classes in (
            ("openkiwi", numpy.float64, ["OK", "BAD"]),
            ("naive.mcc_int64", numpy.int64, [0, 1]),
            ("naive.mcc_int32", numpy.int32, [0, 1]),
        ):
            data = Confusion(classes, [counts[:2], counts[2:]])
            with numpy.errstate(all="ignore"):
                (tp, fn), (fp, tn) = numpy.array([counts[:2], counts[2:]], dtype=kind)
                product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
                root = product**0.5 if like == "openkiwi" else numpy.sqrt(product)
                expected = (tp * tn - fp * fn) / root
                if kind is numpy.int32:  # numpy would divide by a single-precision root
                    expected = numpy.float64(tp * tn - fp * fn) / numpy.sqrt(numpy.float64(product))
            ours = implementation(f"native:{like}").score("mcc", data)
            if isinstance(ours, Undefined):
                assert not numpy.isfinite(expected)
            else:
                assert ours == score_of(float(expected), ours)
                compared += 1
    assert compared > 600


def score_of(value: float, like: object) -> object:
    """An outcome as `like`, with another value."""
    import msgspec

    return msgspec.structs.replace(like, value=value)  # type: ignore[type-var]  # an outcome


def test_source_000_is_reproduced_to_its_digits() -> None:
    data = Confusion(["OK", "BAD"], [[14965, 2015], [1087, 1157]])
    assert f"{score('mcc', data, like='openkiwi').value:.5f}" == "0.34337"  # printed there cut off: 0.34336
    assert f"{score('f1', data, like='openkiwi.f1_ok').value:.5f}" == "0.90609"
    assert f"{score('f1', data, like='openkiwi.f1_bad').value:.5f}" == "0.42725"


def test_counts_beyond_doubles_are_an_error_of_the_arithmetic_alone() -> None:
    huge = Confusion(["a", "b"], [[10**400, 1], [1, 10**400]])
    assert score("mcc", huge).value == 1
    with pytest.raises(MetricError, match="too large"):
        score("mcc", huge, like="sklearn")


def test_the_table_of_classes_is_the_articles() -> None:
    """Article 000: P, R, F1, MCC and what it calls support, tp + tn, of both classes; its digits are cut off."""
    bad, ok = quality.per_class(Confusion(["OK", "BAD"], [[14965, 2015], [1087, 1157]]))
    assert (ok.name, bad.name) == ("OK", "BAD")
    printed = ["0.93228", "0.88133", "0.90609", "0.34336", "0.36475", "0.51559", "0.42725", "0.34336"]
    values = [value for row in (ok, bad) for value in (row.precision, row.recall, row.f1, row.mcc)]
    assert all(prints_as(value, text) for value, text in zip(values, printed, strict=True))
    assert (ok.support, bad.support) == (16980, 2244)
    assert (ok.predicted, bad.predicted) == (16052, 3172)
    assert ok.right == bad.right == 16122


def test_the_classes_and_the_end_tag_on_the_command_line(tmp_path: Path) -> None:
    files = _files(tmp_path, gold="OK BAD OK OK\n", given="OK BAD BAD BAD\n")

    def printed(*options: str) -> str:
        return call("score", str(files["given"]), "-r", str(files["gold"]), *options, cwd=tmp_path).stdout

    assert printed("-m", "f1-mult", "--per-class").splitlines()[2:] == [
        "class  precision     recall         F1        MCC    support  predicted      right",
        "BAD      0.33333    1.00000    0.50000    0.33333          1          3          2",
        "OK       1.00000    0.33333    0.50000    0.33333          3          1          2",
    ]
    assert records(printed("-m", "accuracy", "--tags", "without-end", "--format", "jsonl"))[0]["value"] == 2 / 3
    assert [row["name"] for row in records(printed("-m", "mcc", "--per-class", "--format", "jsonl"))[1:]] == [
        "BAD",
        "OK",
    ]
    assert "scores for SOURCE:" in printed("--like", "openkiwi", "--tags", "source")


def test_classes_without_labels() -> None:
    with pytest.raises(MetricError, match="no labels"):
        quality.per_class(Confusion([], []))
