"""Run one adapter file in a different interpreter, and answer requests by the protocol of programs.

This file is a program of its own, for Python 3.6 and later::

    python _worker.py ADAPTER MEMORY    answer requests on stdin until stdin ends
    python _worker.py --facts           print the versions of this interpreter and its packages
"""

import importlib
import importlib.util
import json
import logging
import math
import os
import re
import sys
import warnings


class Collector(logging.Handler):
    """A log handler that collects the messages that a package logs."""

    def __init__(self):
        logging.Handler.__init__(self)
        self.messages = []

    def emit(self, record):
        self.messages.append(record.getMessage())


def facts():
    """Return facts about this interpreter that can change a score: versions, platform, and the installed packages."""
    import platform
    import unicodedata

    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "unicode": unicodedata.unidata_version,
        "packages": packages(),
    }


def packages():
    """Return the versions of this interpreter's packages, by name in lower case with dashes.

    They are read from the packages' metadata files, because Python before 3.8 has no importlib.metadata.
    """
    versions = {}
    for folder in sys.path:
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            path = os.path.join(folder, name, "METADATA" if name.endswith(".dist-info") else "PKG-INFO")
            if name.endswith(".egg-info") and not os.path.isdir(os.path.join(folder, name)):
                path = os.path.join(folder, name)
            if name.endswith((".dist-info", ".egg-info")) and os.path.isfile(path):
                fields = header(path)
                versions.setdefault(re.sub("[-_.]+", "-", fields["Name"]).lower(), fields["Version"])
    return versions


def header(path):
    """Return the fields before the first empty line of a package's metadata file, by name (if repeated, the first)."""
    fields = {}
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if not line.strip():
                break
            name, _, value = line.partition(": ")
            fields.setdefault(name, value.strip())
    return fields


def load(path):
    """Load and return the adapter module in the file at `path`."""
    spec = importlib.util.spec_from_file_location("adapter", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def limit_memory(size):
    """Limit the memory of this process to `size` bytes, if the system supports such a limit."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    except (ImportError, ValueError, OSError):
        pass


def plain(value):
    """Convert a stage to JSON-compatible data: arrays to lists, non-finite numbers to None, other objects to text."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def describe(adapter):
    """Import the package, and return the answer to ``describe``, with its name; raise any error of the import."""
    importlib.import_module(adapter.MODULE)
    return {"implementation": adapter.MODULE}


def score(adapter, message):
    """Answer one score request; any exception of the package except `KeyboardInterrupt` becomes an answer.

    The warnings and log messages of the package become the warnings of a score.
    """
    request = dict(message["input"], entry_point=message["entry_point"], settings=message["settings"])
    logger, collector = logging.getLogger(adapter.MODULE), Collector()
    logger.addHandler(collector)
    logger.propagate = False
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            answer = adapter.score(request)
        except KeyboardInterrupt:
            raise
        except SystemExit as problem:
            return {"outcome": "crashed", "error": "SystemExit", "message": str(problem)}
        except BaseException as problem:
            return {"outcome": "raised", "error": type(problem).__name__, "message": str(problem)}
        finally:
            logger.removeHandler(collector)
    if answer["outcome"] == "unsupported":
        return {"outcome": "unsupported", "reason": answer["reason"]}
    value = answer["value"]
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return {"outcome": "undefined", "reason": repr(value)}
    messages = []
    for text in [str(warning.message).strip() for warning in caught] + collector.messages:
        if text not in messages:
            messages.append(text)
    return {"outcome": "score", "value": value, "stages": plain(answer.get("stages", {})), "warnings": messages}


def serve(adapter):
    """Answer requests until stdin ends or a stop request arrives; all that the package prints goes to stderr."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    for line in sys.stdin.buffer:
        message = json.loads(line.decode("utf-8"))
        if message["op"] == "stop":
            return
        answer = describe(adapter) if message["op"] == "describe" else score(adapter, message)
        answer["id"] = message["id"]
        answers.write(json.dumps(answer, allow_nan=False).encode("ascii") + b"\n")
        answers.flush()


if __name__ == "__main__":
    if sys.argv[1] == "--facts":
        print(json.dumps(facts()))
    else:
        limit_memory(int(sys.argv[2]))
        serve(load(sys.argv[1]))
