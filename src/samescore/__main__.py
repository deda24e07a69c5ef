"""``python -m samescore``: the command line."""

from samescore.cli import main

if __name__ == "__main__":
    main()
