//===- advice.h - What to try next ------------------------------*- C++ -*-===//

#ifndef GRADC_RUN_ADVICE_H
#define GRADC_RUN_ADVICE_H

#include "options.h"

namespace gradc::run {

/// `argument` as a shell takes it.
std::string shellQuoted(const std::string &argument);

/// The command line of `options` without the options in `dropped` and their
/// values, and with `added` at its end.
std::string commandWith(const Options &options,
                        const std::vector<std::string> &dropped,
                        const std::string &added);

/// Lines that say what a user may try after a finished run of `totalSteps`;
/// `lr` is the rate it had, if the recipe has one.
std::vector<std::string> adviceFor(const Options &options, int64_t totalSteps,
                                   std::optional<double> lr);

/// The command that goes on with a stopped run.
std::string resumeCommand(const Options &options);

} // namespace gradc::run

#endif // GRADC_RUN_ADVICE_H
