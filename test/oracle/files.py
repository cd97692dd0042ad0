"""Reading and writing safetensors: what checkpoints and weights are made of."""
import json
import struct

import numpy as np

TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2",
         "I8": "i1", "U8": "u1", "U16": "<u2", "U32": "<u4", "U64": "<u8", "BOOL": "?"}


def read_safetensors(path):
    """(tensors by name, the file's metadata)."""
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + size])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        start, end = (8 + size + offset for offset in entry["data_offsets"])
        tensors[name] = np.frombuffer(data[start:end], TYPES[entry["dtype"]]).reshape(entry["shape"])
    return tensors, metadata


def write_safetensors(path, tensors):
    """Writes arrays by name."""
    header, blob = {}, b""
    names = {np.dtype(t): name for name, t in TYPES.items()}
    for name, x in tensors.items():
        x = np.asarray(x, order="C")
        header[name] = {"dtype": names[x.dtype], "shape": list(x.shape),
                        "data_offsets": [len(blob), len(blob) + x.nbytes]}
        blob += x.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + blob)
