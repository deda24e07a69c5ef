"""Record what pycocoevalcap's tokenizer makes of captions, in tests/data/ptb-captions.jsonl.

    python -m tools.ptb_captions                  ask again about the texts that are recorded
    python -m tools.ptb_captions --add texts.txt  and about the lines of a file

pycocoevalcap and Java have to be installed. A caption's tokens may depend on what follows in the file that the tokenizer
reads, and each text is asked so that nothing but the end of a line and an unremarkable caption follows.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
from pathlib import Path

_RECORDED = Path(__file__).parent.parent / "tests" / "data" / "ptb-captions.jsonl"
_NEXT = "x"
#: What begins a tag or a face that may end in another caption.
_OPEN = re.compile(r"<|\.\[\^")
#: What ends a line to the tokenizer, so that the captions are no longer those of their images.
LINE_ENDS = re.compile("[\r\x0b\x0c\u2028\u2029]")


def captions(texts: list[str]) -> list[str]:
    """The captions as the tokenizer gives them, in order."""
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

    alone = [text for text in texts if _OPEN.search(text)]
    together = [text for text in texts if not _OPEN.search(text)]
    found = {}
    for some in [together, *([text] for text in alone)]:
        tokenized = PTBTokenizer().tokenize(
            {number: [{"caption": text}, {"caption": _NEXT}] for number, text in enumerate(some)}
        )
        for number, text in enumerate(some):
            found[text], follows = tokenized[number]
            if follows != _NEXT:
                raise RuntimeError(f"the captions after {text!r} are out of step")
    return [found[text] for text in texts]


def _jar() -> Path:
    from pycocoevalcap.tokenizer import ptbtokenizer

    return Path(str(ptbtokenizer.__file__)).parent / str(ptbtokenizer.STANFORD_CORENLP_3_4_1_JAR)


def main() -> None:
    """Parse, ask and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--add", type=Path)
    options = parser.parse_args()
    lines = _RECORDED.read_text(encoding="utf-8").split("\n")[1:-1] if _RECORDED.exists() else []
    texts = [json.loads(line)["text"] for line in lines]
    if options.add:
        texts += options.add.read_text(encoding="utf-8").split("\n")
    texts = [text for text in dict.fromkeys(texts) if not LINE_ENDS.search(text)]
    java = subprocess.run(["java", "-version"], capture_output=True, text=True, check=True).stderr.splitlines()[0]  # noqa: S607
    header = {
        "source": "https://pypi.org/project/pycocoevalcap/ 1.2, pycocoevalcap/tokenizer/stanford-corenlp-3.4.1.jar",
        "sha256": hashlib.sha256(_jar().read_bytes()).hexdigest(),
        "command": "python -m tools.ptb_captions",
        "interpreter": java,
    }
    rows = [{"text": text, "caption": caption} for text, caption in zip(texts, captions(texts), strict=True)]
    written = "".join(json.dumps(row) + "\n" for row in [header, *rows])
    _RECORDED.write_text(written, encoding="utf-8", newline="\n")
    print(f"{_RECORDED}: {len(rows)} texts")


if __name__ == "__main__":
    main()
