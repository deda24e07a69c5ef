"""Make a valid file of each kind that the program reads, and seeded hostile versions of it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import msgspec

from samescore.catalogue.paths import data_folder
from tests.command import call

_HYPOTHESES = "the cat sat on the mat\nit costs 1,000.50 euros in the shop\nthey went home\n"
_REFERENCES = "the cat is on the mat\nit costs 1,000.50 euro in that shop .\nthey all went home\n"

#: The valid files that are written without a command: name and text; the suffix is that of the kind.
PLAIN = {
    "hypotheses": ("hyp.txt", _HYPOTHESES),
    "references": ("ref.txt", _REFERENCES),
    "pairs": ("pairs.tsv", "the cat sat\tthe cat is\nno\tyes\n"),
    "segments": ("segments.jsonl", '{"hypothesis": "a b c", "references": ["a b", "a c"]}\n' * 2),
    "gold": ("gold.txt", "1\n0\n1\n1\n"),
    "predicted": ("predicted.txt", "1\n1\n0\n1\n"),
    "gold_tags": ("gold.tags", "OK OK BAD\nBAD OK\n"),
    "tags": ("given.tags", "OK BAD BAD\nBAD OK\n"),
    "scored": ("scored.jsonl", '{"gold": 1, "score": 0.5}\n{"gold": 0, "score": 0.25}\n'),
    "logprobs": ("logprobs.jsonl", '{"logprobs": [-0.5, -1.25], "text": "a b"}\n{"logprobs": [-2.0], "text": "c"}\n'),
    "choices": ("choices.jsonl", '{"choices": ["a", "b"], "logprobs": [-1.5, -2.5], "gold": 0}\n'),
    "counts": ("counts.csv", "gold,BAD,OK\nBAD,1,2\nOK,0,3\n"),
    "counts_tsv": ("counts.tsv", "tp\tfp\tfn\ttn\n2\t0\t1\t3\n"),
    "counts_json": ("counts.json", '{"classes": ["BAD", "OK"], "confusion": [[1, 2], [0, 3]]}\n'),
    "squad": (
        "squad.json",
        '{"version": "1.1", "data": [{"paragraphs": [{"qas": [{"id": "q1", "answers": [{"text": "the cat"}]},'
        ' {"id": "q2", "answers": [{"text": "42"}, {"text": "forty two"}]}]}]}]}\n',
    ),
    "cmrc": (
        "cmrc.json",
        '[{"qas": [{"query_id": "q1", "answers": ["猫"]}, {"query_id": "q2", "answers": ["42"]}]}]\n',
    ),
    "drop": (
        "drop.json",
        '{"p": {"qa_pairs": [{"query_id": "q1", "answer": {"number": "", "spans": ["the cat"], "date": {"day": "",'
        ' "month": "", "year": ""}}}, {"query_id": "q2", "answer": {"number": "42", "spans": []}}]}}\n',
    ),
    "answers": ("answers.json", '{"q1": "cat", "q2": "42"}\n'),
    "no_answer": ("no-answer.json", '{"q1": 0.25, "q2": 1}\n'),
    "samples": (
        "samples.jsonl",
        '{"target": "1", "arguments": {"gen_args_0": {"arg_0": "?", "arg_1": " a"}, "gen_args_1": {"arg_0": "?",'
        ' "arg_1": " b"}}, "filtered_resps": [["-1.5", "False"], ["-0.5", "False"]], "filter": "none", "acc": 1.0}\n',
    ),
    "inputs": (
        "inputs.jsonl",
        '{"segments": [{"hypothesis": "a b", "references": ["a", "b"]}]}\n'
        '{"tokenized": true, "segments": [{"hypothesis": ["a"], "references": [["a"], []]}]}\n'
        '{"gold": ["a", "b"], "predicted": ["a", "a"]}\n{"classes": ["a", "b"], "confusion": [[1, 2], [0, 3]]}\n'
        '{"gold": [1, 0], "scores": [0.5, "-inf"]}\n{"logprobs": [[-0.5, null]], "texts": ["a"]}\n'
        '{"items": [{"choices": ["a", "b"], "logprobs": [-1.5, null], "gold": 1}]}\n'
        '{"texts": ["a b"], "unigrams": {"a": 2, "b": 1}, "bigrams": {"ab": 1}}\n',
    ),
    "unigrams": ("unigrams.json", '{"the": 2, "cat": 1}\n'),
    "description": (
        "description.json",
        '{"implementation": "mine", "version": "1", "metrics": [{"metric": "bleu", "settings": {"smoothing": "none"},'
        ' "free": {"max_order": [1, 2]}, "unit": "text", "max_references": 1}]}\n',
    ),
    "environment": (
        "environment.json",
        '{"package": "nltk", "version": "3.5", "base": "/python", "requirements": ["nltk==3.5"], "installer": "uv",'
        ' "source": {"index": "https://pypi.org/simple", "others": ["/wheels"]},'
        ' "files": {"bin/python": ["e3b0c442", 0, 1764000000000000000, 1764000000000000000]},'
        ' "folder": "/cache/environment", "facts": {"python": "3.9.1", "implementation": "CPython", "platform": "linux",'
        ' "unicode": "13", "packages": {"nltk": "3.5"}}}\n',
    ),
    "claims": (
        "claims.jsonl",
        '{"metric": "bleu", "published": "23.88", "source": "Table 1", "hypotheses": "hyp.txt", "references": ["ref.txt"]}\n'
        '{"metric": "mcc", "published": "-0.33", "references": ["gold.txt"], "hypotheses": "predicted.txt"}\n',
    ),
    "claims_toml": (
        "claims.toml",
        '[[claim]]\nmetric = "chrf"\npublished = "71.88"\nhypotheses = "hyp.txt"\nreferences = ["ref.txt"]\n',
    ),
    "expectations": (
        "expect.toml",
        'implementation = "native"\n\n[expected]\n"wer-no-references" = "known"\n',
    ),
}

#: The valid files that a command writes: name and arguments.
RECORDED = {
    "run": (
        "run.jsonl",
        ("run", "native", "native:jiwer", "-m", "wer", "--all-answers", "--no-report", "--format", "jsonl"),
    ),
    "explanation": (
        "explanation.jsonl",
        ("explain", "native", "native:nltk", "hyp.txt", "-r", "ref.txt", "--format", "jsonl"),
    ),
    "account": (
        "account.jsonl",
        ("explain", "native", "hyp.txt", "-r", "ref.txt", "--format", "jsonl"),
    ),
    "crossing": (
        "crossing.jsonl",
        ("explain", "native", "hyp.txt", "-r", "ref.txt", "-m", "wer", "-m", "cer", "--format", "jsonl"),
    ),
    "comparison": (
        "comparison.jsonl",
        ("diff", "hyp.txt", "-r", "ref.txt", "-i", "native", "-i", "native:nltk", "--format", "jsonl"),
    ),
    "findings": ("findings.jsonl", ("audit", "claims.jsonl", "--jobs", "1", "--format", "jsonl")),
}


def make_valid_files(folder: Path) -> dict[str, Path]:
    """Write a valid file of each kind into a folder, and return the paths by kind."""
    paths = {}
    for kind, (name, text) in PLAIN.items():
        paths[kind] = folder / name
        paths[kind].write_text(text, encoding="utf-8")
    for kind, (name, arguments) in RECORDED.items():
        paths[kind] = folder / name
        written = call(*arguments, cwd=folder)
        assert written.stdout, written.stderr
        paths[kind].write_text(written.stdout, encoding="utf-8")
    paths["vectors"] = folder / "vectors.json"
    file = msgspec.json.decode((data_folder("golden") / "wer" / "edge-matrix.json").read_bytes())
    paths["vectors"].write_text(json.dumps({**file, "vectors": file["vectors"][:3]}), encoding="utf-8")
    return paths


def hostile(valid: bytes, rng: random.Random) -> bytes:
    """Return a hostile version of a valid file, with one or two faults in its bytes or its JSON."""
    for _ in range(rng.choice((1, 1, 2))):
        valid = rng.choice(_FAULTS)(valid, rng)
    return valid


def hostile_text(rng: random.Random) -> str:
    """Return a hostile argument of a command."""
    text = rng.choice(_TEXTS)
    if rng.random() < 0.3:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(_TEXTS) + text[at:]
    return text


def _truncated(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _flipped(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return b"\xff"
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def _spliced(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(_SNIPPETS) + data[at:]


def _line_removed(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    if lines:
        del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def _lines_repeated(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    return data + rng.choice(lines) * rng.choice((1, 2, 50))


def _replaced(data: bytes, rng: random.Random) -> bytes:
    """Return the content of an entirely different file."""
    del data
    return rng.choice(_FILES)


def _json_value_replaced(data: bytes, rng: random.Random) -> bytes:
    """Return the file with one value of a JSON line replaced; a file that is not JSON is spliced."""
    lines = data.splitlines()
    at = rng.randrange(len(lines)) if lines else 0
    try:
        record = msgspec.json.decode(lines[at]) if lines else None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _spliced(data, rng)
    changed = _changed(record, rng, 4)
    lines = [
        *lines[:at],
        json.dumps(changed).encode().replace(b'"%deep%"', b"[" * 1000 + b"]" * 1000),
        *lines[at + 1 :],
    ]
    return b"\n".join(lines) + b"\n"


def _changed(value: object, rng: random.Random, depth: int) -> object:
    """Return the value with one part replaced, removed or added."""
    if depth and isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(sorted(value))
        action = rng.random()
        if action < 0.1:
            return {name: part for name, part in value.items() if name != key}
        if action < 0.2:
            return {**value, rng.choice(("unknown", "", "__class__", "id", "\x1b[31m")): rng.choice(_VALUES)}
        return {**value, key: _changed(value[key], rng, depth - 1)}
    if depth and isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return [*value[:at], _changed(value[at], rng, depth - 1), *value[at + 1 :]]
    return rng.choice(_VALUES)


_SNIPPETS = (
    b"\x00",
    b"\xff\xfe",
    b"\r",
    b"\r\n",
    b"\x1b]0;title\x07\x1b[2J",
    "\u202e\u2028\u0085".encode(),
    b"\xed\xa0\x80",
    b"{",
    b"]" * 40,
    b'"',
    b"nan",
    b"1e999",
    b"1_0",
    "١".encode(),
    b"x" * 100_000,
    b"9" * 5000,
    b"\t\t\t",
)

_VALUES: tuple[object, ...] = (
    None,
    True,
    -1,
    10**30,
    2**63,
    1e308,
    "",
    "nan",
    "1_0",
    "\u0661",
    "x" * 10_000,
    "\x1b[31m\x07\u202e",
    "\ud800",
    "../../etc/passwd",
    "/dev/zero",
    "%deep%",
    [],
    {},
    [[]],
    ["a"] * 100,
    {"a": {"b": {}}},
)

_FILES = (
    b"",
    b"\n",
    b"\n\n\n",
    b"null\n",
    b"[]\n",
    b"{}\n",
    b'"text"\n',
    b"[" * 1000 + b"]" * 1000,
    b'{"a":' * 1000 + b"1" + b"}" * 1000,
    b"a = " + b"[" * 1000 + b"]" * 1000 + b"\n",
    b"a." * 1000 + b"b = 1\n",
    "the cat sat\n".encode("utf-16"),
    b"\xef\xbb\xbfthe cat sat\n",
    bytes(range(256)) * 4,
    b"\x00" * 4096,
    b"\x7fELF\x02\x01\x01",
    b"PK\x03\x04",
    b"\x1f\x8b\x08\x00",
    b"a,b,c\n1,2,3\n",
)

_FAULTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _truncated,
    _flipped,
    _spliced,
    _line_removed,
    _lines_repeated,
    _replaced,
    _json_value_replaced,
    _json_value_replaced,
    _json_value_replaced,
)

_TEXTS = (
    "",
    " ",
    "-",
    "--",
    "=",
    "|",
    ":",
    "..",
    "/dev/null",
    "/",
    "../../etc/passwd",
    "nan",
    "inf",
    "-1",
    "1_0",
    "\u0661",
    "9" * 5000,
    "1e999",
    "0x10",
    "[" * 1000,
    "a" * 10_000,
    "\x1b[31m",
    "\x07\r",
    "\u202e",
    "\udcff",
    "case:keep|case:lower",
    "max_order:99999999999",
    "tokenizer=",
    "nltk==",
    "nltk==999",
    "sacrebleu==1.5.1 --index-url x",
    "py:os:system",
    "cmd:",
    "cmd:'",
    "replay:",
    "replay:/dev/null",
    "%s%n{0}",
    "$(id)",
    "*",
    "None",
    "native",
)
