//===- Layers.cpp - Parameters and types of every layer -------------------===//
//
// One `inferSignature` a layer, in the order of Layers.td.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Detail.h"
#include "dialects/nn/Initializer.h"
#include "dialects/nn/NN.h"
#include "dialects/nn/NearestName.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace gradc;
using namespace gradc::nn;

//===----------------------------------------------------------------------===//
// What several layers need
//===----------------------------------------------------------------------===//

static LogicalResult requireFloat(Operation *op, RankedTensorType type) {
  if (isa<FloatType>(type.getElementType()))
    return success();
  return op->emitOpError("needs a float input, found ")
         << type << "; nn.convert makes one";
}

static LogicalResult requirePath(Operation *op) {
  auto path = op->getAttrOfType<StringAttr>("path");
  if (path && !path.getValue().empty())
    return success();
  return op->emitOpError("needs a name for its parameters, as in ")
         << op->getName().getStringRef() << " \"name\"(…)";
}

/// `init` as the option says, or `otherwise`.
static FailureOr<DictionaryAttr> readInit(Operation *op, StringRef option,
                                          ArrayRef<int64_t> shape,
                                          DictionaryAttr otherwise) {
  auto text = op->getAttrOfType<StringAttr>(option);
  if (!text)
    return otherwise;
  DictionaryAttr init =
      parseInitializer(text.getValue(), shape, op->getContext(),
                       [&] { return op->emitOpError(); });
  if (!init)
    return failure();
  return init;
}

static LogicalResult addParameter(Operation *op, LayerSignature &signature,
                                  StringRef name, StringRef option,
                                  RankedTensorType type,
                                  DictionaryAttr otherwise) {
  FailureOr<DictionaryAttr> init =
      readInit(op, option, type.getShape(), otherwise);
  if (failed(init))
    return failure();
  signature.parameters.push_back({name.str(), type, *init});
  return success();
}

/// `dim`, where a negative one counts from the end.
static FailureOr<int64_t> normalizeDim(Operation *op, int64_t dim,
                                       int64_t rank) {
  if (dim < -rank || dim >= rank)
    return op->emitOpError("has dim = ")
           << dim << ", but its input has " << rank << " dimensions";
  return dim < 0 ? dim + rank : dim;
}

static LogicalResult inferSame(Operation *op, LayerSignature &signature) {
  if (failed(requireFloat(op, signature.inputs[0])))
    return failure();
  signature.results = {signature.inputs[0]};
  return success();
}

/// (C1) and (C2) of the losses and metrics of classes.
static LogicalResult verifyClasses(Operation *op, LayerSignature &signature) {
  RankedTensorType logits = signature.inputs[0], labels = signature.inputs[1];
  if (failed(requireFloat(op, logits)))
    return failure();
  if (!isa<IntegerType>(labels.getElementType()) ||
      labels.getElementType().isInteger(1))
    return op->emitOpError("needs integer labels, found ") << labels;
  if (logits.getRank() == 0 ||
      labels.getShape() != logits.getShape().drop_back())
    return op->emitOpError("needs labels of the logits' shape without its last "
                           "dimension, found logits ")
           << logits << " and labels " << labels;
  if (auto ignored = op->getAttrOfType<IntegerAttr>("ignore_index"))
    if (!llvm::isInt<32>(ignored.getInt()))
      return op->emitOpError("has ignore_index = ")
             << ignored.getInt() << ", which is not a 32-bit number";
  return success();
}

