//===- PointEmitter.cpp - A def's scalar code over a CPU's lanes ----------===//

#include "compiler/cpu/PointEmitter.h"

#include "dialects/kernel/Philox.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cpu;

void PointEmitter::emit(Operation *op) {
  if (auto gather = dyn_cast<kernel::GatherOp>(op))
    return emitGather(gather);
  if (auto accumulate = dyn_cast<kernel::AccumulateOp>(op))
    return emitAccumulate(accumulate);
  if (auto philox = dyn_cast<kernel::PhiloxOp>(op))
    return emitPhilox(philox);
  code::PointEmitter::emit(op);
}

Value PointEmitter::getNeutral(kernel::Combine combine, Type type,
                               bool overLanes) {
  TypedAttr neutral = kernel::getNeutral(combine, type);
  if (overLanes)
    neutral = DenseElementsAttr::get(cast<ShapedType>(toVector(type)),
                                     Attribute(neutral));
  return b.create<arith::ConstantOp>(loc, neutral);
}

Value PointEmitter::foldLanes(kernel::Combine combine, Value vector) {
  for (int64_t half = lanes / 2; half > 0; half /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t i = 0; i < half; ++i) {
      low.push_back(i);
      high.push_back(i + half);
    }
    Value first = b.create<vector::ShuffleOp>(loc, vector, vector, low);
    Value second = b.create<vector::ShuffleOp>(loc, vector, vector, high);
    vector = kernel::emitCombine(b, loc, combine, first, second);
  }
  return b.create<vector::ExtractOp>(loc, vector, ArrayRef<int64_t>{0});
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value PointEmitter::loadLanes(Value base, AffineExpr address, Value guard,
                              Value other) {
  Type type = cast<MemRefType>(base.getType()).getElementType();
  auto vectorType = cast<VectorType>(toVector(type));
  Value active = mask;
  if (guard)
    active = mask ? b.create<arith::AndIOp>(loc, mask, guard) : guard;
  bool contiguous = isContiguous(address);
  if (contiguous && !active)
    return b.create<vector::LoadOp>(loc, vectorType, base, expand(address));
  if (!other)
    other =
        b.create<arith::ConstantOp>(loc, vectorType, b.getZeroAttr(vectorType));
  if (contiguous)
    return b.create<vector::MaskedLoadOp>(loc, vectorType, base,
                                          expand(address), active, other);
  return gatherLanes(base, asVector(expandLanes(address)), active, other);
}

Value PointEmitter::gatherLanes(Value base, Value addresses, Value active,
                                Value other) {
  if (!active)
    active = splat(b.getI1Type(), 1);
  Value zero = b.create<arith::ConstantIndexOp>(loc, 0);
  return b.create<vector::GatherOp>(loc, other.getType(), base, zero, addresses,
                                    active, other);
}

/// Such stores must be aligned: to a cache line, or to the vector if that is
/// shorter.
bool PointEmitter::isStreamed(Value base, AffineExpr address) {
  bool isMarked = llvm::any_of(schedule.streamed.set_bits(), [&](unsigned i) {
    return base == memoryOf(def.getOutputs()[i]);
  });
  bool startsWhole = !schedule.vectorInGrid || schedule.chunksPerLine == 1 ||
                     schedule.chunk % lanes == 0;
  if (!isMarked || !startsWhole)
    return false;
  unsigned bits = cast<MemRefType>(base.getType()).getElementTypeBitWidth();
  AffineExpr d = b.getAffineDimExpr(*vectorDim);
  return simplifyAffineExpr(address.replace(d, d * lanes), numDims, 0)
      .isMultipleOf(std::min<int64_t>(lanes, 64 * 8 / bits));
}

void PointEmitter::storeLanes(Value base, AffineExpr address, Value value) {
  if (isContiguous(address)) {
    if (mask)
      b.create<vector::MaskedStoreOp>(loc, base, expand(address), mask, value);
    else
      b.create<vector::StoreOp>(loc, value, base, expand(address),
                                isStreamed(base, address));
    return;
  }
  Value active = mask ? mask : splat(b.getI1Type(), 1);
  Value zero = b.create<arith::ConstantIndexOp>(loc, 0);
  b.create<vector::ScatterOp>(loc, base, zero, expandLanes(address), active,
                              value);
}

void PointEmitter::storeScalar(Value base, AffineExpr address, Value value) {
  b.create<memref::StoreOp>(loc, value, base, expand(address));
}

