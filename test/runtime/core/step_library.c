/*===- step_library.c - A step library written by hand ------------*- C -*-===*\
 *
 * What a compiler would write into a step.so, small enough to be read whole:
 *
 *   state    weight f32[4], step i64
 *   scalars  lr f64 = 0.5, valid_rows i64, seed i64
 *   init     weight[i] = seed + i, step = 0
 *   step     x f32[2, 4] (batch 2) -> loss f32, rows f32[2] (sum, count):
 *            weight -= lr * (sum of the valid rows of x), step += 1
 *   loops    x f32[3, 16] -> y f32[3, 16], turns i64: y[i] = 2 * x[i] in a loop
 *            of 3 turns; inside it a loop of 5 turns counts
 *   product  a f32[2, 3], b f32[3, 2] -> c f32[2, 2], sorted f32[2, 2] (by
rows)
 *
\*===----------------------------------------------------------------------===*/

#include "gradc/library.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Views, by index. */
enum {
  WEIGHT,
  STEP,
  LR,
  VALID_ROWS,
  SEED,
  X,
  LOSS,
  ROWS,
  LOOP_X,
  LOOP_Y,
  TURNS,
  LOOP_X_ROW,
  LOOP_Y_ROW,
  LOOP_TEMP,
  ONE,
  A,
  B,
  C,
  SORTED,
  NUM_VIEWS
};
enum { STATE, SCALARS, STEP_IO, LOOP_IO, TEMP, CONSTANTS, PRODUCT_IO };

static const float one[16] __attribute__((aligned(64))) = {1};

static const gradc_segment_desc_t segments[] = {
    [STATE] = {"state", GRADC_SEGMENT_STATE, 0, 128, NULL},
    [SCALARS] = {"scalars", GRADC_SEGMENT_SCALARS, 0, 192, NULL},
    [STEP_IO] = {"step", GRADC_SEGMENT_IO, 0, 192, NULL},
    [LOOP_IO] = {"loops", GRADC_SEGMENT_IO, 0, 448, NULL},
    [TEMP] = {"arena", GRADC_SEGMENT_TEMP, 0, 64, NULL},
    [CONSTANTS] = {"constants", GRADC_SEGMENT_CONSTANT, 0, 64, one},
    [PRODUCT_IO] = {"product", GRADC_SEGMENT_IO, 0, 256, NULL},
};

static const gradc_view_desc_t views[NUM_VIEWS] = {
    [WEIGHT] = {STATE, 0, 0, 16, 0},
    [STEP] = {STATE, 0, 64, 8, 0},
    [LR] = {SCALARS, 0, 0, 8, 0},
    [VALID_ROWS] = {SCALARS, 0, 64, 8, 0},
    [SEED] = {SCALARS, 0, 128, 8, 0},
    [X] = {STEP_IO, 0, 0, 32, 0},
    [LOSS] = {STEP_IO, 0, 64, 4, 0},
    [ROWS] = {STEP_IO, 0, 128, 8, 0},
    [LOOP_X] = {LOOP_IO, 0, 0, 192, 0},
    [LOOP_Y] = {LOOP_IO, 0, 192, 192, 0},
    [TURNS] = {LOOP_IO, 0, 384, 8, 0},
    [LOOP_X_ROW] = {LOOP_IO, 0, 0, 64, 64},
    [LOOP_Y_ROW] = {LOOP_IO, 0, 192, 64, 64},
    [LOOP_TEMP] = {TEMP, 0, 0, 64, 0},
    [ONE] = {CONSTANTS, 0, 0, 64, 0},
    [A] = {PRODUCT_IO, 0, 0, 24, 0},
    [B] = {PRODUCT_IO, 0, 64, 24, 0},
    [C] = {PRODUCT_IO, 0, 128, 16, 0},
    [SORTED] = {PRODUCT_IO, 0, 192, 16, 0},
};

/*===-- Kernels -----------------------------------------------------------===*/

/* weight, step, seed */
static void initialize(void *const *args, int64_t begin, int64_t end) {
  (void)begin, (void)end;
  for (int i = 0; i < 4; ++i)
    ((float *)args[0])[i] = (float)(*(int64_t *)args[2] + i);
  *(int64_t *)args[1] = 0;
}

