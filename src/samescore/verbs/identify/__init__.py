"""The verb identify: an implementation's settings, from its answers alone."""

from samescore.verbs.identify.command import identify

__all__ = ["identify"]
