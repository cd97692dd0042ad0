//===- ControlText.cpp - Loops and branches of a kernel -------------------===//

#include "compiler/cuda/BodyText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// An index that is carried may come from 64 bits.
Scalar BodyText::carriedType(Value value) {
  return isa<IndexType>(value.getType()) ? Scalar::I64 : typeOf(value);
}

void BodyText::setVariable(Value value, StringRef name) {
  assigned.insert(value);
  if (isa<VectorType>(value.getType())) {
    arrays[value] = name.str();
    return;
  }
  Expression variable = makeName(name, carriedType(value));
  variable.variables.push_back(name.str());
  expressions.insert_or_assign(value, variable);
}

std::string BodyText::getVariable(Value value, Operation *op) {
  if (!assigned.contains(value) || value.getParentBlock() != op->getBlock())
    return "";
  return isa<VectorType>(value.getType()) ? arrays.at(value)
                                          : expressions.at(value).text;
}

std::string BodyText::declare(Value value, Value initial, StringRef wanted) {
  std::string name = names.add(wanted);
  if (auto vector = dyn_cast<VectorType>(value.getType())) {
    stream << spell(typeOf(value), vector.getNumElements()) << " " << name;
    if (initial)
      stream << " = " << getVector(initial);
  } else {
    Scalar type = carriedType(value);
    stream << spell(type) << " " << name;
    if (initial) {
      Expression expression = get(initial);
      stream
          << " = "
          << (expression.literal ? convert(expression, type) : expression).text;
    }
  }
  stream << ";\n";
  return name;
}

void BodyText::printAssignment(StringRef variable,
                               const Expression &expression) {
  stream << variable;
  if (!expression.op.empty() && expression.left == variable &&
      expression.binding <= Binding::BitOr &&
      expression.binding != Binding::Relation &&
      expression.binding != Binding::Equality)
    stream << " " << expression.op << "= " << expression.right << ";\n";
  else
    stream << " = " << expression.text << ";\n";
}

void BodyText::assign(ArrayRef<Assignment> assignments) {
  std::vector<Assignment> ordered(assignments.begin(), assignments.end());
  // All are assigned at once: what reads a variable that is written before it
  // is computed ahead.
  for (size_t i = 0; i < ordered.size(); ++i) {
    Expression &expression = ordered[i].expression;
    bool readsWritten = llvm::any_of(
        ArrayRef(ordered).take_front(i), [&](const Assignment &earlier) {
          return llvm::is_contained(expression.variables, earlier.variable);
        });
    if (!readsWritten || expression.text == ordered[i].place)
      continue;
    std::string name = names.add("next");
    stream << "const " << spell(expression.type, ordered[i].lanes) << " "
           << name << " = " << expression.text << ";\n";
    expression = makeName(name, expression.type);
  }
  for (const Assignment &assignment : ordered)
    if (assignment.expression.text != assignment.place)
      printAssignment(assignment.place, assignment.expression);
}

void BodyText::assign(ArrayRef<std::string> variables, ValueRange values) {
  std::vector<Assignment> assignments;
  for (auto [variable, value] : llvm::zip_equal(variables, values)) {
    auto vector = dyn_cast<VectorType>(value.getType());
    Expression expression =
        vector ? makeName(getVector(value), typeOf(value)) : get(value);
    if (vector && assigned.contains(value))
      expression.variables.push_back(expression.text);
    assignments.push_back(
        {variable, variable, expression, vector ? vector.getNumElements() : 1});
  }
  assign(assignments);
}

