//===- Places.h - Where tensors lie -----------------------------*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_PLACES_H
#define GRADC_PASSES_SCHEDULE_PLACES_H

#include "dialects/rt/Rt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace gradc::schedule {

constexpr llvm::StringLiteral kState = "state", kScalars = "scalars",
                              kTemp = "temp", kConstants = "constants";

struct Place {
  mlir::StringAttr segment;
  int64_t offset = 0;
};

/// A segment that is filled from its start, each tensor once by its key.
class Layout {
public:
  /// The place of `key`, which takes `bytes`.
  int64_t place(mlir::Attribute key, int64_t bytes) {
    auto [it, isNew] = offsets.insert({key, size});
    if (isNew)
      size = llvm::alignTo(size + std::max<int64_t>(bytes, 1), rt::kAlignment);
    return it->second;
  }
  bool contains(mlir::Attribute key) const { return offsets.contains(key); }
  int64_t getBytes() const { return size; }
  auto begin() const { return offsets.begin(); }
  auto end() const { return offsets.end(); }

private:
  llvm::MapVector<mlir::Attribute, int64_t> offsets;
  int64_t size = 0;
};

/// What all programs of a module share.
struct Segments {
  Layout state, scalars, constants;
  int64_t arenaBytes = 0;
  int64_t lowerBound = 0;
};

/// Where the roots of one program lie.
using Places = llvm::DenseMap<mlir::Value, Place>;

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_PLACES_H
