"""The knobs of TER."""

from __future__ import annotations

from typing import ClassVar

from samescore.base.errors import SettingsError
from samescore.metrics.float32 import dtype_knob
from samescore.metrics.words import (
    empty_references_knob,
    mean_summation_knob,
)
from samescore.settings import BoolDomain, Choice, Integer, Settings, Stage, knob


class TerSettings(Settings):
    """The knobs of TER. The defaults are sacreBLEU's ``corpus_ter``."""

    metric: ClassVar[str] = "ter"

    case: str = knob(Stage.TEXT, Choice(("lower", "keep")), "lower", "lower the case (str.lower) first, or keep it")
    strip: str = knob(
        Stage.TEXT,
        Choice(("none", "right", "trim")),
        "right",
        "strip white space from the end of each line before tokenizing, or not; trim removes spaces and control characters (up "
        "to U+0020) from both ends",
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("none", "tercom", "none-ascii", "tercom-java", "given"), needs=(("given", "tokens"),)),
        "none",
        "tokenizer; none splits at white space, tercom normalizes and separates punctuation first, as sacreBLEU does; none-ascii "
        "and tercom-java are those of the program Tercom: they split at ASCII's white space, with an empty word before white "
        "space that a text begins with and for a text of which nothing is left, and tercom-java also removes <skipped> and, "
        "with asian, separates kana from other characters; given uses the caller's tokens",
    )
    punctuation: str = knob(Stage.TOKENS, Choice(("keep", "remove")), "keep", 'remove . , ? : ; ! " ( ) or keep them')
    asian: bool = knob(
        Stage.TOKENS,
        BoolDomain(),
        False,
        "also separate CJK characters (tercom), and also remove their punctuation (punctuation=remove)",
    )
    reference_passes: str = knob(
        Stage.TOKENS,
        Choice(("twice", "once")),
        "twice",
        "apply the tercom tokenizer to references twice, which separates 's before punctuation in them only, or once",
    )
    empty_references: str = empty_references_knob()
    shifted: str = knob(
        Stage.STATISTICS,
        Choice(("hypothesis", "reference")),
        "hypothesis",
        "the text whose phrases are shifted to match the other",
    )
    search: str = knob(
        Stage.STATISTICS,
        Choice(("tercom", "tercom-java", "common-runs")),
        "tercom",
        "the search for the best next shift: tercom is sacreBLEU's; tercom-java is that of the program, where distances are "
        "those to the word's place in the alignment, the words of a phrase have targets of their own only if not aligned like "
        "the first or to its start, a target inside the phrase moves it one word less, and of equally good shifts of a size and "
        "start the first in the reference's order counts; common-runs is pyter's, which has no beam: every longest run of words that the "
        "texts have at different positions moves to its position in the other text, counted without the run; of the "
        "fewest edits the text that sorts last wins",
    )
    max_shift_size: int = knob(
        Stage.STATISTICS, Integer(0, 10**6), 10, "words in the longest phrase that is shifted; 0: no shifts"
    )
    max_shift_distance: int = knob(
        Stage.STATISTICS, Integer(0, 10**6), 50, "largest distance between the positions of a phrase in the two texts"
    )
    max_candidates: int = knob(
        Stage.STATISTICS, Integer(0, 10**6), 1000, "candidates after which the search for shifts in a segment stops"
    )
    beam: str = knob(
        Stage.STATISTICS,
        Choice(("diagonal", "cost")),
        "diagonal",
        "which cells of the edit distance table count: those near its diagonal, or those that need few more edits than the "
        "fewest with which a match or substitution comes to their row",
    )
    beam_width: int = knob(
        Stage.STATISTICS,
        Integer(1, 10**6),
        25,
        "cells of the edit distance table kept to either side of its diagonal, or edits more than the fewest",
    )
    empty_hypothesis: str = knob(
        Stage.STATISTICS,
        Choice(("insertions", "free")),
        "insertions",
        "for an empty hypothesis, every reference word is an edit, or there are no edits",
    )
    reference_length: str = knob(
        Stage.STATISTICS,
        Choice(("average", "closest")),
        "average",
        "several references: divide the edits against the closest (the first on ties) by the references' average "
        "length, or by its own",
    )
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "perfect")),
        "raise",
        "a segment without references is an error, or makes the score of the corpus 0",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "zero", "empty-reference"), (("no-length", "empty-reference"),)),
        "raise",
        "an empty corpus is an error, scores 0, or (empty-reference) scores as `empty_reference` says for references without words",
        former=("no_segments",),
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the corpus' summed edits and lengths, or the mean of the sentences' scores",
    )
    mean_summation: str = mean_summation_knob()
    empty_reference: str = knob(
        Stage.COMBINATION,
        Choice(("edits", "one", "raise", "ieee")),
        "edits",
        "score of references without words: 1 if there are edits, else 0; always 1; an error; or the quotient of floats, infinite "
        "or no number",
        former=("no_length",),
    )
    dtype: str = dtype_knob()
    scale: str = knob(Stage.PRESENTATION, Choice(("100", "1")), "100", "the score of as many edits as reference words")

    def check_together(self) -> None:
        if self.tokenizer == "given" and self.punctuation == "remove":
            raise SettingsError(
                "ter: punctuation=remove needs text, but tokenizer=given takes tokens", hint="set punctuation=keep"
            )
