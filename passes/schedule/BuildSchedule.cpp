//===- BuildSchedule.cpp - Places tensors, turns entries into programs ----===//
//
// Values that share memory (a reshape and its operand) are one: their root. A
// root's place is fixed (state, io, scalars, constants: Bindings.h) or an
// offset of the arena for as long as it lives (Temporaries.h). What is left to
// do here is to write each step (Steps.h) as a command over these places.
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/Passes.h"

#include "passes/schedule/Bindings.h"
#include "passes/schedule/Temporaries.h"

#define DEBUG_TYPE "gradc-build-schedule"

namespace gradc::schedule {

#define GEN_PASS_DEF_BUILDSCHEDULEPASS
#include "passes/schedule/Passes.h.inc"

using namespace mlir;

namespace {

/// Writes the commands of one program.
class CommandWriter {
public:
  CommandWriter(OpBuilder &body, const Places &places)
      : body(body), places(places) {}

  void write(const Step &step);
  void write(const Bindings::Copy &copy);

private:
  void writeLaunch(const Launch &launch);
  void writeMatmul(kernel::MatmulOp matmul);
  void writeSort(kernel::SortOp sort);

  Value view(Value value) {
    return view(places.lookup(rootOf(value)), cast<ShapedType>(value.getType()),
                value.getLoc());
  }
  Value view(Place place, ShapedType type, Location loc);
  SmallVector<Value> viewsOf(ValueRange values) {
    return llvm::map_to_vector(values, [&](Value v) { return view(v); });
  }

