//===- data_file.cpp - A tensor out of whatever file the user has ---------===//

#include "data_file.h"
#include "fault.h"
#include "gzip.h"
#include "idx.h"
#include "npy.h"
#include "npz.h"

#include <filesystem>

namespace gradc::run {

Tensor readDataFile(const std::string &where, const std::string &name) {
  std::string path = where, array = name;
  constexpr std::string_view separator = ".npz:";
  if (size_t at = where.rfind(separator);
      at != std::string::npos && !std::filesystem::exists(where)) {
    path = where.substr(0, at + separator.size() - 1);
    array = where.substr(at + separator.size());
  }
  Bytes file = mapFile(path);
  if (isZip(file))
    return NpzReader(file, path).read(array);
  if (isNpy(file))
    return readNpy(file, path);
  if (isGzip(file))
    return readIdxGzip(file, path);
  if (isIdx(file))
    return readIdx(file, path);
  std::string begin;
  for (size_t i = 0; i < file.size && i < 4; ++i)
    begin += fmt::format(" {:02x}", file.data[i]);
  inputFault("{}: expected an IDX, .npy or .npz file, found one that begins "
             "with{}",
             path, begin);
}

} // namespace gradc::run
