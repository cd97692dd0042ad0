//===- thread_block.cpp - A block of threads that meet --------------------===//

#include "standin/thread_block.h"

#include <cstring>
#include <map>
#include <utility>

extern "C" {
__thread gradc_standin_thread_t *gradc_standin_current;
}

namespace gradc::standin {

static thread_local ThreadBlock *runningBlock = nullptr;

ThreadBlock &ThreadBlock::running() { return *runningBlock; }

static std::string str(gradc_standin_size_t size) {
  return "(" + std::to_string(size.x) + ", " + std::to_string(size.y) + ", " +
         std::to_string(size.z) + ")";
}

bool ThreadBlock::Site::operator==(const Site &other) const {
  return line == other.line && !std::strcmp(file, other.file);
}

std::string ThreadBlock::Site::str() const {
  return std::string(file) + ":" + std::to_string(line);
}

//===----------------------------------------------------------------------===//
// Start and end
//===----------------------------------------------------------------------===//

ThreadBlock::ThreadBlock(gradc_standin_size_t gridSize,
                         gradc_standin_size_t blockSize, uint32_t seed,
                         Shadow *shadow)
    : shadow(shadow), random(seed + 1), isRandom(seed != 0) {
  unsigned count = blockSize.x * blockSize.y * blockSize.z;
  warps.resize((count + GRADC_STANDIN_WARP - 1) / GRADC_STANDIN_WARP);
  ready.resize(count);
  for (unsigned i = 0; i < count; ++i) {
    threads.push_back(std::make_unique<Thread>());
    Thread &thread = *threads.back();
    thread.linear = i;
    thread.thread = {i % blockSize.x, i / blockSize.x % blockSize.y,
                     i / blockSize.x / blockSize.y};
    thread.block_size = blockSize;
    thread.grid_size = gridSize;
    thread.warp = &warps[i / GRADC_STANDIN_WARP];
    thread.warp->lanes.push_back(&thread);
  }
}

ThreadBlock::~ThreadBlock() = default;

std::string ThreadBlock::begin(const gradc_standin_kernel_t &newKernel,
                               void *const *newParameters,
                               gradc_standin_size_t index, uint32_t newNumber) {
  kernel = &newKernel;
  parameters = newParameters;
  number = newNumber;
  firstReady = numReady = numEnded = numAtBarrier = 0;
  barriers = 0;
  error.clear();
  for (Warp &warp : warps)
    warp.waiting = warp.syncs = 0;
  sharedMemory.reset();
  if (shadow)
    shadow->forgetShared();
  for (auto &thread : threads) {
    thread->block = index;
    thread->exchanges = 0;
    if (isAlone)
      continue;
    thread->fiber.restart(threadMain, this);
    makeReady(*thread);
  }

  Thread *first = isAlone ? threads.front().get() : takeReady();
  if (isAlone)
    first->fiber.restart(threadMain, this);

  ThreadBlock *outer = std::exchange(runningBlock, this);
  gradc_standin_thread_t *outerThread = gradc_standin_current;
  gradc_standin_current = first;
  Fiber::switchTo(host, first->fiber);
  runningBlock = outer;
  gradc_standin_current = outerThread;
  return error.empty()
             ? error
             : newKernel.name + (", block " + str(index)) + ": " + error;
}

std::string ThreadBlock::run(const gradc_standin_kernel_t &kernel,
                             void *const *parameters,
                             gradc_standin_size_t index, uint32_t number) {
  isAlone = false;
  return begin(kernel, parameters, index, number);
}

std::string ThreadBlock::runAlone(const gradc_standin_kernel_t &kernel,
                                  void *const *parameters,
                                  gradc_standin_size_t index, uint32_t number) {
  isAlone = true;
  return begin(kernel, parameters, index, number);
}

/// The whole life of a fiber: the kernel, and then the next thread's turn.
void ThreadBlock::threadMain(void *argument) {
  ThreadBlock &block = *static_cast<ThreadBlock *>(argument);
  if (block.isAlone) {
    for (auto &thread : block.threads) {
      gradc_standin_current = thread.get();
      block.kernel->call(block.parameters);
    }
    Fiber::switchTo(block.threads.front()->fiber, block.host, /*isLast=*/true);
  }
  block.kernel->call(block.parameters);
  Thread &me = block.current();
  me.state = State::Ended;
  ++block.numEnded;
  if (block.numReady) {
    Thread *next = block.takeReady();
    gradc_standin_current = next;
    Fiber::switchTo(me.fiber, next->fiber, /*isLast=*/true);
  }
  if (block.numEnded < block.threads.size()) {
    block.error = block.describeWaiting();
    block.giveUp();
  }
  Fiber::switchTo(me.fiber, block.host, /*isLast=*/true);
}

/// Ends the run; `error` says why. Nothing may be left on the fiber's stack
/// that wants to be destroyed.
void ThreadBlock::giveUp() {
  Thread &fiberOf = isAlone ? *threads.front() : current();
  Fiber::switchTo(fiberOf.fiber, host, /*isLast=*/true);
  __builtin_unreachable();
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

ThreadBlock::Thread &ThreadBlock::current() const {
  return *static_cast<Thread *>(gradc_standin_current);
}

void ThreadBlock::makeReady(Thread &thread) {
  thread.state = State::Ready;
  size_t place = (firstReady + numReady++) % ready.size();
  ready[place] = &thread;
  if (isRandom)
    std::swap(ready[place],
              ready[(firstReady + random() % numReady) % ready.size()]);
}

ThreadBlock::Thread *ThreadBlock::takeReady() {
  Thread *thread = ready[firstReady];
  firstReady = (firstReady + 1) % ready.size();
  --numReady;
  return thread;
}

/// Gives way until somebody makes this thread ready.
void ThreadBlock::wait(State state) {
  Thread &me = current();
  me.state = state;
  if (!numReady) {
    error = describeWaiting();
    giveUp();
  }
  Thread *next = takeReady();
  if (next == &me)
    return;
  gradc_standin_current = next;
  Fiber::switchTo(me.fiber, next->fiber);
}

/// Where all threads are, when none can go on.
std::string ThreadBlock::describeWaiting() const {
  std::map<std::string, unsigned> places;
  for (auto &thread : threads) {
    if (thread->state == State::AtBarrier)
      ++places["wait at the barrier " + thread->site.str()];
    else if (thread->state == State::AtWarpOperation)
      ++places["wait at the warp operation " + thread->site.str()];
    else
      ++places["have ended"];
  }
  std::string text = "threads wait for each other:";
  const char *separator = " ";
  for (auto &[place, count] : places) {
    text += separator + std::to_string(count) + " " + place;
    separator = ", ";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Meetings
//===----------------------------------------------------------------------===//

void ThreadBlock::syncThreads(const char *file, int line) {
  Site site{file, line};
  if (isAlone) {
    error = "a kernel marked nosync has the barrier " + site.str();
    giveUp();
  }
  Thread &me = current();
  me.site = site;
  if (!numAtBarrier)
    barrierSite = site;
  else if (!(barrierSite == site)) {
    error = "a thread comes to the barrier " + site.str() + " while " +
            std::to_string(numAtBarrier) + " wait at the barrier " +
            barrierSite.str();
    giveUp();
  }
  if (++numAtBarrier < threads.size())
    return wait(State::AtBarrier);
  numAtBarrier = 0;
  ++barriers;
  for (auto &thread : threads)
    if (isRandom || thread.get() != &me)
      makeReady(*thread);
  if (isRandom)
    wait(State::Ready);
}

void ThreadBlock::meetWarp(unsigned mask, Site site) {
  if (isAlone) {
    error = "a kernel marked nosync has the warp operation " + site.str();
    giveUp();
  }
  if (mask != 0xffffffff) {
    error = "the warp operation " + site.str() +
            " is not for all lanes: gradc's kernels have whole warps only";
    giveUp();
  }
  Thread &me = current();
  Warp &warp = *me.warp;
  me.site = site;
  if (!warp.waiting)
    warp.site = site;
  else if (!(warp.site == site)) {
    error = "a thread comes to the warp operation " + site.str() + " while " +
            std::to_string(warp.waiting) +
            " of its warp wait at the warp operation " + warp.site.str();
    giveUp();
  }
  if (++warp.waiting < warp.lanes.size())
    return wait(State::AtWarpOperation);
  warp.waiting = 0;
  for (Thread *lane : warp.lanes)
    if (isRandom || lane != &me)
      makeReady(*lane);
  if (isRandom)
    wait(State::Ready);
}

void ThreadBlock::syncWarp(unsigned mask, const char *file, int line) {
  Warp &warp = *current().warp;
  bool isLast = warp.waiting + 1 == warp.lanes.size();
  if (isLast)
    ++warp.syncs; // all before are at the meeting, none is beyond it
  meetWarp(mask, {file, line});
}

uint64_t ThreadBlock::shuffle(unsigned mask, uint64_t value, unsigned source,
                              const char *file, int line) {
  Thread &me = current();
  uint64_t *values = me.warp->values[me.exchanges++ % 2];
  values[me.linear % GRADC_STANDIN_WARP] = value;
  meetWarp(mask, {file, line});
  return values[source];
}

unsigned ThreadBlock::ballot(unsigned mask, bool predicate, const char *file,
                             int line) {
  Thread &me = current();
  uint64_t *values = me.warp->values[me.exchanges++ % 2];
  values[me.linear % GRADC_STANDIN_WARP] = predicate;
  meetWarp(mask, {file, line});
  unsigned bits = 0;
  for (unsigned lane = 0; lane < GRADC_STANDIN_WARP; ++lane)
    bits |= static_cast<unsigned>(values[lane]) << lane;
  return bits;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *ThreadBlock::shared(size_t elementBytes, size_t count, const char *name,
                          const char *file, int line) {
  void *array =
      sharedMemory.find(elementBytes, count, name, file, line, shadow);
  if (!array) {
    error = "the shared arrays up to " + std::string(name) + " at " + file +
            ":" + std::to_string(line) + " take more than " +
            std::to_string(SharedMemory::maxBytes) + " bytes";
    giveUp();
  }
  return array;
}

Access ThreadBlock::now() const {
  const Thread &me = current();
  return {number, me.linear, barriers, me.warp->syncs, nullptr};
}

} // namespace gradc::standin

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

using gradc::standin::ThreadBlock;

void gradc_standin_syncthreads(const char *file, int line) {
  ThreadBlock::running().syncThreads(file, line);
}

void gradc_standin_syncwarp(unsigned mask, const char *file, int line) {
  ThreadBlock::running().syncWarp(mask, file, line);
}

uint64_t gradc_standin_shuffle(unsigned mask, uint64_t value, unsigned source,
                               const char *file, int line) {
  return ThreadBlock::running().shuffle(mask, value, source, file, line);
}

unsigned gradc_standin_ballot(unsigned mask, int predicate, const char *file,
                              int line) {
  return ThreadBlock::running().ballot(mask, predicate != 0, file, line);
}

void *gradc_standin_shared(size_t elementBytes, size_t count, const char *name,
                           const char *file, int line) {
  return ThreadBlock::running().shared(elementBytes, count, name, file, line);
}
