// A chain of 100,000 ops: linear time, and no recursion over the graph.

// RUN: python3 -c "print('func.func @f(%%v0: tensor<f32>) -> tensor<f32> {\n' + '\n'.join('%%v' + str(i + 1) + ' = prim.negate %%v' + str(i) + ' : tensor<f32>' for i in range(100000)) + '\n%%g = train.gradient %%v100000 wrt(%%v0) : tensor<f32>, tensor<f32>\nreturn %%g : tensor<f32>\n}')" > %t.mlir
// RUN: gradc-opt %t.mlir --gradc-differentiate | FileCheck %s

// CHECK-LABEL: func.func @f(
//   CHECK-NOT:   train.gradient
//       CHECK:   return
