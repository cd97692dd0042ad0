//===- npy.cpp - NumPy's file of one array --------------------------------===//

#include "npy.h"
#include "byteorder.h"
#include "fault.h"

#include <fmt/ranges.h>

#include <cctype>
#include <numeric>

namespace gradc::run {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

/// What the header's dictionary says.
struct Header {
  std::string descr;
  std::optional<bool> fortranOrder;
  std::optional<Shape> shape;
};

/// Reads the literal of a Python dictionary that NumPy writes as header.
class HeaderParser {
public:
  HeaderParser(std::string_view text, const std::string &path)
      : text(text), path(path) {}

  Header parse() {
    Header header;
    expect('{');
    while (!accept('}')) {
      std::string key = string();
      expect(':');
      if (key == "descr")
        header.descr = descr();
      else if (key == "fortran_order")
        header.fortranOrder = boolean();
      else if (key == "shape")
        header.shape = tuple();
      else
        damaged();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skipSpace();
    if (position != text.size() || header.descr.empty() ||
        !header.fortranOrder || !header.shape)
      damaged();
    return header;
  }

private:
  [[noreturn]] void damaged() {
    inputFault("{}: its .npy header is damaged near byte {}", path, position);
  }
  void skipSpace() {
    while (position < text.size() &&
           std::isspace(static_cast<unsigned char>(text[position])))
      ++position;
  }
  bool accept(char c) {
    skipSpace();
    if (position >= text.size() || text[position] != c)
      return false;
    ++position;
    return true;
  }
  void expect(char c) {
    if (!accept(c))
      damaged();
  }
  bool acceptWord(std::string_view word) {
    skipSpace();
    if (text.substr(position, word.size()) != word)
      return false;
    position += word.size();
    return true;
  }
  std::string string() {
    char quote = accept('\'') ? '\'' : '"';
    if (quote == '"')
      expect('"');
    size_t end = text.find(quote, position);
    if (end == std::string_view::npos)
      damaged();
    std::string value(text.substr(position, end - position));
    position = end + 1;
    return value;
  }
  std::string descr() {
    skipSpace();
    if (position < text.size() && text[position] == '[')
      inputFault("{}: expected an array of numbers, found one of records",
                 path);
    return string();
  }
  bool boolean() {
    if (acceptWord("True"))
      return true;
    if (!acceptWord("False"))
      damaged();
    return false;
  }
  Shape tuple() {
    Shape shape;
    expect('(');
    while (!accept(')')) {
      shape.push_back(integer());
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }
  int64_t integer() {
    skipSpace();
    size_t start = position;
    int64_t value = 0;
    while (position < text.size() && text[position] >= '0' &&
           text[position] <= '9' && position - start < 18)
      value = value * 10 + (text[position++] - '0');
    if (position == start)
      damaged();
    return value;
  }

  std::string_view text;
  const std::string &path;
  size_t position = 0;
};

struct TypeRecord {
  std::string_view code; ///< NumPy's, without the byte order
  DType dtype;
};

constexpr TypeRecord types[] = {
    {"f4", DType::F32},  {"f8", DType::F64}, {"f2", DType::F16},
    {"V2", DType::BF16}, {"i1", DType::I8},  {"i2", DType::I16},
    {"i4", DType::I32},  {"i8", DType::I64}, {"u1", DType::U8},
    {"u2", DType::U16},  {"u4", DType::U32}, {"u8", DType::U64},
    {"b1", DType::Bool}};

/// `data`, in Fortran's order, copied to C's.
Bytes rowMajor(const Bytes &data, const Shape &shape, size_t item) {
  Buffer buffer(data.size);
  std::vector<size_t> index(shape.size(), 0), stride(shape.size());
  size_t step = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    stride[d] = step;
    step *= static_cast<size_t>(shape[d]);
  }
  size_t source = 0;
  for (size_t target = 0; target < data.size; target += item) {
    std::memcpy(buffer.data() + target, data.data + source * item, item);
    for (size_t d = shape.size(); d-- > 0;) {
      source += stride[d];
      if (++index[d] < static_cast<size_t>(shape[d]))
        break;
      source -= stride[d] * index[d];
      index[d] = 0;
    }
  }
  return buffer.bytes();
}

} // namespace

bool isNpy(const Bytes &file) {
  return file.size >= magic.size() &&
         std::memcmp(file.data, magic.data(), magic.size()) == 0;
}

Tensor readNpy(const Bytes &file, const std::string &path) {
  if (!isNpy(file))
    inputFault("{}: expected a .npy file, found something else", path);
  if (file.size < 12)
    inputFault("{}: the file is truncated: it ends within the .npy header",
               path);
  int major = file.data[6];
  if (major < 1 || major > 3)
    inputFault("{}: expected a .npy file of version 1, 2 or 3, found {}", path,
               major);
  size_t start = major == 1 ? 10 : 12;
  size_t length = major == 1 ? loadLittle<uint16_t>(file.data + 8)
                             : loadLittle<uint32_t>(file.data + 8);
  if (file.size - start < length)
    inputFault("{}: the file is truncated: it ends within the .npy header",
               path);
  const char *text = reinterpret_cast<const char *>(file.data + start);
  Header header = HeaderParser({text, length}, path).parse();

  char order = header.descr[0];
  std::string_view code = std::string_view(header.descr).substr(1);
  const TypeRecord *type = nullptr;
  for (const TypeRecord &candidate : types)
    if (candidate.code == code)
      type = &candidate;
  if (!type || std::string_view("<>=|").find(order) == std::string_view::npos)
    inputFault("{}: expected numbers, found NumPy's type '{}'", path,
               header.descr);

  const Shape &shape = *header.shape;
  size_t item = itemSize(type->dtype);
  size_t found = file.size - start - length;
  auto expected = byteSize(shape, type->dtype);
  if (!expected || found != *expected)
    inputFault("{}: {}: shape {} of {} takes {} bytes, found {}", path,
               !expected || found < *expected
                   ? "the file is truncated"
                   : "bytes stand after the end of the data",
               toString(shape), nameOf(type->dtype),
               expected ? std::to_string(*expected) : "too many", found);

  Bytes data = file.slice(start + length, found);
  if (*header.fortranOrder && shape.size() > 1 && found)
    data = rowMajor(data, shape, item);
  if (order == '>' && item > 1 && type->dtype != DType::BF16) {
    Buffer swapped(found);
    if (found)
      std::memcpy(swapped.data(), data.data, found);
    swapElements(swapped.data(), found / item, item);
    data = swapped.bytes();
  }
  return {type->dtype, shape, data};
}

std::string npyHeader(DType dtype, const Shape &shape) {
  std::string_view code;
  for (const TypeRecord &type : types)
    if (type.dtype == dtype)
      code = type.code;
  std::string text = fmt::format(
      "{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}{}), }}",
      itemSize(dtype) == 1 ? '|' : '<', code, fmt::join(shape, ", "),
      shape.size() == 1 ? "," : "");
  // Version 1 counts in 16 bits, which a rank of thousands would pass.
  size_t padded = (10 + text.size() + 1 + 63) / 64 * 64 - 10;
  text.resize(padded - 1, ' ');
  text += '\n';
  std::string header(magic);
  header += '\x01';
  header += '\0';
  appendLittle(header, static_cast<uint16_t>(padded));
  return header + text;
}

} // namespace gradc::run
