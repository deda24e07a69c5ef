"""The record of files that an implementation left in the working folder."""

from __future__ import annotations

import msgspec

#: Maximum number of names kept.
_KEPT = 10


class LeftFiles(msgspec.Struct, frozen=True, tag_field="type", tag="left-files"):
    """The files and folders that an implementation left in the working `folder`: their number, and the first names."""

    implementation: str
    folder: str
    count: int
    names: list[str]

    @classmethod
    def of(cls, implementation: str, folder: str, names: list[str]) -> LeftFiles:
        """Build the record from the names of all files; it keeps the first `_KEPT` names."""
        return cls(implementation, folder, len(names), names[:_KEPT])

    @property
    def text(self) -> str:
        """A sentence about the files left."""
        more = f" and {self.count - len(self.names)} more" if self.count > len(self.names) else ""
        files = "file" if self.count == 1 else "files"
        return f"{self.implementation} left {self.count} {files} in {self.folder}: {', '.join(self.names)}{more}."
