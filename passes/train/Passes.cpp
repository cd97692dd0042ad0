//===- Passes.cpp - The phase 'train' -------------------------------------===//

#include "passes/train/Passes.h"

namespace gradc::train {
namespace {
#define GEN_PASS_REGISTRATION
#include "passes/train/Passes.h.inc"
} // namespace
} // namespace gradc::train

void gradc::train::registerPasses() { registertrainPasses(); }
