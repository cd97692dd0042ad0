//===- dataset.cpp - The rows a run trains or evaluates on ----------------===//

#include "dataset.h"
#include "convert.h"
#include "data_file.h"
#include "fault.h"
#include "nearest.h"

#include <algorithm>
#include <cstring>

namespace gradc::run {

namespace {

/// The row that element `index` of `tensor` belongs to.
size_t rowOf(const Tensor &tensor, size_t index) {
  if (tensor.shape.empty() || tensor.shape[0] == 0)
    return 0;
  return index / (static_cast<size_t>(tensor.elements()) /
                  static_cast<size_t>(tensor.shape[0]));
}

/// How the file's shape has to look: the input's, any number of rows if it is
/// batched.
std::string wantedShape(const InputSpec &input) {
  std::string text = toString(input.shape);
  if (input.batched)
    text.replace(1, std::to_string(input.shape[0]).size(), "N");
  return text;
}

void checkShape(const InputSpec &input, const Tensor &tensor,
                const std::string &file) {
  bool fits = tensor.shape.size() == input.shape.size();
  for (size_t d = input.batched; fits && d < input.shape.size(); ++d)
    fits = tensor.shape[d] == input.shape[d];
  if (!fits)
    inputFault("{}: input '{}' expects shape {}, found {}", file, input.name,
               wantedShape(input), toString(tensor.shape));
  if (input.batched && tensor.shape[0] == 0)
    inputFault("{}: input '{}' expects at least one row, found none", file,
               input.name);
}

void checkValues(const InputSpec &input, const Tensor &tensor,
                 const std::string &file) {
  if (!isConvertible(tensor.dtype, input.dtype))
    inputFault("{}: input '{}' expects {}, found {}", file, input.name,
               nameOf(input.dtype), nameOf(tensor.dtype));
  const uint8_t *data = tensor.bytes.data;
  size_t count = static_cast<size_t>(tensor.elements());
  if (auto bad = firstInexact(tensor.dtype, data, input.dtype, count))
    inputFault("{}: input '{}' expects {}, found {} with the value {} in row "
               "{}, which {} cannot hold exactly",
               file, input.name, nameOf(input.dtype), nameOf(tensor.dtype),
               elementText(tensor.dtype, data, *bad), rowOf(tensor, *bad),
               nameOf(input.dtype));
  if (!input.range)
    return;
  const ValueRange &range = *input.range;
  if (auto bad = firstOutside(tensor.dtype, data, count, range))
    inputFault("{}: input '{}' expects values from {} to {}, found {} in row "
               "{}",
               file, input.name, range.low, range.high,
               elementText(tensor.dtype, data, *bad), rowOf(tensor, *bad));
}

} // namespace

Dataset::Dataset(const std::vector<InputSpec> &inputs, const DataOptions &files,
                 const std::string &option) {
  std::vector<std::string> names;
  for (const InputSpec &input : inputs)
    names.push_back(input.name);
  for (auto &[name, file] : files)
    if (std::find(names.begin(), names.end(), name) == names.end())
      inputFault("{} {}={}: the model has no input '{}'{}", option, name, file,
                 name, hintAmong(name, names));

  const Column *first = nullptr; // that is batched
  columns.reserve(inputs.size());
  for (const InputSpec &input : inputs) {
    auto found = files.find(input.name);
    if (found == files.end())
      inputFault("input '{}' has no data: give {} {}=FILE", input.name, option,
                 input.name);
    const std::string &file = found->second;
    Column column{input, readDataFile(file, input.name), 0};
    checkShape(input, column.tensor, file);
    checkValues(input, column.tensor, file);
    size_t elements = static_cast<size_t>(column.tensor.elements());
    if (!input.batched) {
      column.rowElements = elements;
      columns.push_back(std::move(column));
      continue;
    }
    int64_t rows = column.tensor.shape[0];
    column.rowElements = elements / static_cast<size_t>(rows);
    columns.push_back(std::move(column));
    if (first && rows != numRows)
      inputFault("{}: input '{}' has {} rows, but input '{}' has {} in {}",
                 file, input.name, rows, first->input.name, numRows,
                 files.at(first->input.name));
    if (!first)
      first = &columns.back();
    numRows = rows;
  }
}

BatchBuffers Dataset::makeBuffers() const {
  BatchBuffers buffers;
  for (const Column &column : columns) {
    const InputSpec &input = column.input;
    Buffer buffer(byteSize(input.shape, input.dtype).value_or(0));
    std::memset(buffer.data(), 0, buffer.size());
    if (!input.batched)
      convert(column.tensor.dtype, column.tensor.bytes.data, input.dtype,
              buffer.data(), column.rowElements);
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

void Dataset::gather(const int64_t *rows, int64_t count,
                     BatchBuffers &buffers) const {
  for (size_t i = 0; i < columns.size(); ++i) {
    const Column &column = columns[i];
    if (!column.input.batched)
      continue;
    size_t from = column.rowElements * itemSize(column.tensor.dtype);
    size_t to = column.rowElements * itemSize(column.input.dtype);
    const uint8_t *data = column.tensor.bytes.data;
    for (int64_t row = 0; row < count; ++row)
      convert(column.tensor.dtype, data + static_cast<size_t>(rows[row]) * from,
              column.input.dtype, buffers[i].data() + row * to,
              column.rowElements);
  }
}

} // namespace gradc::run
