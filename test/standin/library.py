"""The kernels of a step.so of the cpu target, called one by one.

The structures are those of runtime/include/gradc/library.h.
"""
import ctypes
import re
from pathlib import Path

import numpy as np

HEADER = Path(__file__).resolve().parent.parent.parent / "runtime/include/gradc/library.h"
VERSION = int(re.search(r"GRADC_LIBRARY_VERSION (\d+)", HEADER.read_text()).group(1))
KERNEL = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_void_p), ctypes.c_int64, ctypes.c_int64)


class KernelDesc(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("function", KERNEL), ("tasks", ctypes.c_int64),
                ("points_per_task", ctypes.c_int64)]


class LibraryDesc(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("batch", ctypes.c_uint32),
                ("num_segments", ctypes.c_uint32), ("num_views", ctypes.c_uint32),
                ("num_kernels", ctypes.c_uint32), ("num_state", ctypes.c_uint32),
                ("num_scalars", ctypes.c_uint32), ("num_entries", ctypes.c_uint32),
                ("segments", ctypes.c_void_p), ("views", ctypes.c_void_p),
                ("kernels", ctypes.POINTER(KernelDesc))]


def aligned(array):
    """A copy that starts at a multiple of 64 bytes, as the runtime's views do."""
    memory = np.empty(array.nbytes + 64, np.uint8)
    start = -memory.ctypes.data % 64
    copy = memory[start:start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


class Library:
    """What stands in the file `path`."""

    def __init__(self, path):
        self.file = ctypes.CDLL(str(path))
        query = self.file.gradc_library
        query.restype = ctypes.POINTER(LibraryDesc)
        described = query(VERSION)
        if not described:
            raise RuntimeError(f"{path} is a library of another version than {VERSION}")
        self.kernels = {kernel.name.decode(): kernel for kernel in
                        described.contents.kernels[:described.contents.num_kernels]}

    def run(self, name, arrays, extent):
        """Runs all tasks of a kernel; returns the arrays afterwards. `extent` is for a
        kernel that has an open one."""
        kernel, tasks = self.kernels[name], self.kernels[name].tasks
        arrays = [aligned(array) for array in arrays]
        addresses = [array.ctypes.data for array in arrays]
        open_extent = ctypes.c_int64(extent)
        if kernel.points_per_task:
            tasks = -(-extent // kernel.points_per_task)
            addresses.append(ctypes.addressof(open_extent))
        kernel.function((ctypes.c_void_p * len(addresses))(*addresses), 0, tasks)
        return arrays
