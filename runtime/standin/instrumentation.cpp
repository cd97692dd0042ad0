//===- instrumentation.cpp - What -fsanitize=thread makes kernels call ----===//
//
// Kernels tell of their accesses to memory by these symbols. They are linked
// without the sanitizer's library, so these definitions are the ones they get.
//
//===----------------------------------------------------------------------===//

#include "standin/shadow.h"
#include "standin/thread_block.h"

namespace gradc::standin {

static void tell(void *address, size_t bytes, bool isWrite, void *pc) {
  ThreadBlock &block = ThreadBlock::running();
  Shadow *shadow = block.getShadow();
  if (!shadow)
    return;
  Access access = block.now();
  access.pc = pc;
  shadow->access(address, bytes, isWrite, access);
}

} // namespace gradc::standin

// The caller's address, less one: a place inside the call's line.
#define GRADC_TELL(address, bytes, isWrite)                                    \
  gradc::standin::tell(address, bytes, isWrite,                                \
                       static_cast<char *>(__builtin_return_address(0)) - 1)

#define GRADC_ACCESS(bytes)                                                    \
  void __tsan_read##bytes(void *address) {                                     \
    GRADC_TELL(address, bytes, false);                                         \
  }                                                                            \
  void __tsan_write##bytes(void *address) {                                    \
    GRADC_TELL(address, bytes, true);                                          \
  }                                                                            \
  void __tsan_unaligned_read##bytes(void *address) {                           \
    GRADC_TELL(address, bytes, false);                                         \
  }                                                                            \
  void __tsan_unaligned_write##bytes(void *address) {                          \
    GRADC_TELL(address, bytes, true);                                          \
  }

extern "C" {
GRADC_ACCESS(1)
GRADC_ACCESS(2)
GRADC_ACCESS(4)
GRADC_ACCESS(8)
GRADC_ACCESS(16)
void __tsan_read_range(void *address, size_t bytes) {
  GRADC_TELL(address, bytes, false);
}
void __tsan_write_range(void *address, size_t bytes) {
  GRADC_TELL(address, bytes, true);
}
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
}
