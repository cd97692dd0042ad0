//===- sort_test.cpp - Sorting rows ---------------------------------------===//

#include "core/dtype.h"
#include "core/sort.h"
#include "library_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace gradc;

/// Sorts keys and carries positions; returns both.
template <typename Key>
static std::pair<std::vector<Key>, std::vector<int32_t>>
sorted(std::vector<Key> keys, gradc_dtype_t dtype, int64_t outer,
       int64_t length, int64_t inner, bool descending = false,
       bool total = false, int threads = 2) {
  std::vector<int32_t> positions(keys.size());
  std::iota(positions.begin(), positions.end(), 0);
  const int64_t parameters[] = {2,          outer, length, inner,
                                descending, total, dtype,  GRADC_I32};
  Workspace workspace;
  ThreadPool pool;
  prepareSort(parameters, workspace);
  EXPECT_OK(workspace.allocate(threads));
  EXPECT_OK(pool.start(threads, nullptr));
  // The keys to a new place, the positions in their own.
  std::vector<Key> out(keys.size());
  void *addresses[] = {keys.data(), positions.data(), out.data(),
                       positions.data()};
  runSort(parameters, addresses, pool, workspace);
  return {out, positions};
}

TEST(Sort, isStableOverAllLengths) {
  std::mt19937 random(3);
  for (int64_t length : {0, 1, 2, 3, 15, 16, 17, 31, 33, 64, 100, 1000}) {
    std::vector<int32_t> keys(size_t(3 * length));
    for (int32_t &key : keys)
      key = int32_t(random() % 10) - 5;
    for (bool descending : {false, true}) {
      auto [out, positions] = sorted(keys, GRADC_I32, 3, length, 1, descending);
      for (int64_t row = 0; row < 3; ++row) {
        std::vector<int32_t> expected(length);
        std::iota(expected.begin(), expected.end(), int32_t(row * length));
        std::sort(expected.begin(), expected.end(), [&](int32_t a, int32_t b) {
          if (keys[a] != keys[b])
            return descending ? keys[b] < keys[a] : keys[a] < keys[b];
          return a < b;
        });
        for (int64_t i = 0; i < length; ++i) {
          EXPECT_EQ(positions[row * length + i], expected[i]);
          EXPECT_EQ(out[row * length + i], keys[expected[i]]);
        }
      }
    }
  }
}

TEST(Sort, takesInnerDimensions) {
  // [2, 3, 2]: along the middle.
  auto [out, positions] = sorted<double>(
      {3, 30, 1, 10, 2, 20, 6, 1, 5, 2, 4, 3}, GRADC_F64, 2, 3, 2);
  EXPECT_EQ(out, (std::vector<double>{1, 10, 2, 20, 3, 30, 4, 1, 5, 2, 6, 3}));
  EXPECT_EQ(positions,
            (std::vector<int32_t>{2, 3, 4, 5, 0, 1, 10, 7, 8, 9, 6, 11}));
}

TEST(Sort, ordersAllTypes) {
  EXPECT_EQ((sorted<int8_t>({5, -128, 127, 0}, GRADC_I8, 1, 4, 1).first),
            (std::vector<int8_t>{-128, 0, 5, 127}));
  EXPECT_EQ((sorted<uint8_t>({5, 255, 0}, GRADC_U8, 1, 3, 1).first),
            (std::vector<uint8_t>{0, 5, 255}));
  EXPECT_EQ((sorted<uint8_t>({1, 0, 1}, GRADC_BOOL, 1, 3, 1).first),
            (std::vector<uint8_t>{0, 1, 1}));
  EXPECT_EQ((sorted<int16_t>({5, -300}, GRADC_I16, 1, 2, 1).first),
            (std::vector<int16_t>{-300, 5}));
  EXPECT_EQ((sorted<uint16_t>({65535, 5}, GRADC_U16, 1, 2, 1).first),
            (std::vector<uint16_t>{5, 65535}));
  EXPECT_EQ((sorted<uint32_t>({~0u, 5}, GRADC_U32, 1, 2, 1).first),
            (std::vector<uint32_t>{5, ~0u}));
  EXPECT_EQ(
      (sorted<int64_t>({5, INT64_MIN, INT64_MAX}, GRADC_I64, 1, 3, 1).first),
      (std::vector<int64_t>{INT64_MIN, 5, INT64_MAX}));
  EXPECT_EQ((sorted<uint64_t>({~0ull, 5}, GRADC_U64, 1, 2, 1).first),
            (std::vector<uint64_t>{5, ~0ull}));
  EXPECT_EQ(
      (sorted<uint16_t>({floatToBf16(2), floatToBf16(-3), floatToBf16(1)},
                        GRADC_BF16, 1, 3, 1)
           .first),
      (std::vector<uint16_t>{floatToBf16(-3), floatToBf16(1), floatToBf16(2)}));
  EXPECT_EQ(
      (sorted<uint16_t>({floatToF16(2), floatToF16(-3), floatToF16(1)},
                        GRADC_F16, 1, 3, 1, true)
           .first),
      (std::vector<uint16_t>{floatToF16(2), floatToF16(1), floatToF16(-3)}));
}

TEST(Sort, ordersFloatsTotally) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  float inf = std::numeric_limits<float>::infinity();
  std::vector<float> keys = {nan, 1, 0.0f, -nan, -inf, -0.0f, inf, -1};
  EXPECT_EQ(sorted(keys, GRADC_F32, 1, 8, 1, false, true).second,
            (std::vector<int32_t>{3, 4, 7, 5, 2, 1, 6, 0}));
  EXPECT_EQ(sorted(keys, GRADC_F32, 1, 8, 1, true, true).second,
            (std::vector<int32_t>{0, 6, 1, 2, 5, 7, 4, 3}));
}

TEST(Sort, keepsEqualZerosInOrder) {
  std::vector<float> keys = {0.0f, -0.0f, -1, -0.0f, 0.0f};
  EXPECT_EQ(sorted(keys, GRADC_F32, 1, 5, 1).second,
            (std::vector<int32_t>{2, 0, 1, 3, 4}));
  EXPECT_EQ(sorted(keys, GRADC_F32, 1, 5, 1, true).second,
            (std::vector<int32_t>{0, 1, 3, 4, 2}));
}
