"""The built wheel, installed in an environment of its own: ``tox run -e build``."""
