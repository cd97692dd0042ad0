//===- EmitKernel.cpp - A cluster written as a kernel.def -----------------===//
//
// A reduction needs a pass over its row, and whatever uses its result at each
// point of the row needs another one. So every member gets the number of the
// first stage in which it can be computed, and each stage computes what its
// folds and stores need, from the inputs: nothing a row wide is kept.
//
//===----------------------------------------------------------------------===//

#include "passes/fusion/EmitKernel.h"

#include "dialects/prim/Prim.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::fusion;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static bool isLowFloat(Type type) {
  return isa<Float16Type, BFloat16Type>(type);
}

namespace {

class KernelEmitter {
public:
  KernelEmitter(OpBuilder &builder, const Clusters &clusters, Cluster &cluster)
      : builder(builder), clusters(clusters), cluster(cluster),
        context(builder.getContext()), loc(builder.getUnknownLoc()) {}

  kernel::DefOp emit(ArrayRef<Operation *> outputs,
                     SmallVectorImpl<KernelInput> &inputs);

private:
  /// Where code is being emitted: the body (grid points) or a stage.
  struct Scope {
    /// From the cluster's space (or its reduced space, in the body) to the
    /// indices at hand.
    AffineMap indexMap;
    SmallVector<Value> indices;
    llvm::DenseMap<Operation *, Value> members;
    llvm::DenseMap<std::pair<Value, AffineMap>, Value> loads;
  };

  void layOutDomain();
  void countStages();
  void declare(ArrayRef<Operation *> outputs,
               SmallVectorImpl<KernelInput> &inputs);
  void emitBodyMembers(unsigned time);
  void emitStage(unsigned stage);

  /// The value of member `op`, whose operands are at hand, at one point.
  Value emitMember(Scope &scope, Operation *op);
  Value emitAccess(Scope &scope, const Access &access);
  Value emitPad(Scope &scope, prim::PadOp pad, ArrayRef<Operand> operands);
  Value emitConcatenate(Scope &scope, prim::ConcatenateOp concatenate,
                        ArrayRef<Operand> operands);
  Value emitGuarded(Scope &scope, const Access &access, Value guard,
                    Value other);
  Value emitGenerator(Scope &scope, Operation *op, AffineMap map);
  Value emitLoad(Scope &scope, const Access &access, Value guard, Value other);
  Value emitIndex(Scope &scope, AffineMap map);
  Value emitSplat(prim::ConstantOp constant);
  void emitStore(Scope &scope, Operation *op);
  Value round(Value scalar, Type elementType);

  bool isFull(Operation *op) const { return !clusters.isReduced(op); }
  bool isMember(Value value) const {
    return clusters.lookup(value) == &cluster;
  }

  OpBuilder &builder;
  const Clusters &clusters;
  Cluster &cluster;
  MLIRContext *context;
  Location loc;

