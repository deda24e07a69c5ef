"""Records as one self-contained HTML page: no network, opens from disk."""
