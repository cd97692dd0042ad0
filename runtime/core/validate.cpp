//===- validate.cpp - Checks of a library's tables ------------------------===//

#include "core/validate.h"
#include "core/dtype.h"

#include <cstdarg>
#include <cstdio>
#include <initializer_list>
#include <vector>

namespace gradc {

bool tensorBytes(const gradc_tensor_desc_t &tensor, uint64_t &bytes) {
  int64_t product = int64_t(dtypeSize(tensor.dtype));
  bool fits = product > 0;
  for (uint32_t i = 0; i < tensor.rank; ++i)
    fits = fits && tensor.shape[i] >= 0 &&
           !__builtin_mul_overflow(product, tensor.shape[i], &product);
  bytes = uint64_t(product);
  return fits;
}

int64_t countTasks(const gradc_kernel_desc_t &kernel,
                   const gradc_command_t &launch) {
  if (!kernel.points_per_task)
    return kernel.tasks;
  int64_t extent = launch.parameters[0];
  return extent / kernel.points_per_task +
         (extent % kernel.points_per_task != 0);
}

namespace {

constexpr size_t maxLoopDepth = 16;

class Validator {
public:
  Validator(const gradc_library_t &library, const char *path)
      : library(library), path(path) {}

  gradc_status_t run();

private:
  gradc_status_t bad(const char *format, ...)
      __attribute__((format(printf, 2, 3)));
  gradc_status_t checkView(uint32_t index, int64_t turns);
  gradc_status_t checkTensor(const gradc_tensor_desc_t &tensor,
                             const char *where);
  gradc_status_t checkTensors(const gradc_tensor_desc_t *tensors,
                              uint32_t count, const char *where);
  gradc_status_t checkEntry(const gradc_entry_desc_t &entry);
  gradc_status_t checkCommand(const gradc_command_t &command);
  gradc_status_t checkLaunch(const gradc_command_t &command);
  gradc_status_t checkWave(const gradc_entry_desc_t &entry, uint32_t index);
  gradc_status_t checkMatmul(const gradc_command_t &command);
  gradc_status_t checkEpilogue(const gradc_command_t &matmul);
  gradc_status_t checkSort(const gradc_command_t &command);

  const gradc_view_desc_t &view(const gradc_command_t &command, unsigned i) {
    return library.views[command.views[i]];
  }
  bool isConstant(const gradc_command_t &command, unsigned i) {
    return library.segments[view(command, i).segment].kind ==
           GRADC_SEGMENT_CONSTANT;
  }

