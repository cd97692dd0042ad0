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

kernel::Combine fusion::combineOf(prim::ReduceOp reduce) {
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

namespace {

class KernelEmitter {
public:
  KernelEmitter(OpBuilder &builder, const Clusters &clusters, Cluster &cluster,
                const Epilogue *epilogue)
      : builder(builder), clusters(clusters), cluster(cluster),
        epilogue(epilogue), context(builder.getContext()),
        loc(builder.getUnknownLoc()) {}

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
  SmallVector<AffineExpr> splitFolded(unsigned count) const;
  void emitInBody(Operation *op);
  void emitBodyMembers(unsigned time);
  void emitStage(unsigned stage);
  static std::pair<kernel::Combine, Type> foldOf(Operation *op);
  void finishFold(prim::ReduceOp fold, Value result);

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
  Value emitProduct(Scope &scope);
  Value emitIndex(Scope &scope, AffineMap map);
  Value emitSplat(prim::ConstantOp constant);
  void emitStore(Scope &scope, Operation *op);
  void emitAccumulate(Scope &scope, kernel::PartialReduceOp partial,
                      Value value);
  /// `shape` with the folded dimensions as one, if it starts with them.
  SmallVector<int64_t> joinFolded(ArrayRef<int64_t> shape) const;
  RankedTensorType joinFolded(RankedTensorType type) const {
    return type.clone(joinFolded(type.getShape()));
  }
  AffineMap joinFolded(AffineMap map) const;
  /// How a tensor is passed so that `access` to it is as simple as can be.
  RankedTensorType viewOf(const Access &access) const;
  Value round(Value scalar, Type elementType);

  bool isFull(Operation *op) const { return !clusters.isReduced(op); }
  bool isMember(Value value) const {
    return clusters.lookup(value) == &cluster;
  }

  OpBuilder &builder;
  const Clusters &clusters;
  Cluster &cluster;
  const Epilogue *epilogue; // that the cluster is, or null
  MLIRContext *context;
  Location loc;

  kernel::DefOp def;
  /// The space's dimensions in the domain's order: the grid's, then the row's.
  SmallVector<int64_t> domain;
  SmallVector<int64_t> grid, row;
  /// Sizes of the leading dimensions that are one dimension of the grid, for
  /// they are folded into partial results or the rows of a product.
  SmallVector<int64_t> folded;
  /// The stage in which a full member, or the fold of a reduction, is computed;
  /// for other reduced members, the number of stages that must be over.
  llvm::DenseMap<Operation *, unsigned> time;
  unsigned numStages = 0;
  llvm::DenseMap<Operation *, ArrayRef<Operand>> operandsOf;
  llvm::DenseMap<std::pair<Value, Type>, BlockArgument> arguments;
  llvm::MapVector<Operation *, BlockArgument> outputArguments;
  /// Of an epilogue: what it reads of the product, and where it keeps it.
  BlockArgument product, keptProduct;
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
  if (cluster.partials)
    folded.assign(grid.begin(), grid.begin() + cluster.partials->leading);
  else if (epilogue && epilogue->batch == 1)
    folded.assign(grid.begin(), grid.end() - 1);
  grid = joinFolded(grid);
  for (int64_t dim : reduced) {
    domain.push_back(dim);
    row.push_back(cluster.space[dim]);
  }
}

SmallVector<int64_t> KernelEmitter::joinFolded(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> joined(shape);
  if (folded.size() > 1 &&
      shape.take_front(folded.size()) == ArrayRef(folded)) {
    joined.erase(joined.begin(), joined.begin() + folded.size() - 1);
    joined.front() = ShapedType::getNumElements(folded);
  }
  return joined;
}

RankedTensorType KernelEmitter::viewOf(const Access &access) const {
  // Only an access at the very points of the folded dimensions is one at their
  // common index.
  if (access.map.getNumResults() < folded.size())
    return access.type;
  for (auto [i, size] : llvm::enumerate(folded))
    if (access.map.getResult(i) != (size == 1
                                        ? getAffineConstantExpr(0, context)
                                        : getAffineDimExpr(i, context)))
      return access.type;
  return joinFolded(access.type);
}

/// A reduction to partial results that sums up a row first.
static bool foldsRow(Operation *op) {
  auto partial = dyn_cast<kernel::PartialReduceOp>(op);
  return partial && !partial.getRow().empty();
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
    if (isa<prim::ReduceOp>(op) || foldsRow(op))
      numStages = std::max(numStages, t + 1);
  }
}

void KernelEmitter::declare(ArrayRef<Operation *> outputs,
                            SmallVectorImpl<KernelInput> &inputs) {
  auto declareInput = [&](const Access &access) {
    Operation *op = access.root.getDefiningOp();
    if (isMember(access.root) ||
        (op && !clusters.lookup(op) && isGenerator(op)) ||
        (epilogue && epilogue->isProduct(access.root)))
      return;
    RankedTensorType type = viewOf(access);
    if (arguments.insert({{access.root, type}, BlockArgument()}).second)
      inputs.push_back({access.root, type});
  };
  for (Operation *op : cluster.members)
    for (const Operand &operand : operandsOf[op])
      declareInput(operand.access);

  def = builder.create<kernel::DefOp>(loc, "kernel", grid, row,
                                      inputs.size() + (epilogue ? 1 : 0));
  if (cluster.partials)
    def.setPartials(cluster.partials->count);
  Block &block = def.getBody().emplaceBlock();
  for (size_t i = 0; i < grid.size(); ++i)
    body.indices.push_back(block.addArgument(builder.getIndexType(), loc));
  if (epilogue) {
    Type elementType = epilogue->getElementType();
    product = block.addArgument(
        RankedTensorType::get(grid, kernel::getScalarType(elementType)), loc);
  }
  for (auto [root, type] : inputs)
    arguments[{root, type}] = block.addArgument(type, loc);
  for (Operation *op : outputs) {
    RankedTensorType type = typeOf(op->getResult(0));
    if (!isa<kernel::PartialReduceOp>(op))
      type = joinFolded(type);
    outputArguments[op] = block.addArgument(type, loc);
  }
  if (epilogue && epilogue->keepsProduct)
    keptProduct = block.addArgument(
        RankedTensorType::get(grid, epilogue->getElementType()), loc);
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
  body.indexMap =
      AffineMap::get(grid.size(), 0, splitFolded(grid.size()), context);
  if (cluster.reduced) {
    for (unsigned stage = 0; stage < numStages; ++stage) {
      emitBodyMembers(stage);
      emitStage(stage);
    }
    emitBodyMembers(numStages);
    return def;
  }
  for (Operation *op : cluster.members)
    emitInBody(op);
  if (keptProduct)
    builder.create<kernel::StoreOp>(
        loc, emitProduct(body), keptProduct,
        AffineMap::getMultiDimIdentityMap(grid.size(), context), body.indices);
  return def;
}

/// From the indices at hand, `count` of them, to those of the space's (or the
/// reduced space's) dimensions in the domain's order.
SmallVector<AffineExpr> KernelEmitter::splitFolded(unsigned count) const {
  SmallVector<AffineExpr> exprs;
  for (unsigned i = 0; i < count; ++i)
    exprs.push_back(getAffineDimExpr(i, context));
  if (folded.size() < 2)
    return exprs;
  SmallVector<AffineExpr> split;
  AffineExpr rest = exprs.front();
  for (int64_t size : llvm::reverse(ArrayRef<int64_t>(folded).drop_front())) {
    split.push_back(rest % size);
    rest = rest.floorDiv(size);
  }
  split.push_back(rest);
  std::reverse(split.begin(), split.end());
  split.append(exprs.begin() + 1, exprs.end());
  return split;
}

void KernelEmitter::emitInBody(Operation *op) {
  if (auto partial = dyn_cast<kernel::PartialReduceOp>(op)) {
    emitAccumulate(body, partial,
                   emitAccess(body, operandsOf[op].front().access));
    return;
  }
  body.members[op] = emitMember(body, op);
  if (outputArguments.contains(op))
    emitStore(body, op);
}

/// Emits the reduced members, folds aside, that can be computed once `now`
/// stages are over.
void KernelEmitter::emitBodyMembers(unsigned now) {
  for (Operation *op : cluster.members) {
    if (isFull(op) || isa<prim::ReduceOp>(op) || time[op] != now)
      continue;
    emitInBody(op);
  }
}

void KernelEmitter::emitStage(unsigned stage) {
  SmallVector<Operation *> folds;
  llvm::DenseSet<Operation *> needed;
  for (Operation *op : cluster.members) {
    if (time[op] != stage)
      continue;
    if (isa<prim::ReduceOp>(op) || foldsRow(op))
      folds.push_back(op);
    else if (!isFull(op) || !outputArguments.contains(op))
      continue;
    needed.insert(op);
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
  for (Operation *op : folds) {
    auto [kind, type] = foldOf(op);
    combine.push_back(kernel::CombineAttr::get(context, kind));
    types.push_back(type);
  }
  auto stageOp = builder.create<kernel::StageOp>(
      loc, types, builder.getArrayAttr(combine), /*bounds=*/ValueRange());
  Block &block = stageOp.getBody().emplaceBlock();
  Scope scope;
  scope.indices = body.indices;
  for (size_t i = 0; i < row.size(); ++i)
    scope.indices.push_back(block.addArgument(builder.getIndexType(), loc));
  SmallVector<AffineExpr> toSpace(domain.size());
  for (auto [dim, expr] :
       llvm::zip_equal(domain, splitFolded(scope.indices.size())))
    toSpace[dim] = expr;
  scope.indexMap = AffineMap::get(scope.indices.size(), 0, toSpace, context);

  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&block);
    SmallVector<Value> yielded;
    for (Operation *member : cluster.members) {
      if (!needed.contains(member))
        continue;
      if (llvm::is_contained(folds, member)) {
        Value value = emitAccess(scope, operandsOf[member][0].access);
        Type wanted = types[yielded.size()];
        if (value.getType() != wanted)
          value = builder.create<arith::ExtFOp>(loc, wanted, value);
        yielded.push_back(value);
      } else if (auto partial = dyn_cast<kernel::PartialReduceOp>(member)) {
        emitAccumulate(scope, partial,
                       emitAccess(scope, operandsOf[member][0].access));
      } else {
        scope.members[member] = emitMember(scope, member);
        if (time[member] == stage && outputArguments.contains(member))
          emitStore(scope, member);
      }
    }
    builder.create<kernel::YieldOp>(loc, yielded);
  }

  for (auto [op, result] : llvm::zip_equal(folds, stageOp.getResults())) {
    if (auto partial = dyn_cast<kernel::PartialReduceOp>(op))
      emitAccumulate(body, partial, result);
    else
      finishFold(cast<prim::ReduceOp>(op), result);
  }
}

