//===- Def.cpp - kernel.def and kernel.stage ------------------------------===//

#include "dialects/kernel/Kernel.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace gradc::kernel;

//===----------------------------------------------------------------------===//
// kernel.def
//===----------------------------------------------------------------------===//

ArrayRef<BlockArgument> DefOp::getIndices() {
  return getBlock().getArguments().take_front(getGrid().size());
}

ArrayRef<BlockArgument> DefOp::getInputs() {
  return getBlock().getArguments().slice(getGrid().size(), getNumInputs());
}

ArrayRef<BlockArgument> DefOp::getOutputs() {
  return getBlock().getArguments().drop_front(getGrid().size() +
                                              getNumInputs());
}

SmallVector<int64_t> DefOp::getDomain() {
  SmallVector<int64_t> domain(getGrid());
  llvm::append_range(domain, getRow());
  return domain;
}

/// `name(%a : type, …)`, after the keyword has been parsed.
static ParseResult
parseTensors(OpAsmParser &parser,
             SmallVectorImpl<OpAsmParser::Argument> &arguments) {
  return parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                                  /*allowType=*/true);
}

ParseResult DefOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments, inputs, outputs;
  SmallVector<int64_t> grid, row;
  auto parseIndex = [&]() -> ParseResult {
    OpAsmParser::Argument &index = arguments.emplace_back();
    index.type = builder.getIndexType();
    return failure(parser.parseArgument(index) || parser.parseEqual() ||
                   parser.parseInteger(grid.emplace_back()));
  };
  auto parseSize = [&]() { return parser.parseInteger(row.emplace_back()); };
  auto paren = OpAsmParser::Delimiter::Paren;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      parser.parseKeyword("grid") ||
      parser.parseCommaSeparatedList(paren, parseIndex) ||
      parser.parseKeyword("row") ||
      parser.parseCommaSeparatedList(paren, parseSize) ||
      parser.parseKeyword("ins") || parseTensors(parser, inputs) ||
      parser.parseKeyword("outs") || parseTensors(parser, outputs) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  result.addAttribute(getGridAttrName(result.name),
                      builder.getDenseI64ArrayAttr(grid));
  result.addAttribute(getRowAttrName(result.name),
                      builder.getDenseI64ArrayAttr(row));
  result.addAttribute(getNumInputsAttrName(result.name),
                      builder.getI64IntegerAttr(inputs.size()));
  llvm::append_range(arguments, inputs);
  llvm::append_range(arguments, outputs);
  return parser.parseRegion(*result.addRegion(), arguments);
}

void DefOp::print(OpAsmPrinter &p) {
  p << ' ';
  p.printSymbolName(getSymName());
  p << " grid(";
  llvm::interleaveComma(llvm::zip_equal(getIndices(), getGrid()), p,
                        [&](auto pair) {
                          p.printRegionArgument(std::get<0>(pair), {}, true);
                          p << " = " << std::get<1>(pair);
                        });
  p << ") row(";
  llvm::interleaveComma(getRow(), p);
  auto printTensors = [&](ArrayRef<BlockArgument> tensors) {
    llvm::interleaveComma(tensors, p,
                          [&](BlockArgument t) { p.printRegionArgument(t); });
  };
  p << ") ins(";
  printTensors(getInputs());
  p << ") outs(";
  printTensors(getOutputs());
  p << ')';
  p.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getSymNameAttrName(), getGridAttrName(),
                            getRowAttrName(), getNumInputsAttrName()});
  p << ' ';
  p.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

/// The dimension of the domain that `index` runs over, if it is an index of the
/// grid or of the row of the stage around `op`.
static std::optional<unsigned> findDimension(DefOp def, Operation *op,
                                             Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  if (!argument || !isa<IndexType>(argument.getType()))
    return std::nullopt;
  if (argument.getOwner() == &def.getBlock())
    return argument.getArgNumber();
  if (isa<StageOp>(op->getParentOp()) && argument.getOwner() == op->getBlock())
    return argument.getArgNumber() + def.getGrid().size();
  return std::nullopt;
}

static LogicalResult verifyIndices(DefOp def, Operation *op,
                                   ValueRange indices) {
  // (C4)
  for (auto [i, index] : llvm::enumerate(indices))
    if (!findDimension(def, op, index))
      return op->emitOpError("index #")
             << i << " is none of the grid's or the row's";
  return success();
}

/// Whether `store` writes each point of its output once.
static LogicalResult verifyCoverage(DefOp def, StoreOp store) {
  SmallVector<int64_t> domain = def.getDomain();
  // In the body a row has no points yet.
  if (!isa<StageOp>(store->getParentOp()))
    domain.truncate(def.getGrid().size());
  llvm::SmallBitVector used(domain.size());
  auto takesDimension = [&](AffineDimExpr expr, int64_t size) {
    unsigned dim =
        *findDimension(def, store, store.getIndices()[expr.getPosition()]);
    if (dim >= domain.size() || domain[dim] != size || used[dim])
      return false;
    used.set(dim);
    return true;
  };
  bool covers = true;
  AffineMap map = store.getMap();
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(store.getTensor().getType()).getShape();
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    covers &= dim ? takesDimension(dim, size)
                  : constant && constant.getValue() == 0 && size == 1;
  }
  for (auto [dim, size] : llvm::enumerate(domain))
    covers &= used[dim] || size == 1;
  if (!covers)
    return store.emitOpError("map ")
           << AffineMapAttr::get(map) << " does not write every point of "
           << store.getTensor().getType() << " once";
  return success();
}