/* weight, x, lr, valid_rows; a task is an element */
static void update(void *const *args, int64_t begin, int64_t end) {
  const float *x = args[1];
  for (int64_t i = begin; i < end; ++i)
    for (int64_t row = 0; row < *(int64_t *)args[3]; ++row)
      ((float *)args[0])[i] -= (float)(*(double *)args[2] * x[row * 4 + i]);
}

/* weight, step, valid_rows, loss, rows, one; the sum is there only if signals
 * are made to wait */
static void finish(void *const *args, int64_t begin, int64_t end) {
  (void)begin, (void)end;
  sigset_t held;
  sigprocmask(SIG_BLOCK, NULL, &held);
  const float *weight = args[0];
  float *rows = args[4];
  *(int64_t *)args[1] += 1;
  *(float *)args[3] = weight[0] + weight[1] + weight[2] + weight[3];
  rows[0] = *(const float *)args[5] * (sigismember(&held, SIGINT) ? 3 : 0);
  rows[1] = (float)*(int64_t *)args[2];
}

/* from, to: 16 numbers, twice as large */
static void doubleRow(void *const *args, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    ((float *)args[1])[i] = 2 * ((const float *)args[0])[i];
}

static void count(void *const *args, int64_t begin, int64_t end) {
  (void)begin, (void)end;
  *(int64_t *)args[0] += 1;
}

static void zero(void *const *args, int64_t begin, int64_t end) {
  (void)begin, (void)end;
  *(int64_t *)args[0] = 0;
}

enum { INITIALIZE, UPDATE, FINISH, DOUBLE_ROW, COUNT_TURN, ZERO };
static const gradc_kernel_desc_t kernels[] = {
    [INITIALIZE] = {"initialize", initialize, 1, 0},
    [UPDATE] = {"update", update, 4, 0},
    [FINISH] = {"finish", finish, 1, 0},
    [DOUBLE_ROW] = {"double_row", doubleRow, 16, 0},
    [COUNT_TURN] = {"count", count, 1, 0},
    [ZERO] = {"zero", zero, 1, 0},
};

/*===-- Entries -----------------------------------------------------------===*/

#define USES(...)                                                              \
  COUNT(((const uint32_t[]){__VA_ARGS__})), 0, (const uint32_t[]) {            \
    __VA_ARGS__                                                                \
  }
#define LAUNCH(kernel, ...)                                                    \
  {GRADC_COMMAND_LAUNCH, 0, kernel, USES(__VA_ARGS__), NULL, "model.mlir:1"}
#define COPY(from, to) {GRADC_COMMAND_COPY, 0, 0, USES(from, to), NULL, ""}
#define LOOP(turns)                                                            \
  {GRADC_COMMAND_LOOP, 0, 0, 0, 1, NULL, (const int64_t[]){turns}, ""}
#define END {GRADC_COMMAND_END, 0, 0, 0, 0, NULL, NULL, ""}

static const gradc_command_t initCommands[] = {
    LAUNCH(INITIALIZE, WEIGHT, STEP, SEED)};
static const gradc_command_t stepCommands[] = {
    LAUNCH(UPDATE, WEIGHT, X, LR, VALID_ROWS),
    {GRADC_COMMAND_RECORD, 0, 0, 0, 0, NULL, NULL, ""},
    {GRADC_COMMAND_WAIT, 0, 0, 0, 0, NULL, NULL, ""},
    LAUNCH(FINISH, WEIGHT, STEP, VALID_ROWS, LOSS, ROWS, ONE)};
static const gradc_command_t loopCommands[] = {
    LAUNCH(ZERO, TURNS),
    LOOP(3),
    COPY(LOOP_X_ROW, LOOP_TEMP),
    LOOP(5),
    LAUNCH(COUNT_TURN, TURNS),
    END,
    LOOP(0),
    LAUNCH(COUNT_TURN, TURNS),
    END,
    LAUNCH(DOUBLE_ROW, LOOP_TEMP, LOOP_Y_ROW),
    END};
