"""Pieces of texts that tokenizers of the Penn Treebank treat differently."""

from __future__ import annotations

PIECES = [
    *"\"'`.,:;!?()[]{}<>-*@#$%&/_=+|~^\\",
    *"«»“”‘’„‒–—―…·،。，",
    *(" ", "  ", "\t", "\n", "\x1c", "\x1f", "\x85", "\u00a0", "\u3000", "\u200b", "\u2028"),
    *("''", "``", "...", "..", "--", "---", "'''", '""'),
    *("a", "I", "x1", "9", "3.5", "1,000", "٣", "é", "e\u0301", "ß", "ſ", "İ", "K", "我", "हि", "_"),
    *("can", "not", "cannot", "CANNOT", "d'ye", "gimme", "gonna", "gotta", "lemme", "more'n", "wanna", "wannabe"),
    *("'tis", "'twas", "'T", "'Tisn't", "it's", "IT'S", "don't", "DON'T", "we'll", "WE'RE", "I've", "'d", "'em", "o'"),
    *("'re", "'ve", "'ll", "'m", "'t", "'s", "'n", "n't", "N't", "s'", "U.S.", "Mr.", "e.g.", "a.b", "end."),
]
