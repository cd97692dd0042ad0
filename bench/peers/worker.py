"""What the workers of JAX and torch share: each line of standard input, a work and how many
seconds to take, is answered by a line of JSON with the seconds that one run takes. The work
asked for last stays prepared, so that another can take its turn between two measurements.
"""
import json
import statistics
import sys
import time


def measure(run, wait, seconds):
    """Times `run` in samples of as many runs as take 200 microseconds; `wait` waits for what it gave."""
    wait(run())
    start = time.perf_counter()
    wait(run())
    once = max(time.perf_counter() - start, 1e-9)
    runs = max(1, int(200e-6 / once))
    samples = []
    end = time.perf_counter() + seconds
    while len(samples) < 3 or time.perf_counter() < end:
        begin = time.perf_counter()
        for _ in range(runs):
            result = run()
        wait(result)
        samples.append((time.perf_counter() - begin) / runs)
    return {"least": min(samples), "median": statistics.median(samples)}


def serve(prepare, wait=lambda result: None):
    """`prepare(name, *sizes)` returns what runs the work once."""
    last, run = None, None
    for line in sys.stdin:
        *work, seconds = line.split()
        if work != last:
            run = None  # its memory first
            run = prepare(work[0], *map(int, work[1:]))
            wait(run())  # compiles
            last = work
        print(json.dumps(measure(run, wait, float(seconds))), flush=True)
