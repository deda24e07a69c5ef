"""Tests of the built wheel, installed in a separate environment: ``tox run -e build``."""
