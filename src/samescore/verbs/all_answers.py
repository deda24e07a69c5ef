"""What every entry point answers, beside the one that a verdict is about."""

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
from samescore.verbs.judge import Question


def entry_answers(implementation: Implementation, questions: Sequence[Question], judged: str) -> Iterator[EntryAnswer]:
    """The answers of the entry points to `questions_for` a vector; the one that was `judged` has answered when asked."""
    if not isinstance(implementation, Profiled) or implementation.unavailable():
        return
    for question in questions:
        if limits(question.profile, question.data) is None:
            yield from _answers(implementation, question, judged)


def _answers(implementation: Profiled, question: Question, judged: str) -> Iterator[EntryAnswer]:
    """The answers of one entry point."""
    vector, data, profile = question.vector, question.data, question.profile

    def answer(kind: AnswerKind, settings: Settings) -> EntryAnswer:
        return EntryAnswer(
            kind=kind,
            vector=vector.id,
            metric=vector.metric,
            implementation=implementation.name,
            entry_point=profile.entry_point,
            signature=settings.short_signature,
            outcome=recorded(implementation.ask(profile, data, settings)),
        )

    if profile.entry_point != judged:
        yield answer("asked", question.nearest)
    wanted = {knob.name: getattr(question.wanted, knob.name) for knob in question.wanted.knobs()}
    numbers = {knob.name for knob in question.wanted.knobs() if isinstance(knob.domain, Real)}
    plain = profile.taking({name: value for name, value in wanted.items() if name not in numbers})
    if plain != profile.settings():  # which is asked below
        yield answer("numbers", plain)
    if swapped := counterparts(implementation.file, profile, question.wanted):
        yield answer("counterpart", profile.taking({**wanted, **swapped}))
    tokens = isinstance(data, Corpus) and data.tokenized
    for_tokens = profile.for_tokens() if tokens else {}
    if for_tokens or not tokens:
        yield answer("default", profile.settings(**for_tokens))


def counterparts(file: ProfileFile, profile: Profile, wanted: Settings) -> dict[str, object]:
    """The values with which a release takes the arguments that other releases take for the wanted ones.

    Lists of a free knob's values correspond, place by place, where two releases of an entry point have equally many:
    ``transpositions=True`` is ``osa`` in one and ``damerau`` in another. Empty where all releases agree.
    """
    found: dict[str, object] = {}
    for name, options in profile.free.items():
        value = wanted.knob(name).domain.format(getattr(wanted, name))
        for other in file.profile:
            theirs = other.free.get(name) if other.entry_point == profile.entry_point else None
            if not (isinstance(options, list) and isinstance(theirs, list)) or len(options) != len(theirs):
                continue
            for mine, its in zip(options, theirs, strict=True):
                if mine != its and value in (mine, its):
                    found[name] = wanted.checked(name, mine)
    return found
