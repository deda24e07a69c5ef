"""``samescore demo``: a two-minute tour on a bundled corpus."""

from __future__ import annotations

import os
import shlex
import textwrap
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.base.errors import InputError
from samescore.cli.output import Outputs
from samescore.cli.page import page_of
from samescore.cli.screen import encodable, print_line, print_page

if TYPE_CHECKING:
    from samescore.records import AuditFinding, DiffReport, Explanation

#: The width of the tour in characters.
_WIDTH = 78
#: The folder that the tour suggests for its files.
_FILES = "tour"
#: Points of score for each character of a bar.
_BAR = 3
#: Smaller shares of a gap are not shown.
_LEAST = 0.005


@click.command()
@click.option(
    "--files",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write the texts and claims of the tour into this folder, so that you can run its commands.",
)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the final page to this file. [default: demo.html in the user's state folder]",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
def demo(files: Path | None, html: Path | None, opens: bool) -> None:
    """Take a two-minute tour: six BLEU scores of one output, why they differ, and a published number.

    Needs no other package. Writes only the final page and the FOLDER of --files.
    """
    from samescore.records import AuditFinding, comparisons, explanations
    from samescore.verbs.why.demo import CLAIMS, IMPLEMENTATIONS, REFERENCE, SYSTEM, Request, command_of, execute

    request = Request(files)
    for path in request.output_paths:
        if html is not None and os.path.realpath(html) == os.path.realpath(path):
            raise InputError(f"--html {html} is also written by --files", hint="choose a different --html")
    steps = groupby(execute(request), key=command_of)
    page = html or _page_in_state()
    with Outputs({"--html": page}) as outputs:
        _say(f"{SYSTEM} holds 17 sentences of a translation system, in seven languages.")
        _say(f"The commands below are real; to {'get the files and ' if files is None else ''}type them yourself:")
        _command(f"samescore demo --files {_FILES}" if files is None else f"cd {shlex.quote(str(files))}")
        _step("1. Six functions compute BLEU and give six different scores.")
        names = [f"-i {name}" for name in IMPLEMENTATIONS]
        _command(f"samescore diff {SYSTEM}", f"-r {REFERENCE}", *names)
        compared = list(next(steps)[1])
        print_page("\n".join(_numbers(comparisons(compared)[0])))
        _say(
            "Native models compute all six scores, with the same bits as the packages, so nothing needs to be installed."
        )
        _step("2. Why do they differ? The two that are furthest apart:")
        explained = list(next(steps)[1])
        explanation = explanations(explained)[0]
        _command(f"samescore explain {explanation.first.name} {explanation.second.name}", SYSTEM, f"-r {REFERENCE}")
        print_page("\n".join(_shares(explanation)))
        _step("3. Two scores have been reported for this system. Are they plausible?")
        _command(f"samescore audit {CLAIMS}")
        audited = list(next(steps)[1])
        for finding in audited:
            if isinstance(finding, AuditFinding):
                _say(_judged(finding), "   ")
        outputs.write_whole("--html", lambda: page_of([*compared, *explained, *audited]))
    outputs.check()
    _step("4. The same results as a page, to read and to share:")
    print_line(f"   {page}")
    _say("Next, try your own files; samescore --help lists the other commands.")
    if opens:
        click.launch(str(page))


def _page_in_state() -> Path:
    """Return the default path of the page; its folder is created."""
    from samescore.records.history import state_folder

    folder = state_folder().parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "demo.html"


def _step(title: str) -> None:
    print_page(f"\n{title}")


def _say(text: str, indent: str = "") -> None:
    print_page(textwrap.fill(text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False))


def _command(*words: str) -> None:
    """Print a command as a user would type it, with backslashes at line breaks."""
    lines, line = [], f"$ {words[0]}"
    for word in words[1:]:
        if len(line) + len(word) + 3 > _WIDTH:
            lines.append(f"{line} \\")
            line = f"    {word}"
        else:
            line += f" {word}"
    print_page("\n".join([*lines, line]))


def _numbers(compared: DiffReport) -> Iterator[str]:
    """Yield the numbers, largest first, each with a bar."""
    numbered = sorted(((row.number, row.name) for row in compared.rows if row.number is not None), reverse=True)
    width = max(len(name) for _, name in numbered)
    bar = encodable("▬", "=")
    for number, name in numbered:
        yield f"   {name:<{width}}  {number:6.2f}  {bar * round(number / _BAR)}"


def _shares(explanation: Explanation) -> Iterator[str]:
    """Yield the gap, the share of each knob, and one segment."""
    first, second = explanation.first, explanation.second
    yield f"   {first.number:.2f} and {second.number:.2f}: {explanation.gap:+.2f}, of which"
    for share in sorted(explanation.shares, key=lambda share: -abs(share.share)):
        if abs(share.share) >= _LEAST:
            yield f"   {share.share:+8.2f}  {', '.join(map(str, share.changes))}"
    segment = explanation.segments[0]
    yield f"   mostly in line {segment.index + 1}, which alone scores {segment.first:.2f} and {segment.second:.2f}"


def _judged(finding: AuditFinding) -> str:
    """Return the verdict on a claim as a sentence."""
    number = f"{finding.claim} says {finding.metric} {finding.published}:"
    if finding.failed:
        return f"{encodable('✗', 'x')} {number} {finding.verdict.value}. {'; '.join(finding.notes[:2])}."
    chance = (
        f" {100 * finding.chance.probability:.2g} % of the numbers near it would match by chance."
        if finding.chance
        else ""
    )
    return f"{encodable('✓', '+')} {number} {finding.verdict.value}, {finding.fits[0].how}.{chance}"
