//===- FormKernels.cpp - Fuses primitives into kernels --------------------===//
//
// Per function: find what must lie in memory, sort the ops into clusters, put
// clusters and library calls in order, and write them as `kernel` ops. The
// order is that of the program as far as dependences allow, so that values die
// as early as the model's author would expect.
//
//===----------------------------------------------------------------------===//

#include "passes/fusion/EmitKernel.h"
#include "passes/fusion/Matmul.h"
#include "passes/fusion/Passes.h"

#include "dialects/kernel/DefSet.h"
#include "dialects/prim/Prim.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <queue>

#define DEBUG_TYPE "gradc-form-kernels"

namespace gradc::fusion {

#define GEN_PASS_DEF_FORMKERNELSPASS
#include "passes/fusion/Passes.h.inc"

using namespace mlir;

namespace {

/// What becomes one op of the schedule: a cluster, a library call, or a matmul
/// with the cluster that is its epilogue.
struct Unit {
  Cluster *cluster = nullptr;
  Operation *call = nullptr;
  /// Of its last op in the program: the order among units that are ready.
  unsigned position = 0;
  unsigned numWaitingFor = 0;
  SmallVector<Unit *> readers;
};

/// The defs of the module, each once.
class DefTable {
public:
  explicit DefTable(ModuleOp module)
      : builder(OpBuilder::atBlockBegin(module.getBody())) {}

  OpBuilder &getBuilder() { return builder; }

  /// Returns the def equal to `def`, which is `def` itself, renamed after the
  /// ops in it, if it is the first of its kind.
  kernel::DefOp unique(kernel::DefOp def, StringRef hint) {
    kernel::DefOp first = defs.insert(def);
    if (first != def) {
      def.erase();
      return first;
    }
    def.setSymName((hint + "_" + Twine(defs.size() - 1)).str());
    return def;
  }

  size_t size() const { return defs.size(); }

private:
  OpBuilder builder;
  kernel::DefSet defs;
};

class FunctionFuser {
public:
  FunctionFuser(func::FuncOp func, DefTable &defs)
      : block(func.getBody().front()), defs(defs),
        builder(block.getTerminator()) {}

  LogicalResult run(bool fuse);
  unsigned getNumCalls() const { return numCalls; }

private:
  void findForcedValues();
  void findOutputs();
  void buildUnits();
  LogicalResult emitInOrder();
  LogicalResult emitCall(Operation *op);
  void emitCluster(Cluster &cluster);
  void emitMatmul(prim::DotGeneralOp dot);
  /// Writes the def of `cluster`, finds the tensors to pass to it and the ops
  /// that its outputs stand for; null if nobody wants any.
  kernel::DefOp emitDef(Cluster &cluster, const Epilogue *epilogue,
                        SmallVectorImpl<Value> &operands,
                        SmallVectorImpl<Operation *> &results);
  /// The epilogue of a matmul, or the one that a cluster is.
  template <typename Key>
  const Epilogue *findEpilogue(Key *key) const {
    return epilogues ? epilogues->lookup(key) : nullptr;
  }
  /// `result`, maybe under another shape, is what `value` was.
  void define(Value value, Value result);

  /// The tensor that stands for `value`, which lies in memory.
  Value materialized(Value value);
  Value materialized(Value root, RankedTensorType type, Location loc);
  /// The value whose memory a reshape of it shares.
  Value memoryOf(Value value);