Value PointEmitter::moveBy(Value base, Value offset) {
  auto type = cast<MemRefType>(base.getType());
  auto layout =
      StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, {1});
  return b.create<memref::ReinterpretCastOp>(
      loc, MemRefType::get(type.getShape(), type.getElementType(), layout),
      base, OpFoldResult(offset),
      ArrayRef<OpFoldResult>{b.getIndexAttr(type.getDimSize(0))},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
}

void PointEmitter::emitGather(kernel::GatherOp gather) {
  Value base = memoryOf(gather.getTensor());
  Type elementType = elementTypeOf(gather.getTensor());
  auto type = cast<VectorType>(toVector(code::getMemoryType(elementType)));
  ArrayRef<int64_t> shape =
      cast<ShapedType>(gather.getTensor().getType()).getShape();
  // What is an index of the domain stays an expression, so that a row picked by
  // data is still read as vectors.
  AffineExpr address = b.getAffineConstantExpr(0);
  Value computed;
  for (auto [index, size] : llvm::zip_equal(gather.getIndices(), shape)) {
    address = address * size;
    if (computed) {
      Value factor = isVector(computed)
                         ? splat(b.getIndexType(), size)
                         : b.create<arith::ConstantIndexOp>(loc, size);
      computed = b.create<arith::MulIOp>(loc, computed, factor);
    }
    if (auto dim = code::getDimension(def, index)) {
      address = address + b.getAffineDimExpr(*dim);
      continue;
    }
    Value emitted = getScalar(index);
    if (computed && isVector(computed) != isVector(emitted)) {
      computed = asVector(computed);
      emitted = asVector(emitted);
    }
    computed =
        computed ? b.create<arith::AddIOp>(loc, computed, emitted) : emitted;
  }
  address = simplifyAffineExpr(address, numDims, 0);

  Value value;
  if (computed && isVector(computed)) {
    Value zeros = b.create<arith::ConstantOp>(loc, type, b.getZeroAttr(type));
    Value addresses =
        b.create<arith::AddIOp>(loc, asVector(expandLanes(address)), computed);
    value = gatherLanes(base, addresses, mask, zeros);
  } else {
    if (computed)
      base = moveBy(base, computed);
    value = dependsOnLane(address) ? loadLanes(base, address, nullptr, nullptr)
                                   : loadScalar(base, address);
  }
  define(gather.getValue(), fromMemory(value, elementType));
}

//===----------------------------------------------------------------------===//
// Partial results
//===----------------------------------------------------------------------===//

Value PointEmitter::memoryOfBlock(kernel::AccumulateOp accumulate) {
  Value base = memoryOf(accumulate.getTensor());
  auto type = cast<RankedTensorType>(accumulate.getTensor().getType());
  Value size = b.create<arith::ConstantIndexOp>(
      loc, ShapedType::getNumElements(type.getShape().drop_front()));
  return moveBy(base, b.create<arith::MulIOp>(loc, block, size));
}

void PointEmitter::emitNeutral(kernel::AccumulateOp accumulate) {
  Value base = memoryOfBlock(accumulate);
  AffineExpr address = code::getAddress(def, accumulate);
  bool overLanes = dependsOnLane(address);
  Value neutral = getNeutral(accumulate.getCombine(),
                             accumulate.getValue().getType(), overLanes);
  neutral = toMemory(neutral, elementTypeOf(accumulate.getTensor()));
  if (overLanes)
    storeLanes(base, address, neutral);
  else
    storeScalar(base, address, neutral);
}

void PointEmitter::emitAccumulate(kernel::AccumulateOp accumulate) {
  Value base = memoryOfBlock(accumulate);
  Type elementType = elementTypeOf(accumulate.getTensor());
  AffineExpr address = code::getAddress(def, accumulate);
  kernel::Combine combine = accumulate.getCombine();
  if (dependsOnLane(address)) {
    Value old =
        fromMemory(loadLanes(base, address, nullptr, nullptr), elementType);
    Value folded = kernel::emitCombine(b, loc, combine, old,
                                       getVector(accumulate.getValue()));
    storeLanes(base, address, toMemory(folded, elementType));
    return;
  }
  Value value = getScalar(accumulate.getValue());
  if (schedule.vectorInGrid) {
    // Lanes are points of the block.
    value = asVector(value);
    if (mask) {
      Value neutral = getNeutral(combine, accumulate.getValue().getType(),
                                 /*overLanes=*/true);
      value = b.create<arith::SelectOp>(loc, mask, value, neutral);
    }
    value = foldLanes(combine, value);
  }
  Value old = fromMemory(loadScalar(base, address), elementType);
  Value folded = kernel::emitCombine(b, loc, combine, old, value);
  storeScalar(base, address, toMemory(folded, elementType));
}

