//===- Names.cpp - What @name stands for ----------------------------------===//

#include "passes/model/Names.h"

#include "dialects/nn/NearestName.h"

using namespace mlir;
using namespace gradc;
using gradc::model::Names;

/// Names that the model declares or that stand in shapes of its inputs.
static SmallVector<StringRef> getKnownNames(nn::ModelOp model) {
  SmallVector<StringRef> names;
  for (DictionaryAttr input : model.getInputs().getAsRange<DictionaryAttr>())
    for (Attribute size : input.getAs<ArrayAttr>("shape"))
      if (auto name = dyn_cast<FlatSymbolRefAttr>(size))
        names.push_back(name.getValue());
  for (NamedAttribute name : model.getNames())
    names.push_back(name.getName());
  return names;
}

FailureOr<Names> Names::get(nn::ModelOp model, ArrayRef<std::string> dims) {
  Builder builder(model.getContext());
  Names names;
  for (NamedAttribute name : model.getNames())
    if (!isa<UnitAttr>(name.getValue()))
      names.values.set(name.getName(), name.getValue());

  SmallVector<StringRef> known = getKnownNames(model);
  for (StringRef dim : dims) {
    auto [name, text] = dim.split('=');
    int64_t value;
    if (name.empty() || text.getAsInteger(10, value) || value < 0)
      return emitError(UnknownLoc::get(model.getContext()))
             << "--dim takes NAME=N with a size N, found '" << dim << "'";
    if (!llvm::is_contained(known, name))
      return model.emitOpError("@")
             << model.getSymName() << " has no name '" << name
             << "', which --dim " << dim << " sets" << didYouMean(name, known);
    if (isa_and_nonnull<FloatAttr>(names.values.get(name)))
      names.values.set(name,
                       builder.getF64FloatAttr(static_cast<double>(value)));
    else
      names.values.set(name, builder.getI64IntegerAttr(value));
  }

  for (StringRef name : known)
    if (!names.values.get(name))
      return model.emitOpError("@")
             << model.getSymName() << " has no value for '" << name
             << "'; write <" << name << " = N> after the inputs or give --dim "
             << name << "=N";
  return names;
}

FailureOr<Attribute> Names::resolve(Operation *op, Attribute attribute,
                                    DictionaryAttr own) const {
  if (auto name = dyn_cast<FlatSymbolRefAttr>(attribute)) {
    if (Attribute value = own ? own.get(name.getAttr()) : Attribute())
      return value;
    if (Attribute value = lookup(name.getAttr()))
      return value;
    SmallVector<StringRef> known;
    for (NamedAttribute candidate : own ? own.getValue() : std::nullopt)
      known.push_back(candidate.getName());
    for (NamedAttribute candidate : values)
      known.push_back(candidate.getName());
    return op->emitOpError("uses the name '")
           << name.getValue() << "', which neither its module nor the model has"
           << didYouMean(name.getValue(), known);
  }
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    SmallVector<Attribute> resolved;
    for (Attribute element : array) {
      FailureOr<Attribute> value = resolve(op, element, own);
      if (failed(value))
        return failure();
      resolved.push_back(*value);
    }
    return Attribute(ArrayAttr::get(op->getContext(), resolved));
  }
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    NamedAttrList resolved;
    for (NamedAttribute entry : dictionary) {
      FailureOr<Attribute> value = resolve(op, entry.getValue(), own);
      if (failed(value))
        return failure();
      resolved.set(entry.getName(), *value);
    }
    return Attribute(resolved.getDictionary(op->getContext()));
  }
  return attribute;
}
