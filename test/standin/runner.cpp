//===- runner.cpp - Runs launches of kernels that it is linked with -------===//
//
//   runner PLAN MEMORY
//
// PLAN has a line for each thing to do, MEMORY is a file with the operands,
// where the results stand afterwards:
//
//   operand OFFSET BYTES ELEMENT_BYTES     the next launch's next argument
//   extent N                               the same, an integer of 64 bits
//   launch NAME GRID BLOCK NOSYNC SEED WATCHES_RACES
//
// Prints `launch NAME` before each launch, and `fault TEXT` lines after one
// that went wrong. A sanitizer's report ends the program.
//
//===----------------------------------------------------------------------===//

#include "standin/arena.h"

#include <cstdio>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace gradc::standin;

/// All kernels of the program; the last has no name.
extern "C" const gradc_standin_kernel_t gradc_standin_kernels[];

static const gradc_standin_kernel_t *findKernel(const std::string &name) {
  for (auto *kernel = gradc_standin_kernels; kernel->name; ++kernel)
    if (name == kernel->name)
      return kernel;
  return nullptr;
}

[[noreturn]] static void refuse(const std::string &why) {
  std::fprintf(stderr, "runner: %s\n", why.c_str());
  std::exit(2);
}

/// Prints a fault of several lines.
static void printFault(const std::string &text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    std::printf("fault %s\n", line.c_str());
}

namespace {

/// Arguments as they come, until the launch that takes them.
struct Arguments {
  std::deque<int64_t> extents; // never move
  std::deque<void *> pointers;
  std::vector<void *> addresses;
  std::vector<Operand> operands;
};

} // namespace

static Launch readLaunch(std::istream &line, const Arguments &arguments) {
  Launch launch;
  std::string name;
  line >> name >> launch.grid.x >> launch.block.x >> launch.isAlone >>
      launch.seed >> launch.watchesRaces;
  launch.grid.y = launch.grid.z = launch.block.y = launch.block.z = 1;
  launch.kernel = findKernel(name);
  if (!launch.kernel)
    refuse("there is no kernel " + name);
  if (launch.kernel->num_parameters != arguments.addresses.size())
    refuse(name + " has " + std::to_string(launch.kernel->num_parameters) +
           " parameters, the plan " +
           std::to_string(arguments.addresses.size()));
  launch.parameters = arguments.addresses.data();
  launch.operands = arguments.operands;
  return launch;
}

int main(int argc, char **argv) {
  if (argc != 3)
    refuse("usage: runner PLAN MEMORY");
  std::ifstream plan(argv[1]);
  int file = open(argv[2], O_RDWR);
  struct stat status;
  if (!plan || file < 0 || fstat(file, &status))
    refuse("the plan or the memory can't be read");
  void *memory = mmap(nullptr, status.st_size, PROT_READ | PROT_WRITE,
                      MAP_SHARED, file, 0);
  if (memory == MAP_FAILED)
    refuse("no memory");
  Arena arena(memory, status.st_size);

  Arguments arguments;
  for (std::string text; std::getline(plan, text);) {
    std::istringstream line(text);
    std::string what;
    line >> what;
    if (what == "operand") {
      size_t offset, bytes, elementBytes;
      line >> offset >> bytes >> elementBytes;
      void *data = static_cast<char *>(memory) + offset;
      arguments.pointers.push_back(data);
      arguments.addresses.push_back(&arguments.pointers.back());
      arguments.operands.push_back({data, bytes, elementBytes});
    } else if (what == "extent") {
      int64_t extent;
      line >> extent;
      arguments.extents.push_back(extent);
      arguments.addresses.push_back(&arguments.extents.back());
    } else if (what == "launch") {
      Launch launch = readLaunch(line, arguments);
      std::printf("launch %s\n", launch.kernel->name);
      std::fflush(stdout);
      printFault(arena.run(launch));
      std::fflush(stdout);
      arguments = Arguments();
    } else {
      refuse("a line of the plan is '" + text + "'");
    }
    if (!line)
      refuse("a line of the plan is '" + text + "'");
  }
  return 0;
}
