//===- status.cpp - The last error of a thread ----------------------------===//

#include "core/status.h"

#include <cstdarg>
#include <cstdio>

namespace gradc {

static thread_local char lastError[1024];

gradc_status_t fail(gradc_status_t code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(lastError, sizeof lastError, format, arguments);
  va_end(arguments);
  return code;
}

} // namespace gradc

extern "C" const char *gradc_last_error(void) { return gradc::lastError; }
