//===- VerifyModel.cpp - What holds after the model phase -----------------===//

#include "dialects/nn/NN.h"
#include "dialects/prim/Prim.h"
#include "dialects/train/Train.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/model/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace gradc::model {

#define GEN_PASS_DEF_VERIFYMODELPASS
#include "passes/model/Passes.h.inc"

using namespace mlir;

namespace {

LogicalResult verifyOp(Operation *op) {
  if (isa<nn::ModelOp, nn::ModuleDefOp, nn::CallOp, nn::ReturnOp,
          nn::ParameterOp>(op))
    return op->emitOpError("is still there after the model phase");
  StringRef dialect = op->getName().getDialectNamespace();
  if (!llvm::is_contained({"nn", "prim", "train", "func"}, dialect))
    return op->emitOpError("does not belong into a model");
  auto isUntyped = [](Type type) { return isa<nn::ValueType>(type); };
  if (llvm::any_of(op->getResultTypes(), isUntyped))
    return op->emitOpError("has a value without a type");
  return success();
}

/// Roles and names, which all later phases go by.
LogicalResult verifyForward(func::FuncOp forward) {
  llvm::StringSet<> seen;
  for (unsigned i = 0, e = forward.getNumArguments(); i < e; ++i) {
    auto name = forward.getArgAttrOfType<StringAttr>(i, train::kNameAttr);
    if (!name || !forward.getArgAttr(i, train::kRoleAttr))
      return forward.emitOpError("has no name or no role for argument ") << i;
    if (!seen.insert(name.getValue()).second)
      return forward.emitOpError("has two arguments named '")
             << name.getValue() << "'";
  }
  for (unsigned i = 0, e = forward.getNumResults(); i < e; ++i)
    if (!forward.getResultAttr(i, train::kNameAttr) ||
        !forward.getResultAttr(i, train::kRoleAttr))
      return forward.emitOpError("has no name or no role for result ") << i;
  return success();
}

struct VerifyModelPass : public impl::VerifyModelPassBase<VerifyModelPass> {
  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == module.getOperation())
        return WalkResult::advance();
      return failed(verifyOp(op)) ? WalkResult::interrupt()
                                  : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    if (auto forward = module.lookupSymbol<func::FuncOp>("forward"))
      if (failed(verifyForward(forward)))
        return signalPassFailure();
  }
};

} // namespace
} // namespace gradc::model
