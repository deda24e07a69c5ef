"""sacreBLEU's command backed by the native metrics: ``python -m samescore.compat.sacrebleu``.

Its output on stdout equals the command's output to a pipe, byte for byte. Two parts are not offered: test sets, and
tables of paired tests as text or LaTeX, whose numbers ``-f json`` prints.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

from samescore.compat.sacrebleu.base import NEWEST, Metric
from samescore.compat.sacrebleu.metrics import BLEU, CHRF, METRICS
from samescore.compat.sacrebleu.significance import PairedTest
from samescore.compat.sacrebleu.tables import table

_FORMATS = ("json", "text", "latex")
#: The options of test sets, which are not offered.
_OF_TEST_SETS = (
    ("--test-set", "-t"),
    ("--origlang", "-ol"),
    ("--subset",),
    ("--download",),
    ("--echo",),
    ("--list",),
    ("--citation", "--cite"),
    ("--detail", "-d"),
)
#: Exit status if lines have different numbers of fields.
_FIELDS_DIFFER = 17


class _Refused(argparse.Action):
    """An option of test sets, which the parser rejects."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        parser.error(f"{self.option_strings[0]}: samescore.compat offers no test sets; pass files of references")


class _CommandError(Exception):
    """The command cannot run; it exits with `status`."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with these arguments, by default ``sys.argv``. Raises `SystemExit` if it fails."""
    options = _parser().parse_args(arguments)
    if (wanted := os.environ.get("SACREBLEU_FORMAT", "").lower()) in _FORMATS:
        options.format = wanted
    if not options.quiet:
        logging.basicConfig(level=logging.INFO, format="sacreBLEU: %(message)s")
    try:
        output = "".join(f"{line}\n" for line in _lines(options))
    except (_CommandError, OSError, UnicodeError, KeyError, ValueError, RuntimeError) as problem:
        sys.stderr.write(f"sacreBLEU: {problem}\n")
        raise SystemExit(getattr(problem, "status", 1)) from None
    sys.stdout.buffer.write(output.encode())
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sacrebleu", description=f"BLEU, chrF and TER, as of sacreBLEU {NEWEST}.")
    add = parser.add_argument
    add("refs", nargs="*", help="files of references, before -i")
    add("--input", "-i", nargs="*", help="files of hypotheses, one for each system (default: stdin)")
    add("--num-refs", "-nr", type=int, default=1, help="number of references in each line, separated by tabs")
    add("--encoding", "-e", default="utf-8", help="encoding of the files")
    add("--language-pair", "-l", help="the target language selects BLEU's tokenizer, e.g. en-zh")
    add("--metrics", "-m", choices=[name.lower() for name in METRICS], nargs="+", default=["bleu"])
    add("--sentence-level", "-sl", action="store_true", help="score each line")
    _add_options_of_metrics(parser)
    add("--confidence", "-ci", action="store_true", help="add a bootstrap confidence interval")
    add("--confidence-n", "-cin", type=int, default=1000, help="number of its resamples")
    paired = parser.add_mutually_exclusive_group()
    paired.add_argument("--paired-ar", "-par", action="store_true", help="test systems by approximate randomization")
    paired.add_argument("--paired-bs", "-pbs", action="store_true", help="test systems by paired bootstrap resampling")
    add("--paired-ar-n", "-parn", type=int, default=10_000, help="number of trials")
    add("--paired-bs-n", "-pbsn", type=int, default=1000, help="number of resamples")
    add("--paired-jobs", "-j", type=int, default=1, help="has no effect")
    add("--quiet", "-q", action="store_true", help="print no remarks on stderr")
    add("--short", "-sh", action="store_true", help="shorten signatures")
    add("--score-only", "-b", action="store_true", help="print the score alone")
    add("--width", "-w", type=int, default=1, help="number of decimals")
    add("--no-color", "-nc", action="store_true", help="has no effect: there are no colours")
    add("--format", "-f", choices=_FORMATS, default="json")
    for names in _OF_TEST_SETS:
        add(*names, action=_Refused, nargs="?", help=argparse.SUPPRESS)
    add("--version", "-V", action="version", version=f"%(prog)s {NEWEST}")
    return parser


