//===- Entry.h - One entry of the library under construction ----*- C++ -*-===//

#ifndef GRADC_PASSES_TRAIN_ENTRY_H
#define GRADC_PASSES_TRAIN_ENTRY_H

#include "dialects/interfaces/Vjp.h"
#include "mlir/IR/IRMapping.h"
#include "passes/train/Forward.h"
#include "llvm/ADT/StringMap.h"

namespace gradc::train {

/// What a copy of the model's function computes.
enum class Mode {
  /// As it stands.
  Train,
  /// Without dropout.
  Evaluate
};

/// An entry: a function whose arguments and results are described as they are
/// added. They must be added in the order that the dialect documents.
class Entry {
public:
  /// Adds the function `name` to the end of `module`.
  Entry(mlir::ModuleOp module, llvm::StringRef name, mlir::Location loc);

  mlir::OpBuilder &getBuilder() { return builder; }

  mlir::Value addArgument(llvm::StringRef role, mlir::StringAttr name,
                          mlir::Type type, mlir::Location loc,
                          mlir::DictionaryAttr init = {},
                          mlir::IntegerAttr batch = {});
  /// A parameter, buffer or input as the model has it.
  mlir::Value addArgument(llvm::StringRef role, const ModelArgument &argument);
  void addResult(llvm::StringRef role, mlir::StringAttr name, mlir::Value value,
                 mlir::IntegerAttr batch = {});

  /// The counter of that name, added as an argument at its first use.
  mlir::Value getCounter(llvm::StringRef name, mlir::Location loc);

  /// The run-time scalar of that name, read at the insertion point.
  mlir::Value readScalar(llvm::StringRef name, mlir::Type elementType,
                         mlir::Location loc, mlir::TypedAttr defaultValue = {});
  /// How many rows of the batch count.
  mlir::Value readValidRows(const Forward &forward, mlir::Location loc);

  /// Copies into the entry what `roots` of the model need and `mapping` lacks,
  /// and fills `mapping` for all of it. Arguments of the model become arguments
  /// of the entry, states first; in every input the rows past the valid ones
  /// are replaced.
  void cloneForward(const Forward &forward, llvm::ArrayRef<mlir::Value> roots,
                    Mode mode, mlir::IRMapping &mapping);

  /// Ends the function.
  mlir::func::FuncOp finish();

private:
  mlir::func::FuncOp function;
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::DictionaryAttr> argumentAttributes, resultAttributes;
  llvm::SmallVector<mlir::Value> results;
  llvm::StringMap<mlir::Value> counters;
};

/// The values that `roots` of the model's function depend on, the function's
/// arguments included.
llvm::DenseSet<mlir::Value> collectNeeded(llvm::ArrayRef<mlir::Value> roots,
                                          Mode mode);

/// The names of the counters that every training entry has.
inline constexpr llvm::StringLiteral kSeed = "seed";
inline constexpr llvm::StringLiteral kStep = "step";
inline constexpr llvm::StringLiteral kSkipped = "skipped";

/// A loss or metric as the sum and the count that it is the quotient of.
struct Pair {
  Expr sum, count;
};
/// `value` is the entry's copy of a loss or metric. One that is no
/// `train.batch_mean` counts once for every valid row, or once where the model
/// has no batch.
Pair getPair(Entry &entry, ExprContext &c, const Forward &forward,
             mlir::Value value);
/// The pair as a tensor of two elements.
mlir::Value packPair(Pair pair);

/// A state of the library: an argument of the entries that train.
struct State {
  llvm::StringRef role;
  mlir::StringAttr name;
  mlir::RankedTensorType type;
  /// Null for zeros.
  mlir::DictionaryAttr init;
  mlir::Location loc;
};

/// Builds `@init`, which returns the states, in their order, from the run-time
/// scalar `seed`. docs/training.md defines the random values.
void buildInit(mlir::ModuleOp module, llvm::ArrayRef<State> states,
               mlir::Location loc);

} // namespace gradc::train

#endif // GRADC_PASSES_TRAIN_ENTRY_H
