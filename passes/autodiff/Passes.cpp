//===- Passes.cpp - The phase 'autodiff' ----------------------------------===//

#include "passes/autodiff/Passes.h"

namespace gradc::autodiff {
namespace {
#define GEN_PASS_REGISTRATION
#include "passes/autodiff/Passes.h.inc"
} // namespace
} // namespace gradc::autodiff

void gradc::autodiff::registerPasses() { registerautodiffPasses(); }