def _add_options_of_metrics(parser: argparse.ArgumentParser) -> None:
    bleu = parser.add_argument_group("BLEU")
    bleu.add_argument("--smooth-method", "-s", dest="bleu_smooth_method", choices=BLEU.SMOOTH_DEFAULTS, default="exp")
    bleu.add_argument("--smooth-value", "-sv", dest="bleu_smooth_value", type=float)
    bleu.add_argument("--tokenize", "-tok", dest="bleu_tokenize", choices=BLEU.TOKENIZERS)
    bleu.add_argument("--lowercase", "-lc", dest="bleu_lowercase", action="store_true")
    bleu.add_argument("--force", dest="bleu_force", action="store_true", help="do not warn of tokenized hypotheses")
    chrf = parser.add_argument_group("chrF")
    chrf.add_argument("--chrf-char-order", "-cc", type=int, default=CHRF.CHAR_ORDER)
    chrf.add_argument("--chrf-word-order", "-cw", type=int, default=CHRF.WORD_ORDER)
    chrf.add_argument("--chrf-beta", type=int, default=CHRF.BETA)
    for flag in ("whitespace", "lowercase", "eps-smoothing"):
        chrf.add_argument(f"--chrf-{flag}", action="store_true")
    ter = parser.add_argument_group("TER")
    for flag in ("case-sensitive", "asian-support", "no-punct", "normalized"):
        ter.add_argument(f"--ter-{flag}", action="store_true")


