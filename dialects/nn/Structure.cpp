//===- Structure.cpp - Models, modules and calls --------------------------===//

#include "dialects/nn/NN.h"
#include "dialects/nn/NearestName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::nn;

using Operands = SmallVector<OpAsmParser::UnresolvedOperand>;

//===----------------------------------------------------------------------===//
// Parts of the assembly
//===----------------------------------------------------------------------===//

/// `<heads, drop = 0.0>`; a name without a value gets the unit attribute. An
/// attribute dictionary there would be taken for the body.
static ParseResult parseNames(OpAsmParser &parser, OperationState &result) {
  NamedAttrList names;
  if (succeeded(parser.parseOptionalLess())) {
    do {
      StringRef name;
      Attribute value = parser.getBuilder().getUnitAttr();
      SMLoc loc = parser.getCurrentLocation();
      if (parser.parseKeyword(&name))
        return failure();
      if (names.get(name))
        return parser.emitError(loc) << "has the name '" << name << "' twice";
      if (succeeded(parser.parseOptionalEqual()) &&
          parser.parseAttribute(value))
        return failure();
      names.set(name, value);
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseGreater())
      return failure();
  }
  result.addAttribute("names", names.getDictionary(parser.getContext()));
  return success();
}

static void printNames(OpAsmPrinter &printer, DictionaryAttr names) {
  if (names.empty())
    return;
  printer << " <";
  llvm::interleaveComma(names, printer, [&](NamedAttribute name) {
    printer << name.getName().getValue();
    if (!isa<UnitAttr>(name.getValue()))
      printer << " = " << name.getValue();
  });
  printer << '>';
}

/// The name of an argument as written: `image` of `%image`, `arg0` of `%0`.
static StringAttr getArgumentName(OpAsmParser &parser,
                                  const OpAsmParser::Argument &argument,
                                  size_t index) {
  StringRef name = argument.ssaName.name.drop_front();
  if (name.empty() || llvm::isDigit(name.front()))
    return parser.getBuilder().getStringAttr("arg" + Twine(index));
  return parser.getBuilder().getStringAttr(name);
}

/// The body, which ends in a return: said here, where the name is known.
static ParseResult parseBody(OpAsmParser &parser, OperationState &result,
                             ArrayRef<OpAsmParser::Argument> arguments) {
  SMLoc loc = parser.getNameLoc();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  Block &block = body->back();
  if (block.empty() || !isa<ReturnOp>(block.back()))
    return parser.emitError(loc)
           << "@"
           << cast<StringAttr>(
                  result.attributes.get(SymbolTable::getSymbolAttrName()))
                  .getValue()
           << " has no nn.return at its end";
  return success();
}

//===----------------------------------------------------------------------===//
// nn.model
//===----------------------------------------------------------------------===//

/// `%image: ui8[B, 28, 28]`.
static ParseResult parseInput(OpAsmParser &parser,
                              SmallVectorImpl<OpAsmParser::Argument> &arguments,
                              SmallVectorImpl<Attribute> &inputs) {
  Builder &builder = parser.getBuilder();
  OpAsmParser::Argument &argument = arguments.emplace_back();
  Type dtype;
  SMLoc typeLoc;
  if (parser.parseArgument(argument) || parser.parseColon() ||
      parser.getCurrentLocation(&typeLoc) || parser.parseType(dtype))
    return failure();
  if (!dtype.isIntOrFloat())
    return parser.emitError(typeLoc)
           << "takes inputs such as '%x: f32[B, 784]', found the type "
           << dtype;
  argument.type = ValueType::get(parser.getContext());

  SmallVector<Attribute> shape;
  auto parseSize = [&]() -> ParseResult {
    int64_t size;
    OptionalParseResult integer = parser.parseOptionalInteger(size);
    if (integer.has_value()) {
      shape.push_back(builder.getI64IntegerAttr(size));
      return *integer;
    }
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    shape.push_back(FlatSymbolRefAttr::get(parser.getContext(), name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalSquare,
                                     parseSize))
    return failure();
  StringAttr name = getArgumentName(parser, argument, inputs.size());
  inputs.push_back(builder.getDictionaryAttr(
      {builder.getNamedAttr("name", name),
       builder.getNamedAttr("dtype", TypeAttr::get(dtype)),
       builder.getNamedAttr("shape", builder.getArrayAttr(shape))}));
  return success();
}

ParseResult ModelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Attribute> inputs;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             result.attributes) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&] { return parseInput(parser, arguments, inputs); }) ||
      parseNames(parser, result))
    return failure();
  result.addAttribute("inputs", parser.getBuilder().getArrayAttr(inputs));
  return parseBody(parser, result, arguments);
}

