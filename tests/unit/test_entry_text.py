"""The text of an entry of the catalogue: which lines it has, in which order, and what each of them says."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from samescore.catalogue.divergences import WitnessSide, divergences
from samescore.catalogue.mistakes import KnownMistake
from samescore.catalogue.notes import Note
from samescore.catalogue.properties import Property
from samescore.catalogue.reported import Reported, ReportedSide
from samescore.catalogue.vectors import VectorFlag, flags, vectors
from samescore.verbs.lookup.entries import Entry
from samescore.verbs.lookup.entry_text import EntryLine, text_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_INPUT: dict[str, Any] = {"segments": [{"hypothesis": "a", "references": ["ä"]}]}
_AS_JSON = '{"segments":[{"hypothesis":"a","references":["ä"]}]}'


def _lines(value: msgspec.Struct, name: str = "name", kind: str = "kind") -> list[str]:
    return [line.beginning + line.text for line in text_of(Entry(kind, name, value))]


def _shortened(value: msgspec.Struct) -> dict[str, int]:
    """The beginnings of the lines that are truncated, with their lengths."""
    return {line.beginning.strip(): line.most for line in text_of(Entry("kind", "name", value)) if line.most}


def test_a_flag() -> None:
    flag = VectorFlag("edge-case", "An empty text.", ["https://one.example", "https://two.example"])
    assert _lines(flag, "empty") == [
        "empty (flag, edge-case)",
        "An empty text.",
        "see       https://one.example",
        "see       https://two.example",
    ]


def test_a_note_on_a_metric() -> None:
    note = Note(metric="COMET", what="It is a model.", remedy="use comet", links=["https://a", "https://b"], id="comet")
    first, second, *rest = _lines(note)
    assert first == "comet (not computed by samescore)"
    assert second.startswith("COMET is not computed by samescore: ")
    assert second.endswith(". It is a model.")
    assert rest == ["", "remedy    use comet", "see       https://a", "see       https://b"]


def test_a_note_on_a_page_links_to_it() -> None:
    note = Note(page="run.html", what="How to run.", id="running")
    assert _lines(note) == ["running (documentation)", "How to run.", "", f"see       {note.link}"]
    assert note.link.endswith("run.html")
    assert _lines(Note(what="A note.", id="bare")) == ["bare (documentation)", "A note.", ""]


def test_a_mistake_has_its_settings_its_input_and_its_metrics_by_meaning() -> None:
    mistake = KnownMistake(
        "Scores are fractions.",
        {"scale": "1", "beta": 2.0},
        "swap",
        {"bleu": "not times 100", "chrf": "not times 100", "ter": "divided by 100"},
    )
    assert _lines(mistake, "fraction") == [
        "fraction (mistake)",
        "Scores are fractions.",
        "",
        "settings  scale=1, beta=2.0",
        "input     swap",
        "in        bleu, chrf: not times 100",
        "in        ter: divided by 100",
    ]
    assert _lines(KnownMistake("", metrics={"bleu": "a"}), "b") == ["b (mistake)", "", "in        bleu: a"]


def test_a_property() -> None:
    seen = WitnessSide(implementation="nltk.corpus_bleu", value="0.25", set={"max_order": 2, "case": "lower"})
    entry = Property("bleu", "It is low.", "Use chrF.", _INPUT, seen, ["https://a"], "low")
    assert _lines(entry) == [
        "low (bleu, property)",
        "It is low.",
        "",
        f"witness   {_AS_JSON}",
        "  nltk.corpus_bleu (max_order=2, case=lower): 0.25",
        "remedy    Use chrF.",
        "see       https://a",
    ]
    assert _shortened(entry) == {"witness": 2000}
    plain = msgspec.structs.replace(entry, seen=msgspec.structs.replace(seen, set={}))
    assert "  nltk.corpus_bleu: 0.25" in _lines(plain)


def test_a_divergence() -> None:
    entry = next(
        entry for entry in divergences().values() if entry.left.set and not entry.right.set and len(entry.knobs) == 1
    )
    changed = msgspec.structs.replace(
        entry, implementations=["one", "two.score"], message="it warns", remedy="mend it", links=["https://a"]
    )
    lines = _lines(changed)
    assert lines[:4] == [f"{entry.id} ({entry.metric}, {entry.kind})", entry.what, "", "who       one, two.score"]
    (knob,) = entry.knobs
    assert lines[4] == f"knobs     {knob} ({entry.stage.value})"
    assert lines[5].startswith('witness   {"')
    assert _shortened(changed) == {"witness": 2000}
    left, right = lines[6:8]
    assigned = ", ".join(f"{name}={value}" for name, value in entry.left.set.items())
    assert left.startswith(f"  {entry.left.implementation} ({knob}=")
    assert left.endswith(f", set {assigned}): {entry.left.value}")
    assert right.startswith(f"  {entry.right.implementation} ({knob}=")
    assert right.endswith(f"): {entry.right.value}")
    assert "set " not in right
    assert lines[8:] == ["message   it warns", "remedy    mend it", "see       https://a"]
    assert len(_lines(msgspec.structs.replace(changed, message=""))) == len(lines) - 1


def _reported(**changes: Any) -> Reported:
    first = ReportedSide(implementation="nltk.corpus_bleu", set={"max_order": 2}, value="0.25", source="nltk==3.9")
    second = ReportedSide(implementation="sacrebleu.corpus_bleu", value="30.5", source="oracle", reported="30.5 %")
    values: dict[str, Any] = {
        "link": "https://thread", "symptom": "They differ.", "metric": "bleu", "input": _INPUT, "first": first,
        "second": second, "cause": ["smoothing", "scale"], "because": "They smooth.", "remedy": "Smooth alike.",
        "id": "case",
    }  # fmt: skip
    return Reported(**{**values, **changes})


def test_a_reported_case() -> None:
    assert _lines(_reported()) == [
        "case (bleu)",
        "They differ.",
        "",
        f"input     {_AS_JSON} (ours)",
        "  nltk.corpus_bleu (max_order=2): 0.25 (nltk==3.9)",
        "  sacrebleu.corpus_bleu: 30.5 (oracle)",
        "    in the thread: 30.5 %",
        "cause     smoothing, scale",
        "why       They smooth.",
        "remedy    Smooth alike.",
        "residual  0",
        "see       https://thread",
        "",
        "On your files: samescore explain 'native:nltk.corpus_bleu(max_order=2)' native:sacrebleu.corpus_bleu "
        "HYPOTHESES -r REFERENCES -m bleu",
    ]
    assert _shortened(_reported()) == {"input": 2000}


def test_a_reported_case_on_other_inputs_or_metrics_has_no_command() -> None:
    side = ReportedSide(
        implementation="nltk.corpus_bleu", metric="bleu", mistake="swap", set={"max_order": 2}, input=_INPUT, value="0.1",
        source="oracle",
    )  # fmt: skip
    case = _reported(first=side, input="the text of the thread", ours=False, residual="the last digit")
    lines = _lines(case)
    assert lines[3:6] == [
        "input     the text of the thread",
        "  nltk.corpus_bleu bleu (max_order=2; with the mistake swap): 0.1 (oracle)",
        f"    given {_AS_JSON}",
    ]
    assert lines[-2:] == ["residual  the last digit", "see       https://thread"]
    assert _shortened(case) == {"input": 2000, "given": 2000}
    only_mistaken = msgspec.structs.replace(side, set={}, input=None, metric="")
    assert "  nltk.corpus_bleu (with the mistake swap): 0.1 (oracle)" in _lines(_reported(first=only_mistaken))


def test_a_reported_case_that_is_not_computed() -> None:
    case = Reported(link="https://thread", symptom="It is odd.", why_not="It needs a model.", id="odd")
    assert _lines(case) == [
        "odd (not computed)",
        "It is odd.",
        "",
        "why not   It needs a model.",
        "see       https://thread",
    ]


def test_a_reported_case_names_the_divergences_with_its_link() -> None:
    entry = next(entry for entry in divergences().values() if entry.links)
    lines = _lines(_reported(link=entry.links[0]))
    assert f"known as  {entry.id}" in lines
    assert lines.index(f"known as  {entry.id}") < lines.index(f"see       {entry.links[0]}")


def test_a_vector() -> None:
    vector = next(
        vector
        for vector in vectors().values()
        if vector.metric == "wer" and vector.flags and vector.confirmed_by and vector.refs and vector.expected.value
    )
    lines = list(text_of(Entry("vector", vector.id, vector)))
    texts = [line.beginning + line.text for line in lines]
    assert texts[0] == f"{vector.id} (WER)"
    assert texts[1:3] == [vector.comment, ""]
    assert texts[3] == "input     " + msgspec.json.encode(vector.input).decode()
    assert texts[4].startswith("settings  wer")
    assert texts[4].endswith(" (the rest at its default)")
    assert texts[5] == f"expected  {vector.expected.value}"
    stages = [
        EntryLine(f"  {name}  ", msgspec.json.encode(made).decode(), 2000)
        for name, made in vector.expected.stages.items()
    ]
    assert lines[6 : 6 + len(stages)] == stages
    source = vector.source
    assert texts[6 + len(stages) :] == [
        f"source    {source.kind}: {source.where}; {source.derivation}",
        *(f"confirmed {who}: {value}" for who, value in vector.confirmed_by.items()),
        *(f"flag      {flag}: {flags()[flag].meaning}" for flag in vector.flags),
        *(f"see       {link}" for link in vector.refs),
        "",
        f"samescore run -k {vector.id}",
    ]
    raising = next(vector for vector in vectors().values() if vector.expected.outcome == "raised")
    assert "expected  raised" in _lines(raising)
