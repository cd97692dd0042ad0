//===- BindScalars.cpp - Run-time scalars as arguments --------------------===//

#include "passes/train/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace gradc::train {

#define GEN_PASS_DEF_BINDSCALARSPASS
#include "passes/train/Passes.h.inc"

using namespace mlir;

namespace {

struct BindScalarsPass : public impl::BindScalarsPassBase<BindScalarsPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    llvm::MapVector<StringAttr, SmallVector<ScalarOp>> readings;
    function.walk(
        [&](ScalarOp op) { readings[op.getNameAttr()].push_back(op); });
    for (auto &[name, ops] : readings)
      if (failed(bind(function, name, ops)))
        return signalPassFailure();
  }

private:
  /// The argument of that name that a reading may mean: a counter or a scalar.
  static BlockArgument findArgument(func::FuncOp function, StringAttr name) {
    for (BlockArgument argument : function.getArguments()) {
      unsigned index = argument.getArgNumber();
      auto role = function.getArgAttrOfType<StringAttr>(index, kRoleAttr);
      if (role && (role == kCounter || role == kScalar) &&
          function.getArgAttrOfType<StringAttr>(index, kNameAttr) == name)
        return argument;
    }
    return {};
  }

  static LogicalResult bind(func::FuncOp function, StringAttr name,
                            MutableArrayRef<ScalarOp> ops) {
    BlockArgument argument = findArgument(function, name);
    // A reading that states no default leaves it to the others.
    TypedAttr defaultValue;
    for (ScalarOp op : ops)
      if (!defaultValue)
        defaultValue = op.getDefault();
    Type type = argument ? argument.getType() : ops.front().getType();
    for (ScalarOp op : ops) {
      if (op.getType() != type)
        return op.emitOpError("is read as ")
               << op.getType() << " here and is a " << type << " elsewhere";
      if (op.getDefault() && op.getDefault() != defaultValue)
        return op.emitOpError("has the default ")
               << op.getDefault() << " here and " << defaultValue
               << " elsewhere";
    }
    if (!argument) {
      Builder builder(function.getContext());
      NamedAttrList attributes;
      attributes.append(kRoleAttr, builder.getStringAttr(kScalar));
      attributes.append(kNameAttr, name);
      if (defaultValue)
        attributes.append(kDefaultAttr, defaultValue);
      unsigned index = function.getNumArguments();
      function.insertArgument(index, type,
                              attributes.getDictionary(function.getContext()),
                              ops.front().getLoc());
      argument = function.getArgument(index);
    }
    for (ScalarOp op : ops) {
      op.replaceAllUsesWith(static_cast<Value>(argument));
      op.erase();
    }
    return success();
  }
};

} // namespace
} // namespace gradc::train
