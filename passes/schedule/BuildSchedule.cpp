//===- BuildSchedule.cpp - Places tensors, turns entries into programs ----===//
//
// Values that share memory (a reshape and its operand) are one: their root. A
// root's place is fixed (state, io, scalars, constants) or an offset of the
// arena for as long as it lives.
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/InPlace.h"
#include "passes/schedule/Passes.h"
#include "passes/schedule/PlaceBlocks.h"

#include "dialects/kernel/Kernel.h"
#include "dialects/rt/Rt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"

#define DEBUG_TYPE "gradc-build-schedule"

namespace gradc::schedule {

#define GEN_PASS_DEF_BUILDSCHEDULEPASS
#include "passes/schedule/Passes.h.inc"

using namespace mlir;

namespace {

constexpr StringLiteral kState = "state", kScalars = "scalars", kTemp = "temp",
                        kConstants = "constants";

/// Where a tensor lies.
struct Place {
  StringAttr segment;
  int64_t offset = 0;
};

/// A segment that is filled from its start, each tensor once by its key.
class Layout {
public:
  /// The place of `key`, which takes `bytes`.
  int64_t place(Attribute key, int64_t bytes) {
    auto [it, isNew] = offsets.insert({key, size});
    if (isNew)
      size = llvm::alignTo(size + std::max<int64_t>(bytes, 1), rt::kAlignment);
    return it->second;
  }
  bool contains(Attribute key) const { return offsets.contains(key); }
  int64_t getBytes() const { return size; }
  auto begin() const { return offsets.begin(); }
  auto end() const { return offsets.end(); }

private:
  llvm::MapVector<Attribute, int64_t> offsets;
  int64_t size = 0;
};

/// What all programs of a module share.
struct Segments {
  Layout state, scalars, constants;
  int64_t arenaBytes = 0;
  int64_t lowerBound = 0;
};

Value rootOf(Value value) {
  while (auto reshape = value.getDefiningOp<kernel::ReshapeOp>())
    value = reshape.getInput();
  return value;
}

int64_t bytesOf(Value value) {
  return rt::getBytes(cast<ShapedType>(value.getType()));
}

bool isState(StringRef role) {
  return role == "parameter" || role == "buffer" || role == "slot" ||
         role == "counter" || role == "state";
}

rt::Role toRole(StringRef role) {
  if (isState(role))
    return rt::Role::state;
  return *rt::symbolizeRole(role);
}

class ProgramBuilder {
public:
  ProgramBuilder(func::FuncOp func, Segments &segments, OpBuilder &builder,
                 SymbolTable &symbols, InPlacePairs &inPlacePairs)
      : func(func), segments(segments), builder(builder), symbols(symbols),
        inPlacePairs(inPlacePairs), context(func.getContext()),
        block(func.getBody().front()),
        ioName(("io_" + func.getSymName()).str()) {}

  LogicalResult run();
  unsigned numInPlace = 0, numCopies = 0;

private:
  struct Binding {
    StringRef role;
    StringAttr name;
    IntegerAttr batch;
    Attribute initial;
  };

  LogicalResult readBindings();
  LogicalResult readBinding(DictionaryAttr attributes, const Twine &what,
                            Binding &binding);
  void bindArguments();
  void bindResults();
  bool mayOverwrite(BlockArgument old, Value value);
  void findLastUses();
  void placeTemporaries();
  std::optional<unsigned> takeOverInput(Operation *op, unsigned output);
  void emit();

  void bind(const Binding &binding, Place place, Value value, OpBuilder &at);
  Value view(Value value);
  Value view(Place place, ShapedType type, Location loc);
  Place placeAt(StringRef segment, int64_t offset) {
    return {StringAttr::get(context, segment), offset};
  }

  func::FuncOp func;
  Segments &segments;
  OpBuilder &builder; // at module level
  SymbolTable &symbols;
  InPlacePairs &inPlacePairs;
  MLIRContext *context;
  Block &block;
  std::string ioName;
  Layout io;
  OpBuilder body{static_cast<MLIRContext *>(nullptr)};

