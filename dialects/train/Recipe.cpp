//===- Recipe.cpp - The settings of a training run ------------------------===//
//
// Reading a recipe checks it: the verifier of `train.recipe` and the pass that
// builds the step go through `Recipe::get`.
//
//===----------------------------------------------------------------------===//

#include "dialects/train/Recipe.h"

#include "dialects/train/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::train;

namespace {

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// Reads one dictionary, setting by setting; complaints name the key.
class Reader {
public:
  Reader(DictionaryAttr settings, std::string where, EmitError emitError)
      : settings(settings), where(std::move(where)), emitError(emitError) {}

  /// Refuses keys that are not among `known`.
  LogicalResult checkKeys(ArrayRef<StringRef> known) {
    for (NamedAttribute setting : settings)
      if (!llvm::is_contained(known, setting.getName().getValue()))
        return emitError() << "unknown key '" << setting.getName().getValue()
                           << "'" << where
                           << suggestName(setting.getName(), known);
    return success();
  }

  bool has(StringRef key) { return static_cast<bool>(settings.get(key)); }
  Attribute get(StringRef key) { return settings.get(key); }

  InFlightDiagnostic complain(StringRef key) {
    return emitError() << "'" << key << "'" << where << " ";
  }

  /// A number that `isFit` accepts; `range` tells the user which those are.
  LogicalResult number(StringRef key, double &value, StringRef range,
                       llvm::function_ref<bool(double)> isFit) {
    if (!has(key))
      return success();
    std::optional<double> read = asNumber(get(key));
    if (!read || !isFit(*read))
      return complain(key) << "must be " << range << ", not " << get(key);
    value = *read;
    return success();
  }

  LogicalResult flag(StringRef key, bool &value) {
    if (!has(key))
      return success();
    if (auto read = dyn_cast<BoolAttr>(get(key)))
      value = read.getValue();
    else if (isa<UnitAttr>(get(key)))
      value = true;
    else
      return complain(key) << "must be true or false, not " << get(key);
    return success();
  }

  /// One of the words `known`.
  LogicalResult word(StringRef key, std::string &value,
                     ArrayRef<StringRef> known) {
    if (!has(key))
      return success();
    auto read = dyn_cast<StringAttr>(get(key));
    if (!read)
      return complain(key) << "must be a string, not " << get(key);
    if (!llvm::is_contained(known, read.getValue()))
      return complain(key) << "can't be " << read
                           << suggestName(read.getValue(), known);
    value = read.str();
    return success();
  }

