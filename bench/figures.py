"""A figure: what one work took each contender, the bounds it is held against, and the table."""
import json
from dataclasses import dataclass, field

UNITS = {"s": 1.0, "ms": 1e3, "µs": 1e6}


@dataclass
class Bound:
    """`seconds` is the most that gradc may take; `why` says where it is from."""
    why: str
    seconds: float


@dataclass
class Figure:
    """`times` are {"least", "median"} in seconds by contender, gradc's first."""
    work: str
    unit: str
    times: dict
    bounds: list = field(default_factory=list)
    more: dict = field(default_factory=dict)  # what else was measured; for the JSON

    @property
    def holds(self):
        return [self.times["gradc"]["least"] <= bound.seconds for bound in self.bounds]

    def describe(self):
        return {"work": self.work, "seconds": self.times,
                "bounds": [{"why": b.why, "seconds": b.seconds, "holds": holds}
                           for b, holds in zip(self.bounds, self.holds)]} | self.more


def merge(samples):
    """One answer from those of several turns."""
    medians = sorted(s["median"] for s in samples)
    return {"least": min(s["least"] for s in samples), "median": medians[len(medians) // 2]}


def number(seconds, unit):
    value = seconds * UNITS[unit]
    return f"{value:.0f}" if value >= 1000 else f"{value:.3g}"


def print_table(figures):
    """Least times; after gradc's the median, too."""
    contenders = list(dict.fromkeys(name for f in figures for name in f.times))
    rows = [["", "", *contenders, "gradc, median", "bound", "", "holds"]]
    for f in figures:
        times = [number(f.times[c]["least"], f.unit) if c in f.times else "-" for c in contenders]
        median = number(f.times["gradc"]["median"], f.unit)
        for i, bound in enumerate(f.bounds or [None]):
            head = [f.work, f.unit, *times, median] if i == 0 else [""] * (len(contenders) + 3)
            rows.append(head + ([number(bound.seconds, f.unit), bound.why, "yes" if f.holds[i] else "NO"]
                                if bound else ["-", "", ""]))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    texts = {0, len(widths) - 2}
    for row in rows:
        print("  ".join(cell.ljust(w) if i in texts else cell.rjust(w)
                        for i, (cell, w) in enumerate(zip(row, widths))).rstrip())


def write(figures, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([f.describe() for f in figures], indent=2) + "\n")
