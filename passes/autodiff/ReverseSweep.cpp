//===- ReverseSweep.cpp - Reverse-mode differentiation of a block ---------===//
//
// Everything that is the same for all ops lives here, so that a derivative rule
// is only a formula: which ops take part, sums over several uses, zeros. The
// walk over a block is a loop; only nested regions recurse.
//
//===----------------------------------------------------------------------===//

#include "passes/autodiff/ReverseSweep.h"

#include "dialects/prim/Expr.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "gradc-differentiate"

using namespace mlir;
using namespace gradc;
using namespace gradc::autodiff;

bool gradc::autodiff::isDifferentiable(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<FloatType>(type.getElementType());
}

/// The values from above that the regions of `op` use, each once.
static SetVector<Value> getCaptures(Operation *op) {
  SetVector<Value> captures;
  if (op->getNumRegions() != 0)
    getUsedValuesDefinedAbove(op->getRegions(), captures);
  return captures;
}

//===----------------------------------------------------------------------===//
// Activity
//===----------------------------------------------------------------------===//

Activity::Activity(ValueRange wrt, Block *block, Operation *end) {
  for (Value value : wrt)
    active.insert(value);
  // From the outermost block inwards, for an inner op may use what an outer one
  // has made of a requested value.
  SmallVector<std::pair<Block *, Operation *>> path = {{block, end}};
  for (Operation *parent = block->getParentOp();
       parent && !parent->hasTrait<OpTrait::IsIsolatedFromAbove>();
       parent = parent->getParentOp())
    path.push_back({parent->getBlock(), parent});
  for (auto [outer, outerEnd] : llvm::reverse(path))
    follow(outer, outerEnd);
}

void Activity::follow(Block *block, Operation *end) {
  auto isActive = [&](Value value) { return active.contains(value); };
  for (Operation &op : *block) {
    if (&op == end)
      break;
    if (op.hasTrait<NotDifferentiable>())
      continue;
    if (!llvm::any_of(op.getOperands(), isActive) &&
        !llvm::any_of(getCaptures(&op), isActive))
      continue;
    for (Value result : op.getResults())
      if (isDifferentiable(result))
        active.insert(result);
  }
}

//===----------------------------------------------------------------------===//
// CotangentMap
//===----------------------------------------------------------------------===//

void CotangentMap::add(OpBuilder &builder, Location loc, Value primal,
                       Value cotangent) {
  Value &sum = map[primal];
  if (!sum) {
    sum = cotangent;
    return;
  }
  ExprContext context{builder, loc};
  sum = (Expr(context, sum) + Expr(context, cotangent)).get();
}

//===----------------------------------------------------------------------===//
// ReverseSweep
//===----------------------------------------------------------------------===//

/// The op before the insertion point, after which the sweep will stand.
static Operation *getLastOp(OpBuilder &builder) {
  Block *block = builder.getInsertionBlock();
  Block::iterator point = builder.getInsertionPoint();
  return point == block->begin() ? nullptr : &*std::prev(point);
}

/// The op at the insertion point, null if that is the block's end.
static Operation *getNextOp(OpBuilder &builder) {
  Block::iterator point = builder.getInsertionPoint();
  return point == builder.getInsertionBlock()->end() ? nullptr : &*point;
}

ReverseSweep::ReverseSweep(OpBuilder &builder, Location loc, ValueRange wrt)
    : builder(builder), loc(loc), wrt(wrt), isWanted(wrt.begin(), wrt.end()),
      block(builder.getInsertionBlock()), last(getLastOp(builder)),
      activity(wrt, block, getNextOp(builder)) {}

