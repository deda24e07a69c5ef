"""The record of the settings that a failing implementation behaves like."""

from __future__ import annotations

import msgspec

from samescore.records.answer import Change, NamedMistake, named_mistakes

#: Maximum share of unexplained answers for which settings are still named.
_MOST_DIFFERING = 0.2


class Likeness(msgspec.Struct, frozen=True, tag_field="type", tag="likeness"):
    """The settings nearest to the answers of a failing implementation, as found by ``samescore identify``.

    `changes` lead from its declared settings to those found, `like` are the known entry points that give the same
    answers with their defaults. `differing` of the compared `answers` are not reproduced. `mistakes` occur under these
    settings, and `equivalents` are others that give the same answers as the last of them. `same_as` names mistakes that
    equal some of the changes.
    """

    implementation: str
    metric: str
    changes: list[Change]
    like: list[str]
    answers: int
    differing: int
    mistakes: list[NamedMistake] = []
    equivalents: list[NamedMistake] = []
    same_as: list[str] = []

    @property
    def named(self) -> bool:
        """Whether settings or mistakes are known that give most of its answers."""
        return bool(self.mistakes or (self.changes and self.differing <= _MOST_DIFFERING * self.answers))

    @property
    def line(self) -> str:
        """The text, preceded by its subject."""
        return f"{self.implementation}, {self.metric}: {self.text}"

    @property
    def text(self) -> str:
        """What it behaves like, in a line."""
        rest = (
            f"{self.differing} of {self.answers} vectors differ"
            if self.differing
            else "these settings reproduce every answer"
        )
        if self.mistakes:
            changes = ", ".join(f"{change.knob}:{change.after}" for change in self.changes)
            settings = f"with {changes} and " if changes else "with "
            return f"behaves {settings}this mistake: {named_mistakes(self.mistakes, self.equivalents)}; {rest}"
        if self.differing > _MOST_DIFFERING * self.answers:
            return f"no known settings come near; with the nearest, {rest}"
        if not self.changes:
            return f"no settings come nearer than those that it declares; {rest}"
        knobs = ", ".join(f"{change.knob}:{change.after}" for change in self.changes)
        known = f", which is {self.like[0]}" if self.like else ""
        return f"behaves like {knobs}{known}; {rest}"
