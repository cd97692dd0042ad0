//===- ThreadFold.cpp - Folding the values of several threads -------------===//

#include "compiler/cuda/ThreadFold.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;
using kernel::Combine;

/// Folds neighbours until one is left.
static Value foldTree(KernelCode &code, Combine combine,
                      SmallVector<Value> values) {
  while (values.size() > 1) {
    SmallVector<Value> next;
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      next.push_back(kernel::emitCombine(code.b, code.loc, combine, values[i],
                                         values[i + 1]));
    if (values.size() % 2 != 0)
      next.push_back(values.back());
    values = std::move(next);
  }
  return values.front();
}

Value cuda::foldLanes(KernelCode &code, Combine combine, Value vector) {
  SmallVector<Value> lanes;
  for (int64_t i = 0; i < cast<VectorType>(vector.getType()).getDimSize(0); ++i)
    lanes.push_back(code.b.create<vector::ExtractOp>(code.loc, vector,
                                                     ArrayRef<int64_t>{i}));
  return foldTree(code, combine, std::move(lanes));
}

/// Integers of less than 32 bits are folded as such, for shuffles take no
/// smaller ones.
static Value widen(KernelCode &code, Combine combine, Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  if (!isa<IntegerType>(element) || element.getIntOrFloatBitWidth() >= 32)
    return value;
  Type type = code.b.getI32Type();
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(type);
  if (combine == Combine::max || combine == Combine::min)
    return code.b.create<arith::ExtSIOp>(code.loc, type, value);
  return code.b.create<arith::ExtUIOp>(code.loc, type, value);
}

static Value foldWarp(KernelCode &code, Combine combine, Value value,
                      int64_t count) {
  for (int64_t offset = count / 2; offset > 0; offset /= 2) {
    auto shuffle = code.b.create<gpu::ShuffleOp>(code.loc, value, offset, kWarp,
                                                 gpu::ShuffleMode::XOR);
    value = kernel::emitCombine(code.b, code.loc, combine, value,
                                shuffle.getShuffleResult());
  }
  return value;
}

/// Writes `value` to place `at` of a shared array, waits, and folds `count`
/// places from `first` on, `stride` apart.
static Value foldShared(KernelCode &code, Combine combine, Value value,
                        int64_t size, Value writes, Value at, Value first,
                        int64_t count, int64_t stride, bool repeats) {
  OpBuilder &b = code.b;
  auto vector = dyn_cast<VectorType>(value.getType());
  int64_t lanes = vector ? vector.getDimSize(0) : 1;
  Type element = getElementTypeOrSelf(value.getType());
  Value array = repeats ? code.getScratch(element, size * lanes)
                        : code.addShared(element, size * lanes);
  code.branch(writes, [&] {
    Value place = code.mul(at, lanes);
    if (vector)
      b.create<vector::StoreOp>(code.loc, value, array, place);
    else
      b.create<memref::StoreOp>(code.loc, value, array, place);
  });
  b.create<gpu::BarrierOp>(code.loc);
  SmallVector<Value> values;
  for (int64_t i = 0; i < count; ++i) {
    Value place = code.mul(code.add(first, code.index(i * stride)), lanes);
    if (vector)
      values.push_back(
          b.create<vector::LoadOp>(code.loc, vector, array, place));
    else
      values.push_back(b.create<memref::LoadOp>(code.loc, array, place));
  }
  if (repeats)
    b.create<gpu::BarrierOp>(code.loc);
  return foldTree(code, combine, std::move(values));
}

Value cuda::foldThreads(KernelCode &code, Combine combine, Value value,
                        ThreadDim dim, bool repeats) {
  if (dim.count == 1)
    return value;
  Type type = value.getType();
  value = widen(code, combine, value);
  if (dim.stride == 1) {
    value = foldWarp(code, combine, value, std::min(dim.count, kWarp));
    if (dim.count > kWarp) {
      int64_t warps = dim.count / kWarp;
      Value isFirst = code.isEqual(code.rem(code.thread, kWarp), 0);
      value = foldShared(code, combine, value, warps, isFirst,
                         code.div(code.thread, kWarp), code.index(0), warps, 1,
                         repeats);
    }
  } else {
    value = foldShared(code, combine, value, code.schedule.threads, nullptr,
                       code.thread, code.rem(code.thread, dim.stride),
                       dim.count, dim.stride, repeats);
  }
  if (value.getType() != type)
    value = code.b.create<arith::TruncIOp>(code.loc, type, value);
  return value;
}
