"""Define bridges: settings under which two metrics are equal, or are computed from the same counts.

A bridge must hold for every input that it accepts; tests check it on generated inputs, to the last bit. Some bridges
hold after a change of the input: texts on one line, characters in place of words, one reference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from samescore.base.errors import SettingsError
from samescore.data.corpus import Corpus, Segment
from samescore.data.kinds import Data
from samescore.metrics.edits.numbering import text_preparer
from samescore.settings import Settings


class InputChange(msgspec.Struct, frozen=True):
    """A change of the input before scoring at one end of a bridge.

    ``change(corpus, settings)`` returns the changed input, given the settings of the other end. `words` describe the
    change, and `undone` its reversal. The change applies the knobs `applied` of the other end, so at this end they have
    neutral values.
    """

    words: str
    undone: str
    change: Callable[[Corpus, Settings], Corpus]
    applied: tuple[str, ...] = ()


class End(msgspec.Struct, frozen=True):
    """One end of a bridge: a metric, the knob values that it requires, and the change of the input (None for none)."""

    metric: str
    knobs: Mapping[str, Any] = {}
    input: InputChange | None = None


class Bridge(msgspec.Struct, frozen=True):
    """Two ends whose scores are equal (``identity``), or follow from the same counts by two formulas (``formula``).

    `shared` are the knobs that must have the same value at both ends. `instead` maps knobs to values that prevent the
    equality, each with its replacement. `condition` says for which inputs the bridge holds, empty for all. `takes_text`
    means that the bridge needs text, and does not accept an input of tokens.
    """

    id: str
    kind: Literal["identity", "formula"]
    first: End
    second: End
    statement: str
    shared: tuple[str, ...] = ()
    instead: Mapping[str, Mapping[Any, Any]] = {}
    condition: str = ""
    takes_text: bool = False

    def needs(self, data: Data) -> None:
        """Raise `SettingsError` if the bridge needs text and the input has tokens."""
        if self.takes_text and isinstance(data, Corpus) and data.tokenized:
            raise SettingsError(
                f"{self.first.metric} and {self.second.metric} are compared on text, but the corpus holds tokens",
                hint="use Corpus.from_segments",
            )


def _one_line(corpus: Corpus, _: Settings) -> Corpus:
    """Return the corpus with the lines of each text joined by spaces."""
    return Corpus.from_segments(
        [" ".join(str(line).split("\n")) for line in corpus.hypothesis_lines],
        [[" ".join(str(line).split("\n")) for line in group] for group in corpus.reference_lines],
    )


def _as_characters(corpus: Corpus, settings: Settings) -> Corpus:
    """Return the corpus with the characters that CER counts under these settings as tokens."""
    knobs: Any = settings  # settings of CER
    change = text_preparer(knobs)

    def characters(text: str) -> tuple[str, ...]:
        changed = change(text)
        if knobs.whitespace == "remove":
            return tuple("".join(changed.split()))
        return tuple(changed.strip() if knobs.whitespace == "strip" else changed)

    return Corpus.from_tokens(
        [characters(str(line)) for line in corpus.hypothesis_lines],
        [[characters(str(line)) for line in group] for group in corpus.reference_lines],
    )


def _first_reference(corpus: Corpus, _: Settings) -> Corpus:
    """Return the corpus with only the first reference of each segment."""
    return Corpus(tuple(Segment(each.hypothesis, each.references[:1]) for each in corpus), corpus.tokenized)


_ONE_LINE = InputChange("each text is one line", "each line is a separate sentence", _one_line)
_CHARACTERS = InputChange("every character is a word", "words are words again", _as_characters, ("case", "transforms"))
_ONE_REFERENCE = InputChange("only the first reference counts", "all references count", _first_reference)

_ROUGE = (
    "case", "length_limit", "length_unit", "tokenizer", "stemmer", "references", "empty_input", "average",
    "mean_summation", "measure", "f_form", "beta", "alpha", "digits", "dtype", "scale",
)  # fmt: skip
_RATES = (
    "case", "transforms", "empty_input", "average", "mean_summation", "empty_references", "references", "segments", "scale",
)  # fmt: skip
_MICRO = {"average": "micro", "labels": "present", "batch": 0}
_MICRO_F1 = {**_MICRO, "beta": 1.0, "f_form": "counts", "dtype": "float64"}
_SAME_EDITS = "both count the hits and errors of one alignment; "


def _rate(name: str, formula: str) -> Bridge:
    """Return the bridge between WER and another rate of the same counts; `formula` is its name and formula as text."""
    return Bridge(
        f"wer-{name}",
        "formula",
        End("wer", {"costs": "one", "denominator": "reference"}),
        End(name, {"alignment": "most-hits", "hits": "aligned", "dtype": "float64"}),
        f"{_SAME_EDITS}WER is (S+D+I)/(H+S+D), {formula}",
        (*_RATES, "tokenizer"),
    )


#: BLEU-1 without its brevity penalty: the matches divided by the words of the hypotheses.
_BLEU_1 = End(
    "bleu",
    {
        "max_order": 1,
        "weights": "uniform",
        "mean": "arithmetic",
        "brevity_penalty": "none",
        "smoothing": "none",
        "tokenizer": "none",
        "case": "keep",
        "clipping": "clipped",
        "denominator_floor": "none",
        "average": "corpus",
        "effective_order": False,
        "empty_order": "zero",
        "auto_reweigh": False,
        "cut_orders": False,
        "sentences": "whole",
        "log_unit": "fraction",
        "dtype": "float64",
        "empty_input": "raise",
        "ngram_key": "tuple",
        "empty_references": "keep",
        "zero_guard": "no-match",
        "zero_precision": "zero",
    },
    _ONE_REFERENCE,
)

BRIDGES: tuple[Bridge, ...] = (
    Bridge(
        "rouge-l-rouge-lsum",
        "identity",
        End("rouge-l", {"length_limit": 0, "sentences": "whole", "empty_text": "zero"}),
        End("rouge-lsum", {"length_limit": 0, "sentences": "line", "union": "clipped", "empty_text": "zero", "weight": 1.0}, _ONE_LINE),
        "the union of the subsequences of one sentence is one subsequence: rouge-lsum of texts of one line is rouge-l",
        _ROUGE,
        # For an empty text, these give an empty token, but no sentence.
        instead={"tokenizer": {"spaces": "none", "ptb-coco-spaces": "none"}},
        takes_text=True,
    ),
    Bridge(
        "wer-cer",
        "identity",
        End("wer", {"tokenizer": "given", "segments": "separate", "case": "keep", "transforms": "none", "costs": "one", "denominator": "reference"}, _CHARACTERS),
        End("cer", {"segments": "separate"}),
        "CER is WER with characters for words",
        (*(name for name in _RATES if name != "segments"), "empty_reference", "dtype", "digits"),
        instead={"dtype": {"float64-scaled": "float64"}},  # CER has no such value
        takes_text=True,
    ),
    Bridge(
        "ter-wer",
        "identity",
        End(
            "ter",
            {
                "max_shift_size": 0, "beam_width": 1_000_000, "tokenizer": "none", "punctuation": "keep",
                "reference_length": "closest", "empty_hypothesis": "insertions", "empty_references": "keep",
                "no_references": "raise", "empty_input": "raise", "empty_reference": "edits",
            },
        ),
        End(
            "wer",
            {
                "transforms": "none", "tokenizer": "none", "references": "best", "segments": "separate", "costs": "one", "denominator": "reference",
                "empty_references": "keep", "empty_input": "raise", "empty_reference": "one", "digits": "all",
            },
        ),
        "without shifts, beam and its own tokenization, TER against the closest reference is WER",
        ("case", "average", "mean_summation", "dtype", "scale"),
        instead={"case": {"ascii": "lower"}, "dtype": {"float64-scaled": "float64"}},  # TER has no such values
        takes_text=True,
    ),
    _rate("mer", "MER (S+D+I)/(H+S+D+I)"),
    _rate("wil", "WIL 1 - H/(H+S+D) H/(H+S+I)"),
    _rate("wip", "WIP H/(H+S+D) H/(H+S+I)"),
    *(
        Bridge(
            f"accuracy-micro-{name}",
            "identity",
            End("accuracy", {"normalize": "fraction", **of_accuracy}),
            End(name, of_score),
            f"each item has one label, so a wrong one is one false positive and one false negative: micro {name} is accuracy",
            shared,
        )
        for name, of_accuracy, of_score, shared in (
            ("f1", {"dtype": "float64"}, _MICRO_F1, ()),
            ("precision", {}, _MICRO, ("dtype",)),
            ("recall", {}, _MICRO, ("dtype",)),
        )
    ),
    Bridge(
        "balanced-accuracy-macro-recall",
        "identity",
        End("balanced-accuracy", {"adjusted": False}),
        End("recall", {"average": "macro", "zero_division": "nan", "labels": "present", "batch": 0, "dtype": "float64"}),
        "balanced accuracy is the mean recall of the classes that gold has",
    ),
    Bridge(
        "rouge-n-bleu",
        "identity",
        End(
            "rouge-n",
            {
                "measure": "precision", "average": "corpus", "references": "first", "tokenizer": "none", "stemmer": "none",
                "length_limit": 0, "sentences": "whole", "counting": "clipped", "totals": "counted", "empty_text": "zero",
                "digits": "all", "order": 1, "case": "keep", "dtype": "float64", "empty_input": "raise",
            },
        ),
        _BLEU_1,
        "BLEU-1 without brevity penalty is the precision of ROUGE-1, from summed counts, for one reference",
        ("scale",),
        takes_text=True,
    ),
    Bridge(
        "gleu-bleu",
        "identity",
        End(
            "gleu",
            {
                "min_order": 1, "max_order": 1, "references": "first", "average": "corpus", "empty_input": "raise",
                "no_references": "raise", "tokenizer": "none", "case": "keep",
            },
        ),
        _BLEU_1,
        "GLEU divides by the n-grams of the longer text, BLEU by those of the hypothesis: with one order they are equal",
        ("scale",),
        condition="where no hypothesis is shorter than its reference",
        takes_text=True,
    ),
    Bridge(
        "answer-f1-rouge-n",
        "identity",
        End(
            "answer-f1",
            {
                "normalization": "lower", "segmentation": "whitespace", "sentences": "one", "overlap": "bag",
                "both_empty": "0", "empty_references": "keep", "no_references": "raise", "references": "best",
                "summation": "left-to-right", "f_form": "product", "unanswerable": "words", "min_human_f1": 0.0,
                "measure": "f1", "empty_input": "raise", "dtype": "float64",
            },
        ),
        End(
            "rouge-n",
            {
                "order": 1, "measure": "f", "f_form": "beta", "beta": 1.0, "average": "sentences", "references": "best",
                "tokenizer": "none", "case": "lower", "stemmer": "none", "length_limit": 0, "sentences": "whole",
                "counting": "clipped", "totals": "counted", "empty_text": "zero", "digits": "all", "dtype": "float64",
                "mean_summation": "left-to-right", "empty_input": "raise",
            },
        ),
        "without SQuAD's normalization, the F1 of answers is ROUGE-1 F1 of words at white space (up to the last digit)",
        ("scale",),
        takes_text=True,
    ),
    Bridge(
        "entity-match-entity-f1",
        "identity",
        End("entity-match", {"match": "strict", "candidates": "nearest", "empty_input": "raise"}),
        End(
            "entity-f1",
            {
                "scheme": "lenient", "suffix": False, "types": "first-hyphen", "prefixes": "iob", "empty_input": "raise",
                "average": "micro", "zero_division": "0", "f_form": "fractions",
            },
        ),
        "under strict, a wrong prediction is incorrect or spurious, and the entity it replaces is incorrect or missed: the sums equal those of entity F1",
        ("measure", "scale"),
        condition="where every tag is O, or B- or I- and a type",
    ),
)  # fmt: skip


def way(first: str, second: str) -> list[Bridge]:
    """Return the shortest sequence of bridges from one metric to another.

    Raises `SettingsError`, which lists all bridges, if no sequence connects them.
    """
    ways: list[tuple[str, list[Bridge]]] = [(first, [])]
    reached = {first}
    for metric, crossed in ways:  # breadth-first: the list grows during iteration
        for bridge in BRIDGES:
            ends = bridge.first.metric, bridge.second.metric
            if metric not in ends:
                continue
            other = ends[1] if metric == ends[0] else ends[0]
            if other == second:
                return [*crossed, bridge]
            if other not in reached:
                reached.add(other)
                ways.append((other, [*crossed, bridge]))
    pairs = ", ".join(f"{bridge.first.metric} - {bridge.second.metric}" for bridge in BRIDGES)
    raise SettingsError(
        f"no settings are known for which {first} and {second} are equal, so no path leads from one score to the other",
        hint=f"show both with: samescore score -m {first} -m {second}; paths exist between: {pairs}",
    )
