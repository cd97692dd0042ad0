//===- parallel.cpp - The threads of a step -------------------------------===//

#include "core/parallel.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gradc {

/// Pieces that each thread's share is cut into: enough for others to help with
/// what is left, few enough that taking them costs nothing.
constexpr uint32_t piecesPerThread = 4;

/// About what it takes to wake a thread; longer naps are not worth a core.
constexpr int spinBudget = 50000;

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

static void futexWait(std::atomic<uint32_t> &word, uint32_t expected) {
  syscall(SYS_futex, reinterpret_cast<uint32_t *>(&word), FUTEX_WAIT_PRIVATE,
          expected, nullptr, nullptr, 0);
}

static void futexWake(std::atomic<uint32_t> &word, int threads) {
  syscall(SYS_futex, reinterpret_cast<uint32_t *>(&word), FUTEX_WAKE_PRIVATE,
          threads, nullptr, nullptr, 0);
}

static void pauseBriefly() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

static int64_t nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

int availableCpus() {
  cpu_set_t set;
  int cpus = sched_getaffinity(0, sizeof set, &set) == 0
                 ? CPU_COUNT(&set)
                 : int(sysconf(_SC_NPROCESSORS_ONLN));
  // A container's share of the CPU time: "max 100000" or "150000 100000".
  if (std::FILE *file = std::fopen("/sys/fs/cgroup/cpu.max", "re")) {
    long long quota = 0, period = 0;
    if (std::fscanf(file, "%lld %lld", &quota, &period) == 2 && period > 0)
      cpus = int(std::min<long long>(cpus, (quota + period - 1) / period));
    std::fclose(file);
  }
  return std::max(cpus, 1);
}

//===----------------------------------------------------------------------===//
// Start and end
//===----------------------------------------------------------------------===//

gradc_status_t ThreadPool::start(int threads, void (*hook)()) {
  processId = getpid();
  onStart = hook;
  numThreads = threads;
  // Who waits for more threads than there are CPUs waits for one that can't
  // run.
  spinNanoseconds = threads <= availableCpus() ? spinBudget : 0;
  shares.reset(new Share[threads]);
  workers.resize(threads - 1); // never moves again: the threads point into it

  // The host's signals are for the host's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = 0, started = 0;
  for (Worker &worker : workers) {
    worker.pool = this;
    worker.index = started + 1;
    error = pthread_create(&worker.handle, nullptr, workerMain, &worker);
    if (error)
      break;
    ++started;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error) {
    workers.resize(started);
    return fail(GRADC_OUT_OF_MEMORY, "cannot start %d threads: %s", threads,
                std::strerror(error));
  }
  return GRADC_OK;
}

ThreadPool::~ThreadPool() {
  // In a child of fork() the threads do not exist and can't be joined.
  if (workers.empty() || getpid() != processId)
    return;
  stopping.store(true);
  job.fetch_add(1);
  futexWake(job, maxThreads);
  for (Worker &worker : workers)
    pthread_join(worker.handle, nullptr);
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

// A share's word: job number (32 bits), next piece (16), end (16).

bool ThreadPool::takePiece(Share &share, uint32_t number, uint32_t &piece) {
  uint64_t word = share.word.load(std::memory_order_acquire);
  while (uint32_t(word >> 32) == number) {
    piece = uint32_t(word >> 16) & 0xffff;
    if (piece >= (word & 0xffff))
      return false;
    if (share.word.compare_exchange_weak(word, word + (1u << 16),
                                         std::memory_order_acq_rel,
                                         std::memory_order_acquire))
      return true;
  }
  return false;
}

void ThreadPool::work(uint32_t number, int thread) {
  uint32_t piece, finished = 0, all = 0;
  for (int offset = 0; offset < numThreads; ++offset) {
    int owner = thread + offset;
    Share &share = shares[owner < numThreads ? owner : owner - numThreads];
    while (takePiece(share, number, piece)) {
      all = pieces.load(std::memory_order_relaxed);
      int64_t count = tasks.load(std::memory_order_relaxed);
      int64_t begin = int64_t(__int128(count) * piece / all);
      int64_t end = int64_t(__int128(count) * (piece + 1) / all);
      body.load(std::memory_order_relaxed)(
          context.load(std::memory_order_relaxed), begin, end, thread);
      finished = done.fetch_add(1) + 1;
    }
  }
  if (all && finished == all && callerSleeps.load())
    futexWake(done, 1);
}

void ThreadPool::run(int64_t count, Body function, void *argument) {
  if (count <= 0)
    return;
  if (numThreads == 1 || count == 1) {
    function(argument, 0, count, 0);
    return;
  }

  uint32_t all =
      uint32_t(std::min<int64_t>(count, int64_t(numThreads) * piecesPerThread));
  body.store(function, std::memory_order_relaxed);
  context.store(argument, std::memory_order_relaxed);
  tasks.store(count, std::memory_order_relaxed);
  pieces.store(all, std::memory_order_relaxed);
  done.store(0, std::memory_order_relaxed);
  uint32_t number = job.load(std::memory_order_relaxed) + 1;
  for (int thread = 0; thread < numThreads; ++thread) {
    uint64_t first = uint64_t(all) * thread / numThreads;
    uint64_t end = uint64_t(all) * (thread + 1) / numThreads;
    shares[thread].word.store(uint64_t(number) << 32 | first << 16 | end,
                              std::memory_order_release);
  }
  job.store(number);
  if (sleepers.load())
    futexWake(job, int(std::min<uint32_t>(all, numThreads) - 1));

  work(number, 0);

  // Others may still be at a piece.
  auto finished = [&] { return done.load() == all; };
  if (spin(finished))
    return;
  callerSleeps.store(1);
  for (uint32_t seen; (seen = done.load()) != all;)
    futexWait(done, seen);
  callerSleeps.store(0);
}

template <typename Done>
bool ThreadPool::spin(Done isDone) const {
  if (isDone())
    return true;
  if (!spinNanoseconds)
    return false;
  int64_t end = nanoseconds() + spinNanoseconds;
  do {
    for (int i = 0; i < 32; ++i) {
      if (isDone())
        return true;
      pauseBriefly();
    }
  } while (nanoseconds() < end);
  return isDone();
}

void *ThreadPool::workerMain(void *argument) {
  auto &worker = *static_cast<Worker *>(argument);
  ThreadPool &pool = *worker.pool;
  pthread_setname_np(pthread_self(), "gradc");
  if (pool.onStart)
    pool.onStart();

  uint32_t seen = 0;
  while (true) {
    auto raised = [&] { return pool.job.load() != seen; };
    if (!pool.spin(raised)) {
      pool.sleepers.fetch_add(1);
      while (!raised())
        futexWait(pool.job, seen);
      pool.sleepers.fetch_sub(1);
    }
    if (pool.stopping.load())
      return nullptr;
    seen = pool.job.load();
    pool.work(seen, worker.index);
  }
}

} // namespace gradc