/// How a stage folds for `op`, and in which type.
std::pair<kernel::Combine, Type> KernelEmitter::foldOf(Operation *op) {
  if (auto partial = dyn_cast<kernel::PartialReduceOp>(op))
    return {partial.getCombine(), typeOf(partial.getOutput()).getElementType()};
  auto reduce = cast<prim::ReduceOp>(op);
  return {combineOf(reduce),
          kernel::getScalarType(reduce.getAccumulationType())};
}

/// What a stage has folded becomes the value of `fold`: it starts from the
/// reduction's own start value.
void KernelEmitter::finishFold(prim::ReduceOp fold, Value result) {
  kernel::Combine combine = combineOf(fold);
  Access start = operandsOf[fold][1].access;
  // A scalar, maybe by way of shape ops an element of a tensor: its place is
  // the same at every point.
  start.map = AffineMap::get(body.indexMap.getNumResults(), 0,
                             start.map.getResults(), context);
  Value init = emitAccess(body, start);
  if (init.getType() != result.getType())
    init = builder.create<arith::ExtFOp>(loc, result.getType(), init);
  TypedAttr neutral = kernel::getNeutral(combine, result.getType());
  auto constant = init.getDefiningOp<arith::ConstantOp>();
  if (!constant || constant.getValue() != neutral)
    result = kernel::emitCombine(builder, loc, combine, init, result);
  Type elementType = typeOf(fold.getResult()).getElementType();
  Type scalarType = kernel::getScalarType(elementType);
  if (result.getType() != scalarType)
    result = builder.create<arith::TruncFOp>(loc, scalarType, result);
  body.members[fold] = round(result, elementType);
  if (outputArguments.contains(fold))
    emitStore(body, fold);
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
  if (epilogue && epilogue->isProduct(access.root))
    return emitProduct(scope);
  return emitLoad(scope, access, nullptr, nullptr);
}

