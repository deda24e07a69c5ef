"""``samescore why``, and how ``list`` and ``show`` print what it finds."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.command import call, records

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends


def test_why_prints_text_in_a_pipe() -> None:
    done = call("why", "rouge", "0.0", "for", "non-latin", cwd=Path())
    assert done.returncode == 0
    first, sentence, remedy, see, more, *_ = done.stdout.splitlines()
    assert first == "adk-6292 (reported by a user)"
    assert "Thai" in sentence
    assert "tokenizer" in remedy
    assert see.endswith("https://github.com/google/adk-python/pull/6292")
    assert more.endswith("samescore show adk-6292")


def test_why_says_what_to_try_where_nothing_matches() -> None:
    done = call("why", "xyzzy", cwd=Path())
    assert done.returncode == 4
    assert "samescore diff HYPOTHESES" in done.stdout


def test_why_needs_a_word() -> None:
    assert call("why", "?!", cwd=Path()).returncode == 2
    assert call("why", cwd=Path()).returncode == 2


def test_the_records_of_why_are_rendered_as_they_were_shown(tmp_path: Path) -> None:
    saved = call("why", "nltk identical corpus", "--format", "jsonl", cwd=Path())
    record = json.loads(saved.stdout)
    assert record["type"] == "known-reasons"
    assert record["reasons"][0]["id"] == "nltk-1785"
    (tmp_path / "saved.jsonl").write_text(saved.stdout, encoding="utf-8")
    for form in ("text", "markdown"):
        shown = call("why", "nltk identical corpus", "--format", form, cwd=Path()).stdout
        assert call("render", "saved.jsonl", "--format", form, cwd=tmp_path).stdout == shown


def test_as_many_reasons_are_shown_as_are_asked_for() -> None:
    done = call("why", "bleu", "--most", "7", cwd=Path())
    assert done.stdout.count("samescore show ") == 7


def _listed(*named: str) -> list[dict[str, Any]]:
    return records(call("list", *named, "--format", "jsonl", cwd=Path()).stdout)


def test_reported_cases_are_listed_by_metric() -> None:
    listed = _listed("reported", "chrf")
    assert ("lm-eval-chrf-doc", "chrf", "word_order") in [tuple(case.values())[:3] for case in listed]
    assert {case["metric"] for case in listed} == {"chrf", "chrf++"}
    assert len(_listed("reported")) > len(listed)


def test_properties_are_listed_by_metric() -> None:
    assert [entry["id"] for entry in _listed("properties", "cider")] == [
        "cider-zero-one-image",
        "cider-depends-on-other-segments",
    ]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "nltk-1785",
            [
                "  nltk.corpus_bleu: 0.8408964152537145 (nltk==3.10.4)",
                "cause     denominator_floor",
                "residual  0",
                "known as  nltk-bleu-phantom-ngrams",
                "see       https://github.com/nltk/nltk/issues/1785",
            ],
        ),
        ("sacrebleu-220", ["cause     transposed"]),
        ("ter-above-100", ["ter-above-100 (ter, property)", "  sacrebleu.corpus_ter: 300.0"]),
        ("transposed", ["transposed (mistake)", "input     references-transposed"]),
        ("no-smoothing", ["settings  smoothing=none"]),
        ("effective-order", ["effective-order (mistake)", "settings  effective_order=True"]),
        ("denominator-floor", ["denominator-floor (flag, known-bug)"]),
        ("chrf-words", ["chrf-words (chrF)", "samescore run -k chrf-words"]),
    ],
)
def test_show_prints_every_kind_of_entry(name: str, lines: list[str]) -> None:
    shown = call("show", name, cwd=Path()).stdout.splitlines()
    assert set(lines) <= set(shown), shown


@pytest.mark.parametrize("name", ["nltk-1785", "ter-above-100", "transposed", "bleu-article-002-arithmetic-mean"])
def test_show_prints_an_entry_for_programs(name: str) -> None:
    entry = records(call("show", name, "--format", "jsonl", cwd=Path()).stdout)[0]
    kinds = {"nltk-1785": "reported", "ter-above-100": "property", "transposed": "mistake"}
    assert (entry["type"], entry["id"]) == (kinds.get(name, "vector"), name)
    assert entry.keys() & {"cause", "remedy", "meaning", "settings"}


def test_a_vector_and_a_flag_of_one_name_are_both_shown() -> None:
    shown = records(call("show", "chrf-words", "--format", "jsonl", cwd=Path()).stdout)
    assert [entry["type"] for entry in shown] == ["flag", "vector"]


def test_a_case_of_two_settings_says_how_to_compare_them_on_files(tmp_path: Path) -> None:
    for name, text in (("hyp", "John loves Mary"), ("ref", "John loves Mary")):
        (tmp_path / name).write_text(f"{text}\nJohn still loves Mary\n", encoding="utf-8")
    shown = call("show", "nltk-1984", cwd=tmp_path).stdout.splitlines()[-1]
    words = shlex.split(shown.partition("samescore ")[2].replace("HYPOTHESES", "hyp").replace("REFERENCES", "ref"))
    assert words[1] == "native:nltk==3.2.5.sentence_bleu(weights=(0.0, 1.0))"
    assert call(*words, cwd=tmp_path).returncode == 0
    assert "On your files" not in call("show", "sacrebleu-220", cwd=tmp_path).stdout


def test_an_unknown_name_suggests_one_of_every_kind() -> None:
    done = call("show", "nltk-178", cwd=Path())
    assert done.returncode == 2
    assert "did you mean nltk-1785?" in done.stderr
    assert "samescore why" in done.stderr