//===----------------------------------------------------------------------===//
// Rows that are kept
//===----------------------------------------------------------------------===//

int64_t PointEmitter::getKeptSize() {
  int64_t size = 1;
  for (auto [i, extent] : llvm::enumerate(def.getRow()))
    size *= isOverLanes(i) ? llvm::alignTo(extent, kWideLanes) : extent;
  return schedule.vectorInGrid ? size * lanes : size;
}

AffineExpr PointEmitter::getKeptAddress() {
  AffineExpr address = b.getAffineConstantExpr(0);
  unsigned gridRank = def.getGrid().size();
  auto add = [&](unsigned i, int64_t extent) {
    address = address * extent + b.getAffineDimExpr(gridRank + i);
  };
  std::optional<unsigned> last;
  for (auto [i, extent] : llvm::enumerate(def.getRow()))
    if (isOverLanes(i))
      last = i;
    else
      add(i, extent);
  if (last)
    add(*last, llvm::alignTo(def.getRow()[*last], kWideLanes));
  return schedule.vectorInGrid ? address * getLanes() : address;
}

void PointEmitter::keep(Value value, Value buffer) {
  AffineExpr address = getKeptAddress();
  if (!vectorDim) {
    storeScalar(buffer, address, toMemory(getScalar(value), value.getType()));
    return;
  }
  Value vector = toMemory(getVector(value), value.getType());
  b.create<vector::StoreOp>(loc, vector, buffer, expand(address));
}

void PointEmitter::defineKept(Value value, Value buffer) {
  AffineExpr address = getKeptAddress();
  Value kept;
  if (vectorDim) {
    Type type = cast<MemRefType>(buffer.getType()).getElementType();
    kept = b.create<vector::LoadOp>(loc, cast<VectorType>(toVector(type)),
                                    buffer, expand(address));
  } else {
    kept = loadScalar(buffer, address);
  }
  define(value, fromMemory(kept, value.getType()));
}

//===----------------------------------------------------------------------===//
// Random bits
//===----------------------------------------------------------------------===//

void PointEmitter::emitPhilox(kernel::PhiloxOp op) {
  AffineExpr expr = code::getIndexExpr(def, op.getIndex());
  if (!expr || !dependsOnLane(expr) || !isContiguous(expr)) {
    code::PointEmitter::emit(op);
    return;
  }
  // Elements of one block share its computation if lane 0 starts a block.
  Type i64 = b.getI64Type();
  Value first = b.create<arith::IndexCastOp>(loc, i64, expand(expr));
  first = b.create<arith::AddIOp>(loc, first, getScalar(op.getOffset()));
  Value three = b.create<arith::ConstantIntOp>(loc, 3, i64);
  Value within = b.create<arith::AndIOp>(loc, first, three);
  Value zero = b.create<arith::ConstantIntOp>(loc, 0, i64);
  Value startsBlock =
      b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, within, zero);
  auto branch = b.create<scf::IfOp>(loc, toVector(b.getI32Type()), startsBlock,
                                    /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  b.create<scf::YieldOp>(loc, emitPhiloxBlocks(op, first));
  b.setInsertionPointToStart(branch.elseBlock());
  code::PointEmitter::emit(op);
  b.create<scf::YieldOp>(loc, getScalar(op.getBits()));
  define(op.getBits(), branch.getResult(0));
}

/// The bits of consecutive elements from `first` on, a multiple of four.
Value PointEmitter::emitPhiloxBlocks(kernel::PhiloxOp op, Value first) {
  int64_t numBlocks = lanes / 4;
  auto type = VectorType::get(numBlocks, b.getI64Type());
  Value two = b.create<arith::ConstantIntOp>(loc, 2, b.getI64Type());
  Value start = b.create<arith::ShRUIOp>(loc, first, two);
  auto counts = llvm::to_vector(llvm::seq<int64_t>(0, numBlocks));
  Value steps = b.create<arith::ConstantOp>(
      loc, DenseElementsAttr::get(type, ArrayRef<int64_t>(counts)));
  Value blocks = b.create<arith::AddIOp>(
      loc, b.create<vector::BroadcastOp>(loc, type, start), steps);
  std::array<Value, 4> words = kernel::emitPhiloxBlock(
      b, loc, getScalar(op.getSeed()), getScalar(op.getStep()),
      getScalar(op.getIteration()), blocks);
  Value even = b.create<vector::InterleaveOp>(loc, words[0], words[2]);
  Value odd = b.create<vector::InterleaveOp>(loc, words[1], words[3]);
  return b.create<vector::InterleaveOp>(loc, even, odd);
}
