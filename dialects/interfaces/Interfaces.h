//===- Interfaces.h - What an op can say about itself -----------*- C++ -*-===//

#ifndef GRADC_DIALECTS_INTERFACES_INTERFACES_H
#define GRADC_DIALECTS_INTERFACES_INTERFACES_H

#include "dialects/interfaces/Vjp.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace gradc {

/// No gradient flows through an op with this trait.
template <typename ConcreteType>
class NotDifferentiable
    : public mlir::OpTrait::TraitBase<ConcreteType, NotDifferentiable> {};

} // namespace gradc

#include "dialects/interfaces/Interfaces.h.inc"

#endif // GRADC_DIALECTS_INTERFACES_INTERFACES_H
