"""Find the causes of moves: the profiles' knobs, or one knob or known mistake that gives the new numbers.

If the profiles reproduce both answers, the cause is the smallest set of their knobs that turns one into the other.
Otherwise every other value of each single knob, and every known mistake, is tried. Suspects are those that give the
new answer to the last digits or, if the new answer already follows from its settings, those that give the old answer.
The suspect that gives most of a metric's moves is named first; the others explain the remaining moves. A suspect that
gives only one move among many may be a coincidence, and is not named.
"""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from samescore.base.errors import SamescoreError
from samescore.base.outcome import STORED_ULPS, Outcome, Score, same_outcome
from samescore.catalogue.mistakes import catalogue
from samescore.catalogue.vectors import vectors
from samescore.data.kinds import Data
from samescore.implementations.recording import RecordedAnswer, Recording
from samescore.metrics import METRIC_NAMES, metric, parse_signature
from samescore.metrics.base import tokens_of
from samescore.metrics.evaluator import native_outcome
from samescore.records import Answer, Move, MoveCause, MovedInput, as_outcome, number, outcome
from samescore.settings import Settings
from samescore.verbs.judging.cases import JudgedCase
from samescore.verbs.judging.fresh import is_fresh
from samescore.verbs.judging.user_inputs import judged_case
from samescore.verbs.releases.drift import on_scale
from samescore.verbs.why.attribution.diagnosis import diagnose
from samescore.verbs.why.attribution.known import applicable_divergences

#: Maximum length of an input in a report, in characters.
LONGEST_INPUT = 2_000
#: Maximum number of suspects named if several give the same answers.
_MOST = 3
#: The introduction of suspects that give the old answers.
MENDED = "the new answers are those of its settings; the old ones were as if"


@dataclasses.dataclass(frozen=True, slots=True)
class ExplainedMove:
    """A move with its explanation: `words` describe the cause, empty if there is none; `stage` differs first."""

    move: Move
    words: str
    stage: str


def explain_moves(moved: Sequence[Move], now: Recording) -> list[ExplainedMove]:
    """Return each move with its cause: the profiles' knobs, or else the suspects that give most of the metric's moves."""
    suspects = [[] if move.causes else _suspects(move, now) for move in moved]
    explained = [ExplainedMove(move, move.cause, move.stage) for move in moved]
    for name in dict.fromkeys(move.metric for move in moved):
        places = [place for place, move in enumerate(moved) if move.metric == name and not move.causes]
        mended = {place for place in places if any(suspect.of_old for suspect in suspects[place])}
        causes = most_frequent([place for place in places if place not in mended], suspects, len(places), "as if")
        causes |= most_frequent(sorted(mended), suspects, len(places), MENDED)
        for place, (words, stage) in causes.items():
            reported = moved[place].stage
            explained[place] = ExplainedMove(
                moved[place], words, reported if reported != "value" else stage or reported
            )
    return explained


@dataclasses.dataclass(frozen=True, slots=True)
class Suspect:
    """A change of a knob, or a known mistake, that reproduces the new answer of a move.

    `words` describe it. `stage` is the first stage that it changes, empty if unknown; `mistake` is the known mistake that
    makes this change, empty if there is none. With `of_old`, the new answer follows from the settings, and the suspect
    reproduces the old one instead.
    """

    words: str
    stage: str = ""
    mistake: str = ""
    of_old: bool = False


def most_frequent(
    places: Sequence[int], suspects: Sequence[Sequence[Suspect]], moves: int, beginning: str
) -> dict[int, tuple[str, str]]:
    """Return the cause in words and its first stage, by position, for the moves that some suspect explains.

    `places` are the positions of moves in `suspects`. Repeatedly, the suspects that give most of the remaining moves
    are their cause; if they give fewer than all `moves`, the words state how many. They start with `beginning`. A
    suspect that gives only one of several moves is not a cause.
    """
    causes: dict[int, tuple[str, str]] = {}
    left = list(places)
    while left:
        counted = Counter(suspect.words for place in left for suspect in suspects[place])
        most = max(counted.values(), default=0)
        if most == 0 or (most == 1 and moves > 1):
            break
        best = [words for words, count in counted.items() if count == most]
        given = {place: suspect for place in left for suspect in suspects[place] if suspect.words == best[0]}
        shown = " or ".join(_name_with_mistake(words, left, suspects) for words in best[:_MOST])
        words = f"{beginning} {shown}{f', and {len(best) - _MOST} more' if len(best) > _MOST else ''}"
        if most < moves:
            words += f" ({most} of {moves} moves)"
        causes.update({place: (words, suspect.stage) for place, suspect in given.items()})
        left = [place for place in left if place not in given]
    return causes


