//===- matmul_test.cpp - Products against the plain loop ------------------===//

#include "core/matmul.h"
#include "library_file.h"
#include "product.h"

using namespace gradc;

namespace {
struct Outcome {
  std::string result;
  bool usesLibrary;
  int64_t tasks;
};
} // namespace

static Outcome multiply(const Product &p, int threads) {
  OneDnn library;
  Workspace workspace;
  ThreadPool pool;
  Matmul matmul;
  std::vector<int64_t> parameters = p.parameters();
  OneThread alone;
  matmul.create(parameters.data(), threads, library, workspace);
  EXPECT_OK(workspace.allocate(threads));
  EXPECT_OK(pool.start(threads, OneThread::forever));
  Outcome outcome = {p.newResult(), matmul.usesLibrary(), matmul.numTasks()};
  void *addresses[] = {const_cast<char *>(p.left.data()),
                       const_cast<char *>(p.right.data()), &outcome.result[0]};
  EXPECT_OK(matmul.run(addresses, pool, workspace));
  return outcome;
}

/// Right, and the same bits with 1, 2 and 3 threads.
static Outcome check(const Product &p, double bound) {
  Outcome one = multiply(p, 1);
  EXPECT_LE(p.error(one.result), bound);
  EXPECT_TRUE(multiply(p, 2).result == one.result);
  EXPECT_TRUE(multiply(p, 3).result == one.result);
  return one;
}

TEST(Matmul, takesEveryShape) {
  const int64_t shapes[][4] = {
      // batch, m, n, k
      {1, 1, 1, 1},      {1, 1, 17, 300},    {1, 300, 1, 17},
      {1, 17, 300, 1},   {1, 16, 16, 16},    {1, 33, 65, 129},
      {1, 64, 256, 256}, {1, 128, 10, 512},  {1, 257, 385, 31},
      {1, 512, 384, 64}, {1, 129, 513, 100}, {3, 5, 7, 2},
      {4, 33, 17, 65},   {40, 16, 16, 64},   {2, 256, 130, 48},
  };
  for (auto [batch, m, n, k] : shapes)
    for (int transposes = 0; transposes < 4; ++transposes)
      for (int64_t pad : {0, 5}) {
        SCOPED_TRACE(testing::Message()
                     << batch << " of " << m << " x " << n << " x " << k
                     << ", transposes " << transposes << ", pad " << pad);
        check(Product::make(GRADC_F32, GRADC_F32, batch, m, n, k,
                            transposes & 1, transposes & 2, pad),
              2e-6);
      }
}

TEST(Matmul, takesEveryType) {
  struct Case {
    gradc_dtype_t in, out;
    double bound;
  };
  for (Case c : {Case{GRADC_F64, GRADC_F64, 1e-14},
                 {GRADC_F32, GRADC_F64, 1e-14},
                 {GRADC_BF16, GRADC_F32, 2e-6},
                 {GRADC_BF16, GRADC_BF16, 8e-3},
                 {GRADC_F16, GRADC_F32, 2e-6},
                 {GRADC_F16, GRADC_F16, 1e-3},
                 {GRADC_I32, GRADC_I32, 0},
                 {GRADC_I64, GRADC_I64, 0},
                 {GRADC_U8, GRADC_U32, 0}})
    for (int64_t batch : {1, 3}) {
      SCOPED_TRACE(testing::Message()
                   << dtypeName(c.in) << " to " << dtypeName(c.out));
      check(Product::make(c.in, c.out, batch, 70, 90, 130, true, true),
            c.bound);
    }
}

TEST(Matmul, takesEveryStride) {
  // Neither side of lhs is contiguous; rhs is one row for all of k.
  Product p = Product::make(GRADC_F32, GRADC_F32, 2, 40, 50, 60, false, false);
  p.lhs[1] = 130, p.lhs[2] = 2, p.lhs[0] = 6000;
  p.rhs[1] = 0;
  p.fill();
  EXPECT_FALSE(check(p, 2e-6).usesLibrary);

  // Heads of attention: [rows, heads, size], a head at a time.
  p = Product::make(GRADC_F32, GRADC_F32, 4, 64, 64, 32, false, true);
  p.lhs[0] = p.rhs[0] = 32;
  p.lhs[1] = p.rhs[2] = 4 * 32;
  p.fill();
  EXPECT_TRUE(check(p, 2e-6).usesLibrary);

  // One rhs for the whole batch.
  p = Product::make(GRADC_F32, GRADC_F32, 4, 64, 64, 32, false, false);
  p.rhs[0] = 0;
  p.fill();
  EXPECT_TRUE(check(p, 2e-6).usesLibrary);
}

TEST(Matmul, takesNothing) {
  check(Product::make(GRADC_F32, GRADC_F32, 2, 100, 100, 0, false, false), 0);
  check(Product::make(GRADC_F64, GRADC_F64, 1, 3, 3, 0, true, false), 0);
  check(Product::make(GRADC_F32, GRADC_F32, 1, 0, 100, 100, false, false), 0);
  check(Product::make(GRADC_F32, GRADC_F32, 1, 100, 0, 100, false, false), 0);
  check(Product::make(GRADC_F32, GRADC_F32, 0, 100, 100, 100, false, false), 0);
}

TEST(Matmul, keepsNaNAndInfinity) {
  Product p = Product::make(GRADC_F32, GRADC_F32, 1, 64, 64, 64, false, false);
  storeNumber(NAN, GRADC_F32, &p.left[4 * (5 * 64 + 3)]);
  storeNumber(INFINITY, GRADC_F32, &p.left[4 * (6 * 64 + 3)]);
  std::string result = multiply(p, 2).result;
  for (int j = 0; j < 64; ++j) {
    EXPECT_TRUE(std::isnan(loadNumber(GRADC_F32, &result[4 * (5 * 64 + j)])));
    EXPECT_TRUE(std::isinf(loadNumber(GRADC_F32, &result[4 * (6 * 64 + j)])));
    EXPECT_TRUE(
        std::isfinite(loadNumber(GRADC_F32, &result[4 * (7 * 64 + j)])));
  }
}

TEST(Matmul, cutsByShape) {
  auto tasks = [](int64_t batch, int64_t m, int64_t n, int64_t k) {
    Product p =
        Product::make(GRADC_F32, GRADC_F32, batch, m, n, k, false, false);
    Outcome outcome = multiply(p, 1);
    EXPECT_TRUE(outcome.usesLibrary);
    return outcome.tasks;
  };
  EXPECT_EQ(tasks(1, 16, 16, 64), 1); // too small to share
  EXPECT_GE(tasks(1, 128, 512, 784), 2);
  EXPECT_GE(tasks(1, 512, 512, 128), 4);
  EXPECT_GE(tasks(1, 1024, 2048, 64), 4 * 6);
  EXPECT_LE(tasks(1000, 16, 16, 64), 64); // small ones together
}

TEST(Cut, coversEverything) {
  for (int64_t total : {0, 1, 15, 16, 17, 100, 784})
    for (int64_t pieces : {1, 2, 3, 7}) {
      Cut cut(total, pieces, 16);
      EXPECT_LE(cut.count, pieces);
      int64_t sum = 0;
      for (int64_t i = 0; i < cut.count; ++i) {
        EXPECT_GT(cut.sizeAt(i), 0);
        sum += cut.sizeAt(i);
      }
      EXPECT_EQ(sum, total);
    }
}
