"""The functions of the contract from Spark's ``mapInArrow``, as the documentation shows it."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from samescore.verbs.scale import score

pytest.importorskip("pyspark", reason="Spark is not installed: pip install pyspark")
pytest.importorskip("pandas", reason="mapInArrow asks for pandas: pip install pandas")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java, which is not installed", allow_module_level=True)

_EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "cluster" / "spark.py"
_METRICS = ("bleu", "chrf", "cider")


def test_spark_gives_the_bits_of_one_process(tmp_path: Path) -> None:
    rng = random.Random(4)
    for name in ("hyp.txt", "ref.txt"):
        texts = [" ".join(rng.choices(["the", "cat", "sat", "你好"], k=rng.randint(1, 9))) for _ in range(200)]
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    conf = "--master local[2] --conf spark.ui.enabled=false --conf spark.driver.host=127.0.0.1 pyspark-shell"
    environment = {
        **os.environ,
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_SUBMIT_ARGS": conf,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    command = [sys.executable, str(_EXAMPLE), "hyp.txt", "ref.txt", *_METRICS]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    expected = score(tmp_path / "hyp.txt", [tmp_path / "ref.txt"], _METRICS, engine="none", shard_lines=30)
    assert done.stdout.splitlines() == [f"{line.metric} {line.value}" for line in expected]
