//===- Interfaces.cpp - What an op can say about itself -------------------===//

#include "dialects/interfaces/Interfaces.h"

#include "dialects/interfaces/Interfaces.cpp.inc"
