"""Wheels of a made-up package, for tests that install releases without a network."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

#: What a made-up release of rapidfuzz does with two texts.
_MODULE = """
__version__ = "{version}"
class _Levenshtein:
    @staticmethod
    def distance(a, b, weights=(1, 1, 1)):
        {body}
class distance:
    Levenshtein = OSA = DamerauLevenshtein = _Levenshtein
"""


def make_wheel(folder: Path, version: str, body: str = "return 3") -> None:
    """Write a wheel of a package called rapidfuzz, with one module, into a folder, which is created."""
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
