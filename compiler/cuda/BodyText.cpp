//===- BodyText.cpp - The statements of a kernel --------------------------===//

#include "compiler/cuda/BodyText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

/// A longer expression, inside of another and as a statement's only one, gets a
/// variable, for the reader's sake.
static constexpr size_t kLongestPart = 44, kLongestWhole = 66;

std::string BodyText::name(Value value, StringRef wanted) {
  std::string name = names.add(wanted);
  if (isa<MemRefType>(value.getType()))
    arrays[value] = name;
  else
    expressions.insert_or_assign(value, makeName(name, typeOf(value)));
  return name;
}

Scalar BodyText::typeOf(Value value) {
  return *getScalar(getElementTypeOrSelf(value.getType()), wideIndex);
}

LogicalResult BodyText::refuse(Operation *op) {
  return op->emitOpError("has no text in CUDA C++");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Expression cuda::makeConstant(Attribute value, Scalar type) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return makeFloat(number.getValue(), type);
  auto integer = cast<IntegerAttr>(value);
  if (type == Scalar::Bool)
    return makeInteger(integer.getValue().getZExtValue(), type);
  int64_t number = integer.getValue().getSExtValue();
  // An index is as wide as what it meets.
  bool isIndex = isa<IndexType>(integer.getType());
  if (isIndex)
    type = llvm::isInt<32>(number) ? Scalar::I32 : Scalar::I64;
  return makeInteger(number, type);
}

Expression BodyText::get(Value value) {
  if (isa<VectorType>(value.getType()))
    return getLane(value);
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return makeConstant(constant, typeOf(value));
  return expressions.at(value);
}

Expression BodyText::getAtom(Value value) {
  Expression expression = get(value);
  if (expression.isName)
    return expression;
  std::string name = names.add(suggestName(value, "", inLanes));
  stream << "const " << spell(expression.type) << " " << name << " = "
         << expression.text << ";\n";
  expressions.insert_or_assign(value, makeName(name, expression.type));
  return expressions.at(value);
}

/// Whether what `op` reads, or whom it meets, may change by what is in between.
static bool isOrdered(Operation *op) {
  return isa<memref::LoadOp, gpu::ShuffleOp, scf::IfOp>(op);
}

/// Whether nothing may be moved over `op` that is ordered.
static bool isFence(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        bool fences = isa<memref::StoreOp, vector::StoreOp, gpu::BarrierOp,
                          gpu::ShuffleOp>(inner);
        return fences ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `op` evaluates some operands under a condition.
static bool isLazy(Operation *op) {
  return isa<arith::SelectOp, scf::IfOp>(op) ||
         (isa<arith::AndIOp, arith::OrIOp, arith::MulIOp>(op) &&
          op->getResult(0).getType().isInteger(1));
}

/// Whether `value` may be written where it is used instead of where it stands.
bool BodyText::mayWait(Value value) {
  Operation *op = value.getDefiningOp();
  auto usedOnceInBlock = [&](Value value) {
    return value.hasOneUse() &&
           (*value.user_begin())->getBlock() == op->getBlock();
  };
  if (!usedOnceInBlock(value))
    return false;
  if (inLanes)
    return lanes.contains(*value.user_begin());
  if (!isOrdered(op))
    return true;
  // The statement that it ends up in, and what stands before that.
  Operation *end = *value.user_begin();
  while (isMemoryEffectFree(end) && end->getNumRegions() == 0 &&
         end->getNumResults() == 1 && !isLaneOp(end) &&
         usedOnceInBlock(end->getResult(0)) && !isa<gpu::ShuffleOp>(end)) {
    if (isa<gpu::ShuffleOp>(op) && isLazy(end))
      return false;
    end = *end->getResult(0).user_begin();
  }
  for (Operation *next = op->getNextNode(); next != end;
       next = next->getNextNode())
    if (isFence(next))
      return false;
  return true;
}

/// Whether `op` is the only one to read `value`, but for a shuffle that it
/// reads.
static bool isOnlyReader(Operation *op, Value value) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return user == op ||
           (isa<gpu::ShuffleOp>(user) && user->getResult(0).hasOneUse() &&
            *user->getResult(0).user_begin() == op);
  });
}

