//===- image_test.cpp - What is refused before it is mapped ---------------===//

#include "library_file.h"

#include <random>

using namespace gradc;

static gradc_status_t openBytes(const std::string &bytes) {
  TemporaryFile file("image.so", bytes);
  gradc_step_t *step = nullptr;
  gradc_status_t status = openStep(file.path, &step, 1);
  gradc_close(step);
  return status;
}

TEST(Image, opensAWholeFile) { EXPECT_OK(openBytes(handWrittenFile())); }

TEST(Image, refusesWhatIsMissing) {
  gradc_step_t *step = nullptr;
  EXPECT_FAILS(openStep("nowhere/step.so", &step), GRADC_NOT_FOUND,
               "cannot open 'nowhere/step.so': No such file");
  EXPECT_FAILS(openStep("/", &step), GRADC_NOT_FOUND, "is not a file");
}

TEST(Image, refusesOtherFiles) {
  EXPECT_FAILS(openBytes(""), GRADC_BAD_LIBRARY, "is no library made by gradc");
  EXPECT_FAILS(openBytes("some words"), GRADC_BAD_LIBRARY,
               "is no library made by gradc");
  EXPECT_FAILS(openBytes(handWrittenImage()), GRADC_BAD_LIBRARY,
               "is truncated, or no library");
}

TEST(Image, refusesEveryTruncation) {
  std::string file = handWrittenFile();
  for (size_t size = 0; size < file.size(); size += 512)
    EXPECT_EQ(openBytes(file.substr(0, size)), GRADC_BAD_LIBRARY) << size;
  for (size_t cut = 1; cut < sizeof(gradc_trailer_t) + 4; ++cut)
    EXPECT_EQ(openBytes(file.substr(0, file.size() - cut)), GRADC_BAD_LIBRARY)
        << cut;
  EXPECT_FAILS(openBytes(file.substr(0, 100) + file.substr(200)),
               GRADC_BAD_LIBRARY, "truncated or damaged");
  EXPECT_EQ(openBytes(file + "x"), GRADC_BAD_LIBRARY);
}

TEST(Image, refusesEveryFlippedBit) {
  std::string file = handWrittenFile();
  std::mt19937 random(1);
  auto flip = [&](size_t byte) {
    std::string flipped = file;
    flipped[byte] = char(flipped[byte] ^ (1 << random() % 8));
    EXPECT_EQ(openBytes(flipped), GRADC_BAD_LIBRARY) << byte;
  };
  for (int i = 0; i < 500; ++i)
    flip(random() % file.size());
  for (size_t i = file.size() - sizeof(gradc_trailer_t); i < file.size(); ++i)
    flip(i);
}

TEST(Image, saysWhatIsWrong) {
  std::string image = handWrittenImage();
  gradc_trailer_t trailer = makeTrailer(image);
  trailer.version = 99;
  EXPECT_FAILS(openBytes(finishTrailer(image, trailer)), GRADC_BAD_LIBRARY,
               "has library version 99 and this runtime reads version " +
                   std::to_string(GRADC_LIBRARY_VERSION));

  trailer = makeTrailer(image);
  std::strcpy(trailer.target, "cuda-sm_90");
  EXPECT_FAILS(openBytes(finishTrailer(image, trailer)), GRADC_UNAVAILABLE,
               "compiled for the target cuda-sm_90");

  std::string edited = handWrittenFile();
  edited[edited.size() / 2] ^= 1;
  EXPECT_FAILS(openBytes(edited), GRADC_BAD_LIBRARY, "was edited or damaged");
}

TEST(Image, refusesOtherCpus) {
  std::string image = handWrittenImage();
  gradc_trailer_t trailer = makeTrailer(image);
  std::strcpy(trailer.cpu, "sapphirerapids");
  trailer.cpu_features = uint64_t(1) << 18; // avx512vp2intersect: few have it
  if (!__builtin_cpu_supports("avx512vp2intersect")) {
    EXPECT_FAILS(openBytes(finishTrailer(image, trailer)), GRADC_UNAVAILABLE,
                 "compiled for the CPU sapphirerapids and needs "
                 "avx512vp2intersect, which this CPU lacks");
  }
  trailer.cpu_features = uint64_t(1) << 60;
  EXPECT_FAILS(openBytes(finishTrailer(image, trailer)), GRADC_UNAVAILABLE,
               "a feature that this runtime does not know");
}

TEST(Image, tellsReplacedFilesApart) {
  std::string image = handWrittenImage(), path = temporaryPath("replaced.so");
  writeFile(path, handWrittenFile());
  gradc_step_t *first = nullptr, *second = nullptr, *third = nullptr;
  ASSERT_OK(openStep(path, &first));

  // The same model with another description, put in the place of the old file.
  std::string other = image;
  size_t at = other.find("\"product\"]}");
  ASSERT_NE(at, std::string::npos);
  other.replace(at, 9, "\"PRODUCT\"");
  writeFile(path, finishTrailer(other, makeTrailer(other)));
  ASSERT_OK(openStep(path, &second));
  ASSERT_OK(openStep(path, &third));
  EXPECT_NE(std::strstr(gradc_describe(first), "product"), nullptr);
  EXPECT_NE(std::strstr(gradc_describe(second), "PRODUCT"), nullptr);
  EXPECT_EQ(gradc_describe(second), gradc_describe(third)); // one mapping
  gradc_close(first);
  gradc_close(second);
  gradc_close(third);
  std::remove(path.c_str());
}
