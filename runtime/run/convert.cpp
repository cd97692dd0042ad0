//===- convert.cpp - Changing element types without changing values -------===//

#include "convert.h"
#include "fault.h"
#include "half.h"

#include <type_traits>

namespace gradc::run {

namespace {

/// One byte, 0 or 1: `bool` itself may not be read from a file's byte.
struct Flag {
  uint8_t bits;
};

template <typename T>
constexpr bool isIntegral = std::is_integral_v<T> || std::is_same_v<T, Flag>;

/// Calls `function` with a value of the C++ type that `type` means.
template <typename Function>
auto visit(DType type, Function &&function) {
  switch (type) {
  case DType::F32:
    return function(float());
  case DType::F64:
    return function(double());
  case DType::F16:
    return function(Half());
  case DType::BF16:
    return function(BFloat());
  case DType::I8:
    return function(int8_t());
  case DType::I16:
    return function(int16_t());
  case DType::I32:
    return function(int32_t());
  case DType::I64:
    return function(int64_t());
  case DType::U8:
    return function(uint8_t());
  case DType::U16:
    return function(uint16_t());
  case DType::U32:
    return function(uint32_t());
  case DType::U64:
    return function(uint64_t());
  case DType::Bool:
    break;
  }
  return function(Flag());
}

template <typename T>
T load(const uint8_t *source, size_t index) {
  T value;
  std::memcpy(&value, source + index * sizeof(T), sizeof(T));
  return value;
}

/// The value as plain C++ arithmetic sees it.
template <typename T>
auto plain(T value) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat>)
    return toFloat(value);
  else if constexpr (std::is_same_v<T, Flag>)
    return value.bits;
  else
    return value;
}

template <typename To, typename From>
To cast(From value) {
  auto number = plain(value);
  if constexpr (std::is_same_v<To, Half>)
    return toHalf(static_cast<float>(number));
  else if constexpr (std::is_same_v<To, BFloat>)
    return toBFloat(static_cast<float>(number));
  else if constexpr (std::is_same_v<To, Flag>)
    return Flag{static_cast<uint8_t>(number != 0)};
  else
    return static_cast<To>(number);
}

/// Whether `cast<To>` loses nothing. Every integer and float of 64 bits is
/// exact in __int128 and long double, where the two are compared.
template <typename To, typename From>
bool isExact(From value) {
  if constexpr (isIntegral<From> && isIntegral<To>) {
    return static_cast<__int128>(plain(cast<To>(value))) ==
           static_cast<__int128>(plain(value));
  } else if constexpr (isIntegral<To>) {
    return false;
  } else {
    auto number = static_cast<long double>(plain(value));
    return number != number ||
           static_cast<long double>(plain(cast<To>(value))) == number;
  }
}

/// Types of which every value is exact in `To`, so that no scan is needed.
template <typename To, typename From>
constexpr bool isAlwaysExact() {
  if constexpr (std::is_same_v<To, From>)
    return !std::is_same_v<To, Flag>;
  else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>)
    return sizeof(To) > sizeof(From) &&
           (std::is_signed_v<To> || std::is_unsigned_v<From>);
  else if constexpr (std::is_same_v<To, float>)
    return sizeof(From) <= 2;
  else if constexpr (std::is_same_v<To, double>)
    return sizeof(From) <= 4;
  else
    return false;
}

} // namespace

bool isConvertible(DType from, DType to) {
  return !isFloat(from) || isFloat(to);
}

std::optional<size_t> firstInexact(DType from, const uint8_t *source, DType to,
                                   size_t count) {
  return visit(from, [&](auto f) {
    using From = decltype(f);
    return visit(to, [&](auto t) -> std::optional<size_t> {
      using To = decltype(t);
      if constexpr (!isAlwaysExact<To, From>())
        for (size_t i = 0; i < count; ++i)
          if (!isExact<To>(load<From>(source, i)))
            return i;
      return std::nullopt;
    });
  });
}

void convert(DType from, const uint8_t *source, DType to, uint8_t *target,
             size_t count) {
  if (from == to) {
    if (count)
      std::memcpy(target, source, count * itemSize(to));
    return;
  }
  visit(from, [&](auto f) {
    using From = decltype(f);
    visit(to, [&](auto t) {
      using To = decltype(t);
      for (size_t i = 0; i < count; ++i) {
        To value = cast<To>(load<From>(source, i));
        std::memcpy(target + i * sizeof(To), &value, sizeof(To));
      }
    });
  });
}

Tensor converted(const Tensor &tensor, DType to, const std::string &what) {
  if (tensor.dtype == to && to != DType::Bool)
    return tensor;
  if (!isConvertible(tensor.dtype, to))
    inputFault("{}: expected {}, found {}", what, nameOf(to),
               nameOf(tensor.dtype));
  size_t count = static_cast<size_t>(tensor.elements());
  if (auto bad = firstInexact(tensor.dtype, tensor.bytes.data, to, count))
    inputFault("{}: expected {}, found {} whose element {} is {}, which {} "
               "cannot hold exactly",
               what, nameOf(to), nameOf(tensor.dtype), *bad,
               elementText(tensor.dtype, tensor.bytes.data, *bad), nameOf(to));
  Buffer buffer(count * itemSize(to));
  convert(tensor.dtype, tensor.bytes.data, to, buffer.data(), count);
  return {to, tensor.shape, buffer.bytes()};
}

std::string elementText(DType type, const uint8_t *source, size_t index) {
  return visit(type, [&](auto t) {
    auto value = plain(load<decltype(t)>(source, index));
    if constexpr (std::is_integral_v<decltype(value)>)
      return std::to_string(value);
    else
      return fmt::format("{}", value);
  });
}

std::optional<size_t> firstOutside(DType type, const uint8_t *source,
                                   size_t count, const ValueRange &range) {
  return visit(type, [&](auto t) -> std::optional<size_t> {
    using T = decltype(t);
    if constexpr (isIntegral<T>)
      for (size_t i = 0; i < count; ++i) {
        auto value = static_cast<__int128>(plain(load<T>(source, i)));
        if ((value < range.low || value > range.high) && value != range.ignored)
          return i;
      }
    return std::nullopt;
  });
}

} // namespace gradc::run
