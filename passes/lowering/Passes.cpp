//===- Passes.cpp - The phase 'lowering' ----------------------------------===//

#include "passes/lowering/Passes.h"

namespace gradc::lowering {
namespace {
#define GEN_PASS_REGISTRATION
#include "passes/lowering/Passes.h.inc"
} // namespace
} // namespace gradc::lowering

void gradc::lowering::registerPasses() { registerloweringPasses(); }
