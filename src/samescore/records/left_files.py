"""The record of what an implementation left in the working folder."""

from __future__ import annotations

import msgspec

#: How many names are kept.
_KEPT = 10


class LeftFiles(msgspec.Struct, frozen=True, tag_field="type", tag="left-files"):
    """The files and folders that an implementation left in `folder`, the working one: how many, and the first names."""

    implementation: str
    folder: str
    count: int
    names: list[str]

    @classmethod
    def of(cls, implementation: str, folder: str, names: list[str]) -> LeftFiles:
        """The record of all these names."""
        return cls(implementation, folder, len(names), names[:_KEPT])

    @property
    def text(self) -> str:
        """What was left, in a sentence."""
        more = f" and {self.count - len(self.names)} more" if self.count > len(self.names) else ""
        files = "file" if self.count == 1 else "files"
        return f"{self.implementation} left {self.count} {files} in {self.folder}: {', '.join(self.names)}{more}."