  kernel::DefOp def;
  /// The space's dimensions in the domain's order: the grid's, then the row's.
  SmallVector<int64_t> domain;
  SmallVector<int64_t> grid, row;
  /// The stage in which a full member, or the fold of a reduction, is computed;
  /// for other reduced members, the number of stages that must be over.
  llvm::DenseMap<Operation *, unsigned> time;
  unsigned numStages = 0;
  llvm::DenseMap<Operation *, SmallVector<Operand>> operandsOf;
  llvm::DenseMap<std::pair<Value, Type>, BlockArgument> arguments;
  llvm::MapVector<Operation *, BlockArgument> outputArguments;
  Scope body;
};

void KernelEmitter::layOutDomain() {
  ArrayRef<int64_t> reduced;
  if (cluster.reduced)
    reduced = *cluster.reduced;
  for (auto [i, size] : llvm::enumerate(cluster.space))
    if (!llvm::is_contained(reduced, int64_t(i))) {
      domain.push_back(i);
      grid.push_back(size);
    }
  for (int64_t dim : reduced) {
    domain.push_back(dim);
    row.push_back(cluster.space[dim]);
  }
}

void KernelEmitter::countStages() {
  for (Operation *op : cluster.members) {
    unsigned t = 0;
    for (const Operand &operand : operandsOf[op])
      if (isMember(operand.access.root)) {
        Operation *source = operand.access.root.getDefiningOp();
        // A fold's result is there once its stage is over.
        t = std::max(t, time[source] + isa<prim::ReduceOp>(source));
      }
    time[op] = t;
    if (isa<prim::ReduceOp>(op))
      numStages = std::max(numStages, t + 1);
  }
}

void KernelEmitter::declare(ArrayRef<Operation *> outputs,
                            SmallVectorImpl<KernelInput> &inputs) {
  auto declareInput = [&](const Access &access) {
    Operation *op = access.root.getDefiningOp();
    if (isMember(access.root) ||
        (op && !clusters.lookup(op) && isGenerator(op)))
      return;
    if (arguments.insert({{access.root, access.type}, BlockArgument()}).second)
      inputs.push_back({access.root, access.type});
  };
  for (Operation *op : cluster.members)
    for (const Operand &operand : operandsOf[op])
      declareInput(operand.access);

  def = builder.create<kernel::DefOp>(loc, "kernel", grid, row, inputs.size());
  Block &block = def.getBody().emplaceBlock();
  for (size_t i = 0; i < grid.size(); ++i)
    body.indices.push_back(block.addArgument(builder.getIndexType(), loc));
  for (auto [root, type] : inputs)
    arguments[{root, type}] = block.addArgument(type, loc);
  for (Operation *op : outputs)
    outputArguments[op] = block.addArgument(op->getResult(0).getType(), loc);
}

kernel::DefOp KernelEmitter::emit(ArrayRef<Operation *> outputs,
                                  SmallVectorImpl<KernelInput> &inputs) {
  for (Operation *op : cluster.members)
    operandsOf[op] = clusters.getOperands(op);
  layOutDomain();
  countStages();
  declare(outputs, inputs);
  // Full outputs that wait for the last fold need a stage of their own.
  if (cluster.reduced)
    for (Operation *op : outputs)
      if (isFull(op))
        numStages = std::max(numStages, time[op] + 1);

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&def.getBlock());
  if (cluster.reduced) {
    body.indexMap = AffineMap::getMultiDimIdentityMap(grid.size(), context);
    for (unsigned stage = 0; stage < numStages; ++stage) {
      emitBodyMembers(stage);
      emitStage(stage);
    }
    emitBodyMembers(numStages);
    return def;
  }
  body.indexMap = AffineMap::getMultiDimIdentityMap(grid.size(), context);
  for (Operation *op : cluster.members) {
    body.members[op] = emitMember(body, op);
    if (outputArguments.contains(op))
      emitStore(body, op);
  }
  return def;
}

/// Emits the reduced members, folds aside, that can be computed once `now`
/// stages are over.
void KernelEmitter::emitBodyMembers(unsigned now) {
  for (Operation *op : cluster.members) {
    if (isFull(op) || isa<prim::ReduceOp>(op) || time[op] != now)
      continue;
    body.members[op] = emitMember(body, op);
    if (outputArguments.contains(op))
      emitStore(body, op);
  }
}

static kernel::Combine combineOf(prim::ReduceOp reduce) {
  bool isUnsigned =
      typeOf(reduce.getResult()).getElementType().isUnsignedInteger();
  bool isBool = typeOf(reduce.getResult()).getElementType().isInteger(1);
  switch (reduce.getReducer()) {
  case prim::Reducer::Add:
    return isBool ? kernel::Combine::or_ : kernel::Combine::add;
  case prim::Reducer::Multiply:
    return isBool ? kernel::Combine::and_ : kernel::Combine::mul;
  case prim::Reducer::Maximum:
    return isBool       ? kernel::Combine::or_
           : isUnsigned ? kernel::Combine::maxu
                        : kernel::Combine::max;
  case prim::Reducer::Minimum:
    return isBool       ? kernel::Combine::and_
           : isUnsigned ? kernel::Combine::minu
                        : kernel::Combine::min;
  case prim::Reducer::And:
    return kernel::Combine::and_;
  case prim::Reducer::Or:
    return kernel::Combine::or_;
  }
  llvm_unreachable("every reducer is listed");
}

