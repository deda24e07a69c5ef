"""Turn a plain function into a program with its own choices."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from typing import Any


@dataclasses.dataclass(frozen=True)
class Written:
    """A function of two arguments that is called with these options; it makes the mistake `bug`, or none."""

    function: Callable[..., float]
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    bug: str = ""

    def __call__(self, *arguments: Any) -> float:
        return self.function(*arguments, bug=self.bug, **self.options)

    @property
    def __signature__(self) -> inspect.Signature:
        """The signature that users see: only the first two arguments of the function."""
        signature = inspect.signature(self.function)
        return signature.replace(parameters=list(signature.parameters.values())[:2])
