"""Write ``examples/adoption/``, vectors that packages can copy into their own tests: ``python -m tools.adoption``.

Each folder is about one package. ``vectors.jsonl`` has golden vectors in the package's terms: the function, its
arguments, the texts, and the expected score on the function's scale. ``expectations.json`` has the vectors that the
package fails because of a known defect, each with the reason. Vectors that only show a different convention are not
exported, and neither are vectors whose expected score only a defect produces. Both files are built from ``golden/`` and
the catalogue: no package needs to be installed, and no score of a package becomes an expected score.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.outcome import STORED_ULPS, Outcome, Score
from samescore.catalogue.divergences import Divergence, WitnessSide, entries_about
from samescore.catalogue.profile import Profile
from samescore.catalogue.vectors import vectors
from samescore.data.corpus import Corpus
from samescore.implementations import implementation
from samescore.implementations.description import TEXT_KNOBS
from samescore.implementations.native import Modelled
from samescore.implementations.package import segments_for
from samescore.metrics import find
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings
from samescore.verbs.judging.cases import CaseQuestion, JudgedCase, question_for
from samescore.verbs.why.witnesses import compute_witness

TOP = Path(__file__).resolve().parents[1]
FOLDER = TOP / "examples" / "adoption"
#: The functions whose vectors are exported, by package.
CALLS = {
    "sacrebleu": ("corpus_bleu", "corpus_chrf", "corpus_ter"),
    "nltk": ("corpus_bleu", "corpus_chrf", "corpus_gleu", "corpus_nist", "corpus_ribes"),
    "jiwer": ("wer", "mer", "wil", "wip", "cer"),
    "torchmetrics": (
        "sacre_bleu_score",  # with tokenize="none" it counts as bleu_score does
        "chrf_score",
        "translation_edit_rate",
        "word_error_rate",
        "match_error_rate",
        "word_information_lost",
        "word_information_preserved",
        "char_error_rate",
    ),
}
#: The spacing of floats just above 1, for packages that do not compute in doubles.
SPACING = {"torchmetrics": 2.0**-23}
#: Maximum length of a line in bytes, to keep failures easy to read and files small.
_LONGEST = 400
#: Maximum number of vectors that show one defect of a function; the shortest ones are exported.
_WITNESSES = 2


class ExportedVector(msgspec.Struct, frozen=True, kw_only=True):
    """A line of ``vectors.jsonl``.

    `call` is the function's name. For a function that takes tokens, a text is a list of tokens. `references` has a list of
    texts for each hypothesis, or one text for a function that takes a single reference.
    """

    id: str
    call: str
    arguments: dict[str, Any]
    hypotheses: list[Any]
    references: list[Any]
    expected: float


def build(package: str) -> dict[str, str]:
    """Return the contents of the generated files of a package's folder, by file name."""
    lines: list[ExportedVector] = []
    reasons: dict[str, str] = {}
    known: set[str] = set()
    shown: Counter[tuple[str, str]] = Counter()
    for vector, reason in sorted(_cases(package), key=lambda pair: len(msgspec.json.encode(pair[0]))):
        content = repr((vector.call, vector.arguments, vector.hypotheses, vector.references))
        if content in known or (reason and shown[vector.call, reason] == _WITNESSES):
            continue
        known.add(content)
        lines.append(vector)
        if reason:
            shown[vector.call, reason] += 1
            reasons[vector.id] = reason
    lines.sort(key=lambda vector: vector.id)
    return {
        "vectors.jsonl": "".join(_ascii(line, separators=(",", ":")) for line in lines),
        "expectations.json": _ascii(dict(sorted(reasons.items())), indent=2),
    }


def _ascii(content: Any, **style: Any) -> str:
    """Return a line of ASCII JSON, which has no characters at which `str.splitlines` would split it."""
    return json.dumps(msgspec.to_builtins(content), **style) + "\n"


def _cases(package: str) -> Iterator[tuple[ExportedVector, str]]:
    """Yield each exportable vector for a function of the package, with the reason why the package fails it (empty: passes)."""
    model = implementation(f"native:{package}")
    assert isinstance(model, Modelled)  # noqa: S101 - for mypy
    for vector in vectors().values():
        case = JudgedCase.of(vector)
        if not isinstance(case.outcome, Score) or vector.expected.ulps != STORED_ULPS:
            continue
        for profile in model.profiles(vector.metric):
            if profile.entry_point not in CALLS[package]:
                continue
            question = question_for(case, profile)
            expected = _expected(vector.expected.value, question)
            arguments = arguments_of(profile, question.nearest)
            if arguments is None or (reason := _reason(package, model, question, expected)) is None:
                continue
            assert isinstance(case.data, Corpus)  # noqa: S101 - for mypy
            segments = segments_for(profile, case.data, question.nearest)
            references = [segment["references"] for segment in segments]
            exported = ExportedVector(
                id=f"{profile.entry_point}-{vector.id}",
                call=profile.entry_point,
                arguments=arguments,
                hypotheses=[segment["hypothesis"] for segment in segments],
                references=[texts[0] for texts in references] if _takes_one(profile, question.nearest) else references,
                expected=expected,
            )
            if len(msgspec.json.encode(exported)) <= _LONGEST:
                yield exported, reason


