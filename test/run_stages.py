"""Runs the stages of scripts/test and says one line about each.

A stage is a command and the files it looks at. When it passed, the hash of those
files is kept in build/passed/, and while it stays the same the stage is not run
again. `--all` runs every stage anyway; names of stages run only those.
"""
import hashlib
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"

# What was built, and what every test of behaviour depends on.
BUILT = ["build/bin/**/*", "build/lib/**/*"]
SOURCES = ["compiler/**/*", "dialects/**/*", "passes/**/*", "runtime/**/*",
           "tools/**/*", "examples/**/*", "scripts/**/*"]

# How the stages whose tools have words of their own say what they did.
SUMMARIES = {"lit": (r"Discovered Tests: (\d+)", "{} files of FileCheck tests"),
             "unit": (r"tests passed.* out of (\d+)", "{} programs of unit tests")}

# name, command, files it looks at.
STAGES = [
    ("format", ["scripts/format", "--check"],
     SOURCES + ["test/**/*", ".clang-format"]),
    ("twins", [sys.executable, "scripts/check_tests.py"],
     SOURCES + ["test/**/*"]),
    ("docs", ["scripts/docs", "--check"],
     ["dialects/**/*.td", "passes/**/*.td", "docs/**/*", "scripts/docs"]),
    ("lit", [sys.executable, LIT, "-q", "build/test"],
     BUILT + ["test/**/*.mlir", "test/lit*", "examples/**/*"]),
    ("unit", ["ctest", "--test-dir", "build", "--output-on-failure", "-j2", "--no-tests=ignore"],
     BUILT + ["test/runtime/**/*", "examples/**/*"]),
    ("nvrtc", [sys.executable, "test/compiler/cuda/nvrtc.py"],
     BUILT + ["test/compiler/cuda/**/*", "examples/**/*", "scripts/cuda"]),
    ("oracle", [sys.executable, "test/oracle/run.py"],
     BUILT + ["test/oracle/**/*", "test/requirements.txt", "examples/**/*"]),
    ("standin", [sys.executable, "test/standin/run.py"],
     BUILT + ["test/standin/**/*", "runtime/standin/device/*", "examples/**/*"]),
    ("fusion", [sys.executable, "test/oracle/random_fusions.py"],
     BUILT + ["test/oracle/*.py", "test/requirements.txt"]),
    ("tools", [sys.executable, "test/tools/run.py"],
     BUILT + ["test/tools/**/*", "test/oracle/*.py", "examples/**/*", "bench/**/*"]),
    ("counts", [sys.executable, "bench/counts.py"],
     BUILT + ["bench/**/*", "examples/**/*"]),
]


def digest(patterns):
    """Hash of the names and contents of all files that the patterns name."""
    paths = {p for pattern in patterns for p in ROOT.glob(pattern)}
    total = hashlib.sha256()
    for path in sorted(paths):
        if path.is_file() and "__pycache__" not in path.parts and "Output" not in path.parts:
            total.update(str(path.relative_to(ROOT)).encode())
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def run_stage(name, command, patterns, force):
    """Runs one stage if it has to be; returns whether it stands passed."""
    stamp = BUILD / "passed" / name
    key = digest(patterns)
    if not force and stamp.is_file() and stamp.read_text() == key:
        print(f"test: {name:8} passed before, nothing it looks at has changed")
        return True
    log = BUILD / "test-logs" / f"{name}.log"
    log.parent.mkdir(exist_ok=True)
    start = time.monotonic()
    with open(log, "w") as out:
        status = subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT).returncode
    seconds = time.monotonic() - start
    text = log.read_text(errors="replace").rstrip()
    if status != 0:
        print(text if len(text) < 20000 else text[:10000] + "\n…\n" + text[-10000:])
        print(f"test: {name:8} FAILED in {seconds:.0f} s, all it said is in {log.relative_to(ROOT)}")
        return False
    # The last line of a stage's output is its summary, unless it has another.
    summary = text.splitlines()[-1] if text else "passed"
    pattern, words = SUMMARIES.get(name, ("$^", ""))
    if found := re.search(pattern, text):
        summary = words.format(found.group(1))
    print(f"test: {name:8} {summary}, {seconds:.0f} s")
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(key)
    return True


def main():
    arguments = sys.argv[1:]
    force = "--all" in arguments
    wanted = [a for a in arguments if a != "--all"]
    known = [stage[0] for stage in STAGES]
    for name in wanted:
        if name not in known:
            sys.exit(f"test: there is no stage '{name}'; the stages are {', '.join(known)}")
    os.environ["PATH"] = f"{BUILD / 'bin'}{os.pathsep}{os.environ['PATH']}"
    sys.stdout.reconfigure(line_buffering=True)
    start = time.monotonic()
    failed = [name for name, command, patterns in STAGES
              if (not wanted or name in wanted) and not run_stage(name, command, patterns, force)]
    seconds = time.monotonic() - start
    if failed:
        sys.exit(f"test: failed: {', '.join(failed)}, after {seconds:.0f} s")
    print(f"test: everything passed in {seconds:.0f} s")


if __name__ == "__main__":
    main()
