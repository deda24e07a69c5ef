"""Build the packages of the golden vectors: ``python -m tools.vectors_package OUT``."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.vectors_package import build


def main() -> None:
    """Build the packages, and print their paths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="OUT", type=Path, help="the folder that gets the packages and SHA256SUMS")
    for path in build(parser.parse_args().folder):
        print(path)


if __name__ == "__main__":
    main()
