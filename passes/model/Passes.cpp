//===- Passes.cpp - The phase 'model' -------------------------------------===//

#include "passes/model/Passes.h"

namespace gradc::model {
namespace {
#define GEN_PASS_REGISTRATION
#include "passes/model/Passes.h.inc"
} // namespace
} // namespace gradc::model

void gradc::model::registerPasses() { registermodelPasses(); }
