//===- Registration.cpp - Every pass of the house -------------------------===//

#include "passes/Registration.h"

#include "passes/autodiff/Passes.h"
#include "passes/code/Passes.h"
#include "passes/fusion/Passes.h"
#include "passes/lowering/Passes.h"
#include "passes/model/Passes.h"
#include "passes/schedule/Passes.h"
#include "passes/train/Passes.h"

void gradc::registerPasses() {
  model::registerPasses();
  autodiff::registerPasses();
  train::registerPasses();
  lowering::registerPasses();
  fusion::registerPasses();
  schedule::registerPasses();
  code::registerPasses();
}
