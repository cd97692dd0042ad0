// RUN: gradc-opt %s --canonicalize | FileCheck %s

// Splats fold by the op's own scalar code; so these are values at the edges.

// CHECK-LABEL: func.func @integers(
//   CHECK-DAG:   %[[SMALLEST:.*]] = prim.constant dense<-128> : tensor<2xi8>
//   CHECK-DAG:   %[[MINUS_ONE:.*]] = prim.constant dense<-1> : tensor<2xi8>
//   CHECK-DAG:   %[[ZERO:.*]] = prim.constant dense<0> : tensor<2xi8>
//   CHECK-DAG:   %[[SEVEN:.*]] = prim.constant dense<7> : tensor<2xi8>
//       CHECK:   return %[[MINUS_ONE]], %[[SMALLEST]], %[[SEVEN]], %[[ZERO]], %[[ZERO]], %[[MINUS_ONE]], %[[MINUS_ONE]], %[[SMALLEST]]
func.func @integers() -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
  %smallest = prim.constant dense<-128> : tensor<2xi8>
  %minus_one = prim.constant dense<-1> : tensor<2xi8>
  %zero = prim.constant dense<0> : tensor<2xi8>
  %seven = prim.constant dense<7> : tensor<2xi8>
  %eight = prim.constant dense<8> : tensor<2xi8>
  %by_zero = prim.divide %seven, %zero : tensor<2xi8>
  %wraps = prim.divide %smallest, %minus_one : tensor<2xi8>
  %rest_by_zero = prim.remainder %seven, %zero : tensor<2xi8>
  %rest_wraps = prim.remainder %smallest, %minus_one : tensor<2xi8>
  %shifted_out = prim.shift_left %seven, %eight : tensor<2xi8>
  %sign_only = prim.shift_right_arithmetic %smallest, %eight : tensor<2xi8>
  %inverse = prim.power %minus_one, %minus_one : tensor<2xi8>
  %abs = prim.abs %smallest : tensor<2xi8>
  return %by_zero, %wraps, %rest_by_zero, %rest_wraps, %shifted_out, %sign_only, %inverse, %abs : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
}

