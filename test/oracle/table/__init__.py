"""The table: every module here has ROWS, a list of Case."""
from table import (awkward, elementwise, integers, matmul, ordering, reductions, reports,
                   shapes)

MODULES = [elementwise, integers, shapes, reductions, matmul, ordering, awkward,
           reports]
ROWS = [row for module in MODULES for row in module.ROWS]
