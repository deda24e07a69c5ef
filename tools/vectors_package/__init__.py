"""Build the golden vectors for other languages: an npm package, a plain archive with the same data, and checksums.

The files depend only on the vectors and the version: names are sorted, and times and owners are fixed.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from packaging.version import Version

from samescore import __version__
from samescore.catalogue.layout import schema_text
from samescore.catalogue.vectors import Vector, flags, retired_ids, vectors
from samescore.metrics import METRIC_NAMES

NAME = "samescore-vectors"
#: The time that npm gives every file of a package: 1985-10-26 08:15 UTC.
_TIME = 499162500
#: The largest integer up to which a double, and so ``JSON.parse``, represents all integers exactly.
_LARGEST = 2**53 - 1
_TOP = Path(__file__).resolve().parents[2]
_OWN = Path(__file__).parent / "npm"
_PRERELEASES = {"a": "alpha", "b": "beta", "rc": "rc"}


def npm_version(version: str) -> str:
    """Return a version of samescore in npm's form. Raises `ValueError` for a version that npm cannot express.

    >>> npm_version("1.2.0"), npm_version("1.2.0rc1"), npm_version("0.1.0.dev0")
    ('1.2.0', '1.2.0-rc.1', '0.1.0-dev.0')
    """
    parsed = Version(version)
    unknown = parsed.epoch or parsed.is_postrelease or parsed.local or (parsed.pre and parsed.is_devrelease)
    if unknown or len(parsed.release) != 3:
        raise ValueError(f"{version} is no version for npm: write X.Y.Z, X.Y.ZrcN or X.Y.Z.devN")
    label = f"-{_PRERELEASES[parsed.pre[0]]}.{parsed.pre[1]}" if parsed.pre else ""
    return parsed.base_version + label + (f"-dev.{parsed.dev}" if parsed.dev is not None else "")


def build(folder: Path) -> list[Path]:
    """Write the npm package, the plain archive and SHA256SUMS into `folder`, and return their paths."""
    version = npm_version(__version__)
    data, package = _data(), _package(version)
    made = {
        f"{NAME}-{version}.tgz": _archive("package", data | package),
        f"{NAME}-{version}.tar.gz": _archive(f"{NAME}-{version}", data),
    }
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(made.items()))
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in {**made, "SHA256SUMS": sums.encode()}.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in (*made, "SHA256SUMS")]


def _data() -> dict[str, bytes]:
    """Return the files of both archives, by path."""
    by_metric: dict[str, list[Vector]] = {name: [] for name in METRIC_NAMES}
    for vector in vectors().values():
        by_metric[vector.metric].append(vector)
    files = {f"vectors/{name}.json": _lines(chosen) for name, chosen in by_metric.items()}
    contents = {
        "version": __version__,
        "metrics": {name: len(chosen) for name, chosen in by_metric.items()},
        "bigIntegers": [vector.id for vector in vectors().values() if any(map(_is_big, _numbers(vector)))],
        "flags": flags(),
        "retired": retired_ids(),
    }
    return files | {
        "index.json": msgspec.json.format(msgspec.json.encode(contents), indent=2) + b"\n",
        "schema.json": schema_text(f"{NAME}/1", f"{NAME}: a file of vectors", msgspec.json.schema(list[Vector])),
        "README.md": (_OWN / "README.md").read_bytes(),
        "LICENSE": (_TOP / "LICENSE").read_bytes(),
    }


def _lines(chosen: list[Vector]) -> bytes:
    """Return a list of vectors in JSON, with one vector per line."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, chosen)) + b"\n]\n"


def _numbers(value: Any) -> Iterator[float]:
    """Yield all integers in a vector's input, settings and stages, at any depth."""
    if isinstance(value, Vector):
        yield from _numbers([value.input, value.settings, value.expected.stages])
    elif isinstance(value, Mapping):
        yield from _numbers(list(value.values()))
    elif isinstance(value, list):
        for member in value:
            yield from _numbers(member)
    elif isinstance(value, int):
        yield value


def _is_big(number: float) -> bool:
    return abs(number) > _LARGEST


def _package(version: str) -> dict[str, bytes]:
    """Return the files of the npm package that the plain archive does not have, by path."""
    project = msgspec.toml.decode((_TOP / "pyproject.toml").read_bytes())["project"]
    source = project["urls"]["Source"]
    described = {
        "name": NAME,
        "version": version,
        "description": "Golden vectors for text-evaluation metrics: inputs, settings and exact expected scores.",
        "keywords": project["keywords"],
        "homepage": project["urls"]["Homepage"],
        "bugs": project["urls"]["Issues"],
        "repository": {"type": "git", "url": f"git+{source}.git"},
        "license": project["license"],
        "type": "commonjs",
        "main": "./index.js",
        "types": "./index.d.ts",
        "exports": {
            ".": {"types": "./index.d.ts", "default": "./index.js"},
            "./vectors/*.json": "./vectors/*.json",
            **{f"./{name}": f"./{name}" for name in ("index.json", "schema.json", "package.json")},
        },
        "files": ["index.js", "index.d.ts", "index.json", "schema.json", "vectors"],
        "sideEffects": False,
        "engines": {"node": ">=18"},
    }
    files = {path.name: path.read_bytes() for path in sorted(_OWN.iterdir()) if path.name != "README.md"}
    return files | {"package.json": msgspec.json.format(msgspec.json.encode(described), indent=2) + b"\n"}


def _archive(top: str, files: Mapping[str, bytes]) -> bytes:
    """Return a gzipped tar archive of `files`, by path, below the folder `top`."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime, entry.mode = len(content), _TIME, 0o644
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)
