"""Write ``tests/data/normalizers.jsonl``: texts, with the results of Whisper's normalizers.

    python -m tools.record_normalizers path/to/whisper/normalizers

The folder comes from https://github.com/openai/whisper; the package whisper-normalizer must be installed as well. The
first texts come from the golden vectors, and the others are generated.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import sys
from collections.abc import Callable
from pathlib import Path

from samescore.generators.speech import speech_texts
from tests.oracle.cases.transforms import WHISPER_TEXTS
from tests.oracle.whisper import RECORD
from tools.originals.openai_whisper import normalizers_at

VERSION = "c0d2f624c09dc18e709e37c2ad90c039a4eb72a2"
TEXTS = 240


def main() -> int:
    """Run the normalizers of both sources, and write the record.

    Raises `ValueError` if their basic normalizers differ.
    """
    folder = Path(sys.argv[1])
    english, plain = normalizers_at(folder)
    from whisper_normalizer.basic import BasicTextNormalizer
    from whisper_normalizer.english import EnglishTextNormalizer

    basic = {"": {}, "-no-diacritics": {"remove_diacritics": True}, "-marks": {"preserve_marks": True}}
    ask: dict[str, Callable[[str], str]] = {
        "whisper-english": english.EnglishTextNormalizer(),
        "whisper-normalizer-english": EnglishTextNormalizer(),
    }
    for name, arguments in basic.items():
        for ending, letters in {"": False, "-letters": True}.items():
            ask[f"whisper-basic{name}{ending}"] = BasicTextNormalizer(split_letters=letters, **arguments)
    lines = []
    for text in dict.fromkeys((*WHISPER_TEXTS, *speech_texts(TEXTS, seed=5))):
        lines.append({"text": text, **{name: normalizer(text) for name, normalizer in ask.items()}})
        for ending, arguments in {"": {}, "-no-diacritics": {"remove_diacritics": True}}.items():
            if plain.BasicTextNormalizer(**arguments)(text) != lines[-1][f"whisper-basic{ending}"]:
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
