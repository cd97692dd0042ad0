//===- Passes.cpp - Passes over upstream dialects -------------------------===//

#include "passes/code/Passes.h"

namespace gradc::code {
namespace {
#define GEN_PASS_REGISTRATION
#include "passes/code/Passes.h.inc"
} // namespace
} // namespace gradc::code

void gradc::code::registerPasses() { registercodePasses(); }
