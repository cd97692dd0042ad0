//===- status_test.cpp - Errors, and the interface as C sees it -----------===//

#include "core/status.h"
#include "library_file.h"

#include <stdexcept>
#include <thread>

using namespace gradc;

extern "C" const char *gradcUseFromC(const char *path); // api_test.c

TEST(Api, isC11) {
  TemporaryFile file("api.so", handWrittenFile());
  EXPECT_STREQ(gradcUseFromC(file.path.c_str()), "") << gradc_last_error();
}

TEST(Status, belongsToAThread) {
  EXPECT_EQ(fail(GRADC_NOT_FOUND, "no %s", "thing"), GRADC_NOT_FOUND);
  std::thread([] {
    EXPECT_STREQ(gradc_last_error(), "");
    fail(GRADC_INTERNAL, "other");
  }).join();
  EXPECT_STREQ(gradc_last_error(), "no thing");
}

TEST(Status, cutsLongSentences) {
  fail(GRADC_INTERNAL, "%s", std::string(5000, 'x').c_str());
  EXPECT_EQ(std::strlen(gradc_last_error()), 1023u);
}

TEST(Status, holdsExceptions) {
  EXPECT_FAILS(guarded([]() -> gradc_status_t { throw std::bad_alloc(); }),
               GRADC_OUT_OF_MEMORY, "out of memory");
  EXPECT_FAILS(
      guarded([]() -> gradc_status_t { throw std::runtime_error("word"); }),
      GRADC_INTERNAL, "word");
  EXPECT_FAILS(guarded([]() -> gradc_status_t { throw 1; }), GRADC_INTERNAL,
               "internal error");
}
