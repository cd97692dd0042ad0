//===- BodyText.h - The statements of a kernel ------------------*- C++ -*-===//
//
// What is used once and may be computed later is written where it is used, the
// rest gets a variable. Values that loops carry and branches yield are
// variables that are assigned. Element-wise ops on vectors that follow each
// other are one loop over the lanes.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_COMPILER_CUDA_BODYTEXT_H
#define GRADC_COMPILER_CUDA_BODYTEXT_H

#include "compiler/cuda/Names.h"
#include "compiler/cuda/ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Support/IndentedOstream.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace gradc::cuda {

class BodyText : Operands {
public:
  BodyText(mlir::raw_indented_ostream &stream, bool wideIndex)
      : stream(stream), wideIndex(wideIndex) {}

  /// Names a parameter or an array, as `wanted` if that is free.
  std::string name(mlir::Value value, llvm::StringRef wanted);

  /// Prints what `block` does. Emits an error at an op that has no text.
  mlir::LogicalResult printBody(mlir::Block &block);

private:
  /// `place = expression`, where the place is a variable or a lane of one.
  struct Assignment {
    std::string variable, place;
    Expression expression;
    int64_t lanes = 1;
  };

  // Blocks (BodyText.cpp). Element-wise ops may still wait at the end.
  mlir::LogicalResult print(mlir::Block &block);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult visitScalar(mlir::Operation *op);
  mlir::LogicalResult visitLoad(mlir::memref::LoadOp load);
  mlir::LogicalResult visitStore(mlir::memref::StoreOp store);
  mlir::LogicalResult visitShuffle(mlir::gpu::ShuffleOp op);
  mlir::LogicalResult visitAlloca(mlir::memref::AllocaOp op);
  mlir::LogicalResult visitPosition(mlir::Operation *op);
  /// What `value` is from now on: `expression` if it may wait for its use, else
  /// a variable. `array` is where it was loaded from.
  void define(mlir::Value value, Expression expression,
              llvm::StringRef array = "");
  bool mayWait(mlir::Value value);
  /// A variable of the type of `op`'s result that nobody reads after `op`, or
  /// "".
  std::string findSpent(mlir::Operation *op);
  Expression getIndex(mlir::Value memref, mlir::ValueRange indices);

  // Vectors (VectorText.cpp).
  mlir::LogicalResult visitVector(mlir::Operation *op);
  mlir::LogicalResult visitInsert(mlir::vector::InsertOp op);
  mlir::LogicalResult visitConstant(mlir::arith::ConstantOp op);
  void declareVector(mlir::Value value, const llvm::Twine &text,
                     llvm::StringRef array = "");
  /// Whether `op` computes vectors lane by lane.
  bool isLaneOp(mlir::Operation *op);
  mlir::LogicalResult addToLanes(mlir::Operation *op);
  bool usesLanes(mlir::Operation *op);
  mlir::LogicalResult printLanes();
  /// A vector as a whole.
  std::string getVector(mlir::Value value);
  /// Its element at `lane`.
  Expression getLane(mlir::Value value);

  // Control flow (ControlText.cpp).
  mlir::LogicalResult visitFor(mlir::scf::ForOp loop);
  mlir::LogicalResult visitIf(mlir::scf::IfOp branch);
  /// Whether `branch` is as short as `c ? x : y`.
  bool isChoice(mlir::scf::IfOp branch);
  mlir::LogicalResult visitChoice(mlir::scf::IfOp branch);
  /// Lets element-wise ops that wait write into the variables to which what
  /// they yield is assigned, and which are `carried` until then.
  void bindLanes(llvm::ArrayRef<std::string> variables,
                 mlir::ValueRange yielded, mlir::ValueRange carried);
  /// Declares a variable that may be assigned, and returns its name.
  std::string declare(mlir::Value value, mlir::Value initial,
                      llvm::StringRef wanted);
  /// Assigns all at once.
  void assign(llvm::ArrayRef<Assignment> assignments);
  void assign(llvm::ArrayRef<std::string> variables, mlir::ValueRange values);
  void printAssignment(llvm::StringRef variable, const Expression &expression);
  void setVariable(mlir::Value value, llvm::StringRef name);
  /// The name of the variable that `value` is and that `op` may assign: one of
  /// its own block, for others keep their value until the block runs again.
  /// Else
  /// "".
  std::string getVariable(mlir::Value value, mlir::Operation *op);
  Scalar carriedType(mlir::Value value);

  Expression get(mlir::Value value) override;
  Expression getAtom(mlir::Value value) override;
  Scalar typeOf(mlir::Value value);
  mlir::LogicalResult refuse(mlir::Operation *op);

  mlir::raw_indented_ostream &stream;
  bool wideIndex;
  Names names;
  llvm::DenseMap<mlir::Value, Expression> expressions;
  /// Arrays and vectors by name.
  llvm::DenseMap<mlir::Value, std::string> arrays;
  /// Of vectors that are not in memory: the expression for any `lane`.
  llvm::DenseMap<mlir::Value, Expression> uniform;
  /// The values that are variables which may be assigned.
  llvm::DenseSet<mlir::Value> assigned;
  /// Element-wise ops that have not been printed yet.
  llvm::SmallSetVector<mlir::Operation *, 16> lanes;
  /// Whether these are printed now.
  bool inLanes = false;
  /// Whether everything waits for its use, however long.
  bool isWaiting = false;
};

/// An element of a constant. An index is as wide as what it meets.
Expression makeConstant(mlir::Attribute value, Scalar type);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_BODYTEXT_H
