//===- OrderLaunches.cpp - When each kernel runs --------------------------===//
//
// Two orders are tried: the program's, and the one that always takes what adds
// least to the arena. The one with less alive at once wins, the program's if
// they are equal. Both have two exceptions.
//
// What frees more of the arena than it makes runs as soon as it can: the update
// of a parameter is written over the old one and frees the gradient.
//
// What loses nothing by waiting waits until something needs it: what is small,
// and what reads inputs and states only. So nothing lies about for long that
// could be made later, and small kernels stand together, by their levels, to
// run as waves.
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/Passes.h"

#include "passes/schedule/SplitForeach.h"
#include "passes/schedule/StateUpdates.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

#define DEBUG_TYPE "gradc-order-launches"

namespace gradc::schedule {

#define GEN_PASS_DEF_ORDERLAUNCHESPASS
#include "passes/schedule/Passes.h.inc"

using namespace mlir;

/// A kernel that moves as few bytes takes less time than the threads take to
/// meet after it.
static constexpr int64_t kSmallBytes = 1 << 16;

namespace {

struct Node {
  Operation *op;
  /// Runs when something needs it, not before.
  bool waits = false;
  bool isDone = false;
  bool isSmall = false;
  /// Takes no time: a reshape, a constant.
  bool isFree = false;
  bool isLibrary = false;
  /// What has to be there before it, and what waits for it.
  SmallVector<unsigned> before, after;
  /// How many of `before` are not there yet; what waits itself is there as soon
  /// as all that it needs is.
  unsigned numMissing = 0;
  /// Among nodes that are needed at one time: above those it needs.
  unsigned level = 0;
  int64_t bytesMade = 0;
  SmallVector<unsigned> roots; // of the arena, that it reads
};

/// A value of the arena.
struct Root {
  int64_t bytes;
  unsigned numReadersLeft = 0;
  SmallVector<unsigned> readers;
};

/// What comes next of several ops that could.
enum class Preference { Program, Memory };

struct Order {
  SmallVector<Operation *> ops;
  /// The most bytes of the arena that are alive at once, about: a kernel is
  /// taken to write over what it frees.
  int64_t bytes = 0;
};

class Orderer {
public:
  Orderer(func::FuncOp func, SymbolTable &symbols, InPlacePairs &inPlacePairs);
  /// Once; a copy can be asked for another order.
  Order run(Preference preference);

private:
  void addNode(Operation *op, SymbolTable &symbols);
  void addEdge(Operation *first, Operation *second);
  void addReads();
  int64_t bytesGrown(const Node &node) const;

  void noteReady(unsigned node);
  void offer(unsigned node);
  SmallVector<unsigned> findNeeded(ArrayRef<unsigned> nodes) const;
  void runNeeded(ArrayRef<unsigned> nodes);
  void runByLevels(ArrayRef<unsigned> nodes);
  void runNode(unsigned node);

  Block &block;
  std::vector<Node> nodes; // in program order
  std::vector<Root> roots;
  llvm::DenseMap<Operation *, unsigned> nodeOf;

