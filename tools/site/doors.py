"""The three doors of the front page: what a reader wants, the command to start with, and the guide that explains it."""

from __future__ import annotations

from typing import NamedTuple


class Door(NamedTuple):
    """A door: its title, a sentence, a command of the guide, and the name of the guide's page."""

    title: str
    sentence: str
    command: str
    guide: str


DOORS = (
    Door(
        "My number differs",
        "Find out which settings cause the gap between two scores of the same files, and how much each contributes.",
        "samescore explain native:sacrebleu native:nltk.sentence_bleu hyp.txt -r ref.txt",
        "my-number-differs",
    ),
    Door(
        "I implement a metric",
        "Find out what a function, or a program in any language, computes, and which of its choices is a mistake.",
        "samescore identify py:my_wer:wer -m wer",
        "guide-metric",
    ),
    Door(
        "I review a paper",
        "Find the settings that reproduce a published number, and the numbers that cannot be true.",
        "samescore audit -m BLEU --published 50.6 base.txt -r ref.txt",
        "guide-review",
    ),
)

#: The command that installs samescore, as the guides show it.
INSTALL = "git clone https://github.com/samescore/samescore && python -m pip install ./samescore"
