"""The verb fuzz: search for inputs on which two implementations disagree."""

from samescore.verbs.fuzz.execution import NotStartedError, execute
from samescore.verbs.fuzz.request import Request

__all__ = ["NotStartedError", "Request", "execute"]
