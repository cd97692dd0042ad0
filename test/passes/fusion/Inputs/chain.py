"""Prints a function @chain of as many prim.tanh in a row as its argument says."""
import sys

ops = int(sys.argv[1])
print("func.func @chain(%v0: tensor<4xf32>) -> tensor<4xf32> {")
for i in range(ops):
    print(f"  %v{i + 1} = prim.tanh %v{i} : tensor<4xf32>")
print(f"  return %v{ops} : tensor<4xf32>\n}}")
