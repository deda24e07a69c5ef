"""The verb fuzz: inputs on which two implementations disagree."""

from samescore.verbs.fuzz.request import NotStartedError, Request, execute

__all__ = ["NotStartedError", "Request", "execute"]
