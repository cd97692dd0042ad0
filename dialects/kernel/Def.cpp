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

bool DefOp::hasOpenExtent() {
  return llvm::is_contained(getGrid(), ShapedType::kDynamic);
}

int64_t DefOp::getPointsPerPartial() {
  return llvm::divideCeil(getGrid().front(), *getPartials());
}

void DefOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                  ArrayRef<int64_t> grid, ArrayRef<int64_t> row,
                  int64_t numInputs) {
  build(builder, state, builder.getStringAttr(name),
        builder.getDenseI64ArrayAttr(grid), builder.getDenseI64ArrayAttr(row),
        builder.getI64IntegerAttr(numInputs), /*partials=*/nullptr);
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
    if (parser.parseArgument(index) || parser.parseEqual())
      return failure();
    int64_t &size = grid.emplace_back(ShapedType::kDynamic);
    if (succeeded(parser.parseOptionalQuestion()))
      return success();
    return parser.parseInteger(size);
  };
  auto parseSize = [&]() { return parser.parseInteger(row.emplace_back()); };
  auto parsePartials = [&]() -> ParseResult {
    int64_t partials;
    if (failed(parser.parseOptionalKeyword("partials")))
      return success();
    if (parser.parseLParen() || parser.parseInteger(partials) ||
        parser.parseRParen())
      return failure();
    result.addAttribute(getPartialsAttrName(result.name),
                        builder.getI64IntegerAttr(partials));
    return success();
  };
  auto paren = OpAsmParser::Delimiter::Paren;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      parser.parseKeyword("grid") ||
      parser.parseCommaSeparatedList(paren, parseIndex) ||
      parser.parseKeyword("row") ||
      parser.parseCommaSeparatedList(paren, parseSize) || parsePartials() ||
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
                          p << " = ";
                          if (ShapedType::isDynamic(std::get<1>(pair)))
                            p << '?';
                          else
                            p << std::get<1>(pair);
                        });
  p << ") row(";
  llvm::interleaveComma(getRow(), p);
  auto printTensors = [&](ArrayRef<BlockArgument> tensors) {
    llvm::interleaveComma(tensors, p,
                          [&](BlockArgument t) { p.printRegionArgument(t); });
  };
  p << ')';
  if (getPartials())
    p << " partials(" << *getPartials() << ')';
  p << " ins(";
  printTensors(getInputs());
  p << ") outs(";
  printTensors(getOutputs());
  p << ')';
  p.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                     {getSymNameAttrName(), getGridAttrName(),
                                      getRowAttrName(), getNumInputsAttrName(),
                                      getPartialsAttrName()});
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

/// Whether a write at `map` of `indices` by `op` takes every dimension at hand,
/// but for the first `skipped` of the grid, to one of `shape`.
static bool coversOnce(DefOp def, Operation *op, AffineMap map,
                       ValueRange indices, ArrayRef<int64_t> shape,
                       unsigned skipped) {
  SmallVector<int64_t> domain = def.getDomain();
  auto stage = dyn_cast<StageOp>(op->getParentOp());
  // In the body a row has no points yet.
  if (!stage)
    domain.truncate(def.getGrid().size());
  else if (stage.isRagged())
    return false;
  llvm::SmallBitVector used(domain.size());
  used.set(0, skipped);
  auto takesDimension = [&](AffineDimExpr expr, int64_t size) {
    unsigned dim = *findDimension(def, op, indices[expr.getPosition()]);
    if (dim >= domain.size() || domain[dim] != size || used[dim])
      return false;
    used.set(dim);
    return true;
  };
  bool covers = true;
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    covers &= dim ? takesDimension(dim, size)
                  : constant && constant.getValue() == 0 && size == 1;
  }
  for (auto [dim, size] : llvm::enumerate(domain))
    covers &= used[dim] || size == 1;
  return covers;
}

static LogicalResult refuseWrite(Operation *op, AffineMap map, Value tensor) {
  return op->emitOpError("map ")
         << AffineMapAttr::get(map) << " does not write every point of "
         << tensor.getType() << " once";
}

static LogicalResult verifyStore(DefOp def, StoreOp store) {
  auto shape = cast<RankedTensorType>(store.getTensor().getType()).getShape();
  if (coversOnce(def, store, store.getMap(), store.getIndices(), shape, 0))
    return success();
  return refuseWrite(store, store.getMap(), store.getTensor());
}

static LogicalResult verifyAccumulate(DefOp def, AccumulateOp accumulate) {
  auto shape =
      cast<RankedTensorType>(accumulate.getTensor().getType()).getShape();
  if (!def.getPartials() ||
      shape.front() != static_cast<int64_t>(*def.getPartials()))
    return accumulate.emitOpError("needs a first dimension of the def's number "
                                  "of partials, but is for ")
           << accumulate.getTensor().getType();
  if (coversOnce(def, accumulate, accumulate.getMap(), accumulate.getIndices(),
                 shape.drop_front(), 1))
    return success();
  return refuseWrite(accumulate, accumulate.getMap(), accumulate.getTensor());
}

