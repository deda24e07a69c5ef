"""Record the answers of scripts that are not in an installable package; see `tools.originals.__main__`."""
