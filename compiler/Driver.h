//===- Driver.h - gradc from command line to library ------------*- C++ -*-===//

#ifndef GRADC_COMPILER_DRIVER_H
#define GRADC_COMPILER_DRIVER_H

namespace gradc {

/// The whole of the tool `gradc`. Returns its exit code: 0 done, 1 the input is
/// at fault, 2 the machine is.
int runDriver(int argc, char **argv);

} // namespace gradc

#endif // GRADC_COMPILER_DRIVER_H