static const gradc_command_t productCommands[] = {
    {GRADC_COMMAND_MATMUL, 0, GRADC_NO_EPILOGUE, 3, GRADC_MATMUL_NUM_PARAMETERS,
     (const uint32_t[]){A, B, C},
     (const int64_t[]){GRADC_F32, GRADC_F32, 1, 2, 2, 3, 6, 3, 1, 6, 2, 1, 4, 2,
                       1, 1, 2, 2},
     "model.mlir:7"},
    {GRADC_COMMAND_SORT, 0, 0, 2, 7, (const uint32_t[]){C, SORTED},
     (const int64_t[]){1, 2, 2, 1, 0, 1, GRADC_F32}, ""}};

static const int64_t shape4[] = {4}, shape2x4[] = {2, 4}, shape2[] = {2},
                     shape3x16[] = {3, 16}, shape2x3[] = {2, 3},
                     shape3x2[] = {3, 2}, shape2x2[] = {2, 2};

static const gradc_tensor_desc_t state[] = {
    {"weight", GRADC_ROLE_STATE, GRADC_F32, 1, WEIGHT, shape4, 0},
    {"step", GRADC_ROLE_STATE, GRADC_I64, 0, STEP, NULL, 0}};
static const gradc_tensor_desc_t stepInputs[] = {
    {"x", GRADC_ROLE_INPUT, GRADC_F32, 2, X, shape2x4, 2}};
static const gradc_tensor_desc_t stepResults[] = {
    {"loss", GRADC_ROLE_LOSS, GRADC_F32, 0, LOSS, NULL, 0},
    {"rows", GRADC_ROLE_METRIC, GRADC_F32, 1, ROWS, shape2, 0}};
static const gradc_tensor_desc_t loopInputs[] = {
    {"x", GRADC_ROLE_INPUT, GRADC_F32, 2, LOOP_X, shape3x16, 0}};
static const gradc_tensor_desc_t loopResults[] = {
    {"y", GRADC_ROLE_OUTPUT, GRADC_F32, 2, LOOP_Y, shape3x16, 0},
    {"turns", GRADC_ROLE_OUTPUT, GRADC_I64, 0, TURNS, NULL, 0}};
static const gradc_tensor_desc_t productInputs[] = {
    {"a", GRADC_ROLE_INPUT, GRADC_F32, 2, A, shape2x3, 0},
    {"b", GRADC_ROLE_INPUT, GRADC_F32, 2, B, shape3x2, 0}};
static const gradc_tensor_desc_t productResults[] = {
    {"c", GRADC_ROLE_OUTPUT, GRADC_F32, 2, C, shape2x2, 0},
    {"sorted", GRADC_ROLE_OUTPUT, GRADC_F32, 2, SORTED, shape2x2, 0}};

static const gradc_scalar_desc_t scalars[] = {
    {"lr", GRADC_F64, LR, 0.5},
    {"valid_rows", GRADC_I64, VALID_ROWS, 0},
    {"seed", GRADC_I64, SEED, 0}};

#define ENTRY(name, commands, inputs, numInputs, results, numResults)          \
  {name, COUNT(commands), numInputs, numResults, 1, commands, inputs, results}
static const gradc_entry_desc_t entries[] = {
    ENTRY("init", initCommands, NULL, 0, NULL, 0),
    ENTRY("step", stepCommands, stepInputs, 1, stepResults, 2),
    ENTRY("loops", loopCommands, loopInputs, 1, loopResults, 2),
    ENTRY("product", productCommands, productInputs, 2, productResults, 2)};

static const gradc_library_t library = {
    GRADC_LIBRARY_VERSION,
    2,
    COUNT(segments),
    COUNT(views),
    COUNT(kernels),
    COUNT(state),
    COUNT(scalars),
    COUNT(entries),
    segments,
    views,
    kernels,
    state,
    scalars,
    entries,
    "{\"entries\": [\"init\", \"step\", \"loops\", \"product\"]}"};

const gradc_library_t *gradc_library(uint32_t version) {
  return version == GRADC_LIBRARY_VERSION ? &library : NULL;
}
