//===- region_differentiable_test.cpp - Gradients through regions ---------===//
//
// A rule for scf.if, attached here, shows that the engine differentiates what
// stands in regions: activity through values used from above, the sweep inside
// the reverse region, zeros for what a branch does not use.
//
//===----------------------------------------------------------------------===//

#include "dialects/Registration.h"
#include "dialects/interfaces/Interfaces.h"
#include "dialects/prim/Prim.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "passes/autodiff/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace gradc;

namespace {

/// The reverse op redoes the branch that was taken and sweeps over it.
struct IfRule
    : RegionDifferentiableOpInterface::ExternalModel<IfRule, scf::IfOp> {
  FailureOr<Cotangents> regionVjp(Operation *op, RegionVjpContext &c) const {
    auto forward = cast<scf::IfOp>(op);
    SmallVector<Value> wrt, cotangents;
    for (Value input : c.inputs())
      if (c.isActive(input))
        wrt.push_back(input);
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      cotangents.push_back(c.cotangent(i).get());
    auto reverse =
        c.builder.create<scf::IfOp>(c.loc, TypeRange(ValueRange(wrt)),
                                    forward.getCondition(), /*withElse=*/true);
    for (auto [from, to] : llvm::zip(op->getRegions(), reverse->getRegions())) {
      IRMapping mapping;
      OpBuilder inner = OpBuilder::atBlockBegin(&to.front());
      for (Operation &inside : from.front().without_terminator())
        inner.clone(inside, mapping);
      SmallVector<Value> outputs;
      for (Value value : from.front().getTerminator()->getOperands())
        outputs.push_back(mapping.lookupOrDefault(value));
      FailureOr<SmallVector<Value>> gradients =
          c.pullback(inner, outputs, cotangents, wrt);
      if (failed(gradients))
        return failure();
      inner.create<scf::YieldOp>(c.loc, *gradients);
    }
    Cotangents result;
    unsigned next = 0;
    for (Value input : c.inputs())
      result.push_back(c.isActive(input) ? Expr(c, reverse.getResult(next++))
                                         : Expr());
    return result;
  }
};

class RegionDifferentiable : public testing::Test {
protected:
  RegionDifferentiable() {
    DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    scf::IfOp::attachInterface<IfRule>(context);
  }

  /// Differentiates `source` and folds it; the numbers that it returns.
  std::vector<float> run(const std::string &source) {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(source, &context);
    EXPECT_TRUE(module);
    PassManager manager(&context);
    manager.addNestedPass<func::FuncOp>(autodiff::createDifferentiatePass());
    manager.addPass(createCanonicalizerPass());
    EXPECT_TRUE(succeeded(manager.run(*module)));
    std::vector<float> numbers;
    module->walk([&](func::ReturnOp op) {
      for (Value value : op.getOperands())
        if (auto constant = value.getDefiningOp<prim::ConstantOp>())
          numbers.push_back(cast<DenseElementsAttr>(constant.getValue())
                                .getSplatValue<float>());
    });
    return numbers;
  }

  static std::string branches(const std::string &condition) {
    return "func.func @f() -> (tensor<f32>, tensor<f32>) {"
           "  %p = arith.constant " +
           condition +
           "  %x = prim.constant dense<3.0> : tensor<f32>"
           "  %w = prim.constant dense<5.0> : tensor<f32>"
           "  %y = scf.if %p -> tensor<f32> {"
           "    %a = prim.multiply %x, %w : tensor<f32>"
           "    %b = prim.multiply %a, %x : tensor<f32>"
           "    scf.yield %b : tensor<f32>"
           "  } else {"
           "    scf.yield %x : tensor<f32>"
           "  }"
           "  %z = prim.add %y, %y : tensor<f32>"
           "  %g:2 = train.gradient %z wrt(%x, %w) : tensor<f32>, tensor<f32>, "
           "tensor<f32>"
           "  return %g#0, %g#1 : tensor<f32>, tensor<f32>"
           "}";
  }

  MLIRContext context;
};

TEST_F(RegionDifferentiable, TakesTheGradientOfTheBranchTaken) {
  EXPECT_EQ(run(branches("true")), (std::vector<float>{60, 18}));
}

TEST_F(RegionDifferentiable, GivesZerosForWhatABranchDoesNotUse) {
  EXPECT_EQ(run(branches("false")), (std::vector<float>{2, 0}));
}

} // namespace
