//===- floors.cpp - What this machine can do at best ----------------------===//

#include "floors.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace gradc;

namespace {
/// A cache line; wider than a register where the machine has no such vectors.
using Line = float __attribute__((vector_size(64)));
} // namespace

/// Calls `copyLine(to, from)` for every line, a part of them on each thread.
template <typename CopyLine>
static void copyLines(char *to, const char *from, int64_t bytes,
                      ThreadPool &pool, CopyLine copyLine) {
  int64_t lines = bytes / int64_t(sizeof(Line)), parts = pool.size();
  auto *out = reinterpret_cast<Line *>(to);
  auto *in = reinterpret_cast<const Line *>(from);
  pool.parallelFor(parts, [=](int64_t begin, int64_t end, int) {
    for (int64_t i = lines * begin / parts; i < lines * end / parts; ++i)
      copyLine(out + i, in + i);
  });
}

void bench::copyPlain(char *to, const char *from, int64_t bytes,
                      ThreadPool &pool) {
  copyLines(to, from, bytes, pool,
            [](Line *out, const Line *in) { *out = *in; });
}

void bench::copyStreaming(char *to, const char *from, int64_t bytes,
                          ThreadPool &pool) {
#if defined(__x86_64__)
  copyLines(to, from, bytes, pool, [](Line *out, const Line *in) {
    auto *target = reinterpret_cast<float *>(out);
    auto *source = reinterpret_cast<const float *>(in);
    for (int i = 0; i < 16; i += 4)
      _mm_stream_ps(target + i, _mm_load_ps(source + i));
  });
  _mm_sfence();
#else
  copyPlain(to, from, bytes, pool);
#endif
}

void bench::forkAndJoin(ThreadPool &pool) {
  pool.parallelFor(pool.size(), [](int64_t, int64_t, int) {});
}
