"""Read by tox before anything else: interpreters that pyenv has installed need not be chosen (pyenv local) to be found."""

from __future__ import annotations

import os
from pathlib import Path

_PYENV = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
_INSTALLED = sorted(map(str, _PYENV.glob("versions/3.*/bin")))
os.environ["PATH"] = os.pathsep.join([os.environ.get("PATH", os.defpath), *_INSTALLED])
