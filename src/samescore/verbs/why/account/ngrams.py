"""Rules about n-gram metrics: orders without a match, short texts, dominant length penalties, zero weights."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from samescore.data.corpus import Corpus
from samescore.metrics.evaluator import segment_values
from samescore.verbs.why.account.evidence import (
    Evidence,
    Rule,
    SegmentTexts,
    count_of,
    format_number,
    join_remedies,
    place,
    with_number,
)

#: Brevity penalty below which length dominates the score.
_STRONG_PENALTY = 0.9
#: Length ratio from which hypotheses count as much longer than their references.
_MUCH_LONGER = 1.5
#: Maximum number of segments that are examined one by one.
_SEGMENTS = 20_000


def _no_ngrams(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on hypotheses that are all too short to have an n-gram of some order, or None."""
    totals = evidence.stages.get("totals", [])
    absent = [order for order, total in enumerate(totals, 1) if not total]
    if not absent:
        return None
    longest = max((len(texts.hypothesis_tokens) for texts in evidence.texts), default=0)
    return (
        f"no hypothesis has a {absent[0]}-gram: the longest has {longest} token{'' if longest == 1 else 's'}, and the "
        f"mean is over orders 1 to {len(totals)}",
        join_remedies(
            (
                evidence.with_set(", as in sacrebleu.sentence_bleu,", effective_order=True),
                evidence.with_set(max_order=absent[0] - 1),
                with_number("chrf", evidence.other("chrf")),
            )
        ),
    )