  template <typename T>
  using LeastFirst = std::priority_queue<T, std::vector<T>, std::greater<T>>;
  /// Nodes that could run now and do not wait, and those of them that free more
  /// than they make, by (bytes that they add, node); without the bytes where
  /// the program's order is preferred.
  LeastFirst<std::pair<int64_t, unsigned>> ready, freeing;
  Preference preference = Preference::Program;
  int64_t live = 0;
  Order order;
};

} // namespace

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

/// Whether `value` lies somewhere for all of the program.
static bool isFixed(Value value) {
  Value root = rootOf(value);
  return isa<BlockArgument>(root) ||
         isa<kernel::ConstantOp>(root.getDefiningOp());
}

void Orderer::addNode(Operation *op, SymbolTable &symbols) {
  nodeOf[op] = nodes.size();
  Node &node = nodes.emplace_back();
  node.op = op;
  node.isFree = isa<kernel::ReshapeOp, kernel::ConstantOp>(op);
  SmallVector<Launch> launches = getLaunches(op, symbols);
  int64_t bytes = 0;
  for (const Launch &launch : launches)
    bytes += bytesMoved(launch);
  node.isLibrary = launches.empty();
  node.isSmall = node.isFree || (!launches.empty() && bytes <= kSmallBytes);
  node.waits = node.isSmall || llvm::all_of(op->getOperands(), isFixed);
}

void Orderer::addEdge(Operation *first, Operation *second) {
  unsigned from = nodeOf.lookup(first), to = nodeOf.lookup(second);
  nodes[from].after.push_back(to);
  nodes[to].before.push_back(from);
  ++nodes[to].numMissing;
}

/// Notes who reads which value of the arena.
void Orderer::addReads() {
  llvm::DenseSet<Value> hosts; // have a place that the host knows
  for (Value operand : block.getTerminator()->getOperands())
    hosts.insert(rootOf(operand));
  llvm::DenseMap<Value, unsigned> rootNumber;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    if (node.isFree)
      continue;
    llvm::SmallSetVector<Value, 4> read;
    for (Value operand : node.op->getOperands())
      if (Value root = rootOf(operand); rootNumber.contains(root))
        read.insert(root);
    for (Value root : read) {
      unsigned number = rootNumber[root];
      node.roots.push_back(number);
      roots[number].readers.push_back(i);
      ++roots[number].numReadersLeft;
    }
    for (Value result : node.op->getResults()) {
      if (hosts.contains(result))
        continue;
      node.bytesMade += bytesOf(result);
      rootNumber[result] = roots.size();
      roots.push_back({bytesOf(result), 0, {}});
    }
  }
}

Orderer::Orderer(func::FuncOp func, SymbolTable &symbols,
                 InPlacePairs &inPlacePairs)
    : block(func.getBody().front()) {
  for (Operation &op : block.without_terminator())
    addNode(&op, symbols);
  for (Operation &op : block.without_terminator())
    for (Value operand : op.getOperands())
      if (Operation *source = operand.getDefiningOp())
        addEdge(source, &op);
  // Who reads a state as it was comes before it is written over.
  StateUpdates updates(func, symbols, inPlacePairs);
  for (Operation &op : block.without_terminator())
    for (Value result : op.getResults())
      if (BlockArgument old = updates.getOld(result))
        for (OpOperand *use : StateUpdates::getReaders(old))
          if (Operation *reader = use->getOwner();
              reader != &op && reader->isBeforeInBlock(&op))
            addEdge(reader, &op);
  addReads();
}

//===----------------------------------------------------------------------===//
// The order
//===----------------------------------------------------------------------===//

/// By how much the arena grows when `node` runs next.
int64_t Orderer::bytesGrown(const Node &node) const {
  int64_t bytes = node.bytesMade;
  for (unsigned root : node.roots)
    if (roots[root].numReadersLeft == 1)
      bytes -= roots[root].bytes;
  return bytes;
}

/// Lets `node`, which could run now, be chosen; once more when it adds less.
void Orderer::offer(unsigned node) {
  int64_t bytes = bytesGrown(nodes[node]);
  ready.push({preference == Preference::Memory ? bytes : 0, node});
  if (bytes < 0)
    freeing.push({bytes, node});
}

/// `node` could run now, as far as what does not wait is concerned.
void Orderer::noteReady(unsigned node) {
  SmallVector<unsigned> worklist = {node};
  while (!worklist.empty()) {
    unsigned next = worklist.pop_back_val();
    if (!nodes[next].waits) {
      offer(next);
      continue;
    }
    for (unsigned reader : nodes[next].after)
      if (--nodes[reader].numMissing == 0)
        worklist.push_back(reader);
  }
}

