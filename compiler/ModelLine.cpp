//===- ModelLine.cpp - The model's line behind a location -----------------===//

#include "compiler/ModelLine.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Path.h"

using namespace mlir;

std::string gradc::getModelLine(Location loc) {
  if (auto line = dyn_cast<FileLineColLoc>(loc))
    return (llvm::sys::path::filename(line.getFilename().getValue()) + ":" +
            llvm::Twine(line.getLine()))
        .str();
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return getModelLine(call.getCallee());
  if (auto name = dyn_cast<NameLoc>(loc))
    return getModelLine(name.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::string line = getModelLine(part); !line.empty())
        return line;
  return "";
}
