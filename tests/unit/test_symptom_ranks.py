"""What an entry gains or loses by its subject and its kind in a search for known reasons, and which entry comes first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from samescore.base.errors import InputError
from samescore.catalogue.divergences import Divergence, WitnessSide
from samescore.catalogue.notes import Note
from samescore.catalogue.properties import Property
from samescore.catalogue.reported import Reported, ReportedSide
from samescore.catalogue.symptoms import Symptom
from samescore.records import KnownReason
from samescore.verbs.why import symptom_search as module
from samescore.verbs.why.symptom_search import SymptomIndex, _Entry

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _entry(name: str, kind: Any = "divergence", symptom: str = "word", **fields: Any) -> _Entry:
    return _Entry(KnownReason(name, kind, fields.pop("sentence", "A sentence."), "", "", ""), "", symptom, "", **fields)


@contextmanager
def _index(
    monkeypatch: pytest.MonkeyPatch, *entries: _Entry, explained: tuple[Symptom, ...] = ()
) -> Iterator[SymptomIndex]:
    monkeypatch.setattr(module, "_entries", lambda: iter(entries))
    with closing(SymptomIndex(explained)) as index:
        yield index


_BLEU = {"metrics": ("bleu",), "implementations": ("nltk.corpus_bleu",)}
_BOTH = {"metrics": ("bleu",), "implementations": ("nltk.corpus_bleu", "sacrebleu.corpus_bleu")}


@pytest.mark.parametrize(
    ("question", "kind", "fields", "gain"),
    [
        ("word", "divergence", {}, 0.0),
        ("word", "divergence", _BLEU, 0.0),
        ("BLEU", "divergence", _BLEU, 6.0),
        ("TER", "divergence", _BLEU, -6.0),
        ("TER", "divergence", {}, 0.0),
        ("GLEU", "divergence", _BLEU, -6.0),  # a metric of another family
        ("ROUGE-1", "divergence", {"metrics": ("rouge-l",)}, 5.0),
        ("rouge", "divergence", {"metrics": ("rouge-l",)}, 6.0),  # the family alone is named
        ("accuracy", "divergence", {"metrics": ("exact-match",)}, 5.0),  # accuracy is short for it
        ("BLEU", "flag", {}, 3.0),  # 4.5 for any metric, less 1.5 for a flag
        ("BLEU", "mistake", {}, 4.5),
        ("BLEU", "page", {"symptom": "no name"}, 4.5),
        ("word", "mistake", {}, 1.0),
        ("word", "flag", {}, -0.5),
        ("word", "reported", {}, 1.0),
        ("word", "property", {}, 1.0),
        ("BLEU", "reported", _BLEU, 7.0),
        ("nltk", "divergence", {"implementations": ("nltk.f",)}, 4.0),
        ("nltk and sacrebleu: chrF", "divergence", {**_BLEU, "metrics": ("chrf",)}, 8.0),  # one of two packages
        ("nltk and sacrebleu: BLEU", "divergence", _BOTH, 12.0),  # 6, 4 and 2 for both packages
        ("nltk: BLEU", "divergence", _BOTH, 10.0),
        ("my own code: BLEU", "mistake", {}, 9.5),
        ("my own code: BLEU", "flag", {}, 3.0),
        ("word", "divergence", {"metrics": ("gleu",)}, -1.5),  # rarely meant without its name
        ("GLEU", "divergence", {"metrics": ("gleu",)}, 6.0),
        ("word", "divergence", {"metrics": ("gleu", "bleu")}, 0.0),
        ("word", "divergence", {"implementations": ("werpy.wer",)}, -1.5),
        ("werpy", "divergence", {"implementations": ("werpy.wer",)}, 4.0),
    ],
)
def test_what_an_entry_gains(
    question: str, kind: Any, fields: dict[str, Any], gain: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = _entry("known", metrics=("bleu",), implementations=("nltk.f", "sacrebleu.f", "werpy.wer"))
    with _index(monkeypatch, _entry("x", kind, **fields), known) as index:
        assert index._gain(0, index._named(question)) == gain


@pytest.mark.parametrize(
    ("name", "kind", "gain"),
    [
        ("bleu-empty-both", "divergence", -1.5),
        ("ter-no-references", "divergence", -1.5),
        ("wer-single-precision", "divergence", -1.5),
        ("f1-weights-of-0", "divergence", -1.5),
        ("bleu-no-smoothing", "divergence", 0.0),
        ("bleu-empty-both", "property", 1.0),
    ],
)
def test_entries_about_nothing_to_score_lose(
    name: str, kind: Any, gain: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _index(monkeypatch, _entry(name, kind)) as index:
        assert index._gain(0, index._named("word")) == gain


def test_packages_and_metrics_in_the_text_of_an_entry_are_its_subject(monkeypatch: pytest.MonkeyPatch) -> None:
    known = _entry("known", metrics=("bleu",), implementations=("nltk.f", "sacrebleu.f"))
    named = _entry("named", sentence="As nltk does for BLEU.")
    reported = _entry("reported", "reported", sentence="As nltk does for BLEU.")
    page = _entry("page", "page", symptom="sacrebleu BLEU", sentence="As nltk does.")
    with _index(monkeypatch, named, reported, page, known) as index:
        about = index._named("BLEU of nltk")
        assert index._gain(0, about) == 4.0  # the package only: divergences state their metrics
        assert index._gain(1, about) == 11.0
        assert index._gain(2, about) == 10.0
        assert index._gain(2, index._named("sacrebleu: BLEU")) == 10.0


def _found(index: SymptomIndex, question: str, most: int = 9) -> list[str]:
    return [reason.id for reason in index.reasons(question, most).reasons]


def test_the_best_entries_come_first_and_equal_ones_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [_entry("b"), _entry("a"), _entry("c", symptom="word twice word"), _entry("d", symptom="other")]
    with _index(monkeypatch, *entries, *[_entry(f"e{n}", symptom="else") for n in range(9)]) as index:
        assert [name for name in _found(index, "word") if name != "c"] == ["b", "a"]
        assert set(_found(index, "word")) == {"a", "b", "c"}
        assert len(_found(index, "word", 2)) == 2
        nothing = index.reasons("nowhere")
        assert (nothing.reasons, nothing.hint.startswith("No entry has any of these words.")) == ([], True)
        with pytest.raises(InputError, match="the search text has no words"):
            index.reasons("?!")


def test_an_entry_named_by_its_id_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        _entry("best", symptom="word of words"),
        _entry("Two-Parts", symptom="else"),
        _entry("plain", symptom="word else"),
    ]
    with _index(monkeypatch, *entries, *[_entry(f"e{n}", symptom="more") for n in range(9)]) as index:
        assert _found(index, "word two-parts else")[0] == "Two-Parts"
        assert _found(index, "plain word words of")[0] == "best"
        assert _found(index, " Plain ") == []


def test_named_metrics_find_their_entries_without_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        _entry("ter", symptom="x", metrics=("ter",)),
        _entry("bleu", symptom="x", **_BLEU),
        _entry("none", symptom="x"),
    ]
    with _index(monkeypatch, *entries) as index:
        assert _found(index, "BLEU") == ["bleu"]
        assert _found(index, "qqq") == []
        assert _found(index, "qqq nltk") == ["bleu"]


def test_a_page_comes_first_if_it_has_every_word_but_names(monkeypatch: pytest.MonkeyPatch) -> None:
    page = _entry("page", "page", symptom="differs from the paper")
    other = _entry(
        "other", "reported", symptom="differs paper paper differs BLEU", metrics=("bleu",), implementations=("nltk.f",)
    )
    with _index(monkeypatch, other, page, *[_entry(f"e{n}", symptom="more") for n in range(9)]) as index:
        assert _found(index, "BLEU differs from paper")[0] == "page"
        assert _found(index, "BLEU differs from paper today")[0] == "other"
        assert _found(index, "BLEU differs paper")[0] == "page"
        assert _found(index, "BLEU differs")[0] == "other"  # too few words
        assert _found(index, "nltk BLEU differs from paper")[0] == "other"


def test_symptoms_that_an_entry_explains_find_it(monkeypatch: pytest.MonkeyPatch) -> None:
    explained = (Symptom("it is purple", ["second"]), Symptom("it is green", ["second", "first"]))
    entries = [_entry("first"), _entry("second"), *[_entry(f"e{n}", symptom="more") for n in range(9)]]
    with _index(monkeypatch, *entries, explained=explained) as index:
        assert _found(index, "purple") == ["second"]
        assert set(_found(index, "green")) == {"first", "second"}


def test_functions_and_packages_imply_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        _entry("one", metrics=("entity-f1",), implementations=("seqeval.f1_score",)),
        _entry("two", metrics=("bleu",), implementations=("nltk.corpus_score", "nltk.plain")),
        _entry("three", metrics=("ter", "chrf", "wer"), implementations=("many.all_of",)),
    ]
    with _index(monkeypatch, *entries) as index:
        assert index._named("corpus_score").metrics == {"bleu"}
        assert "corpus_score" in index._named("corpus_score").words
        assert index._named("plain").metrics == frozenset()
        assert index._named("F1 of seqeval").metrics == {"entity-f1"}
        assert index._named("F1").metrics == {"f1"}
        assert index._named("seqeval").families == {"sequences"}
        assert index._named("many").families == frozenset()  # three families


_SIDES = (
    WitnessSide(implementation="nltk.corpus_bleu", value="0.0", set={"max_order": 2}),
    WitnessSide(implementation="sacrebleu.corpus_bleu", value="raised"),
)
_TEXTS = {"segments": [{"hypothesis": "", "references": ["a"]}]}


def _shown(monkeypatch: pytest.MonkeyPatch, kind: str, value: Any) -> _Entry:
    """The entry for one value of the catalogue."""
    for catalogue in ("reported_cases", "divergences", "properties", "notes", "known_mistakes", "flags"):
        monkeypatch.setattr(module, catalogue, lambda found=catalogue: {"name": value} if found == kind else {})
    (entry,) = module._entries()
    return entry


def test_the_texts_of_a_divergence(monkeypatch: pytest.MonkeyPatch) -> None:
    value = Divergence(
        "bleu", ["smoothing"], ["fast-bleu"], "defect", "It is 0. It should not be.", "Smooth.", _TEXTS, *_SIDES,
        message="a warning", links=["https://a", "https://b"], id="zero",
    )  # fmt: skip
    entry = _shown(monkeypatch, "divergences", value)
    assert entry.reason == KnownReason("zero", "divergence", "It is 0.", "Smooth.", "https://a", "samescore show zero")
    assert entry.names == "zero bleu smoothing fast-bleu sacrebleu.corpus_bleu"
    assert entry.symptom == "It is 0. a warning zero error empty"
    assert entry.effects == " It should not be. Smooth. defect 0.0 raised"
    assert (entry.metrics, entry.knobs) == (("bleu",), ("smoothing",))
    assert entry.implementations == ("fast-bleu", "nltk.corpus_bleu", "sacrebleu.corpus_bleu")


def test_the_texts_of_a_property(monkeypatch: pytest.MonkeyPatch) -> None:
    value = Property("bleu", "It is 0. Really.", "Smooth.", _TEXTS, _SIDES[0], ["https://a"], "zero")
    entry = _shown(monkeypatch, "properties", value)
    assert entry.reason == KnownReason("zero", "property", "It is 0.", "Smooth.", "https://a", "samescore show zero")
    assert (entry.names, entry.symptom) == ("zero bleu nltk.corpus_bleu max_order", "It is 0.")
    assert (entry.effects, entry.metrics, entry.implementations) == (
        " Really. Smooth. 0.0",
        ("bleu",),
        ("nltk.corpus_bleu",),
    )


def test_the_texts_of_a_reported_case(monkeypatch: pytest.MonkeyPatch) -> None:
    first = ReportedSide(implementation="nltk.corpus_bleu", set={"max_order": 2}, value="0.0", source="s", reported="0")
    second = ReportedSide(implementation="sacrebleu.sentence_ter", metric="ter", value="5.0", source="s")
    value = Reported(
        link="https://t", symptom="It is 0.", metric="bleu", input=_TEXTS, first=first, second=second, cause=["smoothing"],
        because="No match.", remedy="Smooth.", id="case",
    )  # fmt: skip
    entry = _shown(monkeypatch, "reported_cases", value)
    assert entry.reason == KnownReason("case", "reported", "It is 0.", "Smooth.", "https://t", "samescore show case")
    assert entry.names.split() == [
        *("case", "bleu", "smoothing", "nltk.corpus_bleu", "max_order", "sacrebleu.sentence_ter", "ter"),
    ]
    assert entry.effects.split() == ["No", "match.", "Smooth.", "0", "0.0", "5.0"]
    assert entry.symptom == "It is 0. zero empty"
    assert (entry.metrics, entry.knobs) == (("bleu", "ter"), ("smoothing",))
    assert entry.implementations == ("nltk.corpus_bleu", "sacrebleu.sentence_ter")
    unexplained = Reported(link="https://t", symptom="Odd.", why_not="It needs a model.", id="odd")
    assert _shown(monkeypatch, "reported_cases", unexplained).reason.remedy == "It needs a model."


def test_the_texts_of_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Note(page="a.html", symptoms="many words", what="How to.", remedy="Read.", id="page")
    entry = _shown(monkeypatch, "notes", page)
    assert entry.reason == KnownReason("page", "page", "How to.", "Read.", page.link, "samescore show page")
    assert (entry.names, entry.symptom, entry.effects) == ("page ", "many words", "How to. Read.")
    comet = Note(metric="COMET", what="It is a model.", id="comet")
    assert _shown(monkeypatch, "notes", comet).reason.kind == "elsewhere"


@pytest.mark.parametrize(
    ("before", "found"),
    [
        (" ".join(f"w{number}" for number in range(39)), True),
        (" ".join(f"w{number}" for number in range(40)), False),
        ("w " * 39, True),
        ("w" * 1995, True),  # 2,000 characters with a space and the word
        ("w" * 1996, False),
    ],
)
def test_questions_are_truncated_to_40_words_and_2000_characters(
    before: str, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _index(monkeypatch, _entry("an-id", symptom="rare")) as index:
        answer = index.reasons(f"{before} rare")
    assert [reason.id for reason in answer.reasons] == (["an-id"] if found else [])
    assert bool(answer.hint) is not found


def test_names_count_among_the_first_40_words(monkeypatch: pytest.MonkeyPatch) -> None:
    with _index(monkeypatch, _entry("an-id", symptom="rare", **_BLEU)) as index:
        assert [len(index.reasons("w " * count + "BLEU").reasons) for count in (38, 39, 40)] == [1, 1, 0]
