//===- run.h - The whole of gradc-run ---------------------------*- C++ -*-===//

#ifndef GRADC_RUN_RUN_H
#define GRADC_RUN_RUN_H

namespace gradc::run {

/// Does what the command line says and returns the exit code. Faults are
/// printed on standard error as one line that begins with "gradc-run: error: ".
int runTool(int argc, const char *const *argv);

} // namespace gradc::run

#endif // GRADC_RUN_RUN_H
