//===- model_text_test.cpp - Model files that are spoilt ------------------===//
//
// Whatever stands in a file, reading it ends with a module or with an error.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ModelText.h"

#include "dialects/Registration.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace gradc;

namespace {

constexpr char kModel[] = R"(
nn.module @Block(%x) <ff, drop = 0.0> {
  %n = nn.layer_norm "ln"(%x)
  %u = nn.linear "fc"(%n) {out = @ff, act = "gelu_tanh"}
  %e = nn.dropout(%u) {p = @drop}
  nn.return %e
}
nn.model @m(%x: f32[B, 8], %label: i32[B]) <B = 4> {
  %h = nn.call @Block "h"(%x) repeat 2 {ff = 8}
  %z = nn.linear "out"(%h) {out = 3}
  %loss = nn.cross_entropy(%z, %label)
  nn.return loss(%loss), outputs(logits = %z)
}
train.recipe {optimizer = "adamw", lr = 1.0e-3, groups = {"*.bias" = {weight_decay = 0.0}}, schedule = ["warmup 2%"]}
)";

class ModelText : public testing::Test {
protected:
  ModelText() {
    DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    int file;
    EXPECT_FALSE(
        llvm::sys::fs::createTemporaryFile("model", "mlir", file, path));
    llvm::raw_fd_ostream closesIt(file, /*shouldClose=*/true);
  }
  ~ModelText() override { llvm::sys::fs::remove(path); }

  /// Reads `text`; whether it is a model. If not, an error was said.
  bool read(StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    EXPECT_FALSE(error);
    unsigned errors = 0;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
      return success();
    });
    bool isModel = bool(nn::parseModel(path, context));
    EXPECT_EQ(isModel, errors == 0) << text.str();
    return isModel;
  }

  MLIRContext context;
  llvm::SmallString<128> path;
};

TEST_F(ModelText, Whole) { EXPECT_TRUE(read(kModel)); }

TEST_F(ModelText, CutShort) {
  StringRef text(kModel);
  for (size_t size = 0; size < text.size(); size += 7)
    read(text.take_front(size));
}

TEST_F(ModelText, Changed) {
  std::mt19937 random(1);
  StringRef text(kModel);
  StringRef pieces[] = {"@",
                        "%",
                        "\"",
                        "{",
                        "}",
                        "<",
                        ">",
                        "[",
                        "]",
                        "\\0",
                        "-1",
                        "1.0e999",
                        "\xff",
                        "//",
                        "=",
                        "@m",
                        "%x",
                        "f",
                        "99999999999999999999",
                        "()",
                        "loss",
                        "null",
                        "\"\\",
                        "affine_map<"};
  for (int turn = 0; turn < 400; ++turn) {
    std::string changed = text.str();
    for (unsigned edits = 1 + random() % 3; edits > 0; --edits) {
      size_t at = random() % changed.size(), size = random() % 12;
      StringRef piece = pieces[random() % std::size(pieces)];
      if (random() % 3 == 0)
        piece = text.substr(random() % text.size(), random() % 40);
      changed.replace(at, std::min(size, changed.size() - at), piece.str());
    }
    read(changed);
  }
}

} // namespace
