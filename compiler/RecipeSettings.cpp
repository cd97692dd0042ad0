//===- RecipeSettings.cpp - The recipe and the command line ---------------===//

#include "compiler/RecipeSettings.h"

#include "compiler/ModelLine.h"
#include "dialects/train/Recipe.h"
#include "dialects/train/Train.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace gradc;

static train::RecipeOp findRecipe(ModuleOp module) {
  for (auto recipe : module.getOps<train::RecipeOp>())
    return recipe;
  return nullptr;
}

/// A value as it is written behind `--set`: a number, true, false, a list in
/// brackets, a dictionary in braces, or a word. Null if brackets are open.
static Attribute parseValue(StringRef text, MLIRContext *context) {
  double number;
  if (!text.getAsDouble(number))
    return FloatAttr::get(Float64Type::get(context), number);
  if (text == "true" || text == "false")
    return BoolAttr::get(context, text == "true");
  if (text.starts_with("[") || text.starts_with("{") ||
      text.starts_with("\"")) {
    // The caller has a better word for it than the parser.
    ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
    return parseAttribute(text, context);
  }
  return StringAttr::get(context, text);
}

LogicalResult gradc::overrideRecipe(ModuleOp module,
                                    ArrayRef<std::string> settings) {
  if (settings.empty())
    return success();
  MLIRContext *context = module.getContext();
  context->loadDialect<train::TrainDialect>();
  Location nowhere = UnknownLoc::get(context);
  train::RecipeOp recipe = findRecipe(module);
  NamedAttrList values;
  if (recipe)
    values = NamedAttrList(recipe.getSettings());
  for (StringRef setting : settings) {
    auto [key, value] = setting.split('=');
    if (key.empty() || !setting.contains('='))
      return emitError(nowhere)
             << "--set takes KEY=VALUE, not '" << setting << "'";
    Attribute parsed = parseValue(value, context);
    if (!parsed)
      return emitError(nowhere) << "--set: '" << key << "' has the value "
                                << value << ", which can't be read";
    values.set(key, parsed);
  }
  DictionaryAttr dictionary = values.getDictionary(context);
  auto complain = [&]() { return emitError(nowhere) << "--set: "; };
  if (failed(train::Recipe::get(dictionary, complain)))
    return failure();
  if (recipe) {
    recipe.setSettingsAttr(dictionary);
  } else {
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    builder.create<train::RecipeOp>(nowhere, dictionary);
  }
  return success();
}

/// As a person writes it: numbers without their types.
static void printSetting(Attribute value, raw_ostream &stream) {
  if (auto number = dyn_cast<FloatAttr>(value)) {
    stream << llvm::format("%g", number.getValueAsDouble());
  } else if (auto list = dyn_cast<ArrayAttr>(value)) {
    stream << "[";
    llvm::interleaveComma(list, stream,
                          [&](Attribute item) { printSetting(item, stream); });
    stream << "]";
  } else if (auto dictionary = dyn_cast<DictionaryAttr>(value)) {
    stream << "{";
    llvm::interleaveComma(dictionary, stream, [&](NamedAttribute item) {
      bool isWord = llvm::all_of(item.getName().getValue(), [](char c) {
        return llvm::isAlnum(c) || c == '_';
      });
      stream << (isWord ? "" : "\"") << item.getName().getValue()
             << (isWord ? "" : "\"") << " = ";
      printSetting(item.getValue(), stream);
    });
    stream << "}";
  } else {
    value.print(stream, /*elideType=*/true);
  }
}

LogicalResult gradc::printRecipe(ModuleOp module,
                                 ArrayRef<std::string> settings,
                                 raw_ostream &stream) {
  train::RecipeOp op = findRecipe(module);
  if (!op)
    return emitError(module.getLoc(), "the model has no train.recipe");
  auto recipe =
      train::Recipe::get(op.getSettings(), [&]() { return op.emitOpError(); });
  if (failed(recipe))
    return failure();
  auto origin = [&](StringRef key) -> std::string {
    for (StringRef setting : settings)
      if (setting.split('=').first == key)
        return "--set";
    if (op.getSettings().get(key))
      return getModelLine(op.getLoc());
    return "default";
  };
  auto row = [&](StringRef key, const Twine &value) {
    stream << llvm::left_justify(key, 15) << " "
           << llvm::left_justify(value.str(), 33) << " " << origin(key) << "\n";
  };
  auto number = [](double value) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%g", value);
    return text;
  };
  auto print = [&](Attribute value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    printSetting(value, stream);
    return text;
  };
  bool isSgd = recipe->optimizer == train::Optimizer::SGD;
  row("optimizer", isSgd                                         ? "sgd"
                   : recipe->optimizer == train::Optimizer::Adam ? "adam"
                                                                 : "adamw");
  row("lr", number(recipe->lr));
  row("weight_decay", number(recipe->weightDecay));
  if (isSgd) {
    row("momentum", number(recipe->momentum));
    row("dampening", number(recipe->dampening));
    row("nesterov", recipe->nesterov ? "true" : "false");
  } else {
    row("betas",
        "[" + number(recipe->beta1) + ", " + number(recipe->beta2) + "]");
    row("eps", number(recipe->eps));
  }
  row("schedule",
      recipe->schedule ? print(recipe->schedule) : "[\"constant\"]");
  if (Attribute groups = op.getSettings().get("groups"))
    row("groups", print(groups));
  row("skip_nonfinite", recipe->skipOnGradients ? "gradients" : "loss");
  return success();
}
