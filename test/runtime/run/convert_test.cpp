//===- convert_test.cpp ---------------------------------------------------===//

#include "convert.h"
#include "support.h"

#include <limits>

using namespace gradc::run;

namespace {

template <typename From, typename To>
std::vector<To> changed(DType from, std::vector<From> values, DType to) {
  Tensor tensor = tensorOf(from, {static_cast<int64_t>(values.size())}, values);
  return valuesOf<To>(converted(tensor, to, "x").bytes);
}

} // namespace

TEST(Convert, TakesWhateverTheTypeHoldsExactly) {
  EXPECT_EQ((changed<uint8_t, int32_t>(DType::U8, {0, 9, 255}, DType::I32)),
            (std::vector<int32_t>{0, 9, 255}));
  EXPECT_EQ((changed<int64_t, int32_t>(DType::I64, {-5, 7}, DType::I32)),
            (std::vector<int32_t>{-5, 7}));
  EXPECT_EQ(
      (changed<double, float>(DType::F64, {0.5, -1e300 * 1e300}, DType::F32)),
      (std::vector<float>{0.5f, -std::numeric_limits<float>::infinity()}));
  EXPECT_EQ((changed<uint16_t, float>(DType::BF16, {0x3f80}, DType::F32)),
            (std::vector<float>{1.0f}));
  EXPECT_EQ((changed<int32_t, double>(DType::I32, {-3}, DType::F64)),
            (std::vector<double>{-3.0}));
}

TEST(Convert, RefusesWhatWouldChangeAValue) {
  EXPECT_FAULT((changed<double, float>(DType::F64, {1.0, 0.1}, DType::F32)),
               "x: expected f32, found f64 whose element 1 is 0.1");
  EXPECT_FAULT(
      (changed<int64_t, int32_t>(DType::I64, {int64_t(1) << 31}, DType::I32)),
      "element 0 is 2147483648");
  EXPECT_FAULT((changed<int32_t, uint8_t>(DType::I32, {-1}, DType::U8)),
               "element 0 is -1");
  EXPECT_FAULT((changed<int64_t, float>(DType::I64,
                                        {std::numeric_limits<int64_t>::max()},
                                        DType::F32)),
               "element 0 is 9223372036854775807");
  EXPECT_FAULT((changed<uint8_t, uint8_t>(DType::Bool, {1, 0, 2}, DType::Bool)),
               "element 2 is 2");
  EXPECT_FAULT((changed<float, int32_t>(DType::F32, {1.0f}, DType::I32)),
               "x: expected i32, found f32");
}

TEST(Convert, NotANumberStaysOne) {
  auto values = changed<double, float>(
      DType::F64, {std::numeric_limits<double>::quiet_NaN()}, DType::F32);
  EXPECT_TRUE(values[0] != values[0]);
}

TEST(Convert, EveryPairOfTypesHasACode) {
  std::vector<uint8_t> zeros(16, 0), target(16, 0xff);
  for (int from = 0; from < numDTypes; ++from)
    for (int to = 0; to < numDTypes; ++to) {
      DType f = static_cast<DType>(from), t = static_cast<DType>(to);
      convert(f, zeros.data(), t, target.data(), 2);
      for (size_t i = 0; i < 2 * itemSize(t); ++i)
        EXPECT_EQ(target[i], 0) << nameOf(f) << " to " << nameOf(t);
      if (isConvertible(f, t)) {
        EXPECT_EQ(firstInexact(f, zeros.data(), t, 2), std::nullopt);
      }
    }
}

TEST(Convert, FindsTheFirstValueOutsideARange) {
  std::vector<int32_t> values{0, 9, 10, -1};
  auto data = reinterpret_cast<const uint8_t *>(values.data());
  EXPECT_EQ(firstOutside(DType::I32, data, 4, {0, 9, {}}), 2u);
  EXPECT_EQ(firstOutside(DType::I32, data, 4, {0, 9, 10}), 3u);
  EXPECT_EQ(firstOutside(DType::I32, data, 2, {0, 9, {}}), std::nullopt);
}
