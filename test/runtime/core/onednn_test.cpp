//===- onednn_test.cpp - Products of one tile by oneDNN -------------------===//

#include "core/onednn.h"
#include "core/workspace.h"
#include "library_file.h"
#include "product.h"

extern "C" int omp_get_max_threads(void);

using namespace gradc;

static TileShape shapeOf(const Product &p) {
  TileShape shape = {p.dtype, p.outDtype, p.batch, p.m, p.n, p.k, {}, {}, {}};
  std::copy_n(p.lhs, 3, shape.lhs);
  std::copy_n(p.rhs, 3, shape.rhs);
  std::copy_n(p.out, 3, shape.out);
  return shape;
}

TEST(OneDnn, multipliesATile) {
  OneThread alone;
  OneDnn library;
  Product p =
      Product::make(GRADC_F32, GRADC_F32, 1, 50, 70, 90, true, false, 2);
  TilePrimitive *primitive = library.find(shapeOf(p), 2);
  ASSERT_NE(primitive, nullptr);
  EXPECT_EQ(library.find(shapeOf(p), 2), primitive);
  Workspace workspace;
  workspace.require(OneDnn::scratchBytes(*primitive));
  ASSERT_OK(workspace.allocate(2));
  for (int thread : {0, 1}) {
    std::string result = p.newResult();
    EXPECT_TRUE(OneDnn::execute(*primitive, thread, p.left.data(),
                                p.right.data(), &result[0],
                                workspace.of(thread)));
    EXPECT_LE(p.error(result), 1e-6);
  }
}

TEST(OneDnn, refusesStridesWithoutASide) {
  OneDnn library;
  Product p = Product::make(GRADC_F32, GRADC_F32, 1, 4, 4, 4, false, false);
  p.lhs[1] = 8, p.lhs[2] = 2;
  EXPECT_EQ(library.find(shapeOf(p), 1), nullptr);
  p.lhs[1] = 4, p.lhs[2] = 0; // broadcast along k
  EXPECT_EQ(library.find(shapeOf(p), 1), nullptr);
}

TEST(OneDnn, leavesTheHostsThreadsAlone) {
  int before = omp_get_max_threads();
  {
    OneThread alone;
    EXPECT_EQ(omp_get_max_threads(), 1);
  }
  EXPECT_EQ(omp_get_max_threads(), before);
}