  const gradc_library_t &library;
  const char *path;
};

} // namespace

gradc_status_t Validator::bad(const char *format, ...) {
  char what[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return fail(GRADC_BAD_LIBRARY, "'%s' holds tables that can't be right: %s",
              path, what);
}

gradc_status_t Validator::run() {
  struct Table {
    const void *data;
    uint32_t count;
    const char *name;
  };
  for (const Table &table : std::initializer_list<Table>{
           {library.segments, library.num_segments, "segments"},
           {library.views, library.num_views, "views"},
           {library.kernels, library.num_kernels, "kernels"},
           {library.state, library.num_state, "state"},
           {library.scalars, library.num_scalars, "scalars"},
           {library.entries, library.num_entries, "entries"},
           {library.description, 1, "description"}})
    if (table.count && !table.data)
      return bad("there is no table of %s", table.name);

  for (uint32_t i = 0; i < library.num_segments; ++i) {
    const gradc_segment_desc_t &segment = library.segments[i];
    if (!segment.name || segment.kind > GRADC_SEGMENT_CONSTANT ||
        segment.bytes > INT64_MAX)
      return bad("segment %u has no name, an unknown kind or no size", i);
    if (segment.kind == GRADC_SEGMENT_CONSTANT && segment.bytes &&
        !segment.initial)
      return bad("the constants '%s' have no bytes", segment.name);
  }
  for (uint32_t i = 0; i < library.num_views; ++i)
    GRADC_RETURN_IF_ERROR(checkView(i, 1));
  for (uint32_t i = 0; i < library.num_kernels; ++i)
    if (!library.kernels[i].name || !library.kernels[i].function ||
        library.kernels[i].tasks < 0 || library.kernels[i].points_per_task < 0)
      return bad("kernel %u has no name, no code or no tasks", i);
  GRADC_RETURN_IF_ERROR(
      checkTensors(library.state, library.num_state, "the state"));
  for (uint32_t i = 0; i < library.num_scalars; ++i) {
    const gradc_scalar_desc_t &scalar = library.scalars[i];
    if (!scalar.name || scalar.view >= library.num_views ||
        library.views[scalar.view].bytes < 8 ||
        (scalar.dtype != GRADC_F64 && scalar.dtype != GRADC_I64))
      return bad("scalar %u has no name, no view or no known type", i);
  }
  for (uint32_t i = 0; i < library.num_entries; ++i)
    GRADC_RETURN_IF_ERROR(checkEntry(library.entries[i]));
  return GRADC_OK;
}

gradc_status_t Validator::checkView(uint32_t index, int64_t turns) {
  const gradc_view_desc_t &view = library.views[index];
  if (view.segment >= library.num_segments)
    return bad("view %u is of segment %u of %u", index, view.segment,
               library.num_segments);
  if (turns <= 0)
    return GRADC_OK;
  const gradc_segment_desc_t &segment = library.segments[view.segment];
  __int128 first = view.offset, last = first;
  __int128 travel = __int128(turns - 1) * view.stride;
  (travel < 0 ? first : last) += travel;
  if (first < 0 || last + view.bytes > segment.bytes)
    return bad("view %u does not lie inside its segment '%s'", index,
               segment.name);
  if (view.offset % GRADC_ALIGNMENT ||
      (turns > 1 && view.stride % GRADC_ALIGNMENT))
    return bad("view %u does not start at a multiple of %d bytes", index,
               GRADC_ALIGNMENT);
  return GRADC_OK;
}

gradc_status_t Validator::checkTensor(const gradc_tensor_desc_t &tensor,
                                      const char *where) {
  if (!tensor.name || tensor.view >= library.num_views ||
      (tensor.rank && !tensor.shape) || tensor.role > GRADC_ROLE_SCALAR)
    return bad("a tensor of %s has no name, no view, no shape or no role",
               where);
  uint64_t bytes;
  if (!tensorBytes(tensor, bytes) || bytes > library.views[tensor.view].bytes)
    return bad("'%s' of %s is larger than its view", tensor.name, where);
  return GRADC_OK;
}

gradc_status_t Validator::checkTensors(const gradc_tensor_desc_t *tensors,
                                       uint32_t count, const char *where) {
  for (uint32_t i = 0; i < count; ++i)
    GRADC_RETURN_IF_ERROR(checkTensor(tensors[i], where));
  return GRADC_OK;
}

gradc_status_t Validator::checkEntry(const gradc_entry_desc_t &entry) {
  if (!entry.name || (entry.num_commands && !entry.commands) ||
      (entry.num_inputs && !entry.inputs) ||
      (entry.num_results && !entry.results))
    return bad("an entry has no name or lacks a table");
  GRADC_RETURN_IF_ERROR(
      checkTensors(entry.inputs, entry.num_inputs, entry.name));
  GRADC_RETURN_IF_ERROR(
      checkTensors(entry.results, entry.num_results, entry.name));

  std::vector<int64_t> turns; // of the loops around the command
  for (uint32_t i = 0; i < entry.num_commands; ++i) {
    const gradc_command_t &command = entry.commands[i];
    if (!command.location || (command.num_views && !command.views) ||
        (command.num_parameters && !command.parameters))
      return bad("command %u of '%s' lacks a table", i, entry.name);
    for (uint32_t j = 0; j < command.num_views; ++j) {
      if (command.views[j] >= library.num_views)
        return bad("command %u of '%s' uses view %u of %u", i, entry.name,
                   command.views[j], library.num_views);
      GRADC_RETURN_IF_ERROR(
          checkView(command.views[j], turns.empty() ? 1 : turns.back()));
    }
    if (command.kind == GRADC_COMMAND_LOOP) {
      if (command.num_parameters != 1 || command.parameters[0] < 0)
        return bad("the loop at command %u of '%s' has no number of turns", i,
                   entry.name);
      if (turns.size() == maxLoopDepth)
        return bad("'%s' nests more than %zu loops", entry.name, maxLoopDepth);
      turns.push_back(command.parameters[0]);
    } else if (command.kind == GRADC_COMMAND_END) {
      if (turns.empty())
        return bad("command %u of '%s' ends no loop", i, entry.name);
      turns.pop_back();
    } else if (command.kind == GRADC_COMMAND_WAVE) {
      GRADC_RETURN_IF_ERROR(checkWave(entry, i));
    } else {
      GRADC_RETURN_IF_ERROR(checkCommand(command));
    }
  }
  if (!turns.empty())
    return bad("a loop of '%s' has no end", entry.name);
  return GRADC_OK;
}

gradc_status_t Validator::checkCommand(const gradc_command_t &command) {
  switch (command.kind) {
  case GRADC_COMMAND_LAUNCH:
    return checkLaunch(command);
  case GRADC_COMMAND_MATMUL:
    return checkMatmul(command);
  case GRADC_COMMAND_SORT:
    return checkSort(command);
  case GRADC_COMMAND_COPY:
    if (command.num_views != 2 ||
        view(command, 0).bytes != view(command, 1).bytes ||
        isConstant(command, 1))
      return bad("a copy between views that do not match");
    return GRADC_OK;
  case GRADC_COMMAND_RECORD:
  case GRADC_COMMAND_WAIT:
    return GRADC_OK;
  case GRADC_COMMAND_COLLECTIVE:
    return fail(GRADC_UNAVAILABLE,
                "'%s' was compiled for several processes, which this runtime "
                "does not run",
                path);
  default:
    return bad("a command has the unknown kind %u", command.kind);
  }
}

gradc_status_t Validator::checkLaunch(const gradc_command_t &command) {
  if (command.index >= library.num_kernels)
    return bad("a launch of kernel %u of %u", command.index,
               library.num_kernels);
  const gradc_kernel_desc_t &kernel = library.kernels[command.index];
  if (command.num_parameters != (kernel.points_per_task ? 1 : 0) ||
      (command.num_parameters && command.parameters[0] < 0))
    return bad("a launch of '%s' does not name its extent, or has none to name",
               kernel.name);
  return GRADC_OK;
}

gradc_status_t Validator::checkWave(const gradc_entry_desc_t &entry,
                                    uint32_t index) {
  const gradc_command_t &wave = entry.commands[index];
  int64_t left = entry.num_commands - index - 1;
  if (wave.num_parameters != 1 || wave.parameters[0] < 1 ||
      wave.parameters[0] > left)
    return bad("the wave at command %u of '%s' has no number of launches",
               index, entry.name);
  __int128 tasks = 0;
  for (int64_t i = 0; i < wave.parameters[0]; ++i) {
    const gradc_command_t &launch = entry.commands[index + 1 + i];
    if (launch.kind != GRADC_COMMAND_LAUNCH)
      return bad("the wave at command %u of '%s' holds what is no launch",
                 index, entry.name);
    GRADC_RETURN_IF_ERROR(checkLaunch(launch));
    tasks += countTasks(library.kernels[launch.index], launch);
  }
  if (tasks > INT64_MAX)
    return bad("the wave at command %u of '%s' has too many tasks", index,
               entry.name);
  return GRADC_OK;
}

/// Whether every element [i0, i1, i2] with i < sizes lies in `bytes`.
static bool spans(const int64_t *sizes, const int64_t *strides, uint32_t dtype,
                  uint64_t bytes) {
  __int128 last = 0;
  for (int i = 0; i < 3; ++i) {
    if (sizes[i] == 0)
      return true;
    if (strides[i] < 0)
      return false;
    last += __int128(sizes[i] - 1) * strides[i];
  }
  return (last + 1) * dtypeSize(dtype) <= bytes;
}

gradc_status_t Validator::checkMatmul(const gradc_command_t &command) {
  bool hasEpilogue = command.index != GRADC_NO_EPILOGUE;
  if (command.num_views < 3 || (command.num_views > 3 && !hasEpilogue) ||
      command.num_parameters != GRADC_MATMUL_NUM_PARAMETERS)
    return bad("a matmul has %u views and %u parameters", command.num_views,
               command.num_parameters);
  const int64_t *p = command.parameters;
  for (int i = GRADC_MATMUL_BATCH; i <= GRADC_MATMUL_K; ++i)
    if (p[i] < 0 || p[i] > (int64_t(1) << 40))
      return bad("a matmul has a size of %lld", (long long)p[i]);
  uint64_t in = uint64_t(p[GRADC_MATMUL_DTYPE]),
           out = uint64_t(p[GRADC_MATMUL_PRODUCT_DTYPE]);
  if (in >= GRADC_BOOL || out >= GRADC_BOOL ||
      isFloat(uint32_t(in)) != isFloat(uint32_t(out)))
    return bad("a matmul has no known element types");
  int64_t b = p[GRADC_MATMUL_BATCH], m = p[GRADC_MATMUL_M],
          n = p[GRADC_MATMUL_N], k = p[GRADC_MATMUL_K];
  const int64_t lhs[] = {b, m, k}, rhs[] = {b, k, n}, product[] = {b, m, n};
  const int64_t *tile = p + GRADC_MATMUL_TILE;
  for (int i = 0; i < 3; ++i)
    if (tile[i] < 1 || tile[i] > (int64_t(1) << 40))
      return bad("a matmul has a tile of %lld", (long long)tile[i]);
  // Where an epilogue follows, one tile is in memory at a time.
  const int64_t *strides = p + GRADC_MATMUL_PRODUCT_STRIDES;
  const int64_t *inMemory = hasEpilogue ? tile : product;
  if (!spans(lhs, p + GRADC_MATMUL_LHS_STRIDES, uint32_t(in),
             view(command, 0).bytes) ||
      !spans(rhs, p + GRADC_MATMUL_RHS_STRIDES, uint32_t(in),
             view(command, 1).bytes) ||
      !spans(inMemory, strides, uint32_t(out),
             hasEpilogue ? uint64_t(1) << 32 : view(command, 2).bytes))
    return bad("a matmul reaches outside its views");
  // Strides of a result without elements mean nothing.
  bool isEmpty = b == 0 || m == 0 || n == 0;
  int64_t columns = inMemory[2];
  if ((!isEmpty && ((columns > 1 && strides[2] != 1) ||
                    (inMemory[1] > 1 && strides[1] < columns) ||
                    (inMemory[0] > 1 && strides[0] < columns))) ||
      (!hasEpilogue && isConstant(command, 2)))
    return bad("a matmul's result has strides that it can't have");
  return hasEpilogue ? checkEpilogue(command) : GRADC_OK;
}

gradc_status_t Validator::checkEpilogue(const gradc_command_t &matmul) {
  if (matmul.index >= library.num_kernels)
    return bad("a matmul is followed by kernel %u of %u", matmul.index,
               library.num_kernels);
  const int64_t *sizes = matmul.parameters + GRADC_MATMUL_BATCH;
  const int64_t *tile = matmul.parameters + GRADC_MATMUL_TILE;
  __int128 tiles = 1;
  for (int i = 0; i < 3; ++i)
    tiles *= (sizes[i] + tile[i] - 1) / tile[i];
  const gradc_kernel_desc_t &kernel = library.kernels[matmul.index];
  if (kernel.points_per_task)
    return bad("a matmul is followed by '%s', whose extent is open",
               kernel.name);
  if (kernel.tasks != tiles)
    return bad("a matmul of %lld tiles is followed by '%s', which has %lld "
               "tasks",
               (long long)tiles, kernel.name, (long long)kernel.tasks);
  return GRADC_OK;
}

gradc_status_t Validator::checkSort(const gradc_command_t &command) {
  const int64_t *p = command.parameters;
  if (command.num_parameters < GRADC_SORT_DTYPES || p[0] < 1 ||
      command.num_parameters != uint64_t(GRADC_SORT_DTYPES + p[0]) ||
      command.num_views != uint64_t(2 * p[0]))
    return bad("a sort has %u views and %u parameters", command.num_views,
               command.num_parameters);
  __int128 elements = 1;
  for (int i = GRADC_SORT_OUTER; i <= GRADC_SORT_INNER; ++i) {
    if (p[i] < 0 || p[i] > INT32_MAX)
      return bad("a sort has a size of %lld", (long long)p[i]);
    elements *= p[i];
  }
  for (int64_t i = 0; i < p[0]; ++i) {
    uint64_t dtype = uint64_t(p[GRADC_SORT_DTYPES + i]);
    size_t size = dtype < numDtypes ? dtypeSize(uint32_t(dtype)) : 0;
    if (!size || elements * size > view(command, unsigned(i)).bytes ||
        elements * size > view(command, unsigned(p[0] + i)).bytes ||
        isConstant(command, unsigned(p[0] + i)))
      return bad("a sort reaches outside its views");
  }
  return GRADC_OK;
}

gradc_status_t validateLibrary(const gradc_library_t &library,
                               const char *path) {
  return Validator(library, path).run();
}

} // namespace gradc
