"""gradc and its peers as processes that measure when they are asked, so that they take turns."""
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from figures import merge

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / "build/bin"
WORK = ROOT / "build/bench"
PEERS = ROOT / "bench/peers"


class Contender:
    """A worker; `ask` sends it one line and returns its answer."""

    def __init__(self, name, command, environment=None):
        self.name = name
        WORK.mkdir(parents=True, exist_ok=True)
        self.log = WORK / f"{name.replace(' ', '-')}.log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen([str(c) for c in command], cwd=ROOT, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=log, text=True,
                                            env={**os.environ, **(environment or {})})

    def ask(self, *words):
        """The answer, or None once the worker has failed, which is said once."""
        if self.process is None:
            return None
        try:
            self.process.stdin.write(" ".join(str(w) for w in words) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if answer:
            return json.loads(answer)
        print(f"bench: {self.name} has ended; what it said is in {self.log.relative_to(ROOT)}", file=sys.stderr)
        self.close()
        return None

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None


def gradc_worker():
    return Contender("gradc", [BIN / "gradc-bench"])


def peers(with_torch):
    """Workers of all peers that can be had."""
    found = [Contender("JAX", [sys.executable, PEERS / "works_jax.py"])]
    if with_torch and (torch := install_torch()):
        python, environment, preload = torch
        preloaded = environment | {"LD_PRELOAD": preload}
        works = PEERS / "works_torch.py"
        found += [Contender("torch", [python, works, "eager"], environment),
                  Contender("torch preloaded", [python, works, "eager"], preloaded),
                  Contender("torch.compile", [python, works, "compile"], preloaded)]
    return found


def install_torch():
    """(Python, environment, library to preload), or None if torch can't be had, which is said."""
    done = subprocess.run([PEERS / "install_torch"], cwd=ROOT)
    if done.returncode != 0:
        return None
    folder = ROOT / "build/torch"
    return (folder / "venv/bin/python", {"LD_LIBRARY_PATH": str(folder / "cuda")},
            str(folder / "libintel.so"))


def take_turns(rounds, jobs):
    """Asks each (contender, words) of `jobs` in turn; the merged answers by contender."""
    answers = {}
    for _ in range(rounds):
        for contender, words in jobs:
            answer = contender.ask(*words)
            time.sleep(0.02)  # threads of the last one go to sleep
            if answer:
                answers.setdefault(contender.name, []).append(answer)
    return {name: merge(some) for name, some in answers.items()}


def compile_model(name, model, *options):
    """Compiles a model; the library's path."""
    path = WORK / f"{name}.so"
    WORK.mkdir(parents=True, exist_ok=True)
    subprocess.run([BIN / "gradc", model, "-o", path, *options], cwd=ROOT, check=True)
    return path
