"""Collect the answers of all entry points to a vector, not only of the one that is judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile
from samescore.data.corpus import Corpus
from samescore.implementations import Implementation, Profiled
from samescore.implementations.base import limits
from samescore.records import AnswerKind, EntryAnswer
from samescore.records import outcome as recorded
from samescore.settings import Real, Settings
from samescore.verbs.judging.cases import CaseQuestion


def entry_answers(
    implementation: Implementation, questions: Sequence[CaseQuestion], judged: str
) -> Iterator[EntryAnswer]:
    """Yield the answers of all entry points to a case; `questions` is the result of `questions_for`.

    The entry point `judged` has already answered with the case's settings, so this answer is not repeated. An entry
    point that does not accept the input is skipped. Nothing is yielded for an implementation that has no profiles, or
    that is unavailable.
    """
    if not isinstance(implementation, Profiled) or implementation.unavailable():
        return
    for question in questions:
        if limits(question.profile, question.case.data) is None:
            yield from _answers(implementation, question, judged)


def _answers(implementation: Profiled, question: CaseQuestion, judged: str) -> Iterator[EntryAnswer]:
    """Yield the answers of one entry point: with the case's settings, and with further settings if they differ.

    The further answers are of the kinds ``numbers``, ``counterpart`` and ``default``. For the entry point `judged`, the
    answer with the case's settings is skipped.
    """
    case, profile = question.case, question.profile

    def answer(kind: AnswerKind, settings: Settings) -> EntryAnswer:
        return EntryAnswer(
            kind=kind,
            vector=case.id,
            metric=case.metric.name,
            implementation=implementation.name,
            entry_point=profile.entry_point,
            signature=settings.short_signature,
            outcome=recorded(implementation.ask(profile, case.data, settings)),
        )

    if profile.entry_point != judged:
        yield answer("asked", question.nearest)
    wanted = {knob.name: getattr(case.settings, knob.name) for knob in case.settings.knobs()}
    numbers = {knob.name for knob in case.settings.knobs() if isinstance(knob.domain, Real)}
    plain = profile.taking({name: value for name, value in wanted.items() if name not in numbers})
    if plain != profile.settings():  # defaults are used below
        yield answer("numbers", plain)
    if swapped := counterparts(implementation.file, profile, case.settings):
        yield answer("counterpart", profile.taking({**wanted, **swapped}))
    tokens = isinstance(case.data, Corpus) and case.data.tokenized
    for_tokens = profile.for_tokens() if tokens else {}
    if for_tokens or not tokens:
        yield answer("default", profile.settings(**for_tokens))


def counterparts(file: ProfileFile, profile: Profile, wanted: Settings) -> dict[str, object]:
    """Return the knob values that the arguments for `wanted` select in this release, where releases differ.

    If two releases of an entry point list equally many values of a free knob, these correspond by position:
    ``transpositions=True`` is ``osa`` in one and ``damerau`` in another. Values that need a package are ignored, because
    they have the same name in all releases. The result is empty if all releases agree.
    """
    values: dict[str, object] = {}
    for name, options in profile.free.items():
        value = wanted.knob(name).domain.format(getattr(wanted, name))
        for other in file.profile:
            other_options = other.free.get(name) if other.entry_point == profile.entry_point else None
            if not (isinstance(options, list) and isinstance(other_options, list)):
                continue
            own, others = (
                [option for option in listed if not wanted.knob(name).needs_package(option)]
                for listed in (options, other_options)
            )
            if len(own) != len(others):
                continue
            for option, other_option in zip(own, others, strict=True):
                if option != other_option and value in (option, other_option):
                    values[name] = wanted.checked(name, option)
    return values
