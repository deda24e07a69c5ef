"""The verb axioms: what must hold holds natively, and some wrong implementation breaks each axiom."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import SpecifierSet

from samescore import (
    Comparison,
    Corpus,
)
from samescore.base.outcome import Outcome, Raised, Score
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.data.comparison import MEAN
from samescore.data.kinds import Data
from samescore.implementations import Implementation, described_function
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.names import presets_of
from samescore.records import AxiomFinding
from samescore.settings import Settings
from samescore.verbs.judging.axioms import SCORED, axioms_of, check, checks
from tests.command import call
from tests.unit.ignorant_inputs import OF_LARGE_TEXTS, OF_REFERENCES, OF_TEXTS, ignorant_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_CONSTANTS = (0.0, 0.42, 1.0, 100.0)


def _kind(profile: Profile, settings: Settings) -> tuple[object, ...]:
    """What decides which axioms apply to a profile, on which inputs, and which of them it breaks by design."""
    facts = metric(profile.metric).facts
    excused = {broken.axiom for broken in facts.breaks if facts.why_broken(broken.axiom, settings)}
    limits = (profile.max_references, *profile.statistics)
    return profile.metric, frozenset(excused), limits, getattr(settings, "tokenizer", "") == "given"


def _profiles() -> Iterator[Any]:
    """The native model of every profile: native:implementation==version.entry_point.

    Those of older releases are slow, and so are all but the first of a kind.
    """
    kinds = set()
    for file in profile_files().values():
        for profile in file.profile:
            settings = profile.settings()
            if any(knob.needs_package(getattr(settings, knob.name)) for knob in settings.knobs()):
                continue  # it may have no score here
            versions = [part.version for part in SpecifierSet(profile.versions)]
            version = next(version for version in versions if profile in file.current(version))
            kind = _kind(profile, settings)
            first = profile in file.current(None) and kind not in kinds
            if first:
                kinds.add(kind)
            marks = [] if first else [pytest.mark.slow]
            yield pytest.param(f"native:{file.implementation}=={version}.{profile.entry_point}", marks=marks)


def _metric_of(model: str) -> str:
    from samescore.implementations import native_model

    return native_model(model.removeprefix("native:")).metric_name


def _names(name: str) -> list[str]:
    """A metric's name and its presets."""
    return [name, *(preset for preset, _ in presets_of(name))]


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
def test_declared_axiom_violations_occur(name: str) -> None:
    """Under the settings that the declaration names; the numbers are the witness."""
    chosen = metric(name)
    for broken in chosen.facts.breaks:
        settings = chosen.settings.from_mapping(dict(broken.when))
        assert broken.axiom in {*axioms_of(chosen, settings), SCORED}
        assert chosen.facts.why_broken(broken.axiom, settings) == broken.reason

        def ask(data: Data, settings: Settings = settings) -> Outcome:
            return native_outcome(data, settings)

        seen = []
        for statistic in (MEAN, "bleu") if chosen.takes[0] is Comparison else (MEAN,):
            axioms = axioms_of(chosen, settings, 0, (statistic,))
            if broken.axiom != SCORED:  # which is about the inputs of all axioms
                axioms = {broken.axiom: axioms[broken.axiom]}
            findings = checks(axioms, ask, bool(chosen.facts.higher_is_better))
            seen.append(next(finding.holds for finding in findings if finding.axiom == broken.axiom))
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


def _ignorant(name: str) -> dict[str, Callable[[Data], Data]]:
    """What an implementation of the metric may ignore; what the metric ignores itself by its defaults is left out."""
    chosen = metric(name)
    if name in ("interval", "standard-error"):  # they are those of the first system
        return {what: how for what, how in ignorant_of(Comparison).items() if what != "only the first system"}
    if chosen.takes[0] is not Corpus:
        return ignorant_of(chosen.takes[0])
    if not chosen.needs_references:
        return OF_TEXTS
    ignorant = {**OF_TEXTS, **OF_REFERENCES, **OF_LARGE_TEXTS}
    if chosen.facts.why_broken("every reference counts", chosen.settings()):
        del ignorant["only the first reference"], ignorant["only 128 references"]
    if name in ("exact-match", "answer-match"):  # an answer with fewer words on both sides is as right
        del ignorant["only 128 words"]
    return ignorant


