//===- Passes.cpp - The phase 'fusion' ------------------------------------===//

#include "passes/fusion/Passes.h"

namespace gradc::fusion {
namespace {
#define GEN_PASS_REGISTRATION
#include "passes/fusion/Passes.h.inc"
} // namespace
} // namespace gradc::fusion

void gradc::fusion::registerPasses() { registerfusionPasses(); }
