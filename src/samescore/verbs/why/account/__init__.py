"""One side of *explain* alone: what carries a number, and the rules that say what is unusual about it."""
