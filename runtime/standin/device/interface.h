/*===- interface.h - Between a kernel's code and the stand-in -----*- C -*-===*\
 *
 * What code made from CUDA's text calls and reads on the host, and what the
 * stand-in needs of it. A kernel may be compiled with sanitizers, the stand-in
 * never is, so nothing but these symbols is shared.
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADC_STANDIN_DEVICE_INTERFACE_H
#define GRADC_STANDIN_DEVICE_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GRADC_STANDIN_WARP 32

typedef struct gradc_standin_size {
  unsigned x, y, z;
} gradc_standin_size_t;

/* What the built-in variables of a thread read. */
typedef struct gradc_standin_thread {
  gradc_standin_size_t thread, block, block_size, grid_size;
  unsigned linear; /* number of the thread in its block, x running fastest */
} gradc_standin_thread_t;

/* The thread that runs now. */
extern __thread gradc_standin_thread_t *gradc_standin_current;

/* A kernel by name. `call` runs the current thread; `parameters` are the
 * addresses of the kernel's arguments, as cuLaunchKernel takes them. */
typedef struct gradc_standin_kernel {
  const char *name;
  void (*call)(void *const *parameters);
  unsigned num_parameters;
} gradc_standin_kernel_t;

/* All threads of the block meet here. `file` and `line` are the call's: who
 * meets elsewhere has diverged. */
void gradc_standin_syncthreads(const char *file, int line);

/* The 32 threads of the warp meet here. Any mask but the full one is refused.*/
void gradc_standin_syncwarp(unsigned mask, const char *file, int line);

/* They meet, and each gets the value of lane `source`. Orders no memory. */
uint64_t gradc_standin_shuffle(unsigned mask, uint64_t value, unsigned source,
                               const char *file, int line);

/* They meet, and each gets the lanes' predicates as bits. */
unsigned gradc_standin_ballot(unsigned mask, int predicate, const char *file,
                              int line);

/* The block's shared array of this declaration: the same memory for all of its
 * threads, aligned to 16 bytes, every byte 0xff (a NaN) at first. */
void *gradc_standin_shared(size_t element_bytes, size_t count, const char *name,
                           const char *file, int line);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* GRADC_STANDIN_DEVICE_INTERFACE_H */