LogicalResult DefOp::verifyRegions() {
  // (C1)
  size_t indices = getGrid().size();
  if (getBlock().getNumArguments() < indices + getNumInputs())
    return emitOpError("has fewer arguments than grid dimensions and inputs");
  for (auto [i, argument] : llvm::enumerate(getBlock().getArguments())) {
    auto tensor = dyn_cast<RankedTensorType>(argument.getType());
    if (i < indices ? !isa<IndexType>(argument.getType())
                    : !tensor || !tensor.hasStaticShape())
      return emitOpError("argument #")
             << i << " must be "
             << (i < indices ? "an index" : "a static tensor");
  }

  llvm::SmallDenseSet<Value> stored;
  auto verifyAccess = [&](Operation *op) -> WalkResult {
    if (auto index = dyn_cast<IndexOp>(op))
      return WalkResult(verifyIndices(*this, op, index.getIndices()));
    if (auto load = dyn_cast<LoadOp>(op)) {
      // (C3)
      if (llvm::is_contained(ValueRange(getOutputs()), load.getTensor()))
        return load.emitOpError("loads an output");
      return WalkResult(verifyIndices(*this, op, load.getIndices()));
    }
    auto store = dyn_cast<StoreOp>(op);
    if (!store)
      return WalkResult::advance();
    // (C2)
    if (!llvm::is_contained(ValueRange(getOutputs()), store.getTensor()))
      return store.emitOpError("stores to what is no output");
    if (!stored.insert(store.getTensor()).second)
      return store.emitOpError("writes an output a second time");
    return WalkResult(
        failure(failed(verifyIndices(*this, op, store.getIndices())) ||
                failed(verifyCoverage(*this, store))));
  };
  if (getBody().walk(verifyAccess).wasInterrupted())
    return failure();
  for (BlockArgument output : getOutputs())
    if (!stored.contains(output))
      return emitOpError("never stores output #")
             << output.getArgNumber() - indices - getNumInputs();
  return success();
}

//===----------------------------------------------------------------------===//
// kernel.stage
//===----------------------------------------------------------------------===//

ParseResult StageOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> combine;
  auto paren = OpAsmParser::Delimiter::Paren;
  auto parseKind = [&]() -> ParseResult {
    StringRef word;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<Combine> kind = symbolizeCombine(word);
    if (!kind)
      return parser.emitError(loc) << "no way to combine is called " << word;
    combine.push_back(CombineAttr::get(builder.getContext(), *kind));
    return success();
  };
  if (succeeded(parser.parseOptionalKeyword("reduce")) &&
      parser.parseCommaSeparatedList(paren, parseKind))
    return failure();
  SmallVector<OpAsmParser::Argument> indices;
  if (parser.parseKeyword("at") ||
      parser.parseArgumentList(indices, OpAsmParser::Delimiter::Paren))
    return failure();
  for (OpAsmParser::Argument &index : indices)
    index.type = builder.getIndexType();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseOptionalColonTypeList(result.types))
    return failure();
  result.addAttribute(getCombineAttrName(result.name),
                      builder.getArrayAttr(combine));
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, indices))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  if (!body->front().mightHaveTerminator()) {
    OpBuilder b(parser.getContext());
    b.setInsertionPointToEnd(&body->front());
    b.create<YieldOp>(result.location);
  }
  return success();
}

void StageOp::print(OpAsmPrinter &p) {
  if (!getCombine().empty()) {
    p << " reduce(";
    llvm::interleaveComma(
        llvm::seq<unsigned>(0, getCombine().size()), p,
        [&](unsigned i) { p << stringifyCombine(getCombineKind(i)); });
    p << ')';
  }
  p << " at(";
  llvm::interleaveComma(getBlock().getArguments(), p, [&](BlockArgument index) {
    p.printRegionArgument(index, {}, true);
  });
  p << ')';
  p.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                     {getCombineAttrName()});
  if (getNumResults() != 0)
    p << " : " << getResultTypes();
  p << ' ';
  p.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                /*printBlockTerminators=*/getNumResults() != 0);
}

LogicalResult StageOp::verifyRegions() {
  auto def = cast<DefOp>((*this)->getParentOp());
  // (C1)
  if (getBlock().getNumArguments() != def.getRow().size())
    return emitOpError("has ")
           << getBlock().getNumArguments() << " indices for "
           << def.getRow().size() << " row dimensions";
  // (C2)
  auto yield = dyn_cast<YieldOp>(getBlock().getTerminator());
  if (!yield || yield.getOperandTypes() != getResultTypes() ||
      getCombine().size() != getNumResults())
    return emitOpError("must name a way to combine for each yielded value and "
                       "have a result of its type");
  for (auto [i, type] : llvm::enumerate(getResultTypes())) {
    if (!isa<CombineAttr>(getCombine()[i]))
      return emitOpError("'combine' must hold #kernel.combine attributes");
    Combine kind = getCombineKind(i);
    bool integerOnly = kind == Combine::maxu || kind == Combine::minu ||
                       kind == Combine::and_ || kind == Combine::or_;
    if (isa<IndexType>(type) || (integerOnly && isa<FloatType>(type)))
      return emitOpError("cannot combine ")
             << type << " by " << stringifyCombine(kind);
  }
  return success();
}
