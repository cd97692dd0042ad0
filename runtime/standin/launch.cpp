//===- launch.cpp - A kernel's launch on the host -------------------------===//

#include "standin/launch.h"

#include "standin/shadow.h"
#include "standin/thread_block.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace gradc::standin {

/// What every GPU takes.
constexpr unsigned maxThreads = 1024;

static std::string check(const Launch &launch) {
  const char *name = launch.kernel->name;
  uint64_t threads = uint64_t(launch.block.x) * launch.block.y * launch.block.z;
  if (threads == 0 || threads > maxThreads || threads % GRADC_STANDIN_WARP)
    return std::string(name) + ": a block of " + std::to_string(threads) +
           " threads; it has to be 1 to 32 whole warps";
  uint64_t rows = uint64_t(launch.grid.y) * launch.grid.z;
  if (launch.grid.x == 0 || rows == 0 || launch.grid.x >= 1u << 31 ||
      launch.grid.y >= 1u << 16 || launch.grid.z >= 1u << 16)
    return std::string(name) + ": no GPU takes a grid of " +
           std::to_string(launch.grid.x) + " x " +
           std::to_string(launch.grid.y) + " x " +
           std::to_string(launch.grid.z) + " blocks";
  return "";
}

std::string run(const Launch &launch) {
  if (std::string error = check(launch); !error.empty())
    return error;

  std::optional<Shadow> shadow;
  if (launch.watchesRaces) {
    shadow.emplace();
    for (const Operand &operand : launch.operands)
      shadow->track(operand.data, operand.bytes, operand.elementBytes,
                    /*isShared=*/false);
  }
  Shadow *watcher = shadow ? &*shadow : nullptr;

  std::vector<uint32_t> order(size_t(launch.grid.x) * launch.grid.y *
                              launch.grid.z);
  std::iota(order.begin(), order.end(), 0);
  if (launch.seed)
    std::shuffle(order.begin(), order.end(), std::minstd_rand(launch.seed));

  ThreadBlock block(launch.grid, launch.block, launch.seed, watcher);
  for (uint32_t number : order) {
    gradc_standin_size_t index{number % launch.grid.x,
                               number / launch.grid.x % launch.grid.y,
                               number / launch.grid.x / launch.grid.y};
    std::string error =
        launch.isAlone
            ? block.runAlone(*launch.kernel, launch.parameters, index, number)
            : block.run(*launch.kernel, launch.parameters, index, number);
    if (!error.empty())
      return error;
  }
  std::string races = shadow ? shadow->report() : "";
  return races.empty() ? races : launch.kernel->name + (": " + races);
}

} // namespace gradc::standin