  static std::optional<double> asNumber(Attribute attr) {
    if (auto number = dyn_cast<FloatAttr>(attr))
      return number.getValueAsDouble();
    auto integer = dyn_cast<IntegerAttr>(attr);
    if (integer && !isa<BoolAttr>(attr))
      return static_cast<double>(integer.getInt());
    return std::nullopt;
  }

private:
  DictionaryAttr settings;
  std::string where;
  EmitError emitError;
};

bool isNotNegative(double x) { return x >= 0.0 && x < 1e300; }
bool isBelowOne(double x) { return x >= 0.0 && x < 1.0; }
constexpr StringLiteral kNotNegative = "a number that is not negative";
constexpr StringLiteral kBelowOne = "a number in [0, 1)";

LogicalResult readBetas(Reader &reader, Recipe &recipe) {
  Attribute attr = reader.get("betas");
  if (!attr)
    return success();
  auto list = dyn_cast<ArrayAttr>(attr);
  std::optional<double> beta1, beta2;
  if (list && list.size() == 2) {
    beta1 = Reader::asNumber(list[0]);
    beta2 = Reader::asNumber(list[1]);
  }
  if (!beta1 || !beta2 || !isBelowOne(*beta1) || !isBelowOne(*beta2))
    return reader.complain("betas")
           << "must be two numbers in [0, 1), not " << attr;
  recipe.beta1 = *beta1;
  recipe.beta2 = *beta2;
  return success();
}

LogicalResult readSchedule(Reader &reader, Recipe &recipe,
                           EmitError emitError) {
  Attribute attr = reader.get("schedule");
  if (!attr)
    return success();
  // A schedule of one phase may stand without brackets.
  if (isa<StringAttr>(attr))
    attr = ArrayAttr::get(attr.getContext(), attr);
  auto list = dyn_cast<ArrayAttr>(attr);
  if (!list || !llvm::all_of(list, llvm::IsaPred<StringAttr>))
    return reader.complain("schedule")
           << "must be a list of strings, not " << attr;
  recipe.schedule = list;
  return success(succeeded(parseSchedule(list, emitError)));
}

LogicalResult readGroups(Reader &reader, Recipe &recipe, EmitError emitError) {
  Attribute attr = reader.get("groups");
  if (!attr)
    return success();
  auto groups = dyn_cast<DictionaryAttr>(attr);
  if (!groups)
    return reader.complain("groups")
           << "must be {\"pattern\" = {…}}, not " << attr;
  for (NamedAttribute entry : groups) {
    StringRef pattern = entry.getName();
    auto settings = dyn_cast<DictionaryAttr>(entry.getValue());
    if (!settings)
      return reader.complain("groups")
             << "must have settings in braces for \"" << pattern << "\", not "
             << entry.getValue();
    llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(pattern);
    if (!glob)
      return reader.complain("groups") << "has the bad pattern \"" << pattern
                                       << "\": " << toString(glob.takeError());
    Reader group(settings, (" of group \"" + pattern + "\"").str(), emitError);
    ParameterGroup read;
    read.pattern = pattern.str();
    double lr = 0, weightDecay = 0;
    bool frozen = false;
    if (failed(group.checkKeys({"weight_decay", "lr", "frozen"})) ||
        failed(group.number("lr", lr, kNotNegative, isNotNegative)) ||
        failed(group.number("weight_decay", weightDecay, kNotNegative,
                            isNotNegative)) ||
        failed(group.flag("frozen", frozen)))
      return failure();
    if (group.has("lr"))
      read.lr = lr;
    if (group.has("weight_decay"))
      read.weightDecay = weightDecay;
    if (group.has("frozen"))
      read.frozen = frozen;
    recipe.groups.push_back(std::move(read));
  }
  // A dictionary is sorted by its keys: the order in the text is lost.
  llvm::sort(recipe.groups,
             [](const ParameterGroup &a, const ParameterGroup &b) {
               if (a.pattern.size() != b.pattern.size())
                 return a.pattern.size() > b.pattern.size();
               return a.pattern < b.pattern;
             });
  return success();
}

/// Settings that are read, of which only one value can be compiled.
LogicalResult readReserved(Reader &reader) {
  std::string precision;
  if (failed(reader.word("precision", precision, {"f32", "bf16", "f16"})))
    return failure();
  if (!precision.empty() && precision != "f32")
    return reader.complain("precision")
           << "can only be \"f32\": this version of gradc has no mixed "
              "precision";
  double accumulate = 1;
  if (failed(reader.number("accumulate", accumulate, "a positive integer",
                           [](double x) { return x >= 1 && x == int64_t(x); })))
    return failure();
  if (accumulate != 1)
    return reader.complain("accumulate")
           << "can only be 1: this version of gradc does not accumulate "
              "gradients over micro-batches";
  if (reader.has("clip"))
    return reader.complain("clip")
           << "can't be given: this version of gradc does not clip gradients";
  return success();
}

} // namespace

FailureOr<Recipe> Recipe::get(DictionaryAttr settings, EmitError emitError) {
  Recipe recipe;
  Reader reader(settings, "", emitError);
  if (failed(reader.checkKeys({"optimizer", "lr", "betas", "eps", "momentum",
                               "dampening", "nesterov", "weight_decay",
                               "schedule", "groups", "precision", "accumulate",
                               "clip", "skip_nonfinite"})))
    return failure();

  std::string optimizer;
  if (failed(reader.word("optimizer", optimizer, {"sgd", "adam", "adamw"})))
    return failure();
  if (optimizer.empty()) {
    emitError() << "needs the key 'optimizer': \"sgd\", \"adam\" or \"adamw\"";
    return failure();
  }
  recipe.optimizer = optimizer == "sgd"    ? Optimizer::SGD
                     : optimizer == "adam" ? Optimizer::Adam
                                           : Optimizer::AdamW;
  bool isSgd = recipe.optimizer == Optimizer::SGD;
  if (recipe.optimizer == Optimizer::AdamW)
    recipe.weightDecay = 0.01;
  for (StringRef key : {"momentum", "dampening", "nesterov"})
    if (reader.has(key) && !isSgd) {
      reader.complain(key) << "is a setting of sgd, and the optimizer is "
                           << optimizer;
      return failure();
    }
  for (StringRef key : {"betas", "eps"})
    if (reader.has(key) && isSgd) {
      reader.complain(key)
          << "is a setting of adam and adamw, and the optimizer is sgd";
      return failure();
    }

  std::string skip = "loss";
  if (failed(reader.number("lr", recipe.lr, kNotNegative, isNotNegative)) ||
      failed(readBetas(reader, recipe)) ||
      failed(reader.number("eps", recipe.eps, kNotNegative, isNotNegative)) ||
      failed(reader.number("momentum", recipe.momentum, kNotNegative,
                           isNotNegative)) ||
      failed(reader.number("dampening", recipe.dampening, kBelowOne,
                           [](double x) { return x >= 0.0 && x <= 1.0; })) ||
      failed(reader.flag("nesterov", recipe.nesterov)) ||
      failed(reader.number("weight_decay", recipe.weightDecay, kNotNegative,
                           isNotNegative)) ||
      failed(readSchedule(reader, recipe, emitError)) ||
      failed(readGroups(reader, recipe, emitError)) ||
      failed(reader.word("skip_nonfinite", skip, {"loss", "gradients"})) ||
      failed(readReserved(reader)))
    return failure();
  recipe.skipOnGradients = skip == "gradients";
  if (recipe.nesterov && (recipe.momentum == 0.0 || recipe.dampening != 0.0)) {
    reader.complain("nesterov") << "needs a 'momentum' and no 'dampening'";
    return failure();
  }
  return recipe;
}

