/*===- gradc.h - Running a compiled training step -----------------*- C -*-===*\
 *
 * The C interface of libgradc. A step.so made by `gradc model.mlir -o step.so`
 * holds several entries ("init", "step", "eval", "predict", or
"value_and_grad")
 * that share one state: parameters, optimizer slots, running statistics and
 * counters. A program opens it, initialises the state and runs entries.
 *
 *   gradc_open_args_t args = {.struct_size = sizeof args, .path = "step.so"};
 *   gradc_step_t *step;
 *   if (gradc_open(&args, &step) != GRADC_OK)
 *     return fprintf(stderr, "%s\n", gradc_last_error()), 1;
 *
 * Errors      A function that can fail returns a gradc_status_t; GRADC_OK is 0.
 *             On any other, gradc_last_error() holds one sentence for a person.
 *             Nothing is thrown, printed, aborted or exited.
 * Out         What an `out_*` parameter points to is written on success only.
 * Pointers    Never NULL unless the parameter's comment says so.
 * Ownership   gradc_open creates, gradc_close frees. What an accessor returns
 *             (names, shapes, the description) belongs to the step and lives
 *             until gradc_close. Arguments are only read during the call.
 * Tensors     Dense, row-major, in host memory of any alignment, in the host's
 *             byte order. Sizes are in bytes, shapes in elements.
 * Names       NUL-terminated UTF-8: inputs as the model names them, parameters
 *             by path ("fc1.weight"), slots by parameter and slot
 *             ("fc1.weight.exp_avg").
 * Threads     Distinct steps may be used concurrently; one step may not, not
 *             even through a const pointer. A step may move between threads.
 * fork        A child of fork() may not use a step opened by its parent.
 * Versions    Structs begin with struct_size = sizeof of the caller's; they
grow
 *             at their end only, and what an older caller leaves out has its
 *             default. A caller newer than the library is refused.
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADC_GRADC_H
#define GRADC_GRADC_H

#include <stddef.h>
#include <stdint.h>

#include "gradc/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GRADC_API __attribute__((visibility("default")))
#define GRADC_MUST_USE __attribute__((warn_unused_result))
#else
#define GRADC_API
#define GRADC_MUST_USE
#endif

/* major * 10000 + minor * 100 + patch. docs/abi.md has the changes. */
#define GRADC_VERSION 100

/* GRADC_VERSION of the library that runs, not of the header compiled with. */
GRADC_API uint32_t gradc_version(void);

/*===-- Errors ------------------------------------------------------------===*/

typedef enum gradc_status {
  GRADC_OK = 0,
  GRADC_INVALID_ARGUMENT = 1, /* the caller's: a value, shape, type, size */
  GRADC_NOT_FOUND = 2,        /* no such file, entry, state, result or scalar */
  GRADC_BAD_LIBRARY = 3,      /* the file is no step.so of this version, or is
                                 damaged: compile it again */
  GRADC_UNAVAILABLE = 4,      /* this machine lacks the device or CPU feature */
  GRADC_OUT_OF_MEMORY = 5,
  GRADC_NOT_INITIALIZED = 6, /* the state or a result has no value yet */
  GRADC_INTERNAL = 7         /* a library below failed; a bug if it repeats */
} gradc_status_t;

/* The sentence that belongs to the last call on this thread that did not return
 * GRADC_OK, without a final newline; "" if there was none. Valid until the next
 * call on this thread. */
GRADC_API const char *gradc_last_error(void);

/*===-- Opening -----------------------------------------------------------===*/

typedef struct gradc_step gradc_step_t;

typedef struct gradc_open_args {
  size_t struct_size;
  const char *path;    /* of a step.so */
  const char *device;  /* NULL or "cpu" */
  int32_t num_threads; /* that run a step, the caller's included; 0: one for
                          each CPU this process may use. Results are the same
                          bits for any number. */
} gradc_open_args_t;

/* Opens a step.so. The file is checked whole before any of it is executed. The
 * state has no value yet: call gradc_init, or gradc_write_state for all of it.
 *
 * Errors  NOT_FOUND         the file can't be opened
 *         BAD_LIBRARY       not a step.so, truncated, edited, another version
 *         UNAVAILABLE       needs a CPU feature or a device that is not here
 *         INVALID_ARGUMENT  struct_size, num_threads or an unknown device
 *         OUT_OF_MEMORY     its segments do not fit */