  OpBuilder &body;
  const Places &places;
  llvm::DenseMap<std::pair<Attribute, int64_t>, SmallVector<Value, 1>> views;
};

Value CommandWriter::view(Place place, ShapedType type, Location loc) {
  auto viewType = MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<Value, 1> &known = views[{place.segment, place.offset}];
  for (Value value : known)
    if (value.getType() == viewType)
      return value;
  known.push_back(body.create<rt::ViewOp>(
      loc, viewType, place.segment.getValue(), place.offset));
  return known.back();
}

void CommandWriter::write(const Bindings::Copy &copy) {
  Location loc = copy.value.getLoc();
  auto type = cast<ShapedType>(copy.value.getType());
  Place from = copy.from ? *copy.from : places.lookup(rootOf(copy.value));
  Value source = view(from, type, loc);
  Value target = view(copy.to, type, loc);
  body.create<rt::CopyOp>(loc, source, target);
}

void CommandWriter::writeLaunch(const Launch &launch) {
  // The views of a wave stand before it.
  SmallVector<Value> ins = viewsOf(launch.inputs);
  SmallVector<Value> outs = viewsOf(launch.outputs);
  IntegerAttr extent;
  kernel::DefOp def = launch.def;
  if (def.hasOpenExtent())
    extent = body.getI64IntegerAttr(
        cast<ShapedType>(launch.outputs.front().getType()).getNumElements());
  body.create<rt::LaunchOp>(getLocation(launch), def.getSymName(), extent, ins,
                            outs);
}

void CommandWriter::writeMatmul(kernel::MatmulOp matmul) {
  ArrayRef<int64_t> s = matmul.getSizes();
  Type elementType = getElementTypeOrSelf(matmul.getLhs());
  Type productType = matmul.getEpilogue()
                         ? kernel::getScalarType(elementType)
                         : getElementTypeOrSelf(matmul.getOuts().front());
  SmallVector<int64_t> parameters = {int64_t(rt::getDtype(elementType)),
                                     int64_t(rt::getDtype(productType)),
                                     s[0],
                                     s[1],
                                     s[2],
                                     s[3]};
  llvm::append_range(parameters, matmul.getLhsStrides());
  llvm::append_range(parameters, matmul.getRhsStrides());
  SmallVector<int64_t> tile;
  if (auto chosen = matmul->getAttrOfType<DenseI64ArrayAttr>(kernel::kTileAttr))
    llvm::append_range(tile, chosen.asArrayRef());
  else
    for (int64_t size : s.take_front(3))
      tile.push_back(std::max<int64_t>(size, 1));
  // Before an epilogue one tile of the product is in memory at a time.
  ArrayRef<int64_t> inMemory = matmul.getEpilogue() ? tile : s.take_front(3);
  parameters.append({inMemory[1] * inMemory[2], inMemory[2], 1});
  llvm::append_range(parameters, tile);
  SmallVector<Value> ins = viewsOf(matmul->getOperands());
  SmallVector<Value> outs = viewsOf(matmul.getOuts());
  body.create<rt::LibOp>(matmul.getLoc(), rt::LibCall::matmul, parameters,
                         matmul.getEpilogueAttr(), ins, outs);
}

void CommandWriter::writeSort(kernel::SortOp sort) {
  ArrayRef<int64_t> shape =
      cast<ShapedType>(sort.getInputs()[0].getType()).getShape();
  int64_t dim = sort.getDimension();
  int64_t outer = ShapedType::getNumElements(shape.take_front(dim));
  int64_t inner = ShapedType::getNumElements(shape.drop_front(dim + 1));
  SmallVector<int64_t> parameters = {int64_t(sort.getInputs().size()),
                                     outer,
                                     shape[dim],
                                     inner,
                                     sort.getDescending(),
                                     sort.getTotalOrder()};
  for (Value input : sort.getInputs())
    parameters.push_back(int64_t(rt::getDtype(getElementTypeOrSelf(input))));
  SmallVector<Value> ins = viewsOf(sort.getInputs());
  SmallVector<Value> outs = viewsOf(sort.getOutputs());
  body.create<rt::LibOp>(sort.getLoc(), rt::LibCall::sort, parameters,
                         /*epilogue=*/nullptr, ins, outs);
}

void CommandWriter::write(const Step &step) {
  if (auto matmul = dyn_cast_if_present<kernel::MatmulOp>(step.call))
    return writeMatmul(matmul);
  if (auto sort = dyn_cast_if_present<kernel::SortOp>(step.call))
    return writeSort(sort);
  if (step.launches.size() == 1)
    return writeLaunch(step.launches.front());
  auto wave = body.create<rt::WaveOp>(step.launches.front().op->getLoc());
  Block &block = wave.getBody().emplaceBlock();
  for (const Launch &launch : step.launches) {
    body.setInsertionPoint(wave);
    viewsOf(launch.inputs);
    viewsOf(launch.outputs);
    body.setInsertionPointToEnd(&block);
    writeLaunch(launch);
  }
  body.setInsertionPointAfter(wave);
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
      if (failed(buildProgram(func, segments, builder, symbols, inPlacePairs)))
        return signalPassFailure();
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

private:
  LogicalResult buildProgram(func::FuncOp func, Segments &segments,
                             OpBuilder &builder, SymbolTable &symbols,
                             InPlacePairs &inPlacePairs) {
    Block &block = func.getBody().front();
    StateUpdates updates(func, symbols, inPlacePairs);
    std::vector<Step> steps = formSteps(block, symbols, updates);
    Bindings bindings(func, segments, updates, steps);
    if (failed(bindings.read()))
      return failure();

    // States and scalars of the module stand before the programs.
    OpBuilder module(builder);
    auto program =
        builder.create<rt::ProgramOp>(func.getLoc(), func.getSymName());
    module.setInsertionPoint(program);
    OpBuilder body = OpBuilder::atBlockBegin(&program.getBody().emplaceBlock());
    Places places;
    bindings.bind(module, body, places);
    numInPlace += bindings.getNumInPlace();
    numInPlace +=
        placeTemporaries(block, steps, inPlacePairs, segments, places);

    CommandWriter writer(body, places);
    for (const Bindings::Copy &copy : bindings.getCopiesBefore())
      writer.write(copy);
    for (const Step &step : steps) {
      writer.write(step);
      numWaves += step.launches.size() > 1;
    }
    for (const Bindings::Copy &copy : bindings.getCopiesAfter())
      writer.write(copy);
    numCopies += bindings.getCopiesBefore().size();
    numCopies += bindings.getCopiesAfter().size();
    builder.create<rt::SegmentOp>(func.getLoc(), bindings.getIoName(),
                                  rt::SegmentKind::io, bindings.getIoBytes(),
                                  nullptr);
    return success();
  }
};

} // namespace
} // namespace gradc::schedule
