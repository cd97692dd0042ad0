// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.rms_norm "norm"(%{{.*}}) {eps = 1.250000e-01 : f64}{{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.rms_norm "norm"(%x) {eps = 1.250000e-01 : f64}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.rms_norm "norm"(%{{.*}}, %{{.*}}) : (tensor<4x5xf32>, tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>)
func.func @typed(%x: tensor<4x5xf32>, %w: tensor<5xf32>) {
  %y:2 = nn.rms_norm "norm"(%x, %w) : (tensor<4x5xf32>, tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>)
  return
}

// -----

func.func @rms_norm_c1(%x: tensor<f32>, %w: tensor<f32>) {
  // expected-error @+1 {{'nn.rms_norm' op needs an input of at least one dimension}}
  %y = nn.rms_norm "norm"(%x, %w) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @rms_norm_c2(%x: tensor<4x5xf32>, %w: tensor<5xf32>) {
  // expected-error @+1 {{'nn.rms_norm' op has eps = -1.000000e+00, which is negative}}
  %y:2 = nn.rms_norm "norm"(%x, %w) {eps = -1.0} : (tensor<4x5xf32>, tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>)
  return
}

// -----

func.func @rms_norm_c3(%x: tensor<4x5xf32>, %w: tensor<5xf32>) {
  // expected-error @+1 {{'nn.rms_norm' op needs a name for its parameters}}
  %y:2 = nn.rms_norm(%x, %w) : (tensor<4x5xf32>, tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>)
  return
}