FailureOr<SmallVector<Value>> ReverseSweep::run(ValueRange outputs,
                                                ValueRange outputCotangents) {
  for (auto [output, cotangent] : llvm::zip_equal(outputs, outputCotangents))
    if (cotangent && activity.contains(output))
      cotangents.add(builder, loc, output, cotangent);

  // A cotangent is only ever given to an active value, and only by an op that
  // the outputs depend on: that an op's result has one is all of reachability.
  for (Operation *op = last; op;) {
    Operation *previous = op->getPrevNode();
    if (failed(applyRule(op)))
      return failure();
    op = previous;
  }

  SmallVector<Value> result;
  for (Value value : wrt) {
    Value cotangent = cotangents.lookup(value);
    if (!cotangent) {
      ExprContext context{builder, loc};
      cotangent =
          full(context, cast<RankedTensorType>(value.getType()), 0.0).get();
    }
    result.push_back(cotangent);
  }
  return result;
}

SmallVector<Value> ReverseSweep::resultCotangents(Operation *op) {
  SmallVector<Value> result;
  for (Value value : op->getResults())
    result.push_back(cotangents.lookup(value));
  if (llvm::all_of(result, [](Value cotangent) { return !cotangent; }))
    return {};
  ExprContext context{builder, op->getLoc()};
  for (auto [value, cotangent] : llvm::zip_equal(op->getResults(), result))
    if (!cotangent && isDifferentiable(value))
      cotangent =
          full(context, cast<RankedTensorType>(value.getType()), 0.0).get();
  return result;
}

LogicalResult ReverseSweep::applyRule(Operation *op) {
  auto isActive = [&](Value value) { return activity.contains(value); };
  // The sweep ends at a requested value that depends on no other.
  SetVector<Value> captures = getCaptures(op);
  if (op->hasTrait<NotDifferentiable>() ||
      (!llvm::any_of(op->getOperands(), isActive) &&
       !llvm::any_of(captures, isActive)))
    return success();
  SmallVector<Value> found = resultCotangents(op);
  if (found.empty())
    return success();

  ++numRules;
  if (auto rule = dyn_cast<DifferentiableOpInterface>(op)) {
    VjpContext context(builder, op->getLoc(), found, isActive);
    return addAll(op, op->getOperands(), rule.vjp(context));
  }
  if (auto rule = dyn_cast<RegionDifferentiableOpInterface>(op)) {
    SmallVector<Value> inputs(op->getOperands());
    llvm::append_range(inputs, captures);
    auto pullback = [&](OpBuilder &inner, ValueRange outputs,
                        ValueRange outputCotangents, ValueRange innerWrt) {
      ReverseSweep sweep(inner, op->getLoc(), innerWrt);
      FailureOr<SmallVector<Value>> result =
          sweep.run(outputs, outputCotangents);
      numRules += sweep.getNumRules();
      return result;
    };
    RegionVjpContext context(builder, op->getLoc(), found, isActive, inputs,
                             pullback);
    FailureOr<Cotangents> inputCotangents = rule.regionVjp(context);
    if (failed(inputCotangents))
      return failure();
    return addAll(op, inputs, *inputCotangents);
  }
  return op->emitOpError(
      "has no derivative rule, and a gradient is asked for that needs one");
}

LogicalResult ReverseSweep::addAll(Operation *op, ValueRange inputs,
                                   const Cotangents &found) {
  if (found.size() != inputs.size())
    return op->emitOpError("has a derivative rule that returns ")
           << found.size() << " cotangents for " << inputs.size() << " inputs";
  for (auto [input, cotangent] : llvm::zip_equal(inputs, found)) {
    if (!cotangent || !activity.contains(input))
      continue;
    if (cotangent.get().getType() != input.getType())
      return op->emitOpError("has a derivative rule that returns ")
             << cotangent.get().getType() << " for an input of type "
             << input.getType();
    // A cotangent of an outer value is final only if somebody asked for it.
    if (input.getParentBlock() != block && !isWanted.contains(input))
      return op->emitOpError(
          "uses a value from outside of the region in which "
          "a gradient is asked for, which depends on a value "
          "that it is asked for");
    cotangents.add(builder, op->getLoc(), input, cotangent.get());
  }
  return success();
}
