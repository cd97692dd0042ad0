//===- ChooseTiles.cpp - Cuts matmuls into tiles --------------------------===//

#include "passes/schedule/MatmulTiles.h"
#include "passes/schedule/Passes.h"

#include "dialects/kernel/Kernel.h"
#include "mlir/IR/TypeUtilities.h"

#define DEBUG_TYPE "gradc-choose-tiles"

namespace gradc::schedule {

#define GEN_PASS_DEF_CHOOSETILESPASS
#include "passes/schedule/Passes.h.inc"

using namespace mlir;

/// Whether stride 0 passes over all of the other two dimensions.
static bool isOutermost(ArrayRef<int64_t> strides, int64_t size1,
                        int64_t size2) {
  return strides[0] > (size1 - 1) * strides[1] + (size2 - 1) * strides[2];
}

static MatmulShape getShape(kernel::MatmulOp matmul, kernel::DefOp epilogue) {
  ArrayRef<int64_t> s = matmul.getSizes();
  MatmulShape shape;
  shape.batch = s[0], shape.m = s[1], shape.n = s[2], shape.k = s[3];
  auto isLibrarys = [](Type type) {
    return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 32;
  };
  shape.hasLibrary = isLibrarys(getElementTypeOrSelf(matmul.getLhs()));
  if (!epilogue)
    shape.hasLibrary &= isLibrarys(getElementTypeOrSelf(matmul.getOuts()[0]));
  shape.inOrder = isOutermost(matmul.getLhsStrides(), s[1], s[3]) &&
                  isOutermost(matmul.getRhsStrides(), s[3], s[2]);
  if (epilogue && epilogue.getPartials())
    shape.rowStep = epilogue.getPointsPerPartial();
  return shape;
}

static DenseI64ArrayAttr getTile(Operation *op) {
  return op->getAttrOfType<DenseI64ArrayAttr>(kernel::kTileAttr);
}

namespace {

struct ChooseTilesPass : public impl::ChooseTilesPassBase<ChooseTilesPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    llvm::DenseSet<StringAttr> launched;
    SmallVector<kernel::MatmulOp> matmuls;
    getOperation().walk([&](Operation *op) {
      if (auto call = dyn_cast<kernel::CallOp>(op))
        launched.insert(call.getCalleeAttr().getAttr());
      else if (auto foreach = dyn_cast<kernel::ForeachOp>(op))
        launched.insert(foreach.getCalleeAttr().getAttr());
      else if (auto matmul = dyn_cast<kernel::MatmulOp>(op))
        matmuls.push_back(matmul);
    });
    for (kernel::MatmulOp matmul : matmuls) {
      FlatSymbolRefAttr name = matmul.getEpilogueAttr();
      auto def = name ? symbols.lookup<kernel::DefOp>(name.getAttr()) : nullptr;
      auto tile = DenseI64ArrayAttr::get(&getContext(),
                                         chooseTile(getShape(matmul, def)));
      matmul->setAttr(kernel::kTileAttr, tile);
      if (!def)
        continue;
      bool isFree = !getTile(def) && !launched.contains(def.getSymNameAttr());
      if (isFree || getTile(def) == tile) {
        def->setAttr(kernel::kTileAttr, tile);
        continue;
      }
      // The def is that of a call or of another tile.
      kernel::DefOp &own = copies[{def, tile}];
      if (!own) {
        own = def.clone();
        own->setAttr(kernel::kTileAttr, tile);
        symbols.insert(own, std::next(Block::iterator(def)));
      }
      matmul.setEpilogueAttr(FlatSymbolRefAttr::get(own.getSymNameAttr()));
    }
  }

private:
  llvm::DenseMap<std::pair<Operation *, Attribute>, kernel::DefOp> copies;
};

} // namespace
} // namespace gradc::schedule
