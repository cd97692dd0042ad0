//===- packed_matmul_test.cpp - Our own product ---------------------------===//

#include "core/packed_matmul.h"
#include "library_file.h"
#include "product.h"

using namespace gradc;

static std::string multiply(const Product &p) {
  std::string result = p.newResult();
  std::vector<char> scratch(packedScratchBytes() + 64);
  void *aligned = reinterpret_cast<void *>(
      (reinterpret_cast<uintptr_t>(scratch.data()) + 63) & -uintptr_t(64));
  packedMatmul({p.dtype,
                p.outDtype,
                p.m,
                p.n,
                p.k,
                p.left.data(),
                {p.lhs[1], p.lhs[2]},
                p.right.data(),
                {p.rhs[1], p.rhs[2]},
                &result[0],
                p.out[1]},
               aligned);
  return result;
}

TEST(PackedMatmul, addsInOrder) {
  // One chain from 0, without fused operations: the plain loop, bit for bit.
  for (int64_t k : {1, 5, 255, 256, 257, 600}) {
    Product p = Product::make(GRADC_F64, GRADC_F64, 1, 37, 29, k, false, true);
    std::string result = multiply(p);
    auto *left = reinterpret_cast<const double *>(p.left.data());
    auto *right = reinterpret_cast<const double *>(p.right.data());
    for (int64_t i = 0; i < p.m; ++i)
      for (int64_t j = 0; j < p.n; ++j) {
        volatile double sum = 0;
        for (int64_t c = 0; c < k; ++c) {
          volatile double product = left[i * k + c] * right[j * k + c];
          sum = sum + product;
        }
        EXPECT_EQ(loadNumber(GRADC_F64, &result[size_t(i * p.n + j) * 8]), sum);
      }
  }
}

TEST(PackedMatmul, takesEveryType) {
  struct Case {
    gradc_dtype_t in, out;
    double bound;
  };
  for (Case c : {Case{GRADC_F64, GRADC_F64, 1e-15},
                 {GRADC_F32, GRADC_F32, 1e-6},
                 {GRADC_F32, GRADC_F64, 1e-15},
                 {GRADC_F16, GRADC_F32, 1e-6},
                 {GRADC_F16, GRADC_F16, 1e-3},
                 {GRADC_BF16, GRADC_F32, 1e-6},
                 {GRADC_BF16, GRADC_BF16, 8e-3},
                 {GRADC_I8, GRADC_I32, 0},
                 {GRADC_I16, GRADC_I16, 0},
                 {GRADC_I32, GRADC_I32, 0},
                 {GRADC_I64, GRADC_I64, 0},
                 {GRADC_U8, GRADC_U32, 0},
                 {GRADC_U16, GRADC_U16, 0},
                 {GRADC_U32, GRADC_U32, 0},
                 {GRADC_U64, GRADC_U64, 0}}) {
    Product p = Product::make(c.in, c.out, 1, 13, 21, 40, true, false, 3);
    EXPECT_LE(p.error(multiply(p)), c.bound)
        << dtypeName(c.in) << " to " << dtypeName(c.out);
    // More than is computed at a time.
    p = Product::make(c.in, c.out, 1, 150, 70, 10, false, true, 2);
    EXPECT_LE(p.error(multiply(p)), c.bound)
        << dtypeName(c.in) << " to " << dtypeName(c.out);
  }
}

TEST(PackedMatmul, wrapsIntegers) {
  Product p = Product::make(GRADC_I8, GRADC_I8, 1, 1, 1, 3, false, false);
  p.left = {100, 100, 100};
  p.right = {1, 1, -1};
  EXPECT_EQ(multiply(p), std::string(1, char(100)));
  p.right = {1, 1, 1};
  EXPECT_EQ(multiply(p), std::string(1, char(300 - 256)));
}

TEST(PackedMatmul, writesZerosForNoProducts) {
  Product p = Product::make(GRADC_F32, GRADC_F32, 1, 3, 5, 0, false, false);
  EXPECT_EQ(multiply(p), std::string(3 * 5 * 4, '\0'));
}
