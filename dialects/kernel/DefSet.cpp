//===- DefSet.cpp - Kernels that compute the same are one -----------------===//

#include "dialects/kernel/DefSet.h"

#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace gradc::kernel;

static llvm::hash_code hashDef(DefOp def) {
  llvm::hash_code hash =
      llvm::hash_combine(def.getGridAttr(), def.getRowAttr(),
                         def.getNumInputsAttr(), def.getPartialsAttr());
  for (BlockArgument argument : def.getBlock().getArguments())
    hash = llvm::hash_combine(hash, argument.getType());
  // Which values an op reads is left to the comparison.
  def.getBody().walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

static bool areEqual(DefOp a, DefOp b) {
  return a.getGridAttr() == b.getGridAttr() &&
         a.getRowAttr() == b.getRowAttr() &&
         a.getNumInputsAttr() == b.getNumInputsAttr() &&
         a.getPartialsAttr() == b.getPartialsAttr() &&
         a->getDiscardableAttrDictionary() ==
             b->getDiscardableAttrDictionary() &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations);
}

DefOp DefSet::insert(DefOp def) {
  auto &sameHash = byHash[hashDef(def)];
  for (DefOp known : sameHash)
    if (areEqual(known, def))
      return known;
  sameHash.push_back(def);
  ++count;
  return def;
}
