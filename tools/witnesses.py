"""For those who write catalogue entries: what is wrong with each, and what the installed packages return.

    python -m tools.witnesses conformance/divergences/bleu.toml [ID ...]

Where no package is installed, the textbook oracle of the test suite says what the settings give.
"""

from __future__ import annotations

import sys
from pathlib import Path

from samescore.catalogue.divergences import Divergence, Seen, load_file
from samescore.errors import SamescoreError
from samescore.verbs.golden.witnesses import live, problems, witnessed
from tools.derive import expected


def answers(one: Divergence, seen: Seen) -> str:
    """What a side answers when it is asked now."""
    try:
        if answered := live(one, seen):
            return f"{answered[0].label} returns {answered[1].describe()}"
        by_hand = expected(one.metric, one.data().plain(), witnessed(one, seen).settings.as_dict())
    except SamescoreError as problem:
        return str(problem)
    return f"not installed; the oracle: {by_hand.get('value', by_hand['outcome'])}"


def main() -> None:
    """Print what is wrong with the entries of a file, and what is returned now."""
    path, *wanted = sys.argv[1:]
    for name, one in load_file(Path(path)).items():
        if wanted and name not in wanted:
            continue
        found = problems(one)
        print(name, "ok" if not found else "WRONG")
        for text in found:
            print("   ", text)
        for seen in (one.left, one.right):
            now = answers(one, seen)
            if found or seen.value not in now:
                print(f"    {seen.implementation}: recorded {seen.value}; {now}")


if __name__ == "__main__":
    main()
