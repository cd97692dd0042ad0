//===- api.cpp - The C interface ------------------------------------------===//
//
// Checks what the caller gave and hands it on; gradc.h has the contracts.
//
//===----------------------------------------------------------------------===//

#include "core/dtype.h"
#include "core/step.h"

#include <cstring>
#include <string>

using namespace gradc;

//===----------------------------------------------------------------------===//
// Structs of callers
//===----------------------------------------------------------------------===//

/// Size of a struct in the first version of the interface. When one grows, its
/// line here keeps the old size, and what lies beyond a caller's has its
/// default.
template <typename Struct>
constexpr size_t firstSize = sizeof(Struct);

template <typename Struct>
static gradc_status_t checkSize(const Struct *caller, const char *name) {
  if (!caller)
    return fail(GRADC_INVALID_ARGUMENT, "a %s is NULL", name);
  if (caller->struct_size < firstSize<Struct> ||
      caller->struct_size > sizeof(Struct))
    return fail(GRADC_INVALID_ARGUMENT,
                "struct_size of a %s is %zu and should be %zu: set it to "
                "sizeof, or compile the program with this libgradc's gradc.h",
                name, caller->struct_size, sizeof(Struct));
  return GRADC_OK;
}

template <typename Struct>
static gradc_status_t readStruct(const Struct *caller, const char *name,
                                 Struct &copy) {
  GRADC_RETURN_IF_ERROR(checkSize(caller, name));
  copy = {};
  std::memcpy(&copy, caller, caller->struct_size);
  return GRADC_OK;
}

template <typename Struct>
static gradc_status_t writeStruct(Struct value, const char *name,
                                  Struct *caller) {
  GRADC_RETURN_IF_ERROR(checkSize(caller, name));
  value.struct_size = caller->struct_size;
  std::memcpy(caller, &value, caller->struct_size);
  return GRADC_OK;
}

static gradc_status_t requirePointer(const void *pointer, const char *name) {
  if (!pointer)
    return fail(GRADC_INVALID_ARGUMENT, "%s is NULL", name);
  return GRADC_OK;
}

