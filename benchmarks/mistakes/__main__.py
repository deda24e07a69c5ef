"""The command line: ``python -m benchmarks.mistakes``."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from benchmarks.mistakes.asking import Answer, Verb, ask
from benchmarks.mistakes.every import PROGRAMS
from benchmarks.mistakes.judging import Said, verdict
from benchmarks.mistakes.program import Program


def told(words: Said) -> str:
    """Return the findings about a program, for a cell of the table."""
    parts = [*words.mistakes, *words.settings]
    if parts:
        return ", ".join(parts)
    if words.found:
        return "nothing wrong"
    if words.explained is None:
        return "unknown"
    return f"unknown ({words.explained} of {words.nontrivial} explained)"


def table(answers: Iterable[Answer]) -> str:
    """Return the answers as a Markdown table."""
    rows = ["| program | choices | rounded | mistake | said | verdict | CPU s |", "|---|---|---|---|---|---|---:|"]
    for answer in answers:
        program = PROGRAMS[answer.program]
        digits = "" if program.digits is None else f"{program.digits} decimals{', in a dictionary' * bool(program.key)}"
        cells = (program.name, program.choices, digits, program.cause or "none", told(answer.said))
        rows.append(f"| {' | '.join(cells)} | {answer.verdict} | {answer.seconds:.1f} |")
    return "\n".join(rows)


def totals(answers: Sequence[Answer]) -> str:
    """Return a table of how many programs are named, misnamed and unknown, and of the CPU seconds taken.

    The wrong programs are counted by family, by rounding and all together, then come the right ones.
    """
    wrong = [answer for answer in answers if PROGRAMS[answer.program].cause]
    groups = {
        family: [answer for answer in wrong if PROGRAMS[answer.program].family == family]
        for family in dict.fromkeys(PROGRAMS[answer.program].family for answer in wrong)
    }
    groups["rounded"] = [answer for answer in wrong if PROGRAMS[answer.program].rounded]
    groups["not rounded"] = [answer for answer in wrong if not PROGRAMS[answer.program].rounded]
    groups["all wrong programs"] = wrong
    groups["right programs"] = [answer for answer in answers if not PROGRAMS[answer.program].cause]
    rows = ["| programs | | named | misnamed | unknown | CPU s |", "|---|---:|---:|---:|---:|---:|"]
    for name, several in groups.items():
        if several:
            verdicts = [answer.verdict for answer in several]
            counts = " | ".join(_share(verdicts.count(kind), len(several)) for kind in ("named", "misnamed", "unknown"))
            seconds = sum(answer.seconds for answer in several)
            rows.append(f"| {name} | {len(several)} | {counts} | {seconds:.0f} |")
    return "\n".join(rows)


def _share(count: int, whole: int) -> str:
    return f"{count} ({100 * count / whole:.0f} %)"


def main(given: Sequence[str] | None = None) -> int:
    """Run samescore on the chosen programs, print the tables, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mistakes",
        description="Which mistakes does samescore name, in programs with two choices of their own?",
    )
    add = parser.add_argument
    add("--half", choices=("tuning", "final"), help="only the programs to tune by, or only those that nobody tunes by")
    add("--family", action="append", help="only this family, e.g. BLEU; repeatable")
    add("--program", action="append", choices=PROGRAMS, metavar="NAME", help="only this program; repeatable")
    add("--sample", type=int, metavar="N", help="only about N of these programs, evenly spaced")
    add("--verb", choices=("identify", "run"), default="identify", help="what is asked (identify)")
    add("--seconds", type=float, default=math.inf, help="the longest that identify may take for one program (no limit)")
    add("--output", type=Path, metavar="FILE", help="write the answers to this file as well, as JSON Lines")
    add("--render", type=Path, nargs="+", metavar="FILE", help="ask nothing: show the last answers in these files")
    add("--list", action="store_true", help="list the chosen programs")
    options = parser.parse_args(given)
    chosen = [
        program
        for program in PROGRAMS.values()
        if (not options.half or program.half == options.half)
        and (not options.family or program.family in options.family)
        and (not options.program or program.name in options.program)
    ]
    if options.sample:
        chosen = chosen[:: max(1, round(len(chosen) / options.sample))]
    if options.list:
        print("\n".join(f"{program.name}: {program.cause or 'right'} ({program.choices})" for program in chosen))
        return 0
    names = {program.name for program in chosen}
    if options.render:
        lines = [line for file in options.render for line in file.read_bytes().splitlines()]
        read = [msgspec.json.decode(line, type=Answer) for line in lines]
        last = {answer.program: answer for answer in read if answer.program in names}
        answers = [rejudged(answer) for answer in last.values()]
    else:
        answers = _asked(chosen, options.verb, options.seconds, options.output)
    print(table(answers), end="\n\n")
    print(totals(answers))
    return 0


def rejudged(answer: Answer) -> Answer:
    """Return a stored answer with its verdict by the present list of causes."""
    return msgspec.structs.replace(answer, verdict=verdict(PROGRAMS[answer.program], answer.said))


def _asked(chosen: Sequence[Program], verb: Verb, seconds: float, output: Path | None) -> list[Answer]:
    answers = []
    if output:
        output.write_bytes(b"")
    for program in chosen:
        answers.append(ask(program, verb, seconds))
        print(f"{program.name}: {answers[-1].verdict}, {answers[-1].seconds:.1f} s", file=sys.stderr, flush=True)
        if output:
            with output.open("ab") as file:
                file.write(msgspec.json.encode(answers[-1]) + b"\n")
    return answers


if __name__ == "__main__":
    raise SystemExit(main())
