//===- validate_test.cpp - Tables that can't be right ---------------------===//

#include "core/validate.h"
#include "library_file.h"

#include <functional>

using namespace gradc;

namespace {

/// The tables of the library written by hand, to be spoilt.
struct Tables {
  gradc_library_t library = handWrittenTables();
  std::vector<gradc_segment_desc_t> segments{
      library.segments, library.segments + library.num_segments};
  std::vector<gradc_view_desc_t> views{library.views,
                                       library.views + library.num_views};
  std::vector<gradc_kernel_desc_t> kernels{
      library.kernels, library.kernels + library.num_kernels};
  std::vector<gradc_tensor_desc_t> state{library.state,
                                         library.state + library.num_state};
  std::vector<gradc_scalar_desc_t> scalars{
      library.scalars, library.scalars + library.num_scalars};
  std::vector<gradc_entry_desc_t> entries{
      library.entries, library.entries + library.num_entries};
  std::vector<gradc_command_t> commands; // of entry `edited`
  std::vector<int64_t> parameters;       // of its command 0 or 1

  /// Makes the commands of an entry, and the parameters of one, ones to edit.
  void edit(unsigned entry, unsigned command) {
    gradc_entry_desc_t &desc = entries[entry];
    commands.assign(desc.commands, desc.commands + desc.num_commands);
    desc.commands = commands.data();
    gradc_command_t &source = commands[command];
    parameters.assign(source.parameters,
                      source.parameters + source.num_parameters);
    source.parameters = parameters.data();
  }

  gradc_status_t validate() {
    library.segments = segments.data();
    library.views = views.data();
    library.kernels = kernels.data();
    library.state = state.data();
    library.scalars = scalars.data();
    library.entries = entries.data();
    return validateLibrary(library, "x.so");
  }
};

void expectRefused(const char *sentence, std::function<void(Tables &)> spoil) {
  Tables tables;
  spoil(tables);
  EXPECT_FAILS(tables.validate(), GRADC_BAD_LIBRARY, sentence);
}

enum { LOOPS = 2, PRODUCT = 3 }; // entries

} // namespace

TEST(Validate, acceptsWhatIsRight) {
  Tables plain, loops, product;
  EXPECT_OK(plain.validate());
  loops.edit(LOOPS, 1);
  EXPECT_OK(loops.validate());
  product.edit(PRODUCT, 1);
  EXPECT_OK(product.validate());
}

TEST(Validate, checksTables) {
  Tables tables;
  tables.validate();
  tables.library.views = nullptr;
  EXPECT_FAILS(validateLibrary(tables.library, "x.so"), GRADC_BAD_LIBRARY,
               "'x.so' holds tables that can't be right: there is no table of "
               "views");
  expectRefused("segment 0", [](Tables &t) { t.segments[0].name = nullptr; });
  expectRefused("segment 1", [](Tables &t) { t.segments[1].kind = 9; });
  expectRefused("have no bytes",
                [](Tables &t) { t.segments[5].initial = nullptr; });
  expectRefused("kernel 0", [](Tables &t) { t.kernels[0].function = nullptr; });
  expectRefused("kernel 1", [](Tables &t) { t.kernels[1].tasks = -1; });
  expectRefused("scalar 0", [](Tables &t) { t.scalars[0].view = 999; });
  expectRefused("scalar 0", [](Tables &t) { t.scalars[0].dtype = GRADC_F32; });
  expectRefused("an entry", [](Tables &t) { t.entries[1].inputs = nullptr; });
}

TEST(Validate, checksViews) {
  expectRefused("view 0 is of segment 77",
                [](Tables &t) { t.views[0].segment = 77; });
  expectRefused("inside its segment 'state'",
                [](Tables &t) { t.views[0].offset = 128; });
  expectRefused("inside its segment",
                [](Tables &t) { t.views[0].offset = UINT64_MAX - 63; });
  expectRefused("inside its segment",
                [](Tables &t) { t.views[0].bytes = UINT64_MAX; });
  expectRefused("multiple of 64", [](Tables &t) { t.views[0].offset = 8; });
  // A loop of three turns walks out of the segment, or to odd places.
  expectRefused("inside its segment 'loops'",
                [](Tables &t) { t.views[11].stride = 192 + 64; });
  expectRefused("inside its segment",
                [](Tables &t) { t.views[11].stride = -64; });
  expectRefused("inside its segment",
                [](Tables &t) { t.views[11].stride = INT64_MAX - 63; });
  expectRefused("multiple of 64", [](Tables &t) { t.views[11].stride = 8; });
}

