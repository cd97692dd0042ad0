//===- CudaText.cpp - Kernels as CUDA C++ ---------------------------------===//

#include "compiler/cuda/CudaText.h"

#include "compiler/cuda/BodyText.h"
#include "compiler/cuda/ElementTypes.h"
#include "compiler/cuda/Prelude.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

namespace {

class KernelText {
public:
  KernelText(gpu::GPUFuncOp func, raw_indented_ostream &stream)
      : func(func), stream(stream) {}

  LogicalResult print();

private:
  LogicalResult check();
  /// The parameters; arrays of the function's own are arguments in MLIR too.
  ArrayRef<BlockArgument> getParameters() {
    return func.getArguments().take_front(
        func.getFunctionType().getNumInputs());
  }
  /// The tensor that argument `i` holds.
  ShapedType getTensor(unsigned i);
  bool isWritten(BlockArgument argument);
  bool hasWideIndex();
  void printComment();
  void printLaunch();
  void printParameters(BodyText &body);
  LogicalResult printShared(BodyText &body);

  gpu::GPUFuncOp func;
  raw_indented_ostream &stream;
};

} // namespace

/// A kernel from this number of elements on has indices of 64 bits, unless it
/// says what they need.
static constexpr int64_t kManyElements = int64_t(1) << 30;

ShapedType KernelText::getTensor(unsigned i) {
  if (auto type = func.getArgAttrOfType<TypeAttr>(i, "gradc.tensor"))
    return cast<ShapedType>(type.getValue());
  return dyn_cast<ShapedType>(func.getArgument(i).getType());
}

bool KernelText::isWritten(BlockArgument argument) {
  return llvm::any_of(argument.getUses(), [](OpOperand &use) {
    return isa<memref::StoreOp, vector::StoreOp>(use.getOwner());
  });
}

bool KernelText::hasWideIndex() {
  if (auto bits = func->getAttrOfType<IntegerAttr>("gradc.index_bits"))
    return bits.getInt() > 32;
  return llvm::any_of(getParameters(), [](BlockArgument argument) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    return !type || !type.hasStaticShape() ||
           type.getNumElements() >= kManyElements;
  });
}

LogicalResult KernelText::check() {
  for (BlockArgument argument : getParameters()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (isa<IndexType>(argument.getType()))
      continue;
    if (!type || type.getRank() > 1 || !type.getLayout().isIdentity() ||
        !getScalar(type.getElementType(), false))
      return func.emitOpError() << "argument " << argument.getArgNumber()
                                << " is neither a flat array nor an index";
  }
  auto block = func.getKnownBlockSize();
  if (!block || block->size() != 3 || (*block)[0] <= 0 || (*block)[1] != 1 ||
      (*block)[2] != 1)
    return func.emitOpError("has no known_block_size of one dimension");
  if (!func->getAttrOfType<IntegerAttr>("gradc.grid") &&
      !func->getAttrOfType<IntegerAttr>("gradc.points_per_block"))
    return func.emitOpError("has neither gradc.grid nor "
                            "gradc.points_per_block");
  if (!func.getBody().hasOneBlock())
    return func.emitOpError("has more than one block");
  return success();
}

//===----------------------------------------------------------------------===//
// Comments
//===----------------------------------------------------------------------===//

/// "f32[128x10]".
static std::string describe(ShapedType type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << type.getElementType() << "[";
  llvm::interleave(
      type.getShape(), stream,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          stream << "?";
        else
          stream << size;
      },
      "x");
  stream << "]";
  return text;
}