// CHECK-LABEL: func.func @power(
//   CHECK-DAG:   %[[BIG:.*]] = prim.constant dense<-818408495> : tensor<i32>
//   CHECK-DAG:   %[[MINUS_ONE:.*]] = prim.constant dense<-1> : tensor<i32>
//   CHECK-DAG:   %[[ZERO:.*]] = prim.constant dense<0> : tensor<i32>
//       CHECK:   return %[[BIG]], %[[MINUS_ONE]], %[[ZERO]]
func.func @power() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %three = prim.constant dense<3> : tensor<i32>
  %hundred = prim.constant dense<100> : tensor<i32>
  %minus_one = prim.constant dense<-1> : tensor<i32>
  %odd = prim.constant dense<65> : tensor<i32>
  %big = prim.power %three, %hundred : tensor<i32>
  %sign = prim.power %minus_one, %odd : tensor<i32>
  %small = prim.power %three, %minus_one : tensor<i32>
  return %big, %sign, %small : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func.func @unsigned(
//   CHECK-DAG:   %[[ALL:.*]] = prim.constant dense<255> : tensor<ui8>
//   CHECK-DAG:   %[[TRUE:.*]] = prim.constant dense<true> : tensor<i1>
//   CHECK-DAG:   %[[REAL:.*]] = prim.constant dense<2.000000e+02> : tensor<f32>
//       CHECK:   return %[[ALL]], %[[TRUE]], %[[REAL]]
func.func @unsigned() -> (tensor<ui8>, tensor<i1>, tensor<f32>) {
  %big = prim.constant dense<200> : tensor<ui8>
  %zero = prim.constant dense<0> : tensor<ui8>
  %by_zero = prim.divide %big, %zero : tensor<ui8>
  %more = prim.compare GT, %big, %zero : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  %real = prim.convert %big : (tensor<ui8>) -> tensor<f32>
  return %by_zero, %more, %real : tensor<ui8>, tensor<i1>, tensor<f32>
}

// CHECK-LABEL: func.func @convert(
//   CHECK-DAG:   %[[LARGEST:.*]] = prim.constant dense<127> : tensor<i8>
//   CHECK-DAG:   %[[SMALLEST:.*]] = prim.constant dense<-128> : tensor<i8>
//   CHECK-DAG:   %[[ZERO:.*]] = prim.constant dense<0> : tensor<ui8>
//   CHECK-DAG:   %[[NAN:.*]] = prim.constant dense<0> : tensor<i64>
//   CHECK-DAG:   %[[TRUE:.*]] = prim.constant dense<true> : tensor<i1>
//       CHECK:   return %[[LARGEST]], %[[SMALLEST]], %[[ZERO]], %[[NAN]], %[[TRUE]]
func.func @convert() -> (tensor<i8>, tensor<i8>, tensor<ui8>, tensor<i64>, tensor<i1>) {
  %big = prim.constant dense<1.0e+30> : tensor<f32>
  %negative = prim.constant dense<-1.0e+30> : tensor<f32>
  %nan = prim.constant dense<0x7FC00000> : tensor<f32>
  %largest = prim.convert %big : (tensor<f32>) -> tensor<i8>
  %smallest = prim.convert %negative : (tensor<f32>) -> tensor<i8>
  %zero = prim.convert %negative : (tensor<f32>) -> tensor<ui8>
  %of_nan = prim.convert %nan : (tensor<f32>) -> tensor<i64>
  %true = prim.convert %nan : (tensor<f32>) -> tensor<i1>
  return %largest, %smallest, %zero, %of_nan, %true : tensor<i8>, tensor<i8>, tensor<ui8>, tensor<i64>, tensor<i1>
}

// From f64 to f16 and bf16 there is one rounding: just above the middle goes up.

// CHECK-LABEL: func.func @convert_rounds_once(
//   CHECK-DAG:   %[[UP:.*]] = prim.constant dense<1.0078{{.*}}> : tensor<bf16>
//   CHECK-DAG:   %[[MOST:.*]] = prim.constant dense<6.550{{.*}}e+04> : tensor<f16>
//       CHECK:   return %[[UP]], %[[MOST]]
func.func @convert_rounds_once() -> (tensor<bf16>, tensor<f16>) {
  %above = prim.constant dense<1.003906250001> : tensor<f64>
  %below = prim.constant dense<65519.999999> : tensor<f64>
  %up = prim.convert %above : (tensor<f64>) -> tensor<bf16>
  %most = prim.convert %below : (tensor<f64>) -> tensor<f16>
  return %up, %most : tensor<bf16>, tensor<f16>
}

// CHECK-LABEL: func.func @floats(
//   CHECK-DAG:   %[[NAN:.*]] = prim.constant dense<0x7FC00000> : tensor<f32>
//   CHECK-DAG:   %[[MINUS_ZERO:.*]] = prim.constant dense<-0.000000e+00> : tensor<f32>
//   CHECK-DAG:   %[[FALSE:.*]] = prim.constant dense<false> : tensor<i1>
//   CHECK-DAG:   %[[TRUE:.*]] = prim.constant dense<true> : tensor<i1>
//       CHECK:   return %[[NAN]], %[[NAN]], %[[MINUS_ZERO]], %[[FALSE]], %[[TRUE]], %[[FALSE]]
func.func @floats() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %nan = prim.constant dense<0x7FC00000> : tensor<f32>
  %one = prim.constant dense<1.0> : tensor<f32>
  %minus_zero = prim.constant dense<-0.0> : tensor<f32>
  %max = prim.maximum %one, %nan : tensor<f32>
  %sign_nan = prim.sign %nan : tensor<f32>
  %sign_zero = prim.sign %minus_zero : tensor<f32>
  %equal = prim.compare EQ, %nan, %nan : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %last = prim.compare GT, %nan, %one, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %finite = prim.is_finite %nan : (tensor<f32>) -> tensor<i1>
  return %max, %sign_nan, %sign_zero, %equal, %last, %finite : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i1>, tensor<i1>, tensor<i1>
}

// What a target's own code computes is left to it.

// CHECK-LABEL: func.func @no_exponential(
//       CHECK:   prim.exponential
func.func @no_exponential() -> tensor<f32> {
  %one = prim.constant dense<1.0> : tensor<f32>
  %y = prim.exponential %one : tensor<f32>
  return %y : tensor<f32>
}

