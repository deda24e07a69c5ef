"""Rules about texts for any metric, such as: no tokens left, subwords, different tokenization of the two sides."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from samescore.base.outcome import SAME_NUMBER, Score, relative_gap
from samescore.catalogue.mistakes import catalogue
from samescore.data.corpus import Corpus
from samescore.text.scripts import script_of
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
from samescore.verbs.why.attribution.diagnosis import mistaken

#: Scripts without spaces between words, besides those that `script_of` detects.
_SCRIPTS_WITHOUT_SPACES = ("THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")
#: Maximum number of segments that are examined for missing spaces.
_LINES = 200
#: A tokenizer that keeps less than this share of the letters loses most of the text.
_MOST_LOST = 0.5
_SUBWORDS = re.compile(r"@@ |@@$|▁")
_SPACED_PUNCTUATION = re.compile(r" [.,!?;:](?: |$)| '(?:s|t|re|ve|ll|d|m)\b| n't\b|&(?:apos|quot|amp|lt|gt|#124);")


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _pairs(texts: SegmentTexts) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield texts.hypothesis, texts.hypothesis_tokens
    yield from zip(texts.references, texts.reference_tokens, strict=False)


def _is_empty(tokens: Sequence[str]) -> bool:
    return not any(tokens)


def _nothing_left(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on texts whose characters the tokenizer drops completely, or None."""
    lines = [
        (index, text)
        for index, texts in enumerate(evidence.texts)
        for text, tokens in _pairs(texts)
        if _letters(text) and _is_empty(tokens)
    ]
    if not lines:
        return None
    number = sum(1 for texts in evidence.texts for _ in _pairs(texts))
    index, text = lines[0]
    return (
        f"{_tokenizing(evidence)} keeps nothing of {count_of(len(lines), number, 'texts')} ({place(index, text)}): "
        "texts without tokens match nothing",
        _other_tokenizers(evidence),
    )


