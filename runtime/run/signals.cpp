//===- signals.cpp - Being asked to stop ----------------------------------===//

#include "signals.h"

#include <csignal>

namespace gradc::run {

namespace {

volatile std::sig_atomic_t caught = 0;

void note(int signal) { caught = signal; }

} // namespace

void catchSignals() {
  caught = 0;
  struct sigaction action = {};
  action.sa_handler = note;
  // One signal, then the default; interrupted writes go on.
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

int caughtSignal() { return caught; }

} // namespace gradc::run
