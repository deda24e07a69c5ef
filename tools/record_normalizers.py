"""Write ``tests/data/normalizers.jsonl``: texts, and what Whisper's normalizers make of them.

    python -m tools.record_normalizers path/to/whisper/normalizers

The folder is that of https://github.com/openai/whisper; the package whisper-normalizer must be installed as well. The
first texts are those of the golden vectors, the others are generated.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from samescore.generators.speech import speech_texts
from tests.oracle.cases.transforms import WHISPER_TEXTS
from tests.oracle.whisper import RECORD

VERSION = "c0d2f624c09dc18e709e37c2ad90c039a4eb72a2"
TEXTS = 240


def _original(folder: Path) -> Any:
    """The folder as a package: its modules import each other."""
    spec = importlib.util.spec_from_file_location(
        "whisper_normalizers", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder} is no Python package")
    module = sys.modules["whisper_normalizers"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> int:
    """Ask both, and write the record."""
    folder = Path(sys.argv[1])
    openai = _original(folder)
    from whisper_normalizer.basic import BasicTextNormalizer
    from whisper_normalizer.english import EnglishTextNormalizer

    basic = {"": {}, "-no-diacritics": {"remove_diacritics": True}, "-marks": {"preserve_marks": True}}
    ask: dict[str, Callable[[str], str]] = {
        "whisper-english": openai.EnglishTextNormalizer(),
        "whisper-normalizer-english": EnglishTextNormalizer(),
    }
    for name, arguments in basic.items():
        for ending, letters in {"": False, "-letters": True}.items():
            ask[f"whisper-basic{name}{ending}"] = BasicTextNormalizer(split_letters=letters, **arguments)
    lines = []
    for text in dict.fromkeys((*WHISPER_TEXTS, *speech_texts(TEXTS, seed=5))):
        lines.append({"text": text, **{name: normalizer(text) for name, normalizer in ask.items()}})
        for ending, arguments in {"": {}, "-no-diacritics": {"remove_diacritics": True}}.items():
            if openai.BasicTextNormalizer(**arguments)(text) != lines[-1][f"whisper-basic{ending}"]:
                raise ValueError(f"the two basic normalizers differ: {text!r}")
    header = {
        "sources": {
            f"https://github.com/openai/whisper/{VERSION}/whisper/normalizers/{name}": hashlib.sha256(
                (folder / name).read_bytes()
            ).hexdigest()
            for name in ("basic.py", "english.py", "english.json")
        },
        "whisper-normalizer": importlib.metadata.version("whisper-normalizer"),
        "python": sys.version.split()[0],
    }
    RECORD.write_text(
        "".join(json.dumps(line, ensure_ascii=True) + "\n" for line in (header, *lines)), encoding="utf-8"
    )
    print(f"{RECORD}: {len(lines)} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
