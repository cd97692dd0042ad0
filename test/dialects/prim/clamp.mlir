// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>
//       CHECK:   prim.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
//       CHECK:   prim.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//       CHECK:   prim.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<f32>
//       CHECK:   prim.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xui8>
//       CHECK:   prim.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>
func.func @forms(%s: tensor<f32>, %x: tensor<4xf32>, %u: tensor<4xui8>, %p: tensor<4xi1>) {
  %0 = prim.clamp %x, %x, %x : tensor<4xf32>
  %1 = prim.clamp %s, %x, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = prim.clamp %s, %x, %x : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = prim.clamp %s, %s, %s : tensor<f32>
  %4 = prim.clamp %u, %u, %u : tensor<4xui8>
  %5 = prim.clamp %p, %p, %p : tensor<4xi1>
  return
}

// -----

func.func @clamp_c1(%x: tensor<4xf32>, %l: tensor<1xf32>) {
  // expected-error @+1 {{'prim.clamp' op expected min of rank 0 or of the operand's shape, but got 'tensor<1xf32>' for 'tensor<4xf32>'}}
  %y = prim.clamp %l, %x, %x : (tensor<1xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp_c2(%x: tensor<4xf32>, %l: tensor<1xf32>) {
  // expected-error @+1 {{'prim.clamp' op expected max of rank 0 or of the operand's shape, but got 'tensor<1xf32>' for 'tensor<4xf32>'}}
  %y = prim.clamp %x, %x, %l : (tensor<4xf32>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp_c3(%x: tensor<4xf32>, %l: tensor<f64>) {
  // expected-error @+1 {{'prim.clamp' op expected one element type, but got 'f64' and 'f32'}}
  %y = prim.clamp %l, %x, %x : (tensor<f64>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp_c4(%x: tensor<4xf32>) {
  // expected-error @+1 {{'prim.clamp' op expected a result of type 'tensor<4xf32>', but got 'tensor<5xf32>'}}
  %y = prim.clamp %x, %x, %x : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}
