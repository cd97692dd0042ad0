//===- advice_test.cpp ----------------------------------------------------===//

#include "advice.h"

#include <gtest/gtest.h>

using namespace gradc::run;

TEST(Advice, QuotesWhatAShellWouldChange) {
  EXPECT_EQ(shellQuoted("x=a.npy"), "x=a.npy");
  EXPECT_EQ(shellQuoted("a b"), "'a b'");
  EXPECT_EQ(shellQuoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shellQuoted(""), "''");
}

TEST(Advice, CommandsAreTheUsersOwnWithChanges) {
  Options options;
  options.arguments = {"gradc-run", "m.so", "--data",   "x=a",          "y=b",
                       "--epochs",  "3",    "--seed=4", "--checkpoint", "dir"};
  options.epochs = 3;
  options.checkpoint = "dir";
  EXPECT_EQ(commandWith(options, {"--epochs", "--seed"}, "--resume"),
            "gradc-run m.so --data x=a y=b --checkpoint dir --resume");
  auto lines = adviceFor(options, 30, 0.5);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], "train longer: gradc-run m.so --data x=a y=b "
                      "--checkpoint dir --resume --epochs 6");
  EXPECT_EQ(lines[1], "another rate: gradc-run m.so --data x=a y=b "
                      "--seed=4 --epochs 3 --set lr=0.25 --checkpoint dir-lr");
  options.epochs = std::nullopt;
  EXPECT_NE(adviceFor(options, 30, {})[0].find("--resume --steps 60"),
            std::string::npos);
  options.checkpoint = "";
  EXPECT_EQ(adviceFor(options, 30, 0.5).size(), 1u);
}