/// The result of a mean over the batch, and that the batch leads.
static LogicalResult inferBatchMean(Operation *op, LayerSignature &signature) {
  RankedTensorType type = signature.inputs[0];
  if (auto batch = op->getAttrOfType<IntegerAttr>("batch"))
    if (batch.getInt() <= 0 || type.getRank() == 0 ||
        type.getDimSize(0) % batch.getInt() != 0)
      return op->emitOpError("needs a leading dimension that is a multiple of "
                             "the batch B = ")
             << batch.getInt() << ", found " << type;
  signature.results = {
      RankedTensorType::get({}, getAccumulationType(type.getElementType()))};
  return success();
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

unsigned LinearOp::getNumInputs() { return 1; }

LogicalResult LinearOp::inferSignature(LayerSignature &signature) {
  static constexpr StringRef activations[] = {"relu", "gelu",    "gelu_tanh",
                                              "silu", "sigmoid", "tanh"};
  RankedTensorType x = signature.inputs[0];
  if (failed(requireFloat(*this, x)) || failed(requirePath(*this)))
    return failure();
  if (x.getRank() == 0)
    return emitOpError("needs an input of at least one dimension, found ") << x;
  if (getOut() < 0)
    return emitOpError("has out = ") << getOut() << ", which is negative";
  if (std::optional<StringRef> act = getAct())
    if (!llvm::is_contained(activations, *act))
      return emitOpError("has the unknown activation '")
             << *act << "'" << didYouMean(*act, activations);

  int64_t in = x.getShape().back(), out = getOut();
  double bound = in > 0 ? 1.0 / std::sqrt(static_cast<double>(in)) : 0.0;
  DictionaryAttr init = uniformInit(getContext(), -bound, bound);
  Type elementType = x.getElementType();
  if (failed(addParameter(*this, signature, "weight", "init",
                          RankedTensorType::get({out, in}, elementType), init)))
    return failure();
  if (getBias().value_or(true) &&
      failed(addParameter(*this, signature, "bias", "bias_init",
                          RankedTensorType::get({out}, elementType), init)))
    return failure();
  SmallVector<int64_t> shape(x.getShape());
  shape.back() = out;
  signature.results = {RankedTensorType::get(shape, elementType)};
  return success();
}

LogicalResult MatmulOp::inferSignature(LayerSignature &signature) {
  RankedTensorType a = signature.inputs[0], b = signature.inputs[1];
  if (failed(requireFloat(*this, a)))
    return failure();
  int64_t rank = a.getRank();
  bool fits = a.getElementType() == b.getElementType() && rank >= 2 &&
              b.getRank() == rank &&
              a.getShape().drop_back(2) == b.getShape().drop_back(2) &&
              a.getDimSize(rank - 1) == b.getDimSize(rank - 2);
  if (!fits)
    return emitOpError("needs [batch…, m, k] and [batch…, k, n] of one type, "
                       "found ")
           << a << " and " << b;
  SmallVector<int64_t> shape(a.getShape());
  shape.back() = b.getShape().back();
  signature.results = {RankedTensorType::get(shape, a.getElementType())};
  return success();
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

LogicalResult ReluOp::inferSignature(LayerSignature &signature) {
  return inferSame(*this, signature);
}

LogicalResult GeluOp::inferSignature(LayerSignature &signature) {
  static constexpr StringRef known[] = {"none", "tanh"};
  if (std::optional<StringRef> approximate = getApproximate())
    if (!llvm::is_contained(known, *approximate))
      return emitOpError("has approximate = \"")
             << *approximate << "\"; write \"none\" or \"tanh\"";
  return inferSame(*this, signature);
}

LogicalResult SiluOp::inferSignature(LayerSignature &signature) {
  return inferSame(*this, signature);
}

LogicalResult SigmoidOp::inferSignature(LayerSignature &signature) {
  return inferSame(*this, signature);
}

LogicalResult TanhOp::inferSignature(LayerSignature &signature) {
  return inferSame(*this, signature);
}

LogicalResult SoftmaxOp::inferSignature(LayerSignature &signature) {
  if (failed(normalizeDim(*this, getDim().value_or(-1),
                          signature.inputs[0].getRank())))
    return failure();
  return inferSame(*this, signature);
}

LogicalResult LogSoftmaxOp::inferSignature(LayerSignature &signature) {
  if (failed(normalizeDim(*this, getDim().value_or(-1),
                          signature.inputs[0].getRank())))
    return failure();
  return inferSame(*this, signature);
}

//===----------------------------------------------------------------------===//
// Regularisation and norms
//===----------------------------------------------------------------------===//

LogicalResult DropoutOp::inferSignature(LayerSignature &signature) {
  double p = getP();
  if (!(p >= 0.0 && p <= 1.0))
    return emitOpError("has the rate p = ") << p << ", which is not in [0, 1]";
  return inferSame(*this, signature);
}

/// Types of what norms keep for the gradient, one number a row.
static RankedTensorType statisticsType(RankedTensorType x) {
  return RankedTensorType::get(x.getShape().drop_back(),
                               getAccumulationType(x.getElementType()));
}

/// Checks a norm of the last dimension and adds its weight, of `type`.
static LogicalResult inferNorm(Operation *op, LayerSignature &signature,
                               std::optional<double> eps,
                               RankedTensorType &type) {
  RankedTensorType x = signature.inputs[0];
  if (failed(requireFloat(op, x)) || failed(requirePath(op)))
    return failure();
  if (x.getRank() == 0)
    return op->emitOpError("needs an input of at least one dimension, found ")
           << x;
  if (eps && !(*eps >= 0.0))
    return op->emitOpError("has eps = ") << *eps << ", which is negative";
  type = RankedTensorType::get({x.getShape().back()}, x.getElementType());
  return addParameter(op, signature, "weight", "init", type,
                      constantInit(op->getContext(), 1.0));
}

unsigned LayerNormOp::getNumInputs() { return 1; }

LogicalResult LayerNormOp::inferSignature(LayerSignature &signature) {
  RankedTensorType type;
  if (failed(inferNorm(*this, signature, getEps(), type)))
    return failure();
  if (getBias().value_or(true) &&
      failed(addParameter(*this, signature, "bias", "bias_init", type,
                          constantInit(getContext(), 0.0))))
    return failure();
  RankedTensorType x = signature.inputs[0];
  signature.results = {x, statisticsType(x), statisticsType(x)};
  return success();
}

unsigned RmsNormOp::getNumInputs() { return 1; }

LogicalResult RmsNormOp::inferSignature(LayerSignature &signature) {
  RankedTensorType type;
  if (failed(inferNorm(*this, signature, getEps(), type)))
    return failure();
  RankedTensorType x = signature.inputs[0];
  signature.results = {x, statisticsType(x)};
  return success();
}

//===----------------------------------------------------------------------===//
// Losses and metrics
//===----------------------------------------------------------------------===//

LogicalResult CrossEntropyOp::inferSignature(LayerSignature &signature) {
  if (failed(verifyClasses(*this, signature)))
    return failure();
  return inferBatchMean(*this, signature);
}

LogicalResult CrossEntropyRowsOp::inferSignature(LayerSignature &signature) {
  if (failed(verifyClasses(*this, signature)))
    return failure();
  auto rows = RankedTensorType::get(
      signature.inputs[1].getShape(),
      getAccumulationType(signature.inputs[0].getElementType()));
  signature.results = {rows, rows, rows};
  return success();
}

LogicalResult MseOp::inferSignature(LayerSignature &signature) {
  RankedTensorType prediction = signature.inputs[0];
  if (failed(requireFloat(*this, prediction)))
    return failure();
  if (prediction != signature.inputs[1])
    return emitOpError("needs a prediction and a target of one type, found ")
           << prediction << " and " << signature.inputs[1];
  return inferBatchMean(*this, signature);
}

LogicalResult AccuracyOp::inferSignature(LayerSignature &signature) {
  if (failed(verifyClasses(*this, signature)) ||
      failed(inferBatchMean(*this, signature)))
    return failure();
  signature.results = {
      RankedTensorType::get({}, Float32Type::get(getContext()))};
  return success();
}

LogicalResult MeanOp::inferSignature(LayerSignature &signature) {
  if (failed(requireFloat(*this, signature.inputs[0])))
    return failure();
  return inferBatchMean(*this, signature);
}

//===----------------------------------------------------------------------===//
// Arithmetic and shapes
//===----------------------------------------------------------------------===//

static LogicalResult inferBinary(Operation *op, LayerSignature &signature) {
  RankedTensorType a = signature.inputs[0], b = signature.inputs[1];
  if (a.getElementType() != b.getElementType() ||
      a.getElementType().isInteger(1))
    return op->emitOpError("needs two numbers of one element type, found ")
           << a << " and " << b;
  int64_t rank = std::max(a.getRank(), b.getRank());
  SmallVector<int64_t> shape(rank);
  auto sizeOf = [rank](RankedTensorType type, int64_t dim) {
    int64_t own = dim - (rank - type.getRank());
    return own < 0 ? 1 : type.getDimSize(own);
  };
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t left = sizeOf(a, dim), right = sizeOf(b, dim);
    if (left != right && left != 1 && right != 1)
      return op->emitOpError("has shapes that do not broadcast: ")
             << a << " and " << b;
    shape[dim] = left == 1 ? right : left;
  }
  signature.results = {RankedTensorType::get(shape, a.getElementType())};
  return success();
}

LogicalResult AddOp::inferSignature(LayerSignature &signature) {
  return inferBinary(*this, signature);
}

LogicalResult SubOp::inferSignature(LayerSignature &signature) {
  return inferBinary(*this, signature);
}

LogicalResult MulOp::inferSignature(LayerSignature &signature) {
  return inferBinary(*this, signature);
}

LogicalResult ScaleOp::inferSignature(LayerSignature &signature) {
  return inferSame(*this, signature);
}

LogicalResult nn::verifySize(Operation *op, Type type) {
  constexpr int64_t limit = int64_t(1) << 48;
  int64_t count = 1;
  for (int64_t size : cast<RankedTensorType>(type).getShape())
    if (llvm::MulOverflow(count, size, count) || count > limit)
      return op->emitOpError("makes a tensor of more than 2^48 elements, ")
             << type;
  return success();
}

bool nn::isElementType(Type type) {
  if (type.isF64() || type.isF32() || type.isF16() || type.isBF16() ||
      type.isSignlessInteger(1))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && !integer.isSigned() &&
         llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth());
}

