// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.reduce(%{{.*}} init: %{{.*}}) applies prim.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
//       CHECK:   prim.reduce(%{{.*}} init: %{{.*}}) applies prim.multiply across dimensions = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
//       CHECK:   prim.reduce(%{{.*}} init: %{{.*}}) applies prim.maximum across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
//       CHECK:   prim.reduce(%{{.*}} init: %{{.*}}) applies prim.minimum across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
//       CHECK:   prim.reduce(%{{.*}} init: %{{.*}}) applies prim.add across dimensions = [0] {accumulate = f64} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
//       CHECK:   prim.reduce(%{{.*}} init: %{{.*}}) applies prim.add across dimensions = [1] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2xbf16>
//       CHECK:   prim.reduce(%{{.*}} init: %{{.*}}) applies prim.and across dimensions = [0] : (tensor<0x3xi1>, tensor<i1>) -> tensor<3xi1>
//       CHECK:   prim.reduce(%{{.*}} init: %{{.*}}) applies prim.or across dimensions = [0] : (tensor<5xui32>, tensor<ui32>) -> tensor<ui32>
func.func @forms(%x: tensor<2x3xf32>, %cx: tensor<f32>, %h: tensor<2x3xbf16>, %ch: tensor<bf16>, %p: tensor<0x3xi1>, %cp: tensor<i1>, %u: tensor<5xui32>, %cu: tensor<ui32>) {
  %0 = prim.reduce(%x init: %cx) applies prim.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = prim.reduce(%x init: %cx) applies prim.multiply across dimensions = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  %2 = prim.reduce(%x init: %cx) applies prim.maximum across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = prim.reduce(%x init: %cx) applies prim.minimum across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %4 = prim.reduce(%x init: %cx) applies prim.add across dimensions = [0] {accumulate = f64} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = prim.reduce(%h init: %ch) applies prim.add across dimensions = [1] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2xbf16>
  %6 = prim.reduce(%p init: %cp) applies prim.and across dimensions = [0] : (tensor<0x3xi1>, tensor<i1>) -> tensor<3xi1>
  %7 = prim.reduce(%u init: %cu) applies prim.or across dimensions = [0] : (tensor<5xui32>, tensor<ui32>) -> tensor<ui32>
  return
}

// -----

func.func @reduce_c1_element(%x: tensor<2x3xf32>, %cx: tensor<f64>) {
  // expected-error @+1 {{'prim.reduce' op expected one element type, but got 'f32' and 'f64'}}
  %y = prim.reduce(%x init: %cx) applies prim.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f64>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c1_rank(%x: tensor<2x3xf32>, %cx: tensor<1xf32>) {
  // expected-error @+1 {{'prim.reduce' op expected an initial value of rank 0, but got 'tensor<1xf32>'}}
  %y = prim.reduce(%x init: %cx) applies prim.add across dimensions = [1] : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2_range(%x: tensor<2x3xf32>, %cx: tensor<f32>) {
  // expected-error @+1 {{'prim.reduce' op dimensions has 2, which is not a dimension of a tensor of rank 2}}
  %y = prim.reduce(%x init: %cx) applies prim.add across dimensions = [2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2_twice(%x: tensor<2x3xf32>, %cx: tensor<f32>) {
  // expected-error @+1 {{'prim.reduce' op dimensions has 1 twice}}
  %y = prim.reduce(%x init: %cx) applies prim.add across dimensions = [1, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c3(%x: tensor<2x3xf32>, %cx: tensor<f32>) {
  // expected-error @+1 {{'prim.reduce' op expected a result of type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %y = prim.reduce(%x init: %cx) applies prim.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_c4(%x: tensor<2x3xf32>, %cx: tensor<f32>) {
  // expected-error @+1 {{'prim.reduce' op prim.and takes integers or booleans, but got 'f32'}}
  %y = prim.reduce(%x init: %cx) applies prim.and across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c5_narrow(%x: tensor<2x3xf32>, %cx: tensor<f32>) {
  // expected-error @+1 {{'prim.reduce' op cannot accumulate 'f32' in 'bf16'}}
  %y = prim.reduce(%x init: %cx) applies prim.add across dimensions = [1] {accumulate = bf16} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c5_integer(%u: tensor<5xi32>, %cu: tensor<i32>) {
  // expected-error @+1 {{'prim.reduce' op cannot accumulate 'i32' in 'i64'}}
  %y = prim.reduce(%u init: %cu) applies prim.add across dimensions = [0] {accumulate = i64} : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  return
}