def _name_with_mistake(words: str, places: Sequence[int], suspects: Sequence[Sequence[Suspect]]) -> str:
    """Return a suspect's words, followed by the known mistake that makes the same change, if there is one."""
    mistakes = (s.mistake for place in places for s in suspects[place] if s.words == words and s.mistake)
    mistake = next(mistakes, "")
    return f"{words} ({mistake})" if mistake else words


def _suspects(move: Move, now: Recording) -> list[Suspect]:
    """Return the single knobs and known mistakes that give the new answer, or the old one if the new one is right.

    A move that changes only the number of decimals has one suspect, rounding. The list is empty if the input or the
    settings are unknown.
    """
    case = judged_case(move.vector, now)
    if case is None:
        return []
    answer = now.answers[move.kind, move.vector, move.entry_point]
    try:
        answer = answer if move.kind == "default" else on_scale(answer, case)
        settings = parse_signature(answer.signature)
    except SamescoreError:
        return []
    data, sought = case.data, as_outcome(move.became)
    if same_outcome(as_outcome(move.was), sought, max_ulps=STORED_ULPS):
        return [Suspect(_rounding(move))]
    mended = same_outcome(native_outcome(data, settings), sought, max_ulps=STORED_ULPS)
    if mended:
        sought = as_outcome(move.was)
    mistakes = {str(mistake): mistake.name for mistake in diagnose(data, settings, sought)}
    changes = {text: catalogue()[name].set if name else {} for text, name in mistakes.items()}
    flips = list[Suspect]()
    for knob in settings.knobs():
        for value in knob.alternatives(getattr(settings, knob.name)) if knob.domain.finite else ():
            stage = _stage_of_change(data, settings, {knob.name: value}, sought)
            if stage:
                shown = [knob.domain.format(chosen) for chosen in (getattr(settings, knob.name), value)]
                same = [text for text, change in changes.items() if change == {knob.name: value}]
                flips.append(Suspect(f"{knob.name}: {' -> '.join(shown)}", stage, "".join(same[:1]), mended))
    named = {suspect.mistake for suspect in flips}
    return flips + [Suspect(text, of_old=mended) for text in mistakes if text not in named]


def _rounding(move: Move) -> str:
    """Describe a move in which only the number of decimals changed."""
    was, became = move.was.decimals, move.became.decimals
    rounded = became is not None and (was is None or became < was)
    return "numbers were rounded" if rounded else "numbers are no longer rounded"


def _stage_of_change(data: Data, settings: Settings, change: Mapping[str, object], sought: Outcome) -> str:
    """Return the first stage that a change of settings alters; empty unless the change turns the outcome into `sought`.

    It is also empty if the outcome without the change is the same. If no stage differs, it is ``value``.
    """
    try:
        before, after = (native_outcome(data, chosen) for chosen in (settings, settings.replace(**change)))
    except SamescoreError:  # these settings contradict each other, or the input
        return ""
    if not same_outcome(after, sought, max_ulps=STORED_ULPS) or same_outcome(before, after, max_ulps=STORED_ULPS):
        return ""
    if isinstance(before, Score) and isinstance(after, Score):
        chosen = metric(settings.metric)
        if tokens_of(chosen, data, settings) != tokens_of(chosen, data, settings.replace(**change)):
            return "tokens"
        for name, product in before.stages.items():
            if name in after.stages and after.stages[name] != product:
                return name
    return "value"