void Orderer::runNode(unsigned number) {
  Node &node = nodes[number];
  node.isDone = true;
  order.ops.push_back(node.op);
  int64_t grown = bytesGrown(node);
  order.bytes =
      std::max(order.bytes, live + (node.isLibrary ? node.bytesMade : grown));
  live += grown;
  for (unsigned root : node.roots) {
    if (--roots[root].numReadersLeft != 1)
      continue;
    // Whoever is left frees it.
    for (unsigned reader : roots[root].readers)
      if (Node &last = nodes[reader]; !last.isDone) {
        if (!last.waits && last.numMissing == 0)
          offer(reader);
        break;
      }
  }
}

/// Those of `needed` that have not run, and all that they need, in program
/// order. All of them wait.
SmallVector<unsigned> Orderer::findNeeded(ArrayRef<unsigned> needed) const {
  llvm::DenseSet<unsigned> found;
  SmallVector<unsigned> worklist(needed), all;
  while (!worklist.empty()) {
    unsigned node = worklist.pop_back_val();
    if (nodes[node].isDone || !found.insert(node).second)
      continue;
    all.push_back(node);
    llvm::append_range(worklist, nodes[node].before);
  }
  llvm::sort(all);
  return all;
}

/// Runs `needed` and all that they need.
void Orderer::runNeeded(ArrayRef<unsigned> needed) {
  SmallVector<unsigned> all = findNeeded(needed);
  for (unsigned node : all)
    if (!nodes[node].isSmall) {
      runByLevels(findNeeded(nodes[node].before));
      runNode(node);
    }
  runByLevels(findNeeded(all));
}

/// Runs `all`, which are small and in program order, level by level.
void Orderer::runByLevels(ArrayRef<unsigned> all) {
  SmallVector<unsigned> sorted(all);
  for (unsigned node : all) {
    nodes[node].level = 0;
    for (unsigned source : nodes[node].before)
      if (!nodes[source].isDone)
        nodes[node].level = std::max(
            nodes[node].level, nodes[source].level + !nodes[source].isFree);
  }
  llvm::sort(sorted, [&](unsigned a, unsigned b) {
    return std::make_pair(nodes[a].level, a) <
           std::make_pair(nodes[b].level, b);
  });
  for (unsigned node : sorted)
    runNode(node);
}

Order Orderer::run(Preference preferred) {
  preference = preferred;
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (nodes[i].before.empty())
      noteReady(i);
  while (!ready.empty()) {
    unsigned next;
    if (!freeing.empty()) {
      auto [bytes, node] = freeing.top();
      freeing.pop();
      if (nodes[node].isDone || bytesGrown(nodes[node]) != bytes)
        continue; // offered again since, if it still frees anything
      next = node;
    } else {
      next = ready.top().second;
      ready.pop();
      if (nodes[next].isDone)
        continue;
    }
    runNeeded(nodes[next].before);
    runNode(next);
    for (unsigned reader : nodes[next].after)
      if (--nodes[reader].numMissing == 0)
        noteReady(reader);
  }
  SmallVector<unsigned> rest;
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (!nodes[i].isDone)
      rest.push_back(i);
  runNeeded(rest);
  return std::move(order);
}

namespace {

struct OrderLaunchesPass
    : public impl::OrderLaunchesPassBase<OrderLaunchesPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    InPlacePairs inPlacePairs;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (!func.getBody().hasOneBlock())
        continue;
      for (auto foreach :
           llvm::make_early_inc_range(func.getOps<kernel::ForeachOp>()))
        splitForeach(foreach, symbols);
      Orderer orderer(func, symbols, inPlacePairs);
      Order order = Orderer(orderer).run(Preference::Program);
      Order frugal = orderer.run(Preference::Memory);
      if (frugal.bytes < order.bytes) {
        order = std::move(frugal);
        ++numFrugal;
      }
      Operation *terminator = func.getBody().front().getTerminator();
      for (Operation *op : order.ops)
        op->moveBefore(terminator);
    }
  }
};

} // namespace
} // namespace gradc::schedule
