//===- ExpandMath.cpp - Functions written out -----------------------------===//
//
// Finds the functions; what they are made of stands in Exp.cpp, Log.cpp and
// Erf.cpp.
//
//===----------------------------------------------------------------------===//

#include "dialects/kernel/Kernel.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "passes/code/Functions.h"
#include "passes/code/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace gradc::code {

#define GEN_PASS_DEF_EXPANDMATHPASS
#include "passes/code/Passes.h.inc"

using namespace mlir;

/// Two operations, each rounded correctly: at most 1.5 ulp.
Value emitRsqrt(MathBuilder &m, Value x) { return m.div(1.0, m.sqrt(x)); }

namespace {

using Function = Value (*)(MathBuilder &, Value);

/// What writes `op` out; null if nothing has to.
Function getFunction(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      !MathBuilder::supports(op->getResult(0).getType()))
    return nullptr;
  return TypeSwitch<Operation *, Function>(op)
      .Case([](math::ExpOp) { return emitExp; })
      .Case([](math::Exp2Op) { return emitExp2; })
      .Case([](math::ExpM1Op) { return emitExpM1; })
      .Case([](math::LogOp) { return emitLog; })
      .Case([](math::Log1pOp) { return emitLog1p; })
      .Case([](math::TanhOp) { return emitTanh; })
      .Case([](math::ErfOp) { return emitErf; })
      .Case([](math::RsqrtOp) { return emitRsqrt; })
      .Case([](kernel::LogisticOp) { return emitLogistic; })
      .Case([](kernel::NormalCdfOp op) {
        return op.getByTanh() ? emitNormalCdfByTanh : emitNormalCdf;
      })
      .Default([](Operation *) { return nullptr; });
}

struct ExpandMathPass : public impl::ExpandMathPassBase<ExpandMathPass> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      Function function = getFunction(op);
      if (!function)
        return;
      OpBuilder builder(op);
      MathBuilder m(builder, op->getLoc(), op->getResult(0).getType());
      op->getResult(0).replaceAllUsesWith(function(m, op->getOperand(0)));
      op->erase();
      ++numExpanded;
    });
  }
};

} // namespace
} // namespace gradc::code
