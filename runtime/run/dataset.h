//===- dataset.h - The rows a run trains or evaluates on --------*- C++ -*-===//

#ifndef GRADC_RUN_DATASET_H
#define GRADC_RUN_DATASET_H

#include "convert.h"

#include <map>
#include <optional>

namespace gradc::run {

/// An input of an entry, as the library describes it.
struct InputSpec {
  std::string name;
  DType dtype = DType::F32;
  Shape shape;
  bool batched = false;            ///< dimension 0 is the batch
  std::optional<ValueRange> range; ///< of class labels
};

/// What `--data NAME=FILE` says, by name.
using DataOptions = std::map<std::string, std::string>;

/// Memory for one batch: a buffer an input, in the order of the inputs.
using BatchBuffers = std::vector<Buffer>;

/// One file for each input, checked against the inputs: types, shapes, equal
/// counts of rows, label ranges. Whatever does not fit throws an input fault
/// that names the file.
class Dataset {
public:
  /// `option` is what messages call the data: "--data" or "--eval-data".
  Dataset(const std::vector<InputSpec> &inputs, const DataOptions &files,
          const std::string &option);

  /// Rows that every batched input has; 1 if no input is batched.
  int64_t rows() const { return numRows; }

  /// Buffers that hold a whole batch, filled with zeros; inputs that are not
  /// batched are there already.
  BatchBuffers makeBuffers() const;

  /// Copies `count` rows to the front of the batched inputs' buffers.
  void gather(const int64_t *rows, int64_t count, BatchBuffers &buffers) const;

private:
  struct Column {
    InputSpec input;
    Tensor tensor; ///< of the file's type; converted row by row
    size_t rowElements = 0;
  };

  std::vector<Column> columns;
  int64_t numRows = 1;
};

} // namespace gradc::run

#endif // GRADC_RUN_DATASET_H
