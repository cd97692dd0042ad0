//===- fiber.cpp - Several stacks on one thread ---------------------------===//

#include "standin/fiber.h"

#include "standin/sanitizers.h"

#include <cstdlib>
#include <new>
#include <sys/mman.h>

namespace gradc::standin {

/// Below each stack lies a page that nobody may touch.
constexpr size_t guardBytes = 4096;

/// The fiber that a switch goes to, and the one it comes from.
static thread_local Fiber *arriving = nullptr, *leaving = nullptr;

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

Fiber::Fiber(size_t bytes) : stackBytes(bytes) {
  void *memory = mmap(nullptr, guardBytes + bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    throw std::bad_alloc();
  mprotect(memory, guardBytes, PROT_NONE);
  stack = static_cast<char *>(memory) + guardBytes;
}

Fiber::~Fiber() {
  if (!stack)
    return;
  unpoison(stack, stackBytes); // others may get this memory
  munmap(stack - guardBytes, guardBytes + stackBytes);
}

//===----------------------------------------------------------------------===//
// Switches
//===----------------------------------------------------------------------===//

/// Called on the new stack, by a fiber that begins or continues.
static void finishSwitch(void *fakeStack, const void *&bottom, size_t &bytes) {
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(fakeStack, &bottom, &bytes);
}

/// The first frame of a fiber with a stack of its own.
void Fiber::begin() {
  const void *bottom = nullptr;
  size_t bytes = 0;
  finishSwitch(nullptr, bottom, bytes);
  // Only now it is known where the thread's own stack lies.
  if (!leaving->stack && bottom) {
    leaving->stackBytes = bytes;
    leaving->bottom = bottom;
  }
  arriving->body(arriving->argument);
  std::abort(); // a body never returns
}

#ifdef GRADC_STANDIN_USES_UCONTEXT

void Fiber::restart(void (*newBody)(void *), void *newArgument) {
  body = newBody;
  argument = newArgument;
  fakeStack = nullptr;
  unpoison(stack, stackBytes);
  getcontext(&context);
  context.uc_stack.ss_sp = stack;
  context.uc_stack.ss_size = stackBytes;
  context.uc_link = nullptr;
  makecontext(&context, begin, 0);
}

#else

/// Pushes the registers that a call keeps, changes stacks, pops the other's.
extern "C" void gradc_standin_switch(void **from, void *to);
asm(R"(
  .text
  .p2align 4
  .type gradc_standin_switch, @function
gradc_standin_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size gradc_standin_switch, . - gradc_standin_switch
)");

void Fiber::restart(void (*newBody)(void *), void *newArgument) {
  body = newBody;
  argument = newArgument;
  fakeStack = nullptr;
  unpoison(stack, stackBytes);
  // What the switch pops: six registers and the address it returns to. There
  // the stack is as after a call: 8 beyond a multiple of 16.
  void **top = reinterpret_cast<void **>(stack + stackBytes);
  *--top = nullptr;
  *--top = reinterpret_cast<void *>(begin);
  for (int i = 0; i < 6; ++i)
    *--top = nullptr;
  stackPointer = top;
}

#endif // GRADC_STANDIN_USES_UCONTEXT

void Fiber::switchTo(Fiber &from, Fiber &to, bool isLast) {
  arriving = &to;
  leaving = &from;
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(isLast ? nullptr : &from.fakeStack,
                                   to.stack ? to.stack : to.bottom,
                                   to.stackBytes);
#ifdef GRADC_STANDIN_USES_UCONTEXT
  swapcontext(&from.context, &to.context);
#else
  gradc_standin_switch(&from.stackPointer, to.stackPointer);
#endif
  const void *bottom;
  size_t bytes;
  finishSwitch(from.fakeStack, bottom, bytes);
}

} // namespace gradc::standin
