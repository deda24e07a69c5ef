"""The verb axioms: what must hold holds natively, and each axiom is broken by some metric that is no metric."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import SpecifierSet

from samescore import (
    Annotations,
    Choices,
    Comparison,
    Corpus,
    Labels,
    LabelSets,
    Ratings,
    Rewrites,
    ScoredLabels,
    SupportedAnswers,
    Tagged,
    TokenLogProbs,
)
from samescore.catalogue.profile_files import profile_files
from samescore.data.comparison import MEAN
from samescore.data.kinds import Data, from_plain
from samescore.implementations import Implementation, described_function
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import Outcome, Raised, Score
from samescore.records import AxiomFinding
from samescore.settings import Settings
from samescore.verbs.axioms import SCORED, axioms_of, check, checks
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_CONSTANTS = (0.0, 0.42, 1.0, 100.0)
_FIXED = "the cat sat on the mat near the old door"


def _profiles() -> Iterator[str]:
    """The native model of every profile: native:implementation==version.entry_point."""
    for file in profile_files().values():
        for profile in file.profile:
            versions = [part.version for part in SpecifierSet(profile.versions)]
            version = next(version for version in versions if profile in file.current(version))
            yield f"native:{file.implementation}=={version}.{profile.entry_point}"


def _metric_of(model: str) -> str:
    from samescore.implementations import modelled

    return modelled(model.removeprefix("native:")).metric_name


def _names(name: str) -> list[str]:
    """A metric's name and its presets."""
    return [name, *(preset for preset, _ in metric(name).presets)]


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_every_axiom_holds_natively_or_is_declared(name: str) -> None:
    for preset in _names(name):
        findings = check("native", preset)
        assert {finding.axiom for finding in findings} == {*_axioms(name), SCORED}
        undeclared = [finding for finding in findings if finding.holds is not True and not finding.exception]
        assert not undeclared, preset


@pytest.mark.parametrize("model", list(_profiles()))
def test_every_axiom_holds_under_every_profile_or_is_declared(model: str) -> None:
    findings = check(model, _metric_of(model))
    assert len(findings) >= 5
    assert not [finding for finding in findings if finding.holds is not True and not finding.exception]


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_what_is_declared_to_be_broken_is_broken(name: str) -> None:
    """Under the settings that the declaration names; the numbers are the witness."""
    chosen = metric(name)
    for broken in chosen.facts.breaks:
        settings = chosen.settings.from_mapping(dict(broken.when))
        assert broken.axiom in {*axioms_of(chosen, settings), SCORED}
        assert chosen.facts.why_broken(broken.axiom, settings) == broken.reason

        def ask(data: Data, settings: Settings = settings) -> Outcome:
            return native_outcome(data, settings)

        seen = [
            finding.holds
            for statistic in (MEAN, "bleu")  # of systems; other kinds of input have none
            for finding in checks(
                axioms_of(chosen, settings, 0, (statistic,)), ask, bool(chosen.facts.higher_is_better)
            )
            if finding.axiom == broken.axiom
        ]
        assert seen.count(True) < len(seen), broken


def _axioms(name: str) -> list[str]:
    chosen = metric(name)
    return list(axioms_of(chosen, chosen.settings()))


class _Stub(Implementation):
    """Answers every request for a score with a function of the input, whatever the metric."""

    name, version = "stub", ""

    def __init__(self, answer: Callable[[Data], Outcome]) -> None:
        self._answer = answer

    def score(self, metric_name: str, data: Data, **knobs: object) -> Outcome:  # noqa: ARG002 - it ignores them
        return self._answer(data)


# What an implementation may ignore: the input as it sees it.


def _plain(change: Callable[[dict[str, Any]], None]) -> Callable[[Data], Data]:
    """An input with its plain form changed in place."""

    def changed(data: Data) -> Data:
        plain = data.plain()
        change(plain)
        return from_plain(plain)

    return changed


def _each(change: Callable[[dict[str, Any]], None]) -> Callable[[Data], Data]:
    """A corpus, or questions, with each segment or question changed in place."""

    def every(plain: dict[str, Any]) -> None:
        fields = ("segments", "items", "rewrites", "supported_answers")
        for part in next((plain[field] for field in fields if field in plain), ()):
            change(part)

    return _plain(every)


def _only(part: slice) -> Callable[[Data], Data]:
    """The input with some of its segments, items or sequences only."""

    def some(plain: dict[str, Any]) -> None:
        for field, parts in plain.items():
            if isinstance(parts, list):
                plain[field] = parts[part]

    return _plain(some)


def _letters(line: str) -> str:
    return " ".join("x" * len(word) for word in line.split())


