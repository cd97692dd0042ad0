//===- Bindings.h - What the host sees of an entry --------------*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_BINDINGS_H
#define GRADC_PASSES_SCHEDULE_BINDINGS_H

#include "passes/schedule/Places.h"
#include "passes/schedule/Steps.h"

namespace gradc::schedule {

/// Gives the arguments and results of an entry their places and names them for
/// the host. A result is written where it is wanted if that can be; otherwise
/// it is copied.
class Bindings {
public:
  /// A copy before the first or after the last step. `from` is where `value`
  /// lies in the end if it is not given.
  struct Copy {
    std::optional<Place> from;
    Place to;
    mlir::Value value;
  };

  Bindings(mlir::func::FuncOp func, Segments &segments,
           const StateUpdates &updates, llvm::ArrayRef<Step> steps);

  /// Reads the attributes of arguments and results.
  llvm::LogicalResult read();
  /// Fills `places` and the copies. `module` is where state and scalars are
  /// bound, `body` where inputs and results are.
  void bind(mlir::OpBuilder &module, mlir::OpBuilder &body, Places &places);

  llvm::ArrayRef<Copy> getCopiesBefore() const { return copiesBefore; }
  llvm::ArrayRef<Copy> getCopiesAfter() const { return copiesAfter; }
  llvm::StringRef getIoName() const { return ioName; }
  int64_t getIoBytes() const { return io.getBytes(); }
  /// States that are updated where they lie.
  unsigned getNumInPlace() const { return numInPlace; }

private:
  struct Binding {
    llvm::StringRef role;
    mlir::StringAttr name;
    mlir::IntegerAttr batch;
    mlir::Attribute initial;
  };

  llvm::LogicalResult read(mlir::DictionaryAttr attributes,
                           const llvm::Twine &what, Binding &binding);
  void bindArguments(mlir::OpBuilder &module, mlir::OpBuilder &body,
                     Places &places);
  void bindResults(mlir::OpBuilder &module, mlir::OpBuilder &body,
                   Places &places);
  bool isLastReader(mlir::BlockArgument old, mlir::Value value) const;
  Place placeAt(llvm::StringRef segment, int64_t offset) {
    return {mlir::StringAttr::get(func.getContext(), segment), offset};
  }

  mlir::func::FuncOp func;
  Segments &segments;
  const StateUpdates &updates;
  llvm::DenseMap<mlir::Operation *, size_t> stepOf;
  std::string ioName;
  Layout io;
  llvm::SmallVector<Binding> arguments, results;
  llvm::SmallVector<Copy> copiesBefore, copiesAfter;
  unsigned numInPlace = 0;
};

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_BINDINGS_H
