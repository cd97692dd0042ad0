// RUN: gradc-opt %s --gradc-expand-math | FileCheck %s
// RUN: gradc-opt %s --gradc-expand-math | FileCheck %s --check-prefix=NONE

// Nothing of the functions is left on f32 and f64, scalars and vectors.

// NONE-NOT: math.{{exp|exp2|expm1|log|log1p|tanh|erf|rsqrt}} %{{.*}} : {{(vector<.*x)?f(32|64)}}
// NONE-NOT: kernel.

// e^x: the argument in bounds, n and r, a polynomial, two factors of 2^n.

// CHECK-LABEL: func.func @exp(
//  CHECK-SAME:     %[[X:.*]]: vector<16xf32>
//       CHECK:   %[[LOW:.*]] = arith.select %{{.*}}, %{{.*}}, %[[X]]
//       CHECK:   %[[BOUNDED:.*]] = arith.select %{{.*}}, %{{.*}}, %[[LOW]]
//       CHECK:   %[[SUM:.*]] = math.fma %[[BOUNDED]], %{{.*}}, %[[SHIFT:.*]] : vector<16xf32>
//       CHECK:   %[[N:.*]] = arith.subf %[[SUM]]
//       CHECK:   %[[R:.*]] = math.fma %[[N]], %{{.*}}, %[[BOUNDED]]
//       CHECK:   %[[R2:.*]] = math.fma %[[N]], %{{.*}}, %[[R]]
// CHECK-COUNT-6: math.fma %{{.*}}, %[[R2]], %{{.*}} : vector<16xf32>
//       CHECK:   %[[K:.*]] = arith.bitcast %[[SUM]] : vector<16xf32> to vector<16xi32>
//       CHECK:   %[[HALF:.*]] = arith.andi
//       CHECK:   arith.subi %{{.*}}, %[[HALF]]
//       CHECK:   arith.mulf
//       CHECK:   %[[Y:.*]] = arith.mulf
//       CHECK:   return %[[Y]]
func.func @exp(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.exp %x : vector<16xf32>
  return %y : vector<16xf32>
}

// f64 has longer polynomials and its own bits.

// CHECK-LABEL: func.func @exp_f64(
// CHECK-COUNT-15: math.fma
//   CHECK-NOT:   math.fma
//       CHECK:   arith.bitcast %{{.*}} : f64 to i64
func.func @exp_f64(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}

// CHECK-LABEL: func.func @exp2(
//       CHECK:   arith.addf
//       CHECK:   arith.subf
func.func @exp2(%x: f32) -> f32 {
  %y = math.exp2 %x : f32
  return %y : f32
}

// Tiny numbers stay what they are.

// CHECK-LABEL: func.func @expm1(
//  CHECK-SAME:     %[[X:.*]]: f32
//       CHECK:   %[[SIZE:.*]] = math.absf %[[X]]
//       CHECK:   %[[TINY:.*]] = arith.cmpf olt, %[[SIZE]]
//       CHECK:   %[[Y:.*]] = arith.select %[[TINY]], %[[X]]
//       CHECK:   return %[[Y]]
func.func @expm1(%x: f32) -> f32 {
  %y = math.expm1 %x : f32
  return %y : f32
}

// -inf at 0, NaN below, and infinity and NaN as they come.

// CHECK-LABEL: func.func @log(
//  CHECK-SAME:     %[[X:.*]]: f32
//       CHECK:   arith.constant 0x4C000000 : f32
//       CHECK:   %[[FINITE:.*]] = arith.cmpf olt, %[[X]]
//       CHECK:   arith.select %[[FINITE]], %{{.*}}, %[[X]]
//       CHECK:   %[[POLE:.*]] = arith.cmpf oeq, %[[X]]
//       CHECK:   arith.constant 0xFF800000
//       CHECK:   arith.constant 0x7FC00000
//       CHECK:   %[[EDGE:.*]] = arith.select %[[POLE]]
//       CHECK:   %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]]
//       CHECK:   arith.select %[[ABOVE]], %{{.*}}, %[[EDGE]]
func.func @log(%x: f32) -> f32 {
  %y = math.log %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @log1p(
func.func @log1p(%x: vector<4xf64>) -> vector<4xf64> {
  %y = math.log1p %x : vector<4xf64>
  return %y : vector<4xf64>
}

// One division, and the sign of x.

// CHECK-LABEL: func.func @tanh(
//  CHECK-SAME:     %[[X:.*]]: vector<16xf32>
// CHECK-COUNT-1: arith.divf
//   CHECK-NOT:   arith.divf
//       CHECK:   %[[BITS:.*]] = arith.bitcast %[[X]]
//       CHECK:   %[[SIGN:.*]] = arith.andi %[[BITS]]
//       CHECK:   arith.ori %{{.*}}, %[[SIGN]]
func.func @tanh(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.tanh %x : vector<16xf32>
  return %y : vector<16xf32>
}

// CHECK-LABEL: func.func @erf(
//   CHECK-NOT:   arith.divf
func.func @erf(%x: f32) -> f32 {
  %y = math.erf %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @rsqrt(
//       CHECK:   %[[ROOT:.*]] = math.sqrt
//       CHECK:   arith.divf %{{.*}}, %[[ROOT]]
func.func @rsqrt(%x: f32) -> f32 {
  %y = math.rsqrt %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @logistic(
//       CHECK:   arith.divf
func.func @logistic(%x: f32) -> f32 {
  %y = kernel.logistic %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @normal_cdf(
//   CHECK-NOT:   arith.divf
// CHECK-LABEL: func.func @normal_cdf_by_tanh(
//       CHECK:   arith.divf
func.func @normal_cdf(%x: f32) -> f32 {
  %y = kernel.normal_cdf %x : f32
  return %y : f32
}
func.func @normal_cdf_by_tanh(%x: f32) -> f32 {
  %y = kernel.normal_cdf %x {by_tanh} : f32
  return %y : f32
}

// CHECK-LABEL: func.func @others(
//       CHECK:   math.sin %{{.*}} : f32
//       CHECK:   math.exp %{{.*}} : f16
//       CHECK:   math.sqrt %{{.*}} : f32
func.func @others(%x: f32, %half: f16) -> (f32, f16, f32) {
  %0 = math.sin %x : f32
  %1 = math.exp %half : f16
  %2 = math.sqrt %x : f32
  return %0, %1, %2 : f32, f16, f32
}
