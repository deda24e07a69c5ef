"""Find out by test calls how to call an implementation, and which number in its answers is the score.

The implementation is run on three small inputs in every possible layout, and every number in its answers is compared
with the native score under the declared settings. The combination that agrees most often is chosen; among equals, the
one that gives more numbers, and then the one whose numbers are nearer to the native scores. The inputs are such that
different layouts give different numbers, but different tokenizers the same number.

Rounded numbers are recognized by their digits, whether they are correct or wrong. If all numbers are short and the test
calls are inconclusive, the implementation is also run on a few golden inputs.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from samescore.base.errors import SamescoreError, UnknownNameError
from samescore.base.outcome import STORED_ULPS, Crashed, Outcome, Score, Undefined, same_outcome
from samescore.catalogue.vectors import Vector, select
from samescore.data.class_scores import ClassScores
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Confusion
from samescore.implementations.answers import truncate
from samescore.implementations.calling_conventions import CallingConvention
from samescore.implementations.printed import Number
from samescore.implementations.rounding import Rounding, detect_rounding, is_ratio, is_short
from samescore.metrics import metric
from samescore.metrics.aliases import lookup_alias
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings

#: Number of inputs on which a layout is tried.
TRIES = 3
#: Maximum number of additional golden inputs to detect rounding, and the number of different numbers that suffices if
#: no number agrees.
_MORE, _ENOUGH_DIFFERENT = 12, 8
#: Maximum number of items of a confusion matrix used to detect rounding.
_MOST_ITEMS = 1_000
#: Maximum number of a dictionary's numbers shown, and maximum length of a key in characters.
_SHOWN_NUMBERS, _LONGEST_NAME = 12, 80
#: Maximum number of printed decimals of a rounded number.
_MOST_DECIMALS = 9
#: Crashes after which no further test calls are made, because they take long or would occur again.
_FATAL = ("Timeout", "Crashed", "NotStarted", "ProtocolError")

_SEGMENTS = [
    ("the old man walked to the small shop in town", ["the old man walked to the little shop in the town", "an old man walked to a small shop in town today"]),
    ("she had seen that film twice last week already", ["she had seen that film twice in the last week", "last week she had seen that film two times"]),
    ("we will meet them at the station before noon", ["we will meet them near the station before noon on friday", "we are going to meet them at the station before twelve"]),
    ("nobody knew where the two dogs had come from", ["nobody in the street knew where the two dogs had come from", "no one knew where the dogs had come from"]),
    ("it was raining when the last train left the city", ["it was still raining when the last train left", "it rained as the last train left the city"]),
]  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True)
class ErrorPlace:
    """The place in the user's file where an exception was raised: the number of frames in the file, and the line."""

    frames: int
    line: int
    file: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """The answer of an implementation to a call.

    `numbers` are the candidates for the score by name: a single one with an empty name if the answer is a number,
    otherwise the numbers in a dictionary, list or object (`kind` is ``parts``) or in a ``text``. If there are none,
    `outcome` is the answer. `place` says where an exception was raised, if that is in the user's file.
    """

    outcome: Outcome
    numbers: Mapping[str, Number] = dataclasses.field(default_factory=dict)
    kind: str = ""
    place: ErrorPlace | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Attempt:
    """One test call: its input, the native outcome and the reply."""

    data: Data
    native: Outcome
    reply: Reply