def _little_left(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on a tokenizer that drops most letters, but keeps some of every text, or None."""
    pairs = [pair for texts in evidence.texts for pair in _pairs(texts)]
    letters = sum(_letters(text) for text, _ in pairs)
    kept = sum(_letters("".join(tokens)) for _, tokens in pairs)
    if kept >= _MOST_LOST * letters or any(_letters(text) and _is_empty(tokens) for text, tokens in pairs):
        return None
    return (
        f"{_tokenizing(evidence)} keeps only {kept} of {letters} letters and digits",
        _other_tokenizers(evidence),
    )


def _tokenizing(evidence: Evidence) -> str:
    for knob in ("tokenizer", "normalization"):
        if evidence.has(knob):
            return f"{knob}={getattr(evidence.settings, knob)}"
    return "the tokenizer"


def _other_tokenizers(evidence: Evidence) -> str:
    given = ("none", "char", "lower")
    knobs = [knob for knob in ("tokenizer", "normalization") if evidence.has(knob)]
    numbers = [evidence.with_set(**{knob: value}) for knob in knobs for value in given]
    return join_remedies(numbers) or "use a metric over characters, such as chrf"


def _empty(
    texts_of: Callable[[SegmentTexts], Sequence[str]], what: str, effect: str
) -> Callable[[Evidence], tuple[str, str] | None]:
    """Return a check for empty or blank texts on one side; `texts_of` returns the texts of a segment on this side."""

    def check(evidence: Evidence) -> tuple[str, str] | None:
        if not isinstance(evidence.data, Corpus) or evidence.data.tokenized:
            return None
        sides = [texts_of(_plain_texts(evidence.data, index)) for index in range(len(evidence.data))]
        blank = [index for index, lines in enumerate(sides) if any(not line.strip() for line in lines)]
        if not blank:
            return None
        return (
            f"{count_of(len(blank), len(sides), 'segments')} {'have' if len(blank) > 1 else 'has'} an empty {what} "
            f"({place(blank[0])}): {effect}",
            "check that no line was lost or shifted when writing the files",
        )

    return check


def _plain_texts(corpus: Corpus, index: int) -> SegmentTexts:
    segment = corpus.segments[index]
    return SegmentTexts(str(segment.hypothesis), tuple(map(str, segment.references)), (), ())


def _subwords(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on texts that are still split into subwords, or None."""
    corpus = evidence.data
    if not isinstance(corpus, Corpus) or corpus.tokenized:
        return None
    lines = [str(line) for line in corpus.hypothesis_lines]
    marked = [index for index, line in enumerate(lines) if _SUBWORDS.search(line)]
    if not marked:
        return None
    joined = Corpus.from_segments(
        [_whole_words(line) for line in lines],
        [[_whole_words(str(line)) for line in references] for references in corpus.reference_lines],
    )
    return (
        f"{count_of(len(marked), len(lines), 'hypotheses')} {'are' if len(marked) > 1 else 'is'} split into subwords "
        f"({place(marked[0], lines[marked[0]])}): the number is about these pieces, not about words",
        join_remedies(
            (
                "join the pieces first, for example: sed -E 's/@@( |$)//g', or spm_decode",
                with_number("with the pieces joined it", evidence.on(joined)),
            )
        ),
    )


def _whole_words(line: str) -> str:
    if "▁" in line:
        return line.replace(" ", "").replace("▁", " ").strip()
    return re.sub(r"@@( |$)", "", line)


def _one_side_tokenized(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on spaces before punctuation on only one side, or None."""
    corpus = evidence.data
    if not isinstance(corpus, Corpus) or corpus.tokenized or not len(corpus):
        return None
    hypotheses = [str(line) for line in corpus.hypothesis_lines]
    references = [str(lines[0]) for lines in corpus.reference_lines if lines]
    with_spaces = [sum(1 for line in lines if _SPACED_PUNCTUATION.search(line)) for lines in (hypotheses, references)]
    with_stops = [
        sum(1 for line in lines if re.search(r"\w[.,!?;:](?: |$)", line)) for lines in (hypotheses, references)
    ]
    for k, (side, other) in enumerate((("hypotheses", "references"), ("references", "hypotheses"))):
        if (
            with_spaces[k] > with_stops[k]
            and with_spaces[1 - k] < with_stops[1 - k]
            and 2 * with_spaces[k] >= len(hypotheses)
        ):
            return (
                f"the {side} are tokenized (spaces before punctuation on {with_spaces[k]} of {len(hypotheses)} lines), "
                f"the {other} are not: words with punctuation attached do not match",
                f"detokenize the {side}, or tokenize both sides in the same way",
            )
    return None


def _no_spaces(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on splitting at white space in a script without spaces between words, or None."""
    if not evidence.has("tokenizer") or not evidence.texts:
        return None
    references = [line for texts in evidence.texts[:_LINES] for line in texts.references]
    if not _lacks_spaces(references):
        return None
    tokens = [token for texts in evidence.texts[:_LINES] for line in texts.reference_tokens for token in line]
    if not tokens or sum(map(len, tokens)) < 5 * len(tokens):
        return None
    others = [evidence.with_set(tokenizer=name) for name in ("zh", "char")]
    return (
        f"the references have no spaces between words, and {_tokenizing(evidence)} splits them into tokens of {sum(map(len, tokens)) / len(tokens):.1f} characters: nearly every difference changes a whole token",
        join_remedies((*others, with_number("a metric over characters, cer,", evidence.other("cer"))))
        or "segment the texts into words, or use a metric over characters",
    )


def _lacks_spaces(lines: Sequence[str]) -> bool:
    if script_of(lines) in ("han", "kana"):
        return True
    letters = [character for line in lines for character in line[:100] if character.isalpha()]
    known = sum(unicodedata.name(character, "").startswith(_SCRIPTS_WITHOUT_SPACES) for character in letters)
    return 2 * known > len(letters)


def _identical(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on hypotheses that all equal a reference, but do not have a perfect score, or None."""
    corpus, facts = evidence.data, evidence.metric.facts
    perfect = facts.highest if facts.higher_is_better else 0.0
    if not isinstance(corpus, Corpus) or not len(corpus) or perfect is None or evidence.value is None:
        return None
    equal = all(line in lines for line, lines in zip(corpus.hypothesis_lines, corpus.reference_lines, strict=True))
    if not equal or relative_gap(evidence.value, perfect * evidence.unit) <= SAME_NUMBER:
        return None
    return (
        f"every hypothesis equals a reference, but the score is {format_number(evidence.value)}, not {format_number(perfect * evidence.unit)}",
        "see the other remarks and the scores of other settings",
    )


def _surface(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on penalized hypotheses that differ from a reference only on the surface, or None.

    The surface is case, punctuation and white space.
    """
    corpus = evidence.data
    if not isinstance(corpus, Corpus) or corpus.tokenized or not len(corpus):
        return None
    differing = []
    for index, (hypothesis, references) in enumerate(zip(corpus.hypothesis_lines, corpus.reference_lines, strict=True)):
        bare = _normalized_text(str(hypothesis))
        if bare and hypothesis not in references and any(bare == _normalized_text(str(line)) for line in references):
            differing.append(index)
    imperfect = [index for index in differing if not _is_perfect(evidence, corpus, index)]
    if not imperfect:
        return None
    first = corpus.segments[imperfect[0]]
    bare_texts = Corpus.from_segments(
        [_normalized_text(str(line)) for line in corpus.hypothesis_lines],
        [[_normalized_text(str(line)) for line in lines] for lines in corpus.reference_lines],
    )
    return (
        f"{count_of(len(imperfect), len(corpus), 'hypotheses')} {'differ' if len(imperfect) > 1 else 'differs'} from a reference "
        f"in case, punctuation or white space only ({place(imperfect[0])}: {str(first.hypothesis)[:40]!r} for "
        f"{str(first.references[0])[:40]!r})",
        join_remedies(
            (
                evidence.with_set(case="lower"),
                with_number("without case and punctuation it", evidence.on(bare_texts)),
            )
        ),
    )


def _is_perfect(evidence: Evidence, corpus: Corpus, index: int) -> bool:
    """Return whether a segment alone has the best score."""
    facts = evidence.metric.facts
    best = facts.highest if facts.higher_is_better else 0.0
    value = evidence.on(corpus.part(index, index + 1))
    return best is not None and value is not None and relative_gap(value, best * evidence.unit) <= SAME_NUMBER


def _normalized_text(text: str) -> str:
    words = "".join(character if character.isalnum() or character.isspace() else " " for character in text.casefold())
    return " ".join(words.split())


def _shifted(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark if pairing hypotheses and references differently gives a far better score; else None."""
    value, facts, corpus = evidence.value, evidence.metric.facts, evidence.data
    if value is None or facts.higher_is_better is None or not isinstance(corpus, Corpus) or len(corpus) < _FEWEST:
        return None
    for name in _ORDERS:
        outcome = mistaken(corpus, evidence.settings, catalogue()[name])
        if not isinstance(outcome, Score):
            continue
        low, high = sorted((value, outcome.value))
        better = (outcome.value > value) == facts.higher_is_better
        if better and high > 2 * low and high - low > 10 * facts.window * evidence.unit:
            return (
                f"the score would be far better, {format_number(outcome.value)}, if {catalogue()[name].meaning}",
                "check whether hypotheses and references are in the same order, and no line is missing at the beginning",
            )
    return None


#: Layouts that pair texts differently, and the number of segments below which they are meaningless.
_ORDERS = ("transposed", "next-references", "previous-references", "blank-lines-dropped")
_FEWEST = 4

TEXT_RULES = (
    Rule("nothing-left", _nothing_left),
    Rule("little-left", _little_left),
    Rule("identical-but-not-perfect", _identical),
    Rule("better-in-another-order", _shifted),
    Rule("subwords", _subwords),
    Rule("one-side-tokenized", _one_side_tokenized),
    Rule("no-spaces", _no_spaces),
    Rule("empty-hypotheses", _empty(lambda texts: [texts.hypothesis], "hypothesis", "nothing can match there")),
    Rule(
        "empty-references",
        _empty(lambda texts: texts.references, "reference", "it counts like any other reference"),
    ),
    Rule("surface-differences", _surface),
)
