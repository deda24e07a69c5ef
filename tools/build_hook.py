"""The step of a build that compiles the kernels; without a C compiler the package is built without it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Set to 0, the kernels are not compiled; set to 1, a build that cannot compile them fails.
_SWITCH = "SAMESCORE_COMPILE"


class KernelsHook(BuildHookInterface):  # type: ignore[misc]
    """Compiles the kernels into the wheel, or, for an editable installation, beside their sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled modules to the wheel, which is then one for this interpreter and this platform."""
        switch = os.environ.get(_SWITCH, "")
        if self.target_name != "wheel" or switch == "0":
            return
        top = Path(self.root)
        self._work = tempfile.TemporaryDirectory()
        into = top / "src" if version == "editable" else Path(self._work.name, "lib")
        command = [sys.executable, str(top / "tools" / "kernels.py"), "--into", str(into), "--work", self._work.name]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            if switch == "1":
                raise RuntimeError(f"the kernels do not compile:\n{done.stdout}{done.stderr}")
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            self.app.display_warning(f"samescore is built without compiled kernels, and will be slower: {reason}")
            return
        if version == "editable":
            return
        for path in into.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
            build_data["force_include"][str(path)] = path.relative_to(into).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is no longer needed."""
        if hasattr(self, "_work"):
            self._work.cleanup()