@dataclasses.dataclass(frozen=True, slots=True)
class Chosen:
    """A way to call an implementation: the layout, the number to read, and its rounding (None: not rounded).

    `answered` of the `attempts` gave a finite number, and `agreed` agree with the native metric. `distance` is the mean
    relative distance from the native scores, from 0 to 1.
    """

    layout: CallingConvention
    reading: str
    rounding: Rounding | None
    attempts: tuple[Attempt, ...]
    agreed: int
    answered: int
    distance: float

    @property
    def rank(self) -> tuple[int, int, float]:
        """The sort key, greater for a likelier way. Small differences between distances are ignored."""
        return self.agreed, self.answered, -round(self.distance, 1)

    @property
    def useful(self) -> bool:
        """Whether any test call gave a number or agreed."""
        return self.answered + self.agreed > 0

    @property
    def got(self) -> tuple[int, int]:
        """The furthest place in the user's file where a test call raised an error: frames and line; else (0, 0)."""
        places = [attempt.reply.place for attempt in self.attempts if attempt.reply.place]
        return max(((place.frames, place.line) for place in places), default=(0, 0))

    @property
    def kind(self) -> str:
        """The kind of the first reply with numbers: see `Reply`; empty if there is none."""
        return next((attempt.reply.kind for attempt in self.attempts if attempt.reply.numbers), "")

    @property
    def perfect(self) -> bool:
        """Whether every test call agrees."""
        return self.agreed == len(self.attempts) > 0

    def outcome(self, reply: Reply) -> Outcome:
        """Convert a reply to an outcome, with the number and the rounding of this way."""
        return outcome_by(reply, self.reading, self.rounding)


def outcome_by(reply: Reply, reading: str, rounded: Rounding | None) -> Outcome:
    """Convert a reply to an outcome, with the number called `reading` as the score, and with the rounding `rounded`.

    The result is `Undefined` if the number is not finite, and the reply's own outcome if there is no such number.
    """
    if reading not in reply.numbers:
        return reply.outcome
    value = reply.numbers[reading].value
    if not math.isfinite(value):
        return Undefined(repr(value))
    own = reply.outcome
    score = own if isinstance(own, Score) and own.value == value else Score(value)
    return msgspec.structs.replace(score, decimals=rounded.decimals_of(value)) if rounded else score


def chosen_way(
    ask: Callable[[CallingConvention, Data], Reply],
    takes: Callable[[CallingConvention, Data], bool],
    layouts: Sequence[CallingConvention],
    settings: Settings,
    names: Sequence[str],
) -> Chosen:
    """Make test calls in every layout, and return the likeliest way to call the implementation.

    `ask` returns the reply to an input in a layout; `takes` says whether the layout can express the input. `names` are
    names of the metric: among numbers that agree equally often, a number with such a name is preferred. After a crash
    that would recur, no further calls are made. Raises `UnknownNameError` if there are no layouts.
    """
    best: Chosen | None = None
    for layout in layouts:
        inputs = [data for data in tried_inputs(settings) if takes(layout, data)][:TRIES]
        attempts = []
        for data in inputs:
            reply = ask(layout, data)
            attempts.append(Attempt(data, native_outcome(data, settings), reply))
            if isinstance(reply.outcome, Crashed) and reply.outcome.error in _FATAL:
                return _judge(layout, "", attempts, settings)
        readings = list(dict.fromkeys(name for attempt in attempts for name in attempt.reply.numbers)) or [""]
        readings.sort(key=lambda reading: not is_named(reading, names))  # among several that agree
        judged = [_judge(layout, reading, attempts, settings) for reading in readings]
        likeliest = max(judged, key=lambda way: way.rank)
        if likeliest.kind and not likeliest.agreed:  # being nearer is not significant
            likeliest = max(judged, key=lambda way: way.answered)
        if best is None or likeliest.rank > best.rank or (not best.useful and likeliest.got > best.got):
            best = likeliest
        if best.perfect:
            break
    if best is None:
        raise UnknownNameError("no layout is left to try", hint="pass one with --layout")
    chosen = best.layout
    precision = _precision(best, lambda data: ask(chosen, data), lambda data: takes(chosen, data), settings)
    return dataclasses.replace(best, rounding=precision)


