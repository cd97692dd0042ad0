//===- advice.cpp - What to try next --------------------------------------===//

#include "advice.h"

#include <fmt/format.h>

#include <algorithm>

namespace gradc::run {

std::string shellQuoted(const std::string &argument) {
  constexpr const char *plain = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-+=.,:/@%";
  if (!argument.empty() &&
      argument.find_first_not_of(plain) == std::string::npos)
    return argument;
  std::string quoted = "'";
  for (char c : argument)
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string commandWith(const Options &options,
                        const std::vector<std::string> &dropped,
                        const std::string &added) {
  std::string command;
  bool inDropped = false;
  for (const std::string &argument : options.arguments) {
    if (argument.size() > 1 && argument[0] == '-' && argument[1] == '-') {
      std::string name = argument.substr(0, argument.find('='));
      inDropped =
          std::find(dropped.begin(), dropped.end(), name) != dropped.end();
    }
    if (!inDropped)
      command += shellQuoted(argument) + " ";
  }
  return command + added;
}

std::vector<std::string> adviceFor(const Options &options, int64_t totalSteps,
                                   std::optional<double> lr) {
  std::vector<std::string> lines;
  if (totalSteps == 0)
    return lines;
  if (options.checkpoint.empty()) {
    lines.push_back("nothing was saved; --checkpoint DIR keeps the weights");
    return lines;
  }
  // A resumed run may have its length from the checkpoint.
  auto length = [&](int64_t times) {
    return options.epochs ? fmt::format("--epochs {}", times * *options.epochs)
                          : fmt::format("--steps {}", times * totalSteps);
  };
  lines.push_back(
      "train longer: " +
      commandWith(options,
                  {"--steps", "--epochs", "--resume", "--weights", "--seed"},
                  "--resume " + length(2)));
  if (lr)
    lines.push_back(
        "another rate: " +
        commandWith(
            options,
            {"--set", "--resume", "--checkpoint", "--steps", "--epochs"},
            fmt::format("{} --set lr={:.4g} --checkpoint {}", length(1),
                        *lr / 2, shellQuoted(options.checkpoint + "-lr"))));
  return lines;
}

std::string resumeCommand(const Options &options) {
  return commandWith(options, {"--resume", "--weights", "--seed"}, "--resume");
}

} // namespace gradc::run
