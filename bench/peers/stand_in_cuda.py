"""Writes libraries in the place of those of CUDA that torch is linked with.

    stand_in_cuda.py VENV FOLDER

All names are links to one library, which has every function that torch looks for in one
of them. Each returns 100, cudaErrorNoDevice.
"""
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

PREFIX = r"(?:__cuda|cu|nccl|nv)"


def say(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main():
    venv, folder = Path(sys.argv[1]), Path(sys.argv[2])
    functions, libraries = defaultdict(set), set()  # functions by symbol version
    for path in venv.glob("lib/python3*/site-packages/torch/lib/*.so*"):
        for function, version in re.findall(rf" U ({PREFIX}\w*)(?:@(\S+))?", say("nm", "-D", "-u", path)):
            functions[version].add(function)
        libraries |= set(re.findall(rf"NEEDED.*\[(lib{PREFIX}.*)\]", say("readelf", "-d", path)))
    folder.mkdir(parents=True, exist_ok=True)
    source, versions = folder / "stand_in.c", folder / "stand_in.map"
    every = sorted(set().union(*functions.values()))
    source.write_text("".join(f"int {f}(void) {{ return 100; }}\n" for f in every))
    versions.write_text("".join(f"{version} {{ {' '.join(f + ';' for f in sorted(some))} }};\n"
                                for version, some in functions.items() if version))
    say("gcc", "-w", "-shared", "-fPIC", source, "-o", folder / "stand_in.so", f"-Wl,--version-script={versions}")
    for library in libraries:
        (folder / library).unlink(missing_ok=True)
        (folder / library).symlink_to("stand_in.so")


if __name__ == "__main__":
    main()