/// The matmul's element, rounded as if it had been stored.
Value KernelEmitter::emitProduct(Scope &scope) {
  auto map = AffineMap::getMultiDimIdentityMap(grid.size(), context);
  Value &value = scope.loads[{product, map}];
  if (!value) {
    Value load = builder.create<kernel::LoadOp>(
        loc, typeOf(product).getElementType(), product, map, scope.indices,
        /*guard=*/nullptr, /*other=*/nullptr);
    value = round(load, epilogue->getElementType());
  }
  return value;
}

Value KernelEmitter::emitLoad(Scope &scope, const Access &access, Value guard,
                              Value other) {
  AffineMap map = simplifyAffineMap(access.map.compose(scope.indexMap));
  RankedTensorType view = viewOf(access);
  if (view != access.type)
    map = joinFolded(map);
  BlockArgument tensor = arguments.lookup({access.root, view});
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
  RankedTensorType type = typeOf(op->getResult(0));
  AffineMap map = simplifyAffineMap(
      getIdentity(type.getShape(), context).compose(scope.indexMap));
  if (joinFolded(type) != type)
    map = joinFolded(map);
  builder.create<kernel::StoreOp>(loc, scope.members.lookup(op),
                                  outputArguments[op], map, scope.indices);
}

/// The access at the folded dimensions' common index, the first at hand.
AffineMap KernelEmitter::joinFolded(AffineMap map) const {
  SmallVector<AffineExpr> results = {getAffineDimExpr(0, context)};
  llvm::append_range(results, map.getResults().drop_front(folded.size()));
  return AffineMap::get(map.getNumDims(), 0, results, context);
}

void KernelEmitter::emitAccumulate(Scope &scope,
                                   kernel::PartialReduceOp partial,
                                   Value value) {
  // What is left of the input's dimensions, at their indices in the domain.
  SmallVector<AffineExpr> results;
  ArrayRef<int64_t> shape = typeOf(partial.getOutput()).getShape();
  for (auto [i, size] : llvm::enumerate(shape.drop_front())) {
    AffineExpr index = scope.indexMap.getResult(partial.getLeading() + i);
    results.push_back(size == 1 ? getAffineConstantExpr(0, context) : index);
  }
  auto map = AffineMap::get(scope.indices.size(), 0, results, context);
  builder.create<kernel::AccumulateOp>(loc, partial.getCombine(), value,
                                       outputArguments[partial.getOperation()],
                                       map, scope.indices);
}

} // namespace

kernel::DefOp fusion::emitKernel(OpBuilder &builder, const Clusters &clusters,
                                 Cluster &cluster,
                                 ArrayRef<Operation *> outputs,
                                 SmallVectorImpl<KernelInput> &inputs,
                                 const Epilogue *epilogue) {
  return KernelEmitter(builder, clusters, cluster, epilogue)
      .emit(outputs, inputs);
}
