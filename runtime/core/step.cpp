//===- step.cpp - An opened step ------------------------------------------===//

#include "core/step.h"
#include "core/dtype.h"
#include "core/validate.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace gradc;

//===----------------------------------------------------------------------===//
// The thread that runs a step
//===----------------------------------------------------------------------===//

namespace {

/// IEEE arithmetic while a step runs: rounding to nearest, subnormals kept, no
/// traps, whatever the host has set (-ffast-math sets its own).
class IeeeMode {
public:
#if defined(__x86_64__)
  IeeeMode() : before(_mm_getcsr()) { set(); }
  ~IeeeMode() { _mm_setcsr(before); }
  static void set() { _mm_setcsr(0x1f80); }

private:
  unsigned before;
#else
  static void set() {}
#endif
};

/// Signals wait while a step runs. oneDNN's f32 products use the stack pointer
/// as one more register, so a handler's frame would land in the heap. What the
/// thread itself brings about, a fault say, comes through.
class SignalsWait {
public:
  SignalsWait() {
    sigset_t held;
    sigfillset(&held);
    for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
      sigdelset(&held, fault);
    pthread_sigmask(SIG_BLOCK, &held, &before);
  }
  ~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }

private:
  sigset_t before;
};

} // namespace

static void startThread() {
  IeeeMode::set();
  OneThread::forever();
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

static gradc_status_t checkDevice(const char *device) {
  std::string name = device ? device : "cpu";
  if (name == "cpu")
    return GRADC_OK;
  if (name.compare(0, 4, "cuda") == 0)
    return fail(GRADC_UNAVAILABLE,
                "the device '%s' is not available: this libgradc runs steps on "
                "cpu",
                device);
  return fail(GRADC_INVALID_ARGUMENT, "there is no device '%s': use cpu",
              device);
}

gradc_status_t gradc_step::open(const gradc_open_args_t &args) {
  GRADC_RETURN_IF_ERROR(checkDevice(args.device));
  if (args.num_threads < 0 || args.num_threads > ThreadPool::maxThreads)
    return fail(GRADC_INVALID_ARGUMENT,
                "num_threads is %d and should be from 0 to %d",
                args.num_threads, ThreadPool::maxThreads);
  GRADC_RETURN_IF_ERROR(Image::open(args.path, image));
  library = image->library();
  GRADC_RETURN_IF_ERROR(validateLibrary(*library, args.path));

  int threads = args.num_threads
                    ? args.num_threads
                    : std::min(availableCpus(), int(ThreadPool::maxThreads));
  GRADC_RETURN_IF_ERROR(makeSegments());
  bindTensors();
  {
    OneThread alone; // primitives are made for one thread
    for (Entry &entry : entries)
      entry.program.prepare(*library, *entry.desc, addresses, threads, oneDnn,
                            workspace);
  }
  GRADC_RETURN_IF_ERROR(workspace.allocate(threads));
  memory.scratch = workspace.size();
  return pool.start(threads, startThread);
}

gradc_status_t gradc_step::makeSegments() {
  segments.resize(library->num_segments);
  addresses.resize(library->num_segments);
  for (uint32_t i = 0; i < library->num_segments; ++i) {
    const gradc_segment_desc_t &desc = library->segments[i];
    bool isConstant = desc.kind == GRADC_SEGMENT_CONSTANT;
    uint64_t &total = desc.kind == GRADC_SEGMENT_STATE  ? memory.state
                      : desc.kind == GRADC_SEGMENT_IO   ? memory.io
                      : desc.kind == GRADC_SEGMENT_TEMP ? memory.arena
                                                        : memory.constants;
    total += desc.bytes;
    auto inImage = reinterpret_cast<uintptr_t>(desc.initial);
    if (isConstant && inImage && inImage % GRADC_ALIGNMENT == 0) {
      addresses[i] = reinterpret_cast<char *>(inImage);
      continue;
    }
    GRADC_RETURN_IF_ERROR(segments[i].allocate(desc.bytes, desc.name));
    addresses[i] = segments[i].data();
    if (desc.initial)
      std::memcpy(addresses[i], desc.initial, desc.bytes);
  }
  return GRADC_OK;
}

void gradc_step::bindTensors() {
  auto address = [&](uint32_t view) {
    return addresses[library->views[view].segment] +
           library->views[view].offset;
  };
  auto bind = [&](const gradc_tensor_desc_t *descs, uint32_t count,
                  std::vector<Tensor> &tensors) {
    for (uint32_t i = 0; i < count; ++i) {
      uint64_t bytes = 0;
      tensorBytes(descs[i], bytes);
      tensors.push_back({&descs[i], address(descs[i].view), bytes});
    }
  };
  bind(library->state, library->num_state, state);
  stateHasValue.assign(library->num_state, false);
  entries.resize(library->num_entries);
  for (uint32_t i = 0; i < library->num_entries; ++i) {
    Entry &entry = entries[i];
    entry.desc = &library->entries[i];
    bind(entry.desc->inputs, entry.desc->num_inputs, entry.inputs);
    bind(entry.desc->results, entry.desc->num_results, entry.results);
    entry.given.resize(entry.inputs.size());
  }
  for (uint32_t i = 0; i < library->num_scalars; ++i) {
    const gradc_scalar_desc_t &desc = library->scalars[i];
    char *place = address(desc.view);
    if (desc.dtype == GRADC_F64) {
      auto *value = reinterpret_cast<double *>(place);
      *value = desc.initial;
      scalars.push_back({&desc, value});
      continue;
    }
    auto *value = reinterpret_cast<int64_t *>(place);
    *value = int64_t(desc.initial);
    if (std::strcmp(desc.name, "valid_rows") == 0)
      validRows = value;
    else if (std::strcmp(desc.name, "seed") == 0)
      seed = value;
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Entry *gradc_step::findEntry(const char *name) const {
  for (const Entry &entry : entries)
    if (std::strcmp(entry.desc->name, name) == 0)
      return const_cast<Entry *>(&entry);
  std::string names;
  for (const Entry &entry : entries)
    names += (names.empty() ? "" : ", ") + std::string(entry.desc->name);
  fail(GRADC_NOT_FOUND, "there is no entry '%s'; there are: %s", name,
       names.c_str());
  return nullptr;
}

Tensor *gradc_step::findState(const char *name) const {
  for (const Tensor &tensor : state)
    if (std::strcmp(tensor.desc->name, name) == 0)
      return const_cast<Tensor *>(&tensor);
  fail(GRADC_NOT_FOUND, "there is no state '%s'", name);
  return nullptr;
}

static std::string shapeText(const int64_t *shape, uint32_t rank) {
  std::string text = "[";
  for (uint32_t i = 0; i < rank; ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static gradc_status_t checkInput(const Tensor &expected,
                                 const gradc_tensor_t &found) {
  const gradc_tensor_desc_t &desc = *expected.desc;
  if (uint32_t(found.dtype) != desc.dtype)
    return fail(GRADC_INVALID_ARGUMENT,
                "input '%s' has elements of type %s and should have %s",
                desc.name, gradc_dtype_name(found.dtype),
                dtypeName(desc.dtype));
  bool shapesAreKnown = !found.rank || found.shape;
  if (!shapesAreKnown || found.rank != desc.rank ||
      !std::equal(desc.shape, desc.shape + desc.rank, found.shape))
    return fail(GRADC_INVALID_ARGUMENT,
                "input '%s' has the shape %s and should have %s", desc.name,
                shapesAreKnown ? shapeText(found.shape, found.rank).c_str()
                               : "NULL",
                shapeText(desc.shape, desc.rank).c_str());
  if (!found.data && expected.bytes)
    return fail(GRADC_INVALID_ARGUMENT, "input '%s' has no data", desc.name);
  return GRADC_OK;
}

gradc_status_t gradc_step::checkInputs(Entry &entry,
                                       const gradc_run_args_t &args) {
  std::fill(entry.given.begin(), entry.given.end(), nullptr);
  if (args.num_inputs && !args.inputs)
    return fail(GRADC_INVALID_ARGUMENT, "the inputs are NULL");
  for (uint32_t i = 0; i < args.num_inputs; ++i) {
    const gradc_tensor_t &found = args.inputs[i];
    if (!found.name)
      return fail(GRADC_INVALID_ARGUMENT, "input %u has no name", i);
    auto place = std::find_if(
        entry.inputs.begin(), entry.inputs.end(), [&](const Tensor &tensor) {
          return std::strcmp(tensor.desc->name, found.name) == 0;
        });
    if (place == entry.inputs.end()) {
      std::string names;
      for (const Tensor &tensor : entry.inputs)
        names += (names.empty() ? "" : ", ") + std::string(tensor.desc->name);
      return fail(GRADC_INVALID_ARGUMENT,
                  "the entry '%s' has no input '%s'; it has: %s",
                  entry.desc->name, found.name,
                  names.empty() ? "none" : names.c_str());
    }
    const gradc_tensor_t *&given = entry.given[place - entry.inputs.begin()];
    if (given)
      return fail(GRADC_INVALID_ARGUMENT, "input '%s' is given twice",
                  found.name);
    GRADC_RETURN_IF_ERROR(checkInput(*place, found));
    given = &found;
  }
  for (size_t i = 0; i < entry.given.size(); ++i)
    if (!entry.given[i])
      return fail(
          GRADC_INVALID_ARGUMENT,
          "the entry '%s' needs the input '%s', %s of %s", entry.desc->name,
          entry.inputs[i].desc->name,
          shapeText(entry.inputs[i].desc->shape, entry.inputs[i].desc->rank)
              .c_str(),
          dtypeName(entry.inputs[i].desc->dtype));
  return GRADC_OK;
}

gradc_status_t gradc_step::execute(Entry &entry) {
  SignalsWait wait;
  OneThread alone;
  IeeeMode ieee;
  entry.hasRun = false;
  gradc_status_t status = entry.program.run(pool, workspace);
  if (status != GRADC_OK) // in the middle of an update, perhaps
    std::fill(stateHasValue.begin(), stateHasValue.end(), false);
  entry.hasRun = status == GRADC_OK;
  return status;
}

gradc_status_t gradc_step::run(const gradc_run_args_t &args) {
  if (!args.entry)
    return fail(GRADC_INVALID_ARGUMENT, "no entry is named");
  if (std::strcmp(args.entry, "init") == 0)
    return fail(GRADC_INVALID_ARGUMENT,
                "the entry 'init' is run by gradc_init");
  Entry *entry = findEntry(args.entry);
  if (!entry)
    return GRADC_NOT_FOUND;
  int64_t batch = library->batch;
  if (args.valid_rows < -1 || args.valid_rows > batch)
    return fail(GRADC_INVALID_ARGUMENT,
                "valid_rows is %lld and should be from 0 to %lld, or -1 for "
                "all rows",
                (long long)args.valid_rows, (long long)batch);
  if (args.stream)
    return fail(GRADC_INVALID_ARGUMENT,
                "the stream is not NULL, but the device cpu has no streams");
  GRADC_RETURN_IF_ERROR(checkInputs(*entry, args));
  auto missing = std::find(stateHasValue.begin(), stateHasValue.end(), false);
  if (missing != stateHasValue.end())
    return fail(GRADC_NOT_INITIALIZED,
                "the state '%s' has no value yet: initialise the step or load "
                "a checkpoint",
                state[missing - stateHasValue.begin()].desc->name);

  for (size_t i = 0; i < entry->inputs.size(); ++i)
    if (entry->inputs[i].bytes)
      std::memcpy(entry->inputs[i].data, entry->given[i]->data,
                  entry->inputs[i].bytes);
  if (validRows)
    *validRows = args.valid_rows < 0 ? batch : args.valid_rows;
  return execute(*entry);
}

gradc_status_t gradc_step::init(int64_t value) {
  Entry *entry = findEntry("init");
  if (!entry)
    return GRADC_NOT_FOUND;
  if (!entry->inputs.empty())
    return fail(GRADC_BAD_LIBRARY, "the entry 'init' has inputs");
  if (seed)
    *seed = value;
  GRADC_RETURN_IF_ERROR(execute(*entry));
  std::fill(stateHasValue.begin(), stateHasValue.end(), true);
  return GRADC_OK;
}
