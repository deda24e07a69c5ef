"""Records as one self-contained HTML page, which needs no network and opens from disk."""
