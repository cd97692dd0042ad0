//===- NN.h - The model as a person writes it -------------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_NN_NN_H
#define GRADC_DIALECTS_NN_NN_H

#include "dialects/interfaces/Interfaces.h"
#include "dialects/nn/LayerSignature.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace gradc::nn {

/// The layer is a mean over the batch; see the trait's record.
template <typename ConcreteType>
class BatchMean : public mlir::OpTrait::TraitBase<ConcreteType, BatchMean> {};

/// The value of an option that takes an integer or a float.
double readNumber(mlir::Attribute attribute);
/// Whether `attribute` is an array of i64 and of names (`@B`).
bool isIntegerList(mlir::Attribute attribute);
/// The values of such a list without names in it.
llvm::SmallVector<int64_t> readIntegers(mlir::ArrayAttr attribute);

/// Whether `type` is one that tensors' elements may have; see the prim dialect.
bool isElementType(mlir::Type type);

/// Refuses what no machine holds, so that sizes may be multiplied.
llvm::LogicalResult verifySize(mlir::Operation *op, mlir::Type type);

/// The assembly and the verifier that all layers share; see Layers.td. Without
/// inputs there are no parentheses.
mlir::ParseResult parseLayer(mlir::OpAsmParser &parser,
                             mlir::OperationState &result,
                             bool hasInputs = true);
void printLayer(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                bool hasInputs = true);
llvm::LogicalResult verifyLayer(mlir::Operation *op);

} // namespace gradc::nn

#include "dialects/nn/Dialect.h.inc"
#include "dialects/nn/Interfaces.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/nn/Types.h.inc"

#define GET_OP_CLASSES
#include "dialects/nn/Ops.h.inc"

#endif // GRADC_DIALECTS_NN_NN_H