def group_by_cause(explained: Sequence[ExplainedMove], before: Recording, now: Recording) -> list[MoveCause]:
    """Group the moves of each metric by cause; return the most frequent causes first, unexplained moves last."""
    groups: dict[tuple[str, str], list[ExplainedMove]] = {}
    for explanation in explained:
        groups.setdefault((explanation.move.metric, explanation.words), []).append(explanation)
    causes = [_cause(members, before, now) for members in groups.values()]
    return sorted(causes, key=lambda cause: (not cause.reason, -cause.answers, METRIC_NAMES.index(cause.metric)))


def _cause(members: Sequence[ExplainedMove], before: Recording, now: Recording) -> MoveCause:
    """Return the record of a cause with its first and its shortest input.

    User inputs are preferred to golden vectors and fresh inputs.
    """
    own = [member for member in members if not (member.move.vector in vectors() or is_fresh(member.move.vector))]
    moves = [member.move for member in own or members]
    shortest = min(moves, key=lambda move: len(_input_text(move, now)))
    return MoveCause(
        implementation=now.name,
        metric=moves[0].metric,
        entry_points=list(dict.fromkeys(member.move.entry_point for member in members)),
        reason=members[0].words,
        stage=_earliest(moves[0].metric, [member.stage for member in members]),
        divergences=list(
            dict.fromkeys(entry for move in (moves[0], shortest) for entry in _divergence_ids(move, before, now))
        ),
        answers=len(members),
        first=_moved_input(moves[0], before, now),
        shortest=_moved_input(shortest, before, now),
    )


def _earliest(metric_name: str, stages: Sequence[str]) -> str:
    """Return the earliest of the stages in pipeline order; ``value`` comes last."""
    pipeline = ["tokens", *metric(metric_name).facts.stages]
    return min(stages, key=lambda stage: pipeline.index(stage) if stage in pipeline else len(pipeline))


def _divergence_ids(move: Move, before: Recording, now: Recording) -> Iterator[str]:
    """Yield the ids of the catalogue's divergences about the causes of a move; none unless the profiles explain it."""
    case = judged_case(move.vector, now)
    if case is None or not move.causes:
        return
    old, new = (_answer(move, recording, case) for recording in (before, now))
    try:
        sides = parse_signature(new.signature), parse_signature(old.signature)
        changes = sides[0].differences(sides[1])
        knobs = {change.knob for change in move.causes}
        for recording, pair in ((now, sides), (before, sides[::-1])):
            for entry in applicable_divergences(case.data, recording.name, move.entry_point, pair, changes, knobs):
                yield entry.id
    except SamescoreError:  # not a package with profiles
        return


def _answer(move: Move, recording: Recording, case: JudgedCase) -> RecordedAnswer:
    """Return the recorded answer to a moved input, on the scale of the case unless it has the entry point's defaults."""
    answer = recording.answers[move.kind, move.vector, move.entry_point]
    return answer if move.kind == "default" else on_scale(answer, case)


def own_scale(move: Move, recording: Recording) -> Answer:
    """Return the recorded answer to a moved input, on the implementation's own scale."""
    return outcome(recording.answers[move.kind, move.vector, move.entry_point].outcome)


def relative_change(move: Move) -> float | None:
    """Return the change relative to the old score; None unless there are two scores and the old one is not 0."""
    if not move.between_scores:
        return None
    was, became = number(move.was.hex), number(move.became.hex)
    return (became - was) / abs(was) if was else None


def _moved_input(move: Move, before: Recording, now: Recording) -> MovedInput:
    text = _input_text(move, now)
    return MovedInput(
        kind=move.kind,
        vector=move.vector,
        entry_point=move.entry_point,
        input=text if len(text) <= LONGEST_INPUT else f"{text[: LONGEST_INPUT - 1]}…",
        where=now.own[move.vector].where if move.vector in now.own else "",
        was=own_scale(move, before),
        became=own_scale(move, now),
        change=relative_change(move),
    )


def _input_text(move: Move, now: Recording) -> str:
    """Return the input of a move as JSON; empty if unknown."""
    case = judged_case(move.vector, now)
    return "" if case is None else json.dumps(case.data.plain(), ensure_ascii=False)
