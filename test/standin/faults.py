"""The kernels of faults.cu: each fault is caught, and what is right is not reported."""
import re
from pathlib import Path

import numpy as np

import host
import kernel_text
from dtypes import STORAGE

SOURCE = Path(__file__).with_name("faults.cu")


def expected(text):
    """{kernel: {layer: regular expression}}."""
    found, kernel = {}, None
    for line in text.splitlines():
        if launch := re.match(r"// launch (\w+)", line):
            kernel = launch.group(1)
            found[kernel] = {}
        elif fault := re.match(r"// fault (\w+): (.*)", line):
            found[kernel][fault.group(1)] = fault.group(2)
    return found


def make_call(kernel):
    random = np.random.default_rng(7)
    arrays = [random.standard_normal(tensor.shape).astype(STORAGE[tensor.dtype])
              for tensor in kernel.tensors]
    return host.Call(kernel, arrays)


def check(folder, pool):
    """How many faults there are, and a sentence for each kernel and layer that is not
    as it should be."""
    text = SOURCE.read_text()
    kernels, faults = kernel_text.parse(text), expected(text)
    programs = list(pool.map(lambda layer: host.Program(text, kernels, layer, folder),
                             host.LAYERS))

    def check_one(kernel):
        for program in programs:
            wanted = faults[kernel.name].get(program.layer)
            try:
                program.run([make_call(kernel)], seed=0)
                said = None
            except host.Fault as fault:
                said = str(fault)
            if wanted and said is None:
                yield f"{kernel.name}: the layer {program.layer} does not catch it"
            elif wanted and not re.search(wanted, said):
                yield f"{kernel.name}: the layer {program.layer} says {said}"
            elif said and not faults[kernel.name]:
                yield f"{kernel.name} is right, and the layer {program.layer} says {said}"

    complaints = sum(pool.map(lambda kernel: list(check_one(kernel)), kernels), [])
    return sum(bool(f) for f in faults.values()), complaints
