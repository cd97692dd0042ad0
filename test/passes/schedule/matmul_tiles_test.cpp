//===- matmul_tiles_test.cpp - The cut of a matmul ------------------------===//

#include "passes/schedule/MatmulTiles.h"
#include "llvm/Support/MathExtras.h"
#include <gtest/gtest.h>

using namespace gradc::schedule;

static MatmulShape shapeOf(int64_t batch, int64_t m, int64_t n, int64_t k) {
  MatmulShape shape;
  shape.batch = batch, shape.m = m, shape.n = n, shape.k = k;
  return shape;
}

static int64_t tilesOf(const MatmulShape &shape) {
  MatmulTile tile = chooseTile(shape);
  return llvm::divideCeil(shape.batch, tile[0]) *
         llvm::divideCeil(shape.m, tile[1]) *
         llvm::divideCeil(shape.n, tile[2]);
}

TEST(MatmulTiles, leaveWorkInEachTask) {
  EXPECT_EQ(tilesOf(shapeOf(1, 16, 16, 64)), 1); // too small to share
  EXPECT_GE(tilesOf(shapeOf(1, 128, 512, 784)), 2);
  EXPECT_GE(tilesOf(shapeOf(1, 512, 512, 128)), 4);
  EXPECT_GE(tilesOf(shapeOf(1, 1024, 2048, 64)), 4 * 6);
  EXPECT_LE(tilesOf(shapeOf(1000, 16, 16, 64)), 64); // small ones together
}

TEST(MatmulTiles, fitTheShape) {
  for (int64_t m : {0, 1, 15, 100, 513, 5000})
    for (int64_t n : {0, 1, 17, 384, 2050})
      for (int64_t k : {0, 1, 700})
        for (int64_t step : {1, 15, 16, 63, 5000})
          for (bool hasLibrary : {false, true}) {
            MatmulShape shape = shapeOf(3, m, n, k);
            shape.rowStep = step;
            shape.hasLibrary = hasLibrary;
            MatmulTile tile = chooseTile(shape);
            EXPECT_GE(tile[0], 1);
            EXPECT_LE(tile[0], 3);
            EXPECT_GE(tile[2], 1);
            EXPECT_LE(tile[2], std::max<int64_t>(n, 1));
            // Whole blocks of partial results, or all of them.
            EXPECT_TRUE(tile[1] % step == 0 ||
                        tile[1] == std::max<int64_t>(m, 1));
          }
}

TEST(MatmulTiles, keepMatricesOfABatchApartThatDoNotFollowEachOther) {
  MatmulShape shape = shapeOf(1000, 16, 16, 64);
  shape.inOrder = false;
  EXPECT_EQ(chooseTile(shape)[0], 1);
}

TEST(MatmulTiles, comeFromTheTableNearWhatWasMeasured) {
  MatmulTile tile = chooseTile(shapeOf(1, 512, 2048, 784));
  EXPECT_EQ(chooseTile(shapeOf(1, 512, 2048, 800)), tile);
}