static void printInput(OpAsmPrinter &printer, BlockArgument argument,
                       DictionaryAttr input) {
  printer << argument << ": " << input.getAs<TypeAttr>("dtype").getValue()
          << '[';
  llvm::interleaveComma(input.getAs<ArrayAttr>("shape"), printer,
                        [&](Attribute size) {
                          if (auto name = dyn_cast<FlatSymbolRefAttr>(size))
                            printer << name.getValue();
                          else
                            printer << cast<IntegerAttr>(size).getInt();
                        });
  printer << ']';
}

void ModelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(
      getBody().getArguments(), printer, [&](BlockArgument argument) {
        printInput(printer, argument,
                   cast<DictionaryAttr>(getInputs()[argument.getArgNumber()]));
      });
  printer << ')';
  printNames(printer, getNames());
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void ModelOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (auto [argument, input] : llvm::zip(region.getArguments(), getInputs()))
    setName(argument,
            cast<DictionaryAttr>(input).getAs<StringAttr>("name").getValue());
}

static LogicalResult verifyInput(ModelOp model, Attribute attribute,
                                 llvm::StringSet<> &seen) {
  auto input = dyn_cast<DictionaryAttr>(attribute);
  auto name = input ? input.getAs<StringAttr>("name") : nullptr;
  auto shape = input ? input.getAs<ArrayAttr>("shape") : nullptr;
  if (!name || !input.getAs<TypeAttr>("dtype") || !shape ||
      !isIntegerList(shape))
    return model.emitOpError("has an input without name, dtype and shape");
  if (!seen.insert(name.getValue()).second) // (C2)
    return model.emitOpError("has two inputs named '")
           << name.getValue() << "'";
  for (auto [index, size] : llvm::enumerate(shape)) {
    auto dimension = dyn_cast<FlatSymbolRefAttr>(size);
    if (index > 0 && dimension && dimension.getValue() == "B") // (C3)
      return model.emitOpError("has B in dimension ")
             << index << " of '" << name.getValue()
             << "'; the batch B must be the leading dimension";
    if (!dimension && cast<IntegerAttr>(size).getInt() < 0) // (C4)
      return model.emitOpError("has a negative size in the shape of '")
             << name.getValue() << "'";
  }
  return success();
}

LogicalResult ModelOp::verifyRegions() {
  if (getBody().getNumArguments() != getInputs().size())
    return emitOpError("has ") << getInputs().size() << " inputs, but its body "
                               << "has " << getBody().getNumArguments();
  llvm::StringSet<> seen;
  for (Attribute input : getInputs())
    if (failed(verifyInput(*this, input, seen)))
      return failure();
  auto terminator = dyn_cast<ReturnOp>(getBody().front().back());
  if (!terminator) // (C1)
    return emitOpError("has no nn.return at its end");
  if (!terminator.getValues().empty()) // (C1)
    return terminator.emitOpError(
        "of a model needs loss(…), metrics(…) or outputs(…) around its values");
  return success();
}

//===----------------------------------------------------------------------===//
// nn.module
//===----------------------------------------------------------------------===//

ParseResult ModuleDefOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Attribute> argumentNames;
  auto parseArgument = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    if (parser.parseArgument(argument))
      return failure();
    argument.type = ValueType::get(parser.getContext());
    argumentNames.push_back(
        getArgumentName(parser, argument, argumentNames.size()));
    return success();
  };
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             result.attributes) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     parseArgument) ||
      parseNames(parser, result))
    return failure();
  result.addAttribute("argument_names",
                      parser.getBuilder().getArrayAttr(argumentNames));
  return parseBody(parser, result, arguments);
}

void ModuleDefOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(' << getBody().getArguments() << ')';
  printNames(printer, getNames());
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void ModuleDefOp::getAsmBlockArgumentNames(Region &region,
                                           OpAsmSetValueNameFn setName) {
  for (auto [argument, name] :
       llvm::zip(region.getArguments(), getArgumentNames()))
    setName(argument, cast<StringAttr>(name).getValue());
}

LogicalResult ModuleDefOp::verifyRegions() {
  auto terminator = dyn_cast<ReturnOp>(getBody().front().back());
  if (!terminator) // (C1)
    return emitOpError("has no nn.return at its end");
  if (terminator.getValues().size() != terminator.getNumOperands()) // (C1)
    return terminator.emitOpError("of a module returns plain values; loss(…), "
                                  "metrics(…) and outputs(…) are a model's");
  return success();
}

//===----------------------------------------------------------------------===//
// nn.call
//===----------------------------------------------------------------------===//

ParseResult CallOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  FlatSymbolRefAttr callee;
  std::string path;
  Operands inputs;
  if (parser.parseAttribute(callee, "callee", result.attributes))
    return failure();
  if (succeeded(parser.parseOptionalString(&path)))
    result.addAttribute("path", builder.getStringAttr(path));
  if (parser.parseOperandList(inputs, AsmParser::Delimiter::Paren))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("repeat"))) {
    Attribute repeat;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseAttribute(repeat))
      return failure();
    auto count = dyn_cast<IntegerAttr>(repeat);
    if (!isa<FlatSymbolRefAttr>(repeat) && (!count || count.getInt() < 0))
      return parser.emitError(loc,
                              "needs a number of times or a name after repeat");
    result.addAttribute("repeat", repeat);
  }
  NamedAttrList arguments;
  if (parser.parseOptionalAttrDict(arguments))
    return failure();
  result.addAttribute("arguments",
                      arguments.getDictionary(parser.getContext()));
  Type untyped = ValueType::get(parser.getContext());
  result.types.assign(parser.getNumResults(), untyped);
  return parser.resolveOperands(inputs, untyped, result.operands);
}

void CallOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCalleeAttr();
  if (StringAttr path = getPathAttr())
    printer << ' ' << path;
  printer << '(' << getInputs() << ')';
  if (Attribute repeat = getRepeatAttr()) {
    printer << " repeat ";
    printer.printAttributeWithoutType(repeat);
  }
  printer.printOptionalAttrDict(getArguments().getValue());
}

//===----------------------------------------------------------------------===//
// nn.return
//===----------------------------------------------------------------------===//

/// `(accuracy = %a, top5 = %b)`.
static ParseResult parseNamedValues(OpAsmParser &parser, Operands &values,
                                    SmallVectorImpl<StringRef> &names) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        return failure(parser.parseKeyword(&names.emplace_back()) ||
                       parser.parseEqual() ||
                       parser.parseOperand(values.emplace_back()));
      });
}

