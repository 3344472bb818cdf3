"""Whoever plays a run, and however often it is interrupted, it prints one digest."""

import json
import signal
import subprocess
import sys
import time

from tests.unit.dask_cluster import cluster

ASKED = ("simulate", "--seats", "random", "--seed", "37", "--format", "json")
DEALS = "1000000"


def printed(*words):
    done = subprocess.run(
        [sys.executable, "-m", "tractor_fast", *words], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)["digest"]


def test_all_ways_to_run_print_one_digest(tmp_path):
    asked = (*ASKED, "--deals", DEALS)
    file = tmp_path / "run.db"
    found = {
        "1 worker": printed(*asked, "--jobs", "1"),
        "2 threads": printed(*asked, "--jobs", "2"),
        "2 processes": printed(*asked, "--jobs", "2", "--executor", "processes"),
    }
    with cluster(tmp_path, 2) as dask:
        found["dask with 2 workers"] = printed(*asked, "--scheduler", dask.address)
    begun = [sys.executable, "-m", "tractor_fast", *asked, "--jobs", "1", "--out", str(file)]
    with subprocess.Popen(begun, stderr=subprocess.PIPE, text=True) as process:
        while not file.exists():
            time.sleep(0.01)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == 130
    assert f"of 1,000,000 deals are kept in {file}" in said
    found["resumed"] = printed("runs", "resume", str(file), "--format", "json")
    assert set(found.values()) == {found["1 worker"]}
    assert len(found) == 5