  Block &block;
  DefTable &defs;
  OpBuilder builder;
  ForcedValues forced;
  std::optional<Clusters> clusters;
  std::optional<Epilogues> epilogues;
  llvm::DenseSet<Operation *> outputs;
  std::deque<Unit> units;
  llvm::DenseMap<Value, Value> values;
  unsigned numCalls = 0;
};

Value FunctionFuser::memoryOf(Value value) {
  while (!forced.contains(value)) {
    auto reshape = value.getDefiningOp<prim::ReshapeOp>();
    auto stop = value.getDefiningOp<prim::StopGradientOp>();
    if (reshape)
      value = reshape.getOperand();
    else if (stop)
      value = stop.getOperand();
    else
      break;
  }
  return value;
}

/// What a library or the host reads must lie in memory; where that is a shape
/// op or a generator, it becomes work of its own.
void FunctionFuser::findForcedValues() {
  for (Operation &op : block) {
    if (!op.hasTrait<OpTrait::IsTerminator>() &&
        !isa<prim::DotGeneralOp, prim::SortOp>(op))
      continue;
    for (Value operand : op.getOperands()) {
      Value source = memoryOf(operand);
      Operation *sourceOp = source.getDefiningOp();
      if (isShapeOp(sourceOp) || isGenerator(sourceOp))
        forced.insert(source);
    }
  }
}

/// Members whose value leaves their cluster.
void FunctionFuser::findOutputs() {
  for (Operation &op : block) {
    if (clusters->isFusible(&op)) {
      for (const Operand &operand : clusters->getOperands(&op))
        if (Cluster *source = clusters->lookup(operand.access.root))
          if (source != clusters->lookup(&op))
            outputs.insert(operand.access.root.getDefiningOp());
    } else if (!isShapeOp(&op) && !isGenerator(&op)) {
      for (Value operand : op.getOperands())
        if (clusters->lookup(memoryOf(operand)))
          outputs.insert(memoryOf(operand).getDefiningOp());
    }
  }
}

void FunctionFuser::buildUnits() {
  llvm::DenseMap<Operation *, Unit *> unitOf;
  llvm::DenseMap<Cluster *, Unit *> unitOfCluster;
  unsigned position = 0;
  for (Operation &op : block.without_terminator()) {
    ++position;
    Cluster *cluster = clusters->lookup(&op);
    if (!cluster && (isShapeOp(&op) || isGenerator(&op)))
      continue;
    const Epilogue *epilogue =
        cluster ? findEpilogue(cluster) : findEpilogue(&op);
    if (epilogue)
      cluster = epilogue->cluster;
    Unit *&unit = cluster ? unitOfCluster[cluster] : unitOf[&op];
    if (!unit) {
      unit = &units.emplace_back();
      unit->cluster = cluster;
    }
    // An epilogue comes with its matmul.
    bool isCall = !clusters->lookup(&op);
    if (isCall)
      unit->call = &op;
    if (isCall || !epilogue)
      unit->position = position;
    unitOf[&op] = unit;
  }

  llvm::DenseSet<std::pair<Unit *, Unit *>> edges;
  auto addEdge = [&](Value root, Unit *reader) {
    Operation *op = root.getDefiningOp();
    Unit *source = op ? unitOf.lookup(op) : nullptr;
    if (source && source != reader && edges.insert({source, reader}).second) {
      source->readers.push_back(reader);
      ++reader->numWaitingFor;
    }
  };
  for (Unit &unit : units) {
    if (unit.call)
      for (Value operand : unit.call->getOperands())
        addEdge(memoryOf(operand), &unit);
    if (!unit.cluster)
      continue;
    for (Operation *op : unit.cluster->members)
      for (const Operand &operand : clusters->getOperands(op))
        addEdge(operand.access.root, &unit);
  }
}

Value FunctionFuser::materialized(Value value) {
  Value source = memoryOf(value);
  return materialized(source, cast<RankedTensorType>(value.getType()),
                      value.getLoc());
}

Value FunctionFuser::materialized(Value root, RankedTensorType type,
                                  Location loc) {
  Value value = isa<BlockArgument>(root) ? root : values.lookup(root);
  if (value.getType() != type)
    value = builder.create<kernel::ReshapeOp>(loc, type, value);
  return value;
}

/// A name that tells a reader what a kernel does: its first few computing ops.
static std::string nameOf(const Cluster &cluster) {
  std::string name;
  unsigned parts = 0;
  Operation *last = nullptr;
  for (Operation *op : cluster.members) {
    bool interesting =
        !isa<prim::ConvertOp, prim::SelectOp, prim::CompareOp>(op) ||
        cluster.members.size() == 1;
    if (!interesting || (last && last->getName() == op->getName()))
      continue;
    last = op;
    if (parts++ == 3)
      break;
    if (!name.empty())
      name += "_";
    name += op->getName().stripDialect();
  }
  return name.empty() ? "select" : name;
}

kernel::DefOp FunctionFuser::emitDef(Cluster &cluster, const Epilogue *epilogue,
                                     SmallVectorImpl<Value> &operands,
                                     SmallVectorImpl<Operation *> &results) {
  for (Operation *op : cluster.members)
    if (outputs.contains(op))
      results.push_back(op);
  if (results.empty())
    return nullptr;
  SmallVector<KernelInput> inputs;
  kernel::DefOp def = emitKernel(defs.getBuilder(), *clusters, cluster, results,
                                 inputs, epilogue);
  Location loc = results.front()->getLoc();
  for (auto [root, type] : inputs)
    operands.push_back(materialized(root, type, loc));
  return defs.unique(def, nameOf(cluster));
}

void FunctionFuser::define(Value value, Value result) {
  if (value.getType() != result.getType())
    result = builder.create<kernel::ReshapeOp>(value.getLoc(), value.getType(),
                                               result);
  values[value] = result;
}

void FunctionFuser::emitCluster(Cluster &cluster) {
  SmallVector<Value> operands;
  SmallVector<Operation *> results;
  kernel::DefOp def = emitDef(cluster, nullptr, operands, results);
  if (!def)
    return; // nobody wants it
  auto call = builder.create<kernel::CallOp>(
      results.front()->getLoc(), ValueRange(def.getOutputs()).getTypes(),
      FlatSymbolRefAttr::get(def.getSymNameAttr()), operands);
  for (auto [op, result] : llvm::zip_equal(results, call.getResults()))
    define(op->getResult(0), result);
  ++numCalls;
}

void FunctionFuser::emitMatmul(prim::DotGeneralOp dot) {
  const Epilogue *epilogue = findEpilogue(dot.getOperation());
  SmallVector<Value> extras;
  SmallVector<Operation *> results;
  kernel::DefOp def =
      epilogue ? emitDef(*epilogue->cluster, epilogue, extras, results)
               : nullptr;
  Value lhs = materialized(dot.getLhs()), rhs = materialized(dot.getRhs());
  kernel::MatmulOp matmul = buildMatmul(builder, dot, lhs, rhs, def, extras);
  for (auto [op, result] : llvm::zip(results, matmul.getOuts()))
    define(op->getResult(0), result);
  if (!def || epilogue->keepsProduct)
    define(dot.getResult(), matmul.getOuts().back());
}

LogicalResult FunctionFuser::emitCall(Operation *op) {
  if (auto dot = dyn_cast<prim::DotGeneralOp>(op)) {
    emitMatmul(dot);
    return success();
  }
  if (auto constant = dyn_cast<prim::ConstantOp>(op)) {
    values[constant.getResult()] = builder.create<kernel::ConstantOp>(
        op->getLoc(), constant.getType(), constant.getValue());
    return success();
  }
  if (auto sort = dyn_cast<prim::SortOp>(op)) {
    // The library sorts by one key: the comparator compares the first pair.
    Block &comparator = sort.getComparator().front();
    auto compare = dyn_cast<prim::CompareOp>(comparator.front());
    bool isSimple =
        compare && comparator.getOperations().size() == 2 &&
        compare.getLhs() == comparator.getArgument(0) &&
        compare.getRhs() == comparator.getArgument(1) &&
        comparator.getTerminator()->getOperand(0) == compare.getResult();
    auto direction = isSimple ? compare.getComparisonDirection()
                              : prim::ComparisonDirection::EQ;
    if (direction != prim::ComparisonDirection::LT &&
        direction != prim::ComparisonDirection::GT)
      return sort.emitOpError(
          "must compare its first pair of elements by LT or "
          "GT, and nothing else, to run on this target");
    SmallVector<Value> operands;
    for (Value input : sort.getInputs())
      operands.push_back(materialized(input));
    auto call = builder.create<kernel::SortOp>(
        op->getLoc(), sort.getResultTypes(), operands,
        sort.getSortedDimension(), direction == prim::ComparisonDirection::GT,
        compare.getCompareType() == prim::ComparisonType::TOTALORDER);
    for (auto [result, sorted] :
         llvm::zip_equal(sort.getResults(), call.getOutputs()))
      values[result] = sorted;
    return success();
  }
  return op->emitOpError("cannot be lowered to kernels");
}

LogicalResult FunctionFuser::emitInOrder() {
  auto later = [](Unit *a, Unit *b) { return a->position > b->position; };
  std::priority_queue<Unit *, std::vector<Unit *>, decltype(later)> ready(
      later);
  for (Unit &unit : units)
    if (unit.numWaitingFor == 0)
      ready.push(&unit);
  while (!ready.empty()) {
    Unit *unit = ready.top();
    ready.pop();
    if (!unit->call)
      emitCluster(*unit->cluster);
    else if (failed(emitCall(unit->call)))
      return failure();
    for (Unit *reader : unit->readers)
      if (--reader->numWaitingFor == 0)
        ready.push(reader);
  }
  return success();
}

/// Takes the stream of random bits into their seed, which is what the key is
/// made of. A kernel reads its seed from memory; its stream would be a constant
/// of its code, and no two dropouts would be one kernel.
static void moveStreamIntoSeed(prim::PhiloxOp philox) {
  if (philox.getStream() == 0)
    return;
  OpBuilder builder(philox);
  auto type = cast<RankedTensorType>(philox.getSeed().getType());
  Value stream = builder.create<prim::ConstantOp>(
      philox.getLoc(),
      DenseElementsAttr::get(type, int64_t(philox.getStream())));
  Value seed =
      builder.create<prim::XorOp>(philox.getLoc(), philox.getSeed(), stream);
  philox.getSeedMutable().assign(seed);
  philox.setStream(0);
}

LogicalResult FunctionFuser::run(bool fuse) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (auto dot = dyn_cast<prim::DotGeneralOp>(op))
      prepareMatmul(dot);
    else if (auto philox = dyn_cast<prim::PhiloxOp>(op))
      moveStreamIntoSeed(philox);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();

  SmallVector<Operation *> old;
  for (Operation &op : block.without_terminator())
    old.push_back(&op);
  findForcedValues();
  clusters.emplace(block, forced, fuse);
  if (fuse)
    epilogues.emplace(block, *clusters);
  findOutputs();
  buildUnits();
  if (failed(emitInOrder()))
    return failure();

  Operation *terminator = block.getTerminator();
  for (OpOperand &operand : terminator->getOpOperands())
    operand.set(materialized(operand.get()));
  for (Operation *op : llvm::reverse(old))
    op->erase();
  return success();
}

struct FormKernelsPass : public impl::FormKernelsPassBase<FormKernelsPass> {
  using FormKernelsPassBase::FormKernelsPassBase;

  void runOnOperation() override {
    DefTable defs(getOperation());
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (!func.getBody().hasOneBlock()) {
        func.emitOpError("needs a body of one block to become kernels");
        return signalPassFailure();
      }
      FunctionFuser fuser(func, defs);
      if (failed(fuser.run(fuse)))
        return signalPassFailure();
      numCalls += fuser.getNumCalls();
    }
    numDefs += defs.size();
  }
};

} // namespace
} // namespace gradc::fusion
