//===- onednn.h - Matrix products by oneDNN ---------------------*- C++ -*-===//
//
// oneDNN is always called on one thread for one tile: the tiles are cut by
// shape, so how many threads there are changes no bit. Its objects are made
// when a step is opened.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUNTIME_CORE_ONEDNN_H
#define GRADC_RUNTIME_CORE_ONEDNN_H

#include "core/status.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace gradc {

/// The libraries below take one thread while this object lives on the calling
/// thread; then again what they took before.
class OneThread {
public:
  OneThread();
  ~OneThread();

  /// For a thread of our own, from now on.
  static void forever();

private:
  int before;
};

/// What a tile looks like: everything that oneDNN's code depends on.
struct TileShape {
  int64_t dtype, outDtype;        // f32, bf16 or f16
  int64_t batch, m, n, k;         // none is 0
  int64_t lhs[3], rhs[3], out[3]; // strides: b, m, k; b, k, n; b, m, n

  std::array<int64_t, 15> key() const {
    return {dtype,  outDtype, batch,  m,      n,      k,      lhs[0], lhs[1],
            lhs[2], rhs[0],   rhs[1], rhs[2], out[0], out[1], out[2]};
  }
};

class TilePrimitive;

class OneDnn {
public:
  OneDnn();
  ~OneDnn();

  /// The code for a tile, made if it is the first of its shape; null if oneDNN
  /// has no fast code for it on this CPU.
  TilePrimitive *find(const TileShape &shape, int threads);

  /// What `execute` needs as `scratch`.
  static size_t scratchBytes(const TilePrimitive &primitive);

  /// Multiplies one tile on thread `thread`. False if oneDNN failed.
  static bool execute(TilePrimitive &primitive, int thread, const void *lhs,
                      const void *rhs, void *out, void *scratch);

private:
  struct Engine;
  std::unique_ptr<Engine> engine;
  std::map<std::array<int64_t, 15>, std::unique_ptr<TilePrimitive>> primitives;
};

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_ONEDNN_H
