//===- VerifyPrim.cpp - What holds after the lowering phase ---------------===//

#include "dialects/prim/Prim.h"
#include "dialects/train/Train.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "passes/lowering/Passes.h"

namespace gradc::lowering {

#define GEN_PASS_DEF_VERIFYPRIMPASS
#include "passes/lowering/Passes.h.inc"

using namespace mlir;

namespace {

bool isAllowed(Operation *op) {
  return isa<prim::PrimDialect, func::FuncDialect>(op->getDialect()) ||
         isa<mlir::ModuleOp, train::ScalarOp, train::RecipeOp>(op);
}

struct VerifyPrimPass : public impl::VerifyPrimPassBase<VerifyPrimPass> {
  void runOnOperation() override {
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
          if (op->getDialect() && isAllowed(op))
            return WalkResult::advance();
          op->emitOpError("is still there after lowering to prim");
          return WalkResult::interrupt();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
} // namespace gradc::lowering