/// Bytes of one element in memory.
static int64_t getBytes(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

void KernelText::printComment() {
  if (auto lines = func->getAttrOfType<ArrayAttr>("gradc.lines")) {
    stream << "// ";
    llvm::interleaveComma(lines.getAsValueRange<StringAttr>(), stream);
    stream << "\n";
  }
  int64_t read = 0, written = 0;
  StringRef each;
  for (auto [i, argument] : llvm::enumerate(getParameters())) {
    ShapedType type = getTensor(i);
    if (!type)
      continue;
    int64_t elements = 1;
    if (type.hasStaticShape())
      elements = type.getNumElements();
    else
      each = " for each point";
    int64_t bytes = elements * getBytes(type.getElementType());
    (isWritten(argument) ? written : read) += bytes;
  }
  stream << "// " << read << " bytes read, " << written << " written" << each
         << "\n";
}

void KernelText::printLaunch() {
  stream << "// launch " << getIdentifier(func.getName()) << " grid=";
  if (auto grid = func->getAttrOfType<IntegerAttr>("gradc.grid"))
    stream << grid.getInt();
  else
    stream
        << "ceil(n/"
        << func->getAttrOfType<IntegerAttr>("gradc.points_per_block").getInt()
        << ")";
  stream << " block=" << (*func.getKnownBlockSize())[0] << " args=";
  llvm::interleave(
      getParameters(), stream,
      [&](BlockArgument argument) {
        ShapedType type = getTensor(argument.getArgNumber());
        if (type)
          stream << describe(type) << (isWritten(argument) ? ":out" : ":in");
        else
          stream << "n";
      },
      ",");
  WalkResult found = func.walk([](Operation *op) {
    return isa<gpu::BarrierOp, gpu::ShuffleOp>(op) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
  });
  stream << (found.wasInterrupted() ? "" : " nosync") << "\n";
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void KernelText::printParameters(BodyText &body) {
  auto count = [&](bool written) {
    return llvm::count_if(getParameters(), [&](BlockArgument argument) {
      return isa<MemRefType>(argument.getType()) &&
             isWritten(argument) == written;
    });
  };
  unsigned numRead = count(false), numWritten = count(true);
  unsigned read = 0, written = 0;
  std::string name = getIdentifier(func.getName());
  stream << "extern \"C\" __global__ void __launch_bounds__("
         << (*func.getKnownBlockSize())[0] << ")\n"
         << name << "(";
  size_t column = name.size() + 1;
  for (auto [i, argument] : llvm::enumerate(getParameters())) {
    bool isLast = i + 1 == getParameters().size();
    std::string parameter;
    if (isa<IndexType>(argument.getType())) {
      parameter = "long long " + body.name(argument, "n");
    } else {
      // Inputs are x0, x1, …, the outputs y0, y1, …
      bool output = isWritten(argument);
      unsigned number = output ? written++ : read++;
      bool isOnly = (output ? numWritten : numRead) == 1;
      std::string wanted = output ? "y" : "x";
      if (!isOnly)
        wanted += llvm::utostr(number);
      if (isa<NameLoc>(argument.getLoc()))
        wanted = suggestName(argument);
      Type element = cast<MemRefType>(argument.getType()).getElementType();
      parameter = (output ? "" : "const ") +
                  spell(*getScalar(element, false)).str() + " *";
      if (func.getArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName()))
        parameter += "__restrict__ ";
      parameter += body.name(argument, wanted);
    }
    parameter += isLast ? ") {" : ",";
    if (i > 0 && column + parameter.size() > 79) {
      stream << "\n    ";
      column = 4;
    } else if (i > 0) {
      stream << " ";
      ++column;
    }
    stream << parameter;
    column += parameter.size();
  }
  if (getParameters().empty())
    stream << ") {";
  stream << "\n";
}

LogicalResult KernelText::printShared(BodyText &body) {
  for (BlockArgument array : func.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(array.getType());
    auto scalar = getScalar(type.getElementType(), false);
    if (!scalar || isa<VectorType>(type.getElementType()) ||
        !type.hasStaticShape() || !type.getLayout().isIdentity())
      return func.emitOpError("shares an array that has no text in CUDA C++");
    std::string name = body.name(
        array, isa<NameLoc>(array.getLoc()) ? suggestName(array) : "shared");
    stream << "GRADC_SHARED(" << spell(*scalar) << ", " << name << ", "
           << type.getNumElements() << ");\n";
  }
  return success();
}

LogicalResult KernelText::print() {
  if (failed(check()))
    return failure();
  stream << "\n";
  printComment();
  printLaunch();
  BodyText body(stream, hasWideIndex());
  printParameters(body);
  stream.indent();
  if (failed(printShared(body)) ||
      failed(body.printBody(func.getBody().front())))
    return failure();
  stream.unindent();
  stream << "}\n";
  return success();
}

LogicalResult cuda::printText(ModuleOp code, raw_ostream &stream) {
  std::string kernels;
  llvm::raw_string_ostream kernelStream(kernels);
  raw_indented_ostream indented(kernelStream);
  WalkResult result = code.walk([&](gpu::GPUFuncOp func) {
    nameElementTypes(func);
    return WalkResult(KernelText(func, indented).print());
  });
  if (result.wasInterrupted())
    return failure();
  printPrelude(kernels, stream);
  stream << kernels;
  return success();
}
