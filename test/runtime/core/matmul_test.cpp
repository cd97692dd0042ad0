//===- matmul_test.cpp - Products against the plain loop ------------------===//

#include "core/matmul.h"
#include "library_file.h"
#include "product.h"

using namespace gradc;

namespace {
struct Outcome {
  std::string result;
  bool usesLibrary;
};
} // namespace

/// What the epilogue below multiplies columns by, and whose epilogue it is.
static float columnFactors[1024];
static const Product *epilogueOf;

static Outcome multiply(const Product &p, int threads, Epilogue epilogue = {}) {
  OneDnn library;
  Workspace workspace;
  ThreadPool pool;
  Matmul matmul;
  std::vector<int64_t> parameters = p.parameters();
  OneThread alone;
  matmul.create(parameters.data(), epilogue, threads, library, workspace);
  EXPECT_OK(workspace.allocate(threads));
  EXPECT_OK(pool.start(threads, OneThread::forever));
  Outcome outcome = {p.newResult(), matmul.usesLibrary()};
  if (epilogue.function) // of its own layout: b, m, n
    outcome.result.resize(size_t(p.batch * p.m * p.n) * 4);
  void *addresses[] = {const_cast<char *>(p.left.data()),
                       const_cast<char *>(p.right.data()), &outcome.result[0],
                       const_cast<float *>(columnFactors)};
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

/// product, result, factors: the result's columns are the product's by factors.
/// A task is a tile, as the compiler would have it.
static void scaleColumns(void *const *args, int64_t begin, int64_t end) {
  const Product &p = *epilogueOf;
  for (int64_t task = begin; task < end; ++task) {
    Cut groups(p.batch, p.tile[0]), rows(p.m, p.tile[1]),
        columns(p.n, p.tile[2]);
    int64_t row = task % rows.count, column = task / rows.count % columns.count,
            group = task / rows.count / columns.count;
    for (int64_t b = 0; b < groups.sizeAt(group); ++b)
      for (int64_t i = 0; i < rows.sizeAt(row); ++i)
        for (int64_t j = 0; j < columns.sizeAt(column); ++j) {
          int64_t toGroup = group * groups.size + b,
                  toRow = row * rows.size + i,
                  toColumn = column * columns.size + j;
          static_cast<float *>(
              args[1])[(toGroup * p.m + toRow) * p.n + toColumn] =
              static_cast<const float *>(
                  args[0])[(b * p.tile[1] + i) * p.tile[2] + j] *
              static_cast<const float *>(args[2])[toColumn];
        }
  }
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

TEST(Matmul, followsEachTileByItsEpilogue) {
  for (int j = 0; j < 1024; ++j)
    columnFactors[j] = float(j % 5 + 1);
  const int64_t cases[][7] = {
      // batch, m, n, k, tile
      {1, 100, 90, 64, 1, 48, 32}, {1, 16, 10, 8, 1, 16, 10},
      {1, 64, 300, 20, 1, 64, 16}, {3, 20, 30, 40, 1, 20, 30},
      {7, 16, 16, 16, 3, 16, 16},  {1, 33, 17, 1, 1, 33, 17}};
  for (auto [batch, m, n, k, tileBatch, tileM, tileN] : cases)
    for (bool transposed : {false, true}) {
      SCOPED_TRACE(testing::Message() << batch << " of " << m << " x " << n);
      Product p = Product::make(GRADC_F32, GRADC_F32, batch, m, n, k,
                                transposed, !transposed);
      p.tile[0] = tileBatch, p.tile[1] = tileM, p.tile[2] = tileN;
      Product tiled = p;
      tiled.out[0] = tileM * tileN, tiled.out[1] = tileN;
      epilogueOf = &tiled;
      Outcome plain = multiply(p, 1);
      Outcome one = multiply(tiled, 1, {scaleColumns, 2});
      EXPECT_EQ(one.usesLibrary, plain.usesLibrary);
      for (int threads : {2, 3})
        EXPECT_TRUE(multiply(tiled, threads, {scaleColumns, 2}).result ==
                    one.result);
      for (int64_t i = 0; i < batch * m * n; ++i)
        ASSERT_NEAR(loadNumber(GRADC_F32, &one.result[size_t(i) * 4]),
                    loadNumber(GRADC_F32, &plain.result[size_t(i) * 4]) *
                        columnFactors[i % n],
                    1e-5 * double(k));
    }
}

TEST(Cut, coversEverything) {
  for (int64_t total : {0, 1, 15, 16, 17, 100, 784})
    for (int64_t size : {1, 7, 16, 1000}) {
      Cut cut(total, size);
      int64_t sum = 0;
      for (int64_t i = 0; i < cut.count; ++i) {
        EXPECT_GT(cut.sizeAt(i), 0);
        EXPECT_LE(cut.sizeAt(i), size);
        sum += cut.sizeAt(i);
      }
      EXPECT_EQ(sum, total);
    }
}