def _takes_one(profile: Profile, settings: Settings) -> bool:
    """Return whether a function takes or uses only one reference for each hypothesis."""
    return profile.max_references == 1 or getattr(settings, "references", "") == "first"


def _reason(package: str, model: Modelled, question: CaseQuestion, expected: float) -> str | None:
    """Return why the package fails a vector: empty if it passes, None if the vector must not be exported.

    A vector that passes only because of a defect is not exported, nor is one that would still fail without the defect.
    """
    data, settings = question.case.data, question.nearest
    answer = model.ask(question.profile, data, settings)
    if not isinstance(answer, Score):
        return None
    repaired = [
        (entry, _accepts(package, native_outcome(data, without), expected))
        for entry in _defects(package, question.profile.metric, question.profile.entry_point)
        if entry.is_about(data) and (without := _without(entry, settings))
    ]
    if _accepts(package, answer, expected):
        return "" if all(passes for _, passes in repaired) else None
    causes = [entry for entry, passes in repaired if passes]
    if not causes:
        return None
    cause = min(causes, key=lambda entry: len(settings.differences(_witness(entry.left, entry))))
    return f"{cause.what} ({cause.id})"


def _accepts(package: str, outcome: Outcome, expected: float) -> bool:
    """Return whether the test of a package accepts an outcome: a score within the package's tolerance."""
    return isinstance(outcome, Score) and abs(outcome.value - expected) <= tolerance(package) * abs(expected)


@cache
def _defects(package: str, metric: str, function: str) -> list[Divergence]:
    """Return the divergences in the catalogue that are defects of a function."""
    knobs = [knob.name for knob in find(metric)[0].settings.knobs()]
    return [entry for entry in entries_about(metric, package, function, knobs) if entry.kind == "defect"]


def _without(entry: Divergence, settings: Settings) -> Settings | None:
    """Return the settings without a defect; None if they do not have it."""
    left, right = _witness(entry.left, entry), _witness(entry.right, entry)
    if any(getattr(settings, name) != getattr(left, name) for name in entry.knobs):
        return None
    return settings.replace(**{name: getattr(right, name) for name in entry.knobs})


def _witness(seen: WitnessSide, entry: Divergence) -> Settings:
    """Return the settings of one side of an entry's witness."""
    return compute_witness(entry, seen).settings


def tolerance(package: str) -> float:
    """Return the relative tolerance of the test of a package: eight units in the last place."""
    return STORED_ULPS * SPACING.get(package, 2.0**-52)


def _expected(value: str, question: CaseQuestion) -> float:
    """Return the expected score on the package's scale."""
    own, wanted = (Fraction(getattr(settings, "scale", 1)) for settings in (question.nearest, question.case.settings))
    return float(Fraction(value) * own / wanted)


def arguments_of(profile: Profile, settings: Settings) -> dict[str, Any] | None:
    """Return the arguments with which a function has these settings; None if its profile has no arguments for them."""
    default = profile.settings()
    differing = {change.knob.name for change in default.differences(settings)} - {*profile.tied, *profile.idle}
    if profile.unit == "tokens":
        differing -= set(TEXT_KNOBS)
    if not _tokenizer_is_common(profile, settings):
        return None
    chosen: dict[str, Any] = {}
    for name, argument in profile.arguments.items():
        knob = argument.knob or argument.knobs.get(str(getattr(settings, argument.follows, "")), "")
        own = {knob, argument.length} & differing
        if not own:
            continue
        value = getattr(settings, knob)
        if argument.length and value == "uniform":
            order = getattr(settings, argument.length)
            chosen[name] = [1 / order] * order
        elif argument.values:
            written = [key for key, meant in argument.values.items() if meant == value]
            if not written:
                return None
            chosen[name] = {"true": True, "false": False}.get(written[0], written[0])
        else:
            chosen[name] = value
        if argument.together:
            chosen[argument.together] = chosen[name]
        differing -= own
    return None if differing else chosen


def _tokenizer_is_common(profile: Profile, settings: Settings) -> bool:
    """Return whether the tokenizer is one that users choose, or tokens are given; others need further packages."""
    tokenizer, common = getattr(settings, "tokenizer", ""), profile.practice.get("tokenizer")
    return common is None or tokenizer in (*common, "given")


def main() -> None:
    """Write the generated files of every folder, and print their sizes."""
    for package in CALLS:
        for name, content in build(package).items():
            path = FOLDER / package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="ascii", newline="\n")
            print(f"{path.relative_to(TOP)}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
