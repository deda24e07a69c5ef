"""Suggest what to type instead of a command line that failed, such as one in the style of a different program."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click

from samescore.base.errors import SamescoreError

#: Commands that score files, and those that compare implementations on one file.
_ON_FILES = ("score", "tokens", "compare", "diff")
#: sacreBLEU's options that set an argument of its metric, by metric: the name of the argument, and whether it is a flag.
_ARGUMENTS: dict[str, dict[str, tuple[str, bool]]] = {
    "bleu": {
        "lowercase": ("lowercase", True),
        "tokenize": ("tokenize", False),
        "smooth_method": ("smooth_method", False),
        "smooth_value": ("smooth_value", False),
    },
    "chrf": {
        "chrf_lowercase": ("lowercase", True),
        "chrf_whitespace": ("whitespace", True),
        "chrf_char_order": ("char_order", False),
        "chrf_word_order": ("word_order", False),
        "chrf_beta": ("beta", False),
    },
    "ter": {
        "ter_normalized": ("normalized", True),
        "ter_no_punct": ("no_punct", True),
        "ter_asian_support": ("asian_support", True),
        "ter_case_sensitive": ("case_sensitive", True),
    },
}

#: Options of sacreBLEU's command that samescore's commands do not have.
_OWN_OPTIONS = (
    "-i",
    "--input",
    "-tok",
    "--tokenize",
    "-lc",
    "--lowercase",
    "-sv",
    "-w",
    "--width",
    "-b",
    "--score-only",
)
#: Options without a translation, which argparse would confuse with longer ones.
_UNTRANSLATED = ("-t", "--test-set", "-l", "--language-pair", "-sl", "--sentence-level", "-nr", "--num-refs")


def correction(arguments: Sequence[str], commands: Mapping[str, click.Command]) -> str:
    """Return the command line that was probably meant; empty if there is no guess.

    `arguments` are the words of a command line that failed; `commands` are samescore's commands by name.
    """
    command, *words = arguments or [""]
    with suppress(OSError):  # a word that cannot be the name of a file
        translated = _from_sacrebleu(words if command == "score" else arguments)
        if translated and (command == "score" or command not in commands):
            return translated
        if command in _ON_FILES:
            for guess in (_assigned, _several_metrics, _swapped, _without_r):
                if corrected := guess(commands[command], words):
                    return _line(command, *corrected)
        if command == "list" and _selects_implementations(words):
            return _line("list", "implementations", *words)
    return ""


def _selects_implementations(words: Sequence[str]) -> bool:
    """Return whether `samescore list implementations` has rows for these words."""
    from samescore.verbs.lookup.listing import Request, execute

    if not words or any(word.startswith("-") for word in words):
        return False
    try:
        return any(listing.rows for listing in execute(Request("implementations", tuple(words))))
    except SamescoreError:  # nothing matches
        return False


def _line(*words: str) -> str:
    return shlex.join(("samescore", *words))


def _positional(command: click.Command, words: Sequence[str]) -> Iterator[int]:
    """Yield the places of the words that are neither options nor values of options."""
    taking = {
        name for p in command.params if not getattr(p, "is_flag", False) for name in p.opts if name.startswith("-")
    }
    previous = ""
    for place, word in enumerate(words):
        if previous not in taking and not (word.startswith("-") and word != "-"):
            yield place
        previous = word


def _assigned(command: click.Command, words: Sequence[str]) -> list[str]:
    """Put ``--set`` before a setting that stands alone: ``tokenizer=none``."""
    corrected = list(words)
    alone = [p for p in _positional(command, words) if "=" in words[p] and not Path(words[p]).exists()]
    for place in reversed([p for p in alone if _is_knob(words[p].partition("=")[0])]):
        corrected.insert(place, "--set")
    return corrected if len(corrected) > len(words) else []


def _is_knob(name: str) -> bool:
    from samescore.verbs.lookup.names import is_knob

    return is_knob(name)


def _several_metrics(command: click.Command, words: Sequence[str]) -> list[str]:
    """Repeat ``-m`` before further metrics, if the command takes several: ``-m bleu chrf``."""
    if not any(parameter.multiple for parameter in command.params if "-m" in parameter.opts):
        return []
    from samescore.verbs.lookup.names import metric_names

    corrected, known = list(words), set(metric_names())
    for place in reversed(list(_positional(command, words))):
        before = words[: place + 1]
        if "-m" in before and words[place] in known and not Path(words[place]).exists():
            corrected.insert(place, "-m")
    return corrected if len(corrected) > len(words) else []


def _swapped(command: click.Command, words: Sequence[str]) -> list[str]:
    """Put ``-i`` before implementations that stand where ``diff`` takes its file."""
    if command.name != "diff":
        return []
    from samescore.verbs.lookup.names import profile_names

    places, known = list(_positional(command, words)), {"native", *profile_names()}
    named = [p for p in places if words[p].removeprefix("native:").partition(".")[0].partition("=")[0] in known]
    named = [p for p in named if not Path(words[p]).exists()]
    if not named or len(named) == len(places):
        return []
    rest = [word for place, word in enumerate(words) if place not in named]
    return [*rest, *(part for place in named for part in ("-i", words[place]))]


def _without_r(command: click.Command, words: Sequence[str]) -> list[str]:
    """Put ``-r`` before the last of two files if there are no references."""
    places = list(_positional(command, words))
    if len(places) != 2 or command.name not in ("score", "diff") or {"-r", "--reference"}.intersection(words):
        return []
    return [*words[: places[1]], "-r", *words[places[1] :]] if all(Path(words[p]).is_file() for p in places) else []


class _Parser(argparse.ArgumentParser):
    """A parser that raises an error instead of ending the process."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _sacrebleu() -> _Parser:
    """Return a parser for the options of sacreBLEU's command that samescore can express or does not need."""
    parser = _Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("files", nargs="*")
    parser.add_argument("-i", "--input", nargs="*", default=[])
    parser.add_argument("-r", "--reference", nargs="*", action="extend", default=[])
    parser.add_argument("-m", "--metrics", "--metric", nargs="+", action="extend", default=[])
    parser.add_argument("-tok", "--tokenize")
    parser.add_argument("-lc", "--lowercase", action="store_true")
    parser.add_argument("-s", "--smooth-method")
    parser.add_argument("-sv", "--smooth-value")
    for name, argument in (pair for options in list(_ARGUMENTS.values())[1:] for pair in options.items()):
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, action="store_true") if argument[1] else parser.add_argument(option)
    parser.add_argument("-w", "--width")
    for flags in (("-b", "--score-only"), ("-q", "--quiet"), ("-sh", "--short"), ("--force",), ("-nc", "--no-color")):
        parser.add_argument(*flags, action="store_true")
    parser.add_argument("-f", "--format")
    return parser


