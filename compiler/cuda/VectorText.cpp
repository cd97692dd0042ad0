//===- VectorText.cpp - Vectors of a kernel -------------------------------===//
//
// A vector is a `Vec<T, N>`. Element-wise ops wait until somebody needs one of
// their results as a whole; those that wait by then are the body of one loop
// over the lanes.
//
//===----------------------------------------------------------------------===//

#include "compiler/cuda/BodyText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

static int64_t countLanes(Value value) {
  return cast<VectorType>(value.getType()).getNumElements();
}

void BodyText::declareVector(Value value, const Twine &text, StringRef array) {
  std::string name = names.add(suggestName(value, array));
  stream << "const " << spell(typeOf(value), countLanes(value)) << " " << name
         << " = " << text << ";\n";
  arrays[value] = name;
}

/// The first integer of `elements` and the step to the next, if it is the same
/// from each to its next.
static std::optional<std::pair<int64_t, int64_t>>
getProgression(DenseElementsAttr elements) {
  if (!elements.getElementType().isIntOrIndex() || elements.size() < 2 ||
      elements.getElementType().isInteger(1))
    return std::nullopt;
  auto values = llvm::to_vector(elements.getValues<APInt>());
  int64_t first = values[0].getSExtValue();
  int64_t step = values[1].getSExtValue() - first;
  for (size_t i = 1; i < values.size(); ++i)
    if (values[i].getSExtValue() - values[i - 1].getSExtValue() != step)
      return std::nullopt;
  return std::pair(first, step);
}

LogicalResult BodyText::visitConstant(arith::ConstantOp op) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return success(); // Written where it is used.
  if (elements.isSplat()) {
    uniform.insert_or_assign(
        op, makeConstant(elements.getSplatValue<Attribute>(), typeOf(op)));
    return success();
  }
  if (auto progression = getProgression(elements)) {
    auto [first, step] = *progression;
    Scalar type = typeOf(op);
    Expression lane = makeName("lane", Scalar::I32);
    if (step != 1)
      lane = makeBinary("*", Binding::Product, lane,
                        makeInteger(step, Scalar::I32), Scalar::I32);
    if (first != 0)
      lane = makeBinary("+", Binding::Sum, lane,
                        makeInteger(first, Scalar::I32), Scalar::I32);
    if (!isa<IndexType>(elements.getElementType()))
      lane = convert(lane, type);
    uniform.insert_or_assign(op, lane);
    return success();
  }
  std::string text = "{{";
  for (auto [i, element] : llvm::enumerate(elements.getValues<Attribute>()))
    text += (i ? ", " : "") + makeConstant(element, typeOf(op)).text;
  declareVector(op, text + "}}");
  return success();
}

Expression BodyText::getLane(Value value) {
  if (auto found = expressions.find(value); found != expressions.end())
    return found->second;
  if (auto found = uniform.find(value); found != uniform.end())
    return found->second;
  std::string array = arrays.at(value);
  Expression element =
      makeElement(array, makeName("lane", Scalar::I32), typeOf(value));
  if (assigned.contains(value))
    element.variables.push_back(array);
  return element;
}

std::string BodyText::getVector(Value value) {
  auto found = uniform.find(value);
  if (found == uniform.end())
    return arrays.at(value);
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    if (auto elements = cast<DenseElementsAttr>(constant);
        !elements.isSplat()) {
      std::string text = spell(typeOf(value), countLanes(value)) + "{{";
      for (auto [i, element] : llvm::enumerate(elements.getValues<Attribute>()))
        text += (i ? ", " : "") + makeConstant(element, typeOf(value)).text;
      return text + "}}";
    }
  return ("splat<" + spell(typeOf(value)) + ", " + Twine(countLanes(value)) +
          ">(" + found->second.text + ")")
      .str();
}

//===----------------------------------------------------------------------===//
// Loops over lanes
//===----------------------------------------------------------------------===//

bool BodyText::isLaneOp(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) &&
         llvm::any_of(op->getResultTypes(),
                      [](Type type) { return isa<VectorType>(type); });
}

LogicalResult BodyText::addToLanes(Operation *op) {
  auto type = cast<VectorType>(op->getResult(0).getType());
  if (type.getRank() != 1 || type.isScalable())
    return refuse(op);
  if (!lanes.empty() &&
      countLanes(lanes.front()->getResult(0)) != type.getNumElements())
    if (failed(printLanes()))
      return failure();
  for (Value operand : op->getOperands())
    if (!isa<VectorType>(operand.getType()))
      getAtom(operand);
  lanes.insert(op);
  return success();
}

bool BodyText::usesLanes(Operation *op) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return operand.getDefiningOp() && lanes.contains(operand.getDefiningOp());
  });
}

