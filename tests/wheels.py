"""Find the wheel of this project that tox has built, and build wheels of a made-up package for tests without a network."""

from __future__ import annotations

import base64
import hashlib
import os
import zipfile
from pathlib import Path

#: The module of a made-up release of rapidfuzz.
_MODULE = """
__version__ = "{version}"
class _Levenshtein:
    @staticmethod
    def distance(a, b, weights=(1, 1, 1)):
        {body}
class distance:
    Levenshtein = OSA = DamerauLevenshtein = _Levenshtein
"""


def built_wheel() -> Path | None:
    """Return the wheel that ``SAMESCORE_WHEEL`` names (its path, or the folder with only this wheel); None if it is not set."""
    named = os.environ.get("SAMESCORE_WHEEL")
    if not named:
        return None
    path = Path(named)
    if path.is_dir():
        (path,) = path.glob("*.whl")
    return path.resolve(strict=True)


def make_wheel(folder: Path, version: str, body: str = "return 3") -> None:
    """Write a wheel of a package called rapidfuzz into `folder`, which is created; `body` is its distance function's body."""
    folder.mkdir(exist_ok=True)
    info = f"rapidfuzz-{version}.dist-info"
    files = {
        "rapidfuzz.py": _MODULE.format(version=version, body=body),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: rapidfuzz\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    with zipfile.ZipFile(folder / f"rapidfuzz-{version}-py3-none-any.whl", "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(text)}\n"
        archive.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
