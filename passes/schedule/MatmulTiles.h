//===- MatmulTiles.h - Into which tiles a matmul is cut ---------*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_MATMULTILES_H
#define GRADC_PASSES_SCHEDULE_MATMULTILES_H

#include <array>
#include <cstdint>

namespace gradc::schedule {

/// What a matmul's tiles depend on: its shape, never the machine.
struct MatmulShape {
  int64_t batch = 1, m = 1, n = 1, k = 1;
  /// The CPU's library has it; else a loop of the runtime's own computes it.
  bool hasLibrary = true;
  /// Whether the operands of a batch lie one after another, so that one call
  /// can do several.
  bool inOrder = true;
  /// Rows of a tile must be a multiple of this many: of what is folded into one
  /// partial result.
  int64_t rowStep = 1;
};

/// Tile sizes of b, m and n, each at least 1.
using MatmulTile = std::array<int64_t, 3>;

/// The table's tile for a shape near one that was measured, and that of the
/// rule for others. `bench/tune_matmul` measures the table.
MatmulTile chooseTile(const MatmulShape &shape);

/// The rule alone.
MatmulTile chooseTileByRule(const MatmulShape &shape);

/// The tile of a product cut into at most so many pieces of m and of n.
MatmulTile cutInto(const MatmulShape &shape, int64_t rowPieces,
                   int64_t columnPieces);

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_MATMULTILES_H
