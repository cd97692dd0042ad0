//===- file_test.cpp ------------------------------------------------------===//

#include "support.h"

using namespace gradc::run;

TEST(File, MapsWhatIsThereAndNamesWhatIsNot) {
  TemporaryFolder folder;
  writeFile(folder / "a", "hello");
  EXPECT_EQ(textOf(mapFile(folder / "a")), "hello");
  EXPECT_FAULT(mapFile(folder / "b"), "/b: cannot be opened: No such file");
  EXPECT_FAULT(mapFile(folder.path.string()),
               "expected a file, found a folder");
  writeFile(folder / "empty", "");
  EXPECT_FAULT(mapFile(folder / "empty"), "the file is empty");
}

TEST(File, AsideFileAppearsWholeOrNotAtAll) {
  TemporaryFolder folder;
  {
    AsideFile file(folder / "a");
    file.write("abc", 3);
    file.overwrite(1, "X", 1);
    EXPECT_EQ(file.size(), 3u);
    EXPECT_FALSE(std::filesystem::exists(folder / "a"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path));
  AsideFile file(folder / "a");
  file.write("abc", 3);
  file.overwrite(1, "X", 1);
  file.commit();
  EXPECT_EQ(readFile(folder / "a"), "aXc");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.tmp"));
}

TEST(File, AFullDiskIsTheMachinesFault) {
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP();
  TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "a.tmp");
  auto sentence = faultOf(
      [&] {
        AsideFile file(folder / "a");
        file.write("abc", 3);
        file.commit();
      },
      ExitMachine);
  EXPECT_NE(sentence.find("/a: cannot be written: No space left"),
            std::string::npos)
      << sentence;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path));
}

TEST(File, AMissingFolderIsTheMachinesFault) {
  TemporaryFolder folder;
  auto sentence =
      faultOf([&] { AsideFile file(folder / "none/a"); }, ExitMachine);
  EXPECT_NE(sentence.find("cannot be created"), std::string::npos) << sentence;
}
