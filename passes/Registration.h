//===- Registration.h - Every pass of the house -----------------*- C++ -*-===//

#ifndef GRADC_PASSES_REGISTRATION_H
#define GRADC_PASSES_REGISTRATION_H

namespace gradc {

/// Registers gradc's passes by their flags.
void registerPasses();

} // namespace gradc

#endif // GRADC_PASSES_REGISTRATION_H