def _set(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda part: part.update(fields)


def _lengths(segment: dict[str, Any]) -> None:
    segment["hypothesis"] = _letters(segment["hypothesis"])
    segment["references"] = [_letters(line) for line in segment["references"]]


def _reference(part: slice) -> Callable[[Data], Data]:
    return _each(lambda segment: segment.update(references=segment["references"][part]))


def _alternating(plain: dict[str, Any], field: str, values: Sequence[Any]) -> None:
    plain[field] = [values[i % 2] for i in range(len(plain[field]))]


def _in_systems(part: slice) -> Callable[[Data], Data]:
    """The numbers of both systems on some segments only."""
    return _plain(lambda plain: [system.update(scores=system["scores"][part]) for system in plain["systems"]])  # type: ignore[arg-type]


def _columns(plain: dict[str, Any], part: slice) -> None:
    plain.update({side: [row[part] for row in rows] for side, rows in plain.items()})


def _rating(plain: dict[str, Any], side: str) -> None:
    """Every other output is rated 100 on this side, the others 0."""
    plain[side] = [[100 * (i % 2) for i in range(len(row))] for row in plain[side]]


def _fixed_tags(plain: dict[str, Any], side: str) -> None:
    """Every other token is an entity on this side."""
    plain[side] = [["B-PER" if i % 2 else "O" for i in range(len(row))] for row in plain[side]]


_OF_TEXTS = {
    "only the first segment": _only(slice(1)),
    "only the last segment": _only(slice(-1, None)),
    "only lengths": _each(_lengths),
    "only references": _each(_set(hypothesis=_FIXED)),
}
_OF_REFERENCES = {
    "only hypotheses": _each(_set(references=[_FIXED])),
    "only the first reference": _reference(slice(1)),
    "only the last reference": _reference(slice(-1, None)),
}
_IGNORANT: dict[type, dict[str, Callable[[Data], Data]]] = {
    Labels: {
        "only the first items": _only(slice(2)),
        "only the last items": _only(slice(-2, None)),
        "only gold": _plain(lambda plain: _alternating(plain, "predicted", "10")),
        "only predicted": _plain(lambda plain: _alternating(plain, "gold", "10")),
    },
    ScoredLabels: {
        "only the first items": _only(slice(8)),
        "only gold": _plain(lambda plain: _alternating(plain, "scores", (0.25, 0.75))),
        "only scores": _plain(lambda plain: _alternating(plain, "gold", (0, 1))),
    },
    TokenLogProbs: {
        "only the first sequence": _only(slice(1)),
        "only the last sequence": _only(slice(-1, None)),
        "only lengths": _plain(lambda plain: plain.update(logprobs=[[-1.0] * len(row) for row in plain["logprobs"]])),
    },
    Comparison: {
        "only the first system": _plain(lambda plain: plain.update(systems=[plain["systems"][0]] * 2)),
        "only the second system": _plain(lambda plain: plain.update(systems=[plain["systems"][1]] * 2)),
        "only the first segments": _in_systems(slice(4)),
        "only the last segments": _in_systems(slice(4, None)),
    },
    Ratings: {
        "only the first items": _plain(lambda plain: _columns(plain, slice(3))),
        "only the last items": _plain(lambda plain: _columns(plain, slice(-3, None))),
        "only the metric": _plain(lambda plain: _rating(plain, "human_scores")),
        "only people": _plain(lambda plain: _rating(plain, "metric_scores")),
    },
    Rewrites: {
        **_OF_TEXTS,
        **_OF_REFERENCES,
        "only hypotheses and references": _each(_set(source=_FIXED)),
    },
    SupportedAnswers: {
        "only the first question": _only(slice(1)),
        "only the last question": _only(slice(-1, None)),
        "only answers": _each(_set(facts=[["a", 0]], gold_facts=[["a", 0]])),
        "only facts": _each(_set(answer=_FIXED, gold_answer=_FIXED)),
        "only predictions": _each(_set(gold_answer=_FIXED, gold_facts=[["a", 0]])),
        "only right answers": _each(_set(answer=_FIXED, facts=[["a", 0]])),
    },
    LabelSets: {
        "only the first items": _only(slice(3)),
        "only the last items": _only(slice(-3, None)),
        "only the first label": _plain(
            lambda plain: plain.update({side: [row[:1] for row in rows] for side, rows in plain.items()})
        ),
    },
    Annotations: {
        "only the first items": _plain(lambda plain: _columns(plain, slice(3))),
        "only the last items": _plain(lambda plain: _columns(plain, slice(-3, None))),
    },
    Tagged: {
        "only the first sentence": _only(slice(1)),
        "only the last sentence": _only(slice(-1, None)),
        "only gold": _plain(lambda plain: _fixed_tags(plain, "predicted_tags")),
        "only predicted": _plain(lambda plain: _fixed_tags(plain, "gold_tags")),
    },
    Choices: {
        "only the first item": _only(slice(1)),
        "only the last item": _only(slice(-1, None)),
        "only log-likelihoods": _each(_set(gold=0)),
        "only gold": _each(_set(logprobs=[-1.0, -2.0, -3.0])),
    },
}


def _ignorant(name: str) -> dict[str, Callable[[Data], Data]]:
    """What an implementation of the metric may ignore; what the metric ignores itself by its defaults is left out."""
    chosen = metric(name)
    if name in ("interval", "standard-error"):  # they are those of the first system
        return {what: how for what, how in _IGNORANT[Comparison].items() if what != "only the first system"}
    if chosen.takes[0] is not Corpus:
        return _IGNORANT[chosen.takes[0]]
    if not chosen.needs_references:
        return _OF_TEXTS
    ignorant = {**_OF_TEXTS, **_OF_REFERENCES}
    if chosen.facts.why_broken("every reference counts", chosen.settings()):
        del ignorant["only the first reference"]
    return ignorant


def _native(name: str) -> Callable[[Data], Outcome]:
    settings: Settings = metric(name).settings()
    return lambda data: native_outcome(data, settings)


def _value(outcome: Outcome) -> float:
    return outcome.value if isinstance(outcome, Score) else 0.0


def _is_empty(data: Data) -> bool:
    return isinstance(data, Corpus) and not any(segment.hypothesis for segment in data)


@dataclasses.dataclass
class _Counting:
    """Adds to each score how often it was asked."""

    answer: Callable[[Data], Outcome]
    times: int = 0

    def __call__(self, data: Data) -> Outcome:
        self.times += 1
        return Score(_value(self.answer(data)) + self.times)


def _wrong(name: str) -> dict[str, Callable[[Data], Outcome]]:
    """Implementations of a metric that are wrong in some other way than to ignore a part of the input."""
    native, best = _native(name), 1e9 if metric(name).facts.higher_is_better else -1e9
    return {
        "raises": lambda _: Raised("RuntimeError", "on purpose"),
        "a sum instead of a mean": lambda data: Score(_value(native(data)) * len(data)),  # type: ignore[arg-type]  # no confusion matrix
        "empty is best": lambda data: Score(best) if _is_empty(data) else native(data),
        "references are counted": lambda data: Score(_value(native(data)) + len(repr(data))),
        "counts": _Counting(native),
    }


@cache
def _red(name: str) -> dict[str, set[str]]:
    """The axioms that each implementation breaks which is no implementation of the metric."""
    native = _native(name)
    answers: dict[str, Callable[[Data], Outcome]] = {
        **{f"always {value}": lambda _, value=value: Score(value) for value in _CONSTANTS},  # type: ignore[misc]
        **{what: lambda data, seen=seen: native(seen(data)) for what, seen in _ignorant(name).items()},  # type: ignore[misc]
        **_wrong(name),
    }
    return {
        what: {finding.axiom for finding in check("stub", name, _Stub(answer)) if finding.red}
        for what, answer in answers.items()
    }


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_constant_is_red(name: str) -> None:
    for constant in _CONSTANTS:
        assert any("count" in axiom for axiom in _red(name)[f"always {constant}"]), constant


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_what_ignores_a_part_of_the_input_is_red(name: str) -> None:
    for what in _ignorant(name):
        assert _red(name)[what], what


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_every_axiom_can_be_broken(name: str) -> None:
    chosen = metric(name)
    declared = {axiom for axiom in _axioms(name) if chosen.facts.why_broken(axiom, chosen.settings())}
    assert set().union(*_red(name).values()) == {*_axioms(name), SCORED} - declared


def test_an_implementation_is_excused_from_what_its_settings_break() -> None:
    """ROUGE of the first two words does not look at the rest, and a function that says so need not either."""

    def asked(**settings: Any) -> dict[str, AxiomFinding]:
        native = metric("rouge-n").settings.from_mapping({"length_limit": 2})

        def two_words(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
            return _value(native_outcome(Corpus.from_segments(hypotheses, references), native))

        described = described_function(two_words, "py:x:y", "rouge-n", {"settings": settings})
        return {finding.axiom: finding for finding in check("py:x:y", "rouge-n", described)}

    said, unsaid = asked(length_limit=2)["every segment counts"], asked()["every segment counts"]
    assert (said.holds, said.red, said.exception) == (False, False, "so does the native metric under these settings")
    assert (unsaid.holds, unsaid.red) == (False, True)


def test_every_entry_point_is_asked() -> None:
    asked = {finding.entry_point for finding in check("native:nltk", "bleu")}
    assert asked == {"corpus_bleu", "sentence_bleu"}
    assert not {finding.entry_point for finding in check("native:rouge155", "rouge9")} - {"rouge-n"}


def test_an_axiom_that_nobody_could_check_is_not_kept() -> None:
    findings = check("stub", "bleu", _Stub(lambda _: Raised("ValueError", "no")))
    assert {finding.axiom: finding.holds for finding in findings if finding.holds is not None} == {SCORED: False}


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "constant.py").write_text(
        'def always(hypotheses, references):\n    return 0.42\n\n\nalways.samescore = {"metric": "bleu"}\n',
        encoding="utf-8",
    )
    assert call("axioms", "native", "-m", "ter", cwd=tmp_path).returncode == 0
    red = call("axioms", "py:constant:always", cwd=tmp_path, PYTHONPATH=".")
    assert red.returncode == 1
    assert "bleu, every segment counts: BROKEN: 0.42, and 0.42 with an error in the last segment" in red.stdout