// CHECK-LABEL: func.func @exact_algebra(
//  CHECK-SAME:     %[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>)
//       CHECK:   return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[I]], %[[I]], %[[I]]
func.func @exact_algebra(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %one = prim.constant dense<1.0> : tensor<4xf32>
  %zero = prim.constant dense<0.0> : tensor<4xf32>
  %minus_zero = prim.constant dense<-0.0> : tensor<4xf32>
  %i0 = prim.constant dense<0> : tensor<4xi32>
  %i1 = prim.constant dense<1> : tensor<4xi32>
  %0 = prim.multiply %one, %x : tensor<4xf32>
  %1 = prim.divide %x, %one : tensor<4xf32>
  %2 = prim.add %x, %minus_zero : tensor<4xf32>
  %3 = prim.subtract %x, %zero : tensor<4xf32>
  %n = prim.negate %x : tensor<4xf32>
  %4 = prim.negate %n : tensor<4xf32>
  %5 = prim.add %i0, %i : tensor<4xi32>
  %6 = prim.multiply %i, %i1 : tensor<4xi32>
  %f = prim.not %i : tensor<4xi32>
  %7 = prim.not %f : tensor<4xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// -0 + 0 is 0, and 0 times infinity is NaN: neither may fold.

// CHECK-LABEL: func.func @no_inexact_algebra(
//       CHECK:   %[[SUM:.*]] = prim.add
//       CHECK:   %[[PRODUCT:.*]] = prim.multiply
//       CHECK:   %[[DIFFERENCE:.*]] = prim.subtract
//       CHECK:   return %[[SUM]], %[[PRODUCT]], %[[DIFFERENCE]]
func.func @no_inexact_algebra(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = prim.constant dense<0.0> : tensor<4xf32>
  %0 = prim.add %x, %zero : tensor<4xf32>
  %1 = prim.multiply %x, %zero : tensor<4xf32>
  %2 = prim.subtract %x, %x : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @logic(
//  CHECK-SAME:     %[[P:.*]]: tensor<4xi1>)
//   CHECK-DAG:   %[[FALSE:.*]] = prim.constant dense<false> : tensor<4xi1>
//   CHECK-DAG:   %[[TRUE:.*]] = prim.constant dense<true> : tensor<4xi1>
//       CHECK:   return %[[P]], %[[FALSE]], %[[TRUE]], %[[FALSE]], %[[TRUE]]
func.func @logic(%p: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %true = prim.constant dense<true> : tensor<4xi1>
  %false = prim.constant dense<false> : tensor<4xi1>
  %0 = prim.and %p, %true : tensor<4xi1>
  %1 = prim.and %p, %false : tensor<4xi1>
  %2 = prim.or %p, %true : tensor<4xi1>
  %3 = prim.xor %p, %p : tensor<4xi1>
  %4 = prim.compare EQ, %p, %p : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @select(
//  CHECK-SAME:     %[[P:[a-z0-9]*]]: tensor<4xi1>, %[[A:[a-z0-9]*]]: tensor<4xf32>, %[[B:[a-z0-9]*]]: tensor<4xf32>)
//       CHECK:   return %[[A]], %[[B]], %[[A]]
func.func @select(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %true = prim.constant dense<true> : tensor<4xi1>
  %false = prim.constant dense<false> : tensor<i1>
  %0 = prim.select %true, %a, %b : tensor<4xi1>, tensor<4xf32>
  %1 = prim.select %false, %a, %b : tensor<i1>, tensor<4xf32>
  %2 = prim.select %p, %a, %a : tensor<4xi1>, tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// There and back folds only through a type that loses nothing.

// CHECK-LABEL: func.func @convert_back(
//  CHECK-SAME:     %[[X:.*]]: tensor<4xbf16>, %{{.*}}: tensor<4xf32>)
//       CHECK:   %[[NARROW:.*]] = prim.convert
//       CHECK:   %[[BACK:.*]] = prim.convert %[[NARROW]]
//       CHECK:   return %[[X]], %[[BACK]]
func.func @convert_back(%x: tensor<4xbf16>, %y: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xf32>) {
  %0 = prim.convert %x : (tensor<4xbf16>) -> tensor<4xf32>
  %1 = prim.convert %0 : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = prim.convert %y : (tensor<4xf32>) -> tensor<4xbf16>
  %3 = prim.convert %2 : (tensor<4xbf16>) -> tensor<4xf32>
  return %1, %3 : tensor<4xbf16>, tensor<4xf32>
}

// The gradient's barrier stays until fusion.

// CHECK-LABEL: func.func @no_stop_gradient(
//       CHECK:   prim.stop_gradient
func.func @no_stop_gradient(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = prim.stop_gradient %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
