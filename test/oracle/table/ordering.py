"""sort with carried operands, and the random bits of philox."""
import jax
import jax.numpy as jnp
import numpy as np

from case import Case, normal, t, uniform, values


def sort_body(dtypes, dimension, direction="LT", order=""):
    """A sort of one operand for each element type, by the first."""
    names = ["%a", "%b", "%c"][:len(dtypes)]
    pairs = ", ".join(f"%l{i}: {t(d)}, %r{i}: {t(d)}" for i, d in enumerate(dtypes))
    types = ", ".join("{" + n[1:] + "}" for n in names)
    key = t(dtypes[0])
    results = "%y" if len(dtypes) == 1 else ", ".join(f"%y{i}" for i in range(len(dtypes)))
    return (f'{results} = "prim.sort"({", ".join(names)}) <{{dimension = {dimension} : i64, is_stable = true}}> ({{\n'
            f"^bb0({pairs}):\n"
            f"%less = prim.compare {direction}, %l0, %r0{order} : ({key}, {key}) -> {t('i1')}\n"
            f"prim.return %less : {t('i1')}\n"
            f"}}) : ({types}) -> ({types})")


def _sort_rows():
    for dtype in ("f64", "f32", "bf16"):
        for shape, dim in [((9,), 0), ((4, 33), 1), ((33, 4), 0), ((2, 5, 3), 1), ((1,), 0), ((0,), 0), ((3, 0), 0)]:
            yield Case(f"sort_{shape}_{dim}_{dtype}", sort_body([dtype], dim),
                       lambda x, dim=dim: jnp.sort(x, dim), [normal(dtype, *shape)], dtype,
                       # In bf16 equal keys may be put back either way.
                       grad=dtype != "bf16")
        yield Case(f"sort_descending_{dtype}", sort_body([dtype], 0, "GT"),
                   lambda x: -jnp.sort(-x), [normal(dtype, 40)], dtype, grad=dtype != "bf16")
    yield Case("sort_carries", sort_body(["f64", "f64", "i32"], 1),
               lambda *xs: jax.lax.sort(xs, dimension=1, num_keys=1, is_stable=True),
               [normal("f64", 3, 21), normal("f64", 3, 21), uniform("i32", 0, 99, 3, 21)], "f64", outputs=3)
    yield Case("sort_is_stable", sort_body(["i32", "i32"], 0),
               lambda *xs: jax.lax.sort(xs, dimension=0, num_keys=1, is_stable=True),
               [uniform("i32", 0, 3, 200), lambda r: np.arange(200, dtype=np.int32)], grad=False,
               reference="own", outputs=2)
    for dtype in ("i64", "ui8", "ui32", "i8"):
        yield Case(f"sort_{dtype}", sort_body([dtype], 0), jnp.sort, [uniform(dtype, 0, 100, 50)],
                   grad=False, reference="own")
    nan, inf = np.nan, np.inf
    yield Case("sort_total_order", sort_body(["f32"], 0, "LT", ", TOTALORDER"), lambda x: x,
               [values("f32", [nan, 0.0, inf, -0.0, 1, -nan, -inf, -0.0])], grad=False,
               expect=[np.array([-nan, -inf, -0.0, -0.0, 0.0, 1, inf, nan])], ulps=0)


MASK = (1 << 64) - 1


def _splitmix(x):
    z = (x + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


def philox(seed, stream, step, iteration, offset, count):
    """Philox4x32-10 as the op's description states it."""
    key = _splitmix((seed ^ stream) & MASK)
    words = []
    for g in range(offset, offset + count):
        k0, k1 = key & 0xFFFFFFFF, key >> 32
        block = g // 4
        c = [block & 0xFFFFFFFF, block >> 32 & 0xFFFFFFFF, step & 0xFFFFFFFF, iteration & 0xFFFFFFFF]
        for _ in range(10):
            p0, p1 = c[0] * 0xD2511F53, c[2] * 0xCD9E8D57
            c = [p1 >> 32 ^ c[1] ^ k0, p1 & 0xFFFFFFFF, p0 >> 32 ^ c[3] ^ k1, p0 & 0xFFFFFFFF]
            k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
        words.append(c[g % 4])
    return np.array(words, np.uint32)


def _philox_rows():
    scalar = t("i64")
    for name, seed, stream, step, iteration, offset, shape in [
            ("zeros", 0, 0, 0, 0, 0, (8,)), ("plain", 42, 7, 3, 1, 0, (5, 9)), ("offset", 1, 2, 3, 4, 5, (13,)),
            ("great_offset", 9, 9, 1, 0, (1 << 34) + 3, (6,)), ("negative_seed", -5, 42, 10, 0, 2, (3, 7))]:
        bits = philox(seed, stream, step, iteration, offset, int(np.prod(shape))).reshape(shape)
        yield Case(f"philox_{name}",
                   f"%y = prim.philox %a, %b, %c, %d {{stream = {stream} : i64}} : "
                   f"({scalar}, {scalar}, {scalar}, {scalar}) -> {{y}}",
                   lambda *_, bits=bits: jnp.asarray(bits),
                   [values("i64", v) for v in (seed, step, iteration, offset)], grad=False, reference="own")


ROWS = [*_sort_rows(), *_philox_rows()]
