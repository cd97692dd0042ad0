/*===- library.h - What a compiled step.so holds ------------------*- C -*-===*\
 *
 * The contract between the compiler, which writes these structures into a
 * step.so as constants beside the machine code, and the runtime, which walks
 * them. Self-contained C11; programs that use gradc include gradc.h instead.
 *
 * Versioning  Like a schema: a change of any structure or of a meaning raises
 *             GRADC_LIBRARY_VERSION, and the runtime refuses what it does not
 *             know. docs/abi.md has a line for each version.
 * Units       Sizes, offsets and strides of views are in bytes; shapes and the
 *             strides of library calls are in elements.
 * Strings     NUL-terminated UTF-8, never NULL.
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADC_LIBRARY_H
#define GRADC_LIBRARY_H

#include <stdint.h>

#include "gradc/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GRADC_LIBRARY_VERSION 3

/* Every view starts at a multiple of this many bytes. */
#define GRADC_ALIGNMENT 64

/* A piece of memory with static offsets inside. */
typedef enum gradc_segment_kind {
  GRADC_SEGMENT_STATE = 0,   /* kept from call to call, in the checkpoint */
  GRADC_SEGMENT_SCALARS = 1, /* hyperparameters and valid_rows */
  GRADC_SEGMENT_IO = 2,      /* inputs and results of one entry */
  GRADC_SEGMENT_TEMP = 3,    /* the arena: undefined before and after a call */
  GRADC_SEGMENT_CONSTANT = 4 /* `initial` holds its bytes; never written */
} gradc_segment_kind_t;

typedef struct gradc_segment_desc {
  const char *name;
  uint32_t kind; /* gradc_segment_kind_t */
  uint32_t reserved;
  uint64_t bytes;
  const void *initial; /* NULL: zeros (undefined for TEMP) */
} gradc_segment_desc_t;

/* `segment` + `offset` + i * `stride`, where i counts the innermost loop. */
typedef struct gradc_view_desc {
  uint32_t segment;
  uint32_t reserved;
  uint64_t offset;
  uint64_t bytes;
  int64_t stride;
} gradc_view_desc_t;

/* A kernel's code. `args` are the addresses of its views in the order of the
 * command, then, if the kernel has an open extent, that of the extent
 * (int64_t). Tasks are independent; the call does those in [begin, end). */
typedef void (*gradc_kernel_fn)(void *const *args, int64_t begin, int64_t end);

typedef struct gradc_kernel_desc {
  const char *name;
  gradc_kernel_fn function;
  int64_t tasks; /* how many tasks the work is cut into, by shape alone */
  /* 0, or points that a task has of a kernel with an open extent: its launches
   * name their extents, and `tasks` means nothing. */
  int64_t points_per_task;
} gradc_kernel_desc_t;

typedef enum gradc_command_kind {
  /* kernels[index] over all of its tasks; parameters[0] is the open extent of a
   * kernel that has one. */
  GRADC_COMMAND_LAUNCH = 0,
  GRADC_COMMAND_MATMUL = 1, /* see gradc_matmul_parameters */
  GRADC_COMMAND_SORT = 2,   /* see gradc_sort_parameters */
  GRADC_COMMAND_COPY = 3,   /* views[1] := views[0] */
  GRADC_COMMAND_LOOP = 4,   /* parameters[0] times the commands up to END */
  GRADC_COMMAND_END = 5,
  GRADC_COMMAND_COLLECTIVE = 6, /* reserved */
  GRADC_COMMAND_RECORD = 7,     /* event `index` on the command's stream */
  GRADC_COMMAND_WAIT = 8,       /* the stream waits for event `index` */
  /* The next parameters[0] commands are launches that are independent of each
   * other: they may run at one time. */
  GRADC_COMMAND_WAVE = 9
} gradc_command_kind_t;

/* product[b,m,n] = sum_k lhs[b,m,k] * rhs[b,k,n], a tile at a time. f16 and
 * bf16 operands accumulate in f32. k = 0 gives zeros. Strides in elements.
 *
 * The dimensions b, m and n are cut into pieces of GRADC_MATMUL_TILE, the last
 * ones smaller; tile t is piece t % M of m, t / M % N of n and t / (M * N) of
 * b, where M and N are the numbers of pieces of m and n.
 *
 * If `index` is GRADC_NO_EPILOGUE, views = lhs, rhs, product. Otherwise each
 * tile is followed at once, on the thread that has it hot in its cache, by task
 * t of kernels[index], which has as many tasks as there are tiles:
 * views = lhs, rhs, then all that the kernel takes but for its first argument,
 * which is the tile: a piece of scratch memory with the product's strides. The
 * product as a whole is never in memory. */
enum gradc_matmul_parameters {
  GRADC_MATMUL_DTYPE = 0,         /* of lhs and rhs */
  GRADC_MATMUL_PRODUCT_DTYPE = 1, /* of the product */
  GRADC_MATMUL_BATCH = 2,
  GRADC_MATMUL_M = 3,
  GRADC_MATMUL_N = 4,
  GRADC_MATMUL_K = 5,
  GRADC_MATMUL_LHS_STRIDES = 6,      /* b, m, k */
  GRADC_MATMUL_RHS_STRIDES = 9,      /* b, k, n */
  GRADC_MATMUL_PRODUCT_STRIDES = 12, /* b, m, n; n's is 1 */
  GRADC_MATMUL_TILE = 15,            /* b, m, n */
  GRADC_MATMUL_NUM_PARAMETERS = 18
};
#define GRADC_NO_EPILOGUE UINT32_MAX

