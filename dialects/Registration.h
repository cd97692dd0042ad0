//===- Registration.h - Every dialect of the house --------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_REGISTRATION_H
#define GRADC_DIALECTS_REGISTRATION_H

namespace mlir {
class DialectRegistry;
}

namespace gradc {

/// Registers gradc's dialects and the upstream ones they lower to.
void registerDialects(mlir::DialectRegistry &registry);

} // namespace gradc

#endif // GRADC_DIALECTS_REGISTRATION_H
