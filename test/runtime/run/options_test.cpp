//===- options_test.cpp ---------------------------------------------------===//

#include "options.h"
#include "support.h"

using namespace gradc::run;

namespace {

Options parse(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), "gradc-run");
  std::string text;
  return parseOptions(static_cast<int>(arguments.size()), arguments.data(),
                      text);
}

} // namespace

TEST(Options, ReadsATrainingRun) {
  Options options = parse({"m.so",
                           "--data",
                           "x=a.npy",
                           "y=b.npz:z",
                           "--data",
                           "w=c",
                           "--eval-data=x=d",
                           "--epochs",
                           "3",
                           "--seed",
                           "-4",
                           "--set",
                           "lr=1e-3",
                           "--set",
                           "momentum=0.5",
                           "--checkpoint",
                           "dir",
                           "--save-every",
                           "10",
                           "--keep=4",
                           "--keep=1",
                           "--threads",
                           "2",
                           "--json"});
  EXPECT_EQ(options.library, "m.so");
  EXPECT_EQ(options.data,
            (DataOptions{{"w", "c"}, {"x", "a.npy"}, {"y", "b.npz:z"}}));
  EXPECT_EQ(options.evalData, (DataOptions{{"x", "d"}}));
  EXPECT_EQ(options.epochs, 3);
  EXPECT_EQ(options.seed, -4);
  EXPECT_EQ(options.set, (Scalars{{"lr", 1e-3}, {"momentum", 0.5}}));
  EXPECT_EQ(options.saveEvery, 10);
  EXPECT_EQ(options.keep, 1);
  EXPECT_EQ(options.threads, 2);
  EXPECT_TRUE(options.json);
  EXPECT_TRUE(options.stopOnNonFinite);
}

TEST(Options, SaysWhatIsWrong) {
  EXPECT_FAULT(parse({}), "no library is given");
  EXPECT_FAULT(parse({"m.so", "--data", "x=a"}), "give --epochs N");
  EXPECT_FAULT(parse({"m.so", "--epochs", "1"}), "give --data NAME=FILE");
  EXPECT_FAULT(
      parse({"m.so", "--data", "x=a", "--epochs", "1", "--steps", "2"}),
      "exclude each other");
  EXPECT_FAULT(parse({"m.so", "--data", "x=a", "--epoch", "1"}),
               "unknown option --epoch; did you mean --epochs?");
  EXPECT_FAULT(parse({"m.so", "--data", "x", "--epochs", "1"}),
               "--data: expected NAME=FILE, found 'x'");
  EXPECT_FAULT(parse({"m.so", "--data", "x=a", "x=b", "--epochs", "1"}),
               "input 'x' is given twice");
  EXPECT_FAULT(parse({"m.so", "--data", "a,b=f.u16", "--epochs", "1"}),
               "token files are not read by this build");
  EXPECT_FAULT(parse({"m.so", "--data", "x=a", "--epochs", "many"}),
               "--epochs: expected a whole number of at least 0, found 'many'");
  EXPECT_FAULT(
      parse({"m.so", "--data", "x=a", "--epochs", "1", "--set", "lr=x"}),
      "--set lr: expected a number, found 'x'");
  EXPECT_FAULT(parse({"m.so", "--data", "x=a", "--epochs", "1", "--resume"}),
               "--resume needs --checkpoint DIR");
  EXPECT_FAULT(parse({"m.so", "--data", "x=a", "--epochs", "1", "-n", "2"}),
               "one rank only");
  EXPECT_FAULT(parse({"m.so", "--inputs", "a.npz"}), "belong together");
  EXPECT_FAULT(
      parse({"m.so", "--inputs", "a", "--outputs", "b", "--steps", "1"}),
      "--steps belongs to training");
  EXPECT_FAULT(parse({"m.so", "n.so", "--steps", "1"}),
               "unexpected argument 'n.so'");
}
