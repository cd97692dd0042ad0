// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.add(%{{.*}}, %{{.*}}){{$}}
nn.model @written(%a: f32[4, 5], %b: f32[5]) {
  %y = nn.add(%a, %b)
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.add(%{{.*}}, %{{.*}}) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
func.func @typed(%a: tensor<4x5xf32>, %b: tensor<5xf32>) {
  %y = nn.add(%a, %b) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @add_c1(%a: tensor<4x5xf32>, %b: tensor<4x5xf64>) {
  // expected-error @+1 {{'nn.add' op needs two numbers of one element type, found 'tensor<4x5xf32>' and 'tensor<4x5xf64>'}}
  %y = nn.add(%a, %b) : (tensor<4x5xf32>, tensor<4x5xf64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @add_c2(%a: tensor<4x5xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'nn.add' op has shapes that do not broadcast: 'tensor<4x5xf32>' and 'tensor<4xf32>'}}
  %y = nn.add(%a, %b) : (tensor<4x5xf32>, tensor<4xf32>) -> tensor<4x5xf32>
  return
}
