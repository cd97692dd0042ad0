//===- vector_types.h - CUDA's vector types on the host ---------*- C++ -*-===//
//
// With CUDA's alignments, so that a load that a GPU would refuse is one that
// the undefined-behaviour sanitizer refuses.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_STANDIN_DEVICE_VECTOR_TYPES_H
#define GRADC_STANDIN_DEVICE_VECTOR_TYPES_H

// Vectors of 2 and 4 elements `element`; those of 4 × 8 bytes are aligned to
// 16 only, as CUDA has them.
#define GRADC_STANDIN_VECTOR(name, element, alignment2, alignment4)            \
  struct alignas(alignment2) name##2 { element x, y; };                        \
  struct alignas(alignment4) name##4 { element x, y, z, w; };                  \
  inline name##2 make_##name##2(element x, element y) { return {x, y}; }       \
  inline name##4 make_##name##4(element x, element y, element z, element w) {  \
    return {x, y, z, w};                                                       \
  }

GRADC_STANDIN_VECTOR(char, signed char, 2, 4)
GRADC_STANDIN_VECTOR(uchar, unsigned char, 2, 4)
GRADC_STANDIN_VECTOR(short, short, 4, 8)
GRADC_STANDIN_VECTOR(ushort, unsigned short, 4, 8)
GRADC_STANDIN_VECTOR(int, int, 8, 16)
GRADC_STANDIN_VECTOR(uint, unsigned, 8, 16)
GRADC_STANDIN_VECTOR(longlong, long long, 16, 16)
GRADC_STANDIN_VECTOR(ulonglong, unsigned long long, 16, 16)
GRADC_STANDIN_VECTOR(float, float, 8, 16)
GRADC_STANDIN_VECTOR(double, double, 16, 16)
#undef GRADC_STANDIN_VECTOR

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};

#endif // GRADC_STANDIN_DEVICE_VECTOR_TYPES_H
