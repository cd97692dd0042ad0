//===- Target.cpp - The targets by name -----------------------------------===//

#include "compiler/Target.h"

using namespace gradc;

Target *gradc::getTarget(llvm::StringRef name) {
  for (Target *target : {&getCpuTarget(), &getCudaTarget()})
    if (target->getName() == name)
      return target;
  return nullptr;
}