TEST(Validate, checksTensors) {
  expectRefused("'weight' of the state is larger than its view",
                [](Tables &t) { t.state[0].dtype = GRADC_F64; });
  expectRefused("larger than its view",
                [](Tables &t) { t.state[0].dtype = 99; });
  expectRefused("a tensor of the state",
                [](Tables &t) { t.state[0].view = 99; });
  expectRefused("a tensor of the state",
                [](Tables &t) { t.state[0].shape = nullptr; });
  static const int64_t huge[] = {INT64_MAX}, negative[] = {-1};
  expectRefused("larger", [](Tables &t) { t.state[0].shape = huge; });
  expectRefused("larger", [](Tables &t) { t.state[0].shape = negative; });
}

TEST(Validate, checksCommands) {
  static const uint32_t far[] = {0, 99, 2, 3};
  expectRefused("uses view 99",
                [](Tables &t) { t.edit(1, 0), t.commands[0].views = far; });
  expectRefused("a launch of kernel 99",
                [](Tables &t) { t.edit(1, 0), t.commands[0].index = 99; });
  expectRefused("unknown kind",
                [](Tables &t) { t.edit(1, 0), t.commands[0].kind = 99; });
  expectRefused("lacks a table", [](Tables &t) {
    t.edit(1, 0), t.commands[0].location = nullptr;
  });
  expectRefused("has no end", [](Tables &t) {
    t.edit(LOOPS, 1), --t.entries[LOOPS].num_commands;
  });
  expectRefused("ends no loop", [](Tables &t) {
    t.edit(LOOPS, 1), t.commands[0].kind = GRADC_COMMAND_END;
  });
  expectRefused("no number of turns",
                [](Tables &t) { t.edit(LOOPS, 1), t.parameters[0] = -1; });
  expectRefused("views that do not match",
                [](Tables &t) { t.edit(LOOPS, 1), t.views[13].bytes = 32; });
  Tables tables;
  tables.edit(1, 0);
  tables.commands[0].kind = GRADC_COMMAND_COLLECTIVE;
  EXPECT_FAILS(tables.validate(), GRADC_UNAVAILABLE, "several processes");
}

TEST(Validate, checksLaunchesWithAnExtent) {
  expectRefused("does not name its extent",
                [](Tables &t) { t.kernels[0].points_per_task = 4; });
  static const int64_t extent[] = {5}, negative[] = {-5};
  expectRefused("none to name", [](Tables &t) {
    t.edit(1, 0);
    t.commands[0].parameters = extent, t.commands[0].num_parameters = 1;
  });
  for (const int64_t *parameters : {extent, negative}) {
    Tables tables;
    tables.edit(0, 0);
    tables.kernels[0].points_per_task = 4;
    tables.commands[0].parameters = parameters;
    tables.commands[0].num_parameters = 1;
    EXPECT_EQ(tables.validate(),
              parameters == extent ? GRADC_OK : GRADC_BAD_LIBRARY);
  }
}

TEST(Validate, checksWaves) {
  static const int64_t counts[] = {1, 0, 4};
  auto wave = [](Tables &t, unsigned at, const int64_t *count) {
    t.edit(1, at); // of its four commands the second and third are events
    t.commands[at] = {GRADC_COMMAND_WAVE, 0, 0, 0, 1, nullptr, count, ""};
  };
  Tables right;
  wave(right, 2, &counts[0]);
  EXPECT_OK(right.validate());
  expectRefused("no number of launches",
                [&](Tables &t) { wave(t, 2, &counts[1]); });
  expectRefused("no number of launches",
                [&](Tables &t) { wave(t, 2, &counts[2]); });
  expectRefused("what is no launch",
                [&](Tables &t) { wave(t, 1, &counts[0]); });
  static const int64_t two[] = {2};
  expectRefused("too many tasks", [&](Tables &t) {
    wave(t, 1, two);
    t.commands[2] = t.commands[3];
    t.kernels[t.commands[3].index].tasks = INT64_MAX;
  });
}

