//===- ModelText.cpp - Reading a model file -------------------------------===//

#include "dialects/nn/ModelText.h"

#include "dialects/nn/NN.h"
#include "dialects/nn/NearestName.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::nn;

namespace {

/// A walk over the text of a model that skips what holds no numbers.
class NumberScanner {
public:
  NumberScanner(StringRef text, StringRef filename, MLIRContext &context)
      : text(text), filename(filename), context(context) {}

  LogicalResult run() {
    while (position < text.size()) {
      char c = text[position];
      if (c == '"')
        skipString();
      else if (text.substr(position).starts_with("//"))
        position = std::min(text.find('\n', position), text.size());
      else if (llvm::isAlpha(c) || c == '_' || c == '%' || c == '@' ||
               c == '!' || c == '#' || c == '^' || c == '$')
        readWord();
      else if (llvm::isDigit(c)) {
        if (failed(readNumber()))
          return failure();
      } else {
        trackBraces(c);
        ++position;
      }
    }
    return success();
  }

private:
  void skipString() {
    for (++position; position < text.size() && text[position] != '"' &&
                     text[position] != '\n';
         ++position)
      if (text[position] == '\\')
        ++position;
    ++position;
  }

  static bool isWordChar(char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
  }

  void readWord() {
    size_t start = position++;
    while (position < text.size() && isWordChar(text[position]))
      ++position;
    if (text.slice(start, position) == "train.recipe")
      recipeDepth = 0;
  }

  LogicalResult readNumber() {
    size_t start = position;
    while (position < text.size() && llvm::isDigit(text[position]))
      ++position;
    StringRef whole = text.slice(start, position);
    // With a point it is a float to MLIR too; 0x10 and 4x8xf32 are no floats.
    if (position < text.size() && text[position] == '.') {
      ++position;
      while (position < text.size() && llvm::isAlnum(text[position])) {
        bool isExponent = llvm::toLower(text[position]) == 'e';
        ++position;
        if (isExponent && position < text.size() &&
            (text[position] == '-' || text[position] == '+'))
          ++position;
      }
      return success();
    }
    StringRef rest = text.substr(position);
    size_t length = exponentLength(rest);
    if (length == 0) {
      while (position < text.size() && llvm::isAlnum(text[position]))
        ++position;
      return success();
    }
    position += length;
    if (recipeDepth)
      return success();
    auto [line, column] = lineAndColumn(start);
    emitError(FileLineColLoc::get(&context, filename, line, column))
        << "found the number " << whole << rest.take_front(length)
        << ", which MLIR does not read as a float; write " << whole << ".0"
        << rest.take_front(length);
    return failure();
  }

  /// How long the exponent at the start of `rest` is; 0 without one.
  static size_t exponentLength(StringRef rest) {
    if (rest.empty() || llvm::toLower(rest[0]) != 'e')
      return 0;
    size_t length = 1;
    if (length < rest.size() && (rest[length] == '-' || rest[length] == '+'))
      ++length;
    size_t digits = rest.substr(length).find_if_not(llvm::isDigit);
    digits = std::min(digits, rest.size() - length);
    return digits == 0 ? 0 : length + digits;
  }

  /// `recipeDepth` is there from the word train.recipe to its closing brace.
  void trackBraces(char c) {
    if (!recipeDepth)
      return;
    if (c == '{')
      ++*recipeDepth;
    else if (c == '}' && --*recipeDepth <= 0)
      recipeDepth.reset();
  }

  std::pair<unsigned, unsigned> lineAndColumn(size_t offset) const {
    StringRef before = text.take_front(offset);
    size_t lineStart = before.rfind('\n');
    lineStart = lineStart == StringRef::npos ? 0 : lineStart + 1;
    return {before.count('\n') + 1, offset - lineStart + 1};
  }

  StringRef text, filename;
  MLIRContext &context;
  size_t position = 0;
  std::optional<int> recipeDepth;
};

} // namespace

LogicalResult nn::checkNumbers(StringRef text, StringRef filename,
                               MLIRContext &context) {
  return NumberScanner(text, filename, context).run();
}

std::string nn::rewordUnknownOp(StringRef message, MLIRContext &context) {
  // "custom op 'nn.lineer' is unknown (tried 'builtin.nn.lineer' as well)", or
  // for a dialect that is not there "Dialect `nm' not found for custom op
  // 'nm.linear'".
  StringRef rest = message;
  bool isUnknown =
      rest.consume_front("custom op '") && rest.contains("' is unknown");
  if (!isUnknown) {
    rest = message.substr(message.find("not found for custom op '"));
    if (!rest.consume_front("not found for custom op '"))
      return "";
  }
  StringRef name = rest.take_until([](char c) { return c == '\''; });
  SmallVector<StringRef> known;
  for (StringRef dialect : {"nn", "train", "prim"})
    context.getOrLoadDialect(dialect);
  for (RegisteredOperationName op : context.getRegisteredOperations())
    if (StringRef dialect = op.getDialectNamespace();
        dialect == "nn" || dialect == "train" || dialect == "prim")
      known.push_back(op.getStringRef());
  llvm::sort(known);
  std::string full = name.contains('.') ? name.str() : "nn." + name.str();
  return ("there is no op '" + name + "'" + didYouMean(full, known)).str();
}

OwningOpRef<mlir::ModuleOp> nn::parseModel(StringRef filename,
                                           MLIRContext &context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openInputFile(filename, &message);
  if (!buffer) {
    emitError(UnknownLoc::get(&context)) << message;
    return nullptr;
  }
  StringRef name = filename == "-" ? "<stdin>" : filename;
  const llvm::UTF8 *text =
      reinterpret_cast<const llvm::UTF8 *>(buffer->getBufferStart());
  const llvm::UTF8 *textEnd =
      reinterpret_cast<const llvm::UTF8 *>(buffer->getBufferEnd());
  if (buffer->getBuffer().contains('\0') ||
      !llvm::isLegalUTF8String(&text, textEnd)) {
    emitError(UnknownLoc::get(&context))
        << name << " is no model: it is not a file of text in UTF-8";
    return nullptr;
  }
  if (failed(checkNumbers(buffer->getBuffer(), name, context)))
    return nullptr;

  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    std::string text = rewordUnknownOp(diagnostic.str(), context);
    if (text.empty())
      return failure(); // the next handler's
    emitError(diagnostic.getLocation()) << text;
    return success();
  });
  auto module = parseSourceFile<mlir::ModuleOp>(sources, &context);
  // Without a model the program may still be written out as functions.
  if (module && module->getOps<ModelOp>().empty() &&
      module->getOps<FunctionOpInterface>().empty()) {
    emitError(FileLineColLoc::get(&context, name, 1, 1))
        << "there is no nn.model in the file";
    return nullptr;
  }
  return module;
}
