//===- sanitizers.h - What the address sanitizer has to be told -*- C++ -*-===//
//
// The stand-in is built once, without sanitizers, and linked to kernels built
// with or without them. Where the address sanitizer's library is part of the
// program these symbols are there, elsewhere they are null.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUNTIME_STANDIN_SANITIZERS_H
#define GRADC_RUNTIME_STANDIN_SANITIZERS_H

#include <cstddef>

extern "C" {
__attribute__((weak)) void __asan_poison_memory_region(void const volatile *,
                                                       size_t);
__attribute__((weak)) void __asan_unpoison_memory_region(void const volatile *,
                                                         size_t);
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **fakeStack,
                                                          const void *bottom,
                                                          size_t bytes);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *fakeStack,
                                                           const void **bottom,
                                                           size_t *bytes);
}

namespace gradc::standin {

/// From now on the address sanitizer reports whoever touches this memory.
inline void poison(const void *memory, size_t bytes) {
  if (__asan_poison_memory_region)
    __asan_poison_memory_region(memory, bytes);
}

inline void unpoison(const void *memory, size_t bytes) {
  if (__asan_unpoison_memory_region)
    __asan_unpoison_memory_region(memory, bytes);
}

} // namespace gradc::standin

#endif // GRADC_RUNTIME_STANDIN_SANITIZERS_H
