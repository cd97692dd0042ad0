//===- image.cpp - The file of a step -------------------------------------===//

#include "core/image.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include <zlib.h>

namespace gradc {

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static gradc_status_t readAt(int file, const char *path, uint64_t offset,
                             void *data, size_t bytes) {
  char *to = static_cast<char *>(data);
  while (bytes) {
    ssize_t count = pread(file, to, bytes, off_t(offset));
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return fail(GRADC_NOT_FOUND, "cannot read '%s': %s", path,
                  std::strerror(errno));
    if (count == 0)
      return fail(GRADC_BAD_LIBRARY, "'%s' became shorter while it was read",
                  path);
    to += count, offset += count, bytes -= count;
  }
  return GRADC_OK;
}

namespace {
struct CpuFeature {
  const char *name;
  bool present;
};
} // namespace

static gradc_status_t checkCpu(const char *path, uint64_t needed,
                               const char *cpu) {
#if defined(__x86_64__)
  __builtin_cpu_init();
#define GRADC_FEATURE(bit, name) {name, __builtin_cpu_supports(name) != 0},
  const CpuFeature features[] = {GRADC_CPU_FEATURES(GRADC_FEATURE)};
#undef GRADC_FEATURE
#else
  const CpuFeature features[1] = {{"x86-64", false}};
#endif
  constexpr unsigned count = sizeof features / sizeof *features;
  if (count < 64 && needed >> count)
    return fail(GRADC_UNAVAILABLE,
                "'%s' was compiled for the CPU %s and needs a feature that "
                "this runtime does not know: use a newer libgradc",
                path, cpu);
  std::string missing;
  for (unsigned i = 0; i < count; ++i)
    if ((needed >> i & 1) && !features[i].present)
      missing += (missing.empty() ? "" : ", ") + std::string(features[i].name);
  if (missing.empty())
    return GRADC_OK;
  return fail(GRADC_UNAVAILABLE,
              "'%s' was compiled for the CPU %s and needs %s, which this CPU "
              "lacks: compile it again with --cpu for this one",
              path, cpu, missing.c_str());
}

gradc_status_t checkFile(int file, const char *path, gradc_trailer_t &trailer) {
  struct stat status;
  if (fstat(file, &status) != 0)
    return fail(GRADC_NOT_FOUND, "cannot read '%s': %s", path,
                std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return fail(GRADC_NOT_FOUND, "'%s' is not a file", path);
  uint64_t size = uint64_t(status.st_size);

  char elf[4] = {};
  if (size >= sizeof elf)
    GRADC_RETURN_IF_ERROR(readAt(file, path, 0, elf, sizeof elf));
  bool isElf = std::memcmp(elf, "\177ELF", sizeof elf) == 0;
  bool hasTrailer = size > sizeof trailer;
  if (hasTrailer) {
    GRADC_RETURN_IF_ERROR(
        readAt(file, path, size - sizeof trailer, &trailer, sizeof trailer));
    hasTrailer = std::memcmp(trailer.magic, "GRADCLIB", 8) == 0;
  }
  if (!isElf && !hasTrailer)
    return fail(GRADC_BAD_LIBRARY, "'%s' is no library made by gradc", path);
  if (!hasTrailer)
    return fail(GRADC_BAD_LIBRARY,
                "'%s' is truncated, or no library made by gradc: it does not "
                "end as one",
                path);
  if (trailer.version != GRADC_LIBRARY_VERSION)
    return fail(GRADC_BAD_LIBRARY,
                "'%s' has library version %u and this runtime reads version "
                "%u: compile it again",
                path, trailer.version, unsigned(GRADC_LIBRARY_VERSION));
  if (trailer.image_bytes != size - sizeof trailer)
    return fail(GRADC_BAD_LIBRARY,
                "'%s' is truncated or damaged: it should have %llu bytes and "
                "has %llu",
                path,
                (unsigned long long)(trailer.image_bytes + sizeof trailer),
                (unsigned long long)size);

  // The checksum, of the trailer too, with 0 in place of the checksum itself.
  std::vector<unsigned char> buffer(std::min<uint64_t>(size, 1 << 20));
  uLong crc = crc32(0, nullptr, 0);
  for (uint64_t offset = 0; offset < trailer.image_bytes;) {
    size_t bytes =
        std::min<uint64_t>(buffer.size(), trailer.image_bytes - offset);
    GRADC_RETURN_IF_ERROR(readAt(file, path, offset, buffer.data(), bytes));
    crc = crc32(crc, buffer.data(), uInt(bytes));
    offset += bytes;
  }
  gradc_trailer_t blank = trailer;
  blank.checksum = 0;
  crc = crc32(crc, reinterpret_cast<const Bytef *>(&blank), sizeof blank);
  if (crc != trailer.checksum || !isElf)
    return fail(GRADC_BAD_LIBRARY,
                "'%s' was edited or damaged: its checksum is %08lx and should "
                "be %08x",
                path, crc, trailer.checksum);

  std::string target(trailer.target,
                     strnlen(trailer.target, sizeof trailer.target));
  std::string cpu(trailer.cpu, strnlen(trailer.cpu, sizeof trailer.cpu));
  if (target != "cpu-x86_64")
    return fail(GRADC_UNAVAILABLE,
                "'%s' was compiled for the target %s and this runtime runs "
                "cpu-x86_64",
                path, target.c_str());
  return checkCpu(path, trailer.cpu_features, cpu.c_str());
}

//===----------------------------------------------------------------------===//
// Mapping
//===----------------------------------------------------------------------===//

// The loader takes a file that has the name of a mapped one for that one, even
// if it was replaced since. So the names in use are kept here, and a replaced
// file is loaded by another spelling of its path.

class ImageRegistry {
public:
  gradc_status_t open(const char *path, std::shared_ptr<Image> &image);
  static ImageRegistry &get() {
    static auto *registry = new ImageRegistry; // outlives every static step
    return *registry;
  }

private:
  struct Loaded {
    std::string name; // what the loader knows it by
    dev_t device;
    ino_t inode;
    uint32_t crc;
    std::weak_ptr<Image> image;
  };

  gradc_status_t load(const std::string &name, const char *path,
                      std::shared_ptr<Image> &image);

  std::mutex mutex;
  std::vector<Loaded> loaded;
};

Image::~Image() {
  if (handle)
    dlclose(handle);
}

gradc_status_t ImageRegistry::load(const std::string &name, const char *path,
                                   std::shared_ptr<Image> &image) {
  auto fresh = std::make_shared<Image>();
  fresh->handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!fresh->handle)
    return fail(GRADC_BAD_LIBRARY, "cannot load '%s': %s", path, dlerror());
  auto query = reinterpret_cast<gradc_library_query_fn>(
      dlsym(fresh->handle, GRADC_LIBRARY_SYMBOL));
  if (!query)
    return fail(GRADC_BAD_LIBRARY,
                "'%s' is no library made by gradc: it has "
                "no symbol " GRADC_LIBRARY_SYMBOL,
                path);
  fresh->tables = query(GRADC_LIBRARY_VERSION);
  if (!fresh->tables || fresh->tables->version != GRADC_LIBRARY_VERSION)
    return fail(GRADC_BAD_LIBRARY,
                "'%s' has another library version than the %u that its trailer "
                "tells",
                path, unsigned(GRADC_LIBRARY_VERSION));
  image = std::move(fresh);
  return GRADC_OK;
}

gradc_status_t ImageRegistry::open(const char *path,
                                   std::shared_ptr<Image> &image) {
  struct File {
    int descriptor;
    ~File() { ::close(descriptor); }
  };
  int descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return fail(GRADC_NOT_FOUND, "cannot open '%s': %s", path,
                std::strerror(errno));
  File file{descriptor};
  gradc_trailer_t trailer;
  GRADC_RETURN_IF_ERROR(checkFile(descriptor, path, trailer));

  std::unique_ptr<char, void (*)(void *)> real(realpath(path, nullptr),
                                               std::free);
  if (!real)
    return fail(GRADC_NOT_FOUND, "cannot open '%s': %s", path,
                std::strerror(errno));
  std::string name = real.get();

  std::lock_guard<std::mutex> lock(mutex);
  loaded.erase(
      std::remove_if(loaded.begin(), loaded.end(),
                     [](const Loaded &entry) { return entry.image.expired(); }),
      loaded.end());
  struct stat checked, now;
  if (fstat(descriptor, &checked) != 0 || stat(name.c_str(), &now) != 0 ||
      checked.st_dev != now.st_dev || checked.st_ino != now.st_ino)
    return fail(GRADC_NOT_FOUND, "'%s' was replaced while it was opened", path);
  for (const Loaded &entry : loaded) {
    if (entry.device != checked.st_dev || entry.inode != checked.st_ino)
      continue;
    if ((image = entry.image.lock()) && entry.crc == trailer.checksum)
      return GRADC_OK;
    if (image) {
      image.reset();
      return fail(GRADC_BAD_LIBRARY,
                  "'%s' was written over while a step of this process has it "
                  "open: close that one, or write to a new file",
                  path);
    }
  }
  size_t slash = name.rfind('/');
  auto isUsed = [&](const Loaded &entry) { return entry.name == name; };
  while (std::any_of(loaded.begin(), loaded.end(), isUsed))
    name.insert(slash, "/.");

  loaded.reserve(loaded.size() + 1);
  GRADC_RETURN_IF_ERROR(load(name, path, image));
  loaded.push_back(
      {name, checked.st_dev, checked.st_ino, trailer.checksum, image});
  return GRADC_OK;
}

gradc_status_t Image::open(const char *path, std::shared_ptr<Image> &image) {
  return ImageRegistry::get().open(path, image);
}

} // namespace gradc
