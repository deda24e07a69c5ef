"""Views of records: one module for each kind of record, whose function `view` builds its `View`."""
