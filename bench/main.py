"""bench/run: the figures of gradc beside its peers' and this machine's floors, in one run.

Times are compared within one run only: the contenders take turns, and the clocks of a
shared machine vary. The least of all turns counts.
"""
import argparse
import os

import compiling
import demo
import figures
import mlps
import single_ops
from contenders import ROOT, WORK

KINDS = {"demo": demo, "ops": single_ops, "mlp": mlps, "compile": compiling}


def main():
    parser = argparse.ArgumentParser(prog="bench/run", description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"{', '.join(KINDS)}; all unless given")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each contender")
    parser.add_argument("--quick", action="store_true", help="fewer sizes, shorter measurements")
    parser.add_argument("--only", action="append", metavar="OP", help="of ops, this one")
    parser.add_argument("--no-torch", dest="torch", action="store_false", help="leave torch out")
    options = parser.parse_args()
    if unknown := [what for what in options.what if what not in KINDS]:
        parser.error(f"there is no {unknown[0]}; there are {', '.join(KINDS)}")
    options.cores = len(os.sched_getaffinity(0))
    missed = 0
    for what in options.what or KINDS:
        found = list(KINDS[what].figures(options))
        figures.write(found, WORK / f"{what}.json")
        print(f"\n{what}")
        figures.print_table(found)
        for figure in found:
            if phases := figure.more.get("phases_seconds"):
                print(f"  {figure.work}: " + ", ".join(f"{name} {1e3 * s:.0f}" for name, s in phases.items()) + " ms")
        missed += sum(not holds for f in found for holds in f.holds)
    print(f"\nbench: {missed} bounds are missed; all numbers are in {WORK.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
