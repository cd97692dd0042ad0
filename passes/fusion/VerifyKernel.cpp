//===- VerifyKernel.cpp - Closes the phase: only kernel ops are left ------===//

#include "passes/fusion/Passes.h"

#include "dialects/kernel/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

#define DEBUG_TYPE "gradc-verify-kernel"

namespace gradc::fusion {

#define GEN_PASS_DEF_VERIFYKERNELPASS
#include "passes/fusion/Passes.h.inc"

using namespace mlir;

namespace {

struct VerifyKernelPass : public impl::VerifyKernelPassBase<VerifyKernelPass> {
  void runOnOperation() override {
    bool ok = true;
    auto reject = [&](Operation *op) {
      op->emitOpError("does not belong on the kernel floor");
      ok = false;
    };
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (!func.getBody().hasOneBlock()) {
        func.emitOpError("does not belong on the kernel floor without a body "
                         "of one block");
        ok = false;
        continue;
      }
      for (Operation &op : func.getBody().front().without_terminator())
        if (!isa<kernel::CallOp, kernel::ForeachOp, kernel::MatmulOp,
                 kernel::SortOp, kernel::ConstantOp, kernel::ReshapeOp>(op))
          reject(&op);
    }
    for (auto def : getOperation().getOps<kernel::DefOp>())
      def.getBody().walk([&](Operation *op) {
        if (!isa<kernel::KernelDialect, arith::ArithDialect, math::MathDialect>(
                op->getDialect()))
          reject(op);
      });
    if (!ok)
      signalPassFailure();
  }
};

} // namespace
} // namespace gradc::fusion
