"""What the stage `counts` lets pass."""
import sys

from harness import ROOT

sys.path.insert(0, str(ROOT / "bench"))
from counts import compare  # noqa: E402

TABLE = {"mlp": {"launches": 100, "bytes_moved": 1000}}


def test_equal_counts(_):
    assert compare(TABLE, TABLE) == ([], [])


def test_growth_over_the_slack(_):
    grown, changed = compare(TABLE, {"mlp": {"launches": 103, "bytes_moved": 1000}})
    assert grown == ["mlp: launches was 100, is 103: over 2% more"] and not changed


def test_growth_within_the_slack(_):
    grown, changed = compare(TABLE, {"mlp": {"launches": 102, "bytes_moved": 900}})
    assert not grown and len(changed) == 2


def test_other_models_and_counts(_):
    grown, changed = compare(TABLE, {"cnn": {"launches": 1}})
    assert not grown and changed == ["mlp is in the table only", "cnn is not in the table"]
    grown, changed = compare(TABLE, {"mlp": {"launches": 100, "waves": 7}})
    assert not grown and changed == ["mlp: bytes_moved was 1000, is None", "mlp: waves was None, is 7"]


def test_an_arena_with_holes(_):
    table = {"mlp": {"arena_over_bound": 1.06}}
    grown, changed = compare(table, table)
    assert grown == ["mlp: the arena is 1.06 times what is alive in it, over 1.05"] and not changed