void KernelEmitter::emitStage(unsigned stage) {
  SmallVector<prim::ReduceOp> folds;
  SmallVector<Operation *> stores;
  llvm::DenseSet<Operation *> needed;
  for (Operation *op : cluster.members) {
    if (time[op] != stage)
      continue;
    if (auto reduce = dyn_cast<prim::ReduceOp>(op)) {
      folds.push_back(reduce);
      needed.insert(op);
    } else if (isFull(op) && outputArguments.contains(op)) {
      stores.push_back(op);
      needed.insert(op);
    }
  }
  if (needed.empty())
    return;
  for (Operation *op : llvm::reverse(cluster.members))
    if (needed.contains(op))
      for (const Operand &operand : operandsOf[op])
        if (isMember(operand.access.root))
          if (Operation *source = operand.access.root.getDefiningOp();
              isFull(source))
            needed.insert(source);

  SmallVector<Attribute> combine;
  SmallVector<Type> types;
  for (prim::ReduceOp fold : folds) {
    combine.push_back(kernel::CombineAttr::get(context, combineOf(fold)));
    Type type = kernel::getScalarType(fold.getAccumulationType());
    types.push_back(type);
  }
  auto op = builder.create<kernel::StageOp>(
      loc, types, builder.getArrayAttr(combine), /*bounds=*/ValueRange());
  Block &block = op.getBody().emplaceBlock();
  Scope scope;
  scope.indices = body.indices;
  for (size_t i = 0; i < row.size(); ++i)
    scope.indices.push_back(block.addArgument(builder.getIndexType(), loc));
  SmallVector<AffineExpr> toSpace(domain.size());
  for (auto [position, dim] : llvm::enumerate(domain))
    toSpace[dim] = getAffineDimExpr(position, context);
  scope.indexMap = AffineMap::get(domain.size(), 0, toSpace, context);

  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&block);
    SmallVector<Value> yielded;
    for (Operation *member : cluster.members) {
      if (!needed.contains(member))
        continue;
      if (auto fold = dyn_cast<prim::ReduceOp>(member)) {
        Value value = emitAccess(scope, operandsOf[member][0].access);
        Type wanted = types[yielded.size()];
        if (value.getType() != wanted)
          value = builder.create<arith::ExtFOp>(loc, wanted, value);
        yielded.push_back(value);
        continue;
      }
      scope.members[member] = emitMember(scope, member);
      if (llvm::is_contained(stores, member))
        emitStore(scope, member);
    }
    builder.create<kernel::YieldOp>(loc, yielded);
  }

  // A fold starts from the reduction's own start value.
  for (auto [i, fold] : llvm::enumerate(folds)) {
    Value result = op.getResult(i);
    Access start = operandsOf[fold][1].access;
    // A scalar, maybe by way of shape ops an element of a tensor: its place is
    // the same at every point.
    start.map = AffineMap::get(grid.size(), 0, start.map.getResults(), context);
    Value init = emitAccess(body, start);
    if (init.getType() != result.getType())
      init = builder.create<arith::ExtFOp>(loc, result.getType(), init);
    TypedAttr neutral = kernel::getNeutral(combineOf(fold), result.getType());
    auto constant = init.getDefiningOp<arith::ConstantOp>();
    if (!constant || constant.getValue() != neutral)
      result = kernel::emitCombine(builder, loc, combineOf(fold), init, result);
    Type elementType = typeOf(fold.getResult()).getElementType();
    Type scalarType = kernel::getScalarType(elementType);
    if (result.getType() != scalarType)
      result = builder.create<arith::TruncFOp>(loc, scalarType, result);
    body.members[fold] = round(result, elementType);
    if (outputArguments.contains(fold))
      emitStore(body, fold);
  }
}

Value KernelEmitter::emitMember(Scope &scope, Operation *op) {
  ArrayRef<Operand> operands = operandsOf[op];
  if (isGenerator(op)) {
    int64_t rank = typeOf(op->getResult(0)).getRank();
    return emitGenerator(scope, op,
                         AffineMap::getMultiDimIdentityMap(rank, context));
  }
  if (isShapeOp(op))
    return emitAccess(scope, operands[0].access);
  if (auto pad = dyn_cast<prim::PadOp>(op))
    return emitPad(scope, pad, operands);
  if (auto concatenate = dyn_cast<prim::ConcatenateOp>(op))
    return emitConcatenate(scope, concatenate, operands);
  SmallVector<Value> scalars;
  for (const Operand &operand : operands.take_front(op->getNumOperands()))
    scalars.push_back(emitAccess(scope, operand.access));
  Value value =
      cast<prim::ElementwiseOpInterface>(op).emitScalar(builder, loc, scalars);
  return round(value, typeOf(op->getResult(0)).getElementType());
}

