"""``python -m samescore.compat.sacrebleu`` runs the command."""

from __future__ import annotations

from samescore.compat.sacrebleu.command import main

if __name__ == "__main__":
    main()
