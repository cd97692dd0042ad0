//===- Passes.cpp - The phase 'schedule' ----------------------------------===//

#include "passes/schedule/Passes.h"

namespace gradc::schedule {
namespace {
#define GEN_PASS_REGISTRATION
#include "passes/schedule/Passes.h.inc"
} // namespace
} // namespace gradc::schedule

void gradc::schedule::registerPasses() { registerschedulePasses(); }
