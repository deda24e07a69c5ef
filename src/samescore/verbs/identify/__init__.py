"""The verb identify: infer an implementation's settings from its answers alone."""

from samescore.verbs.identify.command import identify
from samescore.verbs.identify.request import Request, execute

__all__ = ["Request", "execute", "identify"]
