//===- fake_step.h - A model behind gradc.h for the tests -------*- C++ -*-===//
//
// The tests of gradc-run link fake_step.cpp in place of libgradc: a linear
// model with momentum, in a few lines and without a compiled library. What
// gradc_open opens depends on the name of the path:
//
//   train.so   inputs x f32[4, 2] and label i32[4] in [0, 3); state w, w.m,
//              step, seed; entries init, step, eval; scalars lr, total_steps
//   other.so   the same with w and w.m of three elements
//   grad.so    the entry value_and_grad instead of step and eval
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_TEST_RUN_FAKE_STEP_H
#define GRADC_TEST_RUN_FAKE_STEP_H

#include <cstdint>

namespace gradc::run {

/// Knobs of all fake models.
struct FakeControl {
  int64_t raiseAt = -1; ///< SIGTERM comes in this run of "step", from 0
  int64_t runs = 0;     ///< of "step" so far
};
extern FakeControl fakeControl;

} // namespace gradc::run

#endif // GRADC_TEST_RUN_FAKE_STEP_H