/// A low-precision op's result is rounded, whether it is stored or not, so that
/// values do not depend on what is fused.
Value KernelEmitter::round(Value scalar, Type elementType) {
  if (!isLowFloat(elementType))
    return scalar;
  Value low = builder.create<arith::TruncFOp>(loc, elementType, scalar);
  return builder.create<arith::ExtFOp>(loc, scalar.getType(), low);
}

Value KernelEmitter::emitAccess(Scope &scope, const Access &access) {
  Operation *op = access.root.getDefiningOp();
  if (isMember(access.root)) {
    auto it = scope.members.find(op);
    return it != scope.members.end() ? it->second : body.members.lookup(op);
  }
  if (op && !clusters.lookup(op) && isGenerator(op))
    return emitGenerator(scope, op, access.map);
  return emitLoad(scope, access, nullptr, nullptr);
}

Value KernelEmitter::emitLoad(Scope &scope, const Access &access, Value guard,
                              Value other) {
  AffineMap map = simplifyAffineMap(access.map.compose(scope.indexMap));
  BlockArgument tensor = arguments.lookup({access.root, access.type});
  if (guard)
    return builder.create<kernel::LoadOp>(loc, other.getType(), tensor, map,
                                          scope.indices, guard, other);
  Value &load = scope.loads[{tensor, map}];
  if (!load)
    load = builder.create<kernel::LoadOp>(
        loc, kernel::getScalarType(access.type.getElementType()), tensor, map,
        scope.indices, /*guard=*/nullptr, /*other=*/nullptr);
  return load;
}

Value KernelEmitter::emitIndex(Scope &scope, AffineMap map) {
  return builder.create<kernel::IndexOp>(
      loc, builder.getIndexType(),
      simplifyAffineMap(map.compose(scope.indexMap)), scope.indices);
}

Value KernelEmitter::emitSplat(prim::ConstantOp constant) {
  Type elementType = constant.getType().getElementType();
  Type type = kernel::getScalarType(elementType);
  auto elements = cast<DenseElementsAttr>(constant.getValue());
  if (constant.getType().getNumElements() == 0)
    return builder.create<arith::ConstantOp>(loc, type,
                                             builder.getZeroAttr(type));
  if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat value = elements.getSplatValue<APFloat>();
    bool losesInfo;
    value.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return builder.create<arith::ConstantOp>(loc, type,
                                             FloatAttr::get(type, value));
  }
  return builder.create<arith::ConstantOp>(
      loc, type, IntegerAttr::get(type, elements.getSplatValue<APInt>()));
}

Value KernelEmitter::emitGenerator(Scope &scope, Operation *op, AffineMap map) {
  if (auto constant = dyn_cast<prim::ConstantOp>(op))
    return emitSplat(constant);
  Type elementType = typeOf(op->getResult(0)).getElementType();
  if (auto iota = dyn_cast<prim::IotaOp>(op)) {
    Value index =
        emitIndex(scope, map.getSubMap({unsigned(iota.getIotaDimension())}));
    Type type = kernel::getScalarType(elementType);
    if (!isa<FloatType>(type))
      return builder.create<arith::IndexCastOp>(loc, type, index);
    Value integer =
        builder.create<arith::IndexCastOp>(loc, builder.getI64Type(), index);
    return round(builder.create<arith::SIToFPOp>(loc, type, integer),
                 elementType);
  }
  SmallVector<Value> scalars;
  for (Value operand : op->getOperands())
    scalars.push_back(emitAccess(
        scope, resolve(operand, AffineMap::get(map.getNumDims(), 0, context),
                       clusters.getForced())));
  AffineExpr linear = getAffineConstantExpr(0, context);
  for (auto [result, size] :
       llvm::zip_equal(map.getResults(), typeOf(op->getResult(0)).getShape()))
    linear = linear * size + result;
  Value index = emitIndex(scope, AffineMap::get(map.getNumDims(), 0, linear));
  return builder.create<kernel::PhiloxOp>(loc, builder.getI32Type(), scalars[0],
                                          scalars[1], scalars[2], scalars[3],
                                          index);
}

