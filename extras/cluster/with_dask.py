"""Plays a simulation in parts on a Dask cluster, and merges them.

    python extras/cluster/with_dask.py 8 content/arena duel --battles 4000

The first argument is the number of parts; all others are passed to `foeman simulate`.
Without DASK_SCHEDULER_ADDRESS, a cluster is started on this machine, with a worker for each core. The workers of
another cluster need the program and the pack at the same paths; FOEMAN is the program if it is not on the PATH.
Requires `pip install "dask[distributed]"`.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from dask.distributed import Client, LocalCluster, as_completed

FOEMAN = os.environ.get("FOEMAN", "foeman")


def play(arguments: list[str], part: int, parts: int) -> str:
    """The lines of one part; runs on a worker."""
    command = [FOEMAN, "simulate", *arguments, "--threads", "1", "--shard", f"{part}/{parts}"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise RuntimeError(f"part {part} of {parts}: {run.stderr.strip()}")
    return run.stdout


def main() -> int:
    if len(sys.argv) < 4 or not sys.argv[1].isdigit():
        print(__doc__, file=sys.stderr)
        return 2
    parts, arguments = int(sys.argv[1]), sys.argv[2:]
    address = os.environ.get("DASK_SCHEDULER_ADDRESS")
    cluster = address or LocalCluster(threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client, tempfile.TemporaryDirectory() as folder:
        # A part has the same text on every machine, so losing a worker loses only the part that it was playing.
        waiting = {client.submit(play, arguments, part, parts): part for part in range(1, parts + 1)}
        for done, future in enumerate(as_completed(waiting), start=1):
            Path(folder, f"{waiting[future]}.jsonl").write_text(future.result())
            print(f"\r{done} of {parts} parts", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        files = [str(Path(folder, f"{part}.jsonl")) for part in range(1, parts + 1)]
        return subprocess.run([FOEMAN, "simulate", "--merge", *files], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