static gradc_status_t requireBytes(const char *what, const Tensor &tensor,
                                   const void *data, size_t bytes) {
  if (bytes != tensor.bytes)
    return fail(GRADC_INVALID_ARGUMENT,
                "%s '%s' has %zu bytes and the caller's buffer %zu", what,
                tensor.desc->name, tensor.bytes, bytes);
  return bytes ? requirePointer(data, "the buffer") : GRADC_OK;
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

extern "C" {

uint32_t gradc_version(void) { return GRADC_VERSION; }

gradc_status_t gradc_open(const gradc_open_args_t *args,
                          gradc_step_t **out_step) {
  return guarded([&] {
    gradc_open_args_t copy;
    GRADC_RETURN_IF_ERROR(readStruct(args, "gradc_open_args_t", copy));
    GRADC_RETURN_IF_ERROR(requirePointer(out_step, "out_step"));
    GRADC_RETURN_IF_ERROR(requirePointer(copy.path, "the path"));
    auto step = std::make_unique<gradc_step>();
    GRADC_RETURN_IF_ERROR(step->open(copy));
    *out_step = step.release();
    return GRADC_OK;
  });
}

void gradc_close(gradc_step_t *step) { delete step; }

//===----------------------------------------------------------------------===//
// What a step has
//===----------------------------------------------------------------------===//

const char *gradc_describe(const gradc_step_t *step) {
  return step->library->description;
}

int64_t gradc_batch(const gradc_step_t *step) { return step->library->batch; }

uint32_t gradc_num_entries(const gradc_step_t *step) {
  return uint32_t(step->entries.size());
}

const char *gradc_entry_name(const gradc_step_t *step, uint32_t index) {
  return index < step->entries.size() ? step->entries[index].desc->name
                                      : nullptr;
}

/// Entries by name, without a sentence for the unknown ones.
static const Entry *lookUp(const gradc_step_t *step, const char *name) {
  for (const Entry &entry : step->entries)
    if (name && std::strcmp(entry.desc->name, name) == 0)
      return &entry;
  return nullptr;
}

uint32_t gradc_num_inputs(const gradc_step_t *step, const char *name) {
  const Entry *entry = lookUp(step, name);
  return entry ? uint32_t(entry->inputs.size()) : 0;
}

uint32_t gradc_num_results(const gradc_step_t *step, const char *name) {
  const Entry *entry = lookUp(step, name);
  return entry ? uint32_t(entry->results.size()) : 0;
}

uint32_t gradc_num_state(const gradc_step_t *step) {
  return uint32_t(step->state.size());
}

uint32_t gradc_num_scalars(const gradc_step_t *step) {
  return uint32_t(step->scalars.size());
}

static gradc_status_t tensorInfo(const std::vector<Tensor> &tensors,
                                 uint32_t index, const char *what,
                                 gradc_tensor_info_t *out) {
  if (index >= tensors.size())
    return fail(GRADC_NOT_FOUND, "there is no %s %u of %zu", what, index,
                tensors.size());
  const gradc_tensor_desc_t &desc = *tensors[index].desc;
  gradc_tensor_info_t info = {};
  info.name = desc.name;
  info.role = gradc_role_t(desc.role);
  info.dtype = gradc_dtype_t(desc.dtype);
  info.rank = desc.rank;
  info.is_batched = desc.batch_dim_size != 0;
  info.shape = desc.shape;
  info.bytes = tensors[index].bytes;
  return writeStruct(info, "gradc_tensor_info_t", out);
}

gradc_status_t gradc_input_info(const gradc_step_t *step, const char *name,
                                uint32_t index, gradc_tensor_info_t *out) {
  return guarded([&] {
    GRADC_RETURN_IF_ERROR(requirePointer(name, "the entry's name"));
    const Entry *entry = step->findEntry(name);
    return entry ? tensorInfo(entry->inputs, index, "input", out)
                 : GRADC_NOT_FOUND;
  });
}

gradc_status_t gradc_result_info(const gradc_step_t *step, const char *name,
                                 uint32_t index, gradc_tensor_info_t *out) {
  return guarded([&] {
    GRADC_RETURN_IF_ERROR(requirePointer(name, "the entry's name"));
    const Entry *entry = step->findEntry(name);
    return entry ? tensorInfo(entry->results, index, "result", out)
                 : GRADC_NOT_FOUND;
  });
}

gradc_status_t gradc_state_info(const gradc_step_t *step, uint32_t index,
                                gradc_tensor_info_t *out) {
  return guarded([&] { return tensorInfo(step->state, index, "state", out); });
}

gradc_status_t gradc_scalar_info(const gradc_step_t *step, uint32_t index,
                                 gradc_scalar_info_t *out) {
  return guarded([&] {
    if (index >= step->scalars.size())
      return fail(GRADC_NOT_FOUND, "there is no scalar %u of %zu", index,
                  step->scalars.size());
    const Scalar &scalar = step->scalars[index];
    gradc_scalar_info_t info = {};
    info.name = scalar.desc->name;
    info.initial = scalar.desc->initial;
    info.value = *scalar.value;
    return writeStruct(info, "gradc_scalar_info_t", out);
  });
}

gradc_status_t gradc_memory_info(const gradc_step_t *step,
                                 gradc_memory_info_t *out) {
  return writeStruct(step->memory, "gradc_memory_info_t", out);
}

size_t gradc_dtype_size(gradc_dtype_t dtype) {
  return dtypeSize(uint32_t(dtype));
}

const char *gradc_dtype_name(gradc_dtype_t dtype) {
  return dtypeName(uint32_t(dtype));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

gradc_status_t gradc_init(gradc_step_t *step, int64_t seed) {
  return guarded([&] { return step->init(seed); });
}

gradc_status_t gradc_run(gradc_step_t *step, const gradc_run_args_t *args) {
  return guarded([&] {
    gradc_run_args_t copy;
    GRADC_RETURN_IF_ERROR(readStruct(args, "gradc_run_args_t", copy));
    return step->run(copy);
  });
}

/// Copies a result of an entry that has run.
static gradc_status_t readResult(const Entry &entry, const Tensor &tensor,
                                 void *data, size_t bytes) {
  GRADC_RETURN_IF_ERROR(requireBytes("the result", tensor, data, bytes));
  if (!entry.hasRun)
    return fail(GRADC_NOT_INITIALIZED, "the entry '%s' has not run yet",
                entry.desc->name);
  if (bytes)
    std::memcpy(data, tensor.data, bytes);
  return GRADC_OK;
}

gradc_status_t gradc_read_result(const gradc_step_t *step, const char *name,
                                 const char *result, void *data, size_t bytes) {
  return guarded([&] {
    GRADC_RETURN_IF_ERROR(requirePointer(name, "the entry's name"));
    GRADC_RETURN_IF_ERROR(requirePointer(result, "the result's name"));
    const Entry *entry = step->findEntry(name);
    if (!entry)
      return GRADC_NOT_FOUND;
    for (const Tensor &tensor : entry->results)
      if (std::strcmp(tensor.desc->name, result) == 0)
        return readResult(*entry, tensor, data, bytes);
    return fail(GRADC_NOT_FOUND, "the entry '%s' has no result '%s'", name,
                result);
  });
}

gradc_status_t gradc_read_result_at(const gradc_step_t *step, const char *name,
                                    uint32_t index, void *data, size_t bytes) {
  return guarded([&] {
    GRADC_RETURN_IF_ERROR(requirePointer(name, "the entry's name"));
    const Entry *entry = step->findEntry(name);
    if (!entry)
      return GRADC_NOT_FOUND;
    if (index >= entry->results.size())
      return fail(GRADC_NOT_FOUND, "the entry '%s' has no result number %u",
                  name, index);
    return readResult(*entry, entry->results[index], data, bytes);
  });
}

//===----------------------------------------------------------------------===//
// State and hyperparameters
//===----------------------------------------------------------------------===//

gradc_status_t gradc_read_state(const gradc_step_t *step, const char *name,
                                void *data, size_t bytes) {
  return guarded([&] {
    GRADC_RETURN_IF_ERROR(requirePointer(name, "the state's name"));
    const Tensor *tensor = step->findState(name);
    if (!tensor)
      return GRADC_NOT_FOUND;
    GRADC_RETURN_IF_ERROR(requireBytes("the state", *tensor, data, bytes));
    if (!step->stateHasValue[tensor - step->state.data()])
      return fail(GRADC_NOT_INITIALIZED, "the state '%s' has no value yet",
                  name);
    if (bytes)
      std::memcpy(data, tensor->data, bytes);
    return GRADC_OK;
  });
}

gradc_status_t gradc_write_state(gradc_step_t *step, const char *name,
                                 const void *data, size_t bytes) {
  return guarded([&] {
    GRADC_RETURN_IF_ERROR(requirePointer(name, "the state's name"));
    Tensor *tensor = step->findState(name);
    if (!tensor)
      return GRADC_NOT_FOUND;
    GRADC_RETURN_IF_ERROR(requireBytes("the state", *tensor, data, bytes));
    if (bytes)
      std::memcpy(tensor->data, data, bytes);
    step->stateHasValue[tensor - step->state.data()] = true;
    return GRADC_OK;
  });
}

static gradc_status_t withScalar(const gradc_step_t *step, const char *name,
                                 double *&value) {
  GRADC_RETURN_IF_ERROR(requirePointer(name, "the hyperparameter's name"));
  for (const Scalar &scalar : step->scalars)
    if (std::strcmp(scalar.desc->name, name) == 0) {
      value = scalar.value;
      return GRADC_OK;
    }
  std::string names;
  for (const Scalar &scalar : step->scalars)
    names += (names.empty() ? "" : ", ") + std::string(scalar.desc->name);
  return fail(GRADC_NOT_FOUND, "there is no hyperparameter '%s'; there are: %s",
              name, names.empty() ? "none" : names.c_str());
}

gradc_status_t gradc_set_scalar(gradc_step_t *step, const char *name,
                                double value) {
  return guarded([&] {
    double *place = nullptr;
    GRADC_RETURN_IF_ERROR(withScalar(step, name, place));
    *place = value;
    return GRADC_OK;
  });
}

gradc_status_t gradc_get_scalar(const gradc_step_t *step, const char *name,
                                double *out_value) {
  return guarded([&] {
    double *place = nullptr;
    GRADC_RETURN_IF_ERROR(withScalar(step, name, place));
    GRADC_RETURN_IF_ERROR(requirePointer(out_value, "out_value"));
    *out_value = *place;
    return GRADC_OK;
  });
}

} // extern "C"
