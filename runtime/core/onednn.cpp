//===- onednn.cpp - Matrix products by oneDNN -----------------------------===//
//
// Through oneDNN's C interface: its C++ one throws.
//
//===----------------------------------------------------------------------===//

#include "core/onednn.h"
#include "gradc/types.h"

#include <cstring>
#include <oneapi/dnnl/dnnl.h>

// Of libgomp, which oneDNN uses. Its header is that of another compiler.
extern "C" {
void omp_set_num_threads(int);
int omp_get_max_threads(void);
}

namespace gradc {

OneThread::OneThread() : before(omp_get_max_threads()) {
  omp_set_num_threads(1);
}

OneThread::~OneThread() { omp_set_num_threads(before); }

void OneThread::forever() { omp_set_num_threads(1); }

struct OneDnn::Engine {
  dnnl_engine_t handle = nullptr;
  ~Engine() {
    if (handle)
      dnnl_engine_destroy(handle);
  }
};

OneDnn::OneDnn() : engine(new Engine) {
  if (dnnl_engine_create(&engine->handle, dnnl_cpu, 0) != dnnl_success)
    engine->handle = nullptr;
}

OneDnn::~OneDnn() = default;

/// A primitive, and for each thread the handles it puts its addresses into.
class TilePrimitive {
public:
  enum Operand { Lhs, Rhs, Out, Scratch, NumOperands };
  struct Thread {
    dnnl_stream_t stream = nullptr;
    dnnl_memory_t memories[NumOperands] = {};
    dnnl_exec_arg_t arguments[NumOperands] = {};
  };

  ~TilePrimitive() {
    for (Thread &thread : threads) {
      for (dnnl_memory_t memory : thread.memories)
        if (memory)
          dnnl_memory_destroy(memory);
      if (thread.stream)
        dnnl_stream_destroy(thread.stream);
    }
    if (primitive)
      dnnl_primitive_destroy(primitive);
  }

  bool create(const TileShape &shape, dnnl_engine_t engine, int numThreads);

  dnnl_primitive_t primitive = nullptr;
  size_t scratchBytes = 0;
  std::vector<Thread> threads;

private:
  bool createPrimitive(const TileShape &shape, dnnl_engine_t engine,
                       dnnl_memory_desc_t *memory);
};

/// Describes a matrix or a batch of them. oneDNN wants each stride to be at
/// least what the dimensions inside it take, also where a size of 1 makes the
/// stride meaningless.
static bool describe(int64_t dtype, const int64_t (&sizes)[3],
                     const int64_t (&strides)[3], dnnl_memory_desc_t &result) {
  dnnl_data_type_t type = dtype == GRADC_F32    ? dnnl_f32
                          : dtype == GRADC_BF16 ? dnnl_bf16
                                                : dnnl_f16;
  int64_t fixed[3] = {strides[0], strides[1], strides[2]};
  for (int i = 1; i <= 2; ++i) { // i has one element: its stride is free
    int other = 3 - i;
    if (sizes[i] == 1)
      fixed[i] = fixed[other] == 1 ? sizes[other] : 1;
  }
  if (fixed[1] != 1 && fixed[2] != 1)
    return false; // no side is contiguous
  if (sizes[0] == 1)
    return dnnl_memory_desc_init_by_strides(&result, 2, sizes + 1, type,
                                            fixed + 1) == dnnl_success;
  return dnnl_memory_desc_init_by_strides(&result, 3, sizes, type, fixed) ==
         dnnl_success;
}

bool TilePrimitive::createPrimitive(const TileShape &shape,
                                    dnnl_engine_t engine,
                                    dnnl_memory_desc_t *memory) {
  if (!describe(shape.dtype, {shape.batch, shape.m, shape.k}, shape.lhs,
                memory[Lhs]) ||
      !describe(shape.dtype, {shape.batch, shape.k, shape.n}, shape.rhs,
                memory[Rhs]) ||
      !describe(shape.outDtype, {shape.batch, shape.m, shape.n}, shape.out,
                memory[Out]))
    return false;
  dnnl_matmul_desc_t matmul;
  if (dnnl_matmul_desc_init(&matmul, &memory[Lhs], &memory[Rhs], nullptr,
                            &memory[Out]) != dnnl_success)
    return false;
  dnnl_primitive_attr_t attributes = nullptr;
  if (dnnl_primitive_attr_create(&attributes) != dnnl_success)
    return false;
  dnnl_primitive_desc_t description = nullptr;
  bool made = dnnl_primitive_attr_set_scratchpad_mode(
                  attributes, dnnl_scratchpad_mode_user) == dnnl_success &&
              dnnl_primitive_desc_create(&description, &matmul, attributes,
                                         engine, nullptr) == dnnl_success;
  dnnl_primitive_attr_destroy(attributes);
  if (!made)
    return false;
  // "ref" is a loop over single elements, far slower than ours.
  const char *name = "";
  dnnl_primitive_desc_query(description, dnnl_query_impl_info_str, 0, &name);
  made = !std::strstr(name, "ref") &&
         dnnl_primitive_create(&primitive, description) == dnnl_success;
  if (made)
    memory[Scratch] =
        *dnnl_primitive_desc_query_md(description, dnnl_query_scratchpad_md, 0);
  dnnl_primitive_desc_destroy(description);
  return made;
}

bool TilePrimitive::create(const TileShape &shape, dnnl_engine_t engine,
                           int numThreads) {
  dnnl_memory_desc_t descriptions[NumOperands] = {};
  if (!createPrimitive(shape, engine, descriptions))
    return false;
  scratchBytes = dnnl_memory_desc_get_size(&descriptions[Scratch]);
  constexpr int roles[] = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST,
                           DNNL_ARG_SCRATCHPAD};
  threads.resize(numThreads);
  for (Thread &thread : threads) {
    if (dnnl_stream_create(&thread.stream, engine, dnnl_stream_in_order) !=
        dnnl_success)
      return false;
    for (int i = 0; i < NumOperands; ++i) {
      if (dnnl_memory_create(&thread.memories[i], &descriptions[i], engine,
                             DNNL_MEMORY_NONE) != dnnl_success)
        return false;
      thread.arguments[i] = {roles[i], thread.memories[i]};
    }
  }
  return true;
}

TilePrimitive *OneDnn::find(const TileShape &shape, int threads) {
  auto [place, isNew] = primitives.try_emplace(shape.key());
  if (isNew && engine->handle) {
    auto primitive = std::make_unique<TilePrimitive>();
    if (primitive->create(shape, engine->handle, threads))
      place->second = std::move(primitive);
  }
  return place->second.get();
}

size_t OneDnn::scratchBytes(const TilePrimitive &primitive) {
  return primitive.scratchBytes;
}

bool OneDnn::execute(TilePrimitive &primitive, int thread, const void *lhs,
                     const void *rhs, void *out, void *scratch) {
  TilePrimitive::Thread &own = primitive.threads[thread];
  void *addresses[] = {const_cast<void *>(lhs), const_cast<void *>(rhs), out,
                       scratch};
  for (int i = 0; i < TilePrimitive::NumOperands; ++i)
    if (dnnl_memory_set_data_handle(own.memories[i], addresses[i]) !=
        dnnl_success)
      return false;
  return dnnl_primitive_execute(primitive.primitive, own.stream,
                                TilePrimitive::NumOperands,
                                own.arguments) == dnnl_success;
}

} // namespace gradc