def _precision(
    way: Chosen, ask: Callable[[Data], Reply], takes: Callable[[Data], bool], settings: Settings
) -> Rounding | None:
    """Return the rounding of the selected number; None if it is not rounded, or if that is unclear.

    If the test calls are inconclusive, further calls are made with golden inputs.
    """
    asked = _numbers(way.attempts, way.reading)
    if way.rounding or not asked or not all(map(_is_short, (number for number, _ in asked))):
        return way.rounding
    for data in islice(_long_inputs(settings, takes), _MORE):
        reply = ask(data)
        if isinstance(reply.outcome, Crashed) and reply.outcome.error in _FATAL:
            break
        if (number := reply.numbers.get(way.reading)) is None:
            continue
        if not _is_short(number):
            return None
        asked.append((number, native_outcome(data, settings)))
        if found := _recognize_rounding(asked, settings):
            return found
    return None


def _is_short(number: Number) -> bool:
    return math.isfinite(number.value) and is_short(number.value)


def _long_inputs(settings: Settings, takes: Callable[[Data], bool]) -> Iterator[Data]:
    """Yield golden inputs that can be passed, and whose native score has more digits than a rounded score."""
    for vector in select([settings.metric]):
        data = vector.data()
        if isinstance(data, Confusion) and data.total > _MOST_ITEMS:
            continue
        try:
            native = native_outcome(data, settings) if takes(data) else None
        except SamescoreError:  # these settings do not accept such input
            continue
        if isinstance(native, Score) and not is_short(native.value):
            yield data


def _recognize_rounding(asked: Sequence[tuple[Number, Outcome]], settings: Settings) -> Rounding | None:
    """Return the rounding of numbers, judged by their digits and the native scores; None without enough evidence.

    Evidence is native scores that round to the numbers, and numbers that are not ratios of small counts (such as
    0.625). Without such evidence, many different numbers are needed.
    """
    numbers = [number for number, _ in asked if math.isfinite(number.value)]
    natives = [native.value for _, native in asked if isinstance(native, Score)]
    written = [number.decimals for number in numbers if number.decimals is not None]
    most = max((decimals for decimals in written if decimals <= _MOST_DECIMALS), default=0)
    found = detect_rounding([number.value for number in numbers], natives)
    different = {number.value for number in numbers}
    odd = sum(not is_ratio(value, float(getattr(settings, "scale", 1))) for value in different)
    enough = odd >= TRIES or len(different) >= _ENOUGH_DIFFERENT
    if found and not found.significant:  # "27.30" is rounded to two decimals
        found = dataclasses.replace(found, digits=max(found.digits, most))
    if not found and len(written) == len(numbers) and max(written, default=0) == most:
        found, enough = Rounding(most, significant=False), False
    if not found or found.digits < _fewest_digits(settings):
        return None
    return found if enough or 2 <= _count_agreeing(asked, found) > _count_agreeing(asked, None) else None


def _judge(layout: CallingConvention, reading: str, attempts: Sequence[Attempt], settings: Settings) -> Chosen:
    """Return the way that consists of a layout and a reading, judged by the attempts."""
    asked = _numbers(attempts, reading)
    numbers = [number for number, _ in asked]
    answered = sum(math.isfinite(number.value) for number in numbers)
    recognized = _recognize_rounding(asked, settings)
    agreed = sum(
        same_outcome(attempt.native, outcome_by(attempt.reply, reading, recognized), max_ulps=STORED_ULPS)
        for attempt in attempts
    )
    constant = len({number.value for number in numbers}) < 2
    distance = 1.0 if constant else math.fsum(_distance(attempt, reading) for attempt in attempts) / len(attempts)
    return Chosen(layout, reading, recognized, tuple(attempts), agreed, answered, distance)


def _numbers(attempts: Sequence[Attempt], reading: str) -> list[tuple[Number, Outcome]]:
    """Return the number that a reading selects in each attempt that has it, with the native outcome."""
    return [(a.reply.numbers[reading], a.native) for a in attempts if reading in a.reply.numbers]


