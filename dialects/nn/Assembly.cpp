//===- Assembly.cpp - How a layer is written and checked ------------------===//

#include "dialects/nn/NN.h"
#include "dialects/nn/NearestName.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::nn;

/// Options that the assembly writes in a place of their own.
static bool isWrittenApart(StringRef name) {
  return name == "path" || name == "result_type";
}

/// Options that the compiler sets, so that only the typed form has them.
static bool isSetByCompiler(StringRef name) {
  return name == "batch" || name == "stream";
}

/// Refuses options that the op does not have: they would change nothing.
static ParseResult checkOptions(OpAsmParser &parser, OperationName op,
                                const NamedAttrList &options, bool isTyped) {
  SmallVector<StringRef> known;
  for (StringAttr name : op.getAttributeNames())
    if (!isWrittenApart(name) && (isTyped || !isSetByCompiler(name)))
      known.push_back(name);
  for (NamedAttribute option : options) {
    StringRef name = option.getName();
    if (!name.contains('.') && !llvm::is_contained(known, name))
      return parser.emitError(parser.getNameLoc())
             << "has no option '" << name << "'" << didYouMean(name, known);
  }
  return success();
}

ParseResult nn::parseLayer(OpAsmParser &parser, OperationState &result,
                           bool hasInputs) {
  std::string path;
  if (succeeded(parser.parseOptionalString(&path)))
    result.addAttribute("path", parser.getBuilder().getStringAttr(path));
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc operandsLoc = parser.getCurrentLocation();
  if (hasInputs &&
      parser.parseOperandList(operands, AsmParser::Delimiter::Paren))
    return failure();
  NamedAttrList options;
  if (parser.parseOptionalAttrDict(options))
    return failure();
  result.attributes.append(options);

  SmallVector<Type> inputs(operands.size(),
                           ValueType::get(parser.getContext()));
  bool hasType = succeeded(parser.parseOptionalColon());
  bool isTyped = hasType && succeeded(parser.parseOptionalLParen());
  if (checkOptions(parser, result.name, options, isTyped))
    return failure();
  if (isTyped) {
    inputs.clear();
    if (failed(parser.parseOptionalRParen()))
      if (parser.parseTypeList(inputs) || parser.parseRParen())
        return failure();
    if (parser.parseArrowTypeList(result.types))
      return failure();
  } else {
    Type resultType;
    if (hasType && parser.parseType(resultType))
      return failure();
    if (hasType)
      result.addAttribute("result_type", TypeAttr::get(resultType));
    result.addTypes(ValueType::get(parser.getContext()));
  }
  return parser.resolveOperands(operands, inputs, operandsLoc, result.operands);
}

void nn::printLayer(OpAsmPrinter &printer, Operation *op, bool hasInputs) {
  if (auto path = op->getAttrOfType<StringAttr>("path"))
    printer << ' ' << path;
  if (hasInputs)
    printer << '(' << op->getOperands() << ')';
  printer.printOptionalAttrDict(op->getAttrs(), {"path", "result_type"});
  if (auto type = op->getAttrOfType<TypeAttr>("result_type"))
    printer << " : " << type.getValue();
  bool isTyped = !isa<ValueType>(op->getResult(0).getType());
  if (isTyped) {
    printer << " : ";
    printer.printFunctionalType(op);
  }
}

LogicalResult nn::verifyLayer(Operation *op) {
  auto isUntyped = [](Type type) { return isa<ValueType>(type); };
  if (llvm::all_of(op->getOperandTypes(), isUntyped) &&
      llvm::all_of(op->getResultTypes(), isUntyped))
    return success();
  if (llvm::any_of(op->getOperandTypes(), isUntyped) ||
      llvm::any_of(op->getResultTypes(), isUntyped))
    return op->emitOpError("has both typed and untyped values");
  for (NamedAttribute attribute : op->getAttrs()) {
    FlatSymbolRefAttr name;
    attribute.getValue().walk([&](FlatSymbolRefAttr found) { name = found; });
    if (name)
      return op->emitOpError("still has the name ")
             << name << " in its option '" << attribute.getName().getValue()
             << "'";
  }

  // The typed form is right if inference would make it.
  auto layer = cast<LayerOpInterface>(op);
  SmallVector<RankedTensorType> inputs;
  for (Value input : op->getOperands().take_front(layer.getNumInputs()))
    inputs.push_back(cast<RankedTensorType>(input.getType()));
  LayerSignature signature(inputs);
  if (failed(layer.inferSignature(signature)))
    return failure();
  auto parameters = op->getOperands().drop_front(layer.getNumInputs());
  if (parameters.size() != signature.parameters.size())
    return op->emitOpError("needs ")
           << signature.parameters.size() << " parameters, found "
           << parameters.size();
  for (auto [spec, parameter] : llvm::zip(signature.parameters, parameters))
    if (parameter.getType() != spec.type)
      return op->emitOpError("needs its ")
             << spec.name << " to be " << spec.type << ", found "
             << parameter.getType();
  if (op->getResultTypes() != TypeRange(signature.results))
    return op->emitOpError("yields ")
           << signature.results << ", but is written with "
           << op->getResultTypes();
  return success();
}
