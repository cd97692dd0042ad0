//===- Names.cpp - Names of variables in the text -------------------------===//

#include "compiler/cuda/Names.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

/// What C++ and the prelude have taken.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> words = {
      "and",       "auto",    "bool",     "break",    "case",     "char",
      "const",     "default", "delete",   "do",       "double",   "else",
      "enum",      "extern",  "false",    "float",    "for",      "goto",
      "if",        "inline",  "int",      "long",     "new",      "not",
      "or",        "private", "register", "return",   "short",    "signed",
      "sizeof",    "static",  "struct",   "switch",   "template", "this",
      "true",      "typedef", "union",    "unsigned", "using",    "void",
      "while",     "xor",     "lane",     "load",     "store",    "splat",
      "maximum",   "minimum", "lesser",   "greater",  "Vec",      "floorDivide",
      "ceilDivide"};
  return words.contains(name);
}

bool Names::isFree(StringRef name) const {
  return !isReserved(name) && llvm::none_of(scopes, [&](const auto &scope) {
    return scope.contains(name);
  });
}

std::string Names::add(StringRef wanted) {
  std::string name = wanted.str();
  // A name that ends in a digit takes its number after an underscore.
  StringRef separator = llvm::isDigit(wanted.back()) ? "_" : "";
  for (unsigned number = 2; !isFree(name); ++number)
    name = (wanted + separator + llvm::Twine(number)).str();
  scopes.back().insert(name);
  return name;
}

std::string Names::addCounter() {
  for (StringRef name : {"i", "j", "k", "l", "m"})
    if (isFree(name))
      return add(name);
  return add("i");
}

std::string cuda::getIdentifier(StringRef name) {
  std::string result;
  for (char c : name)
    result += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (result.empty() || llvm::isDigit(result.front()))
    result.insert(result.begin(), 'v');
  if (isReserved(result))
    result += '_';
  return result;
}

static StringRef suggestForOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<gpu::ThreadIdOp>([](auto) { return "thread"; })
      .Case<gpu::BlockIdOp>([](auto) { return "block"; })
      .Case<gpu::BlockDimOp>([](auto) { return "threads"; })
      .Case<gpu::GridDimOp>([](auto) { return "blocks"; })
      .Case<gpu::ShuffleOp>([](auto) { return "other"; })
      .Case<arith::AddFOp>([](auto) { return "sum"; })
      .Case<arith::MulFOp>([](auto) { return "product"; })
      .Case<arith::MaximumFOp>([](auto) { return "largest"; })
      .Case<arith::MinimumFOp>([](auto) { return "least"; })
      .Default([](Operation *) { return ""; });
}

std::string cuda::suggestName(Value value, StringRef array, bool isLane) {
  if (auto name = dyn_cast<NameLoc>(value.getLoc()))
    return getIdentifier(name.getName().getValue());
  bool isVector = isa<VectorType>(value.getType()) && !isLane;
  auto plural = [&](StringRef name) {
    return isVector ? (name + "s").str() : name.str();
  };
  if (!array.empty())
    return isVector ? (array + "s").str() : (array + "_at").str();
  if (Operation *op = value.getDefiningOp())
    if (StringRef name = suggestForOp(op); !name.empty())
      return plural(name);
  Type type = getElementTypeOrSelf(value.getType());
  if (isa<IndexType>(type))
    return plural("at");
  if (type.isInteger(1))
    return plural("holds");
  if (isa<IntegerType>(type))
    return plural("n");
  return plural("v");
}
