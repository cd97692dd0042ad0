//===- standin.h - CUDA's language on the host ------------------*- C++ -*-===//
//
// Put before the text of kernels, it makes a host compiler understand them: the
// qualifiers, the built-in variables, barriers and exchanges between threads.
// What gradc's kernels don't use (atomics, partial warps, textures) is left
// out, so that it does not compile.
//
// Compile with -fno-strict-aliasing (as CUDA does, a kernel may read floats as
// a uint4), -ffp-contract=off, -mfma and -mf16c.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_STANDIN_DEVICE_STANDIN_H
#define GRADC_STANDIN_DEVICE_STANDIN_H

#include "interface.h"
#include "low_precision.h"
#include "scalar_functions.h"
#include "vector_types.h"

#include <utility>

//===----------------------------------------------------------------------===//
// Qualifiers and built-in variables
//===----------------------------------------------------------------------===//

#define __global__
#define __device__
#define __host__
#define __constant__ static const
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(bytes) alignas(bytes)

/// How a kernel declares an array that its block shares.
#define GRADC_SHARED(type, name, count)                                        \
  type *const name = static_cast<type *>(                                      \
      gradc_standin_shared(sizeof(type), (count), #name, __FILE__, __LINE__))

#define threadIdx (gradc_standin_current->thread)
#define blockIdx (gradc_standin_current->block)
#define blockDim (gradc_standin_current->block_size)
#define gridDim (gradc_standin_current->grid_size)
constexpr unsigned warpSize = GRADC_STANDIN_WARP;

//===----------------------------------------------------------------------===//
// Where threads meet
//===----------------------------------------------------------------------===//

/// The place of a call, as a default argument.
struct gradc_standin_site {
  const char *file;
  int line;
  static constexpr gradc_standin_site here(const char *file = __builtin_FILE(),
                                           int line = __builtin_LINE()) {
    return {file, line};
  }
};

inline void
__syncthreads(gradc_standin_site site = gradc_standin_site::here()) {
  gradc_standin_syncthreads(site.file, site.line);
}

inline void __syncwarp(unsigned mask = 0xffffffff,
                       gradc_standin_site site = gradc_standin_site::here()) {
  gradc_standin_syncwarp(mask, site.file, site.line);
}

inline unsigned
__ballot_sync(unsigned mask, int predicate,
              gradc_standin_site site = gradc_standin_site::here()) {
  return gradc_standin_ballot(mask, predicate, site.file, site.line);
}

inline int __any_sync(unsigned mask, int predicate,
                      gradc_standin_site site = gradc_standin_site::here()) {
  return __ballot_sync(mask, predicate, site) != 0;
}

inline int __all_sync(unsigned mask, int predicate,
                      gradc_standin_site site = gradc_standin_site::here()) {
  return __ballot_sync(mask, !predicate, site) == 0;
}

/// The value that lane `source` brings; where there is no such lane, the own.
template <typename T>
inline T gradc_standin_exchange(unsigned mask, T value, unsigned source,
                                gradc_standin_site site) {
  static_assert(sizeof(T) <= sizeof(uint64_t), "a shuffle moves 8 bytes");
  if (source >= warpSize)
    source = gradc_standin_current->linear % warpSize;
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  bits = gradc_standin_shuffle(mask, bits, source, site.file, site.line);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

inline unsigned gradc_standin_lane() {
  return gradc_standin_current->linear % warpSize;
}

template <typename T>
inline T __shfl_sync(unsigned mask, T value, unsigned lane,
                     gradc_standin_site site = gradc_standin_site::here()) {
  return gradc_standin_exchange(mask, value, lane % warpSize, site);
}

template <typename T>
inline T __shfl_xor_sync(unsigned mask, T value, unsigned bits,
                         gradc_standin_site site = gradc_standin_site::here()) {
  return gradc_standin_exchange(mask, value, gradc_standin_lane() ^ bits, site);
}

template <typename T>
inline T
__shfl_down_sync(unsigned mask, T value, unsigned delta,
                 gradc_standin_site site = gradc_standin_site::here()) {
  return gradc_standin_exchange(mask, value, gradc_standin_lane() + delta,
                                site);
}

/// Below lane 0 the difference wraps to a number that is no lane.
template <typename T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta,
                        gradc_standin_site site = gradc_standin_site::here()) {
  return gradc_standin_exchange(mask, value, gradc_standin_lane() - delta,
                                site);
}

//===----------------------------------------------------------------------===//
// Kernels by name
//===----------------------------------------------------------------------===//

namespace gradc::standin {

/// Calls a kernel with arguments given by address.
template <auto kernel>
struct Entry;

template <typename... Parameters, void (*kernel)(Parameters...)>
struct Entry<kernel> {
  static constexpr unsigned numParameters = sizeof...(Parameters);

  static void call(void *const *parameters) {
    callWith(parameters, std::index_sequence_for<Parameters...>());
  }

private:
  template <size_t... i>
  static void callWith(void *const *parameters, std::index_sequence<i...>) {
    kernel(*static_cast<Parameters *>(parameters[i])...);
  }
};

} // namespace gradc::standin

/// A row of a table of gradc_standin_kernel_t.
#define GRADC_STANDIN_KERNEL(name)                                             \
  {#name, gradc::standin::Entry<&name>::call,                                  \
   gradc::standin::Entry<&name>::numParameters}

#endif // GRADC_STANDIN_DEVICE_STANDIN_H