LogicalResult BodyText::printLanes() {
  if (lanes.empty())
    return success();
  auto isUsed = [&](Value value, bool inside) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      return lanes.contains(user) == inside;
    });
  };
  int64_t count = countLanes(lanes.front()->getResult(0));
  DenseSet<Value> bound;
  for (Operation *op : lanes)
    for (Value result : op->getResults()) {
      if (arrays.contains(result)) {
        bound.insert(result);
      } else if (isUsed(result, /*inside=*/false)) {
        arrays[result] = names.add(suggestName(result));
        stream << spell(typeOf(result), count) << " " << arrays[result]
               << ";\n";
      }
    }
  stream << "#pragma unroll\nfor (int lane = 0; lane < " << count
         << "; ++lane) {\n";
  stream.indent();
  names.enter();
  inLanes = true;
  std::vector<Assignment> assignments; // of variables that were bound
  for (Operation *op : lanes) {
    SmallVector<Expression> results = renderScalar(op, *this, wideIndex);
    if (results.empty())
      return refuse(op);
    for (auto [value, expression] :
         llvm::zip_equal(op->getResults(), results)) {
      if (value.use_empty())
        continue;
      if (isUsed(value, /*inside=*/true))
        define(value, expression);
      if (!isUsed(value, /*inside=*/false))
        continue;
      Expression written = isUsed(value, true) ? get(value) : expression;
      std::string element = arrays[value] + "[lane]";
      if (bound.contains(value))
        assignments.push_back({arrays[value], element, written});
      else
        printAssignment(element, written);
    }
  }
  assign(assignments);
  inLanes = false;
  names.leave();
  stream.unindent();
  stream << "}\n";
  for (Operation *op : lanes)
    for (Value result : op->getResults())
      expressions.erase(result);
  lanes.clear();
  return success();
}

//===----------------------------------------------------------------------===//
// Vectors as a whole
//===----------------------------------------------------------------------===//

LogicalResult BodyText::visitInsert(vector::InsertOp op) {
  if (!isa<VectorType>(op.getDest().getType()) || op.getNumIndices() != 1 ||
      isa<VectorType>(op.getSource().getType()) || op.hasDynamicPosition())
    return refuse(op);
  // A vector that nobody else wants is written into.
  std::string name;
  if (op.getDest().hasOneUse())
    name = getVariable(op.getDest(), op);
  if (name.empty()) {
    name = names.add(suggestName(op));
    stream << spell(typeOf(op), countLanes(op)) << " " << name << " = "
           << getVector(op.getDest()) << ";\n";
  }
  stream << name << "[" << op.getStaticPosition()[0]
         << "] = " << get(op.getSource()).text << ";\n";
  arrays[op] = name;
  assigned.insert(op);
  return success();
}

LogicalResult BodyText::visitVector(Operation *op) {
  for (Type type : op->getResultTypes())
    if (auto vector = dyn_cast<VectorType>(type))
      if (vector.getRank() != 1 || vector.isScalable())
        return refuse(op);
  auto address = [&](auto op) {
    Expression array = makeName(arrays.at(op.getBase()), Scalar::I64);
    return makeBinary("+", Binding::Sum, array,
                      getIndex(op.getBase(), op.getIndices()), Scalar::I64)
        .text;
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](vector::LoadOp op) {
        declareVector(
            op, "load<" + Twine(countLanes(op)) + ">(" + address(op) + ")",
            arrays.at(op.getBase()));
        return success();
      })
      .Case([&](vector::StoreOp op) {
        std::string value = getVector(op.getValueToStore());
        stream << "store(" << address(op) << ", " << value << ");\n";
        return success();
      })
      .Case<vector::BroadcastOp, vector::SplatOp>([&](auto op) {
        Value source = op->getOperand(0);
        if (isa<VectorType>(source.getType()))
          return refuse(op);
        uniform.insert_or_assign(op, getAtom(source));
        return success();
      })
      .Case([&](vector::ExtractOp op) {
        Value vector = op.getVector();
        if (isa<VectorType>(op.getType()) || op.getNumIndices() != 1)
          return refuse(op);
        auto found = uniform.find(vector);
        if (found != uniform.end() && !matchPattern(vector, m_Constant())) {
          define(op, found->second);
          return success();
        }
        Expression index = makeInteger(0, Scalar::I32);
        if (op.hasDynamicPosition())
          index = get(op.getDynamicPosition()[0]);
        else
          index = makeInteger(op.getStaticPosition()[0], Scalar::I32);
        Expression element = makeElement(getVector(vector), index, typeOf(op));
        if (assigned.contains(vector))
          element.variables.push_back(arrays[vector]);
        define(op, element);
        return success();
      })
      .Case([&](vector::InsertOp op) { return visitInsert(op); })
      .Case([&](vector::FromElementsOp op) {
        std::string text = "{{";
        for (auto [i, element] : llvm::enumerate(op.getElements()))
          text += (i ? ", " : "") + get(element).text;
        declareVector(op, text + "}}");
        return success();
      })
      .Default([&](Operation *op) { return refuse(op); });
}
