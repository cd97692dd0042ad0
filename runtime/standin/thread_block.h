//===- thread_block.h - A block of threads that meet ------------*- C++ -*-===//

#ifndef GRADC_RUNTIME_STANDIN_THREAD_BLOCK_H
#define GRADC_RUNTIME_STANDIN_THREAD_BLOCK_H

#include "standin/device/interface.h"
#include "standin/fiber.h"
#include "standin/shadow.h"
#include "standin/shared_memory.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace gradc::standin {

/// The threads of one block, which are reused for the next: a fiber each, run
/// by turns until all have ended. A thread gives way only where it waits for
/// others. With a seed other than 0 the turns are random.
class ThreadBlock {
public:
  /// `gridSize`, `blockSize` as launched; `shadow`, if any, hears of meetings
  /// and shared arrays.
  ThreadBlock(gradc_standin_size_t gridSize, gradc_standin_size_t blockSize,
              uint32_t seed, Shadow *shadow);
  ~ThreadBlock();

  /// Runs the kernel in all threads of block `index`, the `number`-th of the
  /// grid. Returns the empty string, or what was wrong: then all threads have
  /// been given up where they stood.
  std::string run(const gradc_standin_kernel_t &kernel, void *const *parameters,
                  gradc_standin_size_t index, uint32_t number);

  /// The same for a kernel whose threads never meet: a loop over them.
  std::string runAlone(const gradc_standin_kernel_t &kernel,
                       void *const *parameters, gradc_standin_size_t index,
                       uint32_t number);

  /// The block that runs on this thread of the host.
  static ThreadBlock &running();

  // What the running thread of the block calls: device/interface.h.
  void syncThreads(const char *file, int line);
  void syncWarp(unsigned mask, const char *file, int line);
  uint64_t shuffle(unsigned mask, uint64_t value, unsigned source,
                   const char *file, int line);
  unsigned ballot(unsigned mask, bool predicate, const char *file, int line);
  void *shared(size_t elementBytes, size_t count, const char *name,
               const char *file, int line);

  /// The running thread's place in time, but for the address of its code.
  Access now() const;
  Shadow *getShadow() const { return shadow; }

private:
  enum class State { Ready, AtBarrier, AtWarpOperation, Ended };

  struct Site {
    const char *file = "";
    int line = 0;
    bool operator==(const Site &other) const;
    std::string str() const;
  };

  struct Warp;

  struct Thread : gradc_standin_thread_t {
    Thread() : fiber(stackBytes) {}
    Fiber fiber;
    State state = State::Ready;
    Site site; // where it waits
    Warp *warp = nullptr;
    unsigned exchanges = 0;
  };

  struct Warp {
    /// What the lanes bring, by turns: a lane can be one exchange ahead.
    uint64_t values[2][GRADC_STANDIN_WARP];
    std::vector<Thread *> lanes;
    unsigned waiting = 0;
    uint32_t syncs = 0;
    Site site;
  };

  /// Local arrays of a kernel lie there, with the sanitizer's redzones.
  static constexpr size_t stackBytes = 256 << 10;

  static void threadMain(void *block);
  Thread &current() const;
  std::string begin(const gradc_standin_kernel_t &kernel,
                    void *const *parameters, gradc_standin_size_t index,
                    uint32_t number);
  void makeReady(Thread &thread);
  Thread *takeReady();
  void wait(State state);
  void meetWarp(unsigned mask, Site site);
  [[noreturn]] void giveUp();
  std::string describeWaiting() const;

  Shadow *shadow;
  SharedMemory sharedMemory;
  Fiber host;
  std::vector<std::unique_ptr<Thread>> threads;
  std::vector<Warp> warps;
  std::minstd_rand random;
  bool isRandom;

  // The run.
  const gradc_standin_kernel_t *kernel = nullptr;
  void *const *parameters = nullptr;
  uint32_t number = 0;
  bool isAlone = false;
  std::vector<Thread *> ready; // a ring
  size_t firstReady = 0, numReady = 0;
  size_t numEnded = 0, numAtBarrier = 0;
  uint32_t barriers = 0;
  Site barrierSite;
  std::string error;
};

} // namespace gradc::standin

#endif // GRADC_RUNTIME_STANDIN_THREAD_BLOCK_H
