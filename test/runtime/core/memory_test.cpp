//===- memory_test.cpp - Blocks of a step ---------------------------------===//

#include "core/memory.h"
#include "gradc/library.h"
#include "library_file.h"

using namespace gradc;

TEST(Memory, isAlignedAndZero) {
  for (size_t bytes : {size_t(0), size_t(1), size_t(64), size_t(4097),
                       size_t(2) << 20, (size_t(5) << 20) + 3}) {
    Memory memory;
    ASSERT_OK(memory.allocate(bytes, "a block"));
    ASSERT_NE(memory.data(), nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.data()) % GRADC_ALIGNMENT, 0u);
    EXPECT_EQ(memory.size(), bytes);
    for (size_t i = 0; i < bytes; i += 997)
      EXPECT_EQ(memory.data()[i], 0);
    if (bytes) {
      memory.data()[bytes - 1] = 1;
    }
  }
}

TEST(Memory, refusesTooMuch) {
  Memory memory;
  EXPECT_FAILS(memory.allocate(size_t(1) << 60, "the arena"),
               GRADC_OUT_OF_MEMORY, "out of memory: the arena needs");
  EXPECT_FAILS(memory.allocate(SIZE_MAX, "the arena"), GRADC_OUT_OF_MEMORY,
               "the arena");
}

TEST(Memory, moves) {
  Memory memory;
  ASSERT_OK(memory.allocate(100, "a block"));
  char *data = memory.data();
  Memory other = std::move(memory);
  EXPECT_EQ(other.data(), data);
  EXPECT_EQ(memory.data(), nullptr);
  ASSERT_OK(other.allocate(size_t(3) << 20, "a block"));
  EXPECT_EQ(other.size(), size_t(3) << 20);
}
