"""Check that the gate finds the same causes for a program that rounds: ``python -m benchmarks.rounded_gates``.

Each change is an upgrade of a package behind a wrapper, or a knob that the wrapper's author changes. Both sides are native
models, so no package needs to be installed. The wrapper returns all digits, or rounds to 4, 3 or 2 decimals of its scale
without declaring it. The table shows how many answers changed, how many of them the gate explains, and for how many the
gate does not name the first cause that it names for all digits. It may name several causes if rounded numbers cannot
distinguish them.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

from samescore.base.outcome import Score, Undefined
from samescore.catalogue.vectors import select
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.implementations import described_function, native_model
from samescore.implementations.recording import Recording, recordings_of
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings
from samescore.verbs.judging.fresh import NO_FRESH
from samescore.verbs.judging.plan import RunPlan
from samescore.verbs.judging.run import ask
from samescore.verbs.releases.gate import gate
from samescore.verbs.releases.gate_causes import MENDED

#: Numbers of decimals of wrappers on a scale of 100, two more on a scale of 1; None: all digits.
DECIMALS: tuple[int | None, ...] = (None, 4, 3, 2)


@dataclasses.dataclass(frozen=True)
class Upgrade:
    """A change of a wrapper: from the model of one entry point to that of a different one, or to other knobs."""

    before: str
    after: str = ""
    knobs: tuple[tuple[str, object], ...] = ()

    @property
    def words(self) -> str:
        """The change as text, for the table."""
        knobs = ", ".join(f"{name}={value}" for name, value in self.knobs)
        return f"{self.before} -> {self.after or knobs}"

    @property
    def sides(self) -> tuple[Settings, Settings]:
        """The settings before and after the change."""
        first = _settings(self.before)
        return first, _settings(self.after) if self.after else first.replace(**dict(self.knobs))


#: Upgrades of packages, and knobs that an author changes.
UPGRADES = (
    Upgrade("sacrebleu==1.5.1.corpus_bleu", "sacrebleu==2.6.0.corpus_bleu"),
    Upgrade("nltk==3.2.5.corpus_nist", "nltk==3.9.corpus_nist"),
    Upgrade("nltk==3.5.sentence_ribes", "nltk==3.10.4.sentence_ribes"),
    Upgrade("rouge==0.3.2.rouge-l", "rouge==1.0.1.rouge-l"),
    Upgrade("jiwer==2.3.0.wer", "jiwer==4.0.0.wer"),
    Upgrade("seqeval==0.0.12.f1_score", "seqeval==1.2.2.f1_score"),
    Upgrade("sacrebleu.corpus_bleu", knobs=(("smoothing", "floor"),)),
    Upgrade("sacrebleu.corpus_bleu", knobs=(("tokenizer", "intl"),)),
    Upgrade("sacrebleu.corpus_bleu", knobs=(("case", "lower"),)),
    Upgrade("sacrebleu.corpus_chrf", knobs=(("word_order", 2),)),
    Upgrade("sacrebleu.corpus_ter", knobs=(("case", "keep"),)),
    Upgrade("rouge_score.rougeL", knobs=(("stemmer", "porter-nltk"),)),
    Upgrade("jiwer.wer", knobs=(("case", "lower"),)),
    Upgrade("sklearn.f1_score", knobs=(("average", "macro"),)),
)


@dataclasses.dataclass(frozen=True)
class Row:
    """The gate's explanation of one upgrade of a wrapper that rounds to `decimals`: `causes` by the id of the vector."""

    upgrade: Upgrade
    decimals: int | None
    moved: int
    explained: int
    causes: dict[str, list[str]]

    def differing(self, exact: Row) -> list[str]:
        """Return the vectors that changed here and in `exact` (all digits), and whose first cause there is not named here."""
        both = self.causes.keys() & exact.causes.keys()
        return sorted(v for v in both if exact.causes[v] and exact.causes[v][0] not in self.causes[v])


def measured(upgrade: Upgrade, decimals: Sequence[int | None] = DECIMALS) -> list[Row]:
    """Return the rows of an upgrade, one for each number of decimals."""
    rows = []
    for places in decimals:
        before, after = (_recorded(upgrade, settings, places) for settings in upgrade.sides)
        found = gate([before], [after])
        causes = {
            vector.vector: _named(regression.reason) for vector in found.vectors for regression in vector.regressions
        }
        rows.append(Row(upgrade, places, len(causes), sum(map(bool, causes.values())), causes))
    return rows


def _settings(entry_point: str) -> Settings:
    model = native_model(entry_point)
    return model.profiles(model.metric_name)[0].settings()


def _named(reason: str) -> list[str]:
    """Return the causes that a reason names, without their comments and counts."""
    bare = re.sub(r" \([^()]*\)|, and \d+ more", "", reason).removeprefix("as if ").removeprefix(MENDED).strip()
    return bare.split(" or ") if bare else []


def _recorded(upgrade: Upgrade, settings: Settings, places: int | None) -> Recording:
    """Return a recording of a wrapper with these settings on the golden vectors of its metric."""
    claimed = upgrade.sides[0]
    described = {"settings": {knob.name: getattr(claimed, knob.name) for knob in claimed.knobs()}}
    wrapper = described_function(_wrapper(settings, places), "py:mine:score", settings.metric, described)
    report = ask(RunPlan((wrapper,), tuple(select([settings.metric])), named=True, fresh=NO_FRESH, all_answers=True))
    return recordings_of(report)[0]


def _wrapper(settings: Settings, places: int | None) -> Callable[..., Any]:
    """Return a function that computes a metric under these settings, and rounds the score."""
    kind = metric(settings.metric).takes[0]
    wide = float(getattr(settings, "scale", 1)) > 1

    def score(*arguments: Any) -> float | None:
        data: Data = Corpus.from_segments(*arguments) if kind is Corpus else kind(*arguments)
        outcome = native_outcome(data, settings)
        if isinstance(outcome, Undefined):
            return None
        if not isinstance(outcome, Score):
            raise ValueError(outcome.describe())
        return outcome.value if places is None else round(outcome.value, places if wide else places + 2)

    return score


def main(given: Sequence[str] | None = None) -> int:
    """Print the table, and return 1 if a cause differs, or fewer changes are explained, with fewer digits."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.rounded_gates", description=(__doc__ or "").split("\n")[0]
    )
    parser.parse_args(given)
    worse = 0
    print("| change | decimals | moved | explained | other causes than with all digits |")
    print("|---|---|---|---|---|")
    for upgrade in UPGRADES:
        rows = measured(upgrade)
        for row in rows:
            differing = row.differing(rows[0])
            lost = row.explained * rows[0].moved < rows[0].explained * row.moved
            worse += bool(differing) or lost
            places = "all" if row.decimals is None else row.decimals
            print(f"| {upgrade.words} | {places} | {row.moved} | {row.explained} | {len(differing)} |")
            sys.stdout.flush()
            for vector in differing[:3]:
                print(f"  {vector}: {row.causes[vector]!r}, not {rows[0].causes[vector]!r}", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