/// Whether an access of `op` to `tensor` of an open extent is at the index.
static LogicalResult verifyOpenAccess(Operation *op, AffineMap map,
                                      Value tensor) {
  // (C6)
  if (cast<RankedTensorType>(tensor.getType()).hasStaticShape() ||
      map.isIdentity())
    return success();
  return op->emitOpError("must access a tensor of open extent at the index, "
                         "not at ")
         << AffineMapAttr::get(map);
}

LogicalResult DefOp::verifyDomain() {
  // (C5)
  if (getPartials() &&
      (static_cast<int64_t>(*getPartials()) <= 0 || getGrid().empty() ||
       ShapedType::isDynamic(getGrid().front())))
    return emitOpError("needs a first grid dimension of known size and a "
                       "positive number of partials");
  // (C6)
  if (hasOpenExtent() && getDomain().size() != 1)
    return emitOpError("has an open extent beside other dimensions");
  // (C1)
  size_t indices = getGrid().size();
  if (getBlock().getNumArguments() < indices + getNumInputs())
    return emitOpError("has fewer arguments than grid dimensions and inputs");
  for (auto [i, argument] : llvm::enumerate(getBlock().getArguments())) {
    auto tensor = dyn_cast<RankedTensorType>(argument.getType());
    bool isOpen = tensor && hasOpenExtent() && tensor.getRank() == 1;
    if (i < indices ? !isa<IndexType>(argument.getType())
                    : !tensor || (!tensor.hasStaticShape() && !isOpen))
      return emitOpError("argument #")
             << i << " must be "
             << (i < indices ? "an index" : "a static tensor");
  }
  return success();
}

LogicalResult DefOp::verifyRegions() {
  if (failed(verifyDomain()))
    return failure();

  llvm::SmallDenseSet<Value> stored;
  auto verifyRead = [&](Operation *op, Value tensor) -> LogicalResult {
    // (C3)
    if (llvm::is_contained(ValueRange(getOutputs()), tensor))
      return op->emitOpError("loads an output");
    return success();
  };
  auto verifyWrite = [&](Operation *op, Value tensor) -> LogicalResult {
    // (C2)
    if (!llvm::is_contained(ValueRange(getOutputs()), tensor))
      return op->emitOpError("stores to what is no output");
    if (!stored.insert(tensor).second)
      return op->emitOpError("writes an output a second time");
    return success();
  };
  auto verifyAccess = [&](Operation *op) -> WalkResult {
    if (auto index = dyn_cast<IndexOp>(op))
      return WalkResult(verifyIndices(*this, op, index.getIndices()));
    if (auto gather = dyn_cast<GatherOp>(op))
      return WalkResult(verifyRead(op, gather.getTensor()));
    if (auto load = dyn_cast<LoadOp>(op))
      return WalkResult(failure(
          failed(verifyRead(op, load.getTensor())) ||
          failed(verifyIndices(*this, op, load.getIndices())) ||
          failed(verifyOpenAccess(op, load.getMap(), load.getTensor()))));
    if (auto store = dyn_cast<StoreOp>(op))
      return WalkResult(failure(
          failed(verifyWrite(op, store.getTensor())) ||
          failed(verifyIndices(*this, op, store.getIndices())) ||
          failed(verifyOpenAccess(op, store.getMap(), store.getTensor())) ||
          failed(verifyStore(*this, store))));
    if (auto accumulate = dyn_cast<AccumulateOp>(op))
      return WalkResult(
          failure(failed(verifyWrite(op, accumulate.getTensor())) ||
                  failed(verifyIndices(*this, op, accumulate.getIndices())) ||
                  failed(verifyAccumulate(*this, accumulate))));
    return WalkResult::advance();
  };
  if (getBody().walk(verifyAccess).wasInterrupted())
    return failure();
  for (BlockArgument output : getOutputs())
    if (!stored.contains(output))
      return emitOpError("never stores output #")
             << output.getArgNumber() - getGrid().size() - getNumInputs();
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
    CombineAttr kind;
    if (parseCombine(parser, kind))
      return failure();
    combine.push_back(kind);
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
  if (succeeded(parser.parseOptionalKeyword("from"))) {
    OpAsmParser::UnresolvedOperand from, to;
    if (parser.parseOperand(from) || parser.parseKeyword("to") ||
        parser.parseOperand(to) ||
        parser.resolveOperands({from, to}, builder.getIndexType(),
                               result.operands))
      return failure();
  }
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
  if (isRagged())
    p << " from " << getBounds()[0] << " to " << getBounds()[1];
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
    if (!isCombinable(kind, type))
      return emitOpError("cannot combine ")
             << type << " by " << stringifyCombine(kind);
  }
  // (C3)
  if (isRagged() && (getBounds().size() != 2 || def.getRow().size() != 1))
    return emitOpError("needs two bounds and one row dimension to be ragged");
  return success();
}