def _count_agreeing(asked: Sequence[tuple[Number, Outcome]], rounded: Rounding | None) -> int:
    """Count the finite numbers that agree with the native outcomes, given the rounding `rounded` of the numbers."""
    return sum(
        same_outcome(
            native,
            Score(number.value, decimals=rounded.decimals_of(number.value) if rounded else None),
            max_ulps=STORED_ULPS,
        )
        for number, native in asked
        if math.isfinite(number.value)
    )


def _fewest_digits(settings: Settings) -> int:
    """Return the minimum number of digits of a rounding that is accepted; with fewer, wrong numbers would pass."""
    return 1 if float(getattr(settings, "scale", 1)) > 1 else 2


def _distance(attempt: Attempt, reading: str) -> float:
    """Return the relative distance of a number from the native score, from 0 to 1, on whichever scale is nearest.

    The distance is 1 if there is no number or no native score.
    """
    number = attempt.reply.numbers.get(reading)
    if number is None or not isinstance(attempt.native, Score):
        return 1.0
    native = attempt.native.value
    gaps = (abs(number.value * factor - native) / (abs(native) or 1.0) for factor in (1.0, 100.0, 0.01))
    return min(1.0, *gaps)


def is_named(reading: str, names: Sequence[str]) -> bool:
    """Return whether `reading` is one of a metric's `names`, in any known form (``corpus_bleu``), or ``score``."""
    letters = re.compile(r"[^a-z0-9+]")
    if letters.sub("", reading.lower()) in {letters.sub("", name.lower()) for name in (*names, "score")}:
        return True
    meaning = lookup_alias(reading)
    return meaning is not None and meaning[0] in names and not meaning[1]


def several_numbers(way: Chosen, names: Sequence[str]) -> str:
    """Return a text that lists an answer's numbers if it is unclear which is the score; otherwise an empty string.

    It is unclear if there are several, none agrees with the native metric, and the selected one is not named after it.
    """
    parts = next((attempt.reply.numbers for attempt in way.attempts if attempt.reply.kind == "parts"), {})
    if len(parts) < 2 or way.agreed or is_named(way.reading, names):
        return ""
    shown = [f"{truncate(key, _LONGEST_NAME)}={number.value:.6g}" for key, number in parts.items()]
    more = f" and {len(parts) - _SHOWN_NUMBERS} more" if len(parts) > _SHOWN_NUMBERS else ""
    return ", ".join(shown[:_SHOWN_NUMBERS]) + more


def _has_score(settings: Settings) -> Callable[[Data], bool]:
    return lambda data: isinstance(native_outcome(data, settings), Score)


def _lacks_a_class(data: Data) -> bool:
    """Return whether a class does not occur in the gold labels; a function without the class names cannot know it."""
    return isinstance(data, ClassScores) and set(data.gold) != set(data.classes)


def tried_inputs(settings: Settings) -> Iterator[Data]:
    """Yield small inputs for test calls of the metric; for a corpus, inputs with several segments come first."""
    chosen = metric(settings.metric)
    if chosen.takes[0] is not Corpus:
        vectors = select([chosen.name])
        basic = [vector.data() for vector in vectors if "basic" in vector.flags]
        yield from basic or sorted(filter(_has_score(settings), map(Vector.data, vectors)), key=_lacks_a_class)
        return
    tokens = any(knob.needs_tokens(getattr(settings, knob.name)) for knob in settings.knobs())
    shapes = ([(0, 2), (1, 2)], [(2, 1), (3, 1), (4, 1)], [(3, 1)], [(1, 2)], [(0, 1)], [(2, 2)], [(4, 1)])
    for shape in shapes:
        hypotheses = [_SEGMENTS[number][0] for number, _ in shape]
        references = [_SEGMENTS[number][1][:count] for number, count in shape]
        if tokens:
            yield Corpus.from_tokens(
                [h.split() for h in hypotheses], [[r.split() for r in several] for several in references]
            )
        else:
            yield Corpus.from_segments(hypotheses, references)
