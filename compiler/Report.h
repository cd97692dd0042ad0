//===- Report.h - What a step takes, before it runs -------------*- C++ -*-===//

#ifndef GRADC_COMPILER_REPORT_H
#define GRADC_COMPILER_REPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace gradc {

/// The work and the memory of the main entry (`step` or `value_and_grad`) of a
/// module on the `rt` floor; `roles` says of each state what it is,
/// `leastBytes` is of `countLeastBytes`. docs/report.md explains the fields.
/// Sizes in bytes.
llvm::json::Object makeReport(mlir::ModuleOp module,
                              const llvm::json::Object &roles,
                              int64_t leastBytes);

/// The least that must move, counted on the `kernel` floor: every tensor that
/// crosses a library call or the entry's edge read and written once.
int64_t countLeastBytes(mlir::ModuleOp module);

/// `report` for people.
void printReport(const llvm::json::Object &report, llvm::raw_ostream &stream);

} // namespace gradc

#endif // GRADC_COMPILER_REPORT_H
