"""A Python function without a description as an implementation; the user declares what it computes."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from samescore.base.outcome import Outcome, Unavailable, Unsupported
from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.implementations.answering import reading_note, reply_of
from samescore.implementations.calling_conventions import CallingConvention, layouts
from samescore.implementations.declaration import Declaration
from samescore.implementations.function import AnyFunction, no_rows, no_weights, weight_option
from samescore.implementations.package import segments_for
from samescore.implementations.printed import Number, compile_pattern
from samescore.implementations.tries import Chosen, Reply
from samescore.implementations.undeclared import Undeclared, mean_of_segments, one_by_one
from samescore.metrics import find
from samescore.settings import Settings


class PlainFunction(Undeclared):
    """A function for which test calls determine the argument layout, and which number in its answer is the score.

    The constructor raises `UnknownNameError` if the metric or the score is unclear.
    """

    def __init__(self, function: AnyFunction, declaration: Declaration) -> None:
        self._function, self._key = function, declaration.return_key
        self._pattern = compile_pattern(declaration.number_pattern)
        self.own_process = function.own_process
        metric = find(declaration.needed_metric(function.name))[0]
        try:
            super().__init__(function.name, declaration, layouts(metric, function.parameters, declaration.layout))
        except BaseException:
            self.close()
            raise
        self.notes = (*function.notes, *self.notes)
        if self._way.kind == "parts" and not self._by_segment:  # then the number itself is returned
            self._key, self._way = self._way.reading, dataclasses.replace(self._way, reading="")

    @property
    def calls(self) -> int:
        return self._function.calls

    def unavailable(self) -> Unavailable | None:
        return super().unavailable() or self._function.unavailable()

    def close(self) -> None:
        self._function.close()

    def outside(
        self, layout: CallingConvention, profile: Profile, data: Data, settings: Settings
    ) -> Unsupported | None:
        if not isinstance(data, Corpus) or one_by_one(layout, data, settings):
            return no_rows(data) or no_weights(data, self._function.parameters)
        if refusal := self._numbers_of_segments(data):
            return refusal
        if data.tokenized and not layout.tokens:
            return Unsupported("it takes text, but the corpus holds tokens")
        if self._arguments(layout, profile, data, settings) is None:
            return Unsupported(f"it takes {layout.meaning}")
        return None

    def reply(self, profile: Profile, layout: CallingConvention, data: Data, settings: Settings) -> Reply:
        if segments := one_by_one(layout, data, settings):
            return _mean([self.reply(profile, layout, segment, settings) for segment in segments])
        arguments = self._arguments(layout, profile, data, settings) or []
        keywords = dict(zip(layout.names, arguments, strict=True)) if layout.names else {}
        plain = {
            "arguments": [] if keywords else arguments,
            "options": {},
            "keywords": {**keywords, **weight_option(data, self._function.parameters)},
            "key": self._key,
        }
        outcome, answer = self._function.call(profile, settings, plain)
        reply = reply_of(outcome, answer, profile.metric, self._key, self._pattern)
        keys = [str(index) for index in range(len(data))] if isinstance(data, Corpus) else []
        if reply.kind == "parts" and keys and list(reply.numbers) == keys:  # a list with a number for each segment
            return Reply(reply.outcome, {**mean_of_segments(list(reply.numbers.values())), **reply.numbers}, "parts")
        return reply

    @staticmethod
    def _arguments(layout: CallingConvention, profile: Profile, data: Data, settings: Settings) -> list[Any] | None:
        if not isinstance(data, Corpus):
            values = data.arguments()
            return values[::-1] if layout.swapped and not layout.names else values
        segments = segments_for(profile, data, settings)
        return layout.arguments([s["hypothesis"] for s in segments], [s["references"] for s in segments])

    def _reading_note(self, way: Chosen) -> str:
        if self._by_segment:
            return self._segments_note
        return reading_note(way, chosen=bool(self.declaration.number_pattern))


def _mean(replies: list[Reply]) -> Reply:
    """Return one reply for several segments, with the mean of each number that all replies have.

    If they have none in common, return the first reply without any number, or else the first reply.
    """
    common = [name for name in replies[0].numbers if all(name in reply.numbers for reply in replies)]
    if not common:
        return next((reply for reply in replies if not reply.numbers), replies[0])
    means = {name: sum(reply.numbers[name].value for reply in replies) / len(replies) for name in common}
    outcome: Outcome = replies[0].outcome
    return Reply(
        outcome, {name: Number(mean, None) for name, mean in means.items() if not math.isinf(mean)}, replies[0].kind
    )