@cache
def _native(name: str) -> Callable[[Data], Outcome]:
    """The metric by its defaults; most inputs are asked by many wrong implementations, which leave them as they are."""
    settings: Settings = metric(name).settings()
    return cache(lambda data: native_outcome(data, settings))


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
def _answers(name: str) -> dict[str, Callable[[Data], Outcome]]:
    """All wrong implementations of a metric."""
    native = _native(name)
    return {
        **{f"always {value}": lambda _, value=value: Score(value) for value in _CONSTANTS},  # type: ignore[misc]
        **{what: lambda data, seen=seen: native(seen(data)) for what, seen in _ignorant(name).items()},  # type: ignore[misc]
        **_wrong(name),
    }


@cache
def _red(name: str, what: str) -> set[str]:
    """The axioms that a wrong implementation breaks."""
    return {finding.axiom for finding in check("stub", name, _Stub(_answers(name)[what])) if finding.red}


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_constant_is_red(name: str) -> None:
    for constant in _CONSTANTS:
        assert any("count" in axiom for axiom in _red(name, f"always {constant}")), constant


@pytest.mark.slow
@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_metric_that_ignores_part_of_the_input_fails(name: str) -> None:
    for what in _ignorant(name):
        assert _red(name, what), what


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name == "meteor15" else []) for name in METRIC_NAMES]
)
def test_every_axiom_can_be_broken(name: str) -> None:
    chosen = metric(name)
    declared = {axiom for axiom in _axioms(name) if chosen.facts.why_broken(axiom, chosen.settings())}
    assert set().union(*(_red(name, what) for what in _answers(name))) == {*_axioms(name), SCORED} - declared


def test_an_implementation_is_excused_from_what_its_settings_break() -> None:
    """ROUGE of the first two words does not look at the rest, and a function that says so need not either."""

    def asked(**settings: Any) -> dict[str, AxiomFinding]:
        native = metric("rouge-n").settings.from_mapping({"length_limit": 2})

        def two_words(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
            return _value(native_outcome(Corpus.from_segments(hypotheses, references), native))

        described = described_function(two_words, "py:x:y", "rouge-n", {"settings": settings})
        return {finding.axiom: finding for finding in check("py:x:y", "rouge-n", described)}

    said, unsaid = asked(length_limit=2)["every segment counts"], asked()["every segment counts"]
    assert (said.holds, said.red, said.exception) == (
        False,
        False,
        "the native metric under these settings breaks it, too",
    )
    assert (unsaid.holds, unsaid.red) == (False, True)


def test_every_entry_point_is_asked() -> None:
    asked = {finding.entry_point for finding in check("native:nltk", "bleu")}
    assert asked == {"corpus_bleu", "sentence_bleu"}
    assert not {finding.entry_point for finding in check("native:rouge155", "rouge9")} - {"rouge-n"}


@pytest.mark.parametrize("implementation", ["native", "native:sacrebleu"])
def test_the_settings_that_a_name_implies_are_checked(implementation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The axioms of chrF++ are those of chrF with words."""
    asked: list[tuple[str, object]] = []

    def findings(_: object, __: object, settings: Settings, profile: Profile | None) -> list[AxiomFinding]:
        asked.append((profile.entry_point if profile else "", settings.as_dict()["word_order"]))
        return []

    monkeypatch.setattr("samescore.verbs.judging.axioms._findings", findings)
    for name, order in (("chrf", 0), ("chrf++", 2)):
        asked.clear()
        check(implementation, name)
        assert asked
        assert {words for _, words in asked} == {order}


def test_an_axiom_that_nobody_could_check_is_not_kept() -> None:
    findings = check("stub", "bleu", _Stub(lambda _: Raised("ValueError", "no")))
    assert {finding.axiom: finding.holds for finding in findings if finding.holds is not None} == {SCORED: False}


def test_the_command_has_its_own_exit_code_if_no_axiom_could_be_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unchecked = AxiomFinding("stub", "corpus_ter", "ter", "every segment counts", None, "it refuses all inputs", "")
    monkeypatch.setattr("samescore.verbs.judging.axioms.execute", lambda _: iter([unchecked]))
    assert call("axioms", "native", "-m", "ter", cwd=tmp_path).returncode == 4


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "constant.py").write_text(
        'def always(hypotheses, references):\n    return 0.42\n\n\nalways.samescore = {"metric": "bleu"}\n',
        encoding="utf-8",
    )
    assert call("axioms", "native", "-m", "ter", cwd=tmp_path).returncode == 0
    red = call("axioms", "py:constant:always", cwd=tmp_path, PYTHONPATH=".")
    assert red.returncode == 1
    assert "bleu, every segment counts: BROKEN: 0.42, and 0.42 with an error in the last segment" in red.stdout