def _no_match(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on an n-gram order without any match, or None."""
    matches, totals = evidence.stages.get("matches", []), evidence.stages.get("totals", [])
    without = [order for order, (m, t) in enumerate(zip(matches, totals, strict=False), 1) if t and not m]
    if not without:
        return None
    smoothing = getattr(evidence.settings, "smoothing", "none")
    none_at_all = not any(matches)
    what = "no token" if without[0] == 1 else f"no {without[0]}-gram"
    effect = (
        "the geometric mean is 0"
        if not evidence.value
        else f"the smoothing ({smoothing}) replaces the 0, and the score depends on the replacement"
    )
    if none_at_all and not evidence.value:
        effect = "nothing to smooth"
    others = [evidence.with_set(smoothing=name) for name in ("none", "exp", "floor", "add-k")]
    return (
        f"{what} of the {totals[without[0] - 1]} in the hypotheses matches: {effect}",
        join_remedies((*others, with_number("chrf", evidence.other("chrf")))),
    )


def _brevity(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on a brevity penalty that dominates the score, or None."""
    penalty = evidence.stages.get("bp")
    if penalty is None or penalty > _STRONG_PENALTY:
        return None
    c, r = evidence.stages["c"], evidence.stages["r"]
    return (
        f"the brevity penalty is {format_number(penalty)}: the hypotheses have {c} tokens for {r} in the references",
        join_remedies(
            (
                evidence.with_set(" (the precisions alone)", brevity_penalty="none"),
                "check that no output is truncated or missing",
            )
        ),
    )


def _too_long(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on hypotheses that are much longer than their references, or None."""
    c, r = evidence.stages.get("c"), evidence.stages.get("r")
    if not c or r is None or c < _MUCH_LONGER * max(r, 1):
        return None
    return (
        f"the hypotheses have {c} tokens for {r} in the references: the excess lowers every precision",
        "look for repeated or run-on output, and check that the files are not swapped",
    )


def _zero_segments(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on segments that score 0 for want of a matching n-gram, in a mean over segments, or None."""
    corpus = evidence.data
    if not isinstance(corpus, Corpus) or getattr(evidence.settings, "average", "") != "sentences":
        return None
    if not 1 < len(corpus) <= _SEGMENTS:
        return None
    values = segment_values(corpus, evidence.settings)
    zeros = [index for index, value in enumerate(values) if value is not None and abs(value) < 1e-9 * evidence.unit]
    if not zeros:
        return None
    return (
        f"{count_of(len(zeros), len(corpus), 'segments')} {'score' if len(zeros) > 1 else 'scores'} 0 alone, because no "
        f"n-gram of some order matches ({place(zeros[0])}), and the mean counts them as 0",
        evidence.with_set(", which adds up the counts first,", average="corpus"),
    )


def _no_long_ngrams(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark if the texts are too short for some of chrF's n-gram orders, or None."""
    table, counts = evidence.table, evidence.stages.get("counts")
    if table is None or counts is None or len(table.columns) != len(counts):
        return None
    by_name = dict(zip(table.columns, counts, strict=True))
    orders = {name.rpartition("_")[0] for name in by_name}
    absent = sorted(order for order in orders if not by_name[f"{order}_h"] or not by_name[f"{order}_r"])
    if not absent:
        return None
    missing = ", ".join(order.replace("char_", "character ").replace("word_", "word ") for order in absent)
    knob = "empty_order"
    other = "zero" if getattr(evidence.settings, knob) == "effective" else "effective"
    return (
        f"the texts have no n-grams of {len(absent)} of {len(orders)} orders ({missing}); "
        f"{knob}={getattr(evidence.settings, knob)} says how these count",
        evidence.with_set(**{knob: other}),
    )


def _single_lines(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on ROUGE-Lsum of texts with several sentences on a single line, or None."""
    corpus = evidence.data
    if not isinstance(corpus, Corpus) or getattr(evidence.settings, "sentences", "") != "line":
        return None
    lines = [str(line) for line in corpus.hypothesis_lines]
    lines += [str(line) for lines_of in corpus.reference_lines for line in lines_of]
    if not lines or any("\n" in line.strip("\n") for line in lines):
        return None
    stops = sum(1 for line in lines if ". " in line.strip())
    if not stops:
        return None
    return (
        f"no text has a line break, so each is one sentence and rouge-lsum equals rouge-l; {count_of(stops, len(lines), 'texts')} {'have' if stops > 1 else 'has'} several sentences",
        join_remedies(
            (
                "put each sentence on its own line (in a .jsonl file, as \\n)",
                evidence.with_set(sentences="full-stop"),
            )
        ),
    )


def _line_breaks(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on ROUGE-L of multi-line texts, which publications score by ROUGE-Lsum, or None."""
    corpus = evidence.data
    if not isinstance(corpus, Corpus) or getattr(evidence.settings, "sentences", "") != "whole":
        return None
    several = [
        index for index, lines in enumerate(corpus.reference_lines) if any("\n" in str(line).strip() for line in lines)
    ]
    if not several:
        return None
    return (
        f"{count_of(len(several), len(corpus), 'segments')} {'have' if len(several) > 1 else 'has'} references of several lines, which rouge-l reads as one sentence; publications on summarization mostly report rouge-lsum as ROUGE-L",
        with_number("rouge-lsum", evidence.other("rouge-lsum", **_shared(evidence))),
    )


def _shared(evidence: Evidence) -> dict[str, object]:
    """Return the settings that ROUGE-L and ROUGE-Lsum share."""
    names = (knob.name for knob in evidence.settings.knobs() if knob.name != "sentences")
    return {name: getattr(evidence.settings, name) for name in names}


def _no_document_weights(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on CIDEr with document frequencies that make every weight 0, or None."""
    corpus = evidence.data
    texts = evidence.texts
    if not isinstance(corpus, Corpus) or not texts:
        return None
    documents = len(texts)
    orders = range(1, evidence.settings.max_order + 1)  # type: ignore[attr-defined]  # CIDEr has it
    frequency = _document_frequency(texts, orders)
    if not frequency or min(frequency.values()) < documents:
        return None
    why = (
        "the corpus has one segment"
        if documents == 1
        else f"each of the {len(frequency)} n-grams of the references is in all {documents} segments"
    )
    return (
        f"document frequencies are counted in the references of this corpus, and {why}: every n-gram of a reference has weight log({documents}/{documents}) = 0, so the score is 0 for any hypotheses",
        join_remedies(
            (
                "score the whole test set at once",
                with_number("for so few segments, bleu", evidence.other("bleu")),
                with_number("rouge-l", evidence.other("rouge-l")),
            )
        ),
    )


def _document_frequency(texts: Sequence[SegmentTexts], orders: Iterable[int]) -> Counter[tuple[str, ...]]:
    """Return, for each n-gram of the references, the number of segments whose references contain it."""
    frequency: Counter[tuple[str, ...]] = Counter()
    for segment in texts:
        frequency.update(
            {
                gram
                for line in segment.reference_tokens
                for n in orders
                for gram in zip(*(line[k:] for k in range(n)), strict=False)
            }
        )
    return frequency


def _partly_weightless(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on CIDEr of only 2 to 99 segments, in which words have little or no weight, or None."""
    texts = evidence.texts
    documents = len(texts)
    if not 1 < documents < 100 or not evidence.value:
        return None
    frequency = _document_frequency(texts, (1,))
    weightless = sorted(word for (word,), number in frequency.items() if number == documents)
    return (
        f"document frequencies come from only {documents} segments: the largest weight is log({documents}) = {math.log(documents):.3g}"
        + (
            f", and {', '.join(weightless[:5])} weigh{'s' if len(weightless) == 1 else ''} nothing"
            if weightless
            else ""
        ),
        "do not compare it with scores of a different corpus: the weights change with every segment",
    )


_BLEU = ("bleu",)
NGRAM_RULES = (
    Rule("no-ngrams-of-an-order", _no_ngrams, _BLEU),
    Rule("no-match-of-an-order", _no_match, _BLEU),
    Rule("brevity-penalty", _brevity, _BLEU),
    Rule("too-long", _too_long, _BLEU),
    Rule("segments-at-zero", _zero_segments, ("bleu", "gleu")),
    Rule("missing-orders", _no_long_ngrams, ("chrf",)),
    Rule("no-sentences", _single_lines, ("rouge-lsum",)),
    Rule("line-breaks-ignored", _line_breaks, ("rouge-l",)),
    Rule("weights-of-zero", _no_document_weights, ("cider",)),
    Rule("few-documents", _partly_weightless, ("cider",)),
)
