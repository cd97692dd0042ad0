//===- fiber.h - Several stacks on one thread -------------------*- C++ -*-===//
//
// A thread of a GPU is a fiber: a stack that runs until it hands over to
// another. On x86-64 a switch saves six registers; elsewhere it is POSIX's
// swapcontext, twenty times as slow.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUNTIME_STANDIN_FIBER_H
#define GRADC_RUNTIME_STANDIN_FIBER_H

#include <cstddef>

#if !defined(__x86_64__) || defined(GRADC_STANDIN_UCONTEXT)
#define GRADC_STANDIN_USES_UCONTEXT
#include <ucontext.h>
#endif

namespace gradc::standin {

class Fiber {
public:
  /// A fiber for the stack that its first switch comes from.
  Fiber() = default;
  /// A fiber with a stack of its own. Throws std::bad_alloc.
  explicit Fiber(size_t stackBytes);
  Fiber(const Fiber &) = delete;
  ~Fiber();

  /// Lets the next switch to this fiber call `body`, which ends by a switch and
  /// never returns. A body that was not done is forgotten: nothing on its stack
  /// is destroyed.
  void restart(void (*body)(void *), void *argument);

  /// Continues on `to`; returns when somebody switches to `from`. `isLast` says
  /// that nobody will.
  static void switchTo(Fiber &from, Fiber &to, bool isLast = false);

private:
  static void begin();

  char *stack = nullptr;        // lowest address, above the guard page
  const void *bottom = nullptr; // of a stack that is not our own, once known
  size_t stackBytes = 0;
  void *fakeStack = nullptr; // the address sanitizer's
  void (*body)(void *) = nullptr;
  void *argument = nullptr;
#ifdef GRADC_STANDIN_USES_UCONTEXT
  ucontext_t context;
#else
  void *stackPointer = nullptr; // the saved registers lie there
#endif
};

} // namespace gradc::standin

#endif // GRADC_RUNTIME_STANDIN_FIBER_H
