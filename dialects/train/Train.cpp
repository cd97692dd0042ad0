//===- Train.cpp - What only training has ---------------------------------===//
//
// The dialect and its discardable attributes.
//
//===----------------------------------------------------------------------===//

#include "dialects/train/Train.h"
#include "dialects/train/Recipe.h"

#include "dialects/prim/Prim.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::train;

#include "dialects/train/Dialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/train/Ops.cpp.inc"

void TrainDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/train/Ops.cpp.inc"
      >();
}

std::string gradc::train::suggestName(StringRef name,
                                      ArrayRef<StringRef> known) {
  StringRef nearest;
  unsigned best = std::max<unsigned>(2, name.size() / 3) + 1;
  for (StringRef candidate : known) {
    unsigned distance = name.edit_distance(candidate, true, best);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  if (!nearest.empty())
    return ("; did you mean '" + nearest + "'?").str();
  return "; known are " + llvm::join(known, ", ");
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

namespace {

/// A number of `train.init`.
bool isF64(Attribute attr) {
  auto number = dyn_cast_or_null<FloatAttr>(attr);
  return number && number.getType().isF64();
}

LogicalResult verifyInit(Operation *op, Attribute attr) {
  auto init = dyn_cast<DictionaryAttr>(attr);
  auto kind = init ? init.getAs<StringAttr>("kind") : StringAttr();
  if (!kind)
    return op->emitOpError(
        "'train.init' must be a dictionary with the string 'kind'");
  SmallVector<StringRef> keys;
  if (kind == "constant")
    keys = {"value"};
  else if (kind == "uniform")
    keys = {"low", "high"};
  else if (kind == "normal")
    keys = {"mean", "std"};
  else
    return op->emitOpError("'train.init' has the unknown kind \"")
           << kind.getValue() << '"'
           << suggestName(kind, {"constant", "uniform", "normal"});
  for (StringRef key : keys)
    if (!isF64(init.get(key)))
      return op->emitOpError("'train.init' of kind \"")
             << kind.getValue() << "\" needs the f64 '" << key << "'";
  if (init.size() != keys.size() + 1)
    return op->emitOpError("'train.init' of kind \"")
           << kind.getValue() << "\" takes no key but "
           << llvm::join(keys, " and ");
  return success();
}

LogicalResult verifyRole(Operation *op, Attribute attr,
                         ArrayRef<StringRef> roles) {
  auto role = dyn_cast<StringAttr>(attr);
  if (!role)
    return op->emitOpError("'train.role' must be a string");
  if (!llvm::is_contained(roles, role.getValue()))
    return op->emitOpError("unknown 'train.role' \"")
           << role.getValue() << '"' << suggestName(role, roles);
  return success();
}

LogicalResult verifyBatch(Operation *op, Attribute attr) {
  auto batch = dyn_cast<IntegerAttr>(attr);
  if (!batch || !batch.getType().isInteger(64) || batch.getInt() < 1)
    return op->emitOpError("'train.batch' must be a positive i64");
  return success();
}

/// The batch of a function's argument or result is its leading dimension.
LogicalResult verifyBatchOf(Operation *op, Attribute attr, Type type) {
  if (failed(verifyBatch(op, attr)))
    return failure();
  auto tensor = dyn_cast_or_null<RankedTensorType>(type);
  int64_t batch = cast<IntegerAttr>(attr).getInt();
  if (type &&
      (!tensor || tensor.getRank() == 0 || tensor.getDimSize(0) != batch))
    return op->emitOpError("'train.batch' is ")
           << batch << ", which is not the leading dimension of " << type;
  return success();
}

LogicalResult verifyName(Operation *op, Attribute attr) {
  auto name = dyn_cast<StringAttr>(attr);
  if (!name || name.empty())
    return op->emitOpError("'train.name' must be a string that is not empty");
  return success();
}

} // namespace

LogicalResult TrainDialect::verifyRegionArgAttribute(Operation *op,
                                                     unsigned regionIndex,
                                                     unsigned argIndex,
                                                     NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  if (name == kRoleAttr)
    return verifyRole(op, value,
                      {kInput, kParameter, kBuffer, kSlot, kCounter, kScalar});
  if (name == kNameAttr)
    return verifyName(op, value);
  if (name == kInitAttr)
    return verifyInit(op, value);
  if (name == kBatchAttr) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    return verifyBatchOf(
        op, value, function ? function.getArgumentTypes()[argIndex] : Type());
  }
  if (name == kDefaultAttr) {
    auto number = dyn_cast<TypedAttr>(value);
    if (!number ||
        !(number.getType().isF64() || number.getType().isInteger(64)))
      return op->emitOpError("'train.default' must be an f64 or an i64");
    return success();
  }
  return op->emitOpError("unknown attribute '")
         << name << "' of an argument"
         << suggestName(name, {kRoleAttr, kNameAttr, kInitAttr, kDefaultAttr,
                               kBatchAttr});
}

LogicalResult
TrainDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                          unsigned resultIndex,
                                          NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  if (name == kRoleAttr)
    return verifyRole(op, value, {kLoss, kMetric, kOutput, kGradient, kState});
  if (name == kNameAttr)
    return verifyName(op, value);
  if (name == kBatchAttr) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    return verifyBatchOf(
        op, value, function ? function.getResultTypes()[resultIndex] : Type());
  }
  return op->emitOpError("unknown attribute '")
         << name << "' of a result"
         << suggestName(name, {kRoleAttr, kNameAttr, kBatchAttr});
}

LogicalResult TrainDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == kBatchAttr && isa<ModuleOp>(op))
    return verifyBatch(op, attribute.getValue());
  return op->emitOpError("unknown attribute '")
         << name << "'; a module may have '" << kBatchAttr << "'";
}