def _lines(options: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the output."""
    if options.sentence_level and len(options.metrics) > 1:
        raise _CommandError("-sl scores lines by one metric: name one after -m")
    references = _references(options)
    systems = _systems(options)
    paired = options.paired_ar or options.paired_bs
    if options.sentence_level and len(systems) > 1:
        raise _CommandError("-sl scores the lines of one system: pass one")
    if options.sentence_level and (paired or options.confidence):
        raise _CommandError("-sl has neither tests nor intervals")
    if paired and len(systems) == 1:
        raise _CommandError("a paired test needs several systems: name their files after -i")
    if len(systems) > 1 and options.confidence:
        raise _CommandError("an interval is of one system: use --paired-bs for several")
    for name, lines in systems:
        if any(len(stream) != len(lines) for stream in references):
            raise _CommandError(f"{name} and the references have different numbers of lines")
    metrics = {name.upper(): _metric(name, options, references) for name in options.metrics}
    if options.sentence_level:
        [metric] = metrics.values()
        yield from _of_sentences(metric, systems[0][1], references, options)
    elif len(systems) == 1:
        yield from _of_one_system(metrics, systems[0][1], options)
    elif paired:
        yield _of_paired_systems(metrics, systems, options)
    else:
        yield from _of_systems(metrics, systems, options)


def _references(options: argparse.Namespace) -> list[list[str]]:
    """Return the streams of references."""
    if not options.refs:
        raise _CommandError("no file of references was passed: name it before -i")
    if options.num_refs != 1 and len(options.refs) > 1:
        raise _CommandError("--num-refs splits the lines of one file of references, but several were passed")
    if options.num_refs == 1:
        return [_read(file, options.encoding) for file in options.refs]
    streams: list[list[str]] = [[] for _ in range(options.num_refs)]
    for number, line in enumerate(_read(options.refs[0], options.encoding), 1):
        fields = line.split("\t", options.num_refs - 1)
        if len(fields) != options.num_refs:
            raise _CommandError(
                f"line {number} of {options.refs[0]} has {len(fields)} fields, not {options.num_refs}", _FIELDS_DIFFER
            )
        for stream, field in zip(streams, fields, strict=True):
            stream.append(field)
    return streams


def _systems(options: argparse.Namespace) -> list[tuple[str, list[str]]]:
    """Return the names and the hypotheses of the systems; in a paired test, the first is named the baseline."""
    paired = options.paired_ar or options.paired_bs
    systems: dict[str, list[str]] = {}
    if options.input is None:
        text = io.TextIOWrapper(sys.stdin.buffer, options.encoding, newline=None)
        rows = [line.rstrip().split("\t") for line in text] or [[""]]
        if any(len(row) != len(rows[0]) for row in rows):
            raise _CommandError("the lines of stdin have different numbers of fields", _FIELDS_DIFFER)
        columns = [
            [field.rstrip() if index else field for index, field in enumerate(column)]
            for column in zip(*rows, strict=True)
        ]
        names = ["Baseline", *(f"System {number}" for number in range(1, len(columns)))]
        if not paired:
            names = [f"System {number}" for number in range(1, len(columns) + 1)]
        return list(zip(names, columns, strict=True))
    for file in options.input:
        if file in systems and not (paired and file == next(iter(systems))):
            raise _CommandError(f"{file} was named twice")
        if file not in systems:
            systems[file] = _read(file, options.encoding)
    named = list(systems.items())
    if paired and named:
        named[0] = (f"Baseline: {named[0][0]}", named[0][1])
    return named


@contextmanager
def _opened(file: str, encoding: str) -> Iterator[IO[str]]:
    if file.endswith(".gz"):
        with gzip.open(file, "rt", encoding=encoding, newline="\n") as zipped:
            yield zipped
    else:
        with Path(file).open(encoding=encoding, newline="\n") as plain:
            yield plain


def _read(file: str, encoding: str) -> list[str]:
    with _opened(file, encoding) as lines:
        return [line.rstrip() for line in lines]


def _metric(name: str, options: argparse.Namespace, references: list[list[str]]) -> Metric:
    prefix = f"{name}_"
    given: dict[str, Any] = {
        option.removeprefix(prefix): value for option, value in vars(options).items() if option.startswith(prefix)
    }
    if name == "bleu":
        given["effective_order"] = options.sentence_level
        if options.language_pair:
            given["trg_lang"] = options.language_pair.split("-")[1]
    return METRICS[name.upper()](**given, references=references)


def _of_sentences(
    metric: Metric, lines: list[str], references: list[list[str]], options: argparse.Namespace
) -> Iterator[str]:
    for hypothesis, *of_line in zip(lines, *references, strict=True):
        score = metric.sentence_score(hypothesis, of_line)
        yield score.format(options.width, options.score_only, metric.get_signature().format(options.short))


def _of_one_system(metrics: dict[str, Metric], lines: list[str], options: argparse.Namespace) -> Iterator[str]:
    as_json, results = options.format == "json", []
    for name in sorted(metrics):
        metric = metrics[name]
        score = metric.corpus_score(lines, None, n_bootstrap=options.confidence_n if options.confidence else 1)
        signature = metric.get_signature().format(options.short and not as_json)
        results.append(score.format(options.width, options.score_only, signature, as_json))
    if len(results) == 1:
        yield results[0]
    elif as_json:
        yield "[\n" + ",\n".join(results) + "\n]"
    else:
        labelled = [result.partition("=") for result in results]
        yield from (line for line, found, _ in labelled if not found)
        width = max(len(label) - 1 for label, _, _ in labelled)
        yield from (f"{label[:-1]:>{width}} ={rest}" for label, found, rest in labelled if found)


def _of_systems(
    metrics: dict[str, Metric], systems: list[tuple[str, list[str]]], options: argparse.Namespace
) -> Iterator[str]:
    columns: dict[str, list[Any]] = {"System": [name for name, _ in systems]}
    signatures = {}
    for _, lines in systems:
        for name in sorted(metrics):
            score = metrics[name].corpus_score(lines, None)
            columns.setdefault(score.name, []).append(score.format(options.width, score_only=True))
            signatures[score.name] = metrics[name].get_signature().format(options.short)
    if options.format == "json":
        yield _json(columns)
        return
    yield from table(columns, latex=options.format == "latex")
    rule = "-" * len("Metric signatures")
    yield from ("", rule, "Metric signatures", rule)
    yield from (f" - {name:<10} {signature}" for name, signature in signatures.items())


def _of_paired_systems(
    metrics: dict[str, Metric], systems: list[tuple[str, list[str]]], options: argparse.Namespace
) -> str:
    if options.format != "json":
        raise _CommandError("samescore.compat prints paired tests as JSON only: pass -f json")
    kind, samples = ("bs", options.paired_bs_n) if options.paired_bs else ("ar", options.paired_ar_n)
    _, columns = PairedTest(systems, metrics, None, kind, samples, n_jobs=options.paired_jobs)()
    return _json(columns)


def _json(columns: dict[str, list[Any]]) -> str:
    """Return a table as JSON: a list with an object for each system."""
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    objects = [{"system": row.pop("System"), **row} for row in rows]
    return json.dumps(objects, indent=4, default=vars)
