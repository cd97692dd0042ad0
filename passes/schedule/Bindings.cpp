//===- Bindings.cpp - What the host sees of an entry ----------------------===//

#include "passes/schedule/Bindings.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::schedule;

Bindings::Bindings(func::FuncOp func, Segments &segments,
                   const StateUpdates &updates, ArrayRef<Step> steps)
    : func(func), segments(segments), updates(updates),
      ioName(("io_" + func.getSymName()).str()) {
  for (auto [i, step] : llvm::enumerate(steps)) {
    if (step.call)
      stepOf[step.call] = i;
    for (const Launch &launch : step.launches)
      stepOf[launch.op] = i;
  }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static rt::Role toRole(StringRef role) {
  return isState(role) ? rt::Role::state : *rt::symbolizeRole(role);
}

LogicalResult Bindings::read(DictionaryAttr attributes, const Twine &what,
                             Binding &binding) {
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

LogicalResult Bindings::read() {
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (failed(read(func.getArgAttrDict(i), "argument #" + Twine(i),
                    arguments.emplace_back())))
      return failure();
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (failed(read(func.getResultAttrDict(i), "result #" + Twine(i),
                    results.emplace_back())))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Names `place` of `value` for the host.
static void createBind(OpBuilder &b, StringRef role, StringAttr name,
                       IntegerAttr batch, Attribute initial, Place place,
                       Value value) {
  FloatAttr number;
  if (auto given = dyn_cast_if_present<FloatAttr>(initial))
    number = b.getF64FloatAttr(given.getValueAsDouble());
  else if (auto given = dyn_cast_if_present<IntegerAttr>(initial))
    number = b.getF64FloatAttr(double(given.getInt()));
  b.create<rt::BindOp>(value.getLoc(), toRole(role), name,
                       place.segment.getValue(), place.offset,
                       cast<RankedTensorType>(value.getType()), batch, number);
}

void Bindings::bindArguments(OpBuilder &module, OpBuilder &body,
                             Places &places) {
  for (auto [binding, argument] :
       llvm::zip_equal(arguments, func.getArguments())) {
    bool isScalar = binding.role == "scalar";
    bool shared = isState(binding.role) || isScalar;
    Layout &layout = !shared    ? io
                     : isScalar ? segments.scalars
                                : segments.state;
    StringRef segment = ioName;
    if (shared)
      segment = isScalar ? kScalars : kState;
    bool isNew = !layout.contains(binding.name);
    Place place =
        placeAt(segment, layout.place(binding.name, bytesOf(argument)));
    places[argument] = place;
    if (!shared || isNew)
      createBind(shared ? module : body, binding.role, binding.name,
                 binding.batch, binding.initial, place, argument);
  }
}

/// Whether all others that read `old` come before the step that writes `value`.
bool Bindings::isLastReader(BlockArgument old, Value value) const {
  Operation *producer = value.getDefiningOp();
  return llvm::all_of(StateUpdates::getReaders(old), [&](OpOperand *use) {
    Operation *reader = use->getOwner();
    auto step = stepOf.find(reader);
    return reader == producer ||
           (step != stepOf.end() && step->second < stepOf.lookup(producer));
  });
}

void Bindings::bindResults(OpBuilder &module, OpBuilder &body, Places &places) {
  llvm::DenseMap<StringAttr, BlockArgument> states;
  for (auto [binding, argument] :
       llvm::zip_equal(arguments, func.getArguments()))
    if (isState(binding.role))
      states[binding.name] = argument;

  Operation *terminator = func.getBody().front().getTerminator();
  for (auto [binding, operand] :
       llvm::zip_equal(results, terminator->getOperands())) {
    Value root = rootOf(operand);
    bool toState = isState(binding.role);
    Layout &layout = toState ? segments.state : io;
    std::string key = binding.name.str();
    if (!toState)
      key = (binding.role + ":" + key).str();
    auto keyAttr = StringAttr::get(func.getContext(), key);
    bool isNew = !layout.contains(keyAttr);
    Place place = placeAt(toState ? StringRef(kState) : StringRef(ioName),
                          layout.place(keyAttr, bytesOf(operand)));
    if (!toState || isNew)
      createBind(toState ? module : body, binding.role, binding.name,
                 binding.batch, binding.initial, place, operand);

    BlockArgument old = toState ? states.lookup(binding.name) : nullptr;
    if (old && root == old)
      continue; // the state stays what it is
    if (isa<BlockArgument>(root)) {
      // What lies there now may be overwritten meanwhile, and what lies at
      // `place` may still be read.
      if (!toState) {
        copiesBefore.push_back({places[root], place, operand});
        continue;
      }
      auto kept =
          StringAttr::get(func.getContext(), "kept:" + binding.name.getValue());
      Place aside = placeAt(ioName, io.place(kept, bytesOf(operand)));
      copiesBefore.push_back({places[root], aside, operand});
      copiesAfter.push_back({aside, place, operand});
      continue;
    }
    bool isFree = !places.contains(root) &&
                  !isa<kernel::ConstantOp>(root.getDefiningOp());
    if (isFree &&
        (!old || (updates.getOld(root) == old && isLastReader(old, root)))) {
      places[root] = place;
      numInPlace += old != nullptr;
    } else {
      copiesAfter.push_back({std::nullopt, place, operand});
    }
  }
}

void Bindings::bind(OpBuilder &module, OpBuilder &body, Places &places) {
  bindArguments(module, body, places);
  bindResults(module, body, places);
}