LogicalResult ConvertOp::inferSignature(LayerSignature &signature) {
  if (!isElementType(getDtype()))
    return emitOpError("has dtype = ") << getDtype() << ", which no tensor has";
  if (getScale() && !isa<FloatType>(getDtype()))
    return emitOpError("has a scale, but its dtype ")
           << getDtype() << " is no float";
  signature.results = {
      RankedTensorType::get(signature.inputs[0].getShape(), getDtype())};
  return success();
}

LogicalResult FlattenOp::inferSignature(LayerSignature &signature) {
  RankedTensorType x = signature.inputs[0];
  int64_t start = getStart().value_or(1);
  if (start < 0 || start >= x.getRank())
    return emitOpError("has start = ") << start << ", but its input is " << x;
  SmallVector<int64_t> shape(x.getShape().take_front(start));
  int64_t flat = 1;
  for (int64_t size : x.getShape().drop_front(start))
    flat *= size;
  shape.push_back(flat);
  signature.results = {RankedTensorType::get(shape, x.getElementType())};
  return success();
}

LogicalResult ReshapeOp::inferSignature(LayerSignature &signature) {
  RankedTensorType x = signature.inputs[0];
  SmallVector<int64_t> shape = getShape();
  int64_t known = 1;
  int64_t *rest = nullptr;
  for (int64_t &size : shape) {
    if (size < -1 || (size == -1 && rest))
      return emitOpError("needs sizes of which at most one is -1, found ")
             << getShapeAttr();
    if (size == -1)
      rest = &size;
    else
      known *= size;
  }
  if (rest && known > 0 && x.getNumElements() % known == 0)
    *rest = x.getNumElements() / known;
  auto mismatch = [&] {
    return emitOpError("can't give ")
           << x << " the shape " << getShapeAttr()
           << ", which has another number of elements";
  };
  if (rest && *rest == -1)
    return mismatch();
  auto result = RankedTensorType::get(shape, x.getElementType());
  if (result.getNumElements() != x.getNumElements())
    return mismatch();
  signature.results = {result};
  return success();
}

LogicalResult TransposeOp::inferSignature(LayerSignature &signature) {
  RankedTensorType x = signature.inputs[0];
  SmallVector<int64_t> permutation = getPermutation();
  SmallVector<int64_t> sorted = permutation;
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, x.getRank())))
    return emitOpError("needs each dimension of ")
           << x << " once in its permutation, found " << getPermutationAttr();
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(x.getDimSize(dim));
  signature.results = {RankedTensorType::get(shape, x.getElementType())};
  return success();
}
