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

    case: str = knob(
        Stage.TEXT,
        Choice(("lower", "keep")),
        "lower",
        "Case handling. lower: lowercase the text (str.lower); keep: leave it unchanged",
    )
    strip: str = knob(
        Stage.TEXT,
        Choice(("none", "right", "trim")),
        "right",
        "Stripping before tokenizing. right: remove white space at the end of each line; none: remove nothing; "
        "trim: remove spaces and control characters (up to U+0020) at both ends",
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("none", "tercom", "none-ascii", "tercom-java", "given"), needs=(("given", "tokens"),)),
        "none",
        "Tokenizer. none: split at white space; tercom: normalize and separate punctuation first, as in "
        "sacreBLEU; none-ascii: split at ASCII white space, as in Tercom, with an empty word before leading "
        "white space and for a text that becomes empty; tercom-java: the same after Tercom's normalization, "
        "which also removes <skipped> and, with asian=yes, separates kana; given: tokens given by the caller",
    )
    punctuation: str = knob(
        Stage.TOKENS,
        Choice(("keep", "remove")),
        "keep",
        'Handling of . , ? : ; ! " ( and ). keep: keep them; remove: delete them',
    )
    asian: bool = knob(
        Stage.TOKENS,
        BoolDomain(),
        False,
        "Separate CJK characters (only with tokenizer=tercom or tercom-java); with punctuation=remove, also "
        "delete CJK punctuation",
    )
    reference_passes: str = knob(
        Stage.TOKENS,
        Choice(("twice", "once")),
        "twice",
        "How often the tercom tokenizer is applied to references. twice: two times, which separates 's before "
        "punctuation in references only; once: one time",
    )
    empty_references: str = empty_references_knob()
    shifted: str = knob(
        Stage.STATISTICS,
        Choice(("hypothesis", "reference")),
        "hypothesis",
        "Text whose phrases are shifted to match the other. hypothesis: the hypothesis; reference: the reference",
    )
    search: str = knob(
        Stage.STATISTICS,
        Choice(("tercom", "tercom-java", "common-runs")),
        "tercom",
        "Search for the best shift. tercom: as in sacreBLEU; tercom-java: as in Tercom, where shift distances are "
        "measured to the aligned position, a later word of a phrase adds a target only if it is aligned to a "
        "different position than the first, a target inside the phrase shifts the phrase one word less than in "
        "sacreBLEU, and ties go to the first candidate in reference order; common-runs: as in pyter, without a beam: "
        "move the longest runs of words that both texts share at different positions, and on ties use the text that "
        "sorts last",
    )
    max_shift_size: int = knob(
        Stage.STATISTICS, Integer(0, 10**6), 10, "Maximum number of words in a shifted phrase; 0: no shifts"
    )
    max_shift_distance: int = knob(
        Stage.STATISTICS, Integer(0, 10**6), 50, "Maximum distance between a phrase's positions in the two texts"
    )
    max_candidates: int = knob(
        Stage.STATISTICS,
        Integer(0, 10**6),
        1000,
        "Number of candidate shifts in a segment after which the search stops",
    )
    beam: str = knob(
        Stage.STATISTICS,
        Choice(("diagonal", "cost")),
        "diagonal",
        "Cells of the edit distance table that are kept. diagonal: those near the diagonal; cost: those with "
        "at most beam_width more edits than the cheapest match or substitution in their row",
    )
    beam_width: int = knob(
        Stage.STATISTICS,
        Integer(1, 10**6),
        25,
        "Beam width: cells on each side of the diagonal (beam=diagonal), or additional edits (beam=cost)",
    )
    empty_hypothesis: str = knob(
        Stage.STATISTICS,
        Choice(("insertions", "free")),
        "insertions",
        "Edits for an empty hypothesis. insertions: one for each reference word; free: none",
    )
    reference_length: str = knob(
        Stage.STATISTICS,
        Choice(("average", "closest")),
        "average",
        "Denominator for several references. average: mean length of the references; closest: length of the "
        "reference with the fewest edits (the first on ties)",
    )
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "perfect")),
        "raise",
        "Segments without references. raise: an error; perfect: the score of the whole corpus is 0",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "zero", "empty-reference"), (("no-length", "empty-reference"),)),
        "raise",
        "Result for an empty corpus. raise: an error; zero: 0; empty-reference: as set by the knob empty_reference",
        former=("no_segments",),
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "Aggregation over segments. corpus: one score from summed edits and lengths; sentences: mean of the "
        "segment scores",
    )
    mean_summation: str = mean_summation_knob()
    empty_reference: str = knob(
        Stage.COMBINATION,
        Choice(("edits", "one", "raise", "ieee")),
        "edits",
        "Score for references without words. edits: 1 if there are edits, otherwise 0; one: 1; raise: an "
        "error; ieee: the floating-point quotient, infinity or nan",
        former=("no_length",),
    )
    dtype: str = dtype_knob()
    scale: str = knob(
        Stage.PRESENTATION, Choice(("100", "1")), "100", "Score if there are as many edits as reference words"
    )

    def check_together(self) -> None:
        if self.tokenizer == "given" and self.punctuation == "remove":
            raise SettingsError(
                "ter: punctuation=remove needs text, but tokenizer=given takes tokens", hint="set punctuation=keep"
            )
