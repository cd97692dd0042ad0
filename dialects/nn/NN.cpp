//===- NN.cpp - The model as a person writes it ---------------------------===//

#include "dialects/nn/NN.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::nn;

#include "dialects/nn/Dialect.cpp.inc"
#include "dialects/nn/Interfaces.cpp.inc"

void NNDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/nn/Types.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/nn/Ops.cpp.inc"
      >();
}

double nn::readNumber(Attribute attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return static_cast<double>(integer.getInt());
  return cast<FloatAttr>(attribute).getValueAsDouble();
}

bool nn::isIntegerList(Attribute attribute) {
  auto array = dyn_cast<ArrayAttr>(attribute);
  return array && llvm::all_of(array, [](Attribute element) {
           auto integer = dyn_cast<IntegerAttr>(element);
           return (integer && integer.getType().isSignlessInteger(64)) ||
                  isa<FlatSymbolRefAttr>(element);
         });
}

SmallVector<int64_t> nn::readIntegers(ArrayAttr attribute) {
  return llvm::map_to_vector(attribute, [](Attribute element) {
    return cast<IntegerAttr>(element).getInt();
  });
}

#define GET_TYPEDEF_CLASSES
#include "dialects/nn/Types.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/nn/Ops.cpp.inc"
