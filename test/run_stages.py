"""Runs the stages of scripts/test and says one line about each.

A stage is a command and the files it looks at. When it passed, the hash of those
files is kept in build/passed/, and while it stays the same the stage is not run
again. `--all` runs every stage anyway; names of stages run only those. `--sanitize`
runs the stages of behaviour with tools that the sanitizers instrument (build-asan).
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
    ("sanitize", ["scripts/sanitize"],
     SOURCES + ["test/runtime/**/*", "test/dialects/nn/*.cpp", "CMake*", "cmake/*"]),
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


# The stages that can run with instrumented tools.
INSTRUMENTED = ("lit", "unit", "oracle", "fusion", "tools")


def run_instrumented(wanted):
    """Runs stages with everything built in build-asan; returns whether all passed."""
    if subprocess.run(["scripts/sanitize", "build"], cwd=ROOT).returncode:
        return False
    os.environ["GRADC_TOOLS"] = str(ROOT / "build-asan/bin")
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0:detect_container_overflow=0"
    os.environ["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"
    os.environ["PATH"] = f"{ROOT / 'build-asan/bin'}{os.pathsep}{os.environ['PATH']}"
    passed = True
    for name, command, _ in STAGES:
        if name in INSTRUMENTED and (not wanted or name in wanted):
            command = [word.replace("build/test", "build-asan/test") if name == "lit" else
                       "build-asan" if word == "build" else word for word in command]
            passed &= run_stage(name, command, [], force=True)
    return passed


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
    force, sanitize = ("--all" in arguments), ("--sanitize" in arguments)
    wanted = [a for a in arguments if a not in ("--all", "--sanitize")]
    known = [stage[0] for stage in STAGES]
    for name in wanted:
        if name not in known:
            sys.exit(f"test: there is no stage '{name}'; the stages are {', '.join(known)}")
    if sanitize:
        sys.exit(not run_instrumented(wanted))
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
