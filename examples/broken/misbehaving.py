"""A program that breaks the protocol in the way that its argument names, for tests and to see samescore's reports."""

import json
import os
import signal
import sys
import time

MANNER = sys.argv[1]
ABOUT = {
    "implementation": "misbehaving",
    "version": MANNER,
    "metrics": [{"metric": "wer", "settings": {"tokenizer": "none"}}],
}


def flood_of_answers():
    """Print well-formed answers to requests that were never read, until the pipe is full."""
    number = 1
    while True:
        number += 1
        print(json.dumps({"id": number, "outcome": "score", "value": 0.5}), flush=True)


def misbehave(request):
    answer = {"id": request["id"], "outcome": "score", "value": 0.5}
    if MANNER == "crash":
        print("about to die", file=sys.stderr, flush=True)
        sys.exit(3)
    elif MANNER == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif MANNER == "hang":
        time.sleep(3600)
    elif MANNER == "flood":
        while True:
            print("x" * 1000, flush=True)
    elif MANNER == "endless-line":
        while True:
            sys.stdout.write("x" * 65536)
    elif MANNER == "flood-errors":
        for _ in range(100000):
            print("e" * 1000, file=sys.stderr)
    elif MANNER == "not-json":
        print("half a point", flush=True)
        return
    elif MANNER == "not-utf8":
        sys.stdout.buffer.write(b'{"id": "\xff\xfe"}\n')
        sys.stdout.flush()
        return
    elif MANNER == "wrong-id":
        answer["id"] += 1
    elif MANNER == "nan":
        answer["value"] = float("nan")
    elif MANNER == "no-outcome":
        del answer["outcome"]
    elif MANNER == "text-value":
        answer["value"] = "half"
    elif MANNER == "deep":
        sys.stdout.write('{"id": %d, "outcome": "score", "value": 1, "stages": ' % request["id"])
        print("[" * 100000 + "]" * 100000 + "}", flush=True)
        return
    elif MANNER == "deep-stages":
        stages = 0.5
        for _ in range(900):
            stages = [stages]
        answer["stages"] = {"matches": stages}
    elif MANNER == "huge-stages":
        answer["stages"] = {"matches": [[]] * 1000000}
    elif MANNER == "large-stages":
        answer["stages"] = {"matches": [[]] * 60000}
    elif MANNER == "huge-texts":
        answer["warnings"] = ["w" * 2000] * 1000
    elif MANNER == "huge-message":
        answer = {"id": request["id"], "outcome": "raised", "error": "E" * 1000000, "message": "m" * 1000000}
    elif MANNER == "digits":
        answer["value"] = "1_0"
    elif MANNER == "refuses":
        answer = {"id": request["id"], "outcome": "raised", "error": "ValueError", "message": "on purpose"}
    elif MANNER == "crashed":
        answer = {"id": request["id"], "outcome": "crashed", "error": "SystemExit", "message": "1"}
    elif MANNER == "closed-output":
        os.close(1)
        time.sleep(3600)
    elif MANNER == "twice":
        print(json.dumps(answer), flush=True)
    print(json.dumps(answer), flush=True)


for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "describe":
        if MANNER == "bad-description":
            print(json.dumps({"id": request["id"], "implementation": "x", "metrics": [{"metric": "blue"}]}), flush=True)
        elif MANNER == "silent":
            time.sleep(3600)
        else:
            print(json.dumps(dict(ABOUT, id=request["id"])), flush=True)
            if MANNER == "deaf":
                flood_of_answers()
    elif request["op"] == "score":
        misbehave(request)
    else:
        break
