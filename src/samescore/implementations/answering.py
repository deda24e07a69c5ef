"""Implementations that describe what they compute, but not the form of their answers.

Test calls before the first request determine which number of an answer is the score, and how it is rounded (see
`samescore.implementations.tries`); a note reports the result.
"""

from __future__ import annotations

import abc
import dataclasses
import re
from collections.abc import Sequence
from typing import Any

from samescore.base.errors import UnknownNameError
from samescore.base.outcome import Crashed, Outcome, Score
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile
from samescore.data.kinds import Data
from samescore.implementations.answers import truncate
from samescore.implementations.calling_conventions import CallingConvention
from samescore.implementations.declaration import declared
from samescore.implementations.description import DescribedImplementation
from samescore.implementations.printed import LAST, Number, compile_pattern, numbers_in, position
from samescore.implementations.rounding import Rounding
from samescore.implementations.tries import Chosen, ErrorPlace, Reply, chosen_way, several_numbers
from samescore.settings import Settings

#: Maximum length of an answer shown, in characters.
LONGEST_ANSWER = 200
#: The only calling convention of self-describing implementations.
_CONTRACT = CallingConvention("lists")


class Answering(DescribedImplementation):
    """An implementation that describes itself; test calls show how to read its answers. Subclasses define `reply`."""

    def __init__(self, name: str, file: ProfileFile, version: str = "") -> None:
        declaration = declared()
        self._key, self._say = declaration.return_key, declaration.say
        self._pattern = compile_pattern(declaration.number_pattern)
        self._ways: dict[tuple[str, str], Chosen] = {}
        super().__init__(name, file, version)

    @abc.abstractmethod
    def reply(self, profile: Profile, data: Data, settings: Settings) -> Reply:
        """Run one entry point on an input that it supports, and return its outcome with the numbers in its answer."""

    def score_plain(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        return self._way(profile).outcome(self.reply(profile, data, settings))

    def answer_notes(self, metrics: Sequence[str]) -> tuple[str, ...]:
        profiles = self.profiles_by_metric()
        for name in metrics:
            for profile in profiles.get(name, []):
                self._way(profile)
        return self.notes

    def _way(self, profile: Profile) -> Chosen:
        """Return the way to read an entry point's answers, which test calls determine on first use.

        Raises `UnknownNameError`, and closes the implementation, if it is unclear which of several numbers is the
        score.
        """
        place = profile.metric, profile.entry_point
        if place not in self._ways:
            settings, names = profile.settings(), [profile.metric]
            way = chosen_way(
                lambda _, data: self.reply(profile, data, settings),
                lambda _, data: self.outside_region(profile, data, settings) is None,
                [_CONTRACT],
                settings,
                names,
            )
            if shown := several_numbers(way, names):
                self.close()
                raise ambiguous_answer_error(self.name, shown)
            said = self._notes_on(way, profile)
            self.notes = tuple(dict.fromkeys([*self.notes, *said]))
            for note in said:
                self._say(f"{self.name}: {note}")
            if way.kind == "parts":  # from now on the number itself is returned
                self._key, way = way.reading, dataclasses.replace(way, reading="")
            self._ways[place] = way
        return self._ways[place]

    def _notes_on(self, way: Chosen, profile: Profile) -> list[str]:
        """Return notes on the selected number and its rounding; none if an answer is a single unrounded number."""
        said = [reading_note(way, chosen=bool(self._pattern))]
        if way.rounding is not None:
            several = len(self.file.profile) > 1
            said.append(
                f"{profile.entry_point}: {rounding_note(way.rounding)}" if several else rounding_note(way.rounding)
            )
        return [note for note in said if note]


def reply_of(outcome: Outcome, answer: dict[str, Any], metric: str, key: str, pattern: re.Pattern[str] | None) -> Reply:
    """Convert the outcome and the whole `answer` of a function to a reply.

    The reply's numbers are the score, or the numbers found in a text (by `pattern`, if given) or in a dictionary or
    list. A text without a number is a crash. If the function raised an exception in its own file, the reply has the
    place. `key` is the part of the answer that the user has selected; empty for the whole answer.
    """
    if isinstance(outcome, Score):
        return Reply(outcome, {"": Number.of(repr(outcome.value))})
    if isinstance(text := answer.get("text"), str):
        numbers = numbers_in(text, metric, pattern)
        if key and LAST in numbers:  # a text under a key
            numbers = {"": numbers[LAST], **numbers}
        return Reply(outcome if numbers else crashed_without_number(text), numbers, "text")
    if isinstance(parts := answer.get("numbers"), dict):
        return Reply(outcome, {str(name): Number.of(repr(float(value))) for name, value in parts.items()}, "parts")
    match answer:
        case {"file": str(file), "line": int(line), "frames": int(frames)}:
            return Reply(outcome, place=ErrorPlace(frames, line, file))
    return Reply(outcome)


def reading_note(way: Chosen, *, chosen: bool) -> str:
    """Return a note that says which number of a function's answer is used as its score.

    The note is empty if the answer is a single number, or if the user has `chosen` the number in a text.
    """
    if way.kind == "parts":
        return f"the score is {way.reading!r} in its return value; choose with --return-key"
    if way.kind == "text" and way.reading and not chosen:
        return f"the score is the {position(way.reading)} in the text that it returns; choose with --number-pattern"
    return ""


def rounding_note(precision: Rounding) -> str:
    """Return a note that an implementation's numbers look rounded, and to which precision."""
    return f"its numbers look rounded to {precision.words}; they are compared at that precision"


def ambiguous_answer_error(name: str, shown: str) -> UnknownNameError:
    """Return the error for an implementation called `name` if it is unclear which of several numbers is the score.

    `shown` lists the numbers as ``key=value``.
    """
    first = shown.partition("=")[0]
    return UnknownNameError(
        f"{name} returns several numbers: {shown}",
        hint=f"select one with --return-key, as in --return-key {first}",
    )


def crashed_without_number(text: str) -> Crashed:
    """Return the outcome for an answer in which no number was found."""
    return Crashed("NoNumber", f"there is no number in its answer: {truncate(text.strip(), LONGEST_ANSWER)!r}")
