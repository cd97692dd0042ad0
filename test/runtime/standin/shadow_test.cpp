//===- shadow_test.cpp - Finding races between threads --------------------===//

#include "standin/shadow.h"

#include <gtest/gtest.h>

using namespace gradc::standin;

namespace {

/// Accesses to one float by threads at points in time.
class ShadowTest : public testing::Test {
protected:
  ShadowTest() { shadow.track(&value, sizeof value, sizeof value, false); }

  void read(uint32_t thread, uint32_t barriers, uint32_t warpSyncs = 0,
            uint32_t block = 0) {
    shadow.access(&value, 4, false,
                  {block, thread, barriers, warpSyncs, place});
  }
  void write(uint32_t thread, uint32_t barriers, uint32_t warpSyncs = 0,
             uint32_t block = 0) {
    shadow.access(&value, 4, true, {block, thread, barriers, warpSyncs, place});
  }
  bool isRace() const { return !shadow.report().empty(); }

  Shadow shadow;
  float value = 0;
  const void *place = this;
};

} // namespace

TEST_F(ShadowTest, aThreadIsOrderedWithItself) {
  write(1, 0), read(1, 0), write(1, 0), read(1, 1);
  EXPECT_FALSE(isRace());
}

TEST_F(ShadowTest, readersDoNotRace) {
  for (uint32_t thread = 0; thread < 256; ++thread)
    read(thread, 0), read(thread, 0, 0, 1);
  EXPECT_FALSE(isRace());
}

TEST_F(ShadowTest, aBarrierOrdersTheBlock) {
  write(0, 0), read(200, 1), write(100, 2), read(0, 3);
  EXPECT_FALSE(isRace());
  read(5, 2);
  EXPECT_TRUE(isRace()) << "after the write of thread 100, no barrier between";
}

TEST_F(ShadowTest, aWarpSyncOrdersTheWarp) {
  write(0, 0, 0), read(31, 0, 1), write(7, 0, 2);
  EXPECT_FALSE(isRace());
  read(32, 0, 3);
  EXPECT_TRUE(isRace()) << "thread 32 is of another warp";
}

TEST_F(ShadowTest, writeAfterRead) {
  read(3, 4), read(3, 4), write(3, 4);
  EXPECT_FALSE(isRace());
  read(9, 5), read(3, 5), write(3, 5);
  EXPECT_TRUE(isRace()) << "thread 9 may read later than thread 3 writes";
}

TEST_F(ShadowTest, ofManyReadersTheForeignOnesAreKept) {
  read(40, 0), read(1, 0), read(2, 0), read(3, 0);
  write(3, 0, 1); // ordered after threads 1 and 2, not after 40
  EXPECT_TRUE(isRace());
}

TEST_F(ShadowTest, readersThatAreOrderedAreForgotten) {
  read(40, 0), read(1, 1), read(2, 1), write(2, 1);
  EXPECT_TRUE(isRace()) << "threads 1 and 2 are not ordered";
}

TEST_F(ShadowTest, blocksAreNeverOrdered) {
  write(0, 0, 0, /*block=*/0);
  read(0, 5, 5, /*block=*/1);
  EXPECT_TRUE(isRace());
}

TEST_F(ShadowTest, reportNamesBothSidesOnce) {
  for (int i = 0; i < 100; ++i)
    write(1, i), write(2, i);
  std::string report = shadow.report();
  EXPECT_EQ(report.find('\n'), std::string::npos) << report;
  EXPECT_NE(report.find("two writes"), std::string::npos) << report;
  EXPECT_NE(report.find("thread 1 of block 0 at @"), std::string::npos);
  EXPECT_NE(report.find("thread 2 of block 0 at @"), std::string::npos);
}

TEST_F(ShadowTest, vectorsTouchAllTheirElements) {
  float row[8] = {};
  shadow.track(row, sizeof row, sizeof(float), false);
  shadow.access(row, 16, true, {0, 0, 0, 0, place});
  shadow.access(row + 4, 16, true, {0, 1, 0, 0, place});
  EXPECT_FALSE(isRace());
  shadow.access(row + 3, 4, false, {0, 1, 0, 0, place});
  EXPECT_TRUE(isRace());
}

TEST_F(ShadowTest, sharedMemoryIsWrittenBeforeItIsRead) {
  float shared[2] = {};
  shadow.track(shared, sizeof shared, sizeof(float), true);
  shadow.access(&shared[0], 4, true, {0, 0, 0, 0, place});
  shadow.access(&shared[0], 4, false, {0, 0, 0, 0, place});
  EXPECT_FALSE(isRace());
  shadow.access(&shared[1], 4, false, {0, 0, 0, 0, place});
  EXPECT_NE(shadow.report().find("nobody has written"), std::string::npos);
}

TEST_F(ShadowTest, otherMemoryIsNotWatched) {
  int local = 0;
  shadow.access(&local, 4, true, {0, 0, 0, 0, place});
  shadow.access(&local, 4, true, {0, 1, 0, 0, place});
  EXPECT_FALSE(isRace());
}
