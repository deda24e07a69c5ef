"""``samescore score --like PROGRAM``: what other evaluation programs print for a user's files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import MetricError, SettingsError
from samescore.cli.screen import print_data, print_line

if TYPE_CHECKING:
    from samescore.records import ProgramOutput

#: Programs that compare a data file of questions with a file of predictions, both JSON.
_ANSWERS = ("cmrc2018", "drop", "squad-v1", "squad-v2")


def is_program(like: str) -> bool:
    """Does the program of the implementation with this name print lines of its own?"""
    if not like or like in ("openkiwi", *_ANSWERS):
        return bool(like)
    from samescore.verbs.scoring.programs import printed

    return printed.prints(like)


class Program(msgspec.Struct, frozen=True):
    """A program, its files, and the options that only some programs have."""

    name: str
    scored: tuple[Path, ...]
    references: tuple[Path, ...]
    tags: str = "all"
    na_prob_file: Path | None = None
    na_prob_thresh: float = 1.0

    def __post_init__(self) -> None:
        if self.tags != "all" and self.name != "openkiwi":
            raise SettingsError(f"{self.name} reads no tags", hint="leave out --tags")
        if (self.na_prob_file, self.na_prob_thresh) != (None, 1.0) and self.name != "squad-v2":
            raise SettingsError(
                f"{self.name} knows no no-answer probabilities",
                hint="--na-prob-file and --na-prob-thresh are for --like squad-v2",
            )

    def echo(self, form: str) -> None:
        """Print what the program prints, or its records if JSON Lines are requested."""
        if self.name == "openkiwi":
            self._echo_openkiwi(form)
        elif self.name in _ANSWERS:
            self._echo_answers(form)
        else:
            self._echo_printed(form)

    def _echo_openkiwi(self, form: str) -> None:
        from samescore import records
        from samescore.report.terminal.openkiwi import systems
        from samescore.verbs.scoring.programs import openkiwi

        if len(self.references) != 1:
            raise SettingsError("openkiwi compares predictions with one file of gold tags", hint="-r GOLD PREDICTED...")
        evaluated = openkiwi.evaluate(self.references[0], self.scored, self.tags)
        what = "SOURCE" if self.tags == "source" else "TARGET"
        for line in map(records.line, evaluated) if form == "jsonl" else systems(evaluated, what):
            print_data(line) if form == "jsonl" else print_line(line)

    def _echo_printed(self, form: str) -> None:
        from samescore import records
        from samescore.verbs.scoring.programs import printed

        if self.references or len(self.scored) != 1:
            raise SettingsError(f"{self.name} reads one file", hint="name a metric with -m")
        for scored in list(printed.lines(self.name, self.scored[0])):
            print_data(records.line(scored)) if form == "jsonl" else print_line(scored.text)

    def _echo_answers(self, form: str) -> None:
        from samescore import records

        if len(self.references) != 1 or len(self.scored) != 1:
            raise SettingsError(
                f"{self.name} compares a file of predictions with a data file, both JSON",
                hint="PREDICTIONS.json -r DATA.json; for text files name a metric with -m",
            )
        output = self._evaluate_answers(self.references[0], self.scored[0])
        if form == "jsonl":
            print_data(records.line(output))
        else:
            for line in output.lines:
                print_line(line.text, error=line.stream == "stderr")
        if output.error:
            raise MetricError(
                f"{self.name} ends with {output.error}", hint="correct the files: the program has no score for them"
            )

    def _evaluate_answers(self, data: Path, predictions: Path) -> ProgramOutput:
        from samescore.verbs.scoring.programs import cmrc2018, drop, squad

        if self.name == "squad-v2":
            return squad.version_2(data, predictions, self.na_prob_file, self.na_prob_thresh)
        evaluate = {"cmrc2018": cmrc2018.evaluate, "drop": drop.evaluate, "squad-v1": squad.version_1}[self.name]
        return evaluate(data, predictions)
