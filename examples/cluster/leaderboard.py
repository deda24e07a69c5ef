"""Score every system of a leaderboard with several implementations: python leaderboard.py FOLDER REFERENCE [SCHEDULER]."""

import sys
from pathlib import Path

from samescore.verbs.scale import diff


def main(folder, reference, scheduler=""):
    systems = {path.stem: path for path in sorted(Path(folder).glob("*.txt"))}
    found = diff(systems, [reference], ["bleu", "chrf"], ["native", "sacrebleu"], scheduler=scheduler, workers=2)
    for system, comparisons in found.items():
        for comparison in comparisons:
            print(system, comparison.metric, *(f"{row.name}: {row.number}" for row in comparison.rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
