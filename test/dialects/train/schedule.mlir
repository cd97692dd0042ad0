// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @phases(
//       CHECK:   train.schedule %{{.*}}, %{{.*}}, %{{.*}} ["warmup 2%", "linear 100 to 50%", "cosine to 0"]
func.func @phases(%lr: tensor<f64>, %t: tensor<i64>, %n: tensor<f64>) -> tensor<f64> {
  %y = train.schedule %lr, %t, %n ["warmup 2%", "linear 100 to 50%", "cosine to 0"]
  return %y : tensor<f64>
}
