//===- VerifyTrain.cpp - What the phases after the train floor rely on ----===//

#include "passes/train/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace gradc::train {

#define GEN_PASS_DEF_VERIFYTRAINPASS
#include "passes/train/Passes.h.inc"

using namespace mlir;

namespace {

/// An argument or a result, by its attributes.
struct Described {
  StringAttr role, name;
  Type type;
};

struct VerifyTrainPass : public impl::VerifyTrainPassBase<VerifyTrainPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(verifyOps(function)) || failed(verifySignature(function)))
        return signalPassFailure();
  }

private:
  static LogicalResult verifyOps(func::FuncOp function) {
    WalkResult result = function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == function || isa<func::ReturnOp>(op) ||
          isa_and_nonnull<prim::PrimDialect>(op->getDialect()))
        return WalkResult::advance();
      op->emitOpError("is left where only ops of prim may be");
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  static bool isState(StringAttr role) {
    return role == kParameter || role == kBuffer || role == kSlot ||
           role == kCounter;
  }

  static LogicalResult verifySignature(func::FuncOp function) {
    SmallVector<Described> states;
    llvm::StringSet<> names;
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
      Described argument{
          function.getArgAttrOfType<StringAttr>(index, kRoleAttr),
          function.getArgAttrOfType<StringAttr>(index, kNameAttr), type};
      if (!argument.role || !argument.name)
        return function.emitOpError("argument ")
               << index << " has no 'train.role' or no 'train.name'";
      if (!names.insert(argument.name).second)
        return function.emitOpError("has two arguments called '")
               << argument.name.getValue() << "'";
      if (isState(argument.role))
        states.push_back(argument);
    }
    bool isInit = function.getName() == "init";
    auto state = states.begin();
    llvm::StringSet<> resultNames;
    for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
      Described result{
          function.getResultAttrOfType<StringAttr>(index, kRoleAttr),
          function.getResultAttrOfType<StringAttr>(index, kNameAttr), type};
      if (!result.role || !result.name)
        return function.emitOpError("result ")
               << index << " has no 'train.role' or no 'train.name'";
      if (!resultNames
               .insert((result.role.getValue() + ":" + result.name.getValue())
                           .str())
               .second)
        return function.emitOpError("has two results called '")
               << result.name.getValue() << "' of the role "
               << result.role.getValue();
      if (result.role != kState || isInit)
        continue;
      // In the order of the arguments, of which some may be left out.
      state = std::find_if(state, states.end(), [&](const Described &argument) {
        return argument.name == result.name;
      });
      if (state == states.end())
        return function.emitOpError("result '")
               << result.name.getValue()
               << "' is no state of the arguments, or stands out of order";
      if (state->type != result.type)
        return function.emitOpError("state '")
               << result.name.getValue() << "' goes in as " << state->type
               << " and comes out as " << result.type;
      ++state;
    }
    return success();
  }
};

} // namespace
} // namespace gradc::train
