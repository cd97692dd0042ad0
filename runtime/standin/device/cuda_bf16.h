// Stands before CUDA's header of this name on the path of includes.
#include "low_precision.h"
