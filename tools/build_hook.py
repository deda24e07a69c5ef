"""The build hook: it compiles the kernels, if there is a C compiler, and adds the JSON form of the TOML data."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

#: The environment variable that skips compilation (0), or makes a build fail that cannot compile the kernels (1).
_SWITCH = "SAMESCORE_COMPILE"
#: The environment variable that names a folder in which compiled kernels are cached, so that tox compiles them once for
#: each interpreter and not for each environment.
_KEEP = "SAMESCORE_KEPT_KERNELS"


class SamescoreHook(BuildHookInterface):  # type: ignore[misc]
    """Add compiled kernels and JSON to the wheel; an editable installation gets only the kernels, next to their sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the JSON data and the kernels to the wheel, which is then specific to this interpreter and platform.

        Without compiled kernels the wheel is pure Python; `RuntimeError` if compilation fails but is required.
        """
        switch = os.environ.get(_SWITCH, "")
        if self.target_name != "wheel":
            return
        top = Path(self.root)
        self._work = tempfile.TemporaryDirectory()
        if version != "editable":
            build_data["force_include"].update(_as_json(top, self.build_config.force_include, Path(self._work.name)))
        if switch == "0":
            return
        into = top / "src" if version == "editable" else Path(self._work.name, "lib")
        kept = Path(os.environ[_KEEP], _digest(top)) if _KEEP in os.environ and version != "editable" else None
        if kept and kept.is_dir():
            shutil.copytree(kept, into)
        elif problem := self._compile(top, into):
            if switch == "1":
                raise RuntimeError(f"the kernels do not compile:\n{problem}")
            reason = problem.splitlines()[-1]
            self.app.display_warning(f"samescore is built without compiled kernels, and will be slower: {reason}")
            return
        elif kept:
            _keep(into, kept)
        if version == "editable":
            return
        for path in into.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
            build_data["force_include"][str(path)] = path.relative_to(into).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _compile(self, top: Path, into: Path) -> str:
        """Compile the kernels into the folder `into`, and return the error output; empty on success."""
        command = [sys.executable, str(top / "tools" / "kernels.py"), "--into", str(into), "--work", self._work.name]
        done = subprocess.run(command, capture_output=True, text=True)
        return f"{done.stdout}{done.stderr}".strip() or "no reason given" if done.returncode else ""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder of the compilation."""
        if hasattr(self, "_work"):
            self._work.cleanup()


def _as_json(top: Path, shipped: dict[str, str], work: Path) -> dict[str, str]:
    """Write the JSON form of every shipped TOML file to the folder `work`; return its places in the wheel by file.

    `shipped` has the place in the wheel of each shipped file or folder. A TOML file with nan or an infinity, which JSON
    lacks, is skipped.
    """
    places: dict[str, str] = {}
    for source, target in shipped.items():
        for path in sorted({top / source, *(top / source).rglob("*.toml")}):
            if path.suffix != ".toml":
                continue
            try:
                content = json.dumps(tomllib.loads(path.read_text(encoding="utf-8")), allow_nan=False)
            except ValueError:
                continue
            written = work / f"{len(places)}.json"
            written.write_text(content, encoding="utf-8")
            relative = path.relative_to(top / source).as_posix()
            places[str(written)] = f"{target}/{relative}.json" if relative != "." else f"{target}.json"
    return places


def _digest(top: Path) -> str:
    """Return a cache key of the compiled kernels: a digest of the sources, the compiler settings and the interpreter."""
    versions = [importlib.metadata.version(name) for name in ("cython", "setuptools")]
    chosen = [os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS", "ARCHFLAGS")]
    digest = hashlib.sha256(repr([sys.version, sysconfig.get_platform(), *versions, *chosen]).encode())
    for path in [
        *sorted((top / "tools").glob("kernels.*")),
        *sorted((top / "src" / "samescore" / "kernels").glob("*.p*")),
    ]:
        digest.update(repr((path.name, path.read_bytes())).encode())
    return digest.hexdigest()


def _keep(compiled: Path, kept: Path) -> None:
    """Copy compiled kernels to the folder `kept` atomically; nothing changes if another process has created it first."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as beside:
        whole = Path(shutil.copytree(compiled, Path(beside, "kernels")))
        with contextlib.suppress(OSError):
            whole.rename(kept)
