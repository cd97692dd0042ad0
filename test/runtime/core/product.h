//===- product.h - Matrix products with a reference -------------*- C++ -*-===//

#ifndef GRADC_TEST_PRODUCT_H
#define GRADC_TEST_PRODUCT_H

#include "core/dtype.h"
#include "gradc/library.h"

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace gradc {

inline void storeNumber(double value, uint32_t dtype, char *to) {
  auto put = [&](auto number) { std::memcpy(to, &number, sizeof number); };
  switch (dtype) {
  case GRADC_F32:
    return put(float(value));
  case GRADC_F64:
    return put(value);
  case GRADC_F16:
    return put(floatToF16(float(value)));
  case GRADC_BF16:
    return put(floatToBf16(float(value)));
  case GRADC_I8:
    return put(int8_t(value));
  case GRADC_I16:
    return put(int16_t(value));
  case GRADC_I32:
    return put(int32_t(value));
  case GRADC_I64:
    return put(int64_t(value));
  case GRADC_U8:
    return put(uint8_t(value));
  case GRADC_U16:
    return put(uint16_t(value));
  case GRADC_U32:
    return put(uint32_t(value));
  default:
    return put(uint64_t(value));
  }
}

inline double loadNumber(uint32_t dtype, const char *from) {
  auto get = [&](auto number) {
    std::memcpy(&number, from, sizeof number);
    return number;
  };
  switch (dtype) {
  case GRADC_F32:
    return get(float());
  case GRADC_F64:
    return get(double());
  case GRADC_F16:
    return f16ToFloat(get(uint16_t()));
  case GRADC_BF16:
    return bf16ToFloat(get(uint16_t()));
  case GRADC_I8:
    return get(int8_t());
  case GRADC_I16:
    return get(int16_t());
  case GRADC_I32:
    return get(int32_t());
  case GRADC_I64:
    return double(get(int64_t()));
  case GRADC_U8:
    return get(uint8_t());
  case GRADC_U16:
    return get(uint16_t());
  case GRADC_U32:
    return get(uint32_t());
  default:
    return double(get(uint64_t()));
  }
}

/// A product with its operands. The strides say how each lies in memory; what
/// lies between the elements holds a mark.
struct Product {
  uint32_t dtype = GRADC_F32, outDtype = GRADC_F32;
  int64_t batch = 1, m = 1, n = 1, k = 1;
  int64_t lhs[3], rhs[3], out[3];
  int64_t tile[3] = {1, 48, 80};
  std::string left, right;

  /// Operands stored as they are, or transposed, each with `pad` elements after
  /// every row.
  static Product make(uint32_t dtype, uint32_t outDtype, int64_t batch,
                      int64_t m, int64_t n, int64_t k, bool transposeLhs,
                      bool transposeRhs, int64_t pad = 0) {
    Product p;
    p.dtype = dtype, p.outDtype = outDtype;
    p.batch = batch, p.m = m, p.n = n, p.k = k;
    auto lay = [&](int64_t(&strides)[3], int64_t rows, int64_t columns,
                   bool transposed) {
      int64_t side = (transposed ? rows : columns) + pad;
      strides[0] = side * (transposed ? columns : rows);
      strides[1] = transposed ? 1 : side;
      strides[2] = transposed ? side : 1;
    };
    lay(p.lhs, m, k, transposeLhs);
    lay(p.rhs, k, n, transposeRhs);
    lay(p.out, m, n, false);
    p.fill();
    return p;
  }

  void fill(unsigned seed = 1) {
    std::mt19937 random(seed);
    auto numbers = [&](std::string &to, int64_t count) {
      size_t size = dtypeSize(dtype);
      to.resize(size_t(count) * size);
      for (int64_t i = 0; i < count; ++i) {
        double value = isFloat(dtype)
                           ? std::uniform_real_distribution<>(-1, 1)(random)
                           : double(random() % 7);
        storeNumber(value, dtype, &to[size_t(i) * size]);
      }
    };
    numbers(left, span(lhs, m, k));
    numbers(right, span(rhs, k, n));
  }

  int64_t span(const int64_t (&strides)[3], int64_t rows,
               int64_t columns) const {
    if (!batch || !rows || !columns)
      return 0;
    return (batch - 1) * strides[0] + (rows - 1) * strides[1] +
           (columns - 1) * strides[2] + 1;
  }
  std::string newResult() const {
    return std::string(size_t(span(out, m, n)) * dtypeSize(outDtype), '\x55');
  }

  std::vector<int64_t> parameters() const {
    return {dtype,  outDtype, batch,  m,       n,       k,
            lhs[0], lhs[1],   lhs[2], rhs[0],  rhs[1],  rhs[2],
            out[0], out[1],   out[2], tile[0], tile[1], tile[2]};
  }

  /// The largest error of an element, relative to the sum of the magnitudes of
  /// its products; also looks that nothing between the elements was written.
  double error(const std::string &result) const {
    double worst = 0;
    size_t inSize = dtypeSize(dtype), outSize = dtypeSize(outDtype);
    std::string expected = newResult();
    for (int64_t b = 0; b < batch; ++b)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
          double sum = 0, magnitude = 0;
          for (int64_t c = 0; c < k; ++c) {
            double product =
                loadNumber(dtype,
                           &left[size_t(b * lhs[0] + i * lhs[1] + c * lhs[2]) *
                                 inSize]) *
                loadNumber(dtype,
                           &right[size_t(b * rhs[0] + c * rhs[1] + j * rhs[2]) *
                                  inSize]);
            sum += product, magnitude += std::fabs(product);
          }
          size_t place = size_t(b * out[0] + i * out[1] + j * out[2]) * outSize;
          double found = loadNumber(outDtype, &result[place]);
          double difference = std::fabs(found - sum);
          if (difference || std::isnan(difference))
            worst = std::fmax(worst, magnitude ? difference / magnitude : 1);
          if (std::isnan(found))
            return INFINITY;
          std::memcpy(&expected[place], &result[place], outSize);
        }
    return expected == result ? worst : INFINITY;
  }
};

} // namespace gradc

#endif // GRADC_TEST_PRODUCT_H