std::string BodyText::findSpent(Operation *op) {
  if (inLanes || op->getNumResults() != 1)
    return "";
  for (Value old : op->getOperands())
    if (old.getType() == op->getResult(0).getType() && isOnlyReader(op, old))
      if (std::string variable = getVariable(old, op); !variable.empty())
        return variable;
  return "";
}

/// Whether `value` is folded with that of other threads of the warp: then it is
/// a variable from the start.
static bool isExchanged(Value value) {
  return !value.hasOneUse() &&
         llvm::any_of(value.getUsers(), [&](Operation *user) {
           return user->getBlock() == value.getParentBlock() &&
                  !isa<gpu::ShuffleOp, arith::SelectOp>(user) &&
                  isOnlyReader(user, value);
         });
}

void BodyText::define(Value value, Expression expression, StringRef array) {
  if (isa<IndexType>(getElementTypeOrSelf(value.getType())) &&
      isUnsigned(expression.type))
    expression = convert(expression, toSigned(expression.type));
  auto isShort = [&] {
    bool isWhole = isa<memref::StoreOp, scf::YieldOp>(*value.user_begin());
    return expression.text.size() <= (isWhole ? kLongestWhole : kLongestPart);
  };
  if (expression.isName || isWaiting || (mayWait(value) && isShort())) {
    expressions.insert_or_assign(value, expression);
    return;
  }
  if (std::string variable = findSpent(value.getDefiningOp());
      !variable.empty()) {
    printAssignment(variable, expression);
    setVariable(value, variable);
    return;
  }
  std::string name = names.add(suggestName(value, array, inLanes));
  if (!inLanes && isExchanged(value) && expression.type == carriedType(value)) {
    stream << spell(expression.type) << " " << name << " = " << expression.text
           << ";\n";
    setVariable(value, name);
    return;
  }
  stream << "const " << spell(expression.type) << " " << name << " = "
         << expression.text << ";\n";
  expressions.insert_or_assign(value, makeName(name, expression.type));
}

//===----------------------------------------------------------------------===//
// Memory and threads
//===----------------------------------------------------------------------===//

/// The index of an element in the row-major order of `type`.
static Expression linearize(MemRefType type, ArrayRef<Expression> indices) {
  if (indices.empty())
    return makeInteger(0, Scalar::I32);
  Expression index = indices.front();
  for (unsigned dim = 1; dim < indices.size(); ++dim) {
    Expression size = makeInteger(type.getDimSize(dim), Scalar::I32);
    index = makeBinary("*", Binding::Product, index, size, index.type);
    index = makeBinary("+", Binding::Sum, index, indices[dim], index.type);
  }
  return index;
}

Expression BodyText::getIndex(Value memref, ValueRange indices) {
  SmallVector<Expression> expressions;
  for (Value index : indices)
    expressions.push_back(get(index));
  return linearize(cast<MemRefType>(memref.getType()), expressions);
}

LogicalResult BodyText::visitLoad(memref::LoadOp load) {
  std::string array = arrays.at(load.getMemRef());
  Expression index = getIndex(load.getMemRef(), load.getIndices());
  if (auto type = dyn_cast<VectorType>(load.getType())) {
    declareVector(load, makeElement(array, index, typeOf(load)).text, array);
    return success();
  }
  define(load, makeElement(array, index, typeOf(load)), array);
  return success();
}

LogicalResult BodyText::visitStore(memref::StoreOp store) {
  Value value = store.getValue();
  Expression index = getIndex(store.getMemRef(), store.getIndices());
  stream << arrays.at(store.getMemRef()) << "[" << index.text << "] = "
         << (isa<VectorType>(value.getType()) ? getVector(value)
                                              : get(value).text)
         << ";\n";
  return success();
}

LogicalResult BodyText::visitShuffle(gpu::ShuffleOp op) {
  APInt width;
  if (!matchPattern(op.getWidth(), m_ConstantInt(&width)) || width != 32)
    return op.emitOpError("exchanges between parts of a warp");
  if (!op.getValid().use_empty())
    return op.emitOpError("is asked whether it is valid, which it always is");
  StringRef callee;
  switch (op.getMode()) {
  case gpu::ShuffleMode::XOR:
    callee = "__shfl_xor_sync";
    break;
  case gpu::ShuffleMode::DOWN:
    callee = "__shfl_down_sync";
    break;
  case gpu::ShuffleMode::UP:
    callee = "__shfl_up_sync";
    break;
  case gpu::ShuffleMode::IDX:
    callee = "__shfl_sync";
    break;
  }
  Expression value = get(op.getValue()), offset = get(op.getOffset());
  Expression mask = makeInteger(-1, Scalar::U32);
  mask.text = "kWarp";
  define(op.getShuffleResult(),
         makeCall(callee, {mask, value, offset}, value.type));
  return success();
}

