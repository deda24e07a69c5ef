"""ROUGE-W, by weighted longest common subsequences (Lin, "ROUGE: a package ...", 2004, section 3.3).

A run of k consecutive matches has the weight f(k) = k^w. With WLCS(X, Y) of a reference X of m words and a hypothesis Y
of n words, R = f^-1(WLCS / f(m)), P = f^-1(WLCS / f(n)) (equations 13 and 14), and F as in ROUGE-L. The program
ROUGE-1.5.5 instead weights the runs of a union over sentences. It also applies the weight to the length of the
reference twice, so identical texts have a recall below 1.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from operator import sub
from typing import Any, ClassVar

import msgspec

from samescore.base.errors import SettingsError
from samescore.data.corpus import Corpus, Line
from samescore.kernels.numbered import Numbered
from samescore.kernels.weighted_subsequences import weighted_triples, weights, weights_of_runs
from samescore.metrics.base import Tokens
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.rouge.numbering import RougeText
from samescore.metrics.rouge.scores import Rouge
from samescore.metrics.rouge.settings import RougeSettings
from samescore.metrics.rouge.units import need_tokens, sentences, tokens
from samescore.settings import Choice, Real, Stage, knob


class RougeWSettings(RougeSettings):
    """The knobs of ROUGE-W. The defaults are the paper's definition, with ROUGE-1.5.5's usual weight."""

    metric: ClassVar[str] = "rouge-w"

    sentences: str = knob(
        Stage.TEXT, Choice(("whole", "line")), "whole", "Compared units. whole: whole texts; line: every pair of lines"
    )
    weight: float = knob(Stage.STATISTICS, Real(1.0, 100.0), 1.2, "Exponent w of the weighting function f(k) = k^w")
    hits: str = knob(
        Stage.STATISTICS,
        Choice(("wlcs", "runs", "runs-unless-1")),
        "wlcs",
        "Weighted matches. wlcs: WLCS by the paper's dynamic program; runs: the sum of f over runs of matched "
        "reference tokens, clipped to their counts in the hypothesis (a run that ends in a clipped token "
        "continues in the next); runs-unless-1: the same, but the number of these tokens if w = 1",
    )
    recall_base: str = knob(
        Stage.STATISTICS,
        Choice(("once", "twice")),
        "once",
        "Denominator of recall, with m the length of a sentence. once: the sum of f(m) over the sentences; "
        "twice: f of that sum",
    )
    empty_text: str = knob(
        Stage.STATISTICS,
        Choice(("zero", "raise")),
        "zero",
        "References without tokens. zero: score 0; raise: an error",
        former=("empty",),
    )

    def check_together(self) -> None:
        RougeSettings.check_together(self)
        if self.sentences == "line" and self.tokenizer == "given":
            raise SettingsError(
                "sentences=line splits text, so it cannot be used with tokens", hint="set sentences=whole"
            )
        if self.sentences == "line" and self.hits == "wlcs":
            raise SettingsError("the paper defines WLCS only for two texts", hint="set hits=runs, or sentences=whole")


#: Matched positions in the reference as a linked list, the last position first.
Chain = tuple[int, "Chain"] | None


def _wlcs(reference: Sequence[str], hypothesis: Sequence[str], w: float) -> tuple[float, Chain]:
    """Return the weighted length c(m, n) by the paper's dynamic program, and the positions of the subsequence it finds.

    Equal tokens always extend a run, as in the paper, even if a longer run is missed, so a heavier subsequence may
    exist. On ties, the subsequence without the last token of the reference is used. Each cell of the table carries its
    positions, so two rows suffice.
    """
    powers = [k**w for k in range(min(len(reference), len(hypothesis)) + 1)]
    width = len(hypothesis) + 1
    row, chains, runs = [0.0] * width, list[Chain]([None]) * width, [0] * width
    for i, token in enumerate(reference):
        above, chains_above, runs_above = row, chains, runs
        row, chains, runs = [0.0], [None], [0]
        for j, other in enumerate(hypothesis):
            if token == other:
                k = runs_above[j]
                row.append(above[j] + powers[k + 1] - powers[k])
                chains.append((i, chains_above[j]))
                runs.append(k + 1)
            else:
                stepped_back = above[j + 1] >= row[j]
                row.append(above[j + 1] if stepped_back else row[j])
                chains.append(chains_above[j + 1] if stepped_back else chains[j])
                runs.append(0)
    return row[-1], chains[-1]


def _heaviest_positions(reference: Sequence[str], hypothesis: Sequence[str], w: float) -> set[int]:
    """Return the positions in the reference of the subsequence that `_wlcs` finds."""
    _, chain = _wlcs(reference, hypothesis, w)
    positions = set()
    while chain is not None:
        position, chain = chain
        positions.add(position)
    return positions


def _runs(hypothesis: list[list[str]], reference: list[list[str]], w: float, plain: bool) -> float:
    """Return the total weight of the runs of reference tokens that are in a union of the subsequences found by `_wlcs`.

    Each sentence's union is over the hypothesis' sentences. With `plain`, every such token is a run of its own. Tokens
    count at most as often as in the hypothesis.
    """
    left = Counter(token for sentence in hypothesis for token in sentence)
    hits = 0.0
    for sentence in reference:
        union = set().union(*(_heaviest_positions(sentence, candidate, w) for candidate in hypothesis))
        run = 0
        for position in sorted(union):
            if left[sentence[position]] == 0:
                continue
            left[sentence[position]] -= 1
            run += 1
            if plain or position + 1 not in union:
                hits += run**w
                run = 0
    return hits


def _has_empty_references(words: Numbered) -> bool:
    """Return whether a reference has no tokens."""
    lines, segments = words.lines, words.segments
    return any(lines[k] == lines[k + 1] for h, last in pairwise(segments) for k in range(h + 1, last))


class RougeW(Rouge[RougeWSettings, list[list[str]]]):
    """ROUGE-W: a longest common subsequence in which consecutive matches weigh more."""

    name = "rouge-w"
    title = "ROUGE-W"
    settings = RougeWSettings
    facts = msgspec.structs.replace(
        Rouge.facts, highest=None, plausible={**Rouge.facts.plausible, "weight": (1.2, 2.0)}
    )

    def units(self, line: Line, settings: RougeWSettings, seen: Seen = unseen) -> list[list[str]]:
        return sentences(line, settings, seen) if settings.sentences == "line" else [tokens(line, settings, seen)]

    def root(self, settings: RougeWSettings) -> float:
        return settings.weight

    def additive(self, settings: RougeWSettings) -> bool:
        """Return False: counts are weighted floats, whose sums depend on the order of the segments."""
        return False

    def count(self, hypothesis: list[list[str]], reference: list[list[str]], settings: RougeWSettings) -> list[float]:
        """Return WLCS or the weight of the runs, and the weighted lengths of both texts, the divisors of P and R.

        Raises `MetricError` for a reference without tokens if ``empty_text`` is raise.
        """
        need_tokens([token for sentence in reference for token in sentence], settings)
        if settings.hits == "wlcs":
            hits, _ = _wlcs(reference[0], hypothesis[0], settings.weight)
        else:
            hits = _runs(
                hypothesis, reference, settings.weight, plain=settings.hits == "runs-unless-1" and settings.weight == 1
            )
        base = 0.0
        for sentence in reference:
            base += len(sentence) ** settings.weight
        length = sum(map(len, hypothesis)) ** settings.weight
        return [hits, length, base if settings.recall_base == "once" else base**settings.weight]

    def by_sentence(self, settings: RougeWSettings) -> bool:
        return True

    def pairs(self, text: RougeText, settings: RougeWSettings) -> list[Any] | None:
        if settings.sentences == "whole":
            text = text.as_one()
        words = text.tokens
        if settings.empty_text == "raise" and _has_empty_references(words):
            return None
        longest = max(map(sub, words.lines[1:], words.lines), default=0)
        try:
            powers = array("d", (k**settings.weight for k in range(longest + 1)))
        except OverflowError:
            return None
        hits: array[float] | None
        if settings.hits == "wlcs":
            hits = weights(words, powers)
        else:
            single = settings.hits == "runs-unless-1" and settings.weight == 1
            hits = weights_of_runs(words, text.sentences, text.starts, powers, single)
        if hits is None:
            return None
        numbers = iter(weighted_triples(words, text.sentences, text.starts, powers, hits))
        rows = list(zip(numbers, numbers, numbers, strict=True))
        return rows if settings.recall_base == "once" else [(hit, h, r**settings.weight) for hit, h, r in rows]

    def prepare(self, line: Line, settings: RougeWSettings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        units = self.units(line, settings, seen)
        return units if settings.sentences == "line" else units[0]

    def tokens(self, data: Corpus, settings: RougeWSettings) -> Tokens:
        units = super().tokens(data, settings)
        return units if settings.sentences == "line" else [[text for (text,) in texts] for texts in units]


ROUGE_W = RougeW()
