//===- Rt.cpp - The executable schedule -----------------------------------===//

#include "dialects/rt/Rt.h"

#include "gradc/library.h"
#include "mlir/IR/DialectImplementation.h"
#include <map>

using namespace mlir;
using namespace gradc::rt;

#include "dialects/rt/Dialect.cpp.inc"
#include "dialects/rt/Enums.cpp.inc"

void RtDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/rt/Ops.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "dialects/rt/Ops.cpp.inc"

int64_t gradc::rt::getElementBytes(Type elementType) {
  return (elementType.getIntOrFloatBitWidth() + 7) / 8;
}

int64_t gradc::rt::getDtype(Type type) {
  if (type.isF32())
    return GRADC_F32;
  if (type.isF64())
    return GRADC_F64;
  if (type.isF16())
    return GRADC_F16;
  if (type.isBF16())
    return GRADC_BF16;
  auto integer = cast<IntegerType>(type);
  if (integer.getWidth() == 1)
    return GRADC_BOOL;
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 8:
    return isUnsigned ? GRADC_U8 : GRADC_I8;
  case 16:
    return isUnsigned ? GRADC_U16 : GRADC_I16;
  case 32:
    return isUnsigned ? GRADC_U32 : GRADC_I32;
  default:
    return isUnsigned ? GRADC_U64 : GRADC_I64;
  }
}

int64_t gradc::rt::getBytes(ShapedType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

namespace {

/// Bytes of a segment that one launch of a wave reads or writes.
struct Range {
  Attribute segment;
  int64_t begin, end;
  LaunchOp launch;
};

/// What the launches of a wave write, in ranges that do not overlap.
class Writes {
public:
  /// Whether nobody else writes any of `range`, which counts as written now.
  bool add(const Range &range) {
    if (findOther(range))
      return false;
    ranges[{range.segment.getAsOpaquePointer(), range.end}] = range;
    return true;
  }
  /// A range that overlaps `range` and is of another launch.
  const Range *findOther(const Range &range) const {
    const void *segment = range.segment.getAsOpaquePointer();
    // By their ends: the first that ends behind the begin of `range`.
    for (auto it = ranges.upper_bound({segment, range.begin});
         it != ranges.end() && it->first.first == segment &&
         it->second.begin < range.end;
         ++it)
      if (it->second.launch != range.launch)
        return &it->second;
    return nullptr;
  }

private:
  std::map<std::pair<const void *, int64_t>, Range> ranges;
};

} // namespace

LogicalResult WaveOp::verifyRegions() {
  SmallVector<Range> reads, writes;
  auto note = [](LaunchOp launch, ValueRange values,
                 SmallVector<Range> &ranges) {
    for (Value value : values)
      if (auto view = value.getDefiningOp<ViewOp>()) {
        int64_t begin = view.getOffset(), bytes = getBytes(view.getType());
        if (bytes > 0)
          ranges.push_back(
              {view.getSegmentAttr(), begin, begin + bytes, launch});
      }
  };
  for (Operation &op : getBody().front()) {
    auto launch = dyn_cast<LaunchOp>(op);
    // (C1)
    if (!launch)
      return op.emitOpError("is no launch and cannot stand in a wave");
    note(launch, launch.getInputs(), reads);
    note(launch, launch.getOutputs(), writes);
  }
  if (getBody().front().empty())
    return emitOpError("has no launch");
  // (C2)
  Writes written;
  for (Range write : writes)
    if (!written.add(write))
      return write.launch.emitOpError("writes what another launch of its wave "
                                      "writes");
  for (Range read : reads)
    if (written.findOther(read))
      return read.launch.emitOpError("reads what another launch of its wave "
                                     "writes");
  return success();
}

LogicalResult SegmentOp::verify() {
  // (C1)
  if ((getKind() == SegmentKind::constant) != getInitial().has_value())
    return emitOpError("has initial elements if and only if it is constant");
  return success();
}
