/* Trains a classifier from C: train STEP.so [STEPS]
 * The inputs get a pattern that tells class 0 from class 1; put your data here.
 */

#include "gradc/gradc.h"

#include <stdio.h>
#include <stdlib.h>

static void check(gradc_status_t status) {
  if (status != GRADC_OK) {
    fprintf(stderr, "train: %s\n", gradc_last_error());
    exit(1);
  }
}

/* Row r is of class r % 2: images and numbers show it, labels say it. */
static void fill(const gradc_tensor_info_t *info, unsigned char *data) {
  size_t size = gradc_dtype_size(info->dtype), count = info->bytes / size;
  size_t row = info->is_batched ? count / (size_t)info->shape[0] : count;
  for (size_t i = 0; i < count; ++i) {
    size_t label = i / row % 2, pixel = (i % row * 7 + label * 5) % 11 * 20;
    if (info->dtype == GRADC_F32)
      ((float *)data)[i] = (float)pixel / 255;
    else /* little-endian integers */
      data[i * size] = (unsigned char)(info->rank > 1 ? pixel : label);
  }
}

static void run(gradc_step_t *step, const char *entry) {
  gradc_tensor_t inputs[8];
  gradc_run_args_t args = {sizeof args, entry, inputs, 0, -1, NULL};
  args.num_inputs = gradc_num_inputs(step, entry);
  if (args.num_inputs > 8)
    exit(1);
  for (uint32_t i = 0; i < args.num_inputs; ++i) {
    gradc_tensor_info_t info = {.struct_size = sizeof info};
    check(gradc_input_info(step, entry, i, &info));
    void *data = calloc(info.bytes + 1, 1);
    fill(&info, data);
    inputs[i] =
        (gradc_tensor_t){info.name, info.dtype, info.rank, info.shape, data};
  }
  check(gradc_run(step, &args));
  for (uint32_t i = 0; i < args.num_inputs; ++i)
    free((void *)inputs[i].data);
}

int main(int argc, char **argv) {
  gradc_open_args_t args = {.struct_size = sizeof args, .path = argv[1]};
  gradc_step_t *step;
  check(gradc_open(&args, &step));
  check(gradc_init(step, /*seed=*/0));
  for (int i = 1; i <= (argc > 2 ? atoi(argv[2]) : 20); ++i) {
    float loss;
    run(step, "step");
    check(gradc_read_result(step, "step", "loss", &loss, sizeof loss));
    printf("step %d: loss %.6f\n", i, loss);
  }

  run(step, "eval");
  for (uint32_t i = 0; i < gradc_num_results(step, "eval"); ++i) {
    gradc_tensor_info_t info = {.struct_size = sizeof info};
    float metric[2]; /* sum and count */
    check(gradc_result_info(step, "eval", i, &info));
    if (info.role != GRADC_ROLE_METRIC)
      continue;
    check(gradc_read_result(step, "eval", info.name, metric, sizeof metric));
    printf("%s: %.6f\n", info.name, metric[0] / metric[1]);
  }
  gradc_close(step);
}
