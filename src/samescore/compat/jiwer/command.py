"""jiwer's command backed by the native error rates: ``python -m samescore.compat.jiwer``.

Its output on stdout equals the output of the command of jiwer 4.0, byte for byte. Errors are one line on stderr instead
of a traceback.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import click

from samescore.base.errors import InputError
from samescore.base.files import read_bytes
from samescore.compat.jiwer.releases import NEWEST, of_release


@click.command(name="jiwer")
@click.option("-r", "--reference", type=click.Path(path_type=Path), required=True, help="File of references, by line.")
@click.option("-h", "--hypothesis", type=click.Path(path_type=Path), required=True, help="File of hypotheses, by line.")
@click.option("-c", "--cer", "characters", is_flag=True, help="Print CER instead of WER.")
@click.option("-a", "--align", "shows_alignment", is_flag=True, help="Print the alignment of each line with errors.")
@click.option("-g", "--global", "joined", is_flag=True, help="Align all references with all hypotheses, as one text.")
def main(reference: Path, hypothesis: Path, characters: bool, shows_alignment: bool, joined: bool) -> None:
    """Print WER or CER as jiwer 4.0 does. Like jiwer, it skips lines of fewer than two characters."""
    try:
        references, hypotheses = _sentences(reference), _sentences(hypothesis)
        if not joined and len(references) != len(hypotheses):
            raise InputError(
                f"{reference} has {len(references)} lines of two characters or more, and {hypothesis} has "
                f"{len(hypotheses)}",
                hint="--global aligns the files as one text",
            )
        click.echo(_output(references, hypotheses, characters, shows_alignment, joined), nl=False)
    except (InputError, ValueError) as problem:
        raise click.ClickException(str(problem)) from None


def _output(references: list[str], hypotheses: list[str], characters: bool, shows_alignment: bool, joined: bool) -> str:
    """Return the output of the command."""
    jiwer: Any = of_release(NEWEST)
    process = jiwer.process_characters if characters else jiwer.process_words
    transform = (jiwer.cer_contiguous if characters else jiwer.wer_contiguous) if joined else None
    transforms = {"reference_transform": transform, "hypothesis_transform": transform} if joined else {}
    output = process(references, hypotheses, **transforms)
    if shows_alignment:
        return str(jiwer.visualize_alignment(output, show_measures=True))
    return f"{output.cer if characters else output.wer}\n"


def _sentences(file: Path) -> list[str]:
    """Return the stripped lines of a file that have more than one character. Raises `InputError` if it is unreadable."""
    try:
        lines = io.TextIOWrapper(io.BytesIO(read_bytes(file)), encoding="utf-8").readlines()
    except UnicodeDecodeError as problem:
        raise InputError(f"{file} is not UTF-8: {problem}") from None
    return [text for line in lines if len(text := line.strip()) > 1]
