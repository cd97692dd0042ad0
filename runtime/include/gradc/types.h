/*===- types.h - Element types and roles of tensors ---------------*- C -*-===*\
 *
 * The words that a step.so (library.h) and the programs that use one (gradc.h)
 * share. The numbers are part of both contracts and never change.
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADC_TYPES_H
#define GRADC_TYPES_H

typedef enum gradc_dtype {
  GRADC_F32 = 0,
  GRADC_F64 = 1,
  GRADC_F16 = 2,
  GRADC_BF16 = 3,
  GRADC_I8 = 4,
  GRADC_I16 = 5,
  GRADC_I32 = 6,
  GRADC_I64 = 7,
  GRADC_U8 = 8,
  GRADC_U16 = 9,
  GRADC_U32 = 10,
  GRADC_U64 = 11,
  GRADC_BOOL = 12 /* one byte, 0 or 1 */
} gradc_dtype_t;

typedef enum gradc_role {
  GRADC_ROLE_INPUT = 0,  /* copied in before the entry runs */
  GRADC_ROLE_LOSS = 1,   /* f32 (or f64) scalar: the mean over the valid rows */
  GRADC_ROLE_METRIC = 2, /* f32 (or f64) [2]: (sum, count) */
  GRADC_ROLE_OUTPUT = 3,
  GRADC_ROLE_GRADIENT = 4,
  GRADC_ROLE_STATE = 5,
  GRADC_ROLE_SCALAR = 6 /* f64 hyperparameter, or i64: see gradc_scalar_desc */
} gradc_role_t;

#endif /* GRADC_TYPES_H */
