#!/usr/bin/env python3
"""Says which op, pass or runtime source has no test of its name.

  an op      dialects/D/*.td        def …Op<"mnemonic"       test/dialects/D/mnemonic.mlir
  a pass     passes/P/Passes.td     Pass<"gradc-verb-noun"   test/passes/P/verb-noun.mlir
  a source   runtime/**/name.c(pp)                           test/runtime/name_test.cpp (or .c)
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def defined(td, pattern):
    """Names that the records of a .td file define; comments don't count."""
    text = re.sub(r"//[^\n]*", "", td.read_text())
    return re.findall(pattern, text, re.S)


def missing():
    """Yields (what has no test, where the test belongs)."""
    for folder in sorted((ROOT / "dialects").iterdir()):
        tests = ROOT / "test/dialects" / folder.name
        for td in sorted(folder.glob("*.td")):
            for op in defined(td, r'^def\s+\w+Op\b\s*:\s*\w+\s*<\s*"([a-z0-9_.]+)"'.replace("^def", r"\bdef")):
                if not (tests / f"{op}.mlir").is_file():
                    yield f"op {folder.name}.{op}", tests / f"{op}.mlir"
    for td in sorted(ROOT.glob("passes/*/Passes.td")):
        tests = ROOT / "test/passes" / td.parent.name
        for flag in defined(td, r'\bPass\s*<\s*"gradc-([a-z0-9-]+)"'):
            if not (tests / f"{flag}.mlir").is_file():
                yield f"pass gradc-{flag}", tests / f"{flag}.mlir"
    for source in sorted((ROOT / "runtime").rglob("*.c*")):
        if source.suffix not in (".c", ".cpp"):
            continue
        stem = source.stem.lower()
        if not list((ROOT / "test/runtime").rglob(f"{stem}_test.c*")):
            yield str(source.relative_to(ROOT)), ROOT / "test/runtime" / f"{stem}_test.cpp"


def main():
    found = list(missing())
    for what, where in found:
        print(f"{what} has no test {where.relative_to(ROOT)}")
    if found:
        sys.exit(f"{len(found)} tests are missing")
    print("every op, pass and runtime source has a test of its name")


if __name__ == "__main__":
    main()