GRADC_API GRADC_MUST_USE gradc_status_t
gradc_open(const gradc_open_args_t *args, gradc_step_t **out_step);

/* Frees everything. `step` may be NULL. */
GRADC_API void gradc_close(gradc_step_t *step);

/*===-- What a step has ---------------------------------------------------===*/

/* The description as JSON: entries, inputs, state, metrics, hyperparameters,
 * recipe, target, report, versions. docs/abi.md has its fields. */
GRADC_API const char *gradc_describe(const gradc_step_t *step);

/* Rows that valid_rows counts; 0 if the model has no batch dimension. */
GRADC_API int64_t gradc_batch(const gradc_step_t *step);

typedef struct gradc_tensor_info {
  size_t struct_size; /* in: sizeof(gradc_tensor_info_t); the rest is out */
  const char *name;
  gradc_role_t role;
  gradc_dtype_t dtype;
  uint32_t rank;
  int32_t is_batched;   /* 1 if dimension 0 is the batch, else 0 */
  const int64_t *shape; /* `rank` sizes */
  size_t bytes;         /* of the whole tensor */
} gradc_tensor_info_t;

typedef struct gradc_scalar_info {
  size_t struct_size; /* in: sizeof(gradc_scalar_info_t); the rest is out */
  const char *name;
  double initial; /* the recipe's value */
  double value;   /* what the next run uses */
} gradc_scalar_info_t;

/* Counts, and what stands at an index below them. Entries, inputs and results
 * keep the model's order; state is in the checkpoint's order. For an unknown
 * entry or an index out of range a count is 0, a name NULL, an info NOT_FOUND.
 * Inputs and results are those of one entry; scalars are the hyperparameters.
 */
GRADC_API uint32_t gradc_num_entries(const gradc_step_t *step);
GRADC_API const char *gradc_entry_name(const gradc_step_t *step,
                                       uint32_t index);
GRADC_API uint32_t gradc_num_inputs(const gradc_step_t *step,
                                    const char *entry);
GRADC_API uint32_t gradc_num_results(const gradc_step_t *step,
                                     const char *entry);
GRADC_API uint32_t gradc_num_state(const gradc_step_t *step);
GRADC_API uint32_t gradc_num_scalars(const gradc_step_t *step);

GRADC_API GRADC_MUST_USE gradc_status_t
gradc_input_info(const gradc_step_t *step, const char *entry, uint32_t index,
                 gradc_tensor_info_t *out_info);
GRADC_API GRADC_MUST_USE gradc_status_t
gradc_result_info(const gradc_step_t *step, const char *entry, uint32_t index,
                  gradc_tensor_info_t *out_info);
GRADC_API GRADC_MUST_USE gradc_status_t gradc_state_info(
    const gradc_step_t *step, uint32_t index, gradc_tensor_info_t *out_info);
GRADC_API GRADC_MUST_USE gradc_status_t gradc_scalar_info(
    const gradc_step_t *step, uint32_t index, gradc_scalar_info_t *out_info);

/* Memory that gradc_open took for the step, in bytes. */
typedef struct gradc_memory_info {
  size_t struct_size; /* in: sizeof(gradc_memory_info_t); the rest is out */
  uint64_t state;     /* parameters, slots, statistics, counters */
  uint64_t io;        /* inputs and results of all entries */
  uint64_t arena;     /* temporaries */
  uint64_t constants; /* constants and scalars */
  uint64_t scratch;   /* what the runtime itself needs, for library calls */
} gradc_memory_info_t;

GRADC_API GRADC_MUST_USE gradc_status_t
gradc_memory_info(const gradc_step_t *step, gradc_memory_info_t *out_info);

/* Bytes of one element; 0 if `dtype` is none. */
GRADC_API size_t gradc_dtype_size(gradc_dtype_t dtype);

/* "f32", "ui8", … as a model file spells it ("i1" for bool); "" if none. */
GRADC_API const char *gradc_dtype_name(gradc_dtype_t dtype);

/*===-- Running -----------------------------------------------------------===*/

