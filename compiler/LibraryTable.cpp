//===- LibraryTable.cpp - The schedule as constants of a library ----------===//
//
// Each `make…` writes one structure of library.h, field by field in its order.
//
//===----------------------------------------------------------------------===//

#include "compiler/LibraryTable.h"

#include "compiler/ModelLine.h"
#include "dialects/rt/Rt.h"
#include "gradc/library.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"

using namespace mlir;
using namespace gradc;

namespace {

using Constant = llvm::Constant;

class TableWriter {
public:
  TableWriter(ModuleOp module, const llvm::StringMap<TaskCount> &tasks,
              llvm::Module &library)
      : module(module), tasks(tasks), library(library),
        context(library.getContext()) {}

  void write(StringRef description);

private:
  Constant *i16(uint64_t v) { return number(16, v); }
  Constant *i32(uint64_t v) { return number(32, v); }
  Constant *i64(uint64_t v) { return number(64, v); }
  Constant *number(unsigned bits, uint64_t value) {
    return llvm::ConstantInt::get(llvm::Type::getIntNTy(context, bits), value);
  }
  Constant *null() {
    return llvm::ConstantPointerNull::get(
        llvm::PointerType::getUnqual(context));
  }
  Constant *structure(ArrayRef<Constant *> fields) {
    return llvm::ConstantStruct::getAnon(context, fields);
  }
  Constant *global(Constant *value, uint64_t alignment = 8);
  Constant *string(StringRef text);
  Constant *table(ArrayRef<Constant *> entries);
  template <typename T>
  Constant *numbers(ArrayRef<T> values) {
    if (values.empty())
      return null();
    using Unsigned = std::make_unsigned_t<T>;
    ArrayRef<Unsigned> bits(reinterpret_cast<const Unsigned *>(values.data()),
                            values.size());
    return global(llvm::ConstantDataArray::get(context, bits));
  }

  uint32_t segmentIndex(StringRef name) { return segments.lookup(name); }
  uint32_t kernelIndex(StringRef name) {
    return kernelIndices.insert({name, uint32_t(kernelIndices.size())})
        .first->second;
  }
  uint32_t addView(StringRef segment, int64_t offset, int64_t bytes);
  Constant *makeSegment(rt::SegmentOp segment);
  Constant *makeData(rt::SegmentOp segment);
  Constant *makeTensor(rt::BindOp bind);
  Constant *makeScalar(rt::BindOp bind);
  Constant *makeCommand(Operation *op);
  Constant *makeEntry(rt::ProgramOp program);

