"""Record what scripts answer that no package installs; see `tools.originals.__main__`."""
