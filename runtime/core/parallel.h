//===- parallel.h - The threads of a step -----------------------*- C++ -*-===//
//
// Work comes as independent tasks, cut by shape; how many threads do them, and
// which thread does which, changes no bit of a result.
//
// Why not OpenMP: the build's compiler links LLVM's runtime and oneDNN GNU's,
// two thread pools that would fight for the cores. Here oneDNN is called on one
// thread at a time and this pool is the only one.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUNTIME_CORE_PARALLEL_H
#define GRADC_RUNTIME_CORE_PARALLEL_H

#include "core/status.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <pthread.h>
#include <type_traits>
#include <vector>

namespace gradc {

/// How many CPUs this process may use: its affinity mask, and the quota of its
/// control group if there is one.
int availableCpus();

/// A fixed set of threads. The caller of `run` is thread 0 and works as well;
/// the others wait, first awake for some microseconds, then asleep. Every
/// thread does its own share of the tasks first and then helps the others, so a
/// thread that the system does not run holds up at most the piece it has begun.
class ThreadPool {
public:
  /// Does tasks [begin, end) on thread `thread` < size().
  using Body = void (*)(void *context, int64_t begin, int64_t end, int thread);

  ThreadPool() = default;
  ThreadPool(const ThreadPool &) = delete;
  ~ThreadPool();

  /// Starts `threads - 1` threads, each of which calls `onStart` first. At most
  /// once.
  gradc_status_t start(int threads, void (*onStart)());

  int size() const { return numThreads; }

  /// Does all tasks; returns when they are done. Not to be called by a body.
  void run(int64_t tasks, Body body, void *context);

  /// The same with any callable of (begin, end, thread).
  template <typename Callable>
  void parallelFor(int64_t tasks, Callable &&callable) {
    using Type = std::remove_reference_t<Callable>;
    run(
        tasks,
        [](void *context, int64_t begin, int64_t end, int thread) {
          (*static_cast<Type *>(context))(begin, end, thread);
        },
        const_cast<std::remove_const_t<Type> *>(&callable));
  }

  static constexpr int maxThreads = 1024;

private:
  /// The pieces of a job that a thread begins with: which job, the next piece
  /// and the end. In one word, so that one compare-and-swap takes a piece and
  /// proves that the job is still on.
  struct alignas(64) Share {
    std::atomic<uint64_t> word{0};
  };
  struct Worker {
    ThreadPool *pool;
    int index;
    pthread_t handle;
  };

  static void *workerMain(void *argument);
  void work(uint32_t job, int thread);
  bool takePiece(Share &share, uint32_t job, uint32_t &piece);
  template <typename Done>
  bool spin(Done done) const;

  int numThreads = 1;
  int spinNanoseconds = 0;
  int processId = 0;
  void (*onStart)() = nullptr;
  std::unique_ptr<Share[]> shares;
  std::vector<Worker> workers;

  // The job. Written before `job` is raised; a thread that reads them holds a
  // piece, so they do not change under it.
  std::atomic<Body> body{nullptr};
  std::atomic<void *> context{nullptr};
  std::atomic<int64_t> tasks{0};
  std::atomic<uint32_t> pieces{0};

  alignas(64) std::atomic<uint32_t> job{0}; // its number; futex of the workers
  std::atomic<uint32_t> sleepers{0};
  std::atomic<bool> stopping{false};
  alignas(64) std::atomic<uint32_t> done{0}; // pieces; futex of the caller
  std::atomic<uint32_t> callerSleeps{0};
};

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_PARALLEL_H
