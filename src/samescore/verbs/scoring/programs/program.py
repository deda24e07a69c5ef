"""``samescore score --like PROGRAM``: reproduce the output of other evaluation programs for a user's files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import MetricError, SettingsError

if TYPE_CHECKING:
    from samescore.records import ProgramOutput, ScoreLine, SystemScores
    from samescore.verbs.scoring.request import Request

#: Programs that compare a question file with a prediction file, both in JSON.
_ANSWERS = ("cmrc2018", "drop", "squad-v1", "squad-v2")


class ScoringProgram(msgspec.Struct, frozen=True):
    """A program, its files, and the options that only some programs have.

    `scored` are the predictions and `references` the gold files. `tags` is an option of openkiwi, `na_prob_file` and
    `na_prob_thresh` are options of squad-v2; for another program, they raise `SettingsError`.
    """

    name: str
    scored: tuple[Path, ...]
    references: tuple[Path, ...]
    tags: str = "all"
    na_prob_file: Path | None = None
    na_prob_thresh: float = 1.0

    def __post_init__(self) -> None:
        if self.tags != "all" and self.name != "openkiwi":
            raise SettingsError(f"{self.name} does not read tags", hint="remove --tags")
        if (self.na_prob_file, self.na_prob_thresh) != (None, 1.0) and self.name != "squad-v2":
            raise SettingsError(
                f"{self.name} does not use no-answer probabilities",
                hint="--na-prob-file and --na-prob-thresh apply only to --like squad-v2",
            )

    def records(self) -> Iterator[SystemScores | ScoreLine | ProgramOutput]:
        """Yield the program's output; then raise `MetricError` if the program ends with an exception.

        Raises `SettingsError` for a wrong number of files, and `InputError` for unreadable or malformed files.
        """
        if self.name == "openkiwi":
            yield from self._systems()
        elif self.name in _ANSWERS:
            output = self._output()
            yield output
            if output.error:
                raise MetricError(
                    f"{self.name} ends with {output.error}",
                    hint="correct the files: the original program cannot score them",
                )
        else:
            yield from self._printed_lines()

    def _systems(self) -> list[SystemScores]:
        from samescore.verbs.scoring.programs import openkiwi

        if len(self.references) != 1:
            raise SettingsError("openkiwi compares predictions with one file of gold tags", hint="-r GOLD PREDICTED...")
        return openkiwi.evaluate(self.references[0], self.scored, self.tags)

    def _printed_lines(self) -> list[ScoreLine]:
        from samescore.verbs.scoring.programs import printed

        if self.references or len(self.scored) != 1:
            raise SettingsError(f"{self.name} reads one file", hint="select a metric with -m")
        return list(printed.lines(self.name, self.scored[0]))

    def _output(self) -> ProgramOutput:
        from samescore.verbs.scoring.programs import cmrc2018, drop, squad

        if len(self.references) != 1 or len(self.scored) != 1:
            raise SettingsError(
                f"{self.name} compares a file of predictions with a data file, both JSON",
                hint="pass PREDICTIONS.json -r DATA.json; for text files select a metric with -m",
            )
        data, predictions = self.references[0], self.scored[0]
        if self.name == "squad-v2":
            return squad.version_2(data, predictions, self.na_prob_file, self.na_prob_thresh)
        evaluate = {"cmrc2018": cmrc2018.evaluate, "drop": drop.evaluate, "squad-v1": squad.version_1}[self.name]
        return evaluate(data, predictions)


def program_of(request: Request) -> ScoringProgram | None:
    """Return the program that a request names with ``--like``, and its files; None if it names no program.

    Also returns None if the request selects metrics or an engine. Raises `SettingsError` for options that the program
    does not have, and `UnknownNameError` for an unknown name.
    """
    if request.metrics or request.engine or not _is_program(request.like):
        return None
    if request.assignments or request.stages or request.signature or request.per_class:
        raise SettingsError(f"{request.like} does not take options", hint="select a metric with -m")
    files = request.like, request.hypotheses, request.references
    return ScoringProgram(*files, request.tags, request.na_prob_file, request.na_prob_thresh)


def _is_program(like: str) -> bool:
    """Return whether `like` names a program whose whole output is reproduced."""
    if not like or like in ("openkiwi", *_ANSWERS):
        return bool(like)
    from samescore.verbs.scoring.programs import printed

    return printed.prints(like)
