//===- parallel_test.cpp - The threads of a step --------------------------===//

#include "core/parallel.h"
#include "library_file.h"

#include <sys/wait.h>
#include <thread>

using namespace gradc;

static std::atomic<int> started{0};

TEST(Parallel, doesEveryTaskOnce) {
  for (int threads : {1, 2, 3, 8}) {
    ThreadPool pool;
    started = 0;
    ASSERT_OK(pool.start(threads, [] { ++started; }));
    EXPECT_EQ(pool.size(), threads);
    for (int64_t tasks : {0, 1, 2, 3, 7, 64, 1000}) {
      std::vector<std::atomic<int>> times(tasks);
      std::atomic<bool> badThread{false};
      pool.parallelFor(tasks, [&](int64_t begin, int64_t end, int thread) {
        if (thread < 0 || thread >= threads)
          badThread = true;
        for (int64_t i = begin; i < end; ++i)
          ++times[i];
      });
      EXPECT_FALSE(badThread);
      for (int64_t i = 0; i < tasks; ++i)
        EXPECT_EQ(times[i], 1) << threads << " threads, task " << i;
    }
  }
}

TEST(Parallel, survivesManyJobs) {
  // Short jobs one after another, and pauses in which the threads fall asleep.
  ThreadPool pool;
  ASSERT_OK(pool.start(4, nullptr));
  int64_t sum = 0, expected = 0;
  for (int job = 0; job < 20000; ++job) {
    int64_t values[5] = {};
    pool.parallelFor(5, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i)
        values[i] = job + i;
    });
    for (int i = 0; i < 5; ++i)
      sum += values[i], expected += job + i;
    if (job % 1000 == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(sum, expected);
}

TEST(Parallel, givesEachThreadItsOwnIndex) {
  ThreadPool pool;
  ASSERT_OK(pool.start(3, nullptr));
  std::atomic<int> inside[3] = {};
  std::atomic<bool> twice{false};
  for (int job = 0; job < 200; ++job)
    pool.parallelFor(12, [&](int64_t, int64_t, int thread) {
      if (++inside[thread] != 1)
        twice = true;
      std::this_thread::yield();
      --inside[thread];
    });
  EXPECT_FALSE(twice);
}

TEST(Parallel, refusesTooManyThreads) {
  // Address space for 1024 stacks is there; a limit on processes may not be.
  ThreadPool pool;
  EXPECT_GE(availableCpus(), 1);
  gradc_status_t status = pool.start(ThreadPool::maxThreads, nullptr);
  EXPECT_TRUE(status == GRADC_OK || status == GRADC_OUT_OF_MEMORY);
}

TEST(Parallel, worksAloneInAForkedChild) {
  ThreadPool pool;
  ASSERT_OK(pool.start(4, nullptr));
  pid_t child = fork();
  if (child == 0) {
    std::atomic<int64_t> sum{0};
    {
      pool.parallelFor(100, [&](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i)
          sum += i;
      });
      pool.~ThreadPool(); // does not wait for threads that are not here
    }
    _exit(sum == 4950 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
