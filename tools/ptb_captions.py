"""Record the output of pycocoevalcap's tokenizer for captions, in tests/data/ptb-captions.jsonl.

    python -m tools.ptb_captions                  tokenize the recorded texts again
    python -m tools.ptb_captions --add texts.txt  and the lines of a file

It needs pycocoevalcap and Java. The tokens of a caption may depend on the next caption in the tokenizer's file, so each
text is followed by the caption "x".
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
#: The start of a tag or an emoticon that may end in the next caption.
_OPEN = re.compile(r"<|\.\[\^")
#: Characters that end a line for the tokenizer, after which captions are assigned to wrong images.
LINE_ENDS = re.compile("[\r\x0b\x0c\u2028\u2029]")


def captions(texts: list[str]) -> list[str]:
    """Return the tokenized captions of the texts, in order.

    Raises `RuntimeError` if captions are assigned to wrong texts.
    """
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
    """Tokenize the recorded texts, and the lines of the file given with ``--add``, and write the record."""
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
