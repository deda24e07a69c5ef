"""Settings of switches, and games whose scores are made by hand, for tests of shares."""

from __future__ import annotations

from collections.abc import Callable
from types import new_class
from typing import Any

import pytest

from samescore import Corpus
from samescore.base.outcome import Outcome, Raised, Score
from samescore.metrics.base import Statistics
from samescore.settings import BoolDomain, Settings, Stage, knob
from samescore.verbs.why.attribution import game
from samescore.verbs.why.attribution.game import Game
from samescore.verbs.why.attribution.shapley import Attribution, attribute, pipeline_order

DATA = Corpus.from_segments(["a"], [["a"]])

#: Scores or counts by the letters of the switches that are on; a text stands for the error that is raised.
Scores = Callable[[str], float | str]


def switches(letters: str, rounding: str = "") -> type[Settings]:
    """Return settings with a switch, off by default, for each letter, and a rounding switch for each of `rounding`."""
    knobs = {letter: knob(Stage.STATISTICS, BoolDomain(), False, "on or off") for letter in letters}
    for letter in rounding:
        knobs[letter] = knob(Stage.PRESENTATION, BoolDomain(), False, "on or off", rounding=True)
    made: type[Settings] = new_class("Switches", (Settings,), exec_body=lambda body: body.update(metric="", **knobs))
    return made


def _on(settings: Settings) -> str:
    return "".join(each.name for each in settings.knobs() if getattr(settings, each.name))


def score_by(monkeypatch: pytest.MonkeyPatch, scores: Scores, counts: Scores | None = None) -> None:
    """Let games have these scores and counts; without counts, the score is the only count."""

    def outcome(_: object, settings: Settings) -> Outcome:
        score = scores(_on(settings))
        return Raised("ValueError", score) if isinstance(score, str) else Score(score)

    def counted(_: object, settings: Settings) -> Statistics:
        count: Any = (counts or scores)(_on(settings))
        return Statistics(("matches",), [(count,)])

    monkeypatch.setattr(game, "bare_outcome", outcome)
    monkeypatch.setattr(game, "count_statistics", counted)


def game_of(kind: type[Settings]) -> Game:
    """Return the game in which each switch is a group."""
    return Game(DATA, kind(), [(change,) for change in kind().differences(_all_on(kind))])


def shares_of(kind: type[Settings]) -> Attribution:
    """Return the shares of the switches in the gap between all off and all on."""
    return attribute(DATA, kind(), pipeline_order(kind().differences(_all_on(kind))), lambda _: None)


def by_switch(attribution: Attribution) -> dict[str, Any]:
    """Return the shares by the letters of their switches."""
    return {"".join(change.knob for change in share.changes): share.value for share in attribution.shares}


def _all_on(kind: type[Settings]) -> Settings:
    return kind.from_mapping({each.name: True for each in kind.knobs()})
