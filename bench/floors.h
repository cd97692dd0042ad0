//===- floors.h - What this machine can do at best --------------*- C++ -*-===//

#ifndef GRADC_BENCH_FLOORS_H
#define GRADC_BENCH_FLOORS_H

#include "core/parallel.h"
#include "measure.h"

namespace gradc::bench {

/// Copies `bytes` from one place to another, cut into a part for each thread;
/// with streaming stores, which leave the caches alone, or without.
void copyPlain(char *to, const char *from, int64_t bytes, ThreadPool &pool);
void copyStreaming(char *to, const char *from, int64_t bytes, ThreadPool &pool);

/// A parallel region in which nothing is done.
void forkAndJoin(ThreadPool &pool);

} // namespace gradc::bench

#endif // GRADC_BENCH_FLOORS_H
