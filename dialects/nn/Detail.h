//===- Detail.h - What decompositions and rules share -----------*- C++ -*-===//
//
// Private to dialects/nn. Formulas that a layer's value and its gradient have
// in common.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_DIALECTS_NN_DETAIL_H
#define GRADC_DIALECTS_NN_DETAIL_H

#include "dialects/prim/Expr.h"
#include <optional>

namespace gradc::nn {

/// Beyond these the gate of gelu and of silu is exactly 0 or 1 in f64 too, and
/// its derivative 0.
inline constexpr double kGeluSaturation = 40.0;
inline constexpr double kSiluSaturation = 1000.0;

inline constexpr double kLayerNormEps = 1e-5;
inline constexpr int64_t kIgnoreIndex = -100;

/// f32 for f16 and bf16, else the type itself.
inline mlir::Type getAccumulationType(mlir::Type elementType) {
  return elementType.isF16() || elementType.isBF16()
             ? mlir::Float32Type::get(elementType.getContext())
             : elementType;
}

/// `x` in the type that it is computed in.
inline Expr widen(Expr x) {
  mlir::Type wide = getAccumulationType(x.getElementType());
  return wide == x.getElementType() ? x : convert(x, wide);
}

/// Undoes `widen`.
inline Expr narrow(Expr x, mlir::Type elementType) {
  return x.getElementType() == elementType ? x : convert(x, elementType);
}

/// The dimension along which softmax goes.
inline int64_t getSoftmaxDim(std::optional<int64_t> dim, Expr x) {
  int64_t given = dim.value_or(-1);
  return given < 0 ? given + x.getRank() : given;
}

/// Labels of classes. Narrow ones are compared as i32: exact, and half as wide
/// as i64 beside f32 logits.
struct Classes {
  Classes(Expr given, std::optional<int64_t> ignoreIndex)
      : ignoreIndex(static_cast<double>(ignoreIndex.value_or(kIgnoreIndex))) {
    auto type = mlir::cast<mlir::IntegerType>(given.getElementType());
    bool fits =
        type.getWidth() < 32 || (type.getWidth() == 32 && !type.isUnsigned());
    labels = narrow(given,
                    mlir::IntegerType::get(type.getContext(), fits ? 32 : 64));
  }

  /// Whether the label is not the one that is ignored.
  Expr isCounted() const {
    return compare(prim::ComparisonDirection::NE, labels, ignoreIndex);
  }
  /// Whether the label is one of `count` classes.
  Expr isInRange(int64_t count) const {
    Expr isLow = compare(prim::ComparisonDirection::LT, labels,
                         static_cast<double>(count));
    Expr isPositive = compare(prim::ComparisonDirection::GE, labels, 0.0);
    return logicalAnd(isPositive, isLow);
  }
  /// The class at every point of `shape`, whose last dimension is the classes.
  Expr index(llvm::ArrayRef<int64_t> shape) const {
    auto type = mlir::RankedTensorType::get(shape, labels.getElementType());
    return iota(labels.getContext(), type, shape.size() - 1);
  }
  /// Whether a point of `shape` is that of its row's label.
  Expr isLabel(llvm::ArrayRef<int64_t> shape) const {
    Expr classes = index(shape);
    int64_t last = shape.size() - 1;
    return compare(prim::ComparisonDirection::EQ, classes,
                   broadcastOver(labels, classes, {last}));
  }

  Expr labels;
  double ignoreIndex;
};

} // namespace gradc::nn

#endif // GRADC_DIALECTS_NN_DETAIL_H