def _from_sacrebleu(words: Sequence[str]) -> str:
    """Return the translation of a sacreBLEU command line; empty if the words are not one, or cannot be translated."""
    own = any(word in _OWN_OPTIONS or word.startswith(("--chrf-", "--ter-", "--smooth-")) for word in words)
    if not own or any(word in _UNTRANSLATED for word in words):
        return ""
    try:
        given = _sacrebleu().parse_args(list(words))
    except ValueError:
        return ""
    metrics = [name for name in given.metrics if name.lower() in _ARGUMENTS]
    scored = [*given.files, *(name for name in given.metrics if name not in metrics)]
    hypotheses, references = (given.input, scored) if given.input else (scored, given.reference)
    if not hypotheses or not references:
        return ""
    files = [*hypotheses, *(part for path in references for part in ("-r", path))]
    metrics = [name.lower() for name in metrics] or ["bleu"]
    arguments = {name: _arguments_of(given, name) for name in metrics}
    shown = ["--format", "jsonl"] if given.format == "json" else []
    if not any(arguments.values()):
        return _line("score", *files, *(part for name in metrics for part in ("-m", name)), *shown)
    lines = []
    for name, own_arguments in arguments.items():
        like = ["--like", f"sacrebleu({', '.join(own_arguments)})"] if own_arguments else []
        lines.append(_line("score", *files, "-m", name, *like, *shown))
    return " && ".join(lines)


def _arguments_of(given: argparse.Namespace, metric: str) -> list[str]:
    """Return the arguments of a metric that the options set, such as ``lowercase=true``."""
    made = []
    for option, (name, is_flag) in _ARGUMENTS.get(metric, {}).items():
        if value := getattr(given, option):
            made.append(f"{name}=true" if is_flag else f"{name}={value}")
    return made
