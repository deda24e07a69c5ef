"""What evaluation programs write: the claims that each gives, against claims written by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.importers.formats import read_source
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_RESULTS = Path(__file__).resolve().parents[1] / "data" / "results"
_SIGNATURE = "nrefs:1|bs:1000|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:"


def test_the_json_of_sacrebleu() -> None:
    read = read_source(_RESULTS / "sacrebleu.json")
    chrf = "nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.4.0"
    ter = "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.4.0"
    assert read.claims == [
        Claim("BLEU", "33.0", "BLEU", signature=f"{_SIGNATURE}2.4.0", source="sacrebleu.json"),
        Claim("chrF2++", "59.67", "chrF2++", signature=chrf, source="sacrebleu.json"),
        Claim("TER", "51", "TER", signature=ter, source="sacrebleu.json"),
    ]
    (parts,) = read.tables
    assert [(column.quantity, cell.digits) for column, cell in zip(parts.columns, parts.rows[0].cells, strict=True)] == [
        ("bleu", "33.0"), ("bleu-precision-1", "64.5"), ("bleu-precision-2", "39.0"), ("bleu-precision-3", "26.6"),
        ("bleu-precision-4", "18.6"), ("bp", "0.989"), ("ratio", "0.989"), ("hyp_len", "61287"), ("ref_len", "61968"),
    ]  # fmt: skip
    assert parts.rows[0].cells[0].place == "BLEU"


def test_lines_of_sacrebleu_and_multi_bleu_in_a_log() -> None:
    """Old and new signatures, an interval, no signature; other lines with an equals sign are none."""
    read = read_source(_RESULTS / "eval.log")
    old = "BLEU+case.mixed+lang.en-de+numrefs.1+smooth.exp+test.wmt14/full+tok.13a+version.1.4.14"
    chrf = "nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.3.1"
    ter = "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.3.1"
    log: dict[str, Any] = {"source": "eval.log"}
    assert read.claims == [
        Claim("BLEU", "27.3", "line 3, BLEU", signature=old, label=old.removeprefix("BLEU+"), **log),
        Claim("BLEU", "28.60", "line 4, BLEU", **log),
        Claim("BLEU", "33.0", "line 5, BLEU", signature=f"BLEU|{_SIGNATURE}2.3.1", label=f"{_SIGNATURE}2.3.1", **log),
        Claim("chrF2++", "59.67", "line 6, chrF2++", signature=f"chrF2++|{chrf}", label=chrf, **log),
        Claim("TER", "51.2", "line 7, TER", signature=f"TER|{ter}", label=ter, **log),
    ]
    assert [(table.name, table.rows[0].cells[1].digits) for table in read.tables] == [
        ("line 3, BLEU", "58.5"),
        ("line 4, BLEU", "59.8"),
        ("line 5, BLEU", "64.5"),
    ]


def test_systems_of_sacrebleu_are_scored_on_the_files_of_their_names() -> None:
    """As JSON, with and without a paired test, and as the table that it draws."""
    base: dict[str, Any] = {"label": "base.txt", "hypotheses": "base.txt"}
    ours: dict[str, Any] = {"label": "ours.txt"}
    given: dict[str, Any] = {"source": "systems.json", "like": "sacrebleu"}
    assert read_source(_RESULTS / "systems.json").claims == [
        Claim("BLEU", "27.3", "base.txt, BLEU", **base, **given),
        Claim("chrF2", "55.1", "base.txt, chrF2", **base, **given),
        Claim("BLEU", "28.1", "ours.txt, BLEU", **ours, **given),
        Claim("chrF2", "56.0", "ours.txt, chrF2", **ours, **given),
    ]
    bleu: dict[str, Any] = {"source": "paired.txt", "signature": f"BLEU|{_SIGNATURE}2.4.0"}
    chrf: dict[str, Any] = {"source": "paired.txt"}
    chrf["signature"] = "chrF2|nrefs:1|bs:1000|seed:12345|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.4.0"
    assert read_source(_RESULTS / "paired.txt").claims == [
        Claim("BLEU", "27.3", "base.txt, BLEU", **base, **bleu),
        Claim("chrF2", "55.1", "base.txt, chrF2", **base, **chrf),
        Claim("BLEU", "28.1", "ours.txt, BLEU", **ours, **bleu),
        Claim("chrF2", "56.0", "ours.txt, chrF2", **ours, **chrf),
    ]


def _of_class(row: str, prefix: str, numbers: tuple[str, str, str], **settings: str) -> list[Claim]:
    named = zip(("precision", "recall", "f1-score"), ("precision", "recall", "f1"), numbers, strict=True)
    return [
        Claim(metric, number, f"{prefix}{row}, {measure}", settings=settings, source="report.txt", label=row)
        for measure, metric, number in named
    ]


def test_the_text_of_classification_report() -> None:
    """Two reports between other lines; names of classes with spaces and digits; micro and samples averages."""
    read = read_source(_RESULTS / "report.txt")
    first, second = "report 1: ", "report 2: "
    assert read.claims == [
        *_of_class("0", first, ("1.00", "0.67", "0.80"), average="class", positive="0"),
        *_of_class("class 1", first, ("0.50", "0.50", "0.50"), average="class", positive="class 1"),
        *_of_class("not a number", first, ("0.75", "1.00", "0.86"), average="class", positive="not a number"),
        Claim("accuracy", "0.75", "report 1: accuracy", items=8, source="report.txt", label="accuracy"),
        *_of_class("macro avg", first, ("0.75", "0.72", "0.72"), average="macro"),
        *_of_class("weighted avg", first, ("0.78", "0.75", "0.75"), average="weighted"),
        *_of_class("LOC", second, ("0.9000", "0.8182", "0.8571"), average="class", positive="LOC"),
        *_of_class("PER", second, ("0.8000", "1.0000", "0.8889"), average="class", positive="PER"),
        *_of_class("micro avg", second, ("0.8500", "0.8947", "0.8718"), average="micro"),
        *_of_class("macro avg", second, ("0.8500", "0.9091", "0.8730"), average="macro"),
        *_of_class("weighted avg", second, ("0.8579", "0.8947", "0.8705"), average="weighted"),
    ]
    columns = {column.name: column for column in read.tables[0].columns}
    assert columns["report 1: class 1, recall"] == PrintedColumn(
        "report 1: class 1, recall", "recall", {"classes": 3}, label="class 1", unit="fraction"
    )
    assert columns["report 1: class 1, support"].quantity == "items"
    assert columns["report 1: macro avg, f1-score"].knobs == {"classes": 3, "average": "macro"}
    assert columns["report 1: macro avg, support"] == PrintedColumn(
        "report 1: macro avg, support", "items", {"classes": 3}
    )


def test_the_dictionary_of_classification_report() -> None:
    read = read_source(_RESULTS / "report.json")
    assert [(claim.id, claim.metric, claim.published) for claim in read.claims] == [
        ("OK, precision", "precision", "0.75"),
        ("OK, recall", "recall", "1.0"),
        ("OK, f1-score", "f1", "0.8571428571428571"),
        ("BAD, precision", "precision", "1.0"),
        ("BAD, recall", "recall", "0.5"),
        ("BAD, f1-score", "f1", "0.6666666666666666"),
        ("accuracy", "accuracy", "0.8"),
        ("macro avg, precision", "precision", "0.875"),
        ("macro avg, recall", "recall", "0.75"),
        ("macro avg, f1-score", "f1", "0.7619047619047619"),
        ("weighted avg, precision", "precision", "0.85"),
        ("weighted avg, recall", "recall", "0.8"),
        ("weighted avg, f1-score", "f1", "0.7809523809523811"),
    ]
    assert read.tables[0].rows[0].cells[3] == Cell("3", "3", place="OK, support")


def test_dictionaries_of_evaluate() -> None:
    read = read_source(_RESULTS / "evaluate.json")
    place: dict[str, Any] = {"source": "evaluate.json"}
    chrf = {"char_order": 6, "word_order": 2, "beta": 2.0}
    assert read.claims == [
        Claim("bleu", "39.76353643835254", "sacrebleu / score", like="sacrebleu", label="score", **place),
        Claim("bleu", "0.5", "bleu", like="tf-nmt", label="bleu", **place),
        Claim("chrf", "84.64214891738334", "chrf / score", like="sacrebleu", settings=chrf, label="score", **place),
        Claim("rouge1", "0.6666666666666666", "rouge / rouge1", like="rouge_score", label="rouge1", **place),
        Claim("rouge2", "0.0", "rouge / rouge2", like="rouge_score", label="rouge2", **place),
        Claim("rougeL", "0.5", "rouge / rougeL", like="rouge_score", label="rougeL", **place),
        Claim("rougeLsum", "0.5", "rouge / rougeLsum", like="rouge_score", label="rougeLsum", **place),
        Claim("exact-match", "100.0", "squad / exact_match", like="squad-v1", label="exact_match", **place),
        Claim("answer-f1", "100.0", "squad / f1", like="squad-v1", label="f1", **place),
        Claim("f1", "0.8", "classes / f1", like="sklearn", label="f1", **place),
        Claim("accuracy", "0.75", "classes / accuracy", like="sklearn", label="accuracy", **place),
        Claim("matthews_correlation", "-0.1", "classes / matthews_correlation", like="sklearn", label="matthews_correlation", **place),
    ]  # fmt: skip
    assert [column.quantity for column in read.tables[0].columns[4:]] == [
        "bleu-precision-4",
        "bp",
        "hyp_len",
        "ref_len",
        *(f"bleu-{what}-{order}" for what in ("matches", "ngrams") for order in (1, 2, 3, 4)),
    ]


def test_results_of_transformers_are_read() -> None:
    assert [(claim.metric, claim.published) for claim in read_source(_RESULTS / "all_results.json").claims] == [
        ("bleu", "28.7711"),
        ("rougeLsum", "41.02"),
        ("accuracy", "0.9174"),
    ]


_SAMPLES = "samples_arc_toy_2025-03-01T12-00-00.123456.jsonl"
_LM_EVAL = "results_2025-03-01T12-00-00.123456.json"


def test_results_of_lm_eval_are_about_the_samples_of_their_time() -> None:
    place: dict[str, Any] = {"source": _LM_EVAL}
    assert read_source(_RESULTS / _LM_EVAL).claims == [
        Claim("acc", "0.5", "arc_toy, acc,none", _SAMPLES, label="acc,none", **place),
        Claim("acc_norm", "1.0", "arc_toy, acc_norm,none", _SAMPLES, label="acc_norm,none", **place),
        Claim("exact_match", "0.25", "gsm_toy, exact_match,strict-match", label="exact_match,strict-match", **place),
        Claim("exact_match", "0.375", "gsm_toy, exact_match,flexible-extract", label="exact_match,flexible-extract", **place),
    ]  # fmt: skip


def test_samples_of_lm_eval_alone_give_the_means_that_are_recorded() -> None:
    assert read_source(_RESULTS / _SAMPLES).claims == [
        Claim("acc", "0.5", "acc", _SAMPLES, items=2, source=_SAMPLES),
        Claim("acc_norm", "1.0", "acc_norm", _SAMPLES, items=2, source=_SAMPLES),
    ]


@pytest.mark.parametrize(
    ("name", "arguments", "verdicts"),
    [
        (_SAMPLES, "", {"acc": True, "acc_norm": True}),
        (_LM_EVAL, "", {"arc_toy, acc,none": True, "arc_toy, acc_norm,none": True}),
        ("tags.json", "tags -r gold", {"x, f1-score": True, "y, f1-score": True, "accuracy": True, "macro avg, recall": False}),
        ("wer.json", "hyp.txt -r ref.txt", {"wer": True}),
        ("chrf.txt", "ref.txt -r ref.txt", {"line 1, chrF2": True}),
        ("chrf.json", "hyp.txt -r ref.txt", {"chrF2": False}),
    ],
)  # fmt: skip
def test_results_are_audited_on_files_of_the_command_line(
    tmp_path: Path, name: str, arguments: str, verdicts: dict[str, bool]
) -> None:
    """By hand: of four labels the last is wrong; one word of ten differs; a text is its own reference, another is not."""
    for file in (_SAMPLES, _LM_EVAL):
        (tmp_path / file).write_bytes((_RESULTS / file).read_bytes())
    (tmp_path / "gold").write_text("x\ny\nx\ny\n", encoding="utf-8")
    (tmp_path / "tags").write_text("x\ny\nx\nx\n", encoding="utf-8")
    (tmp_path / "hyp.txt").write_text("a b c d e f g h i j\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("a b c d e f g h i k\n", encoding="utf-8")
    (tmp_path / "wer.json").write_text('{"wer": 0.1}', encoding="utf-8")
    signature = "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.4.0"
    (tmp_path / "chrf.txt").write_text(f"chrF2|{signature} = 100.00\n", encoding="utf-8")
    chrf = {"name": "chrF2", "score": 100.0, "signature": signature}
    (tmp_path / "chrf.json").write_text(json.dumps(chrf), encoding="utf-8")
    rows = {"x": (2 / 3, 1.0, 0.8, 2), "y": (1.0, 0.5, 2 / 3, 2), "macro avg": (5 / 6, 0.6, (0.8 + 2 / 3) / 2, 4)}
    report: dict[str, Any] = {
        row: dict(zip(("precision", "recall", "f1-score", "support"), values, strict=True))
        for row, values in rows.items()
    }
    (tmp_path / "tags.json").write_text(json.dumps({**report, "accuracy": 0.75}), encoding="utf-8")
    done = call("audit", name, *arguments.split(), "-j", "1", "--format", "jsonl", cwd=tmp_path)
    reproduced = {
        record["claim"]: record["verdict"] in ("as stated", "by a default", "by a known tool")
        for record in records(done.stdout)
        if record["type"] == "finding"
    }
    assert {claim: reproduced[claim] for claim in verdicts} == verdicts, done.stdout


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", "{}", "has an unknown format"),
        ("a.json", "[]", "has an unknown format"),
        ("a.json", '{"loss": 0.4}', "has an unknown format"),
        ("a.json", '[{"system": "a", "COMET": 0.8}]', "the system 'a' has no score"),
        ("a.json", '{"results": {"t": {"alias": "t"}}}', "has no score of a known metric"),
        ("a.json", "{", "Input data was truncated"),
        ("a.json", '{"claim": [1]}', "not a table"),
        ("a.json", '{"claims": []}', "has an unknown format"),
        ("a.log", "nothing = 3\n", "has an unknown format"),
        ("a.pdf", "%PDF", "has an unknown format"),
        ("a.jsonl", '{"filtered_resps": [], "target": 1, "arguments": []}', "are not pairs of a question and a choice"),
    ],
)
def test_files_without_results_are_an_error(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_source(tmp_path / name)
    assert message in str(raised.value)
    assert name in str(raised.value)
    assert raised.value.hint


def test_samples_that_record_no_score_are_refused(tmp_path: Path) -> None:
    samples = (_RESULTS / _SAMPLES).read_text(encoding="utf-8").replace('"acc": 1.0, ', "").replace('"acc_norm"', '"x"')
    (tmp_path / "samples_t.jsonl").write_text(samples, encoding="utf-8")
    with pytest.raises(InputError, match="no metric has a score in every sample"):
        read_source(tmp_path / "samples_t.jsonl")


def test_several_scores_of_one_kind_cannot_all_be_of_one_file(tmp_path: Path) -> None:
    line = "BLEU = 28.44, 59.8/34.3/22.1/14.9 (BP=0.998, ratio=0.998, hyp_len=64341, ref_len=64506)\n"
    (tmp_path / "a.log").write_text(line * 2, encoding="utf-8")
    with pytest.raises(InputError, match="BLEU occurs several times"):
        read_source(tmp_path / "a.log").on_files(tmp_path / "h", [tmp_path / "r"])


_EXACT = {
    "precisions": [100 * 600 / 1010, 100 * 340 / 990, 100 * 210 / 990, 100 * 120 / 980],
    "counts": [600, 340, 210, 120], "totals": [1010, 990, 990, 980], "bp": 1.0, "sys_len": 1010, "ref_len": 1000,
}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "code", "broken"),
    [
        ({"score": 26.98070027}, 0, ""),
        ({"score": 26.98}, 0, ""),
        ({"score": 25.6}, 1, "with bp 1.0, "),  # with a penalty of 0.95 it would be true
        ({"score": 26.98, "totals": [1000, 990, 990, 980]}, 1, "n-gram precision of its counts"),
        ({"score": 26.98, "counts": [600, 341, 210, 120]}, 1, "n-gram precision of its counts"),
        ({"score": 26.98, "sys_len": 1011}, 1, "the number of unigrams is the number of words"),
        ({"score": 26.98, "precisions": [59.41, 34.34, 21.21, 12.24]}, 0, ""),
        ({"score": 25.6, "precisions": [59.41, 34.34, 21.21, 12.24]}, 1, "with bp 1.0, "),
        ({"score": 26.98, "precisions": [60.0, 34.34, 21.21, 12.24]}, 1, "n-gram precision of its counts"),
    ],
)
def test_the_parts_of_bleu_in_json_are_doubles(tmp_path: Path, changed: dict[str, Any], code: int, broken: str) -> None:
    """The fourth root of 600/1010 * 340/990 * 210/990 * 120/980 is 0.2698070027."""
    (tmp_path / "a.json").write_text(json.dumps({**_EXACT, **changed}), encoding="utf-8")
    done = call("audit", "a.json", "--format", "jsonl", cwd=tmp_path)
    sentences = [s for record in records(done.stdout) if record["type"] == "table" for s in record.get("broken", ())]
    assert done.returncode == code, done.stdout
    assert [broken in sentence for sentence in sentences].count(True) == (1 if broken else 0), sentences


def test_one_bad_score_in_a_list_discards_no_other(tmp_path: Path) -> None:
    scores = [
        '"chrF2","score":55.1',
        '"COMET","score":0.8',
        '"BLEU","score":1e999',
        '"BLEU","score":NaN',
        '"X","score":2',
        '"TER","score":null',
    ]
    content = "[" + ",".join(f'{{"name":{score},"signature":""}}' for score in scores) + "]"
    (tmp_path / "a.json").write_text(content, encoding="utf-8")
    chrf, *others = read_source(tmp_path / "a.json").claims
    assert (chrf.metric, chrf.published) == ("chrF2", "55.1")
    assert [(claim.problem, claim.elsewhere) for claim in others if isinstance(claim, MalformedClaim)] == [
        ("a.json: 'COMET' is not computed by samescore", True),
        ("a.json: inf is not a number", False),
        ("a.json: nan is not a number", False),
        ("a.json: unknown metric: 'X'", False),
        ("a.json: None is not a number", False),
    ]
