"""``python -m samescore``: the command line."""

from samescore.cli import main

main()
