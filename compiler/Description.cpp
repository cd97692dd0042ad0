//===- Description.cpp - What a library says about itself -----------------===//

#include "compiler/Description.h"

#include "dialects/nn/NN.h"
#include "dialects/rt/Rt.h"
#include "dialects/train/Train.h"
#include "gradc/library.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace gradc;
namespace json = llvm::json;

static json::Value toJson(Attribute attribute) {
  if (auto text = dyn_cast<StringAttr>(attribute))
    return text.getValue();
  if (auto flag = dyn_cast<BoolAttr>(attribute))
    return flag.getValue();
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return number.getInt();
  if (auto numbers = dyn_cast<DenseI64ArrayAttr>(attribute))
    return json::Array(numbers.asArrayRef());
  if (auto list = dyn_cast<ArrayAttr>(attribute)) {
    json::Array values;
    for (Attribute element : list)
      values.push_back(toJson(element));
    return values;
  }
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    json::Object object;
    for (NamedAttribute entry : dictionary)
      object[entry.getName().getValue()] = toJson(entry.getValue());
    return object;
  }
  return true; // a unit attribute
}

/// The argument of `@forward` that a value is, seen through what leaves every
/// element as it is; null if it is none.
static BlockArgument getInput(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    bool keepsValues = isa<nn::ReshapeOp, nn::FlattenOp>(op);
    if (isa<nn::ConvertOp>(op))
      keepsValues = !op->hasAttr("scale") &&
                    isa<IntegerType>(getElementTypeOrSelf(value.getType()));
    if (!keepsValues)
      return {};
    value = op->getOperand(0);
  }
  return cast<BlockArgument>(value);
}

json::Object gradc::describeRanges(ModuleOp module) {
  json::Object ranges;
  auto forward = module.lookupSymbol<func::FuncOp>("forward");
  if (!forward)
    return ranges;
  constexpr int64_t ignoredUnlessGiven = -100;
  forward.walk([&](nn::CrossEntropyRowsOp loss) {
    BlockArgument input = getInput(loss.getLabels());
    if (!input || input.getOwner() != &forward.getBody().front())
      return;
    auto name = forward.getArgAttrOfType<StringAttr>(input.getArgNumber(),
                                                     train::kNameAttr);
    auto logits = cast<RankedTensorType>(loss.getLogits().getType());
    auto ignored = dyn_cast_or_null<IntegerAttr>(loss.getIgnoreIndexAttr());
    ranges[name.getValue()] =
        json::Array{0, logits.getShape().back(),
                    ignored ? ignored.getInt() : ignoredUnlessGiven};
  });
  return ranges;
}

json::Object gradc::describeFunctions(ModuleOp module, json::Object ranges) {
  json::Object facts;
  json::Object roles;
  for (auto func : module.getOps<func::FuncOp>())
    for (unsigned i = 0; i < func.getNumArguments(); ++i) {
      auto name = func.getArgAttrOfType<StringAttr>(i, "train.name");
      auto role = func.getArgAttrOfType<StringAttr>(i, "train.role");
      if (!name || !role)
        continue;
      roles[name.getValue()] = role.getValue();
    }
  facts["roles"] = std::move(roles);
  facts["ranges"] = std::move(ranges);
  for (auto recipe : module.getOps<train::RecipeOp>())
    facts["recipe"] = toJson(recipe.getSettings());
  return facts;
}

static StringRef nameOfDtype(Type type) {
  switch (rt::getDtype(type)) {
  case GRADC_F32:
    return "f32";
  case GRADC_F64:
    return "f64";
  case GRADC_F16:
    return "f16";
  case GRADC_BF16:
    return "bf16";
  case GRADC_I8:
    return "i8";
  case GRADC_I16:
    return "i16";
  case GRADC_I32:
    return "i32";
  case GRADC_I64:
    return "i64";
  case GRADC_U8:
    return "ui8";
  case GRADC_U16:
    return "ui16";
  case GRADC_U32:
    return "ui32";
  case GRADC_U64:
    return "ui64";
  default:
    return "i1";
  }
}

static json::Object describeTensor(rt::BindOp bind) {
  auto type = cast<RankedTensorType>(bind.getType());
  json::Object tensor{{"name", bind.getName()},
                      {"dtype", nameOfDtype(type.getElementType())},
                      {"shape", json::Array(type.getShape())}};
  if (bind.getBatch())
    tensor["batch"] = int64_t(*bind.getBatch());
  return tensor;
}

std::string gradc::describeLibrary(ModuleOp module, json::Object functions,
                                   StringRef target, json::Value report) {
  json::Array state, hyperparameters, inputs, metrics;
  json::Object entries;
  json::Object &roles = *functions.getObject("roles");
  json::Object &ranges = *functions.getObject("ranges");
  for (auto bind : module.getOps<rt::BindOp>()) {
    json::Object tensor = describeTensor(bind);
    if (bind.getRole() == rt::Role::scalar) {
      if (bind.getInitialAttr())
        tensor["default"] = bind.getInitialAttr().getValueAsDouble();
      hyperparameters.push_back(std::move(tensor));
      continue;
    }
    if (std::optional<StringRef> role = roles.getString(bind.getName()))
      tensor["role"] = *role;
    state.push_back(std::move(tensor));
  }
  llvm::StringSet<> knownInputs, knownMetrics;
  for (auto program : module.getOps<rt::ProgramOp>()) {
    json::Array entryInputs, entryResults;
    for (auto bind : program.getBody().getOps<rt::BindOp>()) {
      json::Object tensor = describeTensor(bind);
      if (bind.getRole() == rt::Role::input) {
        if (const json::Value *range = ranges.get(bind.getName()))
          tensor["range"] = *range;
        entryInputs.push_back(json::Object(tensor));
        if (knownInputs.insert(bind.getName()).second)
          inputs.push_back(std::move(tensor));
        continue;
      }
      tensor["role"] = rt::stringifyRole(bind.getRole());
      if (bind.getRole() == rt::Role::metric &&
          knownMetrics.insert(bind.getName()).second)
        metrics.push_back(bind.getName());
      entryResults.push_back(std::move(tensor));
    }
    entries[program.getSymName()] =
        json::Object{{"inputs", std::move(entryInputs)},
                     {"results", std::move(entryResults)}};
  }
  json::Object description{
      {"entries", std::move(entries)},
      {"inputs", std::move(inputs)},
      {"state", std::move(state)},
      {"metrics", std::move(metrics)},
      {"hyperparameters", std::move(hyperparameters)},
      {"target", target},
      {"report", std::move(report)},
      {"versions", json::Object{{"gradc", GRADC_VERSION},
                                {"library", GRADC_LIBRARY_VERSION}}}};
  if (json::Value *recipe = functions.get("recipe"))
    description["recipe"] = std::move(*recipe);
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(description));
  return text;
}
