//===- support.h - What the tests of gradc-run share ------------*- C++ -*-===//

#ifndef GRADC_TEST_RUN_SUPPORT_H
#define GRADC_TEST_RUN_SUPPORT_H

#include "byteorder.h"
#include "fault.h"
#include "tensor.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace gradc::run {

/// A folder that goes when the test does.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "gradc-run-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw std::runtime_error("no temporary folder");
    path = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  std::string operator/(const std::string &name) const {
    return (path / name).string();
  }
  std::filesystem::path path;
};

inline void writeFile(const std::string &path, const std::string &content) {
  std::ofstream(path, std::ios::binary) << content;
}

inline std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// `content` as memory of exactly its size, so that a sanitizer sees a read
/// past its end.
inline Bytes bytesOf(const std::string &content) {
  Buffer buffer(content.size());
  std::copy(content.begin(), content.end(), buffer.data());
  return buffer.bytes();
}

inline std::string textOf(const Bytes &bytes) {
  return std::string(reinterpret_cast<const char *>(bytes.data), bytes.size);
}

template <typename T>
std::string rawOf(const std::vector<T> &values) {
  return std::string(reinterpret_cast<const char *>(values.data()),
                     values.size() * sizeof(T));
}

template <typename T>
Tensor tensorOf(DType dtype, Shape shape, const std::vector<T> &values) {
  return {dtype, std::move(shape), bytesOf(rawOf(values))};
}

template <typename T>
std::vector<T> valuesOf(const Bytes &bytes) {
  std::vector<T> values(bytes.size / sizeof(T));
  if (!values.empty())
    std::memcpy(values.data(), bytes.data, values.size() * sizeof(T));
  return values;
}

/// The sentence of the fault that `action` throws, "" if it throws none.
template <typename Action>
std::string faultOf(Action &&action, int code = ExitInput) {
  try {
    action();
  } catch (const Fault &fault) {
    EXPECT_EQ(fault.code, code) << fault.what();
    return fault.what();
  }
  return "";
}

#define EXPECT_FAULT(action, part)                                             \
  EXPECT_PRED2(                                                                \
      [](const std::string &sentence, const std::string &wanted) {             \
        return !sentence.empty() &&                                            \
               sentence.find(wanted) != std::string::npos;                     \
      },                                                                       \
      faultOf([&] { action; }), part)

/// Gives `read` every proper prefix of `content`; each has to be refused.
template <typename Read>
void expectTruncationsRefused(const std::string &content, Read &&read) {
  for (size_t size = 0; size < content.size(); ++size)
    EXPECT_NE(faultOf([&] { read(content.substr(0, size)); }), "")
        << "cut to " << size << " bytes";
}

/// Gives `read` `content` with bytes changed in a fixed random manner; each
/// has to be read or refused, never to crash.
template <typename Read>
void expectFlipsSurvived(const std::string &content, Read &&read,
                         int rounds = 3000) {
  uint64_t state = 1;
  auto random = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  };
  for (int round = 0; round < rounds; ++round) {
    std::string changed = content;
    for (uint64_t i = random() % 4 + 1; i-- > 0;)
      changed[random() % changed.size()] = static_cast<char>(random());
    faultOf([&] { read(changed); });
  }
}

} // namespace gradc::run

#endif // GRADC_TEST_RUN_SUPPORT_H