/* Gives the whole state its initial value from `seed`: the same bits for the
 * same seed. Counters (seed, applied steps) start anew.
 *
 * Errors  NOT_FOUND  the library has no entry "init" */
GRADC_API GRADC_MUST_USE gradc_status_t gradc_init(gradc_step_t *step,
                                                   int64_t seed);

typedef struct gradc_tensor {
  const char *name;
  gradc_dtype_t dtype;
  uint32_t rank;
  const int64_t *shape; /* `rank` sizes; may be NULL if rank is 0 */
  const void *data;     /* may be NULL if the tensor has no elements */
} gradc_tensor_t;

typedef struct gradc_run_args {
  size_t struct_size;
  const char *entry;            /* any but "init" */
  const gradc_tensor_t *inputs; /* every input of the entry, in any order */
  uint32_t num_inputs;
  int64_t valid_rows; /* rows that count, 0 to gradc_batch; -1: all of them */
  void *stream;       /* a stream of the device; NULL on "cpu" */
} gradc_run_args_t;

/* Runs one entry once.
 *
 * Shapes    Each input has exactly the shape and dtype compiled in. With fewer
 *           valid rows the tensors keep their shape; rows past valid_rows may
 *           hold anything and change no bit of what comes out for valid ones.
 * Ordering  On "cpu" the entry has finished when the call returns. The inputs
 *           are copied first and belong to the caller again then.
 * Signals   The thread takes none while the entry runs, but for faults.
 * Errors    INVALID_ARGUMENT  an input is missing, unknown, twice there or of
 *                             another dtype or shape; valid_rows out of range
 *           NOT_FOUND         no such entry
 *           NOT_INITIALIZED   a part of the state has no value yet
 *           INTERNAL, OUT_OF_MEMORY  a library below failed
 *           After INTERNAL or OUT_OF_MEMORY the state counts as not
 * initialised; after the others nothing has changed. */
GRADC_API GRADC_MUST_USE gradc_status_t gradc_run(gradc_step_t *step,
                                                  const gradc_run_args_t *args);

/* Copies a result of the entry's latest run to `data`. Loss: the mean over the
 * valid rows. Metric: two numbers, (sum, count); their quotient is the mean,
 * and sums over many runs give an exact mean over all their rows.
 *
 * Errors  NOT_FOUND  no such entry or result
 *         INVALID_ARGUMENT  `bytes` is not the result's size
 *         NOT_INITIALIZED   the entry has not run */
GRADC_API GRADC_MUST_USE gradc_status_t
gradc_read_result(const gradc_step_t *step, const char *entry, const char *name,
                  void *data, size_t bytes);

/* The same for the result at an index below gradc_num_results. An output and
 * the gradient of an input may have one name; by name the first is read. */
GRADC_API GRADC_MUST_USE gradc_status_t
gradc_read_result_at(const gradc_step_t *step, const char *entry,
                     uint32_t index, void *data, size_t bytes);

/*===-- State and hyperparameters -----------------------------------------===*/

/* Copies one tensor of the state out or in. Together they are the checkpoint:
 * a step whose whole state is written goes on bit for bit as the one it was
 * read from, given the same scalars and inputs.
 *
 * Errors  NOT_FOUND  no such state
 *         INVALID_ARGUMENT  `bytes` is not its size
 *         NOT_INITIALIZED   (read) it has no value yet */
GRADC_API GRADC_MUST_USE gradc_status_t gradc_read_state(
    const gradc_step_t *step, const char *name, void *data, size_t bytes);
GRADC_API GRADC_MUST_USE gradc_status_t gradc_write_state(gradc_step_t *step,
                                                          const char *name,
                                                          const void *data,
                                                          size_t bytes);

/* Sets or gets a hyperparameter by name ("lr", "weight_decay", "total_steps",
 * "dropout.<path>", …); the next run uses it. It starts at the recipe's value
 * and is no part of the state.
 *
 * Errors  NOT_FOUND  no such hyperparameter */
GRADC_API GRADC_MUST_USE gradc_status_t gradc_set_scalar(gradc_step_t *step,
                                                         const char *name,
                                                         double value);
GRADC_API GRADC_MUST_USE gradc_status_t
gradc_get_scalar(const gradc_step_t *step, const char *name, double *out_value);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* GRADC_GRADC_H */