//===----------------------------------------------------------------------===//
// train.recipe
//===----------------------------------------------------------------------===//

LogicalResult RecipeOp::verify() {
  // (C1), (C2), (C3)
  if (failed(Recipe::get(getSettings(), [&] { return emitOpError(); })))
    return failure();
  // (C4)
  if (Block *block = (*this)->getBlock())
    for (auto other : block->getOps<RecipeOp>()) {
      if (other == *this)
        break;
      return emitOpError("is the second of this module");
    }
  return success();
}

/// A number in the notation that MLIR's own parser refuses, `3e-4`: it reads
/// the integer and stops before the exponent. Any other attribute is left
/// alone.
static ParseResult parseExponent(OpAsmParser &parser, Attribute &value) {
  auto mantissa = dyn_cast<IntegerAttr>(value);
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (!mantissa || failed(parser.parseOptionalKeyword(&word)))
    return success();
  std::string text = std::to_string(mantissa.getInt()) + word.str();
  if (word == "e") {
    int64_t exponent;
    (void)parser.parseOptionalPlus();
    if (parser.parseInteger(exponent))
      return failure();
    text += std::to_string(exponent);
  }
  double number;
  if (!word.starts_with("e") || StringRef(text).getAsDouble(number))
    return parser.emitError(loc, "expected ',' or '}', found '") << word << "'";
  value = parser.getBuilder().getF64FloatAttr(number);
  return success();
}

static ParseResult parseDictionary(OpAsmParser &parser, DictionaryAttr &result);

/// A value of the recipe: any attribute, with numbers as above.
static ParseResult parseValue(OpAsmParser &parser, Attribute &value) {
  // Not parseCommaSeparatedList, which can't tell "none" from "empty".
  if (succeeded(parser.parseOptionalLBrace())) {
    DictionaryAttr dictionary;
    if (parseDictionary(parser, dictionary))
      return failure();
    value = dictionary;
    return success();
  }
  if (succeeded(parser.parseOptionalLSquare())) {
    SmallVector<Attribute> elements;
    if (failed(parser.parseOptionalRSquare()) &&
        (parser.parseCommaSeparatedList(
             [&] { return parseValue(parser, elements.emplace_back()); }) ||
         parser.parseRSquare()))
      return failure();
    value = parser.getBuilder().getArrayAttr(elements);
    return success();
  }
  return failure(parser.parseAttribute(value) || parseExponent(parser, value));
}

/// The rest of a dictionary after its opening brace.
static ParseResult parseDictionary(OpAsmParser &parser,
                                   DictionaryAttr &result) {
  NamedAttrList entries;
  auto parseEntry = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    std::string key;
    if (parser.parseKeywordOrString(&key))
      return failure();
    if (key.empty() || entries.get(key))
      return parser.emitError(loc, "the key '")
             << key << (key.empty() ? "' is empty" : "' is given twice");
    Attribute value = parser.getBuilder().getUnitAttr();
    if (succeeded(parser.parseOptionalEqual()) && parseValue(parser, value))
      return failure();
    entries.append(key, value);
    return success();
  };
  if (failed(parser.parseOptionalRBrace()) &&
      (parser.parseCommaSeparatedList(parseEntry) || parser.parseRBrace()))
    return failure();
  result = entries.getDictionary(parser.getContext());
  return success();
}

ParseResult gradc::train::parseSettings(OpAsmParser &parser,
                                        DictionaryAttr &settings) {
  return failure(parser.parseLBrace() || parseDictionary(parser, settings));
}

void gradc::train::printSettings(OpAsmPrinter &printer, Operation *,
                                 DictionaryAttr settings) {
  printer << settings;
}