/// What `value` is called for the op that makes it, inside of loops too.
static std::string suggestCarried(Value value, Value inner) {
  if (isa<NameLoc>(value.getLoc()))
    return suggestName(value);
  while (Operation *op = inner.getDefiningOp()) {
    unsigned number = cast<OpResult>(inner).getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      inner = loop.getYieldedValues()[number];
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      inner = branch.thenYield().getOperand(number);
    else
      break;
  }
  return suggestName(inner);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void BodyText::bindLanes(ArrayRef<std::string> variables, ValueRange yielded,
                         ValueRange carried) {
  for (auto [i, value] : llvm::enumerate(yielded)) {
    Operation *op = value.getDefiningOp();
    if (!op || !lanes.contains(op) || !value.hasOneUse())
      continue;
    // Nothing but lanes may read the old value, for the others come later.
    bool isFree = carried.empty() ||
                  llvm::all_of(carried[i].getUsers(), [&](Operation *user) {
                    return lanes.contains(user);
                  });
    if (isFree)
      arrays[value] = variables[i];
  }
}

LogicalResult BodyText::visitFor(scf::ForOp loop) {
  SmallVector<std::string> variables;
  for (auto [result, initial, carried, yielded] :
       llvm::zip_equal(loop.getResults(), loop.getInitArgs(),
                       loop.getRegionIterArgs(), loop.getYieldedValues())) {
    // The loop goes on with a variable that nobody else wants.
    std::string variable;
    if (initial.hasOneUse())
      variable = getVariable(initial, loop);
    if (variable.empty())
      variable = declare(result, initial, suggestCarried(result, yielded));
    variables.push_back(variable);
    setVariable(result, variable);
    setVariable(carried, variable);
  }
  Expression lower = get(loop.getLowerBound());
  Expression upper = getAtom(loop.getUpperBound());
  Expression step = getAtom(loop.getStep());
  if (loop->hasAttr("gradc.unroll"))
    stream << "#pragma unroll\n";
  names.enter();
  Value counter = loop.getInductionVar();
  bool isWide = getWidth(lower.type) > 32 || getWidth(upper.type) > 32 ||
                getWidth(step.type) > 32;
  Scalar type = isa<IndexType>(counter.getType())
                    ? (isWide ? Scalar::I64 : typeOf(counter))
                    : typeOf(counter);
  std::string i = isa<NameLoc>(counter.getLoc())
                      ? names.add(suggestName(counter))
                      : names.addCounter();
  expressions.insert_or_assign(counter, makeName(i, type));
  stream << "for (" << spell(type) << " " << i << " = " << lower.text << "; "
         << i << " < " << upper.text << "; ";
  if (step.literal == 1)
    stream << "++" << i << ") {\n";
  else
    stream << i << " += " << step.text << ") {\n";
  stream.indent();
  if (failed(print(*loop.getBody())))
    return failure();
  bindLanes(variables, loop.getYieldedValues(), loop.getRegionIterArgs());
  if (failed(printLanes()))
    return failure();
  assign(variables, loop.getYieldedValues());
  names.leave();
  stream.unindent();
  stream << "}\n";
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Whether the block only says what one value is, in a few words.
static bool isShortExpression(Block &block) {
  auto ops = llvm::make_early_inc_range(block.without_terminator());
  return std::distance(ops.begin(), ops.end()) <= 4 &&
         llvm::all_of(block.without_terminator(), [](Operation &op) {
           return op.hasOneUse() &&
                  isa<memref::LoadOp, arith::AddIOp, arith::SubIOp,
                      arith::MulIOp, arith::ExtFOp, arith::IndexCastOp,
                      arith::TruncIOp, arith::ExtUIOp, arith::ExtSIOp>(op);
         });
}

bool BodyText::isChoice(scf::IfOp branch) {
  return branch.getNumResults() == 1 &&
         !isa<VectorType>(branch.getResult(0).getType()) &&
         isShortExpression(*branch.thenBlock()) &&
         isShortExpression(*branch.elseBlock());
}

LogicalResult BodyText::visitChoice(scf::IfOp branch) {
  Expression condition = get(branch.getCondition());
  Value result = branch.getResult(0);
  SmallVector<Expression> values;
  isWaiting = true;
  for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
    if (failed(print(*block)))
      return failure();
    Expression value = get(block->getTerminator()->getOperand(0));
    Scalar type = carriedType(result);
    values.push_back(isFloat(type) ? value : convert(value, type));
  }
  isWaiting = false;
  define(result, makeChoice(condition, values[0], values[1]));
  return success();
}

LogicalResult BodyText::visitIf(scf::IfOp branch) {
  SmallVector<std::string> variables;
  bool areNew = true;
  auto isOnlyInside = [&](Value value) {
    return llvm::all_of(value.getUsers(), [&](Operation *user) {
      return branch->isAncestor(user);
    });
  };
  for (auto [i, result] : llvm::enumerate(branch.getResults())) {
    Value kept = branch.elseYield().getOperand(i);
    Value taken = branch.thenYield().getOperand(i);
    std::string variable;
    for (Value value : {kept, taken})
      if (variable.empty() && isOnlyInside(value))
        variable = getVariable(value, branch);
    areNew &= variable.empty();
    if (variable.empty() || llvm::is_contained(variables, variable))
      variable = declare(result, nullptr, suggestCarried(result, taken));
    variables.push_back(variable);
  }
  auto printBlock = [&](Block &block) {
    names.enter();
    stream.indent();
    ValueRange yielded = block.getTerminator()->getOperands();
    if (failed(print(block)))
      return failure();
    if (areNew)
      bindLanes(variables, yielded, /*carried=*/{});
    if (failed(printLanes()))
      return failure();
    assign(variables, yielded);
    stream.unindent();
    names.leave();
    return success();
  };
  stream << "if (" << get(branch.getCondition()).text << ") {\n";
  if (failed(printBlock(*branch.thenBlock())))
    return failure();
  Block *other = branch.elseBlock();
  bool hasElse =
      other && !(other->without_terminator().empty() &&
                 llvm::all_of(llvm::enumerate(variables), [&](auto variable) {
                   Value value =
                       other->getTerminator()->getOperand(variable.index());
                   return getVariable(value, branch) == variable.value();
                 }));
  if (hasElse) {
    stream << "} else {\n";
    if (failed(printBlock(*other)))
      return failure();
  }
  stream << "}\n";
  for (auto [result, variable] :
       llvm::zip_equal(branch.getResults(), variables))
    setVariable(result, variable);
  return success();
}
