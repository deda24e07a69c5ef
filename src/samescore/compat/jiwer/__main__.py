"""``python -m samescore.compat.jiwer`` runs the command."""

from __future__ import annotations

from samescore.compat.jiwer.command import main

if __name__ == "__main__":
    main()
