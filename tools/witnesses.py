"""For writers of catalogue entries: the problems of each entry, and what the installed packages return.

    python -m tools.witnesses conformance/divergences/bleu.toml [ID ...]

If no package is installed, the oracle of the test suite says what the settings give.
"""

from __future__ import annotations

import sys
from pathlib import Path

from samescore.catalogue.divergences import Divergence, Seen, load_file
from samescore.errors import SamescoreError
from samescore.verbs.golden.witnesses import live, problems, witnessed
from tools.derive import expected


def answers(divergence: Divergence, seen: Seen) -> str:
    """What one side of a witness returns now."""
    try:
        if answered := live(divergence, seen):
            return f"{answered[0].label} returns {answered[1].describe()}"
        by_hand = expected(divergence.metric, divergence.data().plain(), witnessed(divergence, seen).settings.as_dict())
    except SamescoreError as problem:
        return str(problem)
    return f"not installed; the oracle: {by_hand.get('value', by_hand['outcome'])}"


def main() -> None:
    """Print the problems of the entries in a file, and the values returned now."""
    path, *wanted = sys.argv[1:]
    for name, divergence in load_file(Path(path)).items():
        if wanted and name not in wanted:
            continue
        wrong = problems(divergence)
        print(name, "ok" if not wrong else "WRONG")
        for text in wrong:
            print("   ", text)
        for seen in (divergence.left, divergence.right):
            now = answers(divergence, seen)
            if wrong or seen.value not in now:
                print(f"    {seen.implementation}: recorded {seen.value}; {now}")


if __name__ == "__main__":
    main()
