//===- file.cpp - Reading by mapping, writing aside -----------------------===//

#include "file.h"
#include "fault.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gradc::run {

namespace {

/// Closes a file descriptor when its scope ends.
struct Descriptor {
  int value;
  ~Descriptor() {
    if (value >= 0)
      close(value);
  }
};

} // namespace

Bytes mapFile(const std::string &path) {
  Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.value < 0)
    inputFault("{}: cannot be opened: {}", path, std::strerror(errno));
  struct stat status;
  if (fstat(file.value, &status) != 0)
    machineFault("{}: cannot be read: {}", path, std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    inputFault("{}: expected a file, found {}", path,
               S_ISDIR(status.st_mode) ? "a folder" : "something else");
  size_t size = static_cast<size_t>(status.st_size);
  if (size == 0)
    inputFault("{}: the file is empty", path);
  void *address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value, 0);
  if (address == MAP_FAILED)
    machineFault("{}: cannot be mapped: {}", path, std::strerror(errno));
  std::shared_ptr<const void> owner(
      address, [size](const void *p) { munmap(const_cast<void *>(p), size); });
  return {static_cast<const uint8_t *>(address), size, std::move(owner)};
}

AsideFile::AsideFile(std::string name)
    : path(std::move(name)), temporary(path + ".tmp") {
  descriptor =
      open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    fail("created");
}

AsideFile::~AsideFile() {
  if (descriptor >= 0)
    close(descriptor);
  if (!committed)
    unlink(temporary.c_str());
}

void AsideFile::fail(const char *what) {
  int error = errno;
  machineFault("{}: cannot be {}: {}", path, what, std::strerror(error));
}

void AsideFile::write(const void *data, size_t size) {
  overwrite(written, data, size);
  written += size;
}

void AsideFile::overwrite(uint64_t offset, const void *data, size_t size) {
  const char *from = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t done = pwrite(descriptor, from, size, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR)
      continue;
    if (done < 0)
      fail("written");
    from += done;
    offset += static_cast<uint64_t>(done);
    size -= static_cast<size_t>(done);
  }
}

void AsideFile::commit() {
  if (fsync(descriptor) != 0)
    fail("written");
  int result = close(descriptor);
  descriptor = -1;
  if (result != 0)
    fail("written");
  if (rename(temporary.c_str(), path.c_str()) != 0)
    fail("renamed");
  committed = true;

  // The name is only safe once its folder is.
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty())
    folder = ".";
  Descriptor directory{
      open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  // Some file systems cannot sync a folder; they say EINVAL.
  if (directory.value < 0 || (fsync(directory.value) != 0 && errno != EINVAL))
    fail("synced");
}

} // namespace gradc::run
