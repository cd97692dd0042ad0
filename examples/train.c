/* Trains examples/fashion_mlp.mlir from C: gradc-example-train STEP.so
 * Images of class 0 are light above, those of class 1 below; put yours here. */

#include "gradc/gradc.h"

#include <stdio.h>
#include <stdlib.h>

enum { BATCH = 128, PIXELS = 28 * 28, STEPS = 20 };

static void check(gradc_status_t status) {
  if (status == GRADC_OK)
    return;
  fprintf(stderr, "train: %s\n", gradc_last_error());
  exit(1);
}

int main(int argc, char **argv) {
  gradc_open_args_t open = {.struct_size = sizeof open};
  open.path = argc > 1 ? argv[1] : "step.so";
  gradc_step_t *step;
  check(gradc_open(&open, &step));
  check(gradc_init(step, /*seed=*/0));

  static unsigned char image[BATCH][PIXELS];
  static int label[BATCH];
  for (int i = 0; i < BATCH; ++i) {
    label[i] = i % 2;
    for (int p = 0; p < PIXELS; ++p)
      image[i][p] =
          p / (PIXELS / 2) == label[i] ? 200 : (unsigned char)(i % 40);
  }
  const int64_t shape[] = {BATCH, 28, 28};
  const gradc_tensor_t inputs[] = {
      {"image", GRADC_U8, 3, shape, image},
      {"label", GRADC_I32, 1, shape, label},
  };
  gradc_run_args_t run = {.struct_size = sizeof run, .entry = "step"};
  run.inputs = inputs;
  run.num_inputs = 2;
  run.valid_rows = BATCH;
  for (int i = 1; i <= STEPS; ++i) {
    float loss;
    check(gradc_run(step, &run));
    check(gradc_read_result(step, "step", "loss", &loss, sizeof loss));
    printf("step %d: loss %.6f\n", i, loss);
  }

  float accuracy[2]; /* a metric is a sum and a count */
  run.entry = "eval";
  check(gradc_run(step, &run));
  check(gradc_read_result(step, "eval", "accuracy", accuracy, sizeof accuracy));
  printf("accuracy: %.4f\n", accuracy[0] / accuracy[1]);
  gradc_close(step);
  return 0;
}