/// A local array of one thread.
LogicalResult BodyText::visitAlloca(memref::AllocaOp op) {
  MemRefType type = op.getType();
  Type element = type.getElementType();
  auto scalar = getScalar(getElementTypeOrSelf(element), wideIndex);
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() || !scalar)
    return refuse(op);
  auto vector = dyn_cast<VectorType>(element);
  arrays[op] = names.add(isa<NameLoc>(op.getLoc()) ? suggestName(op) : "local");
  stream << spell(*scalar, vector ? vector.getNumElements() : 1) << " "
         << arrays[op] << "[" << type.getNumElements() << "];\n";
  return success();
}

static StringRef getDimension(gpu::Dimension dimension) {
  return gpu::stringifyDimension(dimension);
}

LogicalResult BodyText::visitPosition(Operation *op) {
  auto define = [&](Value value, StringRef variable, gpu::Dimension dimension) {
    // A thread's number is small; whatever a block's is multiplied with may
    // not be.
    bool isThread = isa<gpu::ThreadIdOp, gpu::BlockDimOp>(op);
    Scalar type = isThread ? Scalar::I32 : typeOf(value);
    std::string name = names.add(suggestName(value));
    stream << "const " << spell(type) << " " << name << " = " << variable << "."
           << getDimension(dimension) << ";\n";
    expressions.insert_or_assign(value, makeName(name, type));
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](gpu::ThreadIdOp op) {
        return define(op, "threadIdx", op.getDimension());
      })
      .Case([&](gpu::BlockIdOp op) {
        return define(op, "blockIdx", op.getDimension());
      })
      .Case([&](gpu::BlockDimOp op) {
        return define(op, "blockDim", op.getDimension());
      })
      .Case([&](gpu::GridDimOp op) {
        return define(op, "gridDim", op.getDimension());
      })
      .Default([&](Operation *op) { return refuse(op); });
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult BodyText::visitScalar(Operation *op) {
  SmallVector<Expression> results = renderScalar(op, *this, wideIndex);
  if (results.empty())
    return refuse(op);
  for (auto [value, expression] : llvm::zip_equal(op->getResults(), results))
    if (!value.use_empty())
      define(value, expression);
  return success();
}

LogicalResult BodyText::visit(Operation *op) {
  if (op->use_empty() && isMemoryEffectFree(op) && op->getNumRegions() == 0)
    return success();
  if (isLaneOp(op))
    return addToLanes(op);
  if (op->getNumRegions() > 0 || usesLanes(op))
    if (failed(printLanes()))
      return failure();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::ConstantOp op) { return visitConstant(op); })
      .Case([&](memref::LoadOp op) { return visitLoad(op); })
      .Case([&](memref::StoreOp op) { return visitStore(op); })
      .Case([&](memref::AllocaOp op) { return visitAlloca(op); })
      .Case([&](gpu::ShuffleOp op) { return visitShuffle(op); })
      .Case([&](gpu::BarrierOp) {
        stream << "__syncthreads();\n";
        return success();
      })
      .Case<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::BlockDimOp, gpu::GridDimOp>(
          [&](Operation *op) { return visitPosition(op); })
      .Case([&](scf::ForOp op) { return visitFor(op); })
      .Case([&](scf::IfOp op) {
        return isChoice(op) ? visitChoice(op) : visitIf(op);
      })
      .Default([&](Operation *op) {
        if (isa<vector::VectorDialect>(op->getDialect()))
          return visitVector(op);
        if (isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
          return visitScalar(op);
        return refuse(op);
      });
}

LogicalResult BodyText::print(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(visit(&op)))
      return failure();
  return success();
}

LogicalResult BodyText::printBody(Block &block) {
  return success(succeeded(print(block)) && succeeded(printLanes()));
}