  ModuleOp module;
  const llvm::StringMap<TaskCount> &tasks;
  llvm::Module &library;
  llvm::LLVMContext &context;
  llvm::StringMap<Constant *> strings;
  llvm::StringMap<uint32_t> segments;
  llvm::MapVector<StringRef, uint32_t> kernelIndices;
  SmallVector<Constant *> views;
  llvm::DenseMap<std::tuple<uint32_t, int64_t, int64_t>, uint32_t> viewIndices;
  int64_t batch = 0;
};

Constant *TableWriter::global(Constant *value, uint64_t alignment) {
  auto *variable =
      new llvm::GlobalVariable(library, value->getType(), /*isConstant=*/true,
                               llvm::GlobalValue::PrivateLinkage, value);
  variable->setAlignment(llvm::Align(alignment));
  return variable;
}

Constant *TableWriter::string(StringRef text) {
  Constant *&known = strings[text];
  if (!known)
    known = global(llvm::ConstantDataArray::getString(context, text), 1);
  return known;
}

Constant *TableWriter::table(ArrayRef<Constant *> entries) {
  if (entries.empty())
    return null();
  auto *type = llvm::ArrayType::get(entries.front()->getType(), entries.size());
  return global(llvm::ConstantArray::get(type, entries));
}

uint32_t TableWriter::addView(StringRef segment, int64_t offset,
                              int64_t bytes) {
  uint32_t index = segmentIndex(segment);
  auto [it, isNew] =
      viewIndices.insert({{index, offset, bytes}, uint32_t(views.size())});
  if (isNew)
    views.push_back(
        structure({i32(index), i32(0), i64(offset), i64(bytes), i64(0)}));
  return it->second;
}

/// The elements of a constant segment as bytes, each tensor aligned.
Constant *TableWriter::makeData(rt::SegmentOp segment) {
  if (!segment.getInitial() || segment.getInitial()->empty())
    return null();
  SmallVector<char> bytes;
  ArrayAttr data = *segment.getInitial();
  for (Attribute attribute : data) {
    bytes.resize(llvm::alignTo(bytes.size(), rt::kAlignment));
    auto elements = cast<DenseElementsAttr>(attribute);
    int64_t size = rt::getElementBytes(elements.getElementType());
    if (elements.getElementType().isInteger(1)) {
      for (bool value : elements.getValues<bool>())
        bytes.push_back(value);
    } else if (elements.isSplat()) {
      for (int64_t i = 0; i < elements.getNumElements(); ++i)
        bytes.append(elements.getRawData().begin(),
                     elements.getRawData().begin() + size);
    } else {
      bytes.append(elements.getRawData().begin(), elements.getRawData().end());
    }
  }
  bytes.resize(segment.getBytes());
  return global(llvm::ConstantDataArray::getString(
                    context, StringRef(bytes.data(), bytes.size()),
                    /*AddNull=*/false),
                rt::kAlignment);
}

Constant *TableWriter::makeSegment(rt::SegmentOp segment) {
  return structure({string(segment.getSymName()),
                    i32(uint32_t(segment.getKind())), i32(0),
                    i64(segment.getBytes()), makeData(segment)});
}

Constant *TableWriter::makeTensor(rt::BindOp bind) {
  auto type = cast<RankedTensorType>(bind.getType());
  int64_t rows = bind.getBatch() ? int64_t(*bind.getBatch()) : 0;
  batch = std::max(batch, rows);
  return structure(
      {string(bind.getName()), i32(uint32_t(bind.getRole())),
       i32(rt::getDtype(type.getElementType())), i32(type.getRank()),
       i32(addView(bind.getSegment(), bind.getOffset(), rt::getBytes(type))),
       numbers<int64_t>(type.getShape()), i64(rows)});
}

Constant *TableWriter::makeScalar(rt::BindOp bind) {
  auto type = cast<RankedTensorType>(bind.getType());
  double initial =
      bind.getInitialAttr() ? bind.getInitialAttr().getValueAsDouble() : 0.0;
  return structure(
      {string(bind.getName()), i32(rt::getDtype(type.getElementType())),
       i32(addView(bind.getSegment(), bind.getOffset(), rt::getBytes(type))),
       llvm::ConstantFP::get(llvm::Type::getDoubleTy(context), initial)});
}

Constant *TableWriter::makeCommand(Operation *op) {
  uint32_t kind = GRADC_COMMAND_LAUNCH, index = 0;
  SmallVector<int64_t> parameters;
  if (auto launch = dyn_cast<rt::LaunchOp>(op)) {
    index = kernelIndex(launch.getKernel());
    if (std::optional<uint64_t> extent = launch.getExtent())
      parameters.push_back(*extent);
  } else if (auto wave = dyn_cast<rt::WaveOp>(op)) {
    kind = GRADC_COMMAND_WAVE;
    parameters.push_back(wave.getBody().front().getOperations().size());
  } else if (auto lib = dyn_cast<rt::LibOp>(op)) {
    kind = lib.getCall() == rt::LibCall::matmul ? GRADC_COMMAND_MATMUL
                                                : GRADC_COMMAND_SORT;
    std::optional<StringRef> epilogue = lib.getEpilogue();
    index = epilogue ? kernelIndex(*epilogue) : GRADC_NO_EPILOGUE;
    llvm::append_range(parameters, lib.getParameters());
  } else {
    kind = GRADC_COMMAND_COPY;
  }
  SmallVector<uint32_t> operands;
  for (Value operand : op->getOperands()) {
    auto view = operand.getDefiningOp<rt::ViewOp>();
    operands.push_back(addView(view.getSegment(), view.getOffset(),
                               rt::getBytes(view.getType())));
  }
  return structure({i16(kind), i16(0), i32(index), i32(operands.size()),
                    i32(parameters.size()), numbers<uint32_t>(operands),
                    numbers<int64_t>(parameters),
                    string(getModelLine(op->getLoc()))});
}

Constant *TableWriter::makeEntry(rt::ProgramOp program) {
  SmallVector<Constant *> commands, inputs, results;
  for (Operation &op : program.getBody().front()) {
    if (auto bind = dyn_cast<rt::BindOp>(op))
      (bind.getRole() == rt::Role::input ? inputs : results)
          .push_back(makeTensor(bind));
    else if (!isa<rt::ViewOp>(op))
      commands.push_back(makeCommand(&op));
    if (auto wave = dyn_cast<rt::WaveOp>(op))
      for (Operation &launch : wave.getBody().front())
        commands.push_back(makeCommand(&launch));
  }
  return structure({string(program.getSymName()), i32(commands.size()),
                    i32(inputs.size()), i32(results.size()), i32(1),
                    table(commands), table(inputs), table(results)});
}

void TableWriter::write(StringRef description) {
  SmallVector<Constant *> segmentTable, stateTable, scalarTable, entryTable,
      kernelTable;
  for (auto segment : module.getOps<rt::SegmentOp>()) {
    segments[segment.getSymName()] = segmentTable.size();
    segmentTable.push_back(makeSegment(segment));
  }
  for (auto bind : module.getOps<rt::BindOp>()) {
    if (bind.getRole() == rt::Role::scalar)
      scalarTable.push_back(makeScalar(bind));
    else
      stateTable.push_back(makeTensor(bind));
  }
  for (auto program : module.getOps<rt::ProgramOp>())
    entryTable.push_back(makeEntry(program));
  auto *i64Type = llvm::Type::getInt64Ty(context);
  auto *kernelType = llvm::FunctionType::get(
      llvm::Type::getVoidTy(context),
      {llvm::PointerType::getUnqual(context), i64Type, i64Type}, false);
  for (auto [name, index] : kernelIndices) {
    auto *function = llvm::Function::Create(
        kernelType, llvm::Function::ExternalLinkage, name + ".tasks", library);
    function->setVisibility(llvm::GlobalValue::HiddenVisibility);
    TaskCount count = tasks.lookup(name);
    kernelTable.push_back(structure(
        {string(name), function, i64(count.tasks), i64(count.pointsPerTask)}));
  }
  Constant *root = global(structure(
      {i32(GRADC_LIBRARY_VERSION), i32(batch), i32(segmentTable.size()),
       i32(views.size()), i32(kernelTable.size()), i32(stateTable.size()),
       i32(scalarTable.size()), i32(entryTable.size()), table(segmentTable),
       table(views), table(kernelTable), table(stateTable), table(scalarTable),
       table(entryTable), string(description)}));

  // const gradc_library_t *gradc_library(uint32_t version)
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *type = llvm::FunctionType::get(
      pointer, {llvm::Type::getInt32Ty(context)}, false);
  auto *query = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                       GRADC_LIBRARY_SYMBOL, library);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", query));
  llvm::Value *known =
      builder.CreateICmpEQ(query->getArg(0), i32(GRADC_LIBRARY_VERSION));
  builder.CreateRet(builder.CreateSelect(known, root, null()));
}

} // namespace

void gradc::addLibraryTable(ModuleOp module,
                            const llvm::StringMap<TaskCount> &tasks,
                            StringRef description, llvm::Module &library) {
  TableWriter(module, tasks, library).write(description);
}