  SmallVector<Binding> arguments, results;
  llvm::DenseMap<Value, Place> places; // of roots
  llvm::DenseMap<Value, Operation *> lastUse;
  /// Roots that live in the arena, by the number of their block.
  llvm::DenseMap<Value, unsigned> blockOf;
  /// A copy before the first or after the last command. `from` is where `value`
  /// lies in the end if it is not given.
  struct Copy {
    std::optional<Place> from;
    Place to;
    Value value;
  };
  SmallVector<Copy> copiesBefore, copiesAfter;
  llvm::DenseMap<std::pair<Attribute, int64_t>, SmallVector<Value, 1>> views;
};

LogicalResult ProgramBuilder::readBinding(DictionaryAttr attributes,
                                          const Twine &what, Binding &binding) {
  auto role = attributes ? attributes.getAs<StringAttr>("train.role") : nullptr;
  auto name = attributes ? attributes.getAs<StringAttr>("train.name") : nullptr;
  if (!role || !name)
    return func.emitOpError() << what << " has no train.role and train.name";
  if (!isState(role) && !rt::symbolizeRole(role))
    return func.emitOpError() << what << " has the unknown role " << role;
  binding = {role, name, attributes.getAs<IntegerAttr>("train.batch"),
             attributes.get("train.default")};
  return success();
}

LogicalResult ProgramBuilder::readBindings() {
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (failed(readBinding(func.getArgAttrDict(i), "argument #" + Twine(i),
                           arguments.emplace_back())))
      return failure();
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (failed(readBinding(func.getResultAttrDict(i), "result #" + Twine(i),
                           results.emplace_back())))
      return failure();
  return success();
}

void ProgramBuilder::bind(const Binding &binding, Place place, Value value,
                          OpBuilder &at) {
  FloatAttr initial;
  if (auto number = dyn_cast_if_present<FloatAttr>(binding.initial))
    initial = at.getF64FloatAttr(number.getValueAsDouble());
  else if (auto number = dyn_cast_if_present<IntegerAttr>(binding.initial))
    initial = at.getF64FloatAttr(double(number.getInt()));
  at.create<rt::BindOp>(value.getLoc(), toRole(binding.role), binding.name,
                        place.segment.getValue(), place.offset,
                        cast<RankedTensorType>(value.getType()), binding.batch,
                        initial);
}

void ProgramBuilder::bindArguments() {
  for (auto [binding, argument] :
       llvm::zip_equal(arguments, block.getArguments())) {
    int64_t bytes = bytesOf(argument);
    bool shared = isState(binding.role) || binding.role == "scalar";
    Layout &layout = !shared                    ? io
                     : binding.role == "scalar" ? segments.scalars
                                                : segments.state;
    StringRef segment = ioName;
    if (shared)
      segment = binding.role == "scalar" ? kScalars : kState;
    bool isNew = !layout.contains(binding.name);
    Place place = placeAt(segment, layout.place(binding.name, bytes));
    places[argument] = place;
    if (!shared)
      bind(binding, place, argument, body);
    else if (isNew)
      bind(binding, place, argument, builder);
  }
}

/// Whether `value`, a state's new value, may be written where the old one is:
/// whoever computes it is the last to read the old one, and reads an element
/// only where it writes it.
bool ProgramBuilder::mayOverwrite(BlockArgument old, Value value) {
  Operation *producer = value.getDefiningOp();
  if (!producer || value.getType() != old.getType() || places.contains(value))
    return false;
  SmallVector<Value> aliases = {old};
  while (!aliases.empty()) {
    for (OpOperand &use : aliases.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (auto reshape = dyn_cast<kernel::ReshapeOp>(user)) {
        aliases.push_back(reshape.getOutput());
        continue;
      }
      if (user == producer) {
        auto call = dyn_cast<kernel::CallOp>(user);
        if (!call || !inPlacePairs.allows(
                         symbols.lookup<kernel::DefOp>(call.getCallee()),
                         use.getOperandNumber(),
                         cast<OpResult>(value).getResultNumber()))
          return false;
        continue;
      }
      if (!user->isBeforeInBlock(producer))
        return false;
    }
  }
  return true;
}

void ProgramBuilder::bindResults() {
  llvm::DenseMap<StringAttr, BlockArgument> stateArguments;
  for (auto [binding, argument] :
       llvm::zip_equal(arguments, block.getArguments()))
    if (isState(binding.role))
      stateArguments[binding.name] = argument;

  for (auto [binding, operand] :
       llvm::zip_equal(results, block.getTerminator()->getOperands())) {
    Value root = rootOf(operand);
    bool toState = isState(binding.role);
    Layout &layout = toState ? segments.state : io;
    auto key = StringAttr::get(
        context, toState
                     ? binding.name.str()
                     : (binding.role + ":" + binding.name.getValue()).str());
    bool isNew = !layout.contains(key);
    Place place = placeAt(toState ? StringRef(kState) : StringRef(ioName),
                          layout.place(key, bytesOf(operand)));
    if (!toState)
      bind(binding, place, operand, body);
    else if (isNew)
      bind(binding, place, operand, builder);

    BlockArgument old = toState ? stateArguments.lookup(binding.name) : nullptr;
    if (old && root == old)
      continue; // the state stays what it is
    if (isa<BlockArgument>(root)) {
      // What lies there now may be overwritten meanwhile, and what lies at
      // `place` may still be read.
      if (!toState) {
        copiesBefore.push_back({places[root], place, operand});
        continue;
      }
      auto kept = StringAttr::get(context, "kept:" + binding.name.getValue());
      Place aside = placeAt(ioName, io.place(kept, bytesOf(operand)));
      copiesBefore.push_back({places[root], aside, operand});
      copiesAfter.push_back({aside, place, operand});
      continue;
    }
    bool direct = !places.contains(root) &&
                  !isa<kernel::ConstantOp>(root.getDefiningOp()) &&
                  (!old || mayOverwrite(old, root));
    if (direct) {
      places[root] = place;
      numInPlace += toState && old;
    } else {
      copiesAfter.push_back({std::nullopt, place, operand});
    }
  }
}

void ProgramBuilder::findLastUses() {
  for (Operation &op : block)
    for (Value operand : op.getOperands())
      lastUse[rootOf(operand)] = &op;
}

/// The block of an input that dies with `op`, a kernel call, if its output
/// `output` may be written over it.
std::optional<unsigned> ProgramBuilder::takeOverInput(Operation *op,
                                                      unsigned output) {
  auto call = dyn_cast<kernel::CallOp>(op);
  if (!call)
    return std::nullopt;
  auto def = symbols.lookup<kernel::DefOp>(call.getCallee());
  for (auto [i, input] : llvm::enumerate(call.getInputs())) {
    Value root = rootOf(input);
    auto owned = blockOf.find(root);
    if (owned == blockOf.end() || lastUse.lookup(root) != op ||
        bytesOf(root) == 0 ||
        llvm::count_if(call.getInputs(),
                       [&](Value v) { return rootOf(v) == root; }) != 1 ||
        !inPlacePairs.allows(def, i, output))
      continue;
    // A block may change hands only once.
    lastUse[root] = nullptr;
    return owned->second;
  }
  return std::nullopt;
}

void ProgramBuilder::placeTemporaries() {
  SmallVector<Lifetime> blocks;
  unsigned time = 0;
  for (Operation &op : block.without_terminator()) {
    if (isa<kernel::ReshapeOp>(op))
      continue;
    if (auto constant = dyn_cast<kernel::ConstantOp>(op)) {
      places[constant.getResult()] = placeAt(
          kConstants, segments.constants.place(constant.getValueAttr(),
                                               bytesOf(constant.getResult())));
      continue;
    }
    ++time;
    for (Value operand : op.getOperands())
      if (auto owned = blockOf.find(rootOf(operand)); owned != blockOf.end())
        blocks[owned->second].last = time;
    for (OpResult result : op.getResults()) {
      if (places.contains(result))
        continue;
      if (auto taken = takeOverInput(&op, result.getResultNumber())) {
        blockOf[result] = *taken;
        ++numInPlace;
        continue;
      }
      blockOf[result] = blocks.size();
      blocks.push_back({bytesOf(result), time, time});
    }
  }
  // What is copied to its place at the end is read there.
  for (Value operand : block.getTerminator()->getOperands())
    if (auto owned = blockOf.find(rootOf(operand)); owned != blockOf.end())
      blocks[owned->second].last = time + 1;

  Placement placement = placeBlocks(blocks);
  for (auto [root, owned] : blockOf)
    places[root] = placeAt(kTemp, placement.offsets[owned]);
  segments.arenaBytes = std::max(segments.arenaBytes, placement.bytes);
  segments.lowerBound = std::max(segments.lowerBound, placement.lowerBound);
}

Value ProgramBuilder::view(Place place, ShapedType type, Location loc) {
  auto viewType = MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<Value, 1> &known = views[{place.segment, place.offset}];
  for (Value value : known)
    if (value.getType() == viewType)
      return value;
  known.push_back(body.create<rt::ViewOp>(
      loc, viewType, place.segment.getValue(), place.offset));
  return known.back();
}

Value ProgramBuilder::view(Value value) {
  return view(places.lookup(rootOf(value)), cast<ShapedType>(value.getType()),
              value.getLoc());
}

void ProgramBuilder::emit() {
  auto viewsOf = [&](ValueRange values) {
    return llvm::map_to_vector(values, [&](Value v) { return view(v); });
  };
  auto copy = [&](const Copy &copy) {
    Location loc = copy.value.getLoc();
    auto type = cast<ShapedType>(copy.value.getType());
    Place from = copy.from ? *copy.from : places.lookup(rootOf(copy.value));
    Value source = view(from, type, loc);
    Value target = view(copy.to, type, loc);
    body.create<rt::CopyOp>(loc, source, target);
    ++numCopies;
  };
  for (const Copy &c : copiesBefore)
    copy(c);
  for (Operation &op : block.without_terminator()) {
    Location loc = op.getLoc();
    if (auto call = dyn_cast<kernel::CallOp>(op)) {
      SmallVector<Value> ins = viewsOf(call.getInputs());
      SmallVector<Value> outs = viewsOf(call.getOutputs());
      body.create<rt::LaunchOp>(loc, call.getCalleeAttr(), ins, outs);
    } else if (auto matmul = dyn_cast<kernel::MatmulOp>(op)) {
      ArrayRef<int64_t> s = matmul.getSizes();
      auto dtype = [](Value v) {
        return int64_t(rt::getDtype(getElementTypeOrSelf(v)));
      };
      SmallVector<int64_t> parameters = {dtype(matmul.getLhs()),
                                         dtype(matmul.getOuts().front()),
                                         s[0],
                                         s[1],
                                         s[2],
                                         s[3]};
      llvm::append_range(parameters, matmul.getLhsStrides());
      llvm::append_range(parameters, matmul.getRhsStrides());
      llvm::append_range(parameters,
                         ArrayRef<int64_t>{s[1] * s[2], s[2], int64_t(1)});
      auto tile = matmul->getAttrOfType<DenseI64ArrayAttr>(kernel::kTileAttr);
      for (int i = 0; i < 3; ++i)
        parameters.push_back(tile ? tile[i] : std::max<int64_t>(s[i], 1));
      SmallVector<Value> ins = viewsOf({matmul.getLhs(), matmul.getRhs()});
      SmallVector<Value> outs = viewsOf(matmul.getOuts().front());
      body.create<rt::LibOp>(loc, rt::LibCall::matmul, parameters, ins, outs);
    } else if (auto sort = dyn_cast<kernel::SortOp>(op)) {
      ArrayRef<int64_t> shape =
          cast<ShapedType>(sort.getInputs()[0].getType()).getShape();
      int64_t dim = sort.getDimension(), outer = 1, inner = 1;
      for (int64_t size : shape.take_front(dim))
        outer *= size;
      for (int64_t size : shape.drop_front(dim + 1))
        inner *= size;
      SmallVector<int64_t> parameters = {int64_t(sort.getInputs().size()),
                                         outer,
                                         shape[dim],
                                         inner,
                                         sort.getDescending(),
                                         sort.getTotalOrder()};
      for (Value input : sort.getInputs())
        parameters.push_back(
            int64_t(rt::getDtype(getElementTypeOrSelf(input))));
      SmallVector<Value> ins = viewsOf(sort.getInputs());
      SmallVector<Value> outs = viewsOf(sort.getOutputs());
      body.create<rt::LibOp>(loc, rt::LibCall::sort, parameters, ins, outs);
    }
  }
  for (const Copy &c : copiesAfter)
    copy(c);
}

LogicalResult ProgramBuilder::run() {
  auto program =
      builder.create<rt::ProgramOp>(func.getLoc(), func.getSymName());
  body = OpBuilder::atBlockBegin(&program.getBody().emplaceBlock());
  if (failed(readBindings()))
    return failure();
  {
    // States and scalars of the module stand before the programs.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(program);
    bindArguments();
    bindResults();
  }
  findLastUses();
  placeTemporaries();
  emit();
  builder.create<rt::SegmentOp>(func.getLoc(), ioName, rt::SegmentKind::io,
                                io.getBytes(), nullptr);
  return success();
}

struct BuildSchedulePass
    : public impl::BuildSchedulePassBase<BuildSchedulePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    SymbolTable symbols(module);
    InPlacePairs inPlacePairs;
    Segments segments;
    SmallVector<func::FuncOp> funcs(module.getOps<func::FuncOp>());
    for (func::FuncOp func : funcs) {
      if (!func.getBody().hasOneBlock()) {
        func.emitOpError("needs a body of one block to become a program");
        return signalPassFailure();
      }
      ProgramBuilder program(func, segments, builder, symbols, inPlacePairs);
      if (failed(program.run()))
        return signalPassFailure();
      numInPlace += program.numInPlace;
      numCopies += program.numCopies;
    }
    for (func::FuncOp func : funcs)
      func.erase();

    Location loc = module.getLoc();
    auto segment = [&](StringRef name, rt::SegmentKind kind, int64_t bytes,
                       ArrayAttr initial = nullptr) {
      builder.create<rt::SegmentOp>(loc, name, kind, bytes, initial);
    };
    segment(kState, rt::SegmentKind::state, segments.state.getBytes());
    segment(kScalars, rt::SegmentKind::scalars, segments.scalars.getBytes());
    segment(kTemp, rt::SegmentKind::temp, segments.arenaBytes);
    SmallVector<Attribute> data;
    for (auto [value, offset] : segments.constants)
      data.push_back(value);
    segment(kConstants, rt::SegmentKind::constant,
            segments.constants.getBytes(), builder.getArrayAttr(data));
    module->setAttr("rt.lower_bound",
                    builder.getI64IntegerAttr(segments.lowerBound));
  }
};

} // namespace
} // namespace gradc::schedule
