//===- Initializer.cpp - Initial values of parameters ---------------------===//
//
// Fans, gains and defaults are those of torch.nn.init: fan_in is the product of
// all dimensions but the first, fan_out that of all but the second.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Initializer.h"

#include "dialects/nn/NearestName.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace mlir;
using namespace gradc;
using namespace gradc::nn;

static DictionaryAttr makeInit(MLIRContext *context, StringRef kind,
                               ArrayRef<std::pair<StringRef, double>> values) {
  Builder builder(context);
  NamedAttrList init;
  init.set("kind", builder.getStringAttr(kind));
  for (auto [name, value] : values)
    init.set(name, builder.getF64FloatAttr(value));
  return init.getDictionary(context);
}

DictionaryAttr nn::constantInit(MLIRContext *context, double value) {
  return makeInit(context, "constant", {{"value", value}});
}
DictionaryAttr nn::uniformInit(MLIRContext *context, double low, double high) {
  return makeInit(context, "uniform", {{"low", low}, {"high", high}});
}
DictionaryAttr nn::normalInit(MLIRContext *context, double mean, double std) {
  return makeInit(context, "normal", {{"mean", mean}, {"std", std}});
}

namespace {

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// `name(word, 1.0, …)` taken apart.
struct InitCall {
  StringRef name;
  SmallVector<StringRef> words;
  SmallVector<double> numbers;
};

FailureOr<InitCall> parseCall(StringRef text, EmitError emitError) {
  InitCall call;
  StringRef rest = text.trim();
  call.name = rest.take_until([](char c) { return c == '('; }).trim();
  rest = rest.drop_until([](char c) { return c == '('; });
  if (rest.empty())
    return call;
  if (!rest.ends_with(")"))
    return emitError() << "has the initializer \"" << text
                       << "\", which lacks its closing parenthesis";
  SmallVector<StringRef> arguments;
  StringRef list = rest.drop_front().drop_back().trim();
  if (!list.empty())
    list.split(arguments, ',');
  for (StringRef argument : arguments) {
    argument = argument.trim();
    double number;
    if (!argument.empty() && llvm::isAlpha(argument.front()))
      call.words.push_back(argument);
    else if (!argument.getAsDouble(number) && std::isfinite(number))
      call.numbers.push_back(number);
    else
      return emitError() << "has the initializer \"" << text << "\", where '"
                         << argument << "' is neither a number nor a word";
  }
  return call;
}

/// What scales a Kaiming or Xavier initializer.
struct Scaling {
  double fan;
  double gain;
};

FailureOr<Scaling> readKaiming(const InitCall &call, double fanIn,
                               double fanOut, StringRef text,
                               EmitError emitError) {
  static constexpr StringRef known[] = {"linear", "sigmoid",    "tanh",
                                        "relu",   "leaky_relu", "selu",
                                        "fan_in", "fan_out"};
  double slope = call.numbers.empty() ? 0.0 : call.numbers[0];
  Scaling scaling{fanIn, std::sqrt(2.0 / (1.0 + slope * slope))};
  for (StringRef word : call.words) {
    if (word == "linear" || word == "sigmoid")
      scaling.gain = 1.0;
    else if (word == "tanh")
      scaling.gain = 5.0 / 3.0;
    else if (word == "relu")
      scaling.gain = std::sqrt(2.0);
    else if (word == "selu")
      scaling.gain = 0.75;
    else if (word == "leaky_relu")
      scaling.gain = std::sqrt(
          2.0 / (1.0 + (call.numbers.empty() ? 1e-4 : slope * slope)));
    else if (word == "fan_out")
      scaling.fan = fanOut;
    else if (word != "fan_in")
      return emitError() << "has the initializer \"" << text
                         << "\" with the unknown word '" << word << "'"
                         << didYouMean(word, known);
  }
  return scaling;
}

} // namespace

DictionaryAttr nn::parseInitializer(StringRef text, ArrayRef<int64_t> shape,
                                    MLIRContext *context, EmitError emitError) {
  static constexpr StringRef known[] = {
      "zeros",          "ones",           "constant",
      "uniform",        "normal",         "kaiming_uniform",
      "kaiming_normal", "xavier_uniform", "xavier_normal"};
  FailureOr<InitCall> call = parseCall(text, emitError);
  if (failed(call))
    return nullptr;
  StringRef name = call->name;
  size_t numNumbers = call->numbers.size();
  if (!llvm::is_contained(known, name)) {
    emitError() << "has the unknown initializer '" << name << "'"
                << didYouMean(name, known);
    return nullptr;
  }
  auto refuse = [&](StringRef expected) -> DictionaryAttr {
    emitError() << "has the initializer \"" << text << "\"; write " << expected;
    return nullptr;
  };

  if (name == "zeros" || name == "ones") {
    if (numNumbers || !call->words.empty())
      return refuse("it without arguments");
    return constantInit(context, name == "ones" ? 1.0 : 0.0);
  }
  bool isKaiming = name.starts_with("kaiming");
  if (!isKaiming && !call->words.empty())
    return refuse("numbers as its arguments");
  if (name == "constant")
    return numNumbers == 1 ? constantInit(context, call->numbers[0])
                           : refuse("constant(c)");
  if (name == "uniform") {
    if (numNumbers == 0)
      return uniformInit(context, 0.0, 1.0);
    if (numNumbers != 2 || call->numbers[0] > call->numbers[1])
      return refuse("uniform(low, high) with low <= high");
    return uniformInit(context, call->numbers[0], call->numbers[1]);
  }
  if (name == "normal") {
    if (numNumbers == 0)
      return normalInit(context, 0.0, 1.0);
    if (numNumbers != 2 || call->numbers[1] < 0)
      return refuse("normal(mean, std) with std >= 0");
    return normalInit(context, call->numbers[0], call->numbers[1]);
  }

  if (numNumbers > 1)
    return refuse(isKaiming ? "at most one number, the slope"
                            : "at most one number, the gain");
  if (shape.size() < 2) {
    emitError() << "has the initializer \"" << text
                << "\", which needs a parameter of at least two dimensions";
    return nullptr;
  }
  double field = 1.0;
  for (int64_t size : shape.drop_front(2))
    field *= static_cast<double>(size);
  double fanIn = static_cast<double>(shape[1]) * field;
  double fanOut = static_cast<double>(shape[0]) * field;
  double std;
  if (isKaiming) {
    FailureOr<Scaling> scaling =
        readKaiming(*call, fanIn, fanOut, text, emitError);
    if (failed(scaling))
      return nullptr;
    std = scaling->gain / std::sqrt(scaling->fan);
  } else {
    double gain = numNumbers ? call->numbers[0] : 1.0;
    std = gain * std::sqrt(2.0 / (fanIn + fanOut));
  }
  // A parameter without elements has no fan.
  if (!std::isfinite(std))
    return constantInit(context, 0.0);
  if (name.ends_with("normal"))
    return normalInit(context, 0.0, std);
  double bound = std::sqrt(3.0) * std;
  return uniformInit(context, -bound, bound);
}
