"""An implementation without a description: the user declares what it computes, and test calls show how to call it.

Subclasses call a plain function (`samescore.implementations.plain_function`) or a program that reads files
(`samescore.implementations.file_program`).
"""

from __future__ import annotations

import abc
from collections.abc import Sequence

import msgspec

from samescore.base.outcome import STORED_ULPS, Crashed, Outcome, Score, Unavailable, Unsupported, same_outcome
from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.implementations.answering import LONGEST_ANSWER, ambiguous_answer_error, rounding_note
from samescore.implementations.answers import truncate
from samescore.implementations.calling_conventions import CallingConvention
from samescore.implementations.declaration import Declaration
from samescore.implementations.description import DescribedImplementation, profile_file, read_description
from samescore.implementations.package import too_many_items
from samescore.implementations.pipes import FAILED, NOT_FOUND
from samescore.implementations.printed import MEAN, Number
from samescore.implementations.tries import Attempt, Chosen, Reply, chosen_way, several_numbers
from samescore.metrics import find
from samescore.settings import Settings
from samescore.settings.scale import rescale


class Undeclared(DescribedImplementation):
    """An implementation without a description. The constructor makes test calls, and the `notes` report the result.

    It raises `UnknownNameError` if the metric is not declared, or if it is unclear which number is the score.
    """

    def __init__(self, name: str, declaration: Declaration, layouts: Sequence[CallingConvention]) -> None:
        self.name, self.declaration, self.options = name, declaration, declaration.options
        self._refusal, self._by_segment, self._one_segment = "", False, False
        metric_name = declaration.needed_metric(name)
        self._names = [metric_name, find(metric_name)[0].name]
        profile = self._profile(layouts[0])
        settings = profile.settings()

        def ask(layout: CallingConvention, data: Data) -> Reply:
            return self.reply(self._profile(layout), layout, data, settings)

        def takes(layout: CallingConvention, data: Data) -> bool:
            return self.outside(layout, self._profile(layout), data, settings) is None

        self._way = chosen_way(ask, takes, layouts, settings, self._names)
        self._check(self._way)
        self._set_way(self._way)
        file = profile_file(read_description({"implementation": name, "metrics": []}, name), name)
        super().__init__(name, msgspec.structs.replace(file, profile=[self._profile(self._way.layout)]))
        self.notes = tuple(self._notes_on(self._way))
        for note in self.notes:
            declaration.say(f"{name}: {note}")

    @abc.abstractmethod
    def reply(self, profile: Profile, layout: CallingConvention, data: Data, settings: Settings) -> Reply:
        """Run the implementation on an input in this layout, and return the reply."""

    @abc.abstractmethod
    def outside(
        self, layout: CallingConvention, profile: Profile, data: Data, settings: Settings
    ) -> Unsupported | None:
        """Return `Unsupported`, with the reason, if an input cannot be passed in this layout; otherwise return None."""

    @abc.abstractmethod
    def _reading_note(self, way: Chosen) -> str:
        """Return a note that says which number of an answer is the score; empty if that is obvious."""

    def _set_way(self, way: Chosen) -> None:
        """Prepare for the detected way of calling.

        If answers have a number for each segment, the score is the mean of these numbers. Inputs of several segments
        are accepted only if the declared score is also a mean over segments, and the numbers are not rounded.
        """
        self._by_segment = way.reading == MEAN and way.answered > 0
        average = getattr(self._profile(way.layout).settings(), "average", "")
        self._one_segment = self._by_segment and (average != "sentences" or way.rounding is not None)

    @property
    def _segments_note(self) -> str:
        """A note that says how the numbers of the segments are used."""
        how = "so it runs only on inputs of one segment" if self._one_segment else "and the score is their mean"
        return f"it returns one number per segment, {how}"

    def _layout_note(self, layout: CallingConvention) -> str:
        """Return a note that says in which layout it is called; empty if that is obvious."""
        return f"it receives {layout.meaning} (as with --layout {layout.name})"

    def unavailable(self) -> Unavailable | None:
        return Unavailable(self._refusal) if self._refusal else None

    def outside_region(self, profile: Profile, data: Data, settings: Settings) -> Unsupported | None:
        refusal = super().outside_region(profile, data, settings) or too_many_items(profile, data)
        return refusal or self.outside(self._way.layout, profile, data, settings)

    def _numbers_of_segments(self, data: Data) -> Unsupported | None:
        """Return `Unsupported` if it gives numbers by segment and does not accept a corpus of this length, or None."""
        if not isinstance(data, Corpus):
            return None
        if self._by_segment and not len(data):
            return Unsupported("it returns one number per segment, but the input has no segments")
        if self._one_segment and len(data) != 1:
            return Unsupported("it returns one number per segment, so it runs only on inputs of one segment")
        return None

    def score_plain(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        return self._way.outcome(self.reply(profile, self._way.layout, data, settings))

    def _profile(self, layout: CallingConvention) -> Profile:
        """Return the profile of the declared metric and settings with this layout.

        Raises `DataError` for an unknown metric, knob or value.
        """
        described = {
            "metric": self._names[0],
            **self.declaration.description,
            "unit": "tokens" if layout.tokens else "text",
            "max_references": layout.max_references,
        }
        description = read_description({"implementation": self.name, "metrics": [described]}, self.name)
        profile = profile_file(description, self.name).profile[0]
        return msgspec.structs.replace(profile, equal_references=layout.equal_references)

    def _check(self, way: Chosen) -> None:
        """Raise `UnknownNameError` if it is unclear which number is the score; refuse later calls if there is none."""
        replies = [attempt.reply for attempt in way.attempts]
        if shown := several_numbers(way, self._names):
            self.close()
            raise ambiguous_answer_error(self.name, shown)
        if not way.answered and not way.agreed:
            tries = f"in {len(replies)} tries" if len(replies) > 1 else "on the first try"
            self._refusal = f"it returned no number {tries}: {self._outcomes_text(way)}"
            if not replies:
                self._refusal = f"no test input can be passed as {way.layout.meaning}"
            missing = any(isinstance(r.outcome, Crashed) and r.outcome.error == "NotStarted" for r in replies)
            self.remedy = NOT_FOUND if missing else FAILED

    def _outcomes_text(self, way: Chosen) -> str:
        """Return the outcomes of the test calls as text, each once, with the place of an exception."""
        given = []
        for attempt in way.attempts:
            shown, place = _outcome_text(way.outcome(attempt.reply)), attempt.reply.place
            given.append(f"{shown} ({place})" if place else shown)
        return "; ".join(dict.fromkeys(given)) or "none fits"

    def _notes_on(self, way: Chosen) -> list[str]:
        """Return notes on the guesses, and on the numbers of the test calls unless all agree; none if it is refused."""
        if self._refusal:
            return []
        guesses = [] if self.declaration.layout or way.layout == self._contract else [self._layout_note(way.layout)]
        guesses.append(self._reading_note(way))
        if way.rounding is not None:
            guesses.append(rounding_note(way.rounding))
        if not way.perfect:
            guesses.append(self._comparison_note(way))
        return [guess for guess in guesses if guess]

    #: The layout that needs no note, because self-describing functions have it.
    _contract = CallingConvention("lists")

    def _comparison_note(self, way: Chosen) -> str:
        """Return a note that compares the numbers of the test calls with the native scores."""
        shown = [_attempt_text(way, attempt) for attempt in way.attempts]
        agreed = f"{way.agreed} of {len(way.attempts)} test calls agree with the native metric under these settings"
        return f"{agreed}: {', '.join(shown)}{self._other_scale(way)}"

    def _other_scale(self, way: Chosen) -> str:
        """Return a phrase that names a different scale on which all test calls agree; empty if there is none."""
        settings = self._profile(way.layout).settings()
        scales = settings.knob("scale").alternatives(settings.scale) if hasattr(settings, "scale") else ()
        for scale in scales:
            other = settings.replace(scale=scale)
            pairs = [(rescale(attempt.native, settings, other), way.outcome(attempt.reply)) for attempt in way.attempts]
            if all(isinstance(got, Score) and same_outcome(native, got, max_ulps=STORED_ULPS) for native, got in pairs):
                return f"; all do with --set scale={scale}"
        return ""


def _attempt_text(way: Chosen, attempt: Attempt) -> str:
    got, native = way.outcome(attempt.reply), attempt.native
    agreeing = same_outcome(native, got, max_ulps=STORED_ULPS)
    digits = next(
        (digits for digits in (6, 9) if agreeing or _outcome_text(got, digits) != _outcome_text(native, digits)), 17
    )
    return f"{_outcome_text(got, digits)} (natively {_outcome_text(native, digits)})"


def _outcome_text(outcome: Outcome, digits: int = 6) -> str:
    if isinstance(outcome, Score):
        return (
            f"{outcome.value:.{outcome.decimals}f}" if outcome.decimals is not None else f"{outcome.value:.{digits}g}"
        )
    return truncate(outcome.describe(), LONGEST_ANSWER)


def one_by_one(layout: CallingConvention, data: Data, settings: Settings) -> list[Corpus] | None:
    """Return the segments of a corpus, each as a corpus, if they are to be run one at a time; otherwise return None.

    This is the case if the layout passes one segment, the score is a mean over segments, and there are several.
    """
    if not (layout.one_segment and isinstance(data, Corpus) and getattr(settings, "average", "") == "sentences"):
        return None
    return [data.part(index, index + 1) for index in range(len(data))] if len(data) > 1 else None


def mean_of_segments(numbers: Sequence[Number]) -> dict[str, Number]:
    """Return the mean of the segments' numbers (at least one) as a candidate for the score."""
    decimals = [number.decimals for number in numbers]
    most = None if None in decimals else max(count for count in decimals if count is not None)
    return {MEAN: Number(sum(number.value for number in numbers) / len(numbers), most)}
