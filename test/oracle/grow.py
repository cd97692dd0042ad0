"""Grows random well-typed programs of prim.

Every value carries a bound on its size: what grows is scaled down, so that nothing
overflows and no function saturates, and every domain is kept by construction.
"""
import numpy as np

from case import DTYPES
from graph import Node, Program

SIZES = (1, 2, 3, 5, 7, 13, 16, 17, 31, 33, 64, 100)
MOST_PRODUCTS = 400000  # of one dot_general
MOST_ARGUMENTS = 6


def grow(seed, least=20, most=60):
    """The program of this seed, the same whatever else was grown."""
    return _Grower(seed).grow(least, most)


def count(shape):
    return int(np.prod(list(shape), dtype=np.int64))


def columns(rows):
    """Rows of three as three tuples."""
    return tuple(zip(*rows)) or ((), (), ())


class _Grower:
    def __init__(self, seed):
        self.r = np.random.default_rng(seed)
        self.seed = seed
        self.dtype = "f64" if self.r.random() < 0.5 else "f32"
        self.integer = str(self.r.choice(["i32", "i64", "ui32", "i16", "ui8"]))
        # Few sizes, so that values meet; an empty one now and then.
        self.sizes = [int(n) for n in self.r.choice(SIZES, self.r.integers(2, 5), replace=False)]
        if self.r.random() < 0.06:
            self.sizes.append(0)
        # Of one value. Kernels of more than 2^14 points are cut into tasks.
        self.most_elements = 70000 if self.chance(0.12) else 9000
        if self.most_elements > 9000:
            self.sizes += [64, int(self.choose(31, 33, 100, 129))]
        self.nodes, self.bounds = [], []

    # Helpers.

    def chance(self, p):
        return self.r.random() < p

    def choose(self, *things):
        return things[self.r.integers(len(things))]

    def some_dims(self, rank, least=0):
        """A random subset of dimensions, in order or not."""
        dims = [int(d) for d in self.r.permutation(rank)[:self.r.integers(min(least, rank), rank + 1)]]
        return tuple(sorted(dims) if self.chance(0.7) else dims)

    def some_shape(self, rank=None):
        rank = int(self.r.choice([0, 1, 2, 3, 4], p=[.05, .25, .4, .2, .1])) if rank is None else rank
        shape = []
        for _ in range(rank):
            n = int(self.choose(*self.sizes)) if self.chance(0.93) else 1
            shape.append(n if count(shape) * n <= self.most_elements else 1)
        return tuple(shape)

    def add(self, op, operands=(), shape=None, dtype=None, bound=1.0, **attributes):
        shape = self.nodes[operands[0]].shape if shape is None else tuple(int(n) for n in shape)
        dtype = self.nodes[operands[0]].dtype if dtype is None else dtype
        assert count(shape) <= 4 * self.most_elements, (op, shape)
        self.nodes.append(Node(op, tuple(operands), shape, dtype, attributes))
        self.bounds.append(bound)
        i = len(self.nodes) - 1
        return self.tame(i) if dtype == self.dtype and bound > 4 else i

    def tame(self, i):
        """Scales a value that may be large."""
        factor = self.splat(2.0 / self.bounds[i], self.shape(i))
        return self.add("multiply", (i, factor), bound=2.0)

    def shape(self, i):
        return self.nodes[i].shape

    def constant(self, values, dtype, shape):
        bound = float(np.max(np.abs(np.asarray(values, np.float64)), initial=0.0))
        self.nodes.append(Node("constant", (), tuple(shape), dtype, {"values": np.asarray(values)}))
        self.bounds.append(bound)
        return len(self.nodes) - 1

    def splat(self, value, shape, dtype=None):
        dtype = dtype or self.dtype
        # A number that f32 holds, so that both sides compute with the same one.
        value = np.float32(value) if dtype == self.dtype else value
        return self.constant(value, dtype, shape)

    def pick(self, dtype=None, where=lambda node: True):
        """A value of the type, the newest more often; or None."""
        dtype = dtype or self.dtype
        there = [i for i, node in enumerate(self.nodes) if node.dtype == dtype and where(node)
                 and node.op != "constant"]
        if not there:
            return None
        return int(self.choose(*(there[-8:] if self.chance(0.6) else there)))

    def some(self, dtype=None):
        """A value of the type, made if there is none."""
        i = self.pick(dtype)
        if i is not None:
            return i
        if dtype == "i1":
            return self.compare()
        return self.add("iota", shape=self.some_shape(1), dtype=dtype or self.integer, dim=0, bound=100.0)

    # Shapes.

    def fit(self, i, shape):
        """The value in another shape, by ops that move elements."""
        shape = tuple(shape)
        have = self.shape(i)
        if have == shape:
            return i
        if sorted(have) == sorted(shape) and self.chance(0.8):
            left, dims = list(range(len(have))), []
            for n in shape:
                dims.append(next(d for d in left if have[d] == n))
                left.remove(dims[-1])
            return self.move("transpose", i, shape, dims=tuple(dims))
        if count(have) == count(shape):
            return self.move("reshape", i, shape)
        if len(have) > len(shape):
            dims = tuple(sorted(int(d) for d in self.r.permutation(len(have))[:len(have) - len(shape)]))
            return self.fit(self.reduce(i, dims), shape)
        if self.chance(0.15) and len(have) == 0:
            return self.move("broadcast_in_dim", i, shape, dims=())
        # Places for the dimensions, in order: where the sizes agree if possible.
        places, p = [], 0
        for k, n in enumerate(have):
            last = len(shape) - (len(have) - k)
            fits = [q for q in range(p, last + 1) if n in (1, shape[q])]
            places.append(fits[0] if fits else int(self.r.integers(p, last + 1)))
            p = places[-1] + 1
        # What is too long is cut first, so that nothing in between is large.
        for d, q in enumerate(places):
            if self.shape(i)[d] > max(shape[q], 1):
                i = self.cut(i, d, shape[q])
        for d, q in enumerate(places):
            if self.shape(i)[d] not in (1, shape[q]):
                i = self.lengthen(i, d, shape[q])
        if self.shape(i) == shape:
            return i
        return self.move("broadcast_in_dim", i, shape, dims=tuple(places))

    def move(self, op, i, shape, **attributes):
        return self.add(op, (i,), shape, bound=self.bounds[i], **attributes)

    def cut(self, i, d, size):
        """A slice of one dimension."""
        n = self.shape(i)[d]
        stride = int(self.r.integers(1, (n - 1) // max(size - 1, 1) + 1)) if size > 1 else 1
        span = (size - 1) * stride + 1 if size else 0
        start = int(self.r.integers(0, n - span + 1))
        cuts = [(0, m, 1) for m in self.shape(i)]
        cuts[d] = (start, start + span, stride)
        return self.slice(i, cuts)

    def slice(self, i, cuts):
        start, limit, strides = columns(cuts)
        shape = [-(-(e - b) // s) for b, e, s in cuts]
        return self.move("slice", i, shape, start=start, limit=limit, strides=strides)

    def lengthen(self, i, d, size):
        """Padding, or the value joined with another of the same kind."""
        n = self.shape(i)[d]
        if self.chance(0.3) and n < size <= 2 * n:
            return self.add("concatenate", (i, self.cut(i, d, size - n)), self.resized(i, d, size),
                            bound=self.bounds[i], dim=d)
        low = int(self.r.integers(0, size - n + 1))
        return self.pad(i, {d: (low, size - n - low, 0)})

    def resized(self, i, d, size):
        shape = list(self.shape(i))
        shape[d] = size
        return tuple(shape)

    def pad(self, i, pads):
        node = self.nodes[i]
        low, high, interior = columns([pads.get(d, (0, 0, 0)) for d in range(len(node.shape))])
        shape = [lo + n + max(n - 1, 0) * between + hi
                 for lo, hi, between, n in zip(low, high, interior, node.shape)]
        value = self.pick(node.dtype, lambda other: other.shape == ()) if self.chance(0.5) else None
        if value is None:
            value = (self.splat(self.choose(0.0, -0.625, 1.25), ()) if node.dtype == self.dtype
                     else self.splat(self.choose(0, 1), (), node.dtype))
        return self.add("pad", (i, value), shape, bound=max(self.bounds[i], self.bounds[value]),
                        low=low, high=high, interior=interior)

    def reduce(self, i, dims, reducer=None):
        node = self.nodes[i]
        n = count(node.shape[d] for d in dims)
        if reducer is None:
            reducer = self.choose("and", "or") if node.dtype == "i1" else self.choose("add", "add", "maximum", "minimum")
        start = {"multiply": 1, "and": True}.get(reducer, 0)
        if reducer in ("maximum", "minimum"):
            start = self.choose(-0.40625, 0.3125, -100, 100) if node.dtype == self.dtype else self.choose(0, 1, 100)
        scalar = self.pick(node.dtype, lambda other: other.shape == ()) if self.chance(0.2) else None
        if scalar is None or node.dtype == "i1":
            scalar = self.splat(start, (), node.dtype)
        bound = max(self.bounds[i], self.bounds[scalar])
        if reducer == "add":
            bound = self.bounds[i] * n + self.bounds[scalar]
        shape = [m for d, m in enumerate(node.shape) if d not in dims]
        return self.add("reduce", (i, scalar), shape, bound=bound, reducer=reducer, dims=tuple(dims))

    # Steps: each adds a few nodes, the last of which is what the step is about.

    def unary(self):
        i = self.some(self.dtype)
        b = self.bounds[i]
        op = self.choose("negate", "abs", "tanh", "logistic", "sine", "cosine", "exponential", "erf", "sqrt",
                         "rsqrt", "log", "log_plus_one", "exponential_minus_one", "stop_gradient")
        if op in ("sqrt", "rsqrt", "log", "log_plus_one"):
            square = self.add("multiply", (i, i), bound=b * b)
            i = self.add("add", (square, self.splat(0.5, self.shape(square))), bound=self.bounds[square] + 0.5)
        elif op in ("exponential", "exponential_minus_one") and b > 1.5:
            i = self.add("tanh", (i,))
        bound = {"negate": b, "abs": b, "stop_gradient": b, "exponential": 4.5, "exponential_minus_one": 4.0,
                 "rsqrt": 1.5, "sqrt": 3.0, "log": 3.0, "log_plus_one": 3.0}.get(op, 1.0)
        return self.add(op, (i,), bound=bound)

    def binary(self):
        i = self.some(self.dtype)
        # Now and then the same value twice, under two index maps.
        j = i if self.chance(0.25) else self.some(self.dtype)
        j = self.turn(j) if i == j and self.shape(i) else j
        i, j = (i, self.fit(j, self.shape(i))) if self.chance(0.6) else (self.fit(i, self.shape(j)), j)
        if self.chance(0.5):
            i, j = j, i
        op = self.choose("add", "add", "subtract", "multiply", "multiply", "divide", "maximum", "minimum")
        b, c = self.bounds[i], self.bounds[j]
        if op == "divide":
            square = self.add("multiply", (j, j), bound=c * c)
            j = self.add("add", (square, self.splat(0.75, self.shape(square))), bound=self.bounds[square] + 0.75)
            return self.add("divide", (i, j), bound=b / 0.75)
        bound = b + c if op in ("add", "subtract") else b * c if op == "multiply" else max(b, c)
        return self.add(op, (i, j), bound=bound)

    def turn(self, i):
        """The value with its elements elsewhere, in the same shape if that is easy."""
        shape = self.shape(i)
        same = [d for d in range(len(shape) - 1) if shape[d] == shape[d + 1]]
        if same and self.chance(0.5):
            dims = list(range(len(shape)))
            d = self.choose(*same)
            dims[d], dims[d + 1] = dims[d + 1], dims[d]
            return self.move("transpose", i, shape, dims=tuple(dims))
        return self.move("reverse", i, shape, dims=self.some_dims(len(shape), 1))

    def any_value(self):
        kind = self.choose(self.dtype, self.dtype, self.dtype, self.integer, "i1")
        return self.some(kind)

    def compare(self):
        i = self.some(self.choose(self.dtype, self.integer)) if self.nodes else None
        j = self.fit(self.some(self.nodes[i].dtype), self.shape(i))
        exact = self.nodes[i].dtype != self.dtype
        direction = self.choose("LT", "GT", "LE", "GE", *(["EQ", "NE"] if exact else []))
        if not exact:
            # Away from ties that rounding decides.
            j = self.add("add", (j, self.splat(0.0137, self.shape(j))), bound=self.bounds[j] + 0.1)
        return self.add("compare", (i, j), dtype="i1", direction=direction)

    def select(self):
        i = self.any_value()
        j = self.fit(self.some(self.nodes[i].dtype), self.shape(i))
        p = self.pick("i1", lambda node: node.shape == ()) if self.chance(0.2) else None
        p = self.fit(self.some("i1"), self.shape(i)) if p is None else p
        return self.add("select", (p, i, j), self.shape(i), self.nodes[i].dtype,
                        max(self.bounds[i], self.bounds[j]))

    def clamp(self):
        i = self.some(self.dtype)
        scalar = () if self.chance(0.5) else self.shape(i)
        low, high = self.splat(-0.71875, scalar), self.splat(0.84375, scalar)
        return self.add("clamp", (low, i, high), self.shape(i))

    def integers(self):
        what = self.choose("iota", "iota", "arithmetic", "logic", "convert")
        if what == "iota":
            shape = self.some_shape(int(self.r.integers(1, 4)))
            return self.add("iota", shape=shape, dtype=self.choose(self.integer, self.integer, self.dtype),
                            dim=int(self.r.integers(len(shape))), bound=float(max(*shape, 1)))
        if what == "logic":
            i = self.some("i1")
            if self.chance(0.2):
                return self.add("not", (i,))
            return self.add(self.choose("and", "or", "xor"), (i, self.fit(self.some("i1"), self.shape(i))))
        i = self.some(self.integer)
        if what == "arithmetic":
            j = self.fit(self.some(self.integer), self.shape(i))
            return self.add(self.choose("add", "subtract", "multiply", "maximum", "minimum", "and", "xor"), (i, j),
                            bound=1e9)
        # Into floats, where integers that wrapped around are scaled away.
        i = self.some(self.choose("i1", self.integer))
        limit = 1.0 if self.nodes[i].dtype == "i1" else float(np.iinfo(DTYPES[self.nodes[i].dtype]).max)
        return self.add("convert", (i,), dtype=self.dtype, bound=min(self.bounds[i], limit))

    def reshape(self):
        i = self.any_value()
        shape = list(self.shape(i))
        for _ in range(self.r.integers(1, 4)):
            what = self.choose("merge", "split", "one", "flat", "drop")
            if what == "flat" and self.chance(0.3):
                shape = [count(shape)]
            elif what == "merge" and len(shape) > 1:
                d = int(self.r.integers(len(shape) - 1))
                shape[d:d + 2] = [shape[d] * shape[d + 1]]
            elif what == "split" and shape:
                d = int(self.r.integers(len(shape)))
                factors = [f for f in (2, 3, 4, 5, 7) if shape[d] and shape[d] % f == 0]
                if factors:
                    f = int(self.choose(*factors))
                    shape[d:d + 1] = self.choose([f, shape[d] // f], [shape[d] // f, f])
            elif what == "one" and len(shape) < 5:
                shape.insert(int(self.r.integers(len(shape) + 1)), 1)
            elif what == "drop" and 1 in shape:
                shape.remove(1)
        return self.move("reshape", i, shape[:6] if count(shape[:6]) == count(shape) else [count(shape)])

    def transpose(self):
        i = self.any_value()
        dims = tuple(int(d) for d in self.r.permutation(len(self.shape(i))))
        return self.move("transpose", i, [self.shape(i)[d] for d in dims], dims=dims)

    def broadcast(self):
        i = self.any_value()
        shape = list(self.shape(i))
        for d, n in enumerate(shape):
            if n == 1 and self.chance(0.6):
                shape[d] = int(self.choose(*self.sizes))
        places = list(range(len(shape)))
        for _ in range(self.r.integers(0, 3)):
            d = int(self.r.integers(len(shape) + 1))
            shape.insert(d, int(self.choose(*self.sizes)))
            places = [p + (p >= d) for p in places]
        if count(shape) > self.most_elements or len(shape) > 5:
            return i
        return self.move("broadcast_in_dim", i, shape, dims=tuple(places))

    def slicing(self):
        i = self.any_value()
        cuts = []
        for n in self.shape(i):
            begin, end = sorted(int(x) for x in self.r.integers(0, n + 1, 2))
            cuts.append((begin, end, int(self.choose(1, 1, 2, 3))) if self.chance(0.6) and begin < end else (0, n, 1))
        return self.slice(i, cuts)

    def padding(self):
        i = self.any_value()
        pads = {}
        for d, n in enumerate(self.shape(i)):
            if self.chance(0.6):
                low, high, between = (int(self.r.integers(-2, 4)), int(self.r.integers(-2, 4)),
                                      int(self.choose(0, 0, 1, 2)))
                whole = n + max(n - 1, 0) * between
                if low + high + whole >= 0 and count(self.resized(i, d, low + high + whole)) <= self.most_elements // 4:
                    pads[d] = (low, high, between)
        if count(self.shape(i)) * 64 > self.most_elements and len(pads) > 1:
            pads = dict([next(iter(pads.items()))])
        if len(self.shape(i)) > 3:
            pads = {}
        return self.pad(i, pads)

    def concatenate(self):
        i = self.any_value()
        if not self.shape(i):
            return self.reshape()
        d = int(self.r.integers(len(self.shape(i))))
        parts, size = [i], self.shape(i)[d]
        for _ in range(self.r.integers(0, 3)):
            n = int(self.choose(*self.sizes))
            if count(self.resized(i, d, size + n)) <= self.most_elements:
                other = i if self.chance(0.2) else self.some(self.nodes[i].dtype)
                parts.append(self.fit(other, self.resized(i, d, n)))
                size += n
        parts = [parts[k] for k in self.r.permutation(len(parts))]
        return self.add("concatenate", parts, self.resized(i, d, size), bound=max(self.bounds[p] for p in parts), dim=d)

    def reverse(self):
        i = self.any_value()
        return self.move("reverse", i, self.shape(i), dims=self.some_dims(len(self.shape(i))))

    def reduction(self):
        i = self.any_value()
        dims = self.some_dims(len(self.shape(i)), 0 if self.chance(0.1) else 1)
        n = count(self.shape(i)[d] for d in dims)
        product = n <= 16 and self.nodes[i].dtype == self.dtype and self.bounds[i] <= 1.5 and self.chance(0.3)
        return self.reduce(i, dims, "multiply" if product else None)

    def normalize(self):
        """A softmax or a norm's core: folds whose results go back to every point."""
        i = self.some(self.dtype)
        rank = len(self.shape(i))
        dims = self.some_dims(rank, 1)
        kept = tuple(d for d in range(rank) if d not in dims)
        n = max(count(self.shape(i)[d] for d in dims), 1)

        def back(row):
            return self.add("broadcast_in_dim", (row,), self.shape(i), bound=self.bounds[row], dims=kept)

        mean = self.reduce(i, dims, self.choose("add", "maximum"))
        if self.nodes[mean].op == "reduce" and self.nodes[mean].attributes["reducer"] == "add":
            mean = self.add("multiply", (mean, self.splat(1.0 / n, self.shape(mean))), bound=self.bounds[i])
        x = self.add("subtract", (i, back(mean)), bound=self.bounds[i] + self.bounds[mean])
        square = self.add("multiply", (x, x), bound=self.bounds[x] ** 2)
        total = self.reduce(square, dims, "add")
        safe = self.add("add", (total, self.splat(0.5, self.shape(total))), bound=self.bounds[total] + 0.5)
        return self.add("divide", (x, back(safe)), bound=self.bounds[x] * 2)

    def sort(self):
        i = self.some(self.choose(self.dtype, self.dtype, self.integer))
        if not self.shape(i):
            return self.unary()
        return self.move("sort", i, self.shape(i), dim=int(self.r.integers(len(self.shape(i)))),
                         direction=self.choose("LT", "GT"))

    def dot(self):
        i = self.some(self.dtype)
        have = self.shape(i)
        order = [int(d) for d in self.r.permutation(len(have))]
        n_contract = int(self.r.integers(0 if self.chance(0.1) else 1, 3))
        contract, rest = order[:n_contract], order[n_contract:]
        batch = rest[:self.r.integers(0, 2)] if self.chance(0.6) else []
        free = count(have[d] for d in rest if d not in batch)
        other = [("b", have[d]) for d in batch] + [("c", have[d]) for d in contract]
        products = count(n for _, n in other) * free
        for _ in range(self.r.integers(0, 3)):
            n = int(self.choose(*self.sizes))
            out = count(have[d] for d in batch) * free * count(m for k, m in other if k == "f") * n
            if products * n <= MOST_PRODUCTS and out <= self.most_elements:
                other.append(("f", n))
                products *= max(n, 1)
        if count(n for _, n in other) > self.most_elements:
            return i
        places = [int(p) for p in self.r.permutation(len(other))]
        shape = [other[p][1] for p in places]
        j = self.fit(i if self.chance(0.2) else self.some(self.dtype), shape)
        at = {p: q for q, p in enumerate(places)}
        rb = tuple(at[k] for k in range(len(batch)))
        rc = tuple(at[len(batch) + k] for k in range(len(contract)))
        lb, lc = tuple(batch), tuple(contract)
        result = ([have[d] for d in lb] + [n for d, n in enumerate(have) if d not in lb + lc]
                  + [n for d, n in enumerate(shape) if d not in rb + rc])
        bound = self.bounds[i] * self.bounds[j] * max(count(have[d] for d in lc), 1)
        if self.chance(0.3) and not batch and rb == lb:
            (i, j), (lc, rc) = (j, i), (rc, lc)
            result = ([n for d, n in enumerate(shape) if d not in lc] + [n for d, n in enumerate(have) if d not in rc])
        return self.add("dot_general", (i, j), result, bound=bound, dims=((lc, rc), (lb, rb)))

    STEPS = {unary: 14, binary: 22, select: 6, compare: 3, clamp: 2, integers: 5, reshape: 7, transpose: 6,
             broadcast: 8, slicing: 6, padding: 5, concatenate: 6, reverse: 4, reduction: 12, normalize: 3, dot: 6,
             sort: 1}

    def grow(self, least, most):
        for _ in range(self.r.integers(1, MOST_ARGUMENTS + 1)):
            self.add("argument", shape=self.some_shape(), dtype=self.dtype, bound=1.5)
        if self.chance(0.3):
            kind = self.choose(self.integer, "i1")
            self.add("argument", shape=self.some_shape(), dtype=kind, bound=9.0)
        wanted = int(self.r.integers(least, most + 1))
        steps = list(self.STEPS)
        weights = np.array([self.STEPS[s] for s in steps], float)
        while len(self.nodes) < wanted:
            steps[self.r.choice(len(steps), p=weights / weights.sum())](self)
        return self.finish()

    def finish(self):
        """Returns what nobody reads, a few values besides, and some of them moved."""
        read = {o for node in self.nodes for o in node.operands}
        ends = [i for i in range(len(self.nodes)) if i not in read and self.nodes[i].op != "argument"]
        results = [int(i) for i in self.r.permutation(ends)[:6]]
        for _ in range(self.r.integers(0, 4)):
            results.append(self.any_value())
        if self.chance(0.2):
            results.append(0)
        moved = []
        for i in results:
            shape = self.shape(i)
            if self.chance(0.15):
                dims = tuple(int(d) for d in self.r.permutation(len(shape)))
                i = self.move("transpose", i, [shape[d] for d in dims], dims=dims)
            elif self.chance(0.12):
                i = self.move("reshape", i, [count(shape)])
            moved.append(i)
        if not any(self.nodes[i].dtype == self.dtype for i in moved):
            moved.append(self.some(self.dtype))
        return Program(f"random_{self.seed}", self.dtype, self.nodes, moved, self.seed).trimmed()