ParseResult ReturnOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  Operands loss, metrics, outputs, values;
  SmallVector<StringRef> metricNames, outputNames;
  llvm::StringSet<> seen;
  // `loss(…)` and its like; nothing if no keyword is there.
  auto parseGroup = [&]() -> OptionalParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef kind;
    if (failed(
            parser.parseOptionalKeyword(&kind, {"loss", "metrics", "outputs"})))
      return std::nullopt;
    if (!seen.insert(kind).second)
      return parser.emitError(loc) << "has '" << kind << "' twice";
    if (kind == "metrics")
      return parseNamedValues(parser, metrics, metricNames);
    if (kind == "outputs")
      return parseNamedValues(parser, outputs, outputNames);
    return ParseResult(failure(parser.parseLParen() ||
                               parser.parseOperand(loss.emplace_back()) ||
                               parser.parseRParen()));
  };
  bool isFirst = true;
  do {
    OptionalParseResult item = parseGroup();
    if (!item.has_value()) {
      OpAsmParser::UnresolvedOperand value;
      item = parser.parseOptionalOperand(value);
      if (item.has_value())
        values.push_back(value);
    }
    if (!item.has_value() && isFirst)
      break; // returns nothing
    if (!item.has_value())
      return parser.emitError(parser.getCurrentLocation(),
                              "expected loss(…), metrics(…), outputs(…) or a "
                              "value");
    if (*item)
      return failure();
    isFirst = false;
  } while (succeeded(parser.parseOptionalComma()));
  // A misspelt group would be taken for an op of its own; the text is looked at
  // for MLIR's parser can't give a word back, and `loc` is its.
  SMLoc end = parser.getCurrentLocation();
  StringRef unknown = StringRef(end.getPointer()).take_while(llvm::isAlpha);
  if (!unknown.empty() && unknown != "loc")
    return parser.emitError(end)
           << "takes loss(…), metrics(…), outputs(…) or values, not '"
           << unknown << "'"
           << didYouMean(unknown, {"loss", "metrics", "outputs"});

  Type untyped = ValueType::get(parser.getContext());
  for (const Operands *list : {&loss, &metrics, &outputs, &values})
    if (parser.resolveOperands(*list, untyped, result.operands))
      return failure();
  auto count = [](const Operands &list) {
    return static_cast<int32_t>(list.size());
  };
  result.addAttribute(
      getOperandSegmentSizeAttr(),
      builder.getDenseI32ArrayAttr(
          {count(loss), count(metrics), count(outputs), count(values)}));
  result.addAttribute("metric_names", builder.getStrArrayAttr(metricNames));
  result.addAttribute("output_names", builder.getStrArrayAttr(outputNames));
  return success();
}

void ReturnOp::print(OpAsmPrinter &printer) {
  StringRef separator = " ";
  auto printNamed = [&](StringRef kind, OperandRange values, ArrayAttr names) {
    if (values.empty())
      return;
    printer << separator << kind << '(';
    llvm::interleaveComma(llvm::zip(names, values), printer, [&](auto pair) {
      printer << cast<StringAttr>(std::get<0>(pair)).getValue() << " = "
              << std::get<1>(pair);
    });
    printer << ')';
    separator = ", ";
  };
  if (Value loss = getLoss()) {
    printer << separator << "loss(" << loss << ')';
    separator = ", ";
  }
  printNamed("metrics", getMetrics(), getMetricNames());
  printNamed("outputs", getOutputs(), getOutputNames());
  for (Value value : getValues()) {
    printer << separator << value;
    separator = ", ";
  }
}

LogicalResult ReturnOp::verify() {
  auto verifyNames = [&](ArrayAttr names, OperandRange values,
                         StringRef kind) -> LogicalResult {
    if (names.size() != values.size())
      return emitOpError("needs one name for each of its ") << kind << "s";
    llvm::StringSet<> seen;
    for (StringAttr name : names.getAsRange<StringAttr>())
      if (!seen.insert(name.getValue()).second) // (C1)
        return emitOpError("has two ")
               << kind << "s named '" << name.getValue() << "'";
    return success();
  };
  if (failed(verifyNames(getMetricNames(), getMetrics(), "metric")) ||
      failed(verifyNames(getOutputNames(), getOutputs(), "output")))
    return failure();
  for (StringAttr name : getMetricNames().getAsRange<StringAttr>())
    if (name.getValue() == "loss") // (C2)
      return emitOpError(
          "has a metric named 'loss', which is the name that the "
          "loss itself has in evaluation");
  return success();
}

//===----------------------------------------------------------------------===//
// nn.parameter
//===----------------------------------------------------------------------===//

ParseResult ParameterOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseLayer(parser, result, /*hasInputs=*/false);
}

void ParameterOp::print(OpAsmPrinter &printer) {
  printLayer(printer, *this, /*hasInputs=*/false);
}