Value KernelEmitter::emitGuarded(Scope &scope, const Access &access,
                                 Value guard, Value other) {
  Operation *op = access.root.getDefiningOp();
  if (op && !clusters.lookup(op) && isGenerator(op)) {
    Value value = emitGenerator(scope, op, access.map);
    return builder.create<arith::SelectOp>(loc, guard, value, other);
  }
  return emitLoad(scope, access, guard, other);
}

Value KernelEmitter::emitPad(Scope &scope, prim::PadOp pad,
                             ArrayRef<Operand> operands) {
  auto type = typeOf(pad.getOperand());
  int64_t rank = type.getRank();
  Value inside;
  auto require = [&](AffineExpr expr, arith::CmpIPredicate predicate,
                     int64_t bound) {
    Value index = emitIndex(scope, AffineMap::get(rank, 0, expr));
    Value limit = builder.create<arith::ConstantIndexOp>(loc, bound);
    Value holds = builder.create<arith::CmpIOp>(loc, predicate, index, limit);
    inside = inside ? builder.create<arith::AndIOp>(loc, inside, holds) : holds;
  };
  for (int64_t i = 0; i < rank; ++i) {
    int64_t low = pad.getEdgePaddingLow()[i],
            high = pad.getEdgePaddingHigh()[i];
    int64_t step = pad.getInteriorPadding()[i] + 1;
    AffineExpr position = getAffineDimExpr(i, context) - low;
    if (low > 0)
      require(position, arith::CmpIPredicate::sge, 0);
    if (step > 1)
      require(position % step, arith::CmpIPredicate::eq, 0);
    if (high > 0 || type.getDimSize(i) == 0)
      require(position, arith::CmpIPredicate::slt,
              (type.getDimSize(i) - 1) * step + 1);
  }
  if (!inside)
    return emitAccess(scope, operands[0].access);
  Value padding = emitAccess(scope, operands[1].access);
  return emitGuarded(scope, operands[0].access, inside, padding);
}

Value KernelEmitter::emitConcatenate(Scope &scope,
                                     prim::ConcatenateOp concatenate,
                                     ArrayRef<Operand> operands) {
  int64_t dim = concatenate.getDimension();
  auto type = typeOf(concatenate.getResult());
  AffineMap position =
      AffineMap::get(type.getRank(), 0, getAffineDimExpr(dim, context));
  Type scalarType = kernel::getScalarType(type.getElementType());
  Value index = emitIndex(scope, position);
  Value result = builder.create<arith::ConstantOp>(
      loc, scalarType, builder.getZeroAttr(scalarType));
  int64_t offset = 0;
  for (auto [operand, value] :
       llvm::zip(operands, concatenate->getOperands())) {
    int64_t size = typeOf(value).getDimSize(dim);
    Value begin = builder.create<arith::ConstantIndexOp>(loc, offset);
    Value end = builder.create<arith::ConstantIndexOp>(loc, offset + size);
    Value after = builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sge,
                                                index, begin);
    Value before = builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt,
                                                 index, end);
    Value inside = builder.create<arith::AndIOp>(loc, after, before);
    result = emitGuarded(scope, operand.access, inside, result);
    offset += size;
  }
  return result;
}

void KernelEmitter::emitStore(Scope &scope, Operation *op) {
  ArrayRef<int64_t> shape = typeOf(op->getResult(0)).getShape();
  AffineMap map =
      simplifyAffineMap(getIdentity(shape, context).compose(scope.indexMap));
  builder.create<kernel::StoreOp>(loc, scope.members.lookup(op),
                                  outputArguments[op], map, scope.indices);
}

} // namespace

kernel::DefOp fusion::emitKernel(OpBuilder &builder, const Clusters &clusters,
                                 Cluster &cluster,
                                 ArrayRef<Operation *> outputs,
                                 SmallVectorImpl<KernelInput> &inputs) {
  return KernelEmitter(builder, clusters, cluster).emit(outputs, inputs);
}
