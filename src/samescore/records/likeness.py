"""The record of the settings, or the mistake, that best describe a failing implementation's answers."""

from __future__ import annotations

import msgspec

from samescore.records.answer import Change, NamedMistake, named_mistakes

#: Maximum share of unexplained answers for which settings are still named.
_MOST_DIFFERING = 0.2


class Likeness(msgspec.Struct, frozen=True, tag_field="type", tag="likeness"):
    """The settings nearest to the answers of a failing implementation, as found by ``samescore identify``.

    `changes` lead from its declared settings to the settings found; `like` lists the known entry points that give the
    same answers with their defaults. `differing` of the compared `answers` are not reproduced. `mistakes` are mistakes
    that the implementation makes under these settings; `equivalents` are other mistakes that give the same answers as
    the last of them. `same_as` names known mistakes that are equivalent to some of the changes.
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
        """Whether mistakes, or changed settings that reproduce at least 80 % of the answers, are known."""
        return bool(self.mistakes or (self.changes and self.differing <= _MOST_DIFFERING * self.answers))

    @property
    def line(self) -> str:
        """The text on one line, after the names of implementation and metric."""
        return f"{self.implementation}, {self.metric}: {self.text}"

    @property
    def text(self) -> str:
        """A phrase that names the settings or mistakes found, and the number of answers that they leave unexplained."""
        rest = (
            f"{self.differing} of {self.answers} vectors differ"
            if self.differing
            else "these settings reproduce every answer"
        )
        if self.mistakes:
            changes = ", ".join(f"{change.knob}:{change.after}" for change in self.changes)
            behaviour = f"behaves like {changes} with" if changes else "makes"
            return f"{behaviour} this mistake: {named_mistakes(self.mistakes, self.equivalents)}; {rest}"
        if self.differing > _MOST_DIFFERING * self.answers:
            return f"no known settings fit; under the nearest, {rest}"
        if not self.changes:
            return f"no other settings fit better than the declared ones; {rest}"
        knobs = ", ".join(f"{change.knob}:{change.after}" for change in self.changes)
        known = f", which is {self.like[0]}" if self.like else ""
        return f"behaves like {knobs}{known}; {rest}"