/* Sorts `rows` independent rows of `length` elements by the first of its
 * `operands` keys; the other operands are carried along. views = inputs, then
 * outputs, each of [outer, length, inner] with rows = outer * inner. Order of
 * floats: -NaN < -inf < … < -0 < +0 < … < inf < NaN when TOTAL_ORDER is set;
 * else as `<` orders them, with equal and unordered keys in their old order. */
enum gradc_sort_parameters {
  GRADC_SORT_OPERANDS = 0,
  GRADC_SORT_OUTER = 1,
  GRADC_SORT_LENGTH = 2,
  GRADC_SORT_INNER = 3,
  GRADC_SORT_DESCENDING = 4,
  GRADC_SORT_TOTAL_ORDER = 5,
  GRADC_SORT_DTYPES = 6 /* one per operand */
};

typedef struct gradc_command {
  uint16_t kind;   /* gradc_command_kind_t */
  uint16_t stream; /* 0 is the compute stream */
  uint32_t index;  /* of a kernel or an event; GRADC_NO_EPILOGUE */
  uint32_t num_views;
  uint32_t num_parameters;
  const uint32_t *views; /* indices into the library's views */
  const int64_t *parameters;
  const char *location; /* "model.mlir:12" or "" if the line is not known */
} gradc_command_t;

typedef struct gradc_tensor_desc {
  const char *name;
  uint32_t role;  /* gradc_role_t */
  uint32_t dtype; /* gradc_dtype_t */
  uint32_t rank;
  uint32_t view;
  const int64_t *shape;
  int64_t batch_dim_size; /* the compiled batch if dimension 0 is it, else 0 */
} gradc_tensor_desc_t;

/* A named run-time scalar. f64, but for the i64 scalars that the runtime itself
 * sets at each call: "valid_rows" (all entries), "seed" (init). */
typedef struct gradc_scalar_desc {
  const char *name;
  uint32_t dtype; /* GRADC_F64 or GRADC_I64 */
  uint32_t view;
  double initial;
} gradc_scalar_desc_t;

typedef struct gradc_entry_desc {
  const char *name; /* "init", "step", "eval", "predict", "value_and_grad" */
  uint32_t num_commands;
  uint32_t num_inputs;
  uint32_t num_results;
  uint32_t num_streams;
  const gradc_command_t *commands;
  const gradc_tensor_desc_t *inputs;
  const gradc_tensor_desc_t *results;
} gradc_entry_desc_t;

typedef struct gradc_library {
  uint32_t version; /* GRADC_LIBRARY_VERSION of the compiler */
  uint32_t batch;   /* rows that valid_rows counts; 0 if the model has no B */
  uint32_t num_segments, num_views, num_kernels, num_state, num_scalars,
      num_entries;
  const gradc_segment_desc_t *segments;
  const gradc_view_desc_t *views;
  const gradc_kernel_desc_t *kernels;
  const gradc_tensor_desc_t *state;
  const gradc_scalar_desc_t *scalars;
  const gradc_entry_desc_t *entries;
  /* What a person or a tool wants to know, as JSON: docs/abi.md. */
  const char *description;
} gradc_library_t;

/* The one symbol that a step.so exports: `gradc_library`. Returns NULL if the
 * caller's version is not the library's. */
typedef const gradc_library_t *(*gradc_library_query_fn)(uint32_t version);
#define GRADC_LIBRARY_SYMBOL "gradc_library"

/* After the last byte of the ELF image stands this trailer, so that a file that
 * is truncated, edited or made for another machine is refused before any of it
 * is mapped. Little-endian. `checksum` is zlib's crc32 of the whole file: of
 * the image and then of this trailer with 0 in place of the checksum. */
typedef struct gradc_trailer {
  char magic[8];         /* "GRADCLIB" */
  uint32_t version;      /* GRADC_LIBRARY_VERSION */
  uint32_t checksum;     /* see above */
  uint64_t image_bytes;  /* before the trailer */
  char target[16];       /* "cpu-x86_64", NUL-padded */
  char cpu[48];          /* LLVM's name of the CPU, NUL-padded */
  uint64_t cpu_features; /* bit i: needs feature i of GRADC_CPU_FEATURES */
} gradc_trailer_t;

/* The x86 features that decide whether code runs, in the order of their bits,
 * by the names that LLVM and __builtin_cpu_supports share. */
/* clang-format off */
#define GRADC_CPU_FEATURES(X)                                                  \
  X(0, "sse4.2") X(1, "avx") X(2, "avx2") X(3, "fma") X(4, "bmi") X(5, "bmi2") \
  X(6, "avx512f") X(7, "avx512bw") X(8, "avx512cd") X(9, "avx512dq")           \
  X(10, "avx512vl") X(11, "avx512vbmi") X(12, "avx512vbmi2")                   \
  X(13, "avx512vnni") X(14, "avx512bitalg") X(15, "avx512vpopcntdq")           \
  X(16, "avx512bf16") X(17, "avx512fp16") X(18, "avx512vp2intersect")          \
  X(19, "gfni") X(20, "vpclmulqdq") X(21, "popcnt") X(22, "avx512ifma")
/* clang-format on */

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* GRADC_LIBRARY_H */
