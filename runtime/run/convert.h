//===- convert.h - Changing element types without changing values -*- C++
//-*-===//
//
// Data is never rounded behind the user's back: a tensor of another type is
// taken if every one of its values survives the change, and refused otherwise.
// Integers and bools may become anything, floats only floats.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUN_CONVERT_H
#define GRADC_RUN_CONVERT_H

#include "tensor.h"

namespace gradc::run {

/// Whether the kinds allow a conversion at all: no float becomes an integer.
bool isConvertible(DType from, DType to);

/// The index of the first of `count` elements that type `to` cannot hold
/// exactly. NaN is held by every float type; a bool is 0 or 1.
std::optional<size_t> firstInexact(DType from, const uint8_t *source, DType to,
                                   size_t count);

/// Converts `count` elements. Neither pointer need be aligned.
void convert(DType from, const uint8_t *source, DType to, uint8_t *target,
             size_t count);

/// `tensor` with the type `to`; throws an input fault that begins with `what`
/// if a value would change.
Tensor converted(const Tensor &tensor, DType to, const std::string &what);

/// Element `index` as text, for messages.
std::string elementText(DType type, const uint8_t *source, size_t index);

/// The values that labels and indices may have.
struct ValueRange {
  int64_t low = 0, high = 0; ///< both included
  std::optional<int64_t> ignored;
};

/// The index of the first element outside `range`, or nothing. For integer
/// types only.
std::optional<size_t> firstOutside(DType type, const uint8_t *source,
                                   size_t count, const ValueRange &range);

} // namespace gradc::run

#endif // GRADC_RUN_CONVERT_H
