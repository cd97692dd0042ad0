/*===- api_test.c - The interface as a C11 program uses it --------*- C -*-===*/

#include "gradc/gradc.h"

#include <string.h>

/* Says where the first wrong thing is, or "". Called by
 * status_test.cpp. */
const char *gradcUseFromC(const char *path);

#define CHECK(condition)                                                       \
  if (!(condition))                                                            \
  return gradc_close(step), #condition

const char *gradcUseFromC(const char *path) {
  gradc_step_t *step = NULL;
  gradc_open_args_t open = {.struct_size = sizeof open, .path = path};
  CHECK(gradc_open(&open, &step) == GRADC_OK);
  CHECK(gradc_version() == GRADC_VERSION);
  CHECK(strstr(gradc_describe(step), "entries"));
  CHECK(gradc_batch(step) == 2);

  CHECK(gradc_num_entries(step) == 4);
  CHECK(!strcmp(gradc_entry_name(step, 1), "step"));
  CHECK(!gradc_entry_name(step, 4));
  CHECK(gradc_num_inputs(step, "step") == 1);
  CHECK(gradc_num_results(step, "step") == 2);
  CHECK(gradc_num_inputs(step, "stop") == 0);
  CHECK(gradc_num_state(step) == 2);
  CHECK(gradc_num_scalars(step) == 1);

  gradc_tensor_info_t info = {.struct_size = sizeof info};
  CHECK(gradc_input_info(step, "step", 0, &info) == GRADC_OK);
  CHECK(!strcmp(info.name, "x") && info.role == GRADC_ROLE_INPUT &&
        info.dtype == GRADC_F32 && info.rank == 2 && info.is_batched &&
        info.shape[0] == 2 && info.shape[1] == 4 && info.bytes == 32);
  CHECK(gradc_result_info(step, "step", 1, &info) == GRADC_OK);
  CHECK(!strcmp(info.name, "rows") && info.role == GRADC_ROLE_METRIC &&
        !info.is_batched && info.bytes == 8);
  CHECK(gradc_state_info(step, 1, &info) == GRADC_OK);
  CHECK(!strcmp(info.name, "step") && info.rank == 0 && info.bytes == 8);
  CHECK(gradc_state_info(step, 2, &info) == GRADC_NOT_FOUND);
  CHECK(gradc_input_info(step, "stop", 0, &info) == GRADC_NOT_FOUND);

  CHECK(gradc_dtype_size(GRADC_BF16) == 2);
  CHECK(!strcmp(gradc_dtype_name(GRADC_U8), "ui8"));
  CHECK(gradc_dtype_size((gradc_dtype_t)99) == 0);

  CHECK(gradc_init(step, 1) == GRADC_OK);
  float rows[8] = {0};
  const int64_t shape[] = {2, 4};
  gradc_tensor_t x = {"x", GRADC_F32, 2, shape, rows};
  gradc_run_args_t run = {.struct_size = sizeof run,
                          .entry = "step",
                          .inputs = &x,
                          .num_inputs = 1,
                          .valid_rows = -1};
  CHECK(gradc_run(step, &run) == GRADC_OK);
  float loss;
  CHECK(gradc_read_result(step, "step", "loss", &loss, sizeof loss) ==
        GRADC_OK);
  CHECK(loss == 10);

  /* Structs of another size, and nothing where something is needed. */
  run.struct_size += 8;
  CHECK(gradc_run(step, &run) == GRADC_INVALID_ARGUMENT);
  CHECK(strstr(gradc_last_error(), "struct_size"));
  run.struct_size = 0;
  CHECK(gradc_run(step, &run) == GRADC_INVALID_ARGUMENT);
  CHECK(gradc_run(step, NULL) == GRADC_INVALID_ARGUMENT);
  CHECK(gradc_open(NULL, &step) == GRADC_INVALID_ARGUMENT);
  open.path = NULL;
  gradc_step_t *none = NULL;
  CHECK(gradc_open(&open, &none) == GRADC_INVALID_ARGUMENT && !none);
  gradc_close(step);
  gradc_close(NULL);
  return "";
}
