//===- signals.h - Being asked to stop --------------------------*- C++ -*-===//

#ifndef GRADC_RUN_SIGNALS_H
#define GRADC_RUN_SIGNALS_H

namespace gradc::run {

/// From now on the first SIGINT or SIGTERM is only noted; a second one ends the
/// process at once.
void catchSignals();

/// The number of the signal that came, or 0.
int caughtSignal();

} // namespace gradc::run

#endif // GRADC_RUN_SIGNALS_H
