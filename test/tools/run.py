#!/usr/bin/env python3
"""Drives gradc and gradc-run as a user does.

    test/tools/run.py [NAME...]

Every function called test_* in a *_test.py beside this file gets an empty folder.
Names choose those whose name contains one of them. Failures print what the tool
was asked and what it said.
"""
import importlib
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def find(names):
    """(name, function) of every test that was asked for."""
    for path in sorted(HERE.glob("*_test.py")):
        module = importlib.import_module(path.stem)
        for name, test in vars(module).items():
            full = f"{path.stem.removesuffix('_test')}.{name.removeprefix('test_')}"
            if name.startswith("test_") and (not names or any(n in full for n in names)):
                yield full, test


def run_one(test):
    """None, or why the test failed."""
    with tempfile.TemporaryDirectory(prefix="gradc-test-") as folder:
        try:
            test(Path(folder))
        except AssertionError as fault:
            return str(fault) or traceback.format_exc()
        except Exception:
            return traceback.format_exc()
    return None


def main():
    tests = list(find(sys.argv[1:]))
    with ThreadPoolExecutor(max_workers=2) as pool:
        faults = list(pool.map(lambda test: run_one(test[1]), tests))
    for (name, _), fault in zip(tests, faults):
        if fault:
            print(f"{name}: {fault}\n")
    failed = sum(fault is not None for fault in faults)
    if failed:
        sys.exit(f"{failed} of {len(tests)} tests of the tools failed")
    print(f"{len(tests)} tests of the tools")


if __name__ == "__main__":
    main()
