//===- status.h - How the runtime reports errors ----------------*- C++ -*-===//
//
// Inside, as outside, a function that can fail returns a gradc_status_t and
// leaves a sentence for gradc_last_error(). No exception crosses the interface.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUNTIME_CORE_STATUS_H
#define GRADC_RUNTIME_CORE_STATUS_H

#include "gradc/gradc.h"

#include <exception>
#include <new>

namespace gradc {

/// Keeps the sentence for this thread and returns `code`. Allocates nothing; a
/// sentence is cut at 1 KiB.
gradc_status_t fail(gradc_status_t code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// What stands between the C interface and C++: runs `body` and turns an
/// exception into a status.
template <typename Body>
gradc_status_t guarded(Body &&body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return fail(GRADC_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception &error) {
    return fail(GRADC_INTERNAL, "internal error: %s", error.what());
  } catch (...) {
    return fail(GRADC_INTERNAL, "internal error");
  }
}

} // namespace gradc

#define GRADC_RETURN_IF_ERROR(expression)                                      \
  do {                                                                         \
    if (gradc_status_t status_ = (expression))                                 \
      return status_;                                                          \
  } while (false)

#endif // GRADC_RUNTIME_CORE_STATUS_H