TEST(Validate, limitsTheDepthOfLoops) {
  static const int64_t turns[] = {2};
  for (unsigned depth : {16u, 17u, 100000u}) {
    Tables tables;
    gradc_command_t loop = {GRADC_COMMAND_LOOP, 0, 0, 0, 1, nullptr, turns, ""};
    gradc_command_t end = {GRADC_COMMAND_END, 0, 0, 0, 0, nullptr, nullptr, ""};
    tables.commands.assign(depth, loop);
    tables.commands.resize(2 * depth, end);
    tables.entries[LOOPS].commands = tables.commands.data();
    tables.entries[LOOPS].num_commands = 2 * depth;
    EXPECT_EQ(tables.validate(), depth == 16 ? GRADC_OK : GRADC_BAD_LIBRARY);
  }
}

TEST(Validate, checksMatmuls) {
  auto refused = [](const char *sentence, int parameter, int64_t value) {
    expectRefused(sentence, [&](Tables &t) {
      t.edit(PRODUCT, 0), t.parameters[size_t(parameter)] = value;
    });
  };
  refused("reaches outside", GRADC_MATMUL_M, 3);
  refused("reaches outside", GRADC_MATMUL_K, 4);
  refused("reaches outside", GRADC_MATMUL_BATCH, 2);
  refused("reaches outside", GRADC_MATMUL_LHS_STRIDES + 1, 4);
  refused("reaches outside", GRADC_MATMUL_RHS_STRIDES + 1, -1);
  refused("reaches outside", GRADC_MATMUL_LHS_STRIDES + 2, INT64_MAX);
  refused("a size of -1", GRADC_MATMUL_N, -1);
  refused("element types", GRADC_MATMUL_DTYPE, GRADC_BOOL);
  refused("element types", GRADC_MATMUL_PRODUCT_DTYPE, GRADC_I32);
  refused("element types", GRADC_MATMUL_PRODUCT_DTYPE, (int64_t(1) << 32));
  refused("strides", GRADC_MATMUL_PRODUCT_STRIDES + 1, 1);
  Tables empty; // whose strides mean nothing
  empty.edit(PRODUCT, 0);
  empty.parameters[GRADC_MATMUL_BATCH] = 2;
  empty.parameters[GRADC_MATMUL_M] = 0;
  empty.parameters[GRADC_MATMUL_RHS_STRIDES] = 0;
  empty.parameters[GRADC_MATMUL_PRODUCT_STRIDES] = 0;
  EXPECT_EQ(empty.validate(), GRADC_OK);
  refused("a tile of 0", GRADC_MATMUL_TILE + 1, 0);
  expectRefused("a matmul has 2 views", [](Tables &t) {
    t.edit(PRODUCT, 0), t.commands[0].num_views = 2;
  });
}

TEST(Validate, checksEpilogues) {
  auto followedBy = [](Tables &t, uint32_t kernel) {
    t.edit(PRODUCT, 0), t.commands[0].index = kernel;
  };
  Tables fitting;
  followedBy(fitting, 0);
  EXPECT_EQ(fitting.validate(), GRADC_OK);
  expectRefused("followed by kernel 99 of 6",
                [&](Tables &t) { followedBy(t, 99); });
  expectRefused("of 1 tiles is followed by 'update', which has 4 tasks",
                [&](Tables &t) { followedBy(t, 1); });
  expectRefused("followed by 'open', whose extent is open", [&](Tables &t) {
    t.kernels.push_back({"open", t.kernels[0].function, 1, 4});
    followedBy(t, t.library.num_kernels++);
  });
  expectRefused("strides", [&](Tables &t) {
    followedBy(t, 0), t.parameters[GRADC_MATMUL_TILE + 2] = 3;
  });
  expectRefused("reaches outside", [&](Tables &t) {
    followedBy(t, 0);
    t.parameters[GRADC_MATMUL_TILE + 1] = int64_t(1) << 31;
  });
}

TEST(Validate, checksSorts) {
  auto refused = [](const char *sentence, int parameter, int64_t value) {
    expectRefused(sentence, [&](Tables &t) {
      t.edit(PRODUCT, 1), t.parameters[size_t(parameter)] = value;
    });
  };
  refused("reaches outside", GRADC_SORT_LENGTH, 3);
  refused("reaches outside", GRADC_SORT_DTYPES, GRADC_F64);
  refused("reaches outside", GRADC_SORT_DTYPES, int64_t(1) << 32);
  refused("a size of", GRADC_SORT_OUTER, int64_t(1) << 40);
  refused("a sort has", GRADC_SORT_OPERANDS, 2);
  refused("a sort has", GRADC_SORT_OPERANDS, 0);
}
