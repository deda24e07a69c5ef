"""A program that reads files and prints a number as an implementation, such as ``cmd:node chrf.js {hyp} {ref}``.

The user declares what it computes. For every answer the texts are written to files, one segment on each line, in a
private folder that is removed afterwards, and the program is started once. It needs no protocol.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from pathlib import Path

import msgspec

from samescore.base.errors import UnknownNameError
from samescore.base.outcome import Crashed, Outcome, Raised, Unavailable, Undefined, Unsupported
from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.implementations.answering import crashed_without_number
from samescore.implementations.answers import truncate
from samescore.implementations.asking import current
from samescore.implementations.calling_conventions import CallingConvention
from samescore.implementations.declaration import Declaration
from samescore.implementations.function import no_weights
from samescore.implementations.line_scores import LineScores, golden_corpora
from samescore.implementations.one_shot import PrintedOutput, printed_by
from samescore.implementations.package import item_by_item
from samescore.implementations.pipes import ProgramError, named_error
from samescore.implementations.printed import MEAN, compile_pattern, number_of_each_line, numbers_in, position
from samescore.implementations.program import TIMEOUT
from samescore.implementations.tries import Chosen, Reply
from samescore.implementations.undeclared import Undeclared, mean_of_segments
from samescore.metrics import find
from samescore.metrics.base import AnyMetric
from samescore.settings import Settings

#: A placeholder for a file in a word of a command.
_PLACE = re.compile(r"\{(hyp|refs?|ref[0-9]+|gold|predicted|scores)\}")
#: The word, or the beginning of a word, that redirects a file to standard input.
_FROM = "<"
#: Number of consecutive crashes after which the program is not started again.
_PATIENCE = 10


def has_places(name: str) -> bool:
    """Return whether a command line has placeholders for files, as in ``cmd:node chrf.js {hyp} {ref}``."""
    return _PLACE.search(name) is not None


class FileProgram(Undeclared):
    """A program that reads files and prints a number, started once for each answer.

    The constructor raises `UnknownNameError` for a malformed command line, or placeholders that do not fit the metric.
    """

    own_process = True

    def __init__(self, name: str, declaration: Declaration) -> None:
        try:
            self._words = shlex.split(name.removeprefix("cmd:"))
        except ValueError as problem:
            raise UnknownNameError(f"{name!r}: {problem}", hint="quote words as in a shell") from None
        self._places = list(dict.fromkeys(place for word in self._words for place in _PLACE.findall(word)))
        self._pattern = compile_pattern(declaration.number_pattern)
        self._seconds, self._budget = current().timeout or TIMEOUT, current().budget
        self._failures = 0
        metric = find(declaration.needed_metric(name))[0]
        self._check_places(name, metric)
        self._lines, self._asked_together = LineScores(), 0
        super().__init__(name, declaration, [CallingConvention("lists" if metric.takes[0] is Corpus else "items")])

    @property
    def _places_of_references(self) -> list[str]:
        return [place for place in self._places if place.startswith("ref")]

    def _check_places(self, name: str, metric: AnyMetric) -> None:
        """Raise `UnknownNameError` unless the placeholders in the command stand for the files that the metric needs."""
        if metric.takes[0] is Corpus:
            needed = ["hyp", *(["ref"] if metric.needs_references else [])]
            known = {"hyp", *self._places_of_references}
        else:
            needed = [str(field) for field in metric.takes[0].FIELDS]
            known = set(needed)
        wrong = [place for place in self._places if place not in known]
        missing = [place for place in needed if not any(other.startswith(place) for other in self._places)]
        references = self._places_of_references
        several = [f"ref{number}" for number in range(len(references))]
        mixed = len(references) > 1 and sorted(references) != sorted(several)
        if wrong or missing or mixed:
            write = " ".join(f"{{{place}}}" for place in needed)
            raise UnknownNameError(
                f"{name}: {metric.name} needs files for {', '.join(needed)}, but the command has "
                f"{', '.join(self._places)}",
                hint=f"write {write}; for several references, write {{ref0}} {{ref1}}, or {{refs}} for all of them",
            )
        if any("{refs}" in word and word != "{refs}" for word in self._words):
            raise UnknownNameError(
                f"{name}: {{refs}} must be an argument of its own",
                hint="{refs} is replaced by one argument for each file",
            )

    def _profile(self, layout: CallingConvention) -> Profile:
        places = self._places_of_references
        most = 0 if places == ["refs"] else len(places)
        return msgspec.structs.replace(
            super()._profile(layout), max_references=most, equal_references=places != ["ref"]
        )

    def outside(
        self, layout: CallingConvention, profile: Profile, data: Data, settings: Settings
    ) -> Unsupported | None:
        del layout, profile, settings  # it reads files, whatever its declaration says
        if not isinstance(data, Corpus):
            return no_weights(data, ())
        if refusal := self._numbers_of_segments(data):
            return refusal
        if data.tokenized:
            return Unsupported("its command takes text, but the corpus holds tokens")
        counts = {len(references) for references in data.reference_lines}
        places = self._places_of_references
        if places and places != ["refs"] and not counts <= {len(places)}:
            return Unsupported(
                f"its command takes exactly {len(places)} reference{'s' * (len(places) > 1)} for each segment"
            )
        if places == ["refs"] and (len(counts) > 1 or 0 in counts):
            return Unsupported(
                "its command takes reference files, so every segment needs the same number of references"
            )
        texts = [text for segment in data for text in (segment.hypothesis, *segment.references)]
        if any("\n" in text or "\r" in text for text in texts):
            return Unsupported("its files have one segment per line, but a text has several lines")
        if any(_no_utf8(str(text)) for text in texts):
            return Unsupported("a text cannot be written as UTF-8")
        return None

    def reply(self, profile: Profile, layout: CallingConvention, data: Data, settings: Settings) -> Reply:
        del layout, settings  # as above
        if self._asked_together and isinstance(data, Corpus) and (known := self._lines.of(data)):
            return Reply(Undefined("no number"), mean_of_segments(known), "text")
        if self._refusal or (self._budget and (refusal := self._budget.refusal())):
            return Reply(Unavailable(self._refusal or (refusal.reason if refusal else "")))
        try:
            printed = self._printed(self._files(data))
        except ProgramError as problem:
            return Reply(self._failed(Crashed(problem.kind, str(problem))))
        if printed.status < 0:
            return Reply(
                self._failed(Crashed("Crashed", f"the program exited with status {printed.status}{_stderr(printed)}"))
            )
        self._failures = 0
        if printed.status:
            return Reply(Raised(f"exit status {printed.status}", _first_error(printed.errors)))
        numbers = numbers_in(printed.output, profile.metric, self._pattern)
        each = number_of_each_line(printed.output, profile.metric, self._pattern)
        if isinstance(data, Corpus) and each and len(each) == len(data):
            self._lines.learn(data.segments, each)
            numbers = {**mean_of_segments(each), **numbers}
        return Reply(crashed_without_number(printed.output), numbers, "text")

    def _set_way(self, way: Chosen) -> None:
        """Set the way in which answers are read.

        If the program prints a number for each segment, also run it on the segments of many golden vectors at once, and
        use these numbers for later answers unless a segment gets two different numbers.
        """
        super()._set_way(way)
        if not self._by_segment:
            return
        profile = self._profile(way.layout)
        settings = profile.settings()
        corpora = [
            data for data in golden_corpora(profile.metric) if not self.outside(way.layout, profile, data, settings)
        ]
        together = self._lines.with_more([segment for corpus in corpora for segment in corpus])
        self.reply(profile, way.layout, together, settings)
        if self._lines.consistent and self._lines.of(together):
            self._asked_together = sum(self._lines.of(corpus) is not None for corpus in corpora)

    def _failed(self, outcome: Crashed) -> Outcome:
        """Count a failure, and return its outcome; after `_PATIENCE` failures in a row, later calls are refused."""
        self._failures += 1
        if self._failures >= _PATIENCE:
            self._refusal = f"gave up after {_PATIENCE} failures in a row, the last: {outcome.error}: {outcome.message}"
        return outcome

    def _files(self, data: Data) -> dict[str, list[str]]:
        """Return the lines of each file by its placeholder."""
        if not isinstance(data, Corpus):
            return {name: [str(item) for item in items] for name, items in item_by_item(data).plain().items()}
        streams = list(zip(*data.reference_lines, strict=True))
        files = {"hyp": list(map(str, data.hypothesis_lines))}
        names = [f"ref{number}" for number in range(max(len(streams), len(self._places_of_references)))]
        if self._places_of_references == ["ref"]:
            names = ["ref"]
        for number, name in enumerate(names):
            files[name] = list(map(str, streams[number])) if number < len(streams) else []
        return files

    def _printed(self, files: dict[str, list[str]]) -> PrintedOutput:
        """Run the program on files with these lines, and return its output, from which the folder's name is removed.

        Raises `ProgramError` as `samescore.implementations.one_shot.printed_by` does.
        """
        seconds = min(self._seconds, self._budget.left()) if self._budget else self._seconds
        contents = {name: "".join(f"{line}\n" for line in lines).encode("utf-8") for name, lines in files.items()}
        with tempfile.TemporaryDirectory(prefix="samescore-") as folder:
            paths = {name: Path(folder, f"{name}.txt") for name in contents}
            for name, path in paths.items():
                path.write_bytes(contents[name])
            command, stdin = self._command({name: str(path) for name, path in paths.items()})
            return printed_by(command, contents.get(stdin, b""), seconds).without(f"{folder}{os.sep}")

    def _command(self, paths: dict[str, str]) -> tuple[list[str], str]:
        """Return the words of the command with file names, and the placeholder of the file for standard input.

        The latter is empty if no file is redirected.
        """
        command: list[str] = []
        stdin = ""
        for word, previous in zip(self._words, ["", *self._words], strict=False):
            place = word.removeprefix(_FROM)
            if place[1:-1] in paths and _FROM in (previous, word[:1]):
                stdin = place[1:-1]
                del command[len(command) - (previous == _FROM) :]
            elif word == "{refs}":
                command += [path for name, path in paths.items() if name.startswith("ref")]
            else:
                command.append(_PLACE.sub(lambda match: paths.get(match[1], match[0]), word))
        return command, stdin

    def _reading_note(self, way: Chosen) -> str:
        if self.declaration.number_pattern:
            return ""
        if way.reading != MEAN:
            return f"the score is the {position(way.reading)} in its output; choose with --number-pattern"
        together = f"; one process has scored {self._asked_together} inputs" if self._asked_together else ""
        return f"{self._segments_note}{together}"

    def _layout_note(self, layout: CallingConvention) -> str:
        del layout
        return ""


def _no_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _first_error(errors: str) -> str:
    """Return the first line of stderr that names an error, or else its first line; empty if there is none."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    return truncate(named_error(lines) or "".join(lines[:1]), 500)


def _stderr(printed: PrintedOutput) -> str:
    line = _first_error(printed.errors)
    return f"; on stderr: {line}" if line else ""
