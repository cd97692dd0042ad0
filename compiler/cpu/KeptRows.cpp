//===- KeptRows.cpp - Values that later stages need again -----------------===//

#include "compiler/cpu/KeptRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <map>

using namespace mlir;
using namespace gradc;
using namespace gradc::cpu;

/// What is cheaper, in cycles an element, is computed again: a buffer costs a
/// store and loads.
static constexpr double kLeastCost = 0.5, kReadCost = 0.2;
/// So much of a row stays in a core's own cache beside what it reads.
static constexpr int64_t kMostBytes = 1 << 17;

static double costOf(Operation *op) {
  if (isa<kernel::PhiloxOp>(op))
    return 4;
  if (isa<kernel::LoadOp, kernel::GatherOp>(op))
    return kReadCost;
  if (isa<arith::DivFOp, math::SqrtOp>(op))
    return 0.5;
  bool isFunction = isa<math::MathDialect>(op->getDialect()) ||
                    isa<kernel::LogisticOp, kernel::NormalCdfOp>(op);
  return isFunction ? 1 : 0.1;
}

namespace {

/// Gives values of different stages one number if they are computed alike, at
/// points of a row that are numbered alike.
class Numbering {
public:
  unsigned of(Value value) {
    auto [it, isNew] = numbers.try_emplace(value, 0);
    if (isNew)
      it->second = next++;
    return it->second;
  }

  void enter(kernel::StageOp stage) {
    for (auto [i, index] : llvm::enumerate(stage.getBlock().getArguments())) {
      if (i == rowIndices.size())
        rowIndices.push_back(next++);
      numbers[index] = rowIndices[i];
    }
  }

  void add(Operation *op) {
    Key key = {op->getName().getAsOpaquePointer(),
               op->getPropertiesAsAttribute().getAsOpaquePointer(),
               op->getDiscardableAttrDictionary().getAsOpaquePointer(),
               op->getResult(0).getType().getAsOpaquePointer()};
    std::vector<unsigned> operands;
    for (Value operand : op->getOperands())
      operands.push_back(of(operand));
    auto [it, isNew] = known.try_emplace({key, operands}, next);
    next += isNew;
    numbers[op->getResult(0)] = it->second;
  }

private:
  using Key = std::vector<const void *>;

  llvm::DenseMap<Value, unsigned> numbers;
  std::map<std::pair<Key, std::vector<unsigned>>, unsigned> known;
  SmallVector<unsigned> rowIndices;
  unsigned next = 0;
};

} // namespace

/// Whether `op` only computes a value.
static bool isComputation(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0;
}

namespace {

/// Which values get a buffer, stage by stage.
class Chooser {
public:
  explicit Chooser(kernel::DefOp def)
      : points(ShapedType::getNumElements(def.getRow())) {}

  /// Finds what `stage` needs of what earlier ones have computed.
  void visit(kernel::StageOp stage) {
    numbering.enter(stage);
    block = &stage.getBlock();
    costs.clear();
    wanted.clear();
    for (Operation &op : *block) {
      if (isComputation(&op)) {
        numbering.add(&op);
        unsigned number = numberOf(&op);
        first.try_emplace(number, &op);
        double cost = costOf(&op);
        for (Value operand : op.getOperands())
          cost += costs.lookup(operand.getDefiningOp());
        costs[&op] = buffers.contains(number) ? kReadCost : cost;
        if (isShared(&op))
          continue;
      }
      // What an earlier stage has computed and something new is made of.
      for (Value operand : op.getOperands())
        want(operand.getDefiningOp());
    }
  }

  SmallVector<Type> types;
  llvm::DenseMap<Operation *, unsigned> written, read;

private:
  unsigned numberOf(Operation *op) { return numbering.of(op->getResult(0)); }

  bool isShared(Operation *op) {
    return first.lookup(numberOf(op))->getBlock() != block;
  }

  void want(Operation *op) {
    if (!op || op->getBlock() != block || !isShared(op) ||
        !wanted.insert(op).second)
      return;
    unsigned number = numberOf(op);
    auto it = buffers.find(number);
    if (it != buffers.end()) {
      read[op] = it->second;
      return;
    }
    Type type = op->getResult(0).getType();
    int64_t size =
        type.isIntOrFloat()
            ? points * llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
            : kMostBytes + 1;
    if (costs[op] < kLeastCost || bytes + size > kMostBytes) {
      for (Value operand : op->getOperands())
        want(operand.getDefiningOp());
      return;
    }
    bytes += size;
    buffers[number] = written[first.lookup(number)] = read[op] = types.size();
    types.push_back(type);
  }

  Numbering numbering;
  int64_t points, bytes = 0;
  Block *block = nullptr;
  /// By number, the op of the first stage that computes the value, and the
  /// buffer if it has one.
  llvm::DenseMap<unsigned, Operation *> first;
  llvm::DenseMap<unsigned, unsigned> buffers;
  /// Of the ops of `block`, what computing them takes.
  llvm::DenseMap<Operation *, double> costs;
  llvm::DenseSet<Operation *> wanted;
};

} // namespace

KeptRows::KeptRows(kernel::DefOp def) {
  SmallVector<kernel::StageOp> stages(def.getBlock().getOps<kernel::StageOp>());
  if (stages.size() < 2 ||
      llvm::any_of(stages, [](kernel::StageOp s) { return s.isRagged(); }))
    return;
  Chooser chooser(def);
  for (kernel::StageOp stage : stages)
    chooser.visit(stage);
  types = chooser.types;
  written = chooser.written;
  read = chooser.read;

  // What only those were made of is not computed again.
  for (kernel::StageOp stage : stages) {
    llvm::DenseSet<Operation *> needed;
    for (Operation &op : llvm::reverse(stage.getBlock())) {
      if (isComputation(&op) && !needed.contains(&op)) {
        unneeded.insert(&op);
        continue;
      }
      if (read.contains(&op))
        continue;
      for (Value operand : op.getOperands())
        if (Operation *source = operand.getDefiningOp())
          needed.insert(source);
    }
  }
}
