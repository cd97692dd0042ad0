// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.matmul(%{{.*}}, %{{.*}}){{$}}
nn.model @written(%a: f32[2, 3, 4], %b: f32[2, 4, 5]) {
  %y = nn.matmul(%a, %b)
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.matmul(%{{.*}}, %{{.*}}) : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
func.func @typed(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  %y = nn.matmul(%a, %b) : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @matmul_c1(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'nn.matmul' op needs [batch…, m, k] and [batch…, k, n] of one type, found 'tensor<4xf32>' and 'tensor<4xf32>'}}
  %y = nn.matmul(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @matmul_c2(%a: tensor<3x4xf32>, %b: tensor<5x4xf32>) {
  // expected-error @+1 {{'nn.matmul' op needs [batch…, m, k] and [batch…, k, n] of one type}}
  %y = nn.matmul(%a, %b) : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  return
}
